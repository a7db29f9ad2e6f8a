#include "compiler/passes/barrier_guards.h"

#include <algorithm>
#include <unordered_map>

#include "compiler/kir/analysis/synchronisation.h"
#include "compiler/kir/predicates.h"
#include "compiler/passes/barrier_bounds.h"
#include "compiler/passes/barrier_forward.h"
#include "compiler/passes/barrier_guarded_loops.h"
#include "compiler/passes/barrier_masks.h"
#include "compiler/passes/barrier_outer.h"
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

class Guards {
 public:
  // `waiting`: see FindWaiting.
  Guards(kir::Module& module, kir::Function& function, const std::vector<bool>& waiting)
      : waiting_(waiting),
        builder_(module, function),
        function_(function),
        variance_(ComputeVariance(module, function)),
        is_outer_(function) {}

  void Run() {
    WalkOuter(function_.body);
  }

 private:

  void WalkOuter(RegionId region) {
    // The region's list grows at thread loops.
    for (std::size_t i = 0; i < function_.region(region).insts.size(); ++i) {
      const InstId id = function_.region(region).insts[i];
      const Inst inst = function_.inst(id);
      is_outer_.Add(id);
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
      GrowVariance();
    }
    const std::vector<InstId> added = function_.region(computed).insts;
    GrowVariance();
    for (const InstId id : added) {
      is_outer_.Add(id);
    }
    auto& insts = function_.region(outer).insts;
    insts.insert(insts.begin() + static_cast<std::ptrdiff_t>(place), added.begin(), added.end());
    // Loops that were split off are looked at next.
    insts.insert(insts.begin() + static_cast<std::ptrdiff_t>(place + added.size() + 1),
                 added_.begin(), added_.end());
    added_.clear();
    return added.size();
  }

  void GrowVariance() { variance_.resize(function_.insts.size(), kUniform); }

  // Looks at the first operation of the body that is not pure: a guard around the rest, or a return
  // in front of it.
  bool TakeGuard(InstId loop, RegionId body) {
    auto& insts = function_.region(body).insts;
    const auto first = std::find_if(insts.begin(), insts.end(), [this](InstId id) {
      const Inst& inst = function_.inst(id);
      return !IsPure(inst) && inst.op != Op::Slot && !IsCondition(function_, inst);
    });
    if (first == insts.end() || function_.inst(*first).op != Op::If) {
      return false;
    }
    const InstId guard_id = *first;
    const Inst guard = function_.inst(guard_id);
    if (guard.type != types::kVoid) {
      return false;
    }
    const bool is_last = first + 1 == insts.end();
    const bool has_else = !function_.region(function_.region_of(guard, 1)).insts.empty();
    const auto& then_insts = function_.region(function_.region_of(guard, 0)).insts;
    const bool returns = then_insts.size() == 1 && function_.inst(then_insts[0]).op == Op::Return;
    if (has_else || (!returns && !is_last)) {
      // What stands behind the branch is copied for the sake of loops alone, which can go outside of the loop over
      // threads where no condition is around them.
      return (is_last || HoldsLoop(body)) && SplitBranch(loop, guard_id);
    }
    const auto bounds = CollectBounds(Facts(), function_.operand(guard, 0), returns);
    if (!bounds) {
      return false;
    }
    for (const Bound& bound : *bounds) {
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

  // `if a box of threads: A else: B`, and C behind it, as up to five loops: A and C over the box, B and C over the rows
  // in front of and behind it and over what is left and right of it. Each has no condition to test.
  bool SplitBranch(InstId loop, InstId guard_id) {
    const Inst guard = function_.inst(guard_id);
    const RegionId else_region = function_.region_of(guard, 1);
    const RegionId region = function_.region_of(function_.inst(loop), 0);
    const std::vector<InstId> body = function_.region(region).insts;
    const auto place = std::find(body.begin(), body.end(), guard_id);
    const std::vector<InstId> before(body.begin(), place);
    const std::vector<InstId> behind(place + 1, body.end());
    const auto bounds = CollectBounds(Facts(), function_.operand(guard, 0), false);
    if (CountInsts(else_region) + CountInsts(behind) > kMaxCopied || !bounds || !IsBoxInRows(*bounds)) {
      return false;
    }
    const Inst whole = function_.inst(loop);
    const std::vector<InstId> range(function_.operands(whole).begin(),
                                    function_.operands(whole).end());
    for (const Bound& bound : *bounds) {
      Apply(loop, bound);
    }
    const std::vector<InstId> outside = function_.region(else_region).insts;
    MakeBorder(loop, range, *bounds, {before, outside, EndsTurn(outside) ? std::vector<InstId>() : behind});

    std::vector<InstId> inside = before;
    const std::vector<InstId> inner = function_.region(function_.region_of(guard, 0)).insts;
    inside.insert(inside.end(), inner.begin(), inner.end());
    if (!EndsTurn(inner)) {
      inside.insert(inside.end(), behind.begin(), behind.end());
    }
    function_.region(region).insts = std::move(inside);
    return true;
  }

  // Loops with copies of the parts over those threads of `range` that `loop` leaves out, which has the bounds.
  void MakeBorder(InstId loop, const std::vector<InstId>& range, const std::vector<Bound>& bounds,
                  const std::vector<std::vector<InstId>>& parts) {
    InstId box[2][2];
    for (std::uint32_t dim = 0; dim < 2; ++dim) {
      const Inst& bounded = function_.inst(loop);
      const InstId begin = function_.operand(bounded, dim);
      const InstId end = function_.operand(bounded, dim + 3);
      box[dim][0] = Smaller(begin, range[dim + 3]);
      box[dim][1] = Larger(box[dim][0], end);
    }
    const auto make = [&](InstId x0, InstId x1, InstId y0, InstId y1) {
      std::vector<InstId> operands = range;
      operands[0] = x0;
      operands[1] = y0;
      operands[3] = x1;
      operands[4] = y1;
      MakeLoop(operands, parts);
    };
    const auto is_bound = [&](Direction direction, bool upper) {
      return std::any_of(bounds.begin(), bounds.end(), [&](const Bound& bound) {
        return bound.direction == direction && bound.upper == upper;
      });
    };
    if (is_bound(Direction::Y, false)) {
      make(range[0], range[3], range[1], box[1][0]);
    }
    if (is_bound(Direction::Y, true)) {
      make(range[0], range[3], box[1][1], range[4]);
    }
    if (is_bound(Direction::X, false)) {
      make(range[0], box[0][0], box[1][0], box[1][1]);
    }
    if (is_bound(Direction::X, true)) {
      make(box[0][1], range[3], box[1][0], box[1][1]);
    }
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

  std::size_t CountInsts(RegionId region) const { return CountInsts(function_.region(region).insts); }

  std::size_t CountInsts(const std::vector<InstId>& insts) const {
    std::size_t count = insts.size();
    for (const InstId id : insts) {
      for (const RegionId nested : function_.regions_of(function_.inst(id))) {
        count += CountInsts(nested);
      }
    }
    return count;
  }

  // No thread goes on behind these.
  bool EndsTurn(const std::vector<InstId>& insts) const {
    return !insts.empty() && function_.inst(insts.back()).op == Op::Return;
  }

  bool HoldsLoop(RegionId region) const {
    const auto& insts = function_.region(region).insts;
    return std::any_of(insts.begin(), insts.end(), [this](InstId id) {
      const auto regions = function_.regions_of(function_.inst(id));
      return IsLoop(function_.inst(id)) ||
             std::any_of(regions.begin(), regions.end(), [this](RegionId nested) { return HoldsLoop(nested); });
    });
  }

  InstId Smaller(InstId a, InstId b) {
    return builder_.Select(builder_.Compare(ComparePredicate::Lt, a, b), a, b);
  }
  InstId Larger(InstId a, InstId b) {
    return builder_.Select(builder_.Compare(ComparePredicate::Gt, a, b), a, b);
  }

  // A thread loop with copies of the parts, one after the other.
  void MakeLoop(std::span<const InstId> operands, const std::vector<std::vector<InstId>>& parts) {
    const RegionId body = builder_.NewRegion();
    std::unordered_map<std::uint32_t, InstId> copies;
    for (const std::vector<InstId>& part : parts) {
      CopyInsts(part, body, copies);
    }
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
      GrowVariance();
      variance_[copy.index] = variance_[id.index];
    }
  }

  BoundFacts Facts() const {
    return {&function_, &variance_, &is_outer_};
  }

  void Apply(InstId loop, const Bound& bound) {
    std::vector<InstId> range(function_.operands(function_.inst(loop)).begin(),
                              function_.operands(function_.inst(loop)).end());
    ApplyBound(builder_, Facts(), bound, range);
    std::copy(range.begin(), range.end(), function_.operands(function_.inst(loop)).begin());
  }

  const std::vector<bool>& waiting_;
  kir::Builder builder_;
  kir::Function& function_;
  std::vector<Variance> variance_;
  OuterValues is_outer_;
  // Thread loops split off from the one at hand.
  std::vector<InstId> added_;
};

}  // namespace

void BoundThreadLoops(kir::Module& module) {
  const std::vector<bool> waiting = kir::FindWaiting(module);
  for (kir::Function& function : module.functions) {
    if (function.kind == kir::FunctionKind::Kernel) {
      BoundMaskedLoops(module, function);
      TakeGuardedLoopsOut(module, function, waiting);
      Guards(module, function, waiting).Run();
      RemoveDeadValues(function);
    }
  }
}

}  // namespace kernelc::passes
