#include "compiler/codegen/nvptx/unroll.h"

#include <algorithm>
#include <iterator>
#include <unordered_set>
#include <vector>

#include "compiler/builtins/builtins.h"
#include "compiler/kir/analysis/control.h"
#include "compiler/kir/analysis/external.h"

namespace kernelc::codegen {

namespace {

using builtins::BuiltinEffects;

constexpr unsigned kUnrollCount = 4;
// Interleaved iterations need registers for the addresses of all at once: with 4, two arrays take
// 46 of them, and with 2 they take 28, which leaves room for all threads that a multiprocessor can
// hold.
constexpr unsigned kInterleaveCount = 2;
// Operations of a body. A turn of the main loop should stay well within the instruction cache.
constexpr std::int64_t kMaxBodyOps = 80;
// Operations of what is left behind the last turn, where it is no loop.
constexpr std::int64_t kMaxRestOps = 80;
// Loops of constant trip count with no more operations than this in all are LLVM's, which unrolls
// them whole.
constexpr std::int64_t kWholeLoopOps = 512;
// A loop up to a constant no greater than this in steps that are not constant (of a block's size)
// runs few times a thread.
constexpr std::int64_t kFewTrips = 1024;

// Iterations that a turn of a loop with a barrier runs at most: a divisor of the constant trip
// count, since the barriers of what is left over would be others.
constexpr std::int64_t kMostBarrierCount = 5;

// Iterations of a loop over tables of constants that are written out at most.
constexpr std::int64_t kWholeTrips = 64;

// Operations that a remainder or quotient is worth.
constexpr std::int64_t kDivisionOps = 8;

// Operations of a large function.
constexpr std::size_t kLargeFunctionOps = 4000;

// Memory that a body reads or writes, as far as it can be told.
struct Access {
  types::AddressSpace space = types::AddressSpace::Generic;
  // The kernel's parameter; null when it is not plainly one.
  const kir::Param* param = nullptr;
  // The operation that makes the array: the same one means the same memory.
  kir::InstId array;
  // The indices; empty when the address is not an element's.
  std::span<const kir::InstId> indices;
  // No two iterations reach the same element: an index is the loop's variable.
  bool own_element = false;
};

class BodyScan {
 public:
  BodyScan(const kir::Module& module, const kir::Function& function, const kir::Inst& loop)
      : module_(module),
        function_(function),
        body_(function.region_of(loop, 0)),
        variable_(function.region(body_).insts.front()) {}

  // False when the body holds something that rules unrolling out.
  bool Run() { return Visit(body_); }

  std::int64_t ops() const { return ops_; }

  bool loads() const { return !loads_.empty(); }

  // Every operation stands in the body itself, and nothing but memory carries values from one
  // iteration to the next.
  bool is_straight() const { return is_straight_; }
  // Memory is written in a branch, which no load of a later iteration goes ahead of.
  bool stores_under_condition() const { return stores_under_condition_; }
  // All threads of the block meet in the body.
  bool has_barrier() const { return has_barrier_; }

  // Whether unrolling gains something: the loads of later iterations may go ahead of the stores of
  // earlier ones. With `interleave` they are put there, so that an iteration's own element does not
  // count.
  bool Pays(bool interleave) const {
    if (loads_.empty()) {
      // No memory at all: the test is a good part of the work. Stores alone gain nothing.
      return stores_.empty();
    }
    return std::none_of(loads_.begin(), loads_.end(), [&](const Access& load) {
      return std::any_of(stores_.begin(), stores_.end(), [&](const Access& store) {
        return MayOverlap(load, store) && !(interleave && SameOwnElement(load, store));
      });
    });
  }

 private:
  // Loops, and what cannot be emitted twice: an array would be memory of its own each time.
  static bool RulesOut(const kir::Inst& inst) {
    return IsLoop(inst) || IsStaticArray(inst) || inst.op == kir::Op::Print;
  }

  // Atomics too: their order among each other may be seen. Not what stores alone: see stores_.
  static bool BindsOrder(const kir::Inst& inst) {
    const kir::OpInfo& info = kir::op_info(inst.op);
    const bool stores = inst.op == kir::Op::Store || inst.op == kir::Op::RecordCopy;
    return (info.effects == kir::Effects::Writes && !stores) || info.flow == kir::Flow::Leaves;
  }

  bool Visit(kir::RegionId region) {
    for (kir::InstId id : function_.region(region).insts) {
      if (++ops_ > kMaxBodyOps || !VisitInst(function_.inst(id))) {
        return false;
      }
    }
    return true;
  }

  bool VisitInst(const kir::Inst& inst) {
    if (IsBarrier(inst)) {
      has_barrier_ = true;
      return true;
    }
    if (!IsPlain(inst)) {
      return false;
    }
    if (inst.op == kir::Op::Call) {
      return VisitCallee(inst);
    }
    if (inst.op == kir::Op::Load) {
      loads_.push_back(AccessOf(function_.operand(inst, 0)));
    } else if (inst.op == kir::Op::Store || inst.op == kir::Op::AtomicRmw ||
               inst.op == kir::Op::AtomicCas) {
      stores_.push_back(AccessOf(function_.operand(inst, 0)));
    } else if (inst.op == kir::Op::RecordCopy) {
      loads_.push_back(AccessOf(function_.operand(inst, 1)));
      stores_.push_back(AccessOf(function_.operand(inst, 0)));
    }
    const auto regions = function_.regions_of(inst);
    is_straight_ = is_straight_ && regions.empty() && !BindsOrder(inst);
    const std::size_t stores = stores_.size();
    const bool is_plain = std::all_of(regions.begin(), regions.end(),
                                      [this](kir::RegionId inner) { return Visit(inner); });
    stores_under_condition_ =
        stores_under_condition_ || (!regions.empty() && stores_.size() > stores);
    return is_plain;
  }

  // A small device function becomes part of the body: LLVM inlines it. Its memory is any.
  bool VisitCallee(const kir::Inst& call) {
    const kir::Function& callee =
        module_.function(kir::FunctionId(static_cast<std::uint32_t>(call.imm)));
    bool is_plain = !kir::IsExternal(callee);
    kir::ForEachInst(callee, callee.body, [&](kir::InstId, const kir::Inst& inst) {
      // The limit ends circles of calls too.
      is_plain = is_plain && ++ops_ <= kMaxBodyOps && IsPlain(inst) &&
                 (inst.op != kir::Op::Call || VisitCallee(inst));
      if (inst.op == kir::Op::Load || inst.op == kir::Op::RecordCopy) {
        loads_.emplace_back();
      }
      if (kir::op_info(inst.op).effects == kir::Effects::Writes && inst.op != kir::Op::SlotStore) {
        stores_.emplace_back();
        is_straight_ = false;
      }
    });
    return is_plain;
  }

  static bool IsBarrier(const kir::Inst& inst) {
    return inst.op == kir::Op::CallBuiltin &&
           static_cast<builtins::BuiltinId>(inst.imm) == builtins::BuiltinId::SyncThreads;
  }

  static bool IsPlain(const kir::Inst& inst) {
    return !RulesOut(inst) && (inst.op != kir::Op::CallBuiltin || IsPure(inst));
  }

  static bool IsPure(const kir::Inst& inst) {
    const BuiltinEffects effects =
        builtins::builtin_info(static_cast<builtins::BuiltinId>(inst.imm)).effects;
    return effects == BuiltinEffects::Pure || effects == BuiltinEffects::ThreadPure;
  }

  Access AccessOf(kir::InstId pointer) const {
    Access access;
    if (function_.inst(pointer).op == kir::Op::FieldPtr) {
      return AccessOf(function_.operand(function_.inst(pointer), 0));
    }
    const kir::Inst& address = function_.inst(pointer);
    access.space = module_.types.get(address.type).space;
    if (address.op != kir::Op::ElementPtr) {
      return access;
    }
    access.array = function_.operand(address, 0);
    access.indices = function_.operands(address).subspan(1);
    const kir::Inst& array = function_.inst(access.array);
    if (array.op == kir::Op::Param) {
      access.param = &function_.params[static_cast<std::size_t>(array.imm)];
    }
    access.own_element = IsOwnElement(address, access.indices);
    return access;
  }

  // The loop's variable differs from iteration to iteration, and so does the element, unless a
  // negative value means another one or a stride is zero.
  bool IsOwnElement(const kir::Inst& address, std::span<const kir::InstId> indices) const {
    const auto place = std::find(indices.begin(), indices.end(), variable_);
    if (place == indices.end()) {
      return false;
    }
    const auto dim = static_cast<unsigned>(place - indices.begin());
    const types::Type& type = module_.types.get(function_.inst(function_.operand(address, 0)).type);
    return (static_cast<std::uint64_t>(address.imm) >> dim & 1u) == 0 &&
           type.layout != types::Layout::A;
  }

  static bool SameOwnElement(const Access& load, const Access& store) {
    return load.own_element && store.own_element && load.array == store.array &&
           std::equal(load.indices.begin(), load.indices.end(), store.indices.begin(),
                      store.indices.end());
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
  kir::RegionId body_;
  // The region_arg of the loop.
  kir::InstId variable_;
  std::int64_t ops_ = 0;
  bool is_straight_ = true;
  bool has_barrier_ = false;
  bool stores_under_condition_ = false;
  std::vector<Access> loads_;
  std::vector<Access> stores_;
};

bool IsConstant(const kir::Function& function, kir::InstId id) {
  return function.inst(id).op == kir::Op::ConstInt;
}

// The trip count of a range of constants; -1 when an operand is not constant.
std::int64_t ConstantTrips(const kir::Function& function, const kir::Inst& loop) {
  const auto operands = function.operands(loop);
  for (kir::InstId id : operands) {
    if (!IsConstant(function, id)) {
      return -1;
    }
  }
  const std::int64_t start = function.inst(operands[0]).imm;
  const std::int64_t stop = function.inst(operands[1]).imm;
  const std::int64_t step = function.inst(operands[2]).imm;
  return step > 0 && start < stop ? (stop - start) / step : 0;
}

// What is left of a loop of constant trip count once all iterations are written out: what its
// variable and constants decide is known then, numbers in tables of constants too.
class WrittenOut {
 public:
  explicit WrittenOut(const kir::Function& function) : function_(function) {}

  // Visits the body of `loop`, which runs `times` times. False where an inner loop's trip count is
  // not constant, or a call hides what is done.
  bool Visit(const kir::Inst& loop, std::int64_t times) {
    const kir::RegionId body = function_.region_of(loop, 0);
    known_.insert(function_.region(body).insts.front());
    return VisitRegion(body, times);
  }

  // Whether the variable picks numbers from tables.
  bool picks() const { return picks_; }
  // Operations of all iterations that remain.
  std::int64_t ops() const { return ops_; }

 private:
  bool VisitRegion(kir::RegionId region, std::int64_t times) {
    const std::vector<kir::InstId>& insts = function_.region(region).insts;
    return std::all_of(insts.begin(), insts.end(),
                       [&](kir::InstId id) { return VisitInst(id, times); });
  }

  bool VisitInst(kir::InstId id, std::int64_t times) {
    const kir::Inst& inst = function_.inst(id);
    if (inst.op == kir::Op::ForRange) {
      const std::int64_t trips = ConstantTrips(function_, inst);
      // More turns than operations that may remain are too many, whatever they do.
      return trips >= 0 && trips <= kWholeTrips && times * trips <= kWholeLoopOps &&
             Visit(inst, times * trips);
    }
    if (inst.op == kir::Op::While || inst.op == kir::Op::Call) {
      return false;
    }
    if (BecomesKnown(inst)) {
      known_.insert(id);
      picks_ = picks_ || inst.op == kir::Op::Load || inst.op == kir::Op::TupleIndex;
    } else {
      ops_ += times * CostOf(inst);
    }
    const auto regions = function_.regions_of(inst);
    return std::all_of(regions.begin(), regions.end(),
                       [&](kir::RegionId inner) { return VisitRegion(inner, times); });
  }

  bool IsConstant(kir::InstId id) const {
    const kir::Op op = function_.inst(id).op;
    return op == kir::Op::ConstInt || op == kir::Op::ConstFloat || op == kir::Op::ConstArray;
  }

  // Of what is known in each iteration, and differs between them.
  bool BecomesKnown(const kir::Inst& inst) const {
    const auto operands = function_.operands(inst);
    const auto differs = [this](kir::InstId id) { return known_.contains(id); };
    return (inst.op == kir::Op::Load || kir::op_info(inst.op).effects == kir::Effects::Pure) &&
           std::any_of(operands.begin(), operands.end(), differs) &&
           std::all_of(operands.begin(), operands.end(),
                       [&](kir::InstId id) { return differs(id) || IsConstant(id); });
  }

  // A division by what is not known is many instructions.
  std::int64_t CostOf(const kir::Inst& inst) const {
    const bool divides = inst.op == kir::Op::Mod || inst.op == kir::Op::FloorDiv;
    return divides && !IsConstant(function_.operand(inst, 1)) ? kDivisionOps : 1;
  }

  const kir::Function& function_;
  std::unordered_set<kir::InstId> known_;
  std::int64_t ops_ = 0;
  bool picks_ = false;
};

bool PicksConstants(const kir::Function& function, const kir::Inst& loop, std::int64_t trips) {
  WrittenOut written(function);
  return written.Visit(loop, trips) && written.picks() && written.ops() <= kWholeLoopOps;
}

// Turns of several iterations with their barriers: no test between them, and numbers of the
// iteration that are constant distances apart.
unsigned BarrierCount(std::int64_t trips, std::int64_t ops) {
  std::int64_t count = std::min(kMostBarrierCount, kMaxBodyOps * kUnrollCount / ops);
  while (count > 1 && trips % count != 0) {
    --count;
  }
  return static_cast<unsigned>(std::max<std::int64_t>(count, 1));
}

bool RunsFewTimes(const kir::Function& function, const kir::Inst& loop) {
  const kir::InstId stop = function.operand(loop, 1);
  return IsConstant(function, stop) && function.inst(stop).imm <= kFewTrips &&
         !IsConstant(function, function.operand(loop, 2));
}

}  // namespace

bool IsLarge(const kir::Function& function) { return function.insts.size() > kLargeFunctionOps; }

UnrollPlan PlanUnroll(const kir::Module& module, const kir::Function& function,
                      const kir::Inst& loop) {
  const std::int64_t trips = ConstantTrips(function, loop);
  UnrollPlan plan;
  plan.constant_trips = trips >= 0;
  if (plan.constant_trips && trips <= kWholeTrips) {
    plan.whole = !IsLarge(function) && PicksConstants(function, loop, trips);
    if (plan.whole) {
      return plan;
    }
  }
  BodyScan scan(module, function, loop);
  if ((IsLarge(function) && !plan.constant_trips) || RunsFewTimes(function, loop) || !scan.Run()) {
    return plan;
  }
  if (scan.has_barrier()) {
    plan.count = plan.constant_trips ? BarrierCount(trips, scan.ops()) : 1;
    return plan;
  }
  if (plan.constant_trips && trips * scan.ops() <= kWholeLoopOps) {
    return plan;
  }
  plan.once = scan.stores_under_condition() && scan.loads();
  if (plan.once) {
    return plan;
  }
  plan.interleave = scan.is_straight() && !plan.constant_trips && scan.Pays(true);
  if (plan.interleave) {
    plan.count = kInterleaveCount;
  } else if (scan.Pays(false)) {
    plan.count = kUnrollCount;
  }
  plan.writes_rest = scan.ops() * (plan.count - 1) <= kMaxRestOps;
  return plan;
}

}  // namespace kernelc::codegen
