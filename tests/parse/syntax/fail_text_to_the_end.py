# RUN: kernelc check %s
def k(a):
    # CHECK-ERR: fail_text_to_the_end.py:[[@LINE+3]]:5: error: unterminated triple-quoted string literal (detected at line 7) [UnterminatedString]
    # CHECK-ERR:     """doc
    # CHECK-ERR:     ^~~
    """doc
    a[0] = 1
