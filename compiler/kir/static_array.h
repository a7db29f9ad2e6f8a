// The extents and alignment of a shared_array or local_array: the list of its attribute holds the extents, and behind them
// the alignment as a negative number where it is above the one that every array has.
#pragma once

#include <cstdint>
#include <span>

#include "compiler/kir/kir.h"

namespace kernelc::kir {

// Every array begins at a multiple of this, so that vector accesses are possible.
inline constexpr std::uint32_t kLeastArrayAlign = 16;
// The CPU device's memory of blocks and threads begins at multiples of this.
inline constexpr std::uint32_t kMostArrayAlign = 1024;

inline std::span<const std::int64_t> StaticExtents(const Function& function, const Inst& array) {
  const std::span<const std::int64_t> list =
      function.int_lists[static_cast<std::size_t>(array.imm)];
  return !list.empty() && list.back() < 0 ? list.first(list.size() - 1) : list;
}

inline std::uint32_t StaticAlign(const Function& function, const Inst& array) {
  const std::span<const std::int64_t> list =
      function.int_lists[static_cast<std::size_t>(array.imm)];
  return !list.empty() && list.back() < 0 ? static_cast<std::uint32_t>(-list.back())
                                          : kLeastArrayAlign;
}

}  // namespace kernelc::kir
