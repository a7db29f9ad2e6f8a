#include "runtime/backend/fact_check.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "kernelc/dims.h"
#include "runtime/abi/array_facts.h"
#include "runtime/abi/value_facts.h"
#include "runtime/backend/address_ranges.h"

namespace kernelc::backend {
namespace {

constexpr std::uint32_t kWord = 8;

using Strides = std::array<std::int64_t, kMaxRank>;

// Those of an array in C or F order. False where they do not fit.
bool SetStrides(const abi::ArrayPlace& array, Strides* strides) noexcept {
  std::int64_t stride = array.element_size;
  for (std::size_t i = 0; i < array.rank; ++i) {
    const std::size_t d = array.layout == abi::Layout::F ? i : array.rank - 1 - i;
    (*strides)[d] = stride;
    if (__builtin_mul_overflow(stride, std::max<std::int64_t>(array.extent(d), 1), &stride)) {
      return false;
    }
  }
  return true;
}

bool IsEmpty(const abi::ArrayPlace& array) noexcept {
  for (std::size_t d = 0; d < array.rank; ++d) {
    if (array.extent(d) <= 0) {
      return true;
    }
  }
  return false;
}

std::uint64_t AddressAt(const std::byte* place) noexcept {
  std::uint64_t address = 0;
  std::memcpy(&address, place, sizeof address);
  return address;
}

}  // namespace

// Walks both kernels' fields side by side.
class FactCheck::Plan {
 public:
  Plan(const abi::KernelInfo& general, const abi::KernelInfo& variant, FactCheck* check)
      : general_(general), variant_(variant), check_(*check) {}

  void Make() {
    ok_ = general_.params.size() == variant_.params.size();
    for (std::size_t i = 0; ok_ && i < general_.params.size(); ++i) {
      const abi::ParamInfo& given = general_.params[i];
      const abi::ParamInfo& wanted = variant_.params[i];
      from_ = given.first_field;
      to_ = wanted.first_field;
      Add(given.type, wanted.type, given.written || wanted.written);
      ok_ = ok_ && from_ == given.first_field + given.field_count &&
            to_ == wanted.first_field + wanted.field_count;
    }
    const bool same =
        general_.param_bytes == variant_.param_bytes &&
        std::ranges::all_of(check_.copies_, [](const Copy& copy) { return copy.from == copy.to; });
    if (same) {
      check_.copies_.clear();
    }
    check_.no_overlap_ = variant_.assumes_no_overlap;
    check_.never_ = !ok_ || (!same && variant_.param_bytes > kRoomBytes);
  }

 private:
  void Add(const abi::ArgType& given, const abi::ArgType& wanted, bool written) {
    ok_ = ok_ && given.kind == wanted.kind && given.scalar == wanted.scalar &&
          given.ndim == wanted.ndim && given.elements.size() == wanted.elements.size();
    if (!ok_) {
      return;
    }
    switch (given.kind) {
      case abi::ArgKind::None:
        return;
      case abi::ArgKind::Scalar:
        if (wanted.facts.small && Here()) {
          check_.integers_.push_back({given.scalar, general_.fields[from_].offset});
        }
        Pass(1);
        return;
      case abi::ArgKind::Array:
        AddArray(given, wanted, written);
        return;
      case abi::ArgKind::Record:
        if (!given.record->is_time() && Here()) {
          check_.records_.push_back({general_.fields[from_].offset, given.record->size, written});
        }
        Pass(1);
        return;
      case abi::ArgKind::Pointer:
        // Nobody knows what it points to.
        ok_ = ok_ && !variant_.assumes_no_overlap;
        Pass(1);
        return;
      case abi::ArgKind::Vector:
        Pass(given.ndim);
        return;
      case abi::ArgKind::Tuple:
        for (std::size_t i = 0; i < given.elements.size(); ++i) {
          Add(given.elements[i], wanted.elements[i], written);
        }
        return;
    }
  }

  void AddArray(const abi::ArgType& given, const abi::ArgType& wanted, bool written) {
    const bool fits = given.layout == wanted.layout || given.layout == abi::Layout::A;
    if (!fits || !Here() || given.ndim > kMaxRank) {
      ok_ = false;
      return;
    }
    const std::uint32_t size =
        given.record ? given.record->size : abi::scalar_info(given.scalar).size;
    const std::uint32_t offset = general_.fields[from_].offset;
    check_.arrays_.push_back(
        {offset, size, given.ndim, given.layout, wanted.layout, wanted.facts, written});
    Pass(1U + given.ndim);
    const bool gives_strides = given.layout == abi::Layout::A;
    if (gives_strides && wanted.layout == abi::Layout::A) {
      Pass(given.ndim);
    } else if (gives_strides) {
      from_ += given.ndim;
    }
    // Read as a whole.
    const std::uint32_t words = 1U + given.ndim * (gives_strides ? 2U : 1U);
    ok_ = ok_ && from_ <= general_.fields.size() &&
          general_.fields[from_ - 1].offset == offset + (words - 1) * kWord;
  }

  // Both buffers have a next field.
  bool Here() {
    ok_ = ok_ && from_ < general_.fields.size() && to_ < variant_.fields.size();
    return ok_;
  }

  // The next `count` fields are the same in both.
  void Pass(std::uint32_t count) {
    for (; ok_ && count != 0; --count) {
      if (!Here()) {
        return;
      }
      const abi::ParamField& from = general_.fields[from_++];
      const abi::ParamField& to = variant_.fields[to_++];
      ok_ = from.kind == to.kind && from.size == to.size;
      check_.copies_.push_back({from.offset, to.offset, from.size});
    }
  }

  const abi::KernelInfo& general_;
  const abi::KernelInfo& variant_;
  FactCheck& check_;
  // The next fields.
  std::size_t from_ = 0;
  std::size_t to_ = 0;
  bool ok_ = true;
};

FactCheck::FactCheck(const abi::KernelInfo& general, const abi::KernelInfo& variant) {
  Plan(general, variant, this).Make();
}

bool FactCheck::Holds(const std::byte* params) const noexcept {
  for (const Integer& integer : integers_) {
    if (!abi::IsSmallValue(integer.kind, params + integer.offset)) {
      return false;
    }
  }
  AddressRanges ranges;
  for (const Array& array : arrays_) {
    const std::byte* const place = params + array.offset;
    const std::byte* const given = place + (1 + array.rank) * std::size_t{kWord};
    abi::ArrayPlace whole{AddressAt(place),   array.rank,  place + kWord, given,
                          array.element_size, array.wanted};
    Strides ordered;
    if (array.wanted != abi::Layout::A) {
      // The very strides, even of what has one element: a kernel may ask for them. Those of an
      // empty array of several dimensions are not what code in C or F order makes of its extents.
      const bool is_ordered = SetStrides(whole, &ordered) &&
                              (array.given != abi::Layout::A ||
                               ((array.rank == 1 || !IsEmpty(whole)) &&
                                std::memcmp(given, ordered.data(), array.rank * kWord) == 0));
      if (!is_ordered) {
        return false;
      }
      whole.strides = ordered.data();
    }
    const abi::ArrayFacts facts = abi::FactsOf(whole);
    if ((array.facts.aligned16 && !facts.aligned16) ||
        (array.facts.aligned_rows && !facts.aligned_rows) || (array.facts.small && !facts.small)) {
      return false;
    }
    if (no_overlap_) {
      ranges.Add(abi::RangeOf(whole), array.written);
    }
  }
  for (const Record& record : records_) {
    const std::uint64_t address = AddressAt(params + record.offset);
    ranges.Add({address, address + record.size}, record.written);
  }
  return !no_overlap_ || ranges.AreApart(false);
}

const std::byte* FactCheck::Fit(const std::byte* params,
                                std::span<std::byte, kRoomBytes> room) const noexcept {
  if (never_ || !Holds(params)) {
    return nullptr;
  }
  if (copies_.empty()) {
    return params;
  }
  for (const Copy& copy : copies_) {
    std::memcpy(room.data() + copy.to, params + copy.from, copy.bytes);
  }
  return room.data();
}

}  // namespace kernelc::backend
