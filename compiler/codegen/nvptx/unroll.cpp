#include "compiler/codegen/nvptx/unroll.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "compiler/builtins/builtins.h"

namespace kernelc::codegen {

namespace {

using builtins::BuiltinEffects;

constexpr unsigned kUnrollCount = 4;
// Operations of a body. A turn of the main loop should stay well within the instruction cache.
constexpr unsigned kMaxBodyOps = 64;
// Loops of constant trip count with no more operations than this in all are LLVM's, which unrolls
// them whole.
constexpr std::int64_t kWholeLoopOps = 512;

// Memory that a body reads or writes, as far as it can be told.
struct Access {
  types::AddressSpace space = types::AddressSpace::Generic;
  // The kernel's parameter; null when it is not plainly one.
  const kir::Param* param = nullptr;
  // The operation that makes the array: the same one means the same memory.
  kir::InstId array;
};

class BodyScan {
 public:
  BodyScan(const kir::Module& module, const kir::Function& function)
      : module_(module), function_(function) {}

  // False when the body holds something that rules unrolling out.
  bool Visit(kir::RegionId region) {
    for (kir::InstId id : function_.region(region).insts) {
      if (++ops_ > kMaxBodyOps || !VisitInst(function_.inst(id))) {
        return false;
      }
    }
    return true;
  }

  unsigned ops() const { return ops_; }

  bool Pays() const {
    if (loads_.empty()) {
      // No memory at all: the test is a good part of the work. Stores alone gain nothing.
      return stores_.empty();
    }
    return std::none_of(loads_.begin(), loads_.end(), [this](const Access& load) {
      return std::any_of(stores_.begin(), stores_.end(),
                         [&load](const Access& store) { return MayOverlap(load, store); });
    });
  }

 private:
  // Loops, and what cannot be emitted twice: an array or slot would be memory of its own each time.
  static bool RulesOut(kir::Op op) {
    static constexpr kir::Op kOps[] = {kir::Op::ForRange, kir::Op::While,       kir::Op::Call,
                                       kir::Op::Print,    kir::Op::SharedArray, kir::Op::LocalArray,
                                       kir::Op::Slot};
    return std::find(std::begin(kOps), std::end(kOps), op) != std::end(kOps);
  }

  bool VisitInst(const kir::Inst& inst) {
    if (RulesOut(inst.op) || (inst.op == kir::Op::CallBuiltin && !IsPure(inst))) {
      return false;
    }
    if (inst.op == kir::Op::Load) {
      loads_.push_back(AccessOf(function_.operand(inst, 0)));
    } else if (inst.op == kir::Op::Store || inst.op == kir::Op::AtomicRmw ||
               inst.op == kir::Op::AtomicCas) {
      stores_.push_back(AccessOf(function_.operand(inst, 0)));
    }
    const auto regions = function_.regions_of(inst);
    return std::all_of(regions.begin(), regions.end(),
                       [this](kir::RegionId inner) { return Visit(inner); });
  }

  static bool IsPure(const kir::Inst& inst) {
    const BuiltinEffects effects =
        builtins::builtin_info(static_cast<builtins::BuiltinId>(inst.imm)).effects;
    return effects == BuiltinEffects::Pure || effects == BuiltinEffects::ThreadPure;
  }

  Access AccessOf(kir::InstId pointer) const {
    Access access;
    const kir::Inst* inst = &function_.inst(pointer);
    access.space = module_.types.get(inst->type).space;
    if (inst->op != kir::Op::ElementPtr && inst->op != kir::Op::ArrayData) {
      return access;
    }
    access.array = function_.operand(*inst, 0);
    inst = &function_.inst(access.array);
    if (inst->op == kir::Op::Param) {
      access.param = &function_.params[static_cast<std::size_t>(inst->imm)];
    }
    return access;
  }

  static bool MayOverlap(const Access& load, const Access& store) {
    if (load.param != nullptr && load.param->facts.readonly) {
      return false;
    }
    if (load.space != store.space && load.space != types::AddressSpace::Generic &&
        store.space != types::AddressSpace::Generic) {
      return false;
    }
    const bool distinct = load.array != store.array && load.param != nullptr &&
                          store.param != nullptr &&
                          (load.param->facts.noalias || store.param->facts.noalias);
    return !distinct;
  }

  const kir::Module& module_;
  const kir::Function& function_;
  unsigned ops_ = 0;
  std::vector<Access> loads_;
  std::vector<Access> stores_;
};

// The trip count of a range of constants; -1 when an operand is not constant.
std::int64_t ConstantTrips(const kir::Function& function, const kir::Inst& loop) {
  const auto operands = function.operands(loop);
  for (kir::InstId id : operands) {
    if (function.inst(id).op != kir::Op::ConstInt) {
      return -1;
    }
  }
  const std::int64_t start = function.inst(operands[0]).imm;
  const std::int64_t stop = function.inst(operands[1]).imm;
  const std::int64_t step = function.inst(operands[2]).imm;
  return step > 0 && start < stop ? (stop - start) / step : 0;
}

}  // namespace

UnrollPlan PlanUnroll(const kir::Module& module, const kir::Function& function,
                      const kir::Inst& loop) {
  const std::int64_t trips = ConstantTrips(function, loop);
  UnrollPlan plan;
  plan.constant_trips = trips >= 0;
  BodyScan scan(module, function);
  if (scan.Visit(function.region_of(loop, 0)) && scan.Pays() &&
      (!plan.constant_trips || trips * scan.ops() > kWholeLoopOps)) {
    plan.count = kUnrollCount;
  }
  return plan;
}

}  // namespace kernelc::codegen
