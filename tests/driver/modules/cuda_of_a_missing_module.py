# RUN: kernelc check %s
# RUN: kernelc run %s k out=zeros:float32:1 --device cpu --grid 1 --block 1 --print out
# RUN: kernelc run %s setup.other out=zeros:float32:1 --device cpu --grid 1 --block 1 --print out
# CHECK-ERR: note: cuda_of_a_missing_module.py: `setup.other`, `k` have no types and were checked for syntax and names only
# CHECK-ERR: help: give the types of the arguments, `kernelc check cuda_of_a_missing_module.py --sig 'setup.other(float32[::1])'`, or write them in the decorator
import detector

HAVE, cuda, float32 = detector.detect()
numba = None
if detector.NUMBA:
    import numba


def setup():
    @numba.cuda.jit
    def other(out):
        out[0] = numba.float32(0.25)
    return other


if HAVE:
    @cuda.jit(fastmath=True)
    def k(out):
        i = cuda.grid(1)
        if i < out.size:
            out[i] = float32(1.5)
# CHECK: out: float32 (1,)
# CHECK:   [1.5]
# CHECK:   min 1.5  max 1.5  mean 1.5
# CHECK: out: float32 (1,)
# CHECK:   [0.25]
# CHECK:   min 0.25  max 0.25  mean 0.25
