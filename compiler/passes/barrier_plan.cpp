#include "compiler/passes/barrier_plan.h"

#include "compiler/builtins/builtins.h"

namespace kernelc::passes {

using builtins::BuiltinEffects;
using builtins::BuiltinId;
using kir::Inst;
using kir::InstId;
using kir::Op;
using kir::RegionId;

namespace {

BuiltinEffects EffectsOf(const Inst& inst) {
  return builtins::builtin_info(static_cast<BuiltinId>(inst.imm)).effects;
}

}  // namespace

bool IsBlockSync(const Inst& inst) {
  return inst.op == Op::CallBuiltin && (EffectsOf(inst) == BuiltinEffects::BlockSync ||
                                        EffectsOf(inst) == BuiltinEffects::GridSync);
}

bool IsWarpSync(const Inst& inst) {
  return inst.op == Op::CallBuiltin && EffectsOf(inst) == BuiltinEffects::WarpSync;
}

bool IsPure(const Inst& inst) {
  if (inst.op == Op::CallBuiltin) {
    return EffectsOf(inst) == BuiltinEffects::Pure || EffectsOf(inst) == BuiltinEffects::ThreadPure;
  }
  return kir::op_info(inst.op).effects == kir::Effects::Pure;
}

bool IsStructured(const Inst& inst) { return inst.op == Op::If || IsLoop(inst); }

namespace {

class Planner {
 public:
  Planner(const kir::Function& function, RegionId root, const std::vector<Variance>& variance,
          const SplitCriteria& criteria, SplitPlan& plan)
      : function_(function),
        root_(root),
        variance_(variance),
        criteria_(criteria),
        plan_(plan),
        slots_(function.insts.size()) {
    const std::size_t size = function.insts.size();
    for (std::vector<bool>* flags :
         {&plan.lifted, &plan.outer, &plan.needs_active, &plan.needs_iteration, &plan.clean_exit,
          &plan.barrier_after, &plan.has_barrier, &plan.has_split, &plan.strided}) {
      flags->resize(size);
    }
  }

  void Make() {
    plan_.needs_live = false;
    FindSplits(root_);
    FindSlots(root_);
    // Optimistic: every slot that may be outer is taken to be, until one is stored to in a thread
    // loop.
    do {
      demoted_ = false;
      VisitOuter(root_, false);
      DemoteSlots(root_);
    } while (demoted_);
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      if (slots_[i]) {
        plan_.outer[i] = true;
      }
    }
    // A mask that one exit needs makes others unclean.
    std::vector<bool> active;
    do {
      active = plan_.needs_active;
      FindAllExits();
    } while (active != plan_.needs_active);
    FindBarriersAfter(root_, false);
  }

 private:
  bool IsSame(InstId id) const { return (variance_[id.index] & criteria_.directions) == 0; }

  // Slots that the root uses: nothing here demotes those of other thread loops.
  void FindSlots(RegionId region) {
    for (const InstId id : function_.region(region).insts) {
      const Inst& inst = function_.inst(id);
      if (inst.op == Op::SlotLoad || inst.op == Op::SlotStore) {
        const InstId slot = function_.operand(inst, 0);
        slots_[slot.index] = function_.inst(slot).op == Op::Slot && IsSame(slot);
      }
      for (const RegionId nested : function_.regions_of(inst)) {
        FindSlots(nested);
      }
    }
  }

  // Which operations hold a reason to split.
  void FindSplits(RegionId region) {
    for (const InstId id : function_.region(region).insts) {
      const Inst& inst = function_.inst(id);
      bool barrier = IsBlockSync(inst);
      bool split = criteria_.splits(id, inst);
      for (const RegionId nested : function_.regions_of(inst)) {
        FindSplits(nested);
        for (const InstId child : function_.region(nested).insts) {
          barrier = barrier || plan_.has_barrier[child.index];
          split = split || plan_.has_split[child.index];
        }
      }
      plan_.has_barrier[id.index] = barrier;
      plan_.has_split[id.index] = split;
    }
  }

  // A region that stands outside of thread loops. `left`: threads may have jumped out of it, within
  // a thread loop, to the next turn of the loop around or behind it, all of them if it is one. What
  // is stored outside would be stored all the same. Gives that for what follows the region. Who has
  // returned reads nothing any more.
  bool VisitOuter(RegionId region, bool left) {
    for (const InstId id : function_.region(region).insts) {
      const Inst& inst = function_.inst(id);
      if (inst.op == Op::RegionArg) {
        // Set by its loop.
        continue;
      }
      if (!IsStructured(inst)) {
        plan_.outer[id.index] = IsOuterInst(id, inst) && !(left && inst.op == Op::SlotStore);
        continue;
      }
      plan_.lifted[id.index] =
          plan_.has_split[id.index] || (criteria_.lifts_returns && inst.op == Op::If &&
                                        IsOuter(function_.operand(inst, 0)) && HasExit(inst, 0));
      if (!plan_.lifted[id.index]) {
        const bool may_be_outer = !left || !HoldsStore(inst);
        plan_.outer[id.index] = may_be_outer && IsOuterTree(id, inst);
        if (!may_be_outer) {
          ClearTree(inst);
        }
        left = left || HasJump(inst, 0);
        continue;
      }
      left = VisitLifted(id, inst, left);
    }
    return left;
  }

  bool VisitLifted(InstId id, const Inst& inst, bool left) {
    bool uniform = true;
    for (const InstId operand : function_.operands(inst)) {
      uniform = uniform && IsOuter(operand);
    }
    plan_.strided[id.index] = !uniform && criteria_.strided && criteria_.strided(id, inst);
    if (inst.op == Op::ForRange) {
      const auto& body = function_.region(function_.region_of(inst, 0)).insts;
      plan_.outer[body.front().index] = uniform;
    }
    bool left_within = left;
    for (const RegionId nested : function_.regions_of(inst)) {
      const bool left_nested = VisitOuter(nested, left);
      left_within = left_within || left_nested;
    }
    if (inst.op == Op::While) {
      const auto& condition = function_.region(function_.region_of(inst, 0)).insts;
      uniform = !condition.empty() && function_.inst(condition.back()).op == Op::Condition &&
                IsOuter(function_.operand(function_.inst(condition.back()), 0));
    }
    plan_.outer[id.index] = uniform;
    return !IsLoop(inst) ? left_within || (!uniform && HasJump(inst, 0)) : left;
  }

  bool IsOuter(InstId id) const {
    const Op op = function_.inst(id).op;
    if (op == Op::Param) {
      return true;
    }
    // A lifted `if` gives its value through a slot of each thread.
    return plan_.outer[id.index] && !(op == Op::If && plan_.lifted[id.index]);
  }

  bool IsOuterInst(InstId id, const Inst& inst) const {
    const auto operands = function_.operands(inst);
    if (inst.op == Op::SlotLoad) {
      return slots_[operands[0].index];
    }
    if (inst.op == Op::SlotStore) {
      return slots_[operands[0].index] && IsOuter(operands[1]);
    }
    if (IsBlockSync(inst)) {
      // What the threads of a block find out together at a barrier.
      return inst.type != types::kVoid;
    }
    if (!IsPure(inst) || inst.op == Op::LocalArray || !IsSame(id)) {
      return false;
    }
    for (const InstId operand : operands) {
      if (!IsOuter(operand)) {
        return false;
      }
    }
    return true;
  }

  // A structured operation all of whose parts can be computed once. Marks the parts.
  bool IsOuterTree(InstId id, const Inst& inst) {
    bool outer = !HasExit(inst, 0);
    for (const InstId operand : function_.operands(inst)) {
      outer = outer && IsOuter(operand);
    }
    for (const RegionId region : function_.regions_of(inst)) {
      for (const InstId child : function_.region(region).insts) {
        const Inst& part = function_.inst(child);
        const Op op = part.op;
        bool part_outer = false;
        if (op == Op::RegionArg) {
          part_outer = outer;
        } else if (op == Op::Break || op == Op::Continue) {
          part_outer = true;
        } else if (op == Op::Yield || op == Op::Condition) {
          part_outer = IsOuter(function_.operand(part, 0));
        } else {
          part_outer = IsStructured(part) ? IsOuterTree(child, part) : IsOuterInst(child, part);
        }
        plan_.outer[child.index] = part_outer;
        outer = outer && part_outer;
      }
    }
    plan_.outer[id.index] = outer;
    if (!outer) {
      ClearTree(inst);
    }
    return outer;
  }

  void ClearTree(const Inst& inst) {
    for (const RegionId region : function_.regions_of(inst)) {
      for (const InstId child : function_.region(region).insts) {
        plan_.outer[child.index] = false;
        ClearTree(function_.inst(child));
      }
    }
  }

  // Holds a return, or a break or continue of a loop outside of it. `loops`: how many loops of the
  // tree are around.
  bool HasExit(const Inst& inst, unsigned loops) const {
    return inst.op == Op::Return ||
           ((inst.op == Op::Break || inst.op == Op::Continue) && loops == 0) ||
           AnyPart(inst,
                   [&](const Inst& part) { return HasExit(part, loops + (IsLoop(inst) ? 1 : 0)); });
  }

  // The same without returns.
  bool HasJump(const Inst& inst, unsigned loops) const {
    return ((inst.op == Op::Break || inst.op == Op::Continue) && loops == 0) ||
           AnyPart(inst,
                   [&](const Inst& part) { return HasJump(part, loops + (IsLoop(inst) ? 1 : 0)); });
  }

  bool HoldsStore(const Inst& inst) const {
    return inst.op == Op::SlotStore ||
           AnyPart(inst, [&](const Inst& part) { return HoldsStore(part); });
  }

  template <typename Predicate>
  bool AnyPart(const Inst& inst, Predicate is) const {
    for (const RegionId region : function_.regions_of(inst)) {
      for (const InstId child : function_.region(region).insts) {
        if (is(function_.inst(child))) {
          return true;
        }
      }
    }
    return false;
  }

  void DemoteSlots(RegionId region) {
    for (const InstId id : function_.region(region).insts) {
      const Inst& inst = function_.inst(id);
      if (inst.op == Op::SlotStore && !plan_.outer[id.index]) {
        const InstId slot = function_.operand(inst, 0);
        if (slots_[slot.index]) {
          slots_[slot.index] = false;
          demoted_ = true;
        }
      }
      for (const RegionId nested : function_.regions_of(inst)) {
        DemoteSlots(nested);
      }
    }
  }

  void FindAllExits() {
    const auto& insts = function_.region(root_).insts;
    std::size_t tail = insts.size();
    while (tail > 0 && !plan_.has_split[insts[tail - 1].index] &&
           !plan_.lifted[insts[tail - 1].index]) {
      --tail;
    }
    FindExits(std::span(insts).first(tail), true);
    in_tail_ = true;
    FindExits(std::span(insts).subspan(tail), true);
    in_tail_ = false;
  }

  // `clean`: all around, up to the innermost lifted loop, is lifted and the same for all threads.
  void FindExits(std::span<const InstId> insts, bool clean) {
    for (const InstId id : insts) {
      const Inst& inst = function_.inst(id);
      if (inst.op == Op::Break || inst.op == Op::Continue) {
        VisitExit(id, inst, clean);
      } else if (inst.op == Op::Return) {
        VisitReturn(id, clean);
      }
      if (!IsStructured(inst)) {
        continue;
      }
      const bool lifted = plan_.lifted[id.index];
      if (IsLoop(inst)) {
        loops_.push_back(id);
        divergent_.push_back(!(lifted && plan_.outer[id.index] && clean));
      }
      const bool nested_clean = lifted && (IsLoop(inst) || (clean && plan_.outer[id.index]));
      for (const RegionId nested : function_.regions_of(inst)) {
        FindExits(function_.region(nested).insts, nested_clean);
      }
      if (IsLoop(inst)) {
        loops_.pop_back();
        divergent_.pop_back();
      }
    }
  }

  void VisitExit(InstId id, const Inst& inst, bool clean) {
    const InstId loop = loops_.back();
    if (!plan_.lifted[loop.index]) {
      return;
    }
    // Threads that leave a loop over numbers at different times take their steps at the end of its
    // body, which a jump of all would leave out.
    if (inst.op == Op::Continue && function_.inst(loop).op == Op::ForRange &&
        !plan_.outer[loop.index]) {
      clean = false;
    }
    plan_.clean_exit[id.index] = clean;
    if (!clean && inst.op == Op::Break) {
      plan_.needs_active[loop.index] = true;
    }
    if (!clean && inst.op == Op::Continue) {
      plan_.needs_iteration[loop.index] = true;
    }
  }

  // A return that not all threads of the block take at the same time: loops around it end when no
  // thread is left.
  void VisitReturn(InstId id, bool clean) {
    for (std::size_t i = 0; i < loops_.size(); ++i) {
      clean = clean && !divergent_[i] && !plan_.needs_active[loops_[i].index];
    }
    plan_.clean_exit[id.index] = clean;
    if (clean) {
      return;
    }
    for (const InstId loop : loops_) {
      plan_.needs_active[loop.index] = plan_.lifted[loop.index];
    }
    plan_.needs_live = plan_.needs_live || !in_tail_;
  }

  void FindBarriersAfter(RegionId region, bool after) {
    const auto& insts = function_.region(region).insts;
    for (std::size_t i = insts.size(); i-- > 0;) {
      const Inst& inst = function_.inst(insts[i]);
      plan_.barrier_after[insts[i].index] = after;
      const bool barrier = plan_.has_barrier[insts[i].index];
      for (const RegionId nested : function_.regions_of(inst)) {
        FindBarriersAfter(nested, after || (IsLoop(inst) && barrier));
      }
      after = after || barrier;
    }
  }

  const kir::Function& function_;
  RegionId root_;
  const std::vector<Variance>& variance_;
  const SplitCriteria& criteria_;
  SplitPlan& plan_;
  std::vector<bool> slots_;
  std::vector<InstId> loops_;
  std::vector<bool> divergent_;
  bool demoted_ = false;
  // Looking at operations after which nothing splits: a thread that returns there just ends its
  // turn.
  bool in_tail_ = false;
};

}  // namespace

SplitPlan MakeSplitPlan(const kir::Function& function, const std::vector<Variance>& variance,
                        const SplitCriteria& criteria) {
  SplitPlan plan;
  PlanRegion(function, function.body, variance, criteria, &plan);
  return plan;
}

void PlanRegion(const kir::Function& function, RegionId region,
                const std::vector<Variance>& variance, const SplitCriteria& criteria,
                SplitPlan* plan) {
  Planner(function, region, variance, criteria, *plan).Make();
}

}  // namespace kernelc::passes
