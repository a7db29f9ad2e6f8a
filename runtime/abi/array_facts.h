// The facts that hold for an array of a launch, by its address, extents and strides.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "runtime/abi/arg_type.h"

namespace kernelc::abi {

// An array as device code gets it. Extents in elements, strides in bytes: int64 in a row, at any
// address; borrowed.
struct ArrayPlace {
  std::uint64_t data = 0;
  std::size_t rank = 0;
  const void* extents = nullptr;
  const void* strides = nullptr;
  std::uint32_t element_size = 0;
  Layout layout = Layout::C;

  std::int64_t extent(std::size_t d) const noexcept { return At(extents, d); }
  std::int64_t stride(std::size_t d) const noexcept { return At(strides, d); }

 private:
  // One load.
  static std::int64_t At(const void* values, std::size_t d) noexcept {
    std::int64_t value = 0;
    std::memcpy(&value, static_cast<const std::byte*>(values) + d * sizeof value, sizeof value);
    return value;
  }
};

inline ArrayFacts FactsOf(const ArrayPlace& array) noexcept {
  ArrayFacts facts;
  facts.aligned16 = array.data % 16 == 0;
  facts.aligned_rows = facts.aligned16 && array.rank > 1 && array.layout == Layout::C &&
                       array.extent(array.rank - 1) * std::int64_t{array.element_size} % 16 == 0;
  constexpr std::int64_t kLimit = std::int64_t{1} << 31;
  // Leaves room for sums of two places.
  constexpr std::int64_t kMaxExtent = std::int64_t{1} << 30;
  std::int64_t reach = array.element_size;
  bool small = true;
  for (std::size_t d = 0; d < array.rank && small; ++d) {
    const std::int64_t extent = array.extent(d);
    const std::int64_t step = array.stride(d);
    const std::int64_t stride = step < 0 ? -step : step;
    std::int64_t distance = 0;
    small = extent >= 0 && extent <= kMaxExtent &&
            !__builtin_mul_overflow(extent > 0 ? extent - 1 : 0, stride, &distance) &&
            distance < kLimit;
    reach += small ? distance : 0;
  }
  facts.small = small && reach < kLimit;
  return facts;
}

// The bytes that an array may touch: [begin, end). Nothing for one without elements.
struct AddressRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

inline AddressRange RangeOf(const ArrayPlace& array) noexcept {
  AddressRange range{array.data, array.data};
  for (std::size_t d = 0; d < array.rank; ++d) {
    if (array.extent(d) <= 0) {
      return {array.data, array.data};
    }
    const std::int64_t reach = (array.extent(d) - 1) * array.stride(d);
    (reach < 0 ? range.begin : range.end) += static_cast<std::uint64_t>(reach);
  }
  range.end += array.element_size;
  return range;
}

}  // namespace kernelc::abi
