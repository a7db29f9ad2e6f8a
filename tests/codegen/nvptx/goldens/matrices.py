# RUN: kernelc build %s --emit ptx --target sm_80
# CHECK-SUBSET: cp.async.cg.shared.global
# CHECK-SUBSET: cp.async.commit_group
# CHECK-SUBSET: cp.async.wait_group
# CHECK-SUBSET: ldmatrix.sync.aligned.m8n8.x4.shared.b16
# CHECK-SUBSET: ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16
# CHECK-SUBSET: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
from kernelc import *


@kernel
def product(a: float16[::1], b: float16[::1], c: float32[::1]):
    tile = shared.array((2, 16, 24), float16)
    cp_async_16(tile, (0, laneid % 16, laneid // 16 * 8), a, laneid * 8)
    cp_async_16(tile, (1, laneid % 16, laneid // 16 * 8), b, laneid * 8, 8)
    cp_async_commit()
    cp_async_wait()
    syncwarp()
    left = ldmatrix_x4(tile, (0, laneid % 16, laneid // 16 * 8))
    right = ldmatrix_x2_trans(tile, (1, laneid % 16, 0))
    sums = mma_m16n8k16_f16(left, right, float32x4(0, 0, 0, 0))
    c[laneid] = sums.x + sums.y + sums.z + sums.w
