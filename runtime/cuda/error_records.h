// Errors that device code reports (runtime/abi/device_error.h): records in pinned memory that kernels
// write and synchronisation looks at.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "runtime/abi/device_error.h"
#include "runtime/abi/kernel_image.h"
#include "runtime/backend/status.h"
#include "runtime/cuda/driver_api.h"

namespace kernelc::cuda {

class ErrorRecords;

// The record of one module. Stays registered while it lives.
class ErrorRecord {
 public:
  ErrorRecord(ErrorRecords& records, std::shared_ptr<const abi::KernelImage> image)
      : records_(records), image_(std::move(image)) {}
  ~ErrorRecord();
  ErrorRecord(const ErrorRecord&) = delete;
  ErrorRecord& operator=(const ErrorRecord&) = delete;
  // To be called before the module goes, unless its context is broken: what was reported and not
  // taken is kept for the next synchronisation, and the memory for another record. The context is
  // current.
  void Retire();

 private:
  friend class ErrorRecords;
  backend::Status Attach(ModuleHandle module, abi::DeviceError* error);
  // True, and what it says, when code reported an error since the last time.
  bool Take(ErrorInfo* info, backend::Status* reset);

  ErrorRecords& records_;
  std::shared_ptr<const abi::KernelImage> image_;
  // Pinned; the device writes it.
  abi::DeviceError* error_ = nullptr;
  // The module's abi::CudaErrorState.
  DriverPointer state_ = 0;
};

// The records of a context. Where no module can report, a look costs one load.
class ErrorRecords {
 public:
  // Null for a module whose code reports nothing. The context is current. Blocks.
  backend::Status Watch(ModuleHandle module, std::shared_ptr<const abi::KernelImage> image,
                        std::unique_ptr<ErrorRecord>* record);
  // The first error that was reported; more of the same kernels are dropped with it. The context is
  // current, and work that may have reported is done. After an error blocks for a few microseconds.
  backend::Status TakeError() {
    return active_.load(std::memory_order_acquire) ? TakeFromRecords() : backend::Status();
  }
  // An error of work that no module reports, for the next TakeError().
  void Keep(ErrorInfo error) {
    const std::lock_guard lock(mutex_);
    left_.push_back(std::move(error));
    active_.store(true, std::memory_order_release);
  }
  // Frees the memory of retired records. The context is current.
  backend::Status FreeMemory();

 private:
  friend class ErrorRecord;
  backend::Status TakeFromRecords();
  backend::Status Allocate(abi::DeviceError** error);

  std::atomic<bool> active_{false};
  std::mutex mutex_;
  std::vector<ErrorRecord*> records_;
  // Of modules that are gone.
  std::vector<ErrorInfo> left_;
  // Memory of retired records, which a kernel that still runs may write to.
  std::vector<abi::DeviceError*> free_;
};

}  // namespace kernelc::cuda
