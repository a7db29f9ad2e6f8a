#include "compiler/passes/counting_loops.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "compiler/builtins/builtins.h"
#include "compiler/kir/analysis/control.h"
#include "compiler/kir/analysis/value_ranges.h"
#include "compiler/kir/builder.h"
#include "compiler/kir/clone.h"
#include "compiler/kir/predicates.h"
#include "compiler/passes/barrier_plan.h"

namespace kernelc::passes {
namespace {

using kir::ComparePredicate;
using kir::Function;
using kir::Inst;
using kir::InstId;
using kir::Op;
using kir::RegionId;

// A loop that counts.
struct Counting {
  RegionId region;
  InstId loop;
  InstId slot;
  // The counter stays below (above, with a negative step) `bound`; or_equal: or reaches it.
  InstId bound;
  bool up = true;
  bool or_equal = false;
  // `store` of `next`, which is the counter and `step`, or less it where `subtracts`.
  InstId store;
  InstId next;
  InstId step;
  bool subtracts = false;
  // Copies of bound and step in front of the loop, and all that stands there for them.
  InstId stop;
  InstId by;
  RegionId front;
};

enum class Directions { Both, Up };

class LoopCounter {
 public:
  LoopCounter(kir::Module& module, Function& function, Directions directions)
      : module_(module), function_(function), directions_(directions), builder_(module, function) {}

  void Run() {
    Find(function_.body);
    if (found_.empty()) {
      return;
    }
    for (Counting& counting : found_) {
      CopyToFront(&counting);
    }
    DropUnknown();
    for (const Counting& counting : found_) {
      Rewrite(counting);
    }
  }

 private:
  // The innermost ones first.
  void Find(RegionId region) {
    for (const InstId id : function_.region(region).insts) {
      const Inst& inst = function_.inst(id);
      for (const RegionId nested : function_.regions_of(inst)) {
        Find(nested);
      }
      if (inst.op == Op::While) {
        if (const std::optional<Counting> counting = Match(region, id)) {
          found_.push_back(*counting);
        }
      }
    }
  }

  std::optional<Counting> Match(RegionId region, InstId id) {
    const Inst& loop = function_.inst(id);
    const auto& tests = function_.region(function_.region_of(loop, 0)).insts;
    if (tests.empty() || function_.inst(tests.back()).op != Op::Condition ||
        HasContinue(function_.region_of(loop, 1))) {
      return std::nullopt;
    }
    CollectInside(loop);
    Counting counting;
    counting.region = region;
    counting.loop = id;
    const bool counts = MatchTest(tests, &counting) && MatchStep(function_.region_of(loop, 1), &counting) &&
                        (directions_ == Directions::Both || (counting.up && !counting.subtracts));
    return counts ? std::optional(counting) : std::nullopt;
  }

  // A jump to the next turn of the loop whose body this is.
  bool HasContinue(RegionId region) const {
    const auto& insts = function_.region(region).insts;
    return std::any_of(insts.begin(), insts.end(), [this](InstId id) {
      const Inst& inst = function_.inst(id);
      const auto regions = function_.regions_of(inst);
      return inst.op == Op::Continue || (!IsLoop(inst) && std::any_of(regions.begin(), regions.end(),
                                                                      [this](RegionId r) { return HasContinue(r); }));
    });
  }

  void CollectInside(const Inst& loop) {
    inside_.assign(function_.insts.size(), false);
    for (const RegionId region : function_.regions_of(loop)) {
      kir::ForEachInst(function_, region, [this](InstId id, const Inst&) { inside_[id.index] = true; });
    }
    stored_ = kir::StoredSlots(function_, loop);
  }

  bool MatchTest(const std::vector<InstId>& tests, Counting* counting) const {
    const Inst& test = function_.inst(function_.operand(function_.inst(tests.back()), 0));
    if (test.op != Op::Compare) {
      return false;
    }
    // What is tested must be all that happens there.
    const bool is_pure = std::all_of(tests.begin(), tests.end() - 1, [this](InstId id) {
      return IsPure(function_.inst(id)) || function_.inst(id).op == Op::SlotLoad;
    });
    auto predicate = static_cast<ComparePredicate>(test.imm);
    InstId counter = function_.operand(test, 0);
    counting->bound = function_.operand(test, 1);
    if (IsInvariant(counter)) {
      std::swap(counter, counting->bound);
      predicate = kir::Swapped(predicate);
    }
    const Inst& load = function_.inst(counter);
    if (!is_pure || predicate == ComparePredicate::Eq || predicate == ComparePredicate::Ne || load.op != Op::SlotLoad ||
        !types::IsSigned(load.type) || types::scalar_bits(load.type) < 32 || !IsInvariant(counting->bound)) {
      return false;
    }
    counting->slot = function_.operand(load, 0);
    counting->up = predicate == ComparePredicate::Lt || predicate == ComparePredicate::Le;
    counting->or_equal = predicate == ComparePredicate::Le || predicate == ComparePredicate::Ge;
    return function_.inst(counting->slot).op == Op::Slot;
  }

  // Computed from nothing that the loop changes, without effects.
  bool IsInvariant(InstId id) const {
    if (!inside_[id.index]) {
      return true;
    }
    const Inst& inst = function_.inst(id);
    const auto operands = function_.operands(inst);
    if (inst.op == Op::SlotLoad) {
      return !std::binary_search(stored_.begin(), stored_.end(), operands[0]);
    }
    return IsPure(inst) && inst.op != Op::RegionArg && inst.regions.count == 0 &&
           std::all_of(operands.begin(), operands.end(), [this](InstId operand) { return IsInvariant(operand); });
  }

  // The one store to the counter, among the operations of the body itself.
  bool MatchStep(RegionId body, Counting* counting) const {
    unsigned stores = 0;
    for (const RegionId region : function_.regions_of(function_.inst(counting->loop))) {
      kir::ForEachInst(function_, region, [&](InstId, const Inst& inst) {
        stores += inst.op == Op::SlotStore && function_.operand(inst, 0) == counting->slot ? 1U : 0U;
      });
    }
    const auto& insts = function_.region(body).insts;
    const auto store = std::find_if(insts.begin(), insts.end(), [&](InstId id) {
      const Inst& inst = function_.inst(id);
      return inst.op == Op::SlotStore && function_.operand(inst, 0) == counting->slot;
    });
    if (stores != 1 || store == insts.end()) {
      return false;
    }
    counting->store = *store;
    counting->next = function_.operand(function_.inst(*store), 1);
    const Inst& next = function_.inst(counting->next);
    if ((next.op != Op::Add && next.op != Op::Sub) || !inside_[counting->next.index]) {
      return false;
    }
    counting->subtracts = next.op == Op::Sub;
    const bool is_first = IsCounter(function_.operand(next, 0), *counting);
    counting->step = function_.operand(next, is_first ? 1 : 0);
    return (is_first || (next.op == Op::Add && IsCounter(function_.operand(next, 1), *counting))) &&
           IsInvariant(counting->step);
  }

  // There is one store, behind which the step would be another one's: a load that a step is made of
  // stands before it.
  bool IsCounter(InstId id, const Counting& counting) const {
    const Inst& inst = function_.inst(id);
    return inst.op == Op::SlotLoad && function_.operand(inst, 0) == counting.slot;
  }

  // What is known of bound and step in the loop need not hold in front of it: the loop's test may
  // say so, or a condition that ends it.
  void CopyToFront(Counting* counting) {
    CollectInside(function_.inst(counting->loop));
    counting->front = builder_.NewRegion();
    builder_.set_insertion_region(counting->front);
    builder_.set_range(function_.inst(counting->loop).range);
    counting->stop = Hoist(counting->bound);
    counting->by = Hoist(counting->step);
    hoisted_.clear();
    auto& insts = function_.region(counting->region).insts;
    const auto& added = function_.region(counting->front).insts;
    insts.insert(std::find(insts.begin(), insts.end(), counting->loop), added.begin(), added.end());
  }

  void DropUnknown() {
    std::unordered_map<InstId, bool> counts;
    std::unordered_map<InstId, const Counting*> open;
    for (const Counting& counting : found_) {
      const Inst& by = function_.inst(counting.by);
      if (by.op == Op::ConstInt && !NeedsNeighbour(counting)) {
        counts[counting.loop] = GoesToBound(counting, {by.imm, by.imm});
      } else {
        open[counting.loop] = &counting;
      }
    }
    if (!open.empty()) {
      kir::AnalyzeRanges(module_, function_, [&](InstId id, const kir::RangeQuery& ranges) {
        if (const auto found = open.find(id); found != open.end()) {
          const Counting& counting = *found->second;
          counts[id] = GoesToBound(counting, ranges.range(counting.by)) &&
                       (!NeedsNeighbour(counting) || HasNeighbour(counting, ranges.range(counting.stop)));
        }
      });
    }
    std::erase_if(found_, [&](const Counting& counting) {
      if (!counts[counting.loop]) {
        TakeBack(counting);
      }
      return !counts[counting.loop];
    });
  }

  static bool GoesToBound(const Counting& counting, const kir::Interval& step) {
    return counting.up != counting.subtracts ? step.lo > 0 : step.hi < 0;
  }

  // Behind the bound there is a number for range() to end at.
  bool HasNeighbour(const Counting& counting, const kir::Interval& stop) const {
    const kir::Interval all = kir::IntervalOf(function_.inst(counting.stop).type);
    return counting.up ? stop.hi < all.hi : stop.lo > all.lo;
  }

  // A loop that reaches the last number of its type must be left before it counts on.
  bool NeedsNeighbour(const Counting& counting) const {
    return counting.or_equal && IsLeft(function_.region_of(function_.inst(counting.loop), 1), false);
  }

  bool IsLeft(RegionId region, bool in_inner) const {
    const auto& insts = function_.region(region).insts;
    return std::any_of(insts.begin(), insts.end(), [this, in_inner](InstId id) {
      const Inst& inst = function_.inst(id);
      const auto regions = function_.regions_of(inst);
      return inst.op == Op::Return || inst.op == Op::Fail || (inst.op == Op::Break && !in_inner) ||
             std::any_of(regions.begin(), regions.end(),
                         [&](RegionId r) { return IsLeft(r, in_inner || IsLoop(inst)); });
    });
  }

  void TakeBack(const Counting& counting) {
    auto& insts = function_.region(counting.region).insts;
    const auto loop = std::find(insts.begin(), insts.end(), counting.loop);
    insts.erase(loop - static_cast<std::ptrdiff_t>(function_.region(counting.front).insts.size()), loop);
  }

  void Rewrite(const Counting& counting) {
    const Inst loop = function_.inst(counting.loop);
    const RegionId before = builder_.NewRegion();
    const RegionId body = builder_.NewRegion();
    builder_.set_insertion_region(before);
    builder_.set_range(loop.range);
    InstId start = StoredBefore(counting);
    if (!start.has_value()) {
      start = builder_.SlotLoad(counting.slot);
    }
    InstId stop = counting.stop;
    InstId step = counting.by;
    const TypeId type = builder_.type_of(start);
    if (counting.or_equal) {
      stop = builder_.Binary(counting.up ? Op::Add : Op::Sub, stop, builder_.ConstInt(type, 1));
    }
    if (counting.subtracts) {
      step = builder_.Binary(Op::Sub, builder_.ConstInt(type, 0), step);
    }
    const InstId variable = builder_.ForRange(start, stop, step, body);
    Fill(counting, function_.region_of(loop, 1), body, variable);
    auto& insts = function_.region(counting.region).insts;
    const auto place = std::find(insts.begin(), insts.end(), counting.loop);
    const auto& added = function_.region(before).insts;
    insts.insert(insts.erase(place), added.begin(), added.end());
  }

  // What the counter holds in front of the loop, where that is plain to see: the slot may be
  // nobody's concern then.
  InstId StoredBefore(const Counting& counting) const {
    const auto& insts = function_.region(counting.region).insts;
    const auto loop = std::find(insts.begin(), insts.end(), counting.loop);
    for (auto place = std::make_reverse_iterator(loop); place != insts.rend(); ++place) {
      const Inst& inst = function_.inst(*place);
      if (inst.op == Op::SlotStore && function_.operand(inst, 0) == counting.slot) {
        return function_.operand(inst, 1);
      }
      const std::vector<InstId> stored = kir::StoredSlots(function_, inst);
      if (std::binary_search(stored.begin(), stored.end(), counting.slot)) {
        break;
      }
    }
    return InstId();
  }

  // A copy of the value in front of the loop.
  InstId Hoist(InstId id) {
    if (!inside_[id.index]) {
      return id;
    }
    if (const auto found = hoisted_.find(id); found != hoisted_.end()) {
      return found->second;
    }
    const Inst inst = function_.inst(id);
    std::vector<InstId> operands;
    for (std::uint32_t i = 0; i < inst.operands.count; ++i) {
      const InstId operand = function_.operand(inst, i);
      operands.push_back(function_.inst(operand).op == Op::Slot ? operand : Hoist(operand));
    }
    return hoisted_[id] = builder_.Append(inst.op, inst.type, operands, inst.imm, inst.text);
  }

  // Moves the body, in which loads of the counter become `variable`, and behind the step what the
  // step gave.
  void Fill(const Counting& counting, RegionId from, RegionId to, InstId variable) {
    replaced_.clear();
    InstId now = variable;
    for (const InstId id : function_.region(from).insts) {
      if (ReplaceLoads(id, counting.slot, now)) {
        function_.region(to).insts.push_back(id);
      }
      now = id == counting.store ? counting.next : now;
    }
  }

  // False for such a load itself.
  bool ReplaceLoads(InstId id, InstId slot, InstId value) {
    for (InstId& operand : function_.operands(function_.inst(id))) {
      if (const auto found = replaced_.find(operand); found != replaced_.end()) {
        operand = found->second;
      }
    }
    const Inst& inst = function_.inst(id);
    if (inst.op == Op::SlotLoad && function_.operand(inst, 0) == slot) {
      replaced_[id] = value;
      return false;
    }
    for (const RegionId region : function_.regions_of(inst)) {
      std::erase_if(function_.region(region).insts, [&](InstId nested) { return !ReplaceLoads(nested, slot, value); });
    }
    return true;
  }

  kir::Module& module_;
  Function& function_;
  Directions directions_;
  kir::Builder builder_;
  std::vector<Counting> found_;
  // Of the loop at hand: its operations, and the slots that it stores to.
  std::vector<bool> inside_;
  std::vector<InstId> stored_;
  kir::ValueMap hoisted_;
  kir::ValueMap replaced_;
};

void CountLoopsOf(kir::Module& module, Directions directions) {
  for (Function& function : module.functions) {
    LoopCounter(module, function, directions).Run();
  }
}

}  // namespace

void CountLoops(kir::Module& module) { CountLoopsOf(module, Directions::Both); }

void CountUpwardLoops(kir::Module& module) { CountLoopsOf(module, Directions::Up); }

}  // namespace kernelc::passes
