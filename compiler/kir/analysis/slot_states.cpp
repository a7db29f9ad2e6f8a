#include "compiler/kir/analysis/slot_states.h"

#include <algorithm>

namespace kernelc::kir {

SlotState Join(const SlotState& a, const SlotState& b) {
  return {Join(a.range, b.range), Join(a.offset, b.offset, a.range, b.range),
          a.value == b.value ? a.value : InstId()};
}

void SlotStates::Reset() {
  trail_.clear();
  for (std::size_t i = 0; i < states_.size(); ++i) {
    const Inst& inst = function_.insts[i];
    if (inst.op == Op::Slot) {
      // A name that is read before it is set is zero.
      const bool is_integer = types::IsInteger(inst.type) || types::IsBool(inst.type);
      states_[i] = {is_integer ? Interval{0, 0} : IntervalOf(inst.type), {}};
    }
  }
}

void SlotStates::SetAt(std::uint32_t slot, const SlotState& state) {
  trail_.emplace_back(slot, states_[slot]);
  states_[slot] = state;
}

std::vector<SlotStates::Change> SlotStates::Undo(std::size_t mark) {
  std::vector<Change> changes;
  for (std::size_t i = mark; i < trail_.size(); ++i) {
    const std::uint32_t slot = trail_[i].first;
    changes.emplace_back(slot, states_[slot]);
  }
  const auto by_slot = [](const Change& change) { return change.first; };
  std::ranges::sort(changes, {}, by_slot);
  const auto repeated = std::ranges::unique(changes, {}, by_slot);
  changes.erase(repeated.begin(), repeated.end());
  for (; trail_.size() > mark; trail_.pop_back()) {
    states_[trail_.back().first] = trail_.back().second;
  }
  return changes;
}

void SlotStates::JoinBoth(const std::vector<Change>& left, const std::vector<Change>& right) {
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < left.size() || j < right.size()) {
    const bool takes_left =
        j == right.size() || (i < left.size() && left[i].first <= right[j].first);
    const bool takes_right =
        i == left.size() || (j < right.size() && right[j].first <= left[i].first);
    const std::uint32_t slot = takes_left ? left[i].first : right[j].first;
    const SlotState before = states_[slot];
    SetAt(slot, Join(takes_left ? left[i].second : before, takes_right ? right[j].second : before));
    i += takes_left ? 1 : 0;
    j += takes_right ? 1 : 0;
  }
}

void SlotStates::SetAll(const std::vector<Change>& changes) {
  for (const auto& [slot, state] : changes) {
    SetAt(slot, state);
  }
}

}  // namespace kernelc::kir
