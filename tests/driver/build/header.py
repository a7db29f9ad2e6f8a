# RUN: kernelc build %s --emit header --code file --target sm_90 --namespace my::kernels
from kernelc import *

# A keyword of C++, a name that is one of ours, a function within another.
@kernel
def k(new: float32[::1], launch: int64):
    new[0] = launch

def outer():
    @kernel("void(boolean, float32[:, :])")
    def inner(flag, a):
        if flag:
            a[0, 0] = 1.0
# CHECK-SUBSET: namespace my::kernels {
# CHECK-SUBSET: inline namespace key_{{[0-9a-f]+}} {
# CHECK-SUBSET: inline void k(const ::kernelc::LaunchConfig& launch,
# CHECK-SUBSET:     const ::kernelc::ArrayView<float, 1>& new_,
# CHECK-SUBSET:     ::kernelc::generated::Exact<std::int64_t> launch_) {
# CHECK-SUBSET: inline void outer_inner(const ::kernelc::LaunchConfig& launch,
# CHECK-SUBSET:     ::kernelc::generated::Exact<bool> flag,
# CHECK-SUBSET: inline void LoadImage(const std::string& path)
