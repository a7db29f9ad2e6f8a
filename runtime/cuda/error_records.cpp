#include "runtime/cuda/error_records.h"

#include <algorithm>
#include <cstddef>
#include <new>
#include <utility>

#include "runtime/backend/device_fault.h"

namespace kernelc::cuda {

using backend::Status;

namespace {

// CU_MEMHOSTALLOC_DEVICEMAP, a macro of cuda.h.
constexpr unsigned kDeviceMap = 2;

}  // namespace

Status ErrorRecord::Attach(ModuleHandle module, abi::DeviceError* error) {
  error_ = error;
  DriverPointer device = 0;
  KC_RETURN_IF_FAILED(
      DRIVER_CALL(cuMemHostGetDevicePointer, &device, static_cast<void*>(error), 0U));
  const abi::CudaErrorState state{device, 0, 0};
  const void* const from = &state;
  const StreamHandle stream = nullptr;
  std::size_t bytes = 0;
  KC_RETURN_IF_FAILED(
      DRIVER_CALL(cuModuleGetGlobal, &state_, &bytes, module, abi::kCudaErrorState));
  KC_RETURN_IF_FAILED(DRIVER_CALL(cuMemcpyHtoDAsync, state_, from, sizeof state, stream));
  return DRIVER_CALL(cuStreamSynchronize, stream);
}

bool ErrorRecord::Take(ErrorInfo* info, Status* reset) {
  if (error_ == nullptr) {
    return false;
  }
  std::atomic_ref<std::int32_t> code(error_->code);
  if (code.load(std::memory_order_acquire) == 0) {
    return false;
  }
  // The image of a job has one kernel; of several, the place says more than a name could.
  const std::vector<abi::KernelInfo>& kernels = image_->kernels;
  const bool is_one = std::ranges::all_of(
      kernels, [&](const abi::KernelInfo& one) { return one.name == kernels.front().name; });
  const std::string kernel = is_one && !kernels.empty() ? kernels.front().name : "";
  *info = backend::DeviceFaultInfo(*image_, kernel, *error_);
  *error_ = abi::DeviceError();
  const StreamHandle stream = nullptr;
  const unsigned char zero = 0;
  *reset = DRIVER_CALL(cuMemsetD8Async, state_ + offsetof(abi::CudaErrorState, taken), zero,
                       sizeof(abi::CudaErrorState::taken), stream);
  if (reset->ok()) {
    *reset = DRIVER_CALL(cuStreamSynchronize, stream);
  }
  return true;
}

ErrorRecord::~ErrorRecord() {
  const std::lock_guard lock(records_.mutex_);
  std::erase(records_.records_, this);
}

void ErrorRecord::Retire() {
  const std::lock_guard lock(records_.mutex_);
  ErrorInfo info;
  Status reset;
  if (Take(&info, &reset)) {
    records_.left_.push_back(std::move(info));
  }
  if (error_ != nullptr) {
    records_.free_.push_back(std::exchange(error_, nullptr));
  }
}

Status ErrorRecords::Allocate(abi::DeviceError** error) {
  {
    const std::lock_guard lock(mutex_);
    if (!free_.empty()) {
      *error = free_.back();
      free_.pop_back();
      **error = abi::DeviceError();
      return {};
    }
  }
  void* memory = nullptr;
  KC_RETURN_IF_FAILED(
      DRIVER_CALL(cuMemHostAlloc, &memory, sizeof(abi::DeviceError), unsigned{kDeviceMap}));
  *error = new (memory) abi::DeviceError;
  return {};
}

Status ErrorRecords::Watch(ModuleHandle module, std::shared_ptr<const abi::KernelImage> image,
                           std::unique_ptr<ErrorRecord>* record) {
  if (image->locations.empty()) {
    return {};
  }
  abi::DeviceError* error = nullptr;
  KC_RETURN_IF_FAILED(Allocate(&error));
  auto made = std::make_unique<ErrorRecord>(*this, std::move(image));
  Status status = made->Attach(module, error);
  if (!status.ok()) {
    made->Retire();
    // Code for another device may be what reports.
    return status.info().driver_status == kErrorNotFound ? Status() : std::move(status);
  }
  const std::lock_guard lock(mutex_);
  records_.push_back(made.get());
  active_.store(true, std::memory_order_release);
  *record = std::move(made);
  return {};
}

Status ErrorRecords::FreeMemory() {
  const std::lock_guard lock(mutex_);
  Status first;
  for (abi::DeviceError* error : std::exchange(free_, {})) {
    void* const memory = error;
    Status status = DRIVER_CALL(cuMemFreeHost, memory);
    if (first.ok()) {
      first = std::move(status);
    }
  }
  return first;
}

Status ErrorRecords::TakeFromRecords() {
  const std::lock_guard lock(mutex_);
  std::vector<ErrorInfo> found = std::exchange(left_, {});
  for (ErrorRecord* record : records_) {
    ErrorInfo info;
    Status reset;
    if (record->Take(&info, &reset)) {
      found.push_back(std::move(info));
    }
    KC_RETURN_IF_FAILED(std::move(reset));
  }
  return found.empty() ? Status() : Status(std::move(found.front()));
}

}  // namespace kernelc::cuda
