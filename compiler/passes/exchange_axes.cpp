#include "compiler/passes/exchange_axes.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "compiler/builtins/builtins.h"
#include "compiler/kir/analysis/control.h"
#include "compiler/kir/analysis/external.h"
#include "compiler/passes/barrier_affine.h"
#include "compiler/passes/barrier_forward.h"
#include "compiler/passes/barrier_plan.h"
#include "compiler/passes/barrier_variance.h"

namespace kernelc::passes {
namespace {

using builtins::BuiltinEffects;
using builtins::BuiltinId;
using kir::Function;
using kir::Inst;
using kir::InstId;
using kir::Op;
using kir::RegionId;

// An access of all threads of a row takes one line for each thread where it is neither one place nor neighbouring ones: so many
// times as long as one of neighbours. Loops are worth so many accesses.
constexpr unsigned kApart = 8;
constexpr unsigned kTurns = 8;
constexpr unsigned kMaxLoops = 3;
// Places are sums of a few terms, and kernels call a few functions, which may call themselves.
constexpr unsigned kMaxDepth = 12;
constexpr unsigned kMaxCalls = 12;

// Builtins that come as x, y and z.
constexpr std::array kAxes = {BuiltinId::BlockDimX, BuiltinId::BlockIdxX, BuiltinId::GridDimX,
                              BuiltinId::GridSizeX, BuiltinId::GridX,     BuiltinId::ThreadIdxX};

// The x of these, or none.
std::optional<BuiltinId> AxisOf(BuiltinId id) {
  for (const BuiltinId x : kAxes) {
    if (id >= x && static_cast<unsigned>(id) - static_cast<unsigned>(x) < 3) {
      return x;
    }
  }
  return std::nullopt;
}

BuiltinId BuiltinOf(const Inst& inst) { return static_cast<BuiltinId>(inst.imm); }

// How a place in memory changes from a thread to its neighbour in one direction.
enum class Step : std::uint8_t { Same, Neighbour, Apart };

class AxisChooser {
 public:
  AxisChooser(const kir::Module& module, const Function& function)
      : module_(module), function_(function), variance_(ComputeVariance(module, function)) {}

  // The number of the direction that is better than x by far, or 0.
  unsigned Choose() {
    if (!IsFree(function_, true)) {
      return 0;
    }
    Visit(function_.body, 1, 0);
    unsigned best = 0;
    for (unsigned axis = 1; axis < 3; ++axis) {
      best = neighbours_[axis] > 0 && costs_[axis] < costs_[best] ? axis : best;
    }
    return 2 * costs_[best] < costs_[0] ? best : 0;
  }

 private:
  // Nothing in it depends on the order of threads. `kernel`: its places can be renamed.
  bool IsFree(const Function& function, bool kernel) {
    bool free = true;
    kir::ForEachInst(function, function.body, [&](InstId, const Inst& inst) {
      if (inst.op == Op::CallBuiltin) {
        free = free && IsFreeBuiltin(BuiltinOf(inst), inst.operands.count == 0, kernel);
      } else if (inst.op == Op::Call) {
        const Function& callee = module_.functions[static_cast<std::size_t>(inst.imm)];
        free = free && !kir::IsExternal(callee) && ++calls_ <= kMaxCalls && IsFree(callee, false);
      } else {
        free = free && inst.op != Op::WaitTurn && inst.op != Op::Print && inst.op != Op::Fail && inst.op != Op::ReportError &&
               inst.op != Op::WatchAccess;
      }
    });
    return free;
  }

  static bool IsFreeBuiltin(BuiltinId id, bool is_place, bool kernel) {
    const BuiltinEffects effects = builtins::builtin_info(id).effects;
    if (effects == BuiltinEffects::Pure || effects == BuiltinEffects::ThreadPure) {
      return !is_place || id == BuiltinId::WarpSize || (kernel && AxisOf(id));
    }
    return kernel && effects == BuiltinEffects::BlockSync;
  }

  void Visit(RegionId region, unsigned weight, unsigned loops) {
    for (const InstId id : function_.region(region).insts) {
      const Inst& inst = function_.inst(id);
      if (inst.op == Op::ElementPtr) {
        Count(inst, weight);
      }
      if (inst.op == Op::ForRange && variance_[function_.operand(inst, 2).index] == kUniform) {
        loop_starts_[function_.region(function_.region_of(inst, 0)).insts.front().index] = function_.operand(inst, 0);
      }
      const bool inner = IsLoop(inst) && loops < kMaxLoops;
      for (const RegionId nested : function_.regions_of(inst)) {
        Visit(nested, inner ? weight * kTurns : weight, loops + (IsLoop(inst) ? 1 : 0));
      }
    }
  }

  void Count(const Inst& inst, unsigned weight) {
    const types::Type& array = module_.types.get(function_.inst(function_.operand(inst, 0)).type);
    if (array.kind != types::TypeKind::Array || array.space != types::AddressSpace::Global) {
      return;
    }
    const std::uint32_t indices = inst.operands.count - 1;
    // Of a row of elements; where strides are the launch's, rows are taken to be as in C.
    const std::uint32_t last = array.layout == types::Layout::F ? 0 : indices - 1;
    for (unsigned axis = 0; axis < 3; ++axis) {
      Step step = StepOf(function_.operand(inst, last + 1), axis);
      for (std::uint32_t i = 0; i < indices; ++i) {
        const bool is_same = i == last || StepOf(function_.operand(inst, i + 1), axis) == Step::Same;
        step = is_same ? step : Step::Apart;
      }
      costs_[axis] += step == Step::Same ? 0 : step == Step::Neighbour ? weight : kApart * weight;
      neighbours_[axis] += step == Step::Neighbour ? weight : 0;
    }
  }

  Step StepOf(InstId id, unsigned axis, unsigned depth = 0) const {
    if ((variance_[id.index] & (kDirectionBits[axis] | (kVariesAny & ~(kVariesX | kVariesY | kVariesZ)))) == 0) {
      return Step::Same;
    }
    const Inst& inst = function_.inst(id);
    if (depth > kMaxDepth) {
      return Step::Apart;
    }
    if (inst.op == Op::CallBuiltin && AxisOf(BuiltinOf(inst))) {
      return Step::Neighbour;
    }
    if (inst.op == Op::Convert) {
      return StepOf(function_.operand(inst, 0), axis, depth + 1);
    }
    if (inst.op == Op::RegionArg && loop_starts_[id.index].has_value()) {
      return StepOf(loop_starts_[id.index], axis, depth + 1);
    }
    if (inst.op != Op::Add && inst.op != Op::Sub) {
      return Step::Apart;
    }
    const Step left = StepOf(function_.operand(inst, 0), axis, depth + 1);
    const Step right = StepOf(function_.operand(inst, 1), axis, depth + 1);
    if (right == Step::Same) {
      return left;
    }
    return left == Step::Same && inst.op == Op::Add ? right : Step::Apart;
  }

  const kir::Module& module_;
  const Function& function_;
  std::vector<Variance> variance_;
  // Of a loop over numbers whose step all threads share, where it begins; by its variable.
  std::vector<InstId> loop_starts_ = std::vector<InstId>(function_.insts.size());
  unsigned calls_ = 0;
  std::array<unsigned, 3> costs_ = {};
  std::array<unsigned, 3> neighbours_ = {};
};

void Exchange(Function& function, unsigned axis) {
  function.options.exchanged_axis = axis;
  for (Inst& inst : function.insts) {
    const std::optional<BuiltinId> x = inst.op == Op::CallBuiltin ? AxisOf(BuiltinOf(inst)) : std::nullopt;
    if (x) {
      const std::int64_t first = static_cast<std::int64_t>(*x);
      const std::int64_t now = inst.imm - first;
      inst.imm = first + (now == 0 ? axis : now == static_cast<std::int64_t>(axis) ? 0 : now);
    }
  }
}

bool UsesRows(const Function& function) {
  bool uses = false;
  kir::ForEachInst(function, function.body, [&](InstId, const Inst& inst) {
    const std::optional<BuiltinId> x = inst.op == Op::CallBuiltin ? AxisOf(BuiltinOf(inst)) : std::nullopt;
    uses = uses || (x && BuiltinOf(inst) != *x && (*x == BuiltinId::GridX || *x == BuiltinId::ThreadIdxX));
  });
  return uses;
}

}  // namespace

void ExchangeAxes(kir::Module& module) {
  for (Function& function : module.functions) {
    if (function.kind != kir::FunctionKind::Kernel || !UsesRows(function)) {
      continue;
    }
    ForwardSingleStores(function);
    JoinGridPlaces(module, function);
    if (const unsigned axis = AxisChooser(module, function).Choose(); axis != 0) {
      Exchange(function, axis);
    }
  }
}

}  // namespace kernelc::passes
