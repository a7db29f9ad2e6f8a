// Memory for blocks: their shared arrays, and what their threads keep from one loop to the next.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>

#include "runtime/abi/cpu_abi.h"

namespace kernelc::cpu {

// Grows, and is kept for the next block. Contents are lost when it grows.
class BlockMemory {
 public:
  // At least `bytes`, aligned for any array, with the padding that abi::CpuWorker promises; null
  // when there is no memory.
  std::byte* Get(std::size_t bytes) {
    if (bytes > size_ || memory_ == nullptr) {
      const std::size_t rounded = (bytes / kAlignment + 1) * kAlignment;
      memory_.reset();
      memory_.reset(
          static_cast<std::byte*>(std::aligned_alloc(kAlignment, rounded + 2 * kAlignment)));
      size_ = memory_ != nullptr ? rounded : 0;
    }
    return memory_ != nullptr ? memory_.get() + kAlignment : nullptr;
  }

 private:
  // What shared and local arrays may ask for.
  static constexpr std::size_t kAlignment = 1024;
  static_assert(kAlignment >= abi::kCpuWorkerPadding);

  struct Free {
    void operator()(std::byte* memory) const noexcept { std::free(memory); }
  };

  std::unique_ptr<std::byte, Free> memory_;
  std::size_t size_ = 0;
};

}  // namespace kernelc::cpu
