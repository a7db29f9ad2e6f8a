# RUN: kernelc build %s -k k --sig "int32" --emit kir
from numba import cuda

@cuda.jit
def k(n):
    print("n", n, sep="=", flush=True)
# CHECK: kernel @k(%n: int32) {
# CHECK:   print "n={}\x0a" %n
# CHECK:   return
# CHECK: }
