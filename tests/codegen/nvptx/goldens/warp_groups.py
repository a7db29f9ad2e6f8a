# RUN: kernelc build %s --emit ptx --target sm_90a
# CHECK-SUBSET: .extern .shared .align 1024 .b8 kernelc_dynamic_shared[];
# CHECK-SUBSET: fence.proxy.async.shared::cta;
# CHECK-SUBSET: wgmma.fence.sync.aligned;
# CHECK-SUBSET: wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16
# CHECK-SUBSET: wgmma.commit_group.sync.aligned;
# CHECK-SUBSET: wgmma.wait_group.sync.aligned 0;
from kernelc import *

EACH = tuple(range(32))


@kernel
def product(c: float32[::1]):
    tiles = shared.array(0, bfloat16)
    sums = local.array(32, float32)
    for i in literal_unroll(EACH):
        sums[i] = 0
    tiles[threadIdx.x] = 1
    fence_proxy_async()
    syncthreads()
    wgmma_fence()
    wgmma(64, sums, tiles, 0, tiles, 4096, b_trans=True, b_step=4096)
    wgmma_commit()
    wgmma_wait(0, 64, sums)
    for i in literal_unroll(EACH):
        c[threadIdx.x * 32 + i] = sums[i]
