#include "compiler/codegen/cpu/kernel_facts.h"

#include <algorithm>
#include <unordered_map>

#include "compiler/builtins/builtins.h"
#include "compiler/codegen/cpu/lane_arrays.h"
#include "compiler/codegen/llvm/kernel_info.h"
#include "compiler/kir/analysis/synchronisation.h"

namespace kernelc::codegen {

namespace {

using builtins::BuiltinEffects;
using builtins::BuiltinId;
using kir::Inst;
using kir::Op;

bool IsOneOf(BuiltinId id, BuiltinId first) {
  // x, y and z follow each other in the table.
  return static_cast<unsigned>(id) - static_cast<unsigned>(first) < 3;
}

// What depends on the division into blocks.
bool KnowsBlocks(BuiltinId id) {
  if (IsOneOf(id, BuiltinId::GridX)) {
    return false;
  }
  const BuiltinEffects effects = builtins::builtin_info(id).effects;
  return IsOneOf(id, BuiltinId::BlockIdxX) ||
         (effects != BuiltinEffects::Pure && effects != BuiltinEffects::Fence);
}

class FusionCheck {
 public:
  // `lane_arrays`: see FindLaneArrays; empty for device functions.
  FusionCheck(const kir::Function& function, std::vector<bool> lane_arrays)
      : function_(function), lane_arrays_(std::move(lane_arrays)) {}

  // `threads`: inside of a loop over threads. `width`: lanes of the group around, 0 outside of
  // groups of constant width.
  bool Allows(kir::RegionId region, bool threads, std::int64_t width) const {
    for (const kir::InstId id : function_.region(region).insts) {
      const Inst& inst = function_.inst(id);
      const bool in_group = !lane_arrays_.empty() && lane_arrays_[id.index];
      if (!AllowsInst(inst, threads || in_group, width)) {
        return false;
      }
      const bool enters = inst.op == Op::ThreadLoop || inst.op == Op::LaneLoop;
      for (const kir::RegionId nested : function_.regions_of(inst)) {
        if (!Allows(nested, threads || enters, inst.op == Op::GroupLoop ? inst.imm : width)) {
          return false;
        }
      }
    }
    return true;
  }

 private:
  static bool AllowsInst(const Inst& inst, bool threads, std::int64_t width) {
    if (inst.op == Op::CallBuiltin) {
      return !KnowsBlocks(static_cast<BuiltinId>(inst.imm));
    }
    if (inst.op == Op::ThreadSlot || inst.op == Op::AnyThread) {
      return width != 0;
    }
    if (inst.op == Op::LocalArray) {
      return threads;
    }
    return inst.op != Op::SharedArray && inst.op != Op::DynamicSharedArray &&
           inst.op != Op::WaitTurn && inst.op != Op::CountThreads && inst.op != Op::ThreadSlotAt &&
           inst.op != Op::ThreadMatch && inst.op != Op::ThreadVote;
  }

  const kir::Function& function_;
  std::vector<bool> lane_arrays_;
};

// What is stored to arrays, and in which loops.
class ArrayWrites {
 public:
  explicit ArrayWrites(const kir::Function& kernel)
      : kernel_(kernel), stored_(kernel.params.size()), otherwise_(kernel.params.size()) {
    for (std::size_t i = 0; i < kernel.params.size(); ++i) {
      params_[kernel.params[i].value.index] = i;
    }
    Visit(kernel.body);
  }

  std::vector<bool> OnlyWritten() const {
    std::vector<bool> result = stored_;
    for (std::size_t i = 0; i < result.size(); ++i) {
      result[i] = result[i] && !otherwise_[i];
    }
    return result;
  }

 private:
  void Visit(kir::RegionId region) {
    for (const kir::InstId id : kernel_.region(region).insts) {
      const Inst& inst = kernel_.inst(id);
      Note(id, inst);
      const bool loops = IsLoop(inst);
      for (const kir::RegionId nested : kernel_.regions_of(inst)) {
        const std::size_t around = loops_.size();
        if (loops) {
          loops_.push_back(CounterOf(nested));
        }
        Visit(nested);
        loops_.resize(around);
      }
    }
  }

  kir::InstId CounterOf(kir::RegionId body) const {
    const auto& insts = kernel_.region(body).insts;
    const bool counts = !insts.empty() && kernel_.inst(insts[0]).op == Op::RegionArg;
    return counts ? insts[0] : kir::InstId();
  }

  void Note(kir::InstId id, const Inst& inst) {
    const auto operands = kernel_.operands(inst);
    for (std::size_t i = 0; i < operands.size(); ++i) {
      if (const auto place = places_.find(operands[i].index); place != places_.end()) {
        const bool stores = inst.op == Op::Store && i == 0 && GoesAlong(operands[0]);
        (stores ? stored_ : otherwise_)[place->second] = true;
      }
      const auto param = params_.find(operands[i].index);
      if (param == params_.end() || inst.op == Op::ArrayExtent || inst.op == Op::ArrayStride ||
          inst.op == Op::ArraysApart) {
        continue;
      }
      if (inst.op == Op::ElementPtr && i == 0) {
        places_[id.index] = param->second;
      } else {
        otherwise_[param->second] = true;
      }
    }
  }

  // Every turn of every loop around means another place.
  bool GoesAlong(kir::InstId place) const {
    return std::all_of(loops_.begin(), loops_.end(), [&](kir::InstId counter) {
      return counter.has_value() && DependsOn(place, counter, 0);
    });
  }

  bool DependsOn(kir::InstId id, kir::InstId on, unsigned depth) const {
    constexpr unsigned kMaxDepth = 16;
    const auto operands = kernel_.operands(kernel_.inst(id));
    return id == on || (depth < kMaxDepth &&
                        std::any_of(operands.begin(), operands.end(), [&](kir::InstId operand) {
                          return DependsOn(operand, on, depth + 1);
                        }));
  }

  const kir::Function& kernel_;
  // By value: parameters, and pointers to their elements.
  std::unordered_map<std::uint32_t, std::size_t> params_;
  std::unordered_map<std::uint32_t, std::size_t> places_;
  // By parameter.
  std::vector<bool> stored_;
  std::vector<bool> otherwise_;
  // Counters of the loops around; none for loops without.
  std::vector<kir::InstId> loops_;
};

}  // namespace

bool HasEffects(const kir::Module& module, const kir::Function& kernel,
                builtins::BuiltinEffects effects) {
  const auto functions = ReachableFunctions(module, kernel);
  return std::any_of(functions.begin(), functions.end(), [&](const kir::Function* function) {
    return std::any_of(function->insts.begin(), function->insts.end(), [&](const Inst& inst) {
      return inst.op == Op::CallBuiltin &&
             builtins::builtin_info(static_cast<BuiltinId>(inst.imm)).effects == effects;
    });
  });
}

bool VariesInRow(const kir::Function& function, kir::InstId id) {
  const kir::Inst& inst = function.inst(id);
  const kir::Op op = inst.op;
  if (op == kir::Op::CallBuiltin) {
    const auto builtin = static_cast<BuiltinId>(inst.imm);
    const auto is_from = [builtin](BuiltinId first, BuiltinId last) {
      return builtin >= first && builtin <= last;
    };
    return !is_from(BuiltinId::GridY, BuiltinId::GridZ) &&
           !is_from(BuiltinId::ThreadIdxY, BuiltinId::ThreadIdxZ) &&
           !is_from(BuiltinId::BlockIdxX, BuiltinId::BlockIdxZ) &&
           !is_from(BuiltinId::BlockDimX, BuiltinId::BlockDimZ) &&
           !is_from(BuiltinId::GridDimX, BuiltinId::GridDimZ) &&
           !is_from(BuiltinId::GridSizeX, BuiltinId::GridSizeZ);
  }
  if (op == kir::Op::Load || op == kir::Op::SlotLoad || op == kir::Op::Call ||
      op == kir::Op::LocalArray) {
    return true;
  }
  const auto operands = function.operands(inst);
  return std::any_of(operands.begin(), operands.end(),
                     [&](kir::InstId operand) { return VariesInRow(function, operand); });
}

std::vector<bool> FindOnlyWritten(const kir::Module& module, const kir::Function& kernel,
                                  const std::vector<bool>& waits) {
  if (kir::MayWait(kernel, kernel.body, waits) ||
      HasEffects(module, kernel, BuiltinEffects::Fence) ||
      HasEffects(module, kernel, BuiltinEffects::GridSync)) {
    return std::vector<bool>(kernel.params.size());
  }
  return ArrayWrites(kernel).OnlyWritten();
}

bool UsesRows(const kir::Module& module, const kir::Function& kernel) {
  for (const kir::Function* function : ReachableFunctions(module, kernel)) {
    for (const Inst& inst : function->insts) {
      if (inst.op != Op::CallBuiltin) {
        continue;
      }
      const auto id = static_cast<BuiltinId>(inst.imm);
      if (id == BuiltinId::ThreadIdxY || id == BuiltinId::ThreadIdxZ || id == BuiltinId::GridY ||
          id == BuiltinId::GridZ) {
        return true;
      }
    }
  }
  return false;
}

bool MayReport(const kir::Module& module, const kir::Function& function) {
  for (const kir::Function* reachable : ReachableFunctions(module, function)) {
    for (const Inst& inst : reachable->insts) {
      if (inst.op == Op::Fail || inst.op == Op::ReportError || inst.op == Op::WatchAccess) {
        return true;
      }
    }
  }
  return false;
}

bool CanFuseBlocks(const kir::Module& module, const kir::Function& kernel) {
  for (const kir::Function* function : ReachableFunctions(module, kernel)) {
    const bool device = function->kind == kir::FunctionKind::Device;
    const FusionCheck check(*function,
                            device ? std::vector<bool>() : FindLaneArrays(module, *function));
    if (!check.Allows(function->body, device, 0)) {
      return false;
    }
  }
  return true;
}

}  // namespace kernelc::codegen
