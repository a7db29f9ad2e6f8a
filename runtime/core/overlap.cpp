// Whether arrays share memory: code may have been compiled for arrays that do not.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "kernelc/launch.h"

namespace kernelc {
namespace {

// The bytes that an array with elements may touch: [begin, end).
struct AddressRange {
  DevicePointer begin;
  DevicePointer end;
  bool written;
};

// Written where it stays: a copy would be one wide load of two narrow stores, which stalls.
void SetRange(const DeviceArrayAny& array, bool written, AddressRange* range) noexcept {
  range->begin = array.data();
  range->end = array.data();
  range->written = written;
  if (array.layout() != Layout::A) {
    range->end += array.nbytes();
    return;
  }
  for (std::size_t d = 0; d < array.ndim(); ++d) {
    const std::int64_t reach = (array.shape()[d] - 1) * array.strides()[d];
    (reach < 0 ? range->begin : range->end) += static_cast<DevicePointer>(reach);
  }
  range->end += array.element_size();
}

// More arrays than this are taken to overlap: the general code is always right.
constexpr std::size_t kMaxRanges = 64;
constexpr std::size_t kFewWritten = 4;

struct Ranges {
  void Add(const Arg& arg, bool is_written) noexcept {
    if (arg.kind() == abi::ArgKind::Array || arg.kind() == abi::ArgKind::Record) {
      if (arg.array().size() == 0) {
        return;
      }
      if (count == kMaxRanges) {
        too_many = true;
        return;
      }
      SetRange(arg.array(), is_written, &items[count++]);
      written += is_written ? 1 : 0;
    }
    for (const Arg& element : arg.elements()) {
      Add(element, is_written);
    }
  }

  // Arrays mostly come in the order of their allocation, up or down.
  bool InOrder() const noexcept {
    bool up = true;
    bool down = true;
    for (std::size_t i = 1; i < count; ++i) {
      up &= items[i - 1].end <= items[i].begin;
      down &= items[i].end <= items[i - 1].begin;
    }
    return up || down;
  }

  // One of the few written ones and any other: no sorting.
  bool FewOverlap() const noexcept {
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t j = 0; items[i].written && j < count; ++j) {
        if (i != j && items[i].begin < items[j].end && items[j].begin < items[i].end) {
          return true;
        }
      }
    }
    return false;
  }

  // Of which one is written, or any where `any` says so. Sorts.
  bool Overlap(bool any) noexcept {
    if (!any && written <= kFewWritten) {
      return FewOverlap();
    }
    if (InOrder()) {
      return false;
    }
    const auto end = items.begin() + static_cast<std::ptrdiff_t>(count);
    std::sort(items.begin(), end,
              [](const AddressRange& a, const AddressRange& b) { return a.begin < b.begin; });
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t j = i + 1; j < count && items[j].begin < items[i].end; ++j) {
        if (any || items[i].written || items[j].written) {
          return true;
        }
      }
    }
    return false;
  }

  std::array<AddressRange, kMaxRanges> items;
  std::size_t count = 0;
  std::size_t written = 0;
  bool too_many = false;
};

}  // namespace

bool NoOverlap(const abi::KernelInfo& info, std::span<const Arg> args) noexcept {
  Ranges ranges;
  for (std::size_t i = 0; i < args.size(); ++i) {
    ranges.Add(args[i], info.params[i].written);
  }
  return !ranges.too_many && !ranges.Overlap(false);
}

bool ArraysDisjoint(std::span<const Arg> args) noexcept {
  Ranges ranges;
  for (const Arg& arg : args) {
    ranges.Add(arg, false);
  }
  return !ranges.too_many && !ranges.Overlap(true);
}

}  // namespace kernelc
