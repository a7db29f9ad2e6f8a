// A piece of a segment, and how to find the one at an address.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "runtime/memory/uses.h"

namespace kernelc::memory {

struct Segment;
struct Site;

enum class BlockState : std::uint8_t {
  // In the program's hands.
  Allocated,
  // In a thread's cache.
  Cached,
  // In a heap, where neighbours are joined.
  Free,
  // Freed, while streams that used it are not done.
  Pending,
};

// Of blocks that any stream may use at once.
inline constexpr std::uint64_t kIdle = 0;

// Two threads that use different blocks share no line of the processor's caches.
struct alignas(64) Block {
  DevicePointer data = 0;
  std::uint64_t bytes = 0;
  std::uint64_t requested = 0;
  // The stream in whose order it was allocated or freed, by number.
  std::uint64_t stream = kIdle;
  // Of its heap's frees, the number of this one.
  std::uint64_t serial = 0;
  std::atomic<BlockState> state{BlockState::Free};
  Segment* segment = nullptr;
  // Neighbours in the segment.
  Block* before = nullptr;
  Block* after = nullptr;
  // In a list of free blocks.
  Block* previous = nullptr;
  Block* next = nullptr;
  // Where it was allocated; null where that is not recorded.
  const Site* site = nullptr;
  // Streams that use it besides its own; mostly null.
  std::unique_ptr<StreamUses> uses;
  // Pending: what has to be reached.
  StreamUses::Marks marks;
};

// Taken from the resource below in one piece.
struct Segment {
  DevicePointer data = 0;
  std::uint64_t bytes = 0;
  bool is_small = false;
  // At its start.
  Block* first = nullptr;
};

// Blocks by their addresses. Found without a lock while others are put in and taken out under one:
// who looks for a block that it got from the program finds it, since nobody takes that one out.
class BlockMap {
 public:
  BlockMap() { Renew(); }

  Block* Find(DevicePointer data) const noexcept {
    for (std::size_t slot = Slot(data);; slot = (slot + 1) & mask_) {
      Block* const block = slots_[slot].load(std::memory_order_acquire);
      if (block == nullptr) {
        return nullptr;
      }
      if (block != kRemoved && keys_[slot].load(std::memory_order_relaxed) == data) {
        return block;
      }
    }
  }
  // Under the lock; of an address that has no block, where there is room.
  void Insert(Block& block) noexcept;
  void Remove(DevicePointer data) noexcept;
  bool has_room(std::size_t more) const noexcept { return 2 * (used_ + more) <= mask_; }
  // Makes room. Nobody may be looking for blocks.
  void Renew();

 private:
  // Addresses are multiples of 256: their product with an odd number spreads them over the upper
  // bits.
  std::size_t Slot(DevicePointer data) const noexcept {
    constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15;
    return static_cast<std::size_t>((data * kOdd) >> 32) & mask_;
  }
  static inline Block* const kRemoved = reinterpret_cast<Block*>(std::uintptr_t{1});

  std::size_t mask_ = 0;
  std::unique_ptr<std::atomic<DevicePointer>[]> keys_;
  std::unique_ptr<std::atomic<Block*>[]> slots_;
  // Slots that are not empty, and those with a block.
  std::size_t used_ = 0;
  std::size_t live_ = 0;
};

}  // namespace kernelc::memory
