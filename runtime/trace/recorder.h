// The timeline's observer.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "runtime/backend/backend.h"
#include "runtime/trace/device_clock.h"
#include "runtime/trace/timeline.h"

namespace kernelc::trace {

class Recorder final : public backend::Observer {
 public:
  static Recorder& Get();

  void Start(const TraceOptions& options);
  std::vector<OperationTime> Stop();
  bool records() const noexcept { return records_.load(std::memory_order_acquire); }
  bool own_ranges() const noexcept { return own_ranges_.load(std::memory_order_relaxed); }
  void SetOwnRanges(bool on) noexcept;
  std::string clock() const;
  Timeline& timeline() noexcept { return timeline_; }

  backend::Status Before(backend::Operation& op) override;
  void After(backend::Operation& op, const backend::Status& status) noexcept override;

 private:
  // What an operation's After() needs, and then what waits for the device.
  struct Call {
    std::int64_t begin = 0;
    bool ranged = false;
    // Work of a device: a span whose times are those of the marks.
    bool on_device = false;
    Span work;
    std::unique_ptr<Mark> from;
    std::unique_ptr<Mark> to;
  };

  void UpdateWatch() noexcept;
  bool TimesByCupti(const backend::Operation& op);
  void PrepareWork(backend::Operation& op, Call* call);
  void AddCall(const backend::Operation& op, const Call& call);
  void AddMemory(const backend::Operation& op);
  // With the lock: moves work that is done into the timeline. `all`: forgets what is left.
  void Collect(bool all);

  Timeline timeline_;
  std::atomic<bool> records_{false};
  std::atomic<bool> own_ranges_{false};
  std::atomic<std::uint64_t> flows_{0};
  mutable std::mutex mutex_;
  std::string path_;
  // Of GPUs; empty before one was used.
  std::string clock_;
  bool by_cupti_ = false;
  DeviceClock device_clock_;
  std::deque<std::unique_ptr<Call>> pending_;
  std::unordered_map<DevicePointer, std::size_t> sizes_;
  std::unordered_map<const backend::Context*, std::uint64_t> in_use_;
};

// A GPU is used: a trace that the environment asked for ends before the driver does.
void StopBeforeDriver();

}  // namespace kernelc::trace
