// Compares runtime/cuda/driver_types.h and the tables with the toolkit's cuda.h. All of it is done
// by the compiler: that this file compiles is the test.
#if __has_include(<cublas_v2.h>)
#include <cublas_v2.h>
#endif
#if __has_include(<nccl.h>)
#include <nccl.h>
#endif
#include <cuda.h>
#include <cudaProfiler.h>

#include <cstddef>
#include <tuple>
#include <type_traits>

#include "runtime/cuda/driver_types.h"
#include "runtime/cuda/nccl.h"

namespace kernelc::cuda {
namespace {

#define KC_DRIVER_CONSTANT(name, value, spelling) \
  static_assert(name == static_cast<int>(::spelling), #spelling);
#include "runtime/cuda/driver_constants.def"

#ifdef CUBLAS_VER_MAJOR
#define KC_CUBLAS_STATUS(name, value) static_assert((value) == static_cast<int>(::name), #name);
#include "runtime/cuda/cublas_functions.def"
// Handles of cuBLAS and streams are addresses, and results are numbers.
static_assert(sizeof(::cublasHandle_t) == sizeof(void*) && sizeof(::cublasStatus_t) == sizeof(int));
static_assert(std::is_same_v<decltype(&::cublasCreate_v2), ::cublasStatus_t (*)(::cublasHandle_t*)>);
static_assert(std::is_same_v<decltype(&::cublasDestroy_v2), ::cublasStatus_t (*)(::cublasHandle_t)>);
static_assert(std::is_same_v<decltype(&::cublasSetStream_v2),
                             ::cublasStatus_t (*)(::cublasHandle_t, ::cudaStream_t)>);
#endif

#ifdef NCCL_MAJOR
#define KC_NCCL_RESULT(name, value) static_assert((value) == static_cast<int>(::name), #name);
#include "runtime/cuda/nccl_functions.def"
static_assert(sizeof(::ncclUniqueId) == sizeof(NcclUniqueId) && sizeof(::ncclDataType_t) == sizeof(int) &&
              sizeof(::ncclRedOp_t) == sizeof(int));
static_assert(::ncclInt8 == 0 && ::ncclUint8 == 1 && ::ncclInt32 == 2 && ::ncclUint32 == 3 && ::ncclInt64 == 4 &&
              ::ncclUint64 == 5 && ::ncclFloat16 == 6 && ::ncclFloat32 == 7 && ::ncclFloat64 == 8 &&
              ::ncclBfloat16 == 9);
static_assert(::ncclSum == 0 && ::ncclProd == 1 && ::ncclMax == 2 && ::ncclMin == 3);
// As many arguments, each of the same size: enumerations are numbers, handles are addresses.
template <typename Ours, typename... Theirs>
constexpr bool kAlike = false;
template <typename... Ours, typename R, typename... Theirs>
constexpr bool kAlike<NcclResult (*)(Ours...), R (*)(Theirs...)> = ((sizeof(Ours) == sizeof(Theirs)) && ...);
#define KC_NCCL_FUNCTION(name, parameters) \
  static_assert(kAlike<NcclResult(*) parameters, decltype(&::name)>, #name);
#include "runtime/cuda/nccl_functions.def"
#endif

static_assert(kHostAllocPortable == CU_MEMHOSTALLOC_PORTABLE);
static_assert(kHostAllocMapped == CU_MEMHOSTALLOC_DEVICEMAP);
static_assert(kHostAllocWriteCombined == CU_MEMHOSTALLOC_WRITECOMBINED);
static_assert(kHostRegisterPortable == CU_MEMHOSTREGISTER_PORTABLE);
static_assert(kHostRegisterMapped == CU_MEMHOSTREGISTER_DEVICEMAP);
static_assert(sizeof(Copy2d) == sizeof(::CUDA_MEMCPY2D));
static_assert(offsetof(Copy2d, from_kind) == offsetof(::CUDA_MEMCPY2D, srcMemoryType));
static_assert(offsetof(Copy2d, from_device) == offsetof(::CUDA_MEMCPY2D, srcDevice));
static_assert(offsetof(Copy2d, from_pitch) == offsetof(::CUDA_MEMCPY2D, srcPitch));
static_assert(offsetof(Copy2d, to_x) == offsetof(::CUDA_MEMCPY2D, dstXInBytes));
static_assert(offsetof(Copy2d, to_kind) == offsetof(::CUDA_MEMCPY2D, dstMemoryType));
static_assert(offsetof(Copy2d, to_device) == offsetof(::CUDA_MEMCPY2D, dstDevice));
static_assert(offsetof(Copy2d, to_pitch) == offsetof(::CUDA_MEMCPY2D, dstPitch));
static_assert(offsetof(Copy2d, width) == offsetof(::CUDA_MEMCPY2D, WidthInBytes));
static_assert(offsetof(Copy2d, height) == offsetof(::CUDA_MEMCPY2D, Height));
static_assert(sizeof(Uuid) == sizeof(::CUuuid));
static_assert(sizeof(IpcMemHandle) == sizeof(::CUipcMemHandle));

static_assert(sizeof(KernelNodeParams) == sizeof(::CUDA_KERNEL_NODE_PARAMS_v1));
static_assert(offsetof(KernelNodeParams, shared_bytes) ==
              offsetof(::CUDA_KERNEL_NODE_PARAMS_v1, sharedMemBytes));
static_assert(offsetof(KernelNodeParams, extra) == offsetof(::CUDA_KERNEL_NODE_PARAMS_v1, extra));
static_assert(sizeof(ConditionNodeParams) == sizeof(::CUgraphNodeParams));
static_assert(offsetof(ConditionNodeParams, handle) == offsetof(::CUgraphNodeParams, conditional));
static_assert(offsetof(ConditionNodeParams, condition_type) ==
              offsetof(::CUgraphNodeParams, conditional.type));
static_assert(offsetof(ConditionNodeParams, bodies) ==
              offsetof(::CUgraphNodeParams, conditional.phGraph_out));

// The same number of parameters, each of the same size, and pointers where there are pointers.
template <typename Ours, typename Theirs>
struct SameShape : std::false_type {};
template <typename... Ours, typename... Theirs>
struct SameShape<Result (*)(Ours...), ::CUresult (*)(Theirs...)> {
  static constexpr bool Compare() {
    if constexpr (sizeof...(Ours) != sizeof...(Theirs)) {
      return false;
    } else {
      return ((sizeof(Ours) == sizeof(Theirs) &&
               std::is_pointer_v<Ours> == std::is_pointer_v<Theirs>)&&...);
    }
  }
  static constexpr bool value = Compare();
};

// Before CUDA 13 the plain names of these were those of older forms.
#if CUDA_VERSION < 13000
#undef cuGraphAddNode
#define cuGraphAddNode cuGraphAddNode_v2
#undef cuStreamGetCaptureInfo
#define cuStreamGetCaptureInfo cuStreamGetCaptureInfo_v3
#undef cuStreamUpdateCaptureDependencies
#define cuStreamUpdateCaptureDependencies cuStreamUpdateCaptureDependencies_v2
#endif

// cuda.h renames functions to the newest version of their ABI by macros, and so does this; the
// table stays with older versions of these two, whose parameters are the same.
#define KC_DRIVER_FUNCTION(name, version, need, parameters) \
  static_assert(SameShape<Result(*) parameters, decltype(&::name)>::value, #name);
#include "runtime/cuda/driver_functions.def"

}  // namespace
}  // namespace kernelc::cuda
