// Figures that resources keep.
#pragma once

#include <algorithm>
#include <cstdint>
#include <mutex>

#include "kernelc/memory_stats.h"

namespace kernelc::memory {

inline void Add(MemoryCount& count, std::uint64_t amount) noexcept {
  count.current += amount;
  count.added += amount;
  count.peak = std::max(count.peak, count.current);
}

inline void Remove(MemoryCount& count, std::uint64_t amount) noexcept {
  count.current -= amount;
  count.removed += amount;
}

inline void ResetPeaks(MemoryStats& stats) noexcept {
  for (MemoryCount* const count : {&stats.allocated_bytes, &stats.requested_bytes,
                                   &stats.reserved_bytes, &stats.allocations, &stats.segments}) {
    count->peak = count->current;
  }
}

// Of a resource each of whose allocations is one of what is below, so that nothing is held. Any
// thread may count.
class Ledger {
 public:
  void Allocated(std::uint64_t bytes) {
    const std::lock_guard lock(mutex_);
    Add(stats_.allocated_bytes, bytes);
    Add(stats_.requested_bytes, bytes);
    Add(stats_.reserved_bytes, bytes);
    Add(stats_.allocations, 1);
    Add(stats_.segments, 1);
  }
  void Freed(std::uint64_t bytes) {
    const std::lock_guard lock(mutex_);
    Remove(stats_.allocated_bytes, bytes);
    Remove(stats_.requested_bytes, bytes);
    Remove(stats_.reserved_bytes, bytes);
    Remove(stats_.allocations, 1);
    Remove(stats_.segments, 1);
  }
  void RanOut() {
    const std::lock_guard lock(mutex_);
    ++stats_.out_of_memory;
  }
  MemoryStats Get() {
    const std::lock_guard lock(mutex_);
    return stats_;
  }
  void ResetPeaks() {
    const std::lock_guard lock(mutex_);
    memory::ResetPeaks(stats_);
  }

 private:
  std::mutex mutex_;
  MemoryStats stats_;
};

}  // namespace kernelc::memory
