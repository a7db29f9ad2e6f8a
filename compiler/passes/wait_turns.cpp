#include "compiler/passes/wait_turns.h"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "compiler/builtins/builtins.h"
#include "compiler/kir/analysis/control.h"
#include "compiler/kir/analysis/synchronisation.h"
#include "compiler/kir/builder.h"
#include "runtime/abi/device_error.h"

namespace kernelc::passes {
namespace {

using builtins::BuiltinEffects;
using builtins::BuiltinId;
using kir::Function;
using kir::Inst;
using kir::InstId;
using kir::Module;
using kir::Op;
using kir::RegionId;

// Rounds that a loop makes before it waits. A retry that succeeds takes few.
constexpr std::int64_t kRounds = 16;

bool IsAtomic(const Inst& inst) { return inst.op == Op::AtomicCas || inst.op == Op::AtomicRmw; }

bool IsVolatileLoad(const Inst& inst) {
  return inst.op == Op::CallBuiltin && static_cast<BuiltinId>(inst.imm) == BuiltinId::LoadCv;
}

bool IsFence(const Inst& inst) {
  return inst.op == Op::CallBuiltin &&
         builtins::builtin_info(static_cast<BuiltinId>(inst.imm)).effects == BuiltinEffects::Fence;
}

// What the functions of a module hold.
struct ModuleFacts {
  explicit ModuleFacts(const Module& module)
      : synchronises(kir::FindSynchronisation(module)),
        has_atomics(kir::FindHolders(module, IsAtomic)),
        has_fences(kir::FindHolders(module, IsFence)) {
    const auto holds_one = [](const std::vector<bool>& functions) {
      return std::ranges::find(functions, true) != functions.end();
    };
    waits_alone = holds_one(has_atomics) || holds_one(has_fences) ||
                  holds_one(kir::FindHolders(module, IsVolatileLoad));
    waits_together = holds_one(synchronises);
  }

  std::vector<bool> synchronises;
  std::vector<bool> has_atomics;
  std::vector<bool> has_fences;
  // Something in the module tells what other threads have written, without synchronisation and by
  // it.
  bool waits_alone = false;
  bool waits_together = false;
};

// Whether a loop's end depends on what other threads write while it runs.
class LoopCheck {
 public:
  // `in_step`: threads go through loops that synchronise together, so that none waits there by
  // itself. Otherwise each such loop may wait: for what another one writes between two barriers, or
  // just for its turns.
  LoopCheck(const Module& module, const ModuleFacts& facts, const Function& function, bool in_step)
      : module_(module),
        facts_(facts),
        function_(function),
        in_step_(in_step),
        foreign_(function.insts.size()) {}

  bool Waits(const Inst& loop) {
    has_fence_ = false;
    bool synchronises = false;
    bool has_source = false;
    for (const RegionId region : function_.regions_of(loop)) {
      kir::ForEachInst(function_, region, [&](InstId, const Inst& inst) {
        synchronises =
            synchronises || kir::IsSynchronisation(inst) || Calls(inst, facts_.synchronises);
        has_fence_ = has_fence_ || IsFence(inst) || Calls(inst, facts_.has_fences);
        has_source =
            has_source || IsAtomic(inst) || Calls(inst, facts_.has_atomics) || IsVolatileLoad(inst);
      });
    }
    if (synchronises) {
      return !in_step_;
    }
    if (!has_source && !has_fence_) {
      return false;
    }
    std::fill(foreign_.begin(), foreign_.end(), false);
    ends_ = false;
    do {
      changed_ = false;
      for (const RegionId region : function_.regions_of(loop)) {
        Visit(region, false, true);
      }
    } while (changed_ && !ends_);
    return ends_;
  }

 private:
  static bool Calls(const Inst& inst, const std::vector<bool>& functions) {
    return inst.op == Op::Call && functions[static_cast<std::size_t>(inst.imm)];
  }

  // Gives what other threads may have written since the last time.
  bool IsSource(const Inst& inst) const {
    if (inst.op == Op::Load) {
      const types::Type& place = module_.types.get(function_.inst(function_.operand(inst, 0)).type);
      return has_fence_ && place.space != types::AddressSpace::Local;
    }
    return (IsAtomic(inst) && !IsCount(inst)) || IsVolatileLoad(inst) ||
           Calls(inst, facts_.has_atomics);
  }

  // Takes a number that no other thread gets: a loop over these comes on by itself.
  bool IsCount(const Inst& inst) const {
    const auto kind = static_cast<kir::AtomicKind>(inst.imm);
    const bool counts =
        inst.op == Op::AtomicRmw && (kind == kir::AtomicKind::Add || kind == kir::AtomicKind::Sub ||
                                     kind == kir::AtomicKind::Inc || kind == kir::AtomicKind::Dec);
    const Inst* step = counts ? &function_.inst(function_.operand(inst, 1)) : nullptr;
    while (step != nullptr && step->op == Op::Convert) {
      step = &function_.inst(function_.operand(*step, 0));
    }
    return step != nullptr && (step->op == Op::ConstInt || step->op == Op::ConstFloat) &&
           step->imm != 0;
  }

  void Mark(InstId id) {
    changed_ = changed_ || !foreign_[id.index];
    foreign_[id.index] = true;
  }

  bool AnyForeign(const Inst& inst) const {
    return std::ranges::any_of(function_.operands(inst),
                               [this](InstId operand) { return foreign_[operand.index]; });
  }

  // `decided`: whether control comes here depends on others. `own`: a `break` here leaves the loop
  // that is looked at. Gives whether what the region yields, or its condition, depends on others.
  bool Visit(RegionId region, bool decided, bool own) {
    bool yields = false;
    for (const InstId id : function_.region(region).insts) {
      const Inst& inst = function_.inst(id);
      const bool foreign = AnyForeign(inst);
      if (inst.op == Op::SlotStore) {
        if (foreign || decided) {
          Mark(function_.operand(inst, 0));
        }
        continue;
      }
      if (inst.op == Op::Condition || inst.op == Op::Yield) {
        yields = yields || foreign;
        ends_ = ends_ || (inst.op == Op::Condition && own && foreign);
        continue;
      }
      ends_ = ends_ || (decided && ((inst.op == Op::Break && own) || inst.op == Op::Return));
      bool given = foreign || IsSource(inst);
      const bool is_loop = IsLoop(inst);
      bool inner = decided || foreign;
      for (const RegionId nested : function_.regions_of(inst)) {
        const bool nested_yields = Visit(nested, inner, own && !is_loop);
        given = given || nested_yields;
        // The body of a loop runs as often as the condition says.
        inner = inner || (is_loop && nested_yields);
      }
      if (given) {
        Mark(id);
      }
    }
    return yields;
  }

  const Module& module_;
  const ModuleFacts& facts_;
  const Function& function_;
  bool in_step_;
  // By instruction: its value, or what is in the slot, depends on what others write.
  std::vector<bool> foreign_;
  bool has_fence_ = false;
  bool changed_ = false;
  bool ends_ = false;
};

class WaitAdder {
 public:
  WaitAdder(Module& module, Function& function)
      : module_(module), function_(function), builder_(module, function) {}

  // `loops`: those that wait, by instruction.
  void Rewrite(RegionId region, const std::vector<bool>& loops) {
    const std::vector<InstId> insts = std::exchange(function_.region(region).insts, {});
    for (const InstId id : insts) {
      // A copy: the store grows.
      const Inst inst = function_.inst(id);
      for (std::uint32_t i = 0; i < inst.regions.count; ++i) {
        Rewrite(function_.region_of(inst, i), loops);
      }
      if (id.index < loops.size() && loops[id.index]) {
        CountRounds(inst, region);
      }
      function_.region(region).insts.push_back(id);
    }
  }

 private:
  void CountRounds(const Inst& loop, RegionId before) {
    builder_.set_range(loop.range);
    builder_.set_insertion_region(before);
    const InstId rounds = builder_.Slot(types::kInt32, "rounds");
    builder_.SlotStore(rounds, builder_.ConstInt(types::kInt32, 0));

    const RegionId body = function_.region_of(loop, loop.op == Op::While ? 1 : 0);
    std::vector<InstId> rest = std::exchange(function_.region(body).insts, {});
    if (loop.op == Op::ForRange) {
      function_.region(body).insts.push_back(rest.front());
      rest.erase(rest.begin());
    }
    builder_.set_insertion_region(body);
    const InstId count =
        builder_.Binary(Op::Add, builder_.SlotLoad(rounds), builder_.ConstInt(types::kInt32, 1));
    const InstId many = builder_.Compare(kir::ComparePredicate::Gt, count,
                                         builder_.ConstInt(types::kInt32, kRounds));
    const RegionId wait = builder_.NewRegion();
    const RegionId go_on = builder_.NewRegion();
    builder_.If(many, wait, go_on);
    builder_.set_insertion_region(go_on);
    builder_.SlotStore(rounds, count);
    builder_.set_insertion_region(wait);
    builder_.SlotStore(rounds, builder_.ConstInt(types::kInt32, 0));
    if (module_.checks.errors) {
      AddTurnThatMayEnd(builder_);
    } else {
      builder_.Append(Op::WaitTurn, types::kBool, {});
    }
    std::vector<InstId>& all = function_.region(body).insts;
    all.insert(all.end(), rest.begin(), rest.end());
  }

  Module& module_;
  Function& function_;
  kir::Builder builder_;
};

void AddTurns(Module& module, bool in_step) {
  const ModuleFacts facts(module);
  if (!facts.waits_alone && (in_step || !facts.waits_together)) {
    return;
  }
  for (Function& function : module.functions) {
    if (function.kind != kir::FunctionKind::Kernel && kir::IsEntry(function)) {
      // Runs without a launch.
      continue;
    }
    std::vector<bool> loops(function.insts.size());
    bool any = false;
    LoopCheck check(module, facts, function, in_step);
    kir::ForEachInst(function, function.body, [&](InstId id, const Inst& inst) {
      if (IsLoop(inst) && check.Waits(inst)) {
        loops[id.index] = true;
        any = true;
      }
    });
    if (any) {
      WaitAdder(module, function).Rewrite(function.body, loops);
    }
  }
}

}  // namespace

void AddWaitTurns(Module& module) { AddTurns(module, true); }

void AddWaitTurnsToAll(Module& module) { AddTurns(module, false); }

void AddTurnThatMayEnd(kir::Builder& builder) {
  const RegionId around = builder.insertion_region();
  const InstId failed = builder.Append(Op::WaitTurn, types::kBool, {});
  const RegionId end = builder.NewRegion();
  builder.If(failed, end, builder.NewRegion());
  builder.set_insertion_region(end);
  builder.Append(Op::Fail, types::kVoid, std::span<const InstId>(),
                 static_cast<std::int64_t>(abi::DeviceErrorCode::None),
                 builder.function().AddString(""));
  builder.set_insertion_region(around);
}

}  // namespace kernelc::passes
