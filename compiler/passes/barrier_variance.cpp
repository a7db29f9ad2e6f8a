#include "compiler/passes/barrier_variance.h"

#include <algorithm>
#include <utility>

#include "compiler/builtins/builtins.h"

namespace kernelc::passes {
namespace {

using builtins::BuiltinEffects;
using builtins::BuiltinId;
using kir::Inst;
using kir::InstId;
using kir::Op;
using kir::RegionId;

Variance BuiltinVariance(BuiltinId id) {
  if (id == BuiltinId::ThreadIdxX || id == BuiltinId::GridX) {
    return kVariesX;
  }
  if (id == BuiltinId::ThreadIdxY || id == BuiltinId::GridY) {
    return kVariesY;
  }
  if (id == BuiltinId::ThreadIdxZ || id == BuiltinId::GridZ) {
    return kVariesZ;
  }
  const BuiltinEffects effects = builtins::builtin_info(id).effects;
  // What all threads of a block find out together is the same for all of them.
  const bool same = effects == BuiltinEffects::Pure || effects == BuiltinEffects::BlockSync;
  return same ? kUniform : kVariesAny;
}

// Repeats walks over the function until nothing changes: slots and loops feed back.
class Solver {
 public:
  Solver(const kir::Function& function, const std::vector<RegionId>& homes)
      : function_(function),
        values_(function.insts.size(), kUniform),
        loop_control_(function.insts.size(), kUniform),
        homes_(homes),
        runs_once_(HoldsThreadLoop(function.body)) {}

  std::vector<Variance> Solve() {
    do {
      changed_ = false;
      Walk(function_.body, kUniform);
    } while (changed_);
    return std::move(values_);
  }

 private:
  struct Around {
    RegionId region;
    Variance control;
  };
  // `depth`: of the regions around it.
  struct Loop {
    InstId id;
    std::size_t depth;
  };

  bool HoldsThreadLoop(RegionId region) const {
    for (const InstId id : function_.region(region).insts) {
      const Inst& inst = function_.inst(id);
      const auto regions = function_.regions_of(inst);
      if (inst.op == Op::ThreadLoop ||
          std::any_of(regions.begin(), regions.end(), [this](RegionId nested) { return HoldsThreadLoop(nested); })) {
        return true;
      }
    }
    return false;
  }

  // `control`: in which directions threads that come to the operation around may differ in whether they come here.
  void Walk(RegionId region, Variance control) {
    around_.push_back({region, control});
    for (const InstId id : function_.region(region).insts) {
      Visit(id);
    }
    around_.pop_back();
  }

  // In which directions threads may differ in whether they store to the slot, of those that may load it.
  Variance StoreControl(InstId slot) const {
    const RegionId home = slot.index < homes_.size() ? homes_[slot.index] : RegionId();
    Variance control = kUniform;
    for (std::size_t i = around_.size(); i-- > 0 && around_[i].region != home;) {
      control = static_cast<Variance>(control | around_[i].control);
    }
    return control;
  }

  // The same for an operation within a loop, of those that enter the loop.
  Variance ControlWithin(const Loop& loop) const {
    Variance control = kUniform;
    for (std::size_t i = loop.depth; i < around_.size(); ++i) {
      control = static_cast<Variance>(control | around_[i].control);
    }
    return control;
  }

  void Visit(InstId id) {
    const Inst& inst = function_.inst(id);
    const auto operands = function_.operands(inst);
    if (inst.op == Op::SlotStore) {
      Join(values_, operands[0], static_cast<Variance>(Of(operands[1]) | StoreControl(operands[0])));
    } else if (inst.op == Op::If) {
      VisitIf(id, inst);
    } else if (inst.op == Op::ForRange) {
      VisitFor(id, inst);
    } else if (inst.op == Op::While) {
      VisitLoop(id, inst);
    } else if (inst.op == Op::Condition) {
      Join(loop_control_, loops_.back().id, static_cast<Variance>(ControlWithin(loops_.back()) | Of(operands[0])));
    } else if (inst.op == Op::Break || inst.op == Op::Continue) {
      Join(loop_control_, loops_.back().id, ControlWithin(loops_.back()));
    } else if (inst.op == Op::Yield) {
      Join(values_, ifs_.back(), Of(operands[0]));
    } else {
      const bool is_first_place = runs_once_ && inst.op == Op::CallBuiltin;
      const Variance own = is_first_place ? kUniform : OwnVariance(inst);
      Join(values_, id, static_cast<Variance>(own | OperandVariance(inst)));
      // Loops over threads: all threads come there.
      const bool once = std::exchange(runs_once_, runs_once_ && inst.op != Op::ThreadLoop);
      for (const RegionId region : function_.regions_of(inst)) {
        Walk(region, kUniform);
      }
      runs_once_ = once;
    }
  }

  void VisitIf(InstId id, const Inst& inst) {
    ifs_.push_back(id);
    for (const RegionId region : function_.regions_of(inst)) {
      Walk(region, Of(function_.operand(inst, 0)));
    }
    ifs_.pop_back();
    if (inst.type != types::kVoid) {
      Join(values_, id, Of(function_.operand(inst, 0)));
    }
  }

  void VisitFor(InstId id, const Inst& inst) {
    const auto operands = function_.operands(inst);
    const auto& body = function_.region(function_.region_of(inst, 0)).insts;
    if (!body.empty() && function_.inst(body.front()).op == Op::RegionArg) {
      Join(values_, body.front(), static_cast<Variance>(Of(operands[0]) | Of(operands[2])));
    }
    Join(loop_control_, id, OperandVariance(inst));
    VisitLoop(id, inst);
  }

  void VisitLoop(InstId id, const Inst& inst) {
    loops_.push_back({id, around_.size()});
    for (const RegionId region : function_.regions_of(inst)) {
      Walk(region, loop_control_[id.index]);
    }
    loops_.pop_back();
  }

  Variance OperandVariance(const Inst& inst) const {
    Variance result = kUniform;
    const bool meets = inst.op == Op::CallBuiltin &&
                       builtins::builtin_info(static_cast<BuiltinId>(inst.imm)).effects ==
                           BuiltinEffects::BlockSync;
    if (meets) {
      return result;
    }
    for (const InstId operand : function_.operands(inst)) {
      result = static_cast<Variance>(result | Of(operand));
    }
    return result;
  }

  // What the operation itself brings, beside its operands.
  Variance OwnVariance(const Inst& inst) const {
    if (inst.op == Op::CallBuiltin) {
      return BuiltinVariance(static_cast<BuiltinId>(inst.imm));
    }
    if (inst.op == Op::Load) {
      return IsReadOnly(function_.operand(inst, 0)) ? kUniform : kVariesAny;
    }
    // The local arrays of two threads are different memory.
    const bool unknown = inst.op == Op::LocalArray || inst.op == Op::Call ||
                         inst.op == Op::AtomicCas || inst.op == Op::AtomicRmw ||
                         inst.op == Op::WaitTurn;
    return unknown ? kVariesAny : kUniform;
  }

  // Memory that nobody writes while the kernel runs.
  bool IsReadOnly(InstId place) const {
    const Inst& inst = function_.inst(place);
    if (inst.op == Op::Param) {
      return function_.params[static_cast<std::size_t>(inst.imm)].facts.readonly;
    }
    const bool within = inst.op == Op::FieldPtr || inst.op == Op::ElementPtr ||
                        inst.op == Op::ArrayData || inst.op == Op::ArrayMake;
    return inst.op == Op::ConstArray || (within && IsReadOnly(function_.operand(inst, 0)));
  }

  Variance Of(InstId id) const { return values_[id.index]; }

  void Join(std::vector<Variance>& set, InstId id, Variance add) {
    const Variance joined = static_cast<Variance>(set[id.index] | add);
    if (joined != set[id.index]) {
      set[id.index] = joined;
      changed_ = true;
    }
  }

  const kir::Function& function_;
  std::vector<Variance> values_;
  // In which directions threads may differ in how often they run the loop.
  std::vector<Variance> loop_control_;
  const std::vector<RegionId>& homes_;
  // Regions and loops around the operation at hand, the innermost one last.
  std::vector<Around> around_;
  std::vector<Loop> loops_;
  std::vector<InstId> ifs_;
  // Outside of the function's loops over threads: a place there is that of the first thread.
  bool runs_once_;
  bool changed_ = false;
};

}  // namespace

std::vector<Variance> ComputeVariance(const kir::Module& /*module*/,
                                      const kir::Function& function, const std::vector<RegionId>& homes) {
  return Solver(function, homes).Solve();
}

}  // namespace kernelc::passes
