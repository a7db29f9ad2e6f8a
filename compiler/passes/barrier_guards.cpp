#include "compiler/passes/barrier_guards.h"

#include <algorithm>
#include <unordered_map>

#include "compiler/kir/analysis/synchronisation.h"
#include "compiler/kir/predicates.h"
#include "compiler/passes/barrier_affine.h"
#include "compiler/passes/barrier_forward.h"
#include "compiler/passes/barrier_guarded_loops.h"
#include "compiler/passes/barrier_plan.h"

namespace kernelc::passes {
namespace {

using kir::ComparePredicate;
using kir::Inst;
using kir::InstId;
using kir::Op;
using kir::RegionId;

// A branch of more operations is not copied.
constexpr std::size_t kMaxCopied = 64;

// A condition that holds for the first threads in one direction (place < limit, or <=), or for the
// last.
struct Bound {
  Direction direction;
  InstId place;
  InstId limit;
  bool upper;
  bool inclusive;
};

class Guards {
 public:
  // `waiting`: see FindWaiting.
  Guards(kir::Module& module, kir::Function& function, const std::vector<bool>& waiting)
      : waiting_(waiting),
        builder_(module, function),
        function_(function),
        variance_(ComputeVariance(module, function)),
        is_outer_(function.insts.size()) {}

  void Run() {
    for (const kir::Param& param : function_.params) {
      is_outer_[param.value.index] = true;
    }
    WalkOuter(function_.body);
  }

 private:
  bool IsOuter(InstId id) const { return id.index < is_outer_.size() && is_outer_[id.index]; }

  void WalkOuter(RegionId region) {
    // The region's list grows at thread loops.
    for (std::size_t i = 0; i < function_.region(region).insts.size(); ++i) {
      const InstId id = function_.region(region).insts[i];
      const Inst inst = function_.inst(id);
      is_outer_[id.index] = true;
      if (inst.op == Op::ThreadLoop) {
        i += BoundLoop(id, region, i);
        continue;
      }
      for (const RegionId nested : function_.regions_of(inst)) {
        WalkOuter(nested);
      }
    }
  }

  // Gives how many operations were put in front of the loop.
  std::size_t BoundLoop(InstId loop, RegionId outer, std::size_t place) {
    const RegionId body = function_.region_of(function_.inst(loop), 0);
    if (kir::MayWait(function_, body, waiting_)) {
      // Threads inside and at the border may wait for each other.
      return 0;
    }
    const RegionId computed = builder_.NewRegion();
    builder_.set_insertion_region(computed);
    builder_.set_range(function_.inst(loop).range);
    while (TakeGuard(loop, body)) {
      GrowMaps();
    }
    const std::vector<InstId> added = function_.region(computed).insts;
    GrowMaps();
    for (const InstId id : added) {
      is_outer_[id.index] = true;
    }
    auto& insts = function_.region(outer).insts;
    insts.insert(insts.begin() + static_cast<std::ptrdiff_t>(place), added.begin(), added.end());
    // Loops that were split off are looked at next.
    insts.insert(insts.begin() + static_cast<std::ptrdiff_t>(place + added.size() + 1),
                 added_.begin(), added_.end());
    added_.clear();
    return added.size();
  }

  void GrowMaps() {
    is_outer_.resize(function_.insts.size());
    variance_.resize(function_.insts.size(), kUniform);
  }

  // Looks at the first operation of the body that is not pure: a guard around the rest, or a return
  // in front of it.
  bool TakeGuard(InstId loop, RegionId body) {
    auto& insts = function_.region(body).insts;
    const auto first = std::find_if(insts.begin(), insts.end(), [this](InstId id) {
      const Inst& inst = function_.inst(id);
      return !IsPure(inst) && inst.op != Op::Slot && !IsCondition(inst);
    });
    if (first == insts.end() || function_.inst(*first).op != Op::If) {
      return false;
    }
    const InstId guard_id = *first;
    const Inst guard = function_.inst(guard_id);
    if (guard.type != types::kVoid) {
      return false;
    }
    if (!function_.region(function_.region_of(guard, 1)).insts.empty()) {
      return first + 1 == insts.end() && SplitBranch(loop, guard_id);
    }
    const auto& then_insts = function_.region(function_.region_of(guard, 0)).insts;
    const bool returns = then_insts.size() == 1 && function_.inst(then_insts[0]).op == Op::Return;
    if (!returns && first + 1 != insts.end()) {
      return false;
    }
    std::vector<Bound> bounds;
    if (!CollectBounds(function_.operand(guard, 0), returns, bounds)) {
      return false;
    }
    for (const Bound& bound : bounds) {
      Apply(loop, bound);
    }
    auto& now = function_.region(body).insts;
    const auto next = now.erase(std::find(now.begin(), now.end(), guard_id));
    if (!returns) {
      const std::vector<InstId> inner = function_.region(function_.region_of(guard, 0)).insts;
      now.insert(next, inner.begin(), inner.end());
    }
    return true;
  }

  // `if a box of threads: A else: B` as five loops: A over the box, B over the rows in front of and
  // behind it and over what is left and right of it. Each has no condition to test.
  bool SplitBranch(InstId loop, InstId guard_id) {
    const Inst guard = function_.inst(guard_id);
    const RegionId else_region = function_.region_of(guard, 1);
    std::vector<Bound> bounds;
    if (CountInsts(else_region) > kMaxCopied ||
        !CollectBounds(function_.operand(guard, 0), false, bounds) || !IsBoxInRows(bounds)) {
      return false;
    }
    const Inst whole = function_.inst(loop);
    const std::vector<InstId> range(function_.operands(whole).begin(),
                                    function_.operands(whole).end());
    for (const Bound& bound : bounds) {
      Apply(loop, bound);
    }
    InstId box[2][2];
    for (std::uint32_t dim = 0; dim < 2; ++dim) {
      const Inst& bounded = function_.inst(loop);
      const InstId begin = function_.operand(bounded, dim);
      const InstId end = function_.operand(bounded, dim + 3);
      box[dim][0] = Smaller(begin, range[dim + 3]);
      box[dim][1] = Larger(box[dim][0], end);
    }
    const RegionId region = function_.region_of(whole, 0);
    const auto make = [&](InstId x0, InstId x1, InstId y0, InstId y1) {
      std::vector<InstId> operands = range;
      operands[0] = x0;
      operands[1] = y0;
      operands[3] = x1;
      operands[4] = y1;
      MakeLoop(operands, region, guard_id, else_region);
    };
    make(range[0], range[3], range[1], box[1][0]);
    make(range[0], range[3], box[1][1], range[4]);
    make(range[0], box[0][0], box[1][0], box[1][1]);
    make(box[0][1], range[3], box[1][0], box[1][1]);

    auto& insts = function_.region(region).insts;
    insts.pop_back();
    const std::vector<InstId> inner = function_.region(function_.region_of(guard, 0)).insts;
    insts.insert(insts.end(), inner.begin(), inner.end());
    return true;
  }

  // Bounds in x, perhaps in y, none in z.
  static bool IsBoxInRows(const std::vector<Bound>& bounds) {
    bool in_x = false;
    for (const Bound& bound : bounds) {
      in_x = in_x || bound.direction == Direction::X;
      if (bound.direction == Direction::Z) {
        return false;
      }
    }
    return in_x;
  }

  std::size_t CountInsts(RegionId region) const {
    std::size_t count = 0;
    for (const InstId id : function_.region(region).insts) {
      ++count;
      for (const RegionId nested : function_.regions_of(function_.inst(id))) {
        count += CountInsts(nested);
      }
    }
    return count;
  }

  InstId Smaller(InstId a, InstId b) {
    return builder_.Select(builder_.Compare(ComparePredicate::Lt, a, b), a, b);
  }
  InstId Larger(InstId a, InstId b) {
    return builder_.Select(builder_.Compare(ComparePredicate::Gt, a, b), a, b);
  }

  // A thread loop with what stands in front of `guard` in `region`, and the operations of `branch`.
  void MakeLoop(std::span<const InstId> operands, RegionId region, InstId guard, RegionId branch) {
    const RegionId body = builder_.NewRegion();
    std::unordered_map<std::uint32_t, InstId> copies;
    std::vector<InstId> insts = function_.region(region).insts;
    insts.erase(std::find(insts.begin(), insts.end(), guard));
    CopyInsts(insts, body, copies);
    CopyInsts(std::vector<InstId>(function_.region(branch).insts), body, copies);
    const RegionId place = builder_.insertion_region();
    const RegionId scratch = builder_.NewRegion();
    builder_.set_insertion_region(scratch);
    added_.push_back(
        builder_.Append(Op::ThreadLoop, types::kVoid, operands, 0, 0, std::span(&body, 1)));
    builder_.set_insertion_region(place);
  }

  void CopyInsts(const std::vector<InstId>& insts, RegionId to,
                 std::unordered_map<std::uint32_t, InstId>& copies) {
    for (const InstId id : insts) {
      const Inst inst = function_.inst(id);
      std::vector<InstId> operands;
      for (const InstId operand : function_.operands(inst)) {
        const auto found = copies.find(operand.index);
        operands.push_back(found == copies.end() ? operand : found->second);
      }
      std::vector<RegionId> regions;
      for (std::uint32_t i = 0; i < inst.regions.count; ++i) {
        regions.push_back(builder_.NewRegion());
        const RegionId from = function_.region_of(inst, i);
        CopyInsts(std::vector<InstId>(function_.region(from).insts), regions.back(), copies);
      }
      const RegionId place = builder_.insertion_region();
      builder_.set_insertion_region(to);
      const InstId copy =
          builder_.Append(inst.op, inst.type, operands, inst.imm, inst.text, regions);
      builder_.set_insertion_region(place);
      function_.inst(copy).range = inst.range;
      copies[id.index] = copy;
      GrowMaps();
      variance_[copy.index] = variance_[id.index];
    }
  }

  // A short-circuit `and` or `or`: an `if` that gives a bool and has no effects.
  bool IsCondition(const Inst& inst) const {
    if (inst.op != Op::If || inst.type != types::kBool) {
      return false;
    }
    for (const RegionId region : function_.regions_of(inst)) {
      for (const InstId id : function_.region(region).insts) {
        const Inst& part = function_.inst(id);
        if (!IsPure(part) && part.op != Op::Yield && !IsCondition(part)) {
          return false;
        }
      }
    }
    return true;
  }

  // All of `condition` (of its negation) as bounds; false when a part of it is none.
  bool CollectBounds(InstId condition, bool negated, std::vector<Bound>& bounds) {
    const Inst& inst = function_.inst(condition);
    if (inst.op == Op::LogicalNot) {
      return CollectBounds(function_.operand(inst, 0), !negated, bounds);
    }
    if (inst.op == (negated ? Op::Or : Op::And)) {
      return CollectBounds(function_.operand(inst, 0), negated, bounds) &&
             CollectBounds(function_.operand(inst, 1), negated, bounds);
    }
    if (inst.op == Op::If) {
      return CollectFromBranch(inst, negated, bounds);
    }
    if (inst.op == Op::Select) {
      return CollectFromChoice(function_.operand(inst, 0), function_.operand(inst, 1),
                               function_.operand(inst, 2), negated, bounds);
    }
    return inst.op == Op::Compare && CollectCompare(inst, negated, bounds);
  }

  bool CollectFromBranch(const Inst& inst, bool negated, std::vector<Bound>& bounds) {
    const auto yielded = [&](std::uint32_t i) {
      const auto& insts = function_.region(function_.region_of(inst, i)).insts;
      return function_.operand(function_.inst(insts.back()), 0);
    };
    return IsCondition(inst) &&
           CollectFromChoice(function_.operand(inst, 0), yielded(0), yielded(1), negated, bounds);
  }

  // `b if a else False` is `a and b`; `True if a else b` is `a or b`.
  bool CollectFromChoice(InstId condition, InstId if_true, InstId if_false, bool negated,
                         std::vector<Bound>& bounds) {
    const InstId skipped = negated ? if_true : if_false;
    const InstId other = negated ? if_false : if_true;
    const Inst& constant = function_.inst(skipped);
    const bool matches =
        skipped == condition || (constant.op == Op::ConstInt && (constant.imm != 0) == negated);
    return matches && CollectBounds(condition, negated, bounds) &&
           CollectBounds(other, negated, bounds);
  }

  bool CollectCompare(const Inst& inst, bool negated, std::vector<Bound>& bounds) {
    InstId left = function_.operand(inst, 0);
    InstId right = function_.operand(inst, 1);
    auto predicate = static_cast<ComparePredicate>(inst.imm);
    if (!types::IsInteger(function_.inst(left).type) ||
        !types::IsSigned(function_.inst(left).type)) {
      return false;
    }
    predicate = negated ? kir::Negated(predicate) : predicate;
    if (variance_[left.index] == kUniform) {
      std::swap(left, right);
      predicate = kir::Swapped(predicate);
    }
    const std::optional<Direction> direction = UnitDirection(function_, variance_, left);
    const auto available = [this](InstId id) { return IsOuter(id); };
    if (!direction || predicate == ComparePredicate::Ne || variance_[right.index] != kUniform ||
        !CanCopy(function_, left, available) || !CanCopy(function_, right, available)) {
      return false;
    }
    if (predicate == ComparePredicate::Eq) {
      bounds.push_back({*direction, left, right, true, true});
      bounds.push_back({*direction, left, right, false, true});
      return true;
    }
    bounds.push_back({*direction, left, right,
                      predicate == ComparePredicate::Lt || predicate == ComparePredicate::Le,
                      predicate == ComparePredicate::Le || predicate == ComparePredicate::Ge});
    return true;
  }

  // end = min(end, limit - place of the first thread), or the same for the begin from below.
  void Apply(InstId loop, const Bound& bound) {
    const auto available = [this](InstId id) { return IsOuter(id); };
    const InstId first =
        builder_.Convert(CopyForFirstThread(builder_, bound.place, available), types::kInt64);
    const InstId limit =
        builder_.Convert(CopyForFirstThread(builder_, bound.limit, available), types::kInt64);
    InstId edge = builder_.Binary(Op::Sub, limit, first);
    if (bound.inclusive == bound.upper) {
      edge = builder_.Binary(Op::Add, edge, builder_.ConstInt(types::kInt64, 1));
    }
    const std::uint32_t index = static_cast<std::uint32_t>(bound.direction) + (bound.upper ? 3 : 0);
    const InstId old = function_.operand(function_.inst(loop), index);
    const InstId tighter =
        builder_.Compare(bound.upper ? ComparePredicate::Lt : ComparePredicate::Gt, edge, old);
    function_.operands(function_.inst(loop))[index] = builder_.Select(tighter, edge, old);
  }

  const std::vector<bool>& waiting_;
  kir::Builder builder_;
  kir::Function& function_;
  std::vector<Variance> variance_;
  std::vector<bool> is_outer_;
  // Thread loops split off from the one at hand.
  std::vector<InstId> added_;
};

}  // namespace

void BoundThreadLoops(kir::Module& module) {
  const std::vector<bool> waiting = kir::FindWaiting(module);
  for (kir::Function& function : module.functions) {
    if (function.kind == kir::FunctionKind::Kernel) {
      TakeGuardedLoopsOut(module, function, waiting);
      Guards(module, function, waiting).Run();
      RemoveDeadValues(function);
    }
  }
}

}  // namespace kernelc::passes
