#include "compiler/passes/barrier_groups.h"

#include <algorithm>
#include <map>
#include <unordered_set>

#include "compiler/builtins/builtins.h"
#include "compiler/kir/analysis/synchronisation.h"
#include "compiler/kir/analysis/value_ranges.h"
#include "compiler/passes/barrier_affine.h"
#include "compiler/passes/barrier_forward.h"
#include "compiler/passes/barrier_plan.h"
#include "compiler/passes/barrier_slots.h"
#include "compiler/passes/barrier_split.h"

namespace kernelc::passes {
namespace {

using builtins::BuiltinId;
using kir::Inst;
using kir::InstId;
using kir::Op;
using kir::RegionId;

// Lanes of a group whose slots become registers: one 512-bit vector of float32.
constexpr std::int64_t kLanes = 16;
// LLVM unrolls loops of so few iterations, which does as well.
constexpr std::int64_t kUnrolled = 8;

class Grouper {
 public:
  // `waiting`: see FindWaiting.
  Grouper(kir::Module& module, kir::Function& function, const std::vector<bool>& waiting,
          unsigned masked_load_bits)
      : module_(module),
        function_(function),
        waiting_(waiting),
        masked_load_bits_(masked_load_bits),
        scalar_(kir::FindHolders(
            module, [](const Inst& inst) { return IsScalarWork(inst) || IsLoop(inst); },
            kir::Externals::HoldAnything)),
        memory_(kir::FindHolders(module, UsesMemory, kir::Externals::HoldAnything)),
        variance_(ComputeVariance(module, function)) {}

  // False when nothing was chosen.
  bool Run(kir::Function* result) {
    MarkOutside(function_.body);
    FindThreadLoops(function_.body);
    FindShortLoops();
    for (const InstId loop : thread_loops_) {
      Consider(loop);
    }
    if (choices_.empty()) {
      return false;
    }
    *result = Splitter(module_, function_, plan_).SplitGroups(choices_);
    return true;
  }

 private:
  void FindThreadLoops(RegionId region) {
    for (const InstId id : function_.region(region).insts) {
      const Inst& inst = function_.inst(id);
      if (inst.op == Op::ThreadLoop) {
        thread_loops_.push_back(id);
        continue;
      }
      for (const RegionId nested : function_.regions_of(inst)) {
        FindThreadLoops(nested);
      }
    }
  }

  void MarkOutside(RegionId region) {
    plan_.outer.resize(function_.insts.size());
    for (const InstId id : function_.region(region).insts) {
      plan_.outer[id.index] = true;
      const Inst& inst = function_.inst(id);
      for (const RegionId nested : function_.regions_of(inst)) {
        if (inst.op != Op::ThreadLoop) {
          MarkOutside(nested);
        }
      }
    }
    for (const kir::Param& param : function_.params) {
      plan_.outer[param.value.index] = true;
    }
  }

  void Consider(InstId loop) {
    const RegionId region = function_.region_of(function_.inst(loop), 0);
    if (kir::MayWait(function_, region, waiting_)) {
      return;
    }
    bool brought = false;
    for (const bool divergent : {true, false}) {
      chosen_.assign(function_.insts.size(), false);
      strided_.assign(function_.insts.size(), false);
      strided_counters_.clear();
      divergent_.assign(function_.insts.size(), false);
      allows_divergent_ = divergent;
      if (!ChooseIn(region) || HoldsReturn(region)) {
        return;
      }
      if (!brought) {
        BringSlots(region);
        brought = true;
      }
      if (PlanGroups(loop, region)) {
        return;
      }
    }
  }

  // False where that is not sound.
  bool PlanGroups(InstId loop, RegionId region) {
    SplitCriteria criteria;
    criteria.directions = kVariesX;
    criteria.splits = [this](InstId id, const Inst&) { return IsChosen(id); };
    criteria.strided = [this](InstId id, const Inst&) {
      return id.index < strided_.size() && strided_[id.index];
    };
    variance_.resize(function_.insts.size(), kVariesAny);
    divergent_.resize(function_.insts.size());
    SplitPlan plan = plan_;
    PlanRegion(function_, region, variance_, criteria, &plan);
    if (!IsSound(region, plan)) {
      return false;
    }
    plan_ = std::move(plan);
    // Masks are to be vector registers, which whole rows are not.
    choices_.push_back({loop, IsAny(strided_) && !IsAny(divergent_) ? 0 : kLanes});
    return true;
  }

  static bool IsAny(const std::vector<bool>& flags) {
    return std::find(flags.begin(), flags.end(), true) != flags.end();
  }

  bool IsChosen(InstId id) const { return id.index < chosen_.size() && chosen_[id.index]; }

  // Every lifted operation is one that all lanes do together, or a loop that they leave one by one.
  bool IsSound(RegionId region, const SplitPlan& plan) const {
    for (const InstId id : function_.region(region).insts) {
      const Inst& inst = function_.inst(id);
      if (!plan.lifted[id.index]) {
        continue;
      }
      const bool together = (plan.outer[id.index] || plan.strided[id.index]) &&
                            !plan.needs_active[id.index] && !plan.needs_iteration[id.index];
      if ((!together && !divergent_[id.index]) || inst.type != types::kVoid) {
        return false;
      }
      if (plan.strided[id.index] && !(plan.outer[function_.operand(inst, 1).index] &&
                                      plan.outer[function_.operand(inst, 2).index])) {
        return false;
      }
      for (const RegionId nested : function_.regions_of(inst)) {
        if (!IsSound(nested, plan)) {
          return false;
        }
      }
    }
    return true;
  }

  // Marks loops that can stand outside; true when there is one.
  bool ChooseIn(RegionId region) {
    bool any = false;
    for (const InstId id : function_.region(region).insts) {
      const Inst& inst = function_.inst(id);
      if (inst.op == Op::If && IsSameInX(function_.operand(inst, 0)) && inst.type == types::kVoid) {
        any = ChooseIn(function_.region_of(inst, 0)) || any;
        any = ChooseIn(function_.region_of(inst, 1)) || any;
      } else if (inst.op == Op::ForRange && !HasExit(id) && ChooseLoop(id, inst)) {
        any = true;
      } else if (IsLoop(inst)) {
        any = ChooseDivergent(id, inst) || any;
      }
    }
    return any;
  }

  bool ChooseLoop(InstId id, const Inst& inst) {
    const auto operands = function_.operands(inst);
    const bool steps_together = IsSameInX(operands[1]) && IsSameInX(operands[2]);
    const bool uniform = steps_together && IsSameInX(operands[0]);
    const bool strided = !uniform && steps_together && IsPositive(operands[2]) &&
                         types::IsSigned(function_.inst(operands[0]).type) &&
                         StartsByLane(operands[0]);
    if (!uniform && !strided) {
      return false;
    }
    strided_[id.index] = strided;
    if (strided) {
      strided_counters_.insert(function_.region(function_.region_of(inst, 0)).insts[0].index);
    }
    const bool inner = ChooseIn(function_.region_of(inst, 0));
    const bool pays = strided || (!IsShort(inst) && !HasScalarWork(function_.region_of(inst, 0)));
    if (!inner && !pays) {
      return false;
    }
    chosen_[id.index] = true;
    return true;
  }

  // A loop that lanes leave one by one, or some turns of which they leave: those that are left are
  // masks, and the loop ends when there are none. Pays where a turn is arithmetic, and not where
  // each lane reads memory of its own, which takes as long for the vector as for one after the
  // other.
  bool ChooseDivergent(InstId id, const Inst& inst) {
    if (!allows_divergent_) {
      return false;
    }
    bool inner = false;
    for (const RegionId region : function_.regions_of(inst)) {
      inner = ChooseIn(region) || inner;
    }
    bool pays = inner || inst.op == Op::While || !IsShort(inst);
    for (const RegionId region : function_.regions_of(inst)) {
      pays = pays && !HasWorkOfOne(region) && (inner || !HasOwnMemory(region));
    }
    if (!pays) {
      Forget(inst);
      return false;
    }
    chosen_[id.index] = true;
    divergent_[id.index] = true;
    return true;
  }

  // Nothing in `inst` is chosen.
  void Forget(const Inst& inst) {
    for (const RegionId region : function_.regions_of(inst)) {
      for (const InstId id : function_.region(region).insts) {
        chosen_[id.index] = false;
        strided_[id.index] = false;
        divergent_[id.index] = false;
        Forget(function_.inst(id));
      }
    }
  }

  // What masks would do for one lane after the other.
  bool HasWorkOfOne(RegionId region) const {
    const auto& insts = function_.region(region).insts;
    return std::any_of(insts.begin(), insts.end(), [this](InstId id) {
      const Inst& inst = function_.inst(id);
      const bool divides = (inst.op == Op::FloorDiv || inst.op == Op::Mod) &&
                           types::IsInteger(inst.type) &&
                           function_.inst(function_.operand(inst, 1)).op != Op::ConstInt;
      const bool keeps = inst.op == Op::SlotStore &&
                         !types::IsScalar(function_.inst(function_.operand(inst, 1)).type);
      const bool stays = IsLoop(inst) && !chosen_[id.index] &&
                         !(inst.op == Op::ForRange && IsShort(inst) && !HasExit(id));
      if (divides || keeps || stays || IsScalarWork(inst) || inst.op == Op::Return ||
          (inst.op == Op::Call && scalar_[static_cast<std::size_t>(inst.imm)])) {
        return true;
      }
      const auto regions = function_.regions_of(inst);
      return std::any_of(regions.begin(), regions.end(),
                         [this](RegionId nested) { return HasWorkOfOne(nested); });
    });
  }

  // Memory of other places than its neighbours and those beside them, or that it writes.
  bool HasOwnMemory(RegionId region) const {
    return Holds(region, [this](const Inst& inst) {
      return inst.op == Op::Store ||
             (inst.op == Op::Load && !IsSameInX(function_.operand(inst, 0)) &&
              !IsMaskedVector(inst)) ||
             (inst.op == Op::Call && memory_[static_cast<std::size_t>(inst.imm)]);
    });
  }

  // A load of elements of neighbours that lie side by side, which take a mask.
  bool IsMaskedVector(const Inst& load) const {
    const Inst& inst = function_.inst(function_.operand(load, 0));
    const bool wide_enough =
        types::IsScalar(load.type) && types::scalar_bits(load.type) >= masked_load_bits_;
    const auto operands = function_.operands(inst);
    return wide_enough && inst.op == Op::ElementPtr && operands.size() > 1 &&
           IsSameInX(operands[0]) &&
           std::all_of(operands.begin() + 1, operands.end() - 1,
                       [this](InstId index) { return IsSameInX(index); }) &&
           GoesAlongX(operands.back());
  }

  static bool UsesMemory(const Inst& inst) {
    return inst.op == Op::Store || inst.op == Op::Load || IsScalarWork(inst);
  }

  bool IsSameInX(InstId id) const { return (variance_[id.index] & kVariesX) == 0; }

  bool StartsByLane(InstId start) const {
    const auto outside = [this](InstId id) { return plan_.outer[id.index]; };
    return GoesAlongX(start) && CanCopy(function_, start, outside);
  }

  // One more for each thread of a row.
  bool GoesAlongX(InstId value) const {
    // Rows of a group share y and z.
    std::vector<Variance> in_row = variance_;
    for (Variance& variance : in_row) {
      variance = variance & kVariesX;
    }
    return UnitDirection(function_, in_row, value, strided_counters_) == Direction::X;
  }

  // Known to be above zero.
  bool IsPositive(InstId id) const {
    const Inst& inst = function_.inst(id);
    if (inst.op == Op::ConstInt) {
      return inst.imm > 0;
    }
    if (inst.op == Op::Convert) {
      return types::IsInteger(inst.type) && IsPositive(function_.operand(inst, 0)) &&
             types::scalar_bits(inst.type) >=
                 types::scalar_bits(function_.inst(function_.operand(inst, 0)).type);
    }
    if (inst.op == Op::Mul) {
      return types::IsSigned(inst.type) && IsPositive(function_.operand(inst, 0)) &&
             IsPositive(function_.operand(inst, 1));
    }
    if (inst.op != Op::CallBuiltin) {
      return false;
    }
    const auto id_of = static_cast<BuiltinId>(inst.imm);
    for (const BuiltinId size :
         {BuiltinId::BlockDimX, BuiltinId::BlockDimY, BuiltinId::BlockDimZ, BuiltinId::GridDimX,
          BuiltinId::GridDimY, BuiltinId::GridDimZ, BuiltinId::GridSizeX, BuiltinId::GridSizeY,
          BuiltinId::GridSizeZ, BuiltinId::WarpSize}) {
      if (id_of == size) {
        return true;
      }
    }
    return false;
  }

  // Loops of few turns that LLVM makes straight lines of: their bounds are constants, or follow
  // from the counters of such loops around them, as those of a triangle do.
  void FindShortLoops() {
    kir::AnalyzeRanges(module_, function_, [this](InstId id, const kir::RangeQuery& ranges) {
      const Inst& inst = function_.inst(id);
      if (inst.op != Op::ForRange) {
        return;
      }
      const InstId step_id = function_.operand(inst, 2);
      const kir::Interval start = ranges.range(function_.operand(inst, 0));
      const kir::Interval stop = ranges.range(function_.operand(inst, 1));
      const std::int64_t step = function_.inst(step_id).imm;
      if (function_.inst(step_id).op != Op::ConstInt || step == 0 || start.empty() ||
          stop.empty() || !FollowsFromCounters(function_.operand(inst, 0)) ||
          !FollowsFromCounters(function_.operand(inst, 1))) {
        return;
      }
      const kir::Wide turns = step > 0 ? (stop.hi - start.lo) / step : (stop.lo - start.hi) / step;
      if (turns <= kUnrolled) {
        const RegionId body = function_.region_of(inst, 0);
        short_counters_.insert(function_.region(body).insts[0].index);
      }
    });
  }

  bool FollowsFromCounters(InstId id) const {
    const Inst& inst = function_.inst(id);
    if (inst.op == Op::RegionArg) {
      return short_counters_.contains(id.index);
    }
    const auto operands = function_.operands(inst);
    return inst.op == Op::ConstInt ||
           ((inst.op == Op::Add || inst.op == Op::Sub || inst.op == Op::Convert) &&
            std::all_of(operands.begin(), operands.end(),
                        [this](InstId operand) { return FollowsFromCounters(operand); }));
  }

  bool IsShort(const Inst& inst) const {
    return short_counters_.contains(function_.region(function_.region_of(inst, 0)).insts[0].index);
  }

  template <typename Predicate>
  bool Holds(RegionId region, const Predicate& predicate) const {
    for (const InstId id : function_.region(region).insts) {
      const Inst& inst = function_.inst(id);
      if (predicate(inst)) {
        return true;
      }
      for (const RegionId nested : function_.regions_of(inst)) {
        if (Holds(nested, predicate)) {
          return true;
        }
      }
    }
    return false;
  }

  // What LLVM does not vectorise anyway: loops that stay inside among it, but for those that it
  // unrolls.
  bool HasScalarWork(RegionId region) const {
    return Holds(region, [this](const Inst& inst) {
      return IsScalarWork(inst) || inst.op == Op::While ||
             (inst.op == Op::Call && scalar_[static_cast<std::size_t>(inst.imm)]) ||
             (inst.op == Op::ForRange && !IsShort(inst));
    });
  }
  static bool IsScalarWork(const Inst& inst) {
    return inst.op == Op::AtomicRmw || inst.op == Op::AtomicCas || inst.op == Op::Print ||
           inst.op == Op::Fail;
  }

  bool HoldsReturn(RegionId region) const {
    return Holds(region, [](const Inst& inst) { return inst.op == Op::Return; });
  }

  // A break or continue of the loop, or a return.
  bool HasExit(InstId loop) const {
    const RegionId body = function_.region_of(function_.inst(loop), 0);
    return HoldsReturn(body) || HasOwnExit(body);
  }

  bool HasOwnExit(RegionId region) const {
    for (const InstId id : function_.region(region).insts) {
      const Inst& inst = function_.inst(id);
      if (inst.op == Op::Break || inst.op == Op::Continue) {
        return true;
      }
      for (const RegionId nested : function_.regions_of(inst)) {
        if (!IsLoop(inst) && HasOwnExit(nested)) {
          return true;
        }
      }
    }
    return false;
  }

  // Slots of the block that the region uses are brought into slots of its own and back, so that
  // they can be registers while its loops run.
  void BringSlots(RegionId region) {
    std::map<std::uint32_t, bool> stored;
    FindSlots(region, stored);
    kir::Builder builder(module_, function_);
    const RegionId before = builder.NewRegion();
    const RegionId after = builder.NewRegion();
    std::map<std::uint32_t, InstId> own;
    for (const auto& [index, is_stored] : stored) {
      const InstId slot(index);
      const Inst inst = function_.inst(slot);
      builder.set_insertion_region(before);
      own[index] = builder.Append(Op::Slot, inst.type, std::span<const InstId>(), 0, inst.text);
      builder.SlotStore(own[index], builder.Append(Op::SlotLoad, inst.type, {slot}));
      if (is_stored) {
        builder.set_insertion_region(after);
        builder.Append(Op::SlotStore, types::kVoid, {slot, builder.SlotLoad(own[index])});
      }
    }
    ReplaceSlots(region, own);
    auto& insts = function_.region(region).insts;
    const auto& first = function_.region(before).insts;
    const auto& last = function_.region(after).insts;
    insts.insert(insts.begin(), first.begin(), first.end());
    insts.insert(insts.end(), last.begin(), last.end());
  }

  void FindSlots(RegionId region, std::map<std::uint32_t, bool>& stored) const {
    for (const InstId id : function_.region(region).insts) {
      const Inst& inst = function_.inst(id);
      if (inst.op == Op::SlotLoad || inst.op == Op::SlotStore) {
        const InstId slot = function_.operand(inst, 0);
        if (function_.inst(slot).op == Op::ThreadSlot) {
          stored[slot.index] = stored[slot.index] || inst.op == Op::SlotStore;
        }
      }
      for (const RegionId nested : function_.regions_of(inst)) {
        FindSlots(nested, stored);
      }
    }
  }

  void ReplaceSlots(RegionId region, const std::map<std::uint32_t, InstId>& own) {
    for (const InstId id : function_.region(region).insts) {
      const Inst& inst = function_.inst(id);
      if (inst.op == Op::SlotLoad || inst.op == Op::SlotStore) {
        InstId& slot = function_.operands(function_.inst(id))[0];
        if (const auto found = own.find(slot.index); found != own.end()) {
          slot = found->second;
        }
      }
      for (const RegionId nested : function_.regions_of(inst)) {
        ReplaceSlots(nested, own);
      }
    }
  }

  kir::Module& module_;
  kir::Function& function_;
  const std::vector<bool>& waiting_;
  const unsigned masked_load_bits_;
  // Functions with work that does not become vectors.
  std::vector<bool> scalar_;
  // Functions that use memory.
  std::vector<bool> memory_;
  std::vector<Variance> variance_;
  std::vector<InstId> thread_loops_;
  // Counters of loops of few turns.
  std::unordered_set<std::uint32_t> short_counters_;
  // By instruction: loops of the thread loop at hand.
  std::vector<bool> chosen_;
  std::vector<bool> strided_;
  std::vector<bool> divergent_;
  // Counters of strided loops.
  std::unordered_set<std::uint32_t> strided_counters_;
  bool allows_divergent_ = true;
  SplitPlan plan_;
  std::vector<GroupChoice> choices_;
};

}  // namespace

void GroupThreadLoops(kir::Module& module, const PipelineOptions& options) {
  const std::vector<bool> waiting = kir::FindWaiting(module);
  for (kir::Function& function : module.functions) {
    if (function.kind != kir::FunctionKind::Kernel) {
      continue;
    }
    kir::Function grouped;
    if (Grouper(module, function, waiting, options.masked_load_bits).Run(&grouped)) {
      function = std::move(grouped);
      LocalizeThreadSlots(function);
    }
    RemoveDeadValues(function);
  }
}

}  // namespace kernelc::passes
