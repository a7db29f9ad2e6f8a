# RUN: kernelc check %s
def k(a):
    i = 1
	# CHECK-ERR: fail_tab_after_blanks.py:[[@LINE+3]]:1: error: inconsistent use of tabs and spaces in indentation [InconsistentTabs]
	# CHECK-ERR:     a[i] = 1
	# CHECK-ERR: ^~~~
	a[i] = 1
