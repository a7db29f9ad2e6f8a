// Events of the CPU device.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>

#include "runtime/backend/backend.h"
#include "runtime/cpu/queue.h"

namespace kernelc::cpu {

// Shared with the marks that are still queued, which may outlive the event.
struct EventState {
  std::mutex mutex;
  std::condition_variable reached_changed;
  // Marks are numbered; the event means the last one.
  std::uint64_t recorded = 0;
  std::uint64_t reached = 0;
  std::chrono::steady_clock::time_point time;
};

class CpuEvent final : public backend::Event {
 public:
  CpuEvent(std::shared_ptr<backend::Context> context, bool timing);

  void* native_handle() const noexcept override { return nullptr; }
  backend::Status DoRecord(backend::Stream& stream) override;
  backend::Status DoSynchronize() override;
  backend::Status DoQuery(bool* done) override;
  backend::Status GetElapsed(backend::Event& end, float* milliseconds) override;
  // Work enqueued in `queue` from now on waits for the last mark.
  backend::Status WaitIn(Queue& queue);

 private:
  // The time of the last mark; what is the matter when there is none or it is not reached, else null.
  const char* GetTime(std::chrono::steady_clock::time_point* time);

  std::shared_ptr<EventState> state_;
};

}  // namespace kernelc::cpu
