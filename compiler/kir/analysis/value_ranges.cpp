#include "compiler/kir/analysis/value_ranges.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "compiler/kir/analysis/array_contents.h"
#include "compiler/kir/analysis/constant_range.h"
#include "compiler/kir/analysis/control.h"
#include "compiler/kir/analysis/index_bounds.h"
#include "compiler/kir/analysis/range_transfer.h"
#include "compiler/kir/analysis/slot_states.h"
#include "compiler/kir/analysis/value_sources.h"
#include "compiler/kir/predicates.h"

namespace kernelc::kir {
namespace {

// Rounds after which what slots hold where loops begin is taken as anything; widening ends long
// before for real programs.
constexpr unsigned kMaxRounds = 30;

// Rounds that make ranges smaller again where widening made them too large: the first finds by how
// much iterations change slots, the second what follows from how many there are.
constexpr unsigned kShrinkingRounds = 2;

// How far back a comparison says something about the operands of operands.
constexpr unsigned kMaxRefineDepth = 8;

bool IsThreadLoop(Op op) { return op_info(op).flow == Flow::Threads; }

// Walks the function in program order again and again, each time with what the walk before found
// that slots hold where loops begin, until that is stable. Ranges grow in the first walks, with
// widening, and become smaller in the last ones.
class RangeAnalysis final : public RangeQuery {
 public:
  RangeAnalysis(const Module& module, const Function& function)
      : module_(module),
        function_(function),
        values_(function.insts.size()),
        offsets_(function.insts.size()),
        slots_(function),
        constants_(module, function),
        contents_(function),
        index_bounds_(module, function),
        sources_(function, slots_),
        loop_of_(function.insts.size(), kNoLoop) {
    for (const Param& param : function.params) {
      values_[param.value.index] = ParamRange(param);
    }
  }

  Interval range(InstId value) const override { return values_[value.index]; }

  void Run(const std::function<void(InstId, const RangeQuery&)>& visit) {
    FindLoops(function_.body);
    FindHeads();
    visit_ = &visit;
    Walk();
  }

 private:
  static constexpr std::uint32_t kNoLoop = ~0u;

  // A loop, and what is known of the slots that its regions store to.
  struct Loop {
    Op op = Op::While;
    std::vector<InstId> slots;
    // By slot: what it holds where an iteration begins, and by how much an iteration changes it, as
    // the walks before have it.
    std::vector<Interval> heads;
    std::vector<SlotOffset> steps;
    // What it held where the walk came to the loop; what it holds where the next iteration begins,
    // as this walk finds it, and where the loop ends.
    std::vector<SlotState> entry;
    std::vector<SlotState> next;
    std::vector<SlotState> exits;
    Wide trips = 0;
  };

  enum class Phase : std::uint8_t { Growing, Shrinking };

  void FindLoops(RegionId region) {
    for (const InstId id : function_.region(region).insts) {
      const Inst& inst = function_.inst(id);
      if (inst.regions.count > 0 && inst.op != Op::If) {
        Loop loop;
        loop.op = inst.op;
        loop.slots = StoredSlots(function_, inst);
        loop.heads.assign(loop.slots.size(), kEmptyInterval);
        loop.steps.resize(loop.slots.size());
        loop_of_[id.index] = static_cast<std::uint32_t>(loops_.size());
        loops_.push_back(std::move(loop));
      }
      for (const RegionId inner : function_.regions_of(inst)) {
        FindLoops(inner);
      }
    }
  }

  void FindHeads() {
    const bool repeats = !loops_.empty() || contents_.any();
    changed_ = repeats;
    for (unsigned round = 0; changed_ && round < kMaxRounds; ++round) {
      changed_ = false;
      Walk();
    }
    if (changed_) {
      for (Loop& loop : loops_) {
        for (std::size_t i = 0; i < loop.slots.size(); ++i) {
          loop.heads[i] = IntervalOf(function_.inst(loop.slots[i]).type);
        }
      }
      contents_.Forget();
    }
    phase_ = Phase::Shrinking;
    contents_.Shrink();
    for (unsigned round = 0; repeats && round < kShrinkingRounds; ++round) {
      Walk();
    }
  }

  void Walk() {
    slots_.Reset();
    VisitRegion(function_.body);
    // Behind a `return` something is known up to the end; of parameters, which a walk does not find
    // anew, the next one would know it from the beginning.
    Undo(0);
    contents_.EndWalk();
  }

  void BeforeRegions(InstId id, const Inst& inst) {
    if (inst.op == Op::SlotLoad) {
      const InstId slot = function_.operand(inst, 0);
      values_[id.index] = slots_[slot].range;
      sources_.Load(id, slot);
    } else if (inst.op == Op::ForRange) {
      const InstId variable = function_.region(function_.region_of(inst, 0)).insts[0];
      values_[variable.index] =
          LoopVariableRange(range(function_.operand(inst, 0)), range(function_.operand(inst, 1)),
                            range(function_.operand(inst, 2)), function_.inst(variable).type);
    } else if (inst.op != Op::RegionArg && inst.op != Op::If && inst.type != types::kVoid) {
      values_[id.index] = TransferRange(module_, function_, inst, *this);
      if (inst.op == Op::Mul && types::IsSigned(inst.type) &&
          sources_.IsSame(function_.operand(inst, 0), function_.operand(inst, 1))) {
        values_[id.index].lo = std::max<Wide>(values_[id.index].lo, 0);
      } else if (inst.op == Op::Sub && types::IsInteger(inst.type)) {
        values_[id.index] = Meet(values_[id.index], RangeOfRest(inst));
      } else if (inst.op == Op::Convert && inst.type == types::kInt64 && index_bounds_.any()) {
        values_[id.index] = Meet(values_[id.index], index_bounds_.Of(id));
      } else if (inst.op == Op::Load && types::IsInteger(inst.type)) {
        values_[id.index] = Meet(constants_.RangeOfLoad(inst), contents_.RangeOfLoad(inst));
      }
    }
    if (phase_ == Phase::Shrinking) {
      offsets_[id.index] = OffsetOf(inst);
    }
  }

  SlotOffset OffsetOf(const Inst& inst) const {
    const auto offset = [&](std::uint32_t i) { return offsets_[function_.operand(inst, i).index]; };
    if (inst.op == Op::SlotLoad) {
      return slots_[function_.operand(inst, 0)].offset;
    }
    if ((inst.op == Op::Add || inst.op == Op::Sub) && types::IsSigned(inst.type)) {
      return OffsetOfSum(inst.op, offset(0), offset(1), range(function_.operand(inst, 0)),
                         range(function_.operand(inst, 1)));
    }
    if (inst.op == Op::Convert && KeepsValue(function_, inst, *this)) {
      return offset(0);
    }
    const auto of = [&](std::uint32_t i) { return range(function_.operand(inst, i)); };
    if (IsSmallerOf(inst) || IsLargerOf(inst)) {
      return IsSmallerOf(inst) ? OffsetOfSmaller(offset(0), offset(1), of(0), of(1))
                               : OffsetOfLarger(offset(0), offset(1), of(0), of(1));
    }
    return inst.op == Op::Select ? Join(offset(1), offset(2), of(1), of(2)) : SlotOffset();
  }

  // Of a difference: `a - a // b * b` is what is left of `a`, or all of it where the quotient is
  // undefined and zero.
  Interval RangeOfRest(const Inst& difference) const {
    const auto rest = sources_.RestOf(difference, *this);
    if (!rest) {
      return IntervalOf(difference.type);
    }
    const Interval by = range(rest->divisor);
    const Interval left = ModIntervals(range(rest->whole), by);
    // An unsigned difference below zero wraps.
    return FitResult(by.lo <= 0 && by.hi >= -1 ? Join(left, range(rest->whole)) : left,
                     difference.type);
  }

  void AfterRegions(InstId id, const Inst& inst) {
    if (inst.op != Op::If || inst.type == types::kVoid) {
      return;
    }
    InstId yields[2];
    for (std::uint32_t i = 0; i < 2; ++i) {
      const RegionId region = function_.region_of(inst, i);
      yields[i] = function_.operand(function_.inst(function_.region(region).insts.back()), 0);
    }
    values_[id.index] = Join(range(yields[0]), range(yields[1]));
    offsets_[id.index] = Join(offsets_[yields[0].index], offsets_[yields[1].index],
                              range(yields[0]), range(yields[1]));
  }

  void VisitRegion(RegionId region) {
    for (const InstId id : function_.region(region).insts) {
      const Inst& inst = function_.inst(id);
      BeforeRegions(id, inst);
      if (visit_ != nullptr) {
        (*visit_)(id, *this);
      }
      if (inst.op == Op::SlotStore) {
        const InstId slot = function_.operand(inst, 0);
        const InstId value = function_.operand(inst, 1);
        slots_.Set(slot, {range(value), offsets_[value.index], value});
        sources_.Store(slot);
      } else if (inst.op == Op::Store) {
        changed_ |= contents_.Store(inst, range(function_.operand(inst, 1)));
      } else if (inst.op == Op::If) {
        VisitIf(id, inst);
      } else if (inst.op == Op::Break || inst.op == Op::Continue) {
        LeaveIteration(inst.op);
      } else if (inst.op == Op::Return || inst.op == Op::Fail) {
        LeaveThreadLoops();
      } else if (inst.regions.count > 0) {
        VisitLoop(id, inst);
      }
    }
  }

  void VisitIf(InstId id, const Inst& inst) {
    const InstId condition = function_.operand(inst, 0);
    const std::size_t mark = trail_.size();
    std::vector<SlotStates::Change> changes[2];
    bool falls[2] = {false, false};
    for (std::uint32_t i = 0; i < 2; ++i) {
      const RegionId region = function_.region_of(inst, i);
      const std::size_t slot_mark = slots_.mark();
      Assume(condition, i == 0);
      VisitRegion(region);
      Undo(mark);
      falls[i] = FallsThrough(function_, region);
      changes[i] = slots_.Undo(slot_mark);
    }
    AfterRegions(id, inst);
    if (falls[0] && falls[1]) {
      slots_.JoinBoth(changes[0], changes[1]);
    } else if (falls[0] || falls[1]) {
      slots_.SetAll(changes[falls[0] ? 0 : 1]);
    }
    for (const InstId slot : StoredSlots(function_, inst)) {
      sources_.Store(slot);
    }
    if (falls[0] != falls[1]) {
      Assume(condition, falls[0]);
    }
  }

  void VisitLoop(InstId id, const Inst& inst) {
    const std::uint32_t index = loop_of_[id.index];
    EnterLoop(inst, index);
    const std::size_t slot_mark = slots_.mark();
    const std::size_t mark = trail_.size();
    open_loops_.push_back(index);
    for (std::uint32_t i = 0; i < inst.regions.count; ++i) {
      const RegionId region = function_.region_of(inst, i);
      VisitRegion(region);
      if (inst.op == Op::While && i == 0) {
        const Inst& last = function_.inst(function_.region(region).insts.back());
        VisitLoopTest(loops_[index], function_.operand(last, 0));
      } else if (FallsThrough(function_, region)) {
        JoinInto(loops_[index], loops_[index].next);
      }
    }
    open_loops_.pop_back();
    Undo(mark);
    slots_.Undo(slot_mark);
    LeaveLoop(loops_[index]);
  }

  void EnterLoop(const Inst& inst, std::uint32_t index) {
    Loop& loop = loops_[index];
    loop.trips = MaxTripsOf(inst);
    loop.entry.clear();
    loop.next.clear();
    loop.exits.clear();
    for (std::size_t i = 0; i < loop.slots.size(); ++i) {
      const InstId slot = loop.slots[i];
      const SlotState entry = slots_[slot];
      // What slots of threads held says nothing about what a thread held before.
      const SlotOffset nowhere =
          IsThreadLoop(loop.op) ? SlotOffset() : SlotOffset{index, slot.index, kEmptyInterval};
      loop.entry.push_back(entry);
      loop.next.push_back({entry.range, nowhere});
      loop.exits.push_back({kEmptyInterval, nowhere});
      if (phase_ == Phase::Growing) {
        GrowHead(loop, i, entry.range);
      } else if (loop.steps[i].known()) {
        loop.heads[i] = Meet(loop.heads[i], AfterTrips(entry.range, loop.steps[i], loop.trips));
      }
      slots_.Set(slot, {loop.heads[i], Here(nowhere)});
      sources_.Store(slot);
    }
    // A range may have come to its end, and threads may be without work.
    if (loop.op != Op::While) {
      JoinInto(loop, loop.exits);
    }
  }

  static SlotOffset Here(const SlotOffset& nowhere) {
    return nowhere.known() ? SlotOffset{nowhere.loop, nowhere.slot, {0, 0}} : nowhere;
  }

  Wide MaxTripsOf(const Inst& loop) const {
    // The distance of unsigned numbers wraps around.
    if (loop.op != Op::ForRange ||
        !types::IsSigned(function_.inst(function_.operand(loop, 0)).type)) {
      return MaxTrips({}, {}, {});
    }
    return MaxTrips(range(function_.operand(loop, 0)), range(function_.operand(loop, 1)),
                    range(function_.operand(loop, 2)));
  }

  void VisitLoopTest(Loop& loop, InstId condition) {
    const std::size_t slot_mark = slots_.mark();
    const std::size_t mark = trail_.size();
    if (function_.inst(condition).op != Op::ConstInt || function_.inst(condition).imm == 0) {
      Assume(condition, false);
      JoinInto(loop, loop.exits);
    }
    Undo(mark);
    slots_.Undo(slot_mark);
    Assume(condition, true);
  }

  void LeaveLoop(Loop& loop) {
    for (std::size_t i = 0; i < loop.slots.size(); ++i) {
      const InstId slot = loop.slots[i];
      if (phase_ == Phase::Growing) {
        GrowHead(loop, i, loop.next[i].range);
      } else {
        loop.heads[i] = Meet(loop.heads[i], loop.next[i].range);
        loop.steps[i] = loop.next[i].offset;
      }
      slots_.Set(slot, {loop.exits[i].range, OffsetBehind(loop.entry[i].offset, loop.next[i].offset,
                                                          loop.exits[i].offset, loop.trips)});
      sources_.Store(slot);
    }
  }

  void GrowHead(Loop& loop, std::size_t place, const Interval& found) {
    Interval& head = loop.heads[place];
    const Interval next = Widen(head, Join(head, found), function_.inst(loop.slots[place]).type);
    changed_ = changed_ || !(next == head);
    head = next;
  }

  // What the loop's slots hold at this point of the walk can be so at another point, where that is
  // told by what they held where iterations began or not at all.
  void JoinInto(const Loop& loop, std::vector<SlotState>& point) {
    for (std::size_t i = 0; i < loop.slots.size(); ++i) {
      const bool known = point[i].offset.known();
      point[i] = Join(point[i], slots_[loop.slots[i]]);
      point[i].offset = known ? point[i].offset : SlotOffset();
    }
  }

  // `break` and `continue` of the innermost loop of the program.
  void LeaveIteration(Op op) {
    for (std::size_t i = open_loops_.size(); i-- > 0;) {
      Loop& loop = loops_[open_loops_[i]];
      if (!IsThreadLoop(loop.op)) {
        JoinInto(loop, op == Op::Break ? loop.exits : loop.next);
        return;
      }
    }
  }

  // A thread that ends leaves the loop to the others.
  void LeaveThreadLoops() {
    for (const std::uint32_t index : open_loops_) {
      Loop& loop = loops_[index];
      if (IsThreadLoop(loop.op)) {
        JoinInto(loop, loop.next);
        JoinInto(loop, loop.exits);
      }
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
      if (sources_.IsCurrent(value)) {
        const SlotState& state = slots_[slot];
        slots_.Set(slot, {Meet(state.range, refined), state.offset, state.value});
      }
    } else if (inst.op == Op::Convert) {
      RefineConverted(inst, refined, depth + 1);
    } else if ((inst.op == Op::Add || inst.op == Op::Sub) && types::IsSigned(inst.type)) {
      RefineSum(inst, refined, depth + 1);
    } else if (inst.op == Op::Mul && types::IsSigned(inst.type)) {
      RefineProduct(inst, refined, depth + 1);
    }
  }

  void RefineConverted(const Inst& inst, const Interval& refined, unsigned depth) {
    if (KeepsValue(function_, inst, *this)) {
      Refine(function_.operand(inst, 0), refined, depth);
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

  // A square bounds its root, and a multiple of something positive the other factor.
  void RefineProduct(const Inst& inst, const Interval& refined, unsigned depth) {
    const InstId left = function_.operand(inst, 0);
    const InstId right = function_.operand(inst, 1);
    if (refined.empty()) {
      return;
    }
    if (sources_.IsSame(left, right)) {
      const Wide root = SquareRoot(refined.hi);
      Refine(left, {-root, root}, depth);
      Refine(right, {-root, root}, depth);
      return;
    }
    const Interval x = range(left);
    const Interval y = range(right);
    if (!y.empty() && y.lo > 0) {
      Refine(left, Quotient(refined, y.lo), depth);
    }
    if (!x.empty() && x.lo > 0) {
      Refine(right, Quotient(refined, x.lo), depth);
    }
  }

  // Of numbers whose product with something that is at least `least`, above 0, lies in `product`.
  static Interval Quotient(const Interval& product, Wide least) {
    return {product.lo <= 0 ? -(-product.lo / least) : Wide{1},
            product.hi >= 0 ? product.hi / least : Wide{-1}};
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
  // By instruction; of a slot, what it holds at this point of the walk. Offsets are found where
  // ranges shrink.
  std::vector<Interval> values_;
  std::vector<SlotOffset> offsets_;
  SlotStates slots_;
  ConstantRanges constants_;
  ArrayContents contents_;
  IndexBounds index_bounds_;
  ValueSources sources_;
  // What refinements replaced.
  std::vector<std::pair<InstId, Interval>> trail_;
  std::vector<Loop> loops_;
  // By instruction.
  std::vector<std::uint32_t> loop_of_;
  // Those around this point of the walk, outermost first.
  std::vector<std::uint32_t> open_loops_;
  Phase phase_ = Phase::Growing;
  bool changed_ = false;
};

}  // namespace

void AnalyzeRanges(const Module& module, const Function& function,
                   const std::function<void(InstId id, const RangeQuery& ranges)>& visit) {
  RangeAnalysis(module, function).Run(visit);
}

}  // namespace kernelc::kir
