#include "compiler/codegen/cpu/late_updates.h"

#include "compiler/builtins/builtins.h"
#include "compiler/codegen/cpu/hooks.h"
#include "compiler/codegen/cpu/partial_results.h"

namespace kernelc::codegen {

namespace {

using kir::Inst;
using kir::InstId;
using kir::Op;

// Threads whose updates wait together: their places and values stay in the first cache.
constexpr std::uint64_t kLateThreads = 256;

class UpdateFinder {
 public:
  explicit UpdateFinder(const kir::Function& function) : function_(function) {}

  InstId Find(kir::RegionId region) {
    Visit(region, false);
    return fits_ ? update_ : InstId();
  }

 private:
  void Visit(kir::RegionId region, bool under_condition) {
    for (const InstId id : function_.region(region).insts) {
      const Inst& inst = function_.inst(id);
      for (const InstId operand : function_.operands(inst)) {
        fits_ = fits_ && operand != update_;
      }
      if (inst.op == Op::AtomicRmw) {
        fits_ = fits_ && under_condition && !update_.has_value();
        update_ = id;
      } else if (inst.op == Op::Load || inst.op == Op::Store) {
        fits_ = fits_ && !update_.has_value();
      } else {
        fits_ = fits_ && IsOwn(inst);
      }
      for (const kir::RegionId nested : function_.regions_of(inst)) {
        Visit(nested, true);
      }
    }
  }

  // Concerns nobody but the thread, and makes no loop.
  static bool IsOwn(const Inst& inst) {
    if (inst.op == Op::CallBuiltin) {
      using builtins::BuiltinEffects;
      const BuiltinEffects effects =
          builtins::builtin_info(static_cast<builtins::BuiltinId>(inst.imm)).effects;
      return effects == BuiltinEffects::Pure || effects == BuiltinEffects::ThreadPure;
    }
    return inst.op == Op::If || inst.op == Op::Yield || inst.op == Op::Slot ||
           inst.op == Op::SlotLoad || inst.op == Op::SlotStore ||
           kir::op_info(inst.op).effects == kir::Effects::Pure;
  }

  const kir::Function& function_;
  InstId update_;
  bool fits_ = true;
};

}  // namespace

InstId FindLateUpdate(FunctionContext& fn, const BlockState& state, kir::RegionId region) {
  // Two loops for one are more code, and without the vectoriser no faster.
  if (fn.module().options().opt_level == 0) {
    return InstId();
  }
  const kir::Function& function = fn.kir_function();
  const InstId update = UpdateFinder(function).Find(region);
  if (!update.has_value()) {
    return update;
  }
  const InstId pointer = function.operand(function.inst(update), 0);
  const bool shared = fn.type(fn.type_of(pointer)).space == types::AddressSpace::Shared;
  return shared || PartialResultOf(function, state, pointer) != nullptr ? update : InstId();
}

LateUpdates::LateUpdates(FunctionContext& fn, BlockState& state, InstId update, llvm::Value* begin,
                         llvm::Value* end)
    : fn_(fn), state_(state), update_(update), begin_(begin), end_(end) {
  if (!update.has_value()) {
    return;
  }
  llvm::IRBuilder<>& builder = fn.builder();
  llvm::Type* value = fn.types().Memory(fn.operand_type(fn.kir_function().inst(update), 1));
  const llvm::Align align(64);
  places_ = fn.EntryAlloca(llvm::ArrayType::get(builder.getPtrTy(), kLateThreads), align);
  values_ = fn.EntryAlloca(llvm::ArrayType::get(value, kLateThreads), align);
  nowhere_ = fn.EntryAlloca(value, align);
  llvm::Value* threads = builder.CreateSub(end, begin, "", true, true);
  // Rounded down, as there may be none in front of `begin`; 0 stays 0.
  llvm::Value* pieces =
      builder.CreateAShr(builder.CreateAdd(threads, fn.Int64(kLateThreads - 1), "", true, true),
                         fn.Int64(llvm::Log2_64(kLateThreads)));
  pieces_.emplace(fn, pieces, "piece");
  begin_ = builder.CreateAdd(
      begin, builder.CreateMul(pieces_->index(), fn.Int64(kLateThreads), "", true, true), "", true,
      true);
  end_ = builder.CreateBinaryIntrinsic(
      llvm::Intrinsic::smin, end,
      builder.CreateAdd(begin_, fn.Int64(kLateThreads), "", true, true));
}

void LateUpdates::EnterThread(llvm::Value* index) {
  if (!update_.has_value()) {
    return;
  }
  llvm::IRBuilder<>& builder = fn_.builder();
  llvm::Value* number = builder.CreateSub(index, begin_, "", true, true);
  const auto at = [&](llvm::AllocaInst* array) {
    return builder.CreateInBoundsGEP(array->getAllocatedType(), array, {fn_.Int64(0), number});
  };
  state_.late_update = update_;
  state_.late_place = at(places_);
  state_.late_value = at(values_);
  builder.CreateStore(nowhere_, state_.late_place);
}

void LateUpdates::Close(
    const std::function<void(kir::InstId update, llvm::Value* place, llvm::Value* value)>& emit) {
  if (!update_.has_value()) {
    return;
  }
  state_.late_update = InstId();
  llvm::IRBuilder<>& builder = fn_.builder();
  CountingLoop updates(fn_, builder.CreateSub(end_, begin_, "", true, true), "update");
  const auto at = [&](llvm::AllocaInst* array) {
    return builder.CreateInBoundsGEP(array->getAllocatedType(), array,
                                     {fn_.Int64(0), updates.index()});
  };
  llvm::Value* place = builder.CreateLoad(builder.getPtrTy(), at(places_));
  emit(update_, place,
       fn_.LoadFrom(at(values_), fn_.operand_type(fn_.kir_function().inst(update_), 1)));
  updates.Close();
  MarkThreadLoop(pieces_->Close(), LoopWorth::Rows);
}

}  // namespace kernelc::codegen
