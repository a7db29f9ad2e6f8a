// Ranges of what local arrays of integers hold: all that any store puts there, wherever it stands.
// Private to value_ranges.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/kir/analysis/interval.h"
#include "compiler/kir/kir.h"

namespace kernelc::kir {

// Of arrays whose elements are loaded and stored and no more: no call, atomic operation or other
// name reaches them. Walks come in rounds as those of value_ranges do: contents grow until nothing
// changes, then each walk finds them anew from what the one before knew.
class ArrayContents {
 public:
  // `function` must outlive this and keep its operations.
  explicit ArrayContents(const Function& function);

  // There are such arrays.
  bool any() const { return !arrays_.empty(); }
  // Of a load of an integer; that of the type where nothing is known.
  Interval RangeOfLoad(const Inst& load) const;
  // The walk comes to a store of a value in `range`. Whether the array may hold more by that.
  bool Store(const Inst& store, const Interval& range);
  // From here on contents become smaller.
  void Shrink() { grows_ = false; }
  void EndWalk();
  // They did not become stable.
  void Forget();

 private:
  // Memory that nothing was stored to may be cleared.
  static constexpr Interval kCleared{0, 0};

  struct Array {
    // kVoid: no use was seen.
    TypeId element = types::kVoid;
    // What it holds, as the walks before have it; what this walk found.
    Interval held = kCleared;
    Interval found = kCleared;
    bool known = true;
  };

  static constexpr std::uint32_t kNone = ~0u;

  void Use(const Inst& inst, std::uint32_t operand);
  // The number of a local array, or of that in which `pointer` is an element; else kNone.
  std::uint32_t NumberOf(InstId array) const { return numbers_[array.index]; }
  std::uint32_t NumberOfElement(InstId pointer) const;

  const Function& function_;
  // By instruction, empty where there is no local array: its number.
  std::vector<std::uint32_t> numbers_;
  std::vector<Array> arrays_;
  bool grows_ = true;
};

}  // namespace kernelc::kir
