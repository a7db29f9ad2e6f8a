# RUN: kernelc build %s -k k --emit ptx --target sm_90
from numba import cuda, float32, types

# CHECK-SUBSET: .extern .func  (.param .b32 func_retval0) mul_numba
mul = cuda.declare_device("mul_numba", "float32(float32, float32)", link="mul.cu")
# CHECK-SUBSET: .extern .func  (.param .b32 func_retval0) add_c
add = cuda.declare_device("add_c", float32(float32, types.int16), abi="c")
# CHECK-SUBSET: .extern .func  (.param .b32 func_retval0) fill
fill = cuda.declare_device("fill", "int32(CPointer(float32), int32)")

@cuda.jit("void(float32[::1], float32[::1])", link=["add.ptx"])
def k(a, b):
    i = cuda.grid(1)
    if i < a.size:
        # CHECK-SUBSET: call.uni (retval0), mul_numba,
        # CHECK-ERR: external_functions.py:[[@LINE+4]]:16: warning: `+` of float32 and int32 is computed in float64, though no array in reach is that wide [Float64Creep]
        # CHECK-ERR:         a[i] = mul(a[i], b[i]) + add(a[i], i) + fill(b, 4)
        # CHECK-ERR:                ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        # CHECK-ERR: help: convert the wider operand with `np.float32(...)`; pass scalar arguments as float32
        a[i] = mul(a[i], b[i]) + add(a[i], i) + fill(b, 4)
