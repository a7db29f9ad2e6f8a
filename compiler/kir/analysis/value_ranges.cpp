#include "compiler/kir/analysis/value_ranges.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "compiler/kir/analysis/control.h"
#include "compiler/kir/analysis/range_transfer.h"
#include "compiler/kir/predicates.h"

namespace kernelc::kir {
namespace {

// Rounds after which what slots hold is taken as anything; widening ends long before for real
// programs.
constexpr unsigned kMaxRounds = 30;

// How far back a comparison says something about the operands of operands.
constexpr unsigned kMaxRefineDepth = 8;

// What `x predicate y` says about x, of a value in `y`.
Interval Implied(ComparePredicate predicate, const Interval& x, const Interval& y) {
  switch (predicate) {
    case ComparePredicate::Eq:
      return Meet(x, y);
    case ComparePredicate::Ne:
      if (y.lo == y.hi) {
        return {x.lo == y.lo ? x.lo + 1 : x.lo, x.hi == y.lo ? x.hi - 1 : x.hi};
      }
      return x;
    case ComparePredicate::Lt:
      return Meet(x, {x.lo, y.hi - 1});
    case ComparePredicate::Le:
      return Meet(x, {x.lo, y.hi});
    case ComparePredicate::Gt:
      return Meet(x, {y.lo + 1, x.hi});
    case ComparePredicate::Ge:
      return Meet(x, {y.lo, x.hi});
  }
  KC_FATAL("predicate");
}

class RangeAnalysis final : public RangeQuery {
 public:
  RangeAnalysis(const Module& module, const Function& function)
      : module_(module),
        function_(function),
        values_(function.insts.size()),
        slots_(function.insts.size()),
        versions_(function.insts.size()),
        load_versions_(function.insts.size()) {
    for (const Param& param : function.params) {
      values_[param.value.index] = IntervalOf(param.type);
    }
  }

  Interval range(InstId value) const override { return values_[value.index]; }

  void Run(const std::function<void(InstId, const RangeQuery&)>& visit) {
    FindInvariants();
    slots_.assign(slots_.size(), kEmptyInterval);
    visit_ = &visit;
    VisitRegion(function_.body);
  }

 private:
  using Slots = std::vector<Interval>;

  // First part: what each slot can hold at all, wherever it is read.
  void FindInvariants() {
    invariants_.assign(slots_.size(), kEmptyInterval);
    for (unsigned round = 0; round < kMaxRounds; ++round) {
      slots_ = invariants_;
      changed_ = false;
      CollectRegion(function_.body);
      if (!changed_) {
        return;
      }
    }
    for (std::size_t i = 0; i < invariants_.size(); ++i) {
      invariants_[i] = IntervalOf(function_.insts[i].type);
    }
  }

  void CollectRegion(RegionId region) {
    for (const InstId id : function_.region(region).insts) {
      const Inst& inst = function_.inst(id);
      if (inst.op == Op::SlotStore) {
        const InstId slot = function_.operand(inst, 0);
        Interval& known = invariants_[slot.index];
        const Interval next =
            Widen(known, Join(known, range(function_.operand(inst, 1))), function_.inst(slot).type);
        changed_ = changed_ || !(next == known);
        known = next;
      }
      BeforeRegions(id, inst);
      for (const RegionId inner : function_.regions_of(inst)) {
        CollectRegion(inner);
      }
      AfterRegions(id, inst);
    }
  }

  void BeforeRegions(InstId id, const Inst& inst) {
    if (inst.op == Op::SlotLoad) {
      const InstId slot = function_.operand(inst, 0);
      values_[id.index] = slots_[slot.index];
      load_versions_[id.index] = versions_[slot.index];
    } else if (inst.op == Op::ForRange) {
      const InstId variable = function_.region(function_.region_of(inst, 0)).insts[0];
      values_[variable.index] =
          LoopVariableRange(range(function_.operand(inst, 0)), range(function_.operand(inst, 1)),
                            range(function_.operand(inst, 2)), function_.inst(variable).type);
    } else if (inst.op != Op::RegionArg && inst.op != Op::If && inst.type != types::kVoid) {
      values_[id.index] = TransferRange(module_, function_, inst, *this);
    }
  }

  void AfterRegions(InstId id, const Inst& inst) {
    if (inst.op != Op::If || inst.type == types::kVoid) {
      return;
    }
    Interval result = kEmptyInterval;
    for (const RegionId region : function_.regions_of(inst)) {
      const Inst& last = function_.inst(function_.region(region).insts.back());
      result = Join(result, range(function_.operand(last, 0)));
    }
    values_[id.index] = result;
  }

  // Second part: one walk that follows control flow.
  void VisitRegion(RegionId region) {
    for (const InstId id : function_.region(region).insts) {
      const Inst& inst = function_.inst(id);
      BeforeRegions(id, inst);
      (*visit_)(id, *this);
      if (inst.op == Op::SlotStore) {
        const InstId slot = function_.operand(inst, 0);
        SetSlot(slot.index, range(function_.operand(inst, 1)));
        ++versions_[slot.index];
      } else if (inst.op == Op::If) {
        VisitIf(id, inst);
      } else if (inst.op == Op::While) {
        const RegionId head = function_.region_of(inst, 0);
        const Inst& last = function_.inst(function_.region(head).insts.back());
        VisitLoop(inst, function_.operand(last, 0));
      } else if (inst.regions.count > 0) {
        VisitLoop(inst, InstId());
      }
    }
  }

  void VisitIf(InstId id, const Inst& inst) {
    const InstId condition = function_.operand(inst, 0);
    const std::size_t mark = trail_.size();
    std::vector<SlotChange> changes[2];
    bool falls[2] = {false, false};
    for (std::uint32_t i = 0; i < 2; ++i) {
      const RegionId region = function_.region_of(inst, i);
      const std::size_t slot_mark = slot_trail_.size();
      Assume(condition, i == 0);
      VisitRegion(region);
      Undo(mark);
      falls[i] = FallsThrough(function_, region);
      changes[i] = UndoSlots(slot_mark);
    }
    AfterRegions(id, inst);
    if (falls[0] && falls[1]) {
      JoinSlots(changes[0], changes[1]);
    } else if (falls[0] || falls[1]) {
      for (const auto& [slot, value] : changes[falls[0] ? 0 : 1]) {
        SetSlot(slot, value);
      }
    }
    for (const InstId slot : StoredSlots(function_, inst)) {
      ++versions_[slot.index];
    }
    if (falls[0] != falls[1]) {
      Assume(condition, falls[0]);
    }
  }

  // A slot by its index, and what it holds.
  using SlotChange = std::pair<std::uint32_t, Interval>;

  void SetSlot(std::uint32_t slot, const Interval& value) {
    slot_trail_.emplace_back(slot, slots_[slot]);
    slots_[slot] = value;
  }

  // Takes back what was set since `mark`, and gives the slots that it had changed, sorted.
  std::vector<SlotChange> UndoSlots(std::size_t mark) {
    std::vector<SlotChange> changes;
    for (std::size_t i = mark; i < slot_trail_.size(); ++i) {
      const std::uint32_t slot = slot_trail_[i].first;
      changes.emplace_back(slot, slots_[slot]);
    }
    const auto by_slot = [](const SlotChange& change) { return change.first; };
    std::ranges::sort(changes, {}, by_slot);
    const auto repeated = std::ranges::unique(changes, {}, by_slot);
    changes.erase(repeated.begin(), repeated.end());
    for (; slot_trail_.size() > mark; slot_trail_.pop_back()) {
      slots_[slot_trail_.back().first] = slot_trail_.back().second;
    }
    return changes;
  }

  // Both branches of an `if` fall through: a slot holds what either left in it.
  void JoinSlots(const std::vector<SlotChange>& left, const std::vector<SlotChange>& right) {
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < left.size() || j < right.size()) {
      const bool takes_left =
          j == right.size() || (i < left.size() && left[i].first <= right[j].first);
      const bool takes_right =
          i == left.size() || (j < right.size() && right[j].first <= left[i].first);
      const std::uint32_t slot = takes_left ? left[i].first : right[j].first;
      const Interval before = slots_[slot];
      SetSlot(slot, Join(takes_left ? left[i].second : before,
                         takes_right ? right[j].second : before));
      i += takes_left ? 1 : 0;
      j += takes_right ? 1 : 0;
    }
  }

  // `condition` is that of a while.
  void VisitLoop(const Inst& inst, InstId condition) {
    ForgetStored(inst);
    const std::size_t slot_mark = slot_trail_.size();
    const std::size_t mark = trail_.size();
    for (const RegionId region : function_.regions_of(inst)) {
      VisitRegion(region);
      if (condition.has_value()) {
        Assume(condition, true);
      }
    }
    Undo(mark);
    // The loop may end anywhere in its body, and may not have run at all.
    UndoSlots(slot_mark);
    ForgetStored(inst);
  }

  // Where a loop may come around, its slots hold anything that they ever hold.
  void ForgetStored(const Inst& loop) {
    for (const InstId slot : StoredSlots(function_, loop)) {
      SetSlot(slot.index, invariants_[slot.index]);
      ++versions_[slot.index];
    }
  }

  // Adds what follows when the bool `condition` is `truth`.
  void Assume(InstId condition, bool truth) {
    const Inst& inst = function_.inst(condition);
    if (inst.op == Op::LogicalNot) {
      Assume(function_.operand(inst, 0), !truth);
    } else if (inst.op == Op::Compare) {
      AssumeCompare(inst, truth);
    } else if ((inst.op == Op::And && truth) || (inst.op == Op::Or && !truth)) {
      Assume(function_.operand(inst, 0), truth);
      Assume(function_.operand(inst, 1), truth);
    } else if (inst.op == Op::If) {
      AssumeIf(inst, truth);
    } else if (inst.op == Op::Select) {
      AssumeChoice(inst, truth, function_.operand(inst, 1), function_.operand(inst, 2));
    }
  }

  // `a and b` is `if a { yield b } else { yield false }`.
  void AssumeIf(const Inst& inst, bool truth) {
    InstId yields[2];
    for (std::uint32_t i = 0; i < 2; ++i) {
      const InstId last = function_.region(function_.region_of(inst, i)).insts.back();
      yields[i] = function_.operand(function_.inst(last), 0);
    }
    AssumeChoice(inst, truth, yields[0], yields[1]);
  }

  void AssumeChoice(const Inst& inst, bool truth, InstId if_true, InstId if_false) {
    const Interval other{truth ? 0 : 1, truth ? 0 : 1};
    const InstId condition = function_.operand(inst, 0);
    if (IsConstant(if_false, other)) {
      Assume(condition, true);
      Assume(if_true, truth);
    } else if (IsConstant(if_true, other)) {
      Assume(condition, false);
      Assume(if_false, truth);
    }
  }

  bool IsConstant(InstId id, const Interval& value) const {
    const Op op = function_.inst(id).op;
    return (op == Op::ConstInt || op == Op::Zero) && range(id) == value;
  }

  void AssumeCompare(const Inst& inst, bool truth) {
    const InstId left = function_.operand(inst, 0);
    const InstId right = function_.operand(inst, 1);
    if (!types::IsInteger(function_.inst(left).type)) {
      return;
    }
    auto predicate = static_cast<ComparePredicate>(inst.imm);
    predicate = truth ? predicate : Negated(predicate);
    const Interval x = range(left);
    const Interval y = range(right);
    if (x.empty() || y.empty()) {
      return;
    }
    Refine(left, Implied(predicate, x, y));
    Refine(right, Implied(Swapped(predicate), y, x));
  }

  // `value` lies in `known` until Undo; so does what it was computed from, over a few operations.
  void Refine(InstId value, const Interval& known, unsigned depth = 0) {
    if (depth > kMaxRefineDepth) {
      return;
    }
    const Interval before = range(value);
    const Interval refined = Meet(before, known);
    if (refined == before) {
      return;
    }
    trail_.emplace_back(value, before);
    values_[value.index] = refined;
    const Inst& inst = function_.inst(value);
    if (inst.op == Op::SlotLoad) {
      const InstId slot = function_.operand(inst, 0);
      if (load_versions_[value.index] == versions_[slot.index]) {
        SetSlot(slot.index, Meet(slots_[slot.index], refined));
      }
    } else if (inst.op == Op::Convert) {
      RefineConverted(inst, refined, depth + 1);
    } else if ((inst.op == Op::Add || inst.op == Op::Sub) && types::IsSigned(inst.type)) {
      RefineSum(inst, refined, depth + 1);
    }
  }

  void RefineConverted(const Inst& inst, const Interval& refined, unsigned depth) {
    const InstId source = function_.operand(inst, 0);
    if (!types::IsInteger(function_.inst(source).type) || !types::IsInteger(inst.type)) {
      return;
    }
    const Interval from = range(source);
    const Interval all = IntervalOf(inst.type);
    if (from.lo >= all.lo && from.hi <= all.hi) {
      Refine(source, refined, depth);
    }
  }

  void RefineSum(const Inst& inst, const Interval& refined, unsigned depth) {
    const InstId left = function_.operand(inst, 0);
    const InstId right = function_.operand(inst, 1);
    const Interval x = range(left);
    const Interval y = range(right);
    if (inst.op == Op::Add) {
      Refine(left, SubIntervals(refined, y), depth);
      Refine(right, SubIntervals(refined, x), depth);
    } else {
      Refine(left, AddIntervals(refined, y), depth);
      Refine(right, SubIntervals(x, refined), depth);
    }
  }

  void Undo(std::size_t mark) {
    while (trail_.size() > mark) {
      values_[trail_.back().first.index] = trail_.back().second;
      trail_.pop_back();
    }
  }

  const Module& module_;
  const Function& function_;
  const std::function<void(InstId, const RangeQuery&)>* visit_ = nullptr;
  // By instruction; of a slot, what it holds at this point of the walk, and what it can hold at
  // all.
  std::vector<Interval> values_;
  Slots slots_;
  Slots invariants_;
  // Numbers the stores to a slot along the walk, and says at which of them a slot_load read it.
  std::vector<std::uint32_t> versions_;
  std::vector<std::uint32_t> load_versions_;
  // What refinements replaced.
  std::vector<std::pair<InstId, Interval>> trail_;
  // What slots held before they were set, in the order of the walk.
  std::vector<SlotChange> slot_trail_;
  bool changed_ = false;
};

}  // namespace

void AnalyzeRanges(const Module& module, const Function& function,
                   const std::function<void(InstId id, const RangeQuery& ranges)>& visit) {
  RangeAnalysis(module, function).Run(visit);
}

}  // namespace kernelc::kir
