// Whether the packed arguments of a launch have the facts that a variant of its code assumes:
// alignment, sizes, order, small integers, no overlap. Worked out once, when the code is loaded; a
// check takes some nanoseconds for each array.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "runtime/abi/kernel_image.h"

namespace kernelc::backend {

class FactCheck {
 public:
  // Bytes of a buffer in which a variant gets its arguments where it does without some of them.
  static constexpr std::size_t kRoomBytes = 512;

  // `variant` is one of `general`. What cannot be checked never fits.
  FactCheck(const abi::KernelInfo& general, const abi::KernelInfo& variant);

  // The variant's buffer for the arguments in `params`, a buffer of the general code: `params`
  // itself, or a copy in `room`, aligned to 16 bytes. Null where a fact does not hold.
  const std::byte* Fit(const std::byte* params,
                       std::span<std::byte, kRoomBytes> room) const noexcept;

 private:
  struct Integer {
    abi::ScalarKind kind;
    std::uint32_t offset;
  };
  struct Array {
    // Of the address; extents follow, then strides where the general code has them.
    std::uint32_t offset;
    std::uint32_t element_size;
    std::uint8_t rank;
    // As the general code takes it, and as the variant does.
    abi::Layout given;
    abi::Layout wanted;
    abi::ArrayFacts facts;
    bool written;
  };
  // One record, by its address.
  struct Record {
    std::uint32_t offset;
    std::uint32_t size;
    bool written;
  };
  struct Copy {
    std::uint32_t from;
    std::uint32_t to;
    std::uint32_t bytes;
  };
  class Plan;

  bool Holds(const std::byte* params) const noexcept;

  std::vector<Integer> integers_;
  std::vector<Array> arrays_;
  std::vector<Record> records_;
  // None where both buffers are the same.
  std::vector<Copy> copies_;
  bool no_overlap_ = false;
  bool never_ = false;
};

}  // namespace kernelc::backend
