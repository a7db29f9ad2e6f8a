// Whether the arrays of a launch share memory.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "runtime/abi/array_facts.h"

namespace kernelc::backend {

// Allocates nothing.
class AddressRanges {
 public:
  // Arrays without elements share nothing.
  void Add(const abi::AddressRange& range, bool is_written) noexcept {
    if (range.begin == range.end) {
      return;
    }
    if (count_ == kMost) {
      too_many_ = true;
      return;
    }
    // Written where it stays: a copy would be one wide load of two narrow stores, which stalls.
    Item& item = items_[count_++];
    item.begin = range.begin;
    item.end = range.end;
    item.written = is_written;
    written_ += is_written ? 1 : 0;
  }

  // False where two share memory of which one is written, or any two where `any` says so; also for
  // more arrays than are looked at. Sorts.
  bool AreApart(bool any) noexcept { return !too_many_ && !Overlap(any); }

 private:
  struct Item {
    std::uint64_t begin;
    std::uint64_t end;
    bool written;
  };

  // More arrays than this are taken to overlap: the general code is always right.
  static constexpr std::size_t kMost = 64;
  static constexpr std::size_t kFewWritten = 4;

  // Arrays mostly come in the order of their allocation, up or down.
  bool InOrder() const noexcept {
    bool up = true;
    bool down = true;
    for (std::size_t i = 1; i < count_; ++i) {
      up &= items_[i - 1].end <= items_[i].begin;
      down &= items_[i].end <= items_[i - 1].begin;
    }
    return up || down;
  }

  // One of the few written ones and any other: no sorting.
  bool FewOverlap() const noexcept {
    for (std::size_t i = 0; i < count_; ++i) {
      for (std::size_t j = 0; items_[i].written && j < count_; ++j) {
        if (i != j && items_[i].begin < items_[j].end && items_[j].begin < items_[i].end) {
          return true;
        }
      }
    }
    return false;
  }

  bool Overlap(bool any) noexcept {
    if (!any && written_ <= kFewWritten) {
      return FewOverlap();
    }
    if (InOrder()) {
      return false;
    }
    const auto end = items_.begin() + static_cast<std::ptrdiff_t>(count_);
    std::sort(items_.begin(), end, [](const Item& a, const Item& b) { return a.begin < b.begin; });
    for (std::size_t i = 0; i < count_; ++i) {
      for (std::size_t j = i + 1; j < count_ && items_[j].begin < items_[i].end; ++j) {
        if (any || items_[i].written || items_[j].written) {
          return true;
        }
      }
    }
    return false;
  }

  std::array<Item, kMost> items_;
  std::size_t count_ = 0;
  std::size_t written_ = 0;
  bool too_many_ = false;
};

}  // namespace kernelc::backend
