// Events of a CUDA device.
#pragma once

#include <atomic>
#include <cstdint>
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

  void* native_handle() const noexcept override {
    lent_.store(true, std::memory_order_relaxed);
    return handle_;
  }
  backend::Status DoRecord(backend::Stream& stream) override;
  backend::Status DoSynchronize() override;
  backend::Status DoQuery(bool* done) override;
  backend::Status GetElapsed(backend::Event& end, float* milliseconds) override;

 private:
  CudaContext& cuda_context() const noexcept { return static_cast<CudaContext&>(context()); }
  bool recorded() const noexcept { return records_.load(std::memory_order_relaxed) != 0; }
  // What was recorded before the driver was asked is reached, as its answer says.
  void NoteReached(std::uint64_t records) noexcept {
    reached_.store(records, std::memory_order_relaxed);
  }
  std::uint64_t records() const noexcept { return records_.load(std::memory_order_acquire); }
  // Whether the next event can have the handle: its last mark is known to be reached, and the
  // program does not know it.
  bool is_reusable() const noexcept {
    return reached_.load(std::memory_order_relaxed) == records() &&
           !lent_.load(std::memory_order_relaxed);
  }
  backend::Status NotReady(const char* text) const;

  EventHandle handle_;
  // Marks that are in effect: each is counted after the driver was told, so that a number that was
  // read before the driver said "reached" leaves out none of which it did not speak. The driver has
  // one answer for an event that was never recorded and for a bad handle.
  std::atomic<std::uint64_t> records_{0};
  std::atomic<std::uint64_t> reached_{0};
  // The program has the handle, and may have recorded it.
  mutable std::atomic<bool> lent_{false};
};

}  // namespace kernelc::cuda
