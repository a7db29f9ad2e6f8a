# RUN: kernelc run %s k a=ones:float32:4 --device cpu --grid 1 --block 4 --print a
"""What numba.cuda shows, from the modules where Numba-CUDA keeps it."""
import numba.cuda
import numba.cuda.cache_hints as hints
import numba.cuda.types.ext_types as ext
from numba import cuda
from numba.cuda import misc, stubs, types
from numba.cuda._internal.cuda_bf16 import __hadd, nv_bfloat16
from numba.cuda._internal.cuda_fp16 import __float2half, __half
from numba.cuda.intrinsics import grid
from numba.cuda.misc.special import literal_unroll
from numba.cuda.stubs import threadIdx
from numba.cuda.types import float32
from numba.cuda.vector_types import float32x4

PAIR = (1, 2.5)


@cuda.jit((types.Array(float32, 1, "C"),))
def k(a):
    i = grid(1)
    s = float32(0)
    for x in literal_unroll(PAIR):
        s += x
    for x in numba.cuda.misc.special.literal_unroll(PAIR):
        s += x
    for x in misc.special.literal_unroll(PAIR):
        s += x
    q = float32x4(1, 2, 3, 4)
    z = float32(__hadd(nv_bfloat16(1.5), ext.bfloat16(2)))
    if i < a.size:
        # CHECK-ERR: modules_of_numba_cuda.py:[[@LINE+7]]:16: warning: `+` of float64 and float32 is computed in float64, though no array in reach is that wide [Float64Creep]
        # CHECK-ERR:         a[i] = s + q.w + z + stubs.threadIdx.x + threadIdx.x + hints.ldcg(a, i) + float32(__float2half(0.5)) + float32(__half(1))
        # CHECK-ERR:                ^~~~~~~
        # CHECK-ERR: modules_of_numba_cuda.py:[[@LINE-7]]:9: note: `s` is float64 because of this
        # CHECK-ERR:         s += x
        # CHECK-ERR:         ~
        # CHECK-ERR: help: convert the wider operand with `np.float32(...)`; pass scalar arguments as float32
        a[i] = s + q.w + z + stubs.threadIdx.x + threadIdx.x + hints.ldcg(a, i) + float32(__float2half(0.5)) + float32(__half(1))
# CHECK: a: float32 (4,)
# CHECK:   [20.5, 22.5, 24.5, 26.5]
# CHECK:   min 20.5  max 26.5  mean 23.5
