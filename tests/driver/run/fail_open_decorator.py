# RUN: kernelc run %s free_texts texts=0 size=1
from numba import cuda, int64, void
from elsewhere import managed_text

LIBRARY = open("library.txt").readline()


# CHECK-ERR: fail_open_decorator.py:[[@LINE+4]]:43: error: `[LIBRARY]` has no value that is known while compiling [NotConstant]
# CHECK-ERR: @cuda.jit(void(managed_text, int64), link=[LIBRARY])
# CHECK-ERR:                                           ^~~~~~~~~
# CHECK-ERR: help: options of decorators are constants; leave it out, or write it with names that the file gives values
@cuda.jit(void(managed_text, int64), link=[LIBRARY])
def free_texts(texts, size):
    pass
