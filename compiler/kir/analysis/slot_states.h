// What slots hold at a point of a walk in program order, with a way back. Private to value_ranges.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "compiler/kir/analysis/slot_offset.h"

namespace kernelc::kir {

struct SlotState {
  Interval range;
  SlotOffset offset;
  // The operation whose value it is; none where that depends on the way that control took.
  InstId value = {};
};

SlotState Join(const SlotState& a, const SlotState& b);

class SlotStates {
 public:
  // A slot by its index, and what it holds.
  using Change = std::pair<std::uint32_t, SlotState>;

  // `function` must outlive this and keep its operations.
  explicit SlotStates(const Function& function)
      : function_(function), states_(function.insts.size()) {}

  // As they are where the function begins.
  void Reset();

  const SlotState& operator[](InstId slot) const { return states_[slot.index]; }
  void Set(InstId slot, const SlotState& state) { SetAt(slot.index, state); }
  // How many of them were set.
  std::size_t mark() const { return trail_.size(); }
  // Takes back what was set since `mark`, and gives the slots that it had changed, sorted.
  std::vector<Change> Undo(std::size_t mark);
  // Slots hold what either left in them; both are sorted.
  void JoinBoth(const std::vector<Change>& left, const std::vector<Change>& right);
  void SetAll(const std::vector<Change>& changes);

 private:
  void SetAt(std::uint32_t slot, const SlotState& state);

  const Function& function_;
  // By instruction.
  std::vector<SlotState> states_;
  // What slots held before they were set, in the order of the walk.
  std::vector<Change> trail_;
};

}  // namespace kernelc::kir
