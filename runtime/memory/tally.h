// What is allocated and freed: counted by each thread for itself, without atomics, and told to a
// total now and then.
//
// What was added and removed adds up exactly once all have told. The highest that the total ever
// was is seen by nobody: each thread keeps the highest of its own share, and tells it as if the
// others stood where they last told. So a peak is exact while one thread counts, and with several
// it is off by at most what the others added or removed since they last told.
#pragma once

#include <algorithm>
#include <cstdint>

#include "kernelc/memory_stats.h"

namespace kernelc::memory {

// What one thread counted since it last told.
class Counter {
 public:
  void Add(std::uint64_t amount) noexcept {
    added_ += amount;
    highest_ = std::max(highest_, Net());
  }
  void Remove(std::uint64_t amount) noexcept { removed_ += amount; }

 private:
  friend class Total;
  // Below zero in a thread that frees what others allocated.
  std::int64_t Net() const noexcept { return static_cast<std::int64_t>(added_ - removed_); }

  std::uint64_t added_ = 0;
  std::uint64_t removed_ = 0;
  std::int64_t highest_ = 0;
};

// Of one quantity, as far as threads told. Whoever uses it has a lock.
class Total {
 public:
  void Hear(Counter& counter) noexcept {
    peak_ = std::max(peak_, Current() + counter.highest_);
    added_ += counter.added_;
    removed_ += counter.removed_;
    counter = {};
  }
  void ResetPeak() noexcept { peak_ = Current(); }
  std::uint64_t current() const noexcept {
    return static_cast<std::uint64_t>(std::max(Current(), std::int64_t{0}));
  }
  std::uint64_t peak() const noexcept { return static_cast<std::uint64_t>(peak_); }
  // Once all have told.
  MemoryCount Count() const noexcept { return {current(), peak(), added_, removed_}; }

 private:
  // Below zero while a block's end was told and its beginning was not.
  std::int64_t Current() const noexcept { return static_cast<std::int64_t>(added_ - removed_); }

  std::uint64_t added_ = 0;
  std::uint64_t removed_ = 0;
  std::int64_t peak_ = 0;
};

// The quantities that every allocation and every free changes.
template <typename Quantity>
struct Quantities {
  Quantity allocated;
  Quantity requested;
  Quantity count;
};

struct Tally : Quantities<Counter> {
  void Add(std::uint64_t block_bytes, std::uint64_t requested_bytes) noexcept {
    allocated.Add(block_bytes);
    requested.Add(requested_bytes);
    count.Add(1);
  }
  void Remove(std::uint64_t block_bytes, std::uint64_t requested_bytes) noexcept {
    allocated.Remove(block_bytes);
    requested.Remove(requested_bytes);
    count.Remove(1);
  }
};

struct Totals : Quantities<Total> {
  void Hear(Tally& tally) noexcept {
    allocated.Hear(tally.allocated);
    requested.Hear(tally.requested);
    count.Hear(tally.count);
  }
  void ResetPeaks() noexcept {
    allocated.ResetPeak();
    requested.ResetPeak();
    count.ResetPeak();
  }
};

}  // namespace kernelc::memory
