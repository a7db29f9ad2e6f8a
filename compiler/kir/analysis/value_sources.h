// Which values of a walk in program order are the same number, behind the variables that they went
// through. Private to value_ranges.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "compiler/kir/analysis/slot_states.h"
#include "compiler/kir/analysis/value_ranges.h"
#include "compiler/kir/kir.h"

namespace kernelc::kir {

// Whether a conversion of integers changes none of the numbers that its operand can be.
bool KeepsValue(const Function& function, const Inst& convert, const RangeQuery& ranges);

class ValueSources {
 public:
  // Both must outlive this, and the function keep its operations.
  ValueSources(const Function& function, const SlotStates& slots)
      : function_(function),
        slots_(slots),
        versions_(function.insts.size()),
        load_versions_(function.insts.size()) {}

  // The walk comes to something that may store to `slot`; to a slot_load.
  void Store(InstId slot) { ++versions_[slot.index]; }
  void Load(InstId load, InstId slot) { load_versions_[load.index] = versions_[slot.index]; }

  // The slot of the slot_load `load` still holds what it gave.
  bool IsCurrent(InstId load) const;

  // Whether two values that are known at this point of the walk are surely the same number.
  bool IsSame(InstId a, InstId b) const;

  struct Division {
    InstId whole;
    InstId divisor;
  };
  // Of a difference that is `whole - whole // divisor * divisor`.
  std::optional<Division> RestOf(const Inst& difference, const RangeQuery& ranges) const;

 private:
  InstId SourceOf(InstId value, const RangeQuery& ranges) const;

  const Function& function_;
  const SlotStates& slots_;
  // Numbers the stores to a slot along the walk, and says at which of them a slot_load read it.
  std::vector<std::uint32_t> versions_;
  std::vector<std::uint32_t> load_versions_;
};

}  // namespace kernelc::kir
