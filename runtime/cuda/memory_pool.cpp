// Pools of the driver, for allocations in the order of streams.
#include <limits>
#include <utility>

#include "runtime/backend/text.h"
#include "runtime/cuda/context.h"

namespace kernelc::cuda {
namespace {

using backend::Status;

class CudaPool final : public backend::AsyncPool {
 public:
  CudaPool(CudaContext& context, MemPoolHandle pool) : context_(context), pool_(pool) {}
  ~CudaPool() override {
    if (!context_.gone()) {
      CurrentContext current(context_);
      context_.ReportUnlessGone(current.ok() ? DRIVER_CALL(cuMemPoolDestroy, pool_)
                                             : current.TakeStatus());
    }
  }

  Status Allocate(std::size_t bytes, backend::Stream& stream, DevicePointer* data) override {
    KC_ENTER_CONTEXT(context_);
    DriverPointer pointer = 0;
    KC_RETURN_IF_FAILED(
        context_.NoteAllocation(DRIVER_CALL(cuMemAllocFromPoolAsync, &pointer, bytes, pool_,
                                            static_cast<CudaStream&>(stream).handle()),
                                bytes));
    *data = pointer;
    return {};
  }
  Status Free(DevicePointer data, backend::Stream& stream) override {
    if (context_.gone()) {
      return {};
    }
    CurrentContext current(context_);
    return context_.UnlessGone(
        current.ok() ? DRIVER_CALL(cuMemFreeAsync, data, static_cast<CudaStream&>(stream).handle())
                     : current.TakeStatus());
  }
  Status Trim() override {
    KC_ENTER_CONTEXT(context_);
    return context_.Note(DRIVER_CALL(cuMemPoolTrimTo, pool_, std::size_t{0}));
  }
  Status GetReserved(std::uint64_t* bytes) override {
    KC_ENTER_CONTEXT(context_);
    return context_.Note(DRIVER_CALL(cuMemPoolGetAttribute, pool_, int{kMemPoolReserved},
                                     static_cast<void*>(bytes)));
  }

 private:
  CudaContext& context_;
  MemPoolHandle pool_;
};

}  // namespace

Status CudaContext::CreatePool(std::unique_ptr<backend::AsyncPool>* pool) {
  KC_ENTER_CONTEXT(*this);
  MemPoolProps props;
  props.kind = kMemAllocationPinned;
  props.location_kind = kMemLocationDevice;
  props.location = device_.ordinal();
  MemPoolHandle handle = nullptr;
  Status status = DRIVER_CALL(cuMemPoolCreate, &handle, &props);
  if (!status.ok() && status.info().code == ErrorCode::NotSupported) {
    status.info().message = "the driver has no pools of memory; they came with CUDA 11.2";
  }
  KC_RETURN_IF_FAILED(Note(std::move(status)));
  auto made = std::make_unique<CudaPool>(*this, handle);
  // Kept until it is trimmed, not until the next synchronisation.
  std::uint64_t threshold = std::numeric_limits<std::uint64_t>::max();
  KC_RETURN_IF_FAILED(Note(DRIVER_CALL(cuMemPoolSetAttribute, handle, int{kMemPoolReleaseThreshold},
                                       static_cast<void*>(&threshold))));
  *pool = std::move(made);
  return {};
}

}  // namespace kernelc::cuda
