// Our declarations of CUPTI's records against the toolkit's.
#include <cupti.h>

#include <cstddef>

#include "runtime/trace/cupti_types.h"

namespace kernelc::trace {
namespace {

#define KC_SAME(ours, our_field, theirs, their_field) \
  static_assert(offsetof(ours, our_field) == offsetof(theirs, their_field))

// The record of this toolkit, and the oldest one whose beginning is ours.
#if CUPTI_API_VERSION >= 130000
using Kernel = CUpti_ActivityKernel10;
using Copy = CUpti_ActivityMemcpy6;
#else
using Kernel = CUpti_ActivityKernel9;
using Copy = CUpti_ActivityMemcpy5;
#endif
KC_SAME(CuptiKernel, start, Kernel, start);
KC_SAME(CuptiKernel, end, Kernel, end);
KC_SAME(CuptiKernel, device, Kernel, deviceId);
KC_SAME(CuptiKernel, stream, Kernel, streamId);
KC_SAME(CuptiKernel, grid, Kernel, gridX);
KC_SAME(CuptiKernel, block, Kernel, blockX);
KC_SAME(CuptiKernel, correlation, Kernel, correlationId);
KC_SAME(CuptiKernel, name, Kernel, name);
KC_SAME(CuptiKernel, start, CUpti_ActivityKernel5, start);
KC_SAME(CuptiKernel, stream, CUpti_ActivityKernel5, streamId);
KC_SAME(CuptiKernel, name, CUpti_ActivityKernel5, name);
KC_SAME(CuptiTransfer, copy_kind, Copy, copyKind);
KC_SAME(CuptiTransfer, bytes, Copy, bytes);
KC_SAME(CuptiTransfer, start, Copy, start);
KC_SAME(CuptiTransfer, end, Copy, end);
KC_SAME(CuptiTransfer, device, Copy, deviceId);
KC_SAME(CuptiTransfer, stream, Copy, streamId);
KC_SAME(CuptiTransfer, copy_kind, CUpti_ActivityMemcpyPtoP4, copyKind);
KC_SAME(CuptiTransfer, bytes, CUpti_ActivityMemcpyPtoP4, bytes);
KC_SAME(CuptiTransfer, start, CUpti_ActivityMemcpyPtoP4, start);
KC_SAME(CuptiTransfer, device, CUpti_ActivityMemcpyPtoP4, deviceId);
KC_SAME(CuptiTransfer, stream, CUpti_ActivityMemcpyPtoP4, streamId);
KC_SAME(CuptiTransfer, bytes, CUpti_ActivityMemset4, bytes);
KC_SAME(CuptiTransfer, start, CUpti_ActivityMemset4, start);
KC_SAME(CuptiTransfer, end, CUpti_ActivityMemset4, end);
KC_SAME(CuptiTransfer, device, CUpti_ActivityMemset4, deviceId);
KC_SAME(CuptiTransfer, stream, CUpti_ActivityMemset4, streamId);
static_assert(kCuptiMemcpy == CUPTI_ACTIVITY_KIND_MEMCPY);
static_assert(kCuptiMemset == CUPTI_ACTIVITY_KIND_MEMSET);
static_assert(kCuptiConcurrentKernel == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
static_assert(kCuptiMemcpyPeer == CUPTI_ACTIVITY_KIND_MEMCPY2);
static_assert(int{kCuptiHostToDevice} == CUPTI_ACTIVITY_MEMCPY_KIND_HTOD);
static_assert(int{kCuptiDeviceToHost} == CUPTI_ACTIVITY_MEMCPY_KIND_DTOH);
static_assert(int{kCuptiDeviceToDevice} == CUPTI_ACTIVITY_MEMCPY_KIND_DTOD);
static_assert(int{kCuptiPeerToPeer} == CUPTI_ACTIVITY_MEMCPY_KIND_PTOP);

}  // namespace
}  // namespace kernelc::trace
