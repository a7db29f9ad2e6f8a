# RUN: kernelc check %s
# CHECK-ERR: note: open_decorators.py: `free_texts` has no types and was checked for syntax and names only
# CHECK-ERR: help: give the types of the arguments, `kernelc check open_decorators.py --sig 'free_texts(float32, float32)'`, or write them in the decorator
from numba import cuda, int64, void
from numba.types import CPointer
from elsewhere import FILES, managed_text

LIBRARY = open("library.txt").readline()


@cuda.jit(void(CPointer(managed_text), int64), link=[LIBRARY], extensions=FILES)
def free_texts(texts, size):
    pass
