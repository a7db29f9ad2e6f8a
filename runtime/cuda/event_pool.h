// Events that nobody uses any more, kept for the next ones: making one takes the driver as long as
// several calls of the runtime.
#pragma once

#include <array>
#include <cstddef>
#include <mutex>
#include <vector>

#include "runtime/cuda/driver_types.h"

namespace kernelc::cuda {

// Of one context. May be shared between threads.
class EventPool {
 public:
  // An event whose last mark is reached, so that it is like a new one for all but elapsed times;
  // null where there is none.
  EventHandle Take(bool timing) noexcept;
  // Takes over an event whose last mark is reached or that has none; false, and nothing is taken
  // over, when there are enough.
  bool Give(EventHandle event, bool timing) noexcept;
  // All that are there, to be destroyed by the caller.
  std::vector<EventHandle> TakeAll();

 private:
  static constexpr std::size_t kMost = 64;
  struct Stack {
    std::array<EventHandle, kMost> events;
    std::size_t count = 0;
  };

  std::mutex mutex_;
  // Without timing, and with it.
  std::array<Stack, 2> stacks_;
};

}  // namespace kernelc::cuda
