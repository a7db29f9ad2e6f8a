#include "runtime/memory/block.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace kernelc::memory {

void BlockMap::Insert(Block& block) noexcept {
  std::size_t slot = Slot(block.data);
  Block* there = slots_[slot].load(std::memory_order_relaxed);
  while (there != nullptr && there != kRemoved) {
    slot = (slot + 1) & mask_;
    there = slots_[slot].load(std::memory_order_relaxed);
  }
  used_ += there == nullptr ? 1 : 0;
  ++live_;
  keys_[slot].store(block.data, std::memory_order_relaxed);
  slots_[slot].store(&block, std::memory_order_release);
}

void BlockMap::Remove(DevicePointer data) noexcept {
  for (std::size_t slot = Slot(data);; slot = (slot + 1) & mask_) {
    Block* const block = slots_[slot].load(std::memory_order_relaxed);
    if (block == nullptr) {
      return;
    }
    if (block != kRemoved && keys_[slot].load(std::memory_order_relaxed) == data) {
      slots_[slot].store(kRemoved, std::memory_order_release);
      --live_;
      return;
    }
  }
}

void BlockMap::Renew() {
  constexpr std::size_t kLeast = 1024;
  const std::size_t old_count = slots_ == nullptr ? 0 : mask_ + 1;
  const std::size_t count = std::max(kLeast, std::bit_ceil(8 * live_));
  const auto old = std::exchange(slots_, std::make_unique<std::atomic<Block*>[]>(count));
  keys_ = std::make_unique<std::atomic<DevicePointer>[]>(count);
  mask_ = count - 1;
  used_ = 0;
  live_ = 0;
  for (std::size_t slot = 0; slot < old_count; ++slot) {
    Block* const block = old[slot].load(std::memory_order_relaxed);
    if (block != nullptr && block != kRemoved) {
      Insert(*block);
    }
  }
}

}  // namespace kernelc::memory
