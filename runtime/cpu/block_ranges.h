// How the blocks of one launch are dealt out: each thread has a range of neighbours of its own, the same
// in every launch, so that a core meets the memory again that it has in its caches. Who has no more
// takes half of what another one has left.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>

namespace kernelc::cpu {

// Thread-safe. Blocks that nobody has begun, and whose thread has not come, are taken lowest first, and
// each thread goes upwards: a block that waits for an earlier one does not wait for one that never runs.
class BlockRanges {
 public:
  struct Range {
    std::uint64_t first = 0;
    // 0: nothing is left.
    std::uint64_t count = 0;
  };

  BlockRanges(const BlockRanges&) = delete;
  BlockRanges& operator=(const BlockRanges&) = delete;
  // Splits `blocks` blocks among `threads` threads, at least one of each.
  BlockRanges(std::uint64_t blocks, unsigned threads) noexcept
      : blocks_(blocks), homes_count_(std::min<std::uint32_t>(threads, kMaxHomes)) {
    const std::uint64_t wanted =
        homes_count_ == 1 ? 1 : std::uint64_t{homes_count_} * kUnitsPerHome;
    unit_ = (blocks + wanted - 1) / wanted;
    const std::uint64_t units = (blocks + unit_ - 1) / unit_;
    for (std::uint32_t i = 0; i < homes_count_; ++i) {
      new (&memory_[i * sizeof(Home)])
          Home{Pack(units * i / homes_count_, units * (i + 1) / homes_count_), false};
    }
  }

  // What the thread with this number is to run next. Numbers may be any; each means a range of its own
  // as far as there are that many.
  Range Next(unsigned thread) noexcept {
    Home& own = HomeOf(thread % homes_count_);
    own.begun.store(true, std::memory_order_relaxed);
    while (true) {
      if (const Units units = TakeFront(own); units.begin < units.end) {
        return RangeOf(units);
      }
      const Units stolen = Steal();
      if (stolen.begin == stolen.end) {
        return {};
      }
      std::uint64_t left = own.left.load(std::memory_order_relaxed);
      const Units now = Unpack(left);
      if (now.begin < now.end ||
          !own.left.compare_exchange_strong(left, Pack(stolen.begin, stolen.end),
                                            std::memory_order_relaxed)) {
        // Another thread with this home was faster.
        return RangeOf(stolen);
      }
    }
  }

 private:
  static constexpr std::uint32_t kMaxHomes = 64;
  // Small enough to balance.
  static constexpr std::uint64_t kUnitsPerHome = 64;
  // The part of its range that a thread takes at once: large ones amortise taking them.
  static constexpr std::uint64_t kPieces = 8;

  // [begin, end), in runs of `unit_` blocks.
  struct Units {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
  };
  // On a cache line of its own.
  struct alignas(64) Home {
    std::atomic<std::uint64_t> left;
    std::atomic<bool> begun;
  };

  static constexpr std::uint64_t Pack(std::uint64_t begin, std::uint64_t end) {
    return begin << 32 | end;
  }
  static constexpr Units Unpack(std::uint64_t packed) { return {packed >> 32, packed & 0xffffffffU}; }

  Home& HomeOf(std::uint32_t number) {
    return *std::launder(reinterpret_cast<Home*>(&memory_[number * sizeof(Home)]));
  }

  Range RangeOf(Units units) const {
    const std::uint64_t first = units.begin * unit_;
    return {first, std::min(units.end * unit_, blocks_) - first};
  }

  static Units TakeFront(Home& home) {
    std::uint64_t left = home.left.load(std::memory_order_relaxed);
    while (true) {
      const Units units = Unpack(left);
      const std::uint64_t middle = units.begin + (units.end - units.begin + kPieces - 1) / kPieces;
      if (units.begin == units.end || home.left.compare_exchange_weak(left, Pack(middle, units.end),
                                                                      std::memory_order_relaxed)) {
        return {units.begin, middle};
      }
    }
  }

  // The upper half of what a thread has left, or all of what nobody has begun. Empty: there is nothing.
  Units Steal() {
    for (std::uint32_t i = 0; i < homes_count_; ++i) {
      Home& home = HomeOf(i);
      std::uint64_t left = home.left.load(std::memory_order_relaxed);
      for (Units units = Unpack(left); units.begin < units.end; units = Unpack(left)) {
        const bool begun = home.begun.load(std::memory_order_relaxed);
        const std::uint64_t middle =
            begun ? units.begin + (units.end - units.begin) / 2 : units.begin;
        if (home.left.compare_exchange_weak(left, Pack(units.begin, middle),
                                                 std::memory_order_relaxed)) {
          return {middle, units.end};
        }
      }
    }
    return {};
  }

  const std::uint64_t blocks_;
  const std::uint32_t homes_count_;
  std::uint64_t unit_ = 1;
  // Of as many homes as there are: small launches feel what it costs to clear more.
  alignas(Home) std::byte memory_[kMaxHomes * sizeof(Home)];
};

}  // namespace kernelc::cpu
