// Events of a CUDA device.
#pragma once

#include <atomic>
#include <memory>

#include "runtime/backend/backend.h"
#include "runtime/cuda/context.h"

namespace kernelc::cuda {

class CudaEvent final : public backend::Event {
 public:
  // Takes over `handle`.
  CudaEvent(std::shared_ptr<backend::Context> context, EventHandle handle, bool timing)
      : Event(std::move(context), timing), handle_(handle) {}
  ~CudaEvent() override;

  EventHandle handle() const noexcept { return handle_; }

  void* native_handle() const noexcept override { return handle_; }
  backend::Status DoRecord(backend::Stream& stream) override;
  backend::Status DoSynchronize() override;
  backend::Status DoQuery(bool* done) override;
  backend::Status GetElapsed(backend::Event& end, float* milliseconds) override;

 private:
  CudaContext& cuda_context() const noexcept { return static_cast<CudaContext&>(context()); }
  bool recorded() const noexcept { return recorded_.load(std::memory_order_relaxed); }
  backend::Status NotReady(const char* text) const;

  EventHandle handle_;
  // The driver has one answer for an event that was never recorded and for a bad handle.
  std::atomic<bool> recorded_{false};
};

}  // namespace kernelc::cuda
