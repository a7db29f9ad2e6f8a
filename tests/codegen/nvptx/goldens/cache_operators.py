# RUN: kernelc build %s --emit ptx --target sm_90
# CHECK-SUBSET: ld.global.ca.b32
# CHECK-SUBSET: st.global.cg.b32
# CHECK-SUBSET: ld.global.cg.b32
# CHECK-SUBSET: st.global.cs.b32
# CHECK-SUBSET: ld.global.cs.b32
# CHECK-SUBSET: st.global.wb.b32
# CHECK-SUBSET: ld.global.lu.b32
# CHECK-SUBSET: st.global.wt.b32
# CHECK-SUBSET: ld.global.cv.b64
# CHECK-SUBSET: st.global.cg.b64
from numba import cuda


@cuda.jit("void(float32[::1], float64[::1])")
def cached(a, b):
    cuda.stcg(a, 5, cuda.ldca(a, 0))
    cuda.stcs(a, 6, cuda.ldcg(a, 1))
    cuda.stwb(a, 7, cuda.ldcs(a, 2))
    cuda.stwt(a, 8, cuda.ldlu(a, 3))
    cuda.stcg(b, 0, cuda.ldcv(b, 4))
