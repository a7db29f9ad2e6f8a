// Atomics on shared memory and on a worker's copies of arrays: one system thread runs all threads
// of a block, so that plain reads and writes are enough. Atomics on memory of the grid that can do without.
#include <llvm/IR/Instructions.h>

#include <algorithm>

#include "compiler/codegen/cpu/hooks.h"
#include "compiler/codegen/cpu/kernel_facts.h"
#include "compiler/codegen/cpu/late_updates.h"
#include "compiler/codegen/cpu/loop_metadata.h"
#include "compiler/codegen/cpu/partial_results.h"
#include "compiler/codegen/llvm/emit.h"

namespace kernelc::codegen {

namespace {

void MarkUpdate(llvm::Value* access) {
  auto* inst = llvm::cast<llvm::Instruction>(access);
  inst->setMetadata(kUpdateMetadata, llvm::MDNode::get(inst->getContext(), {}));
}

// Ordered as atomics on memory of the grid are: a NaN operand of min and max leaves `old`; the nan
// kinds replace a NaN in memory and ignore a NaN value.
llvm::Value* FloatResult(FunctionContext& fn, kir::AtomicKind kind, llvm::Value* old,
                         llvm::Value* value, TypeId element) {
  llvm::IRBuilder<>& builder = fn.builder();
  const bool narrow = IsNarrowFloat(element);
  if (narrow && kind == kir::AtomicKind::Add) {
    return EmitFloatAdd(fn, element, old, value);
  }
  if (narrow && kind == kir::AtomicKind::Sub) {
    return EmitFloatAdd(fn, element, old, builder.CreateFNeg(value));
  }
  if (narrow && kind != kir::AtomicKind::Exchange) {
    llvm::Value* wide = FloatResult(fn, kind, WidenNarrow(fn, old, element),
                                    WidenNarrow(fn, value, element), types::kFloat32);
    return RoundToNarrow(fn, wide, types::kFloat32, element);
  }
  switch (kind) {
    case kir::AtomicKind::Add:
      return builder.CreateFAdd(old, value);
    case kir::AtomicKind::Sub:
      return builder.CreateFSub(old, value);
    case kir::AtomicKind::Exchange:
      return value;
    case kir::AtomicKind::Min:
      return builder.CreateSelect(builder.CreateFCmpOLT(value, old), value, old);
    case kir::AtomicKind::Max:
      return builder.CreateSelect(builder.CreateFCmpOGT(value, old), value, old);
    case kir::AtomicKind::NanMin:
    case kir::AtomicKind::NanMax: {
      llvm::Value* beats = kind == kir::AtomicKind::NanMax ? builder.CreateFCmpUGT(value, old)
                                                           : builder.CreateFCmpULT(value, old);
      llvm::Value* is_number = builder.CreateFCmpORD(value, value);
      return builder.CreateSelect(builder.CreateAnd(beats, is_number), value, old);
    }
    case kir::AtomicKind::And:
    case kir::AtomicKind::Or:
    case kir::AtomicKind::Xor:
    case kir::AtomicKind::Inc:
    case kir::AtomicKind::Dec:
      break;
  }
  KC_FATAL("atomic {} of a floating-point number", kir::atomic_name(kind));
}

llvm::Value* IntegerResult(FunctionContext& fn, kir::AtomicKind kind, llvm::Value* old,
                           llvm::Value* value, bool is_signed) {
  llvm::IRBuilder<>& builder = fn.builder();
  llvm::Value* zero = llvm::Constant::getNullValue(old->getType());
  llvm::Value* one = llvm::ConstantInt::get(old->getType(), 1);
  switch (kind) {
    case kir::AtomicKind::Add:
      return builder.CreateAdd(old, value);
    case kir::AtomicKind::Sub:
      return builder.CreateSub(old, value);
    case kir::AtomicKind::Min:
    case kir::AtomicKind::NanMin:
      return builder.CreateBinaryIntrinsic(
          is_signed ? llvm::Intrinsic::smin : llvm::Intrinsic::umin, old, value);
    case kir::AtomicKind::Max:
    case kir::AtomicKind::NanMax:
      return builder.CreateBinaryIntrinsic(
          is_signed ? llvm::Intrinsic::smax : llvm::Intrinsic::umax, old, value);
    case kir::AtomicKind::And:
      return builder.CreateAnd(old, value);
    case kir::AtomicKind::Or:
      return builder.CreateOr(old, value);
    case kir::AtomicKind::Xor:
      return builder.CreateXor(old, value);
    case kir::AtomicKind::Exchange:
      return value;
    case kir::AtomicKind::Inc:
      return builder.CreateSelect(builder.CreateICmpUGE(old, value), zero,
                                  builder.CreateAdd(old, one));
    case kir::AtomicKind::Dec: {
      llvm::Value* wraps =
          builder.CreateOr(builder.CreateIsNull(old), builder.CreateICmpUGT(old, value));
      return builder.CreateSelect(wraps, value, builder.CreateSub(old, one));
    }
  }
  KC_FATAL("unknown atomic");
}

// Whose memory an update is in: a block's, or a worker's while the kernel runs.
enum class UpdateOf : std::uint8_t { Block, Worker };

// The least and the largest number of all blocks change less and less often: a branch that is foreseen, where loads of
// the next threads would wait for stores.
bool IsExtreme(kir::AtomicKind kind) {
  return kind == kir::AtomicKind::Min || kind == kir::AtomicKind::Max || kind == kir::AtomicKind::NanMin ||
         kind == kir::AtomicKind::NanMax;
}

// Plain reads and writes that do what the atomic does; gives the old value.
llvm::Value* EmitUpdate(FunctionContext& fn, const kir::Inst& inst, llvm::Value* pointer,
                        llvm::Value* value, UpdateOf memory) {
  const auto kind = static_cast<kir::AtomicKind>(inst.imm);
  const TypeId element = fn.operand_type(inst, 1);
  llvm::Value* old = fn.LoadFrom(pointer, element);
  MarkUpdate(old);
  llvm::Value* result = types::IsFloat(element)
                            ? FloatResult(fn, kind, old, value, element)
                            : IntegerResult(fn, kind, old, value, types::IsSigned(element));
  const auto store = [&] {
    fn.StoreTo(result, pointer, element);
    MarkUpdate(&fn.builder().GetInsertBlock()->back());
  };
  if (memory == UpdateOf::Worker && IsExtreme(kind)) {
    llvm::IRBuilder<>& builder = fn.builder();
    llvm::Type* bits = builder.getIntNTy(old->getType()->getScalarSizeInBits());
    llvm::BasicBlock* change = fn.NewBlock("update.change");
    llvm::BasicBlock* next = fn.NewBlock("update.next");
    builder.CreateCondBr(
        builder.CreateICmpNE(builder.CreateBitCast(result, bits), builder.CreateBitCast(old, bits)), change, next);
    fn.StartBlock(change);
    store();
    fn.BranchTo(next);
    fn.StartBlock(next);
  } else {
    store();
  }
  return old;
}

template <typename Own, typename Common>
void EmitWhereCopied(FunctionContext& fn, llvm::Value* copied, const Own& emit_own,
                     const Common& emit_common) {
  llvm::BasicBlock* own = fn.NewBlock("partial.own");
  llvm::BasicBlock* common = fn.NewBlock("partial.common");
  llvm::BasicBlock* done = fn.NewBlock("partial.next");
  fn.builder().CreateCondBr(copied, own, common);
  fn.StartBlock(own);
  emit_own();
  fn.BranchTo(done);
  fn.StartBlock(common);
  emit_common();
  fn.BranchTo(done);
  fn.StartBlock(done);
}

}  // namespace

bool CpuTargetHooks::EmitSharedAtomic(FunctionContext& fn, kir::InstId id) {
  const kir::Inst& inst = fn.kir_function().inst(id);
  if (fn.type(fn.operand_type(inst, 0)).space != types::AddressSpace::Shared) {
    return false;
  }
  llvm::Value* pointer = fn.operand(inst, 0);
  if (id == state_.late_update) {
    PutOff(fn, inst, pointer);
    return true;
  }
  if (inst.op == kir::Op::AtomicRmw) {
    fn.set_value(id, EmitUpdate(fn, inst, pointer, fn.operand(inst, 1), UpdateOf::Block));
    return true;
  }
  llvm::IRBuilder<>& builder = fn.builder();
  const TypeId element = fn.operand_type(inst, 1);
  llvm::Value* old = fn.LoadFrom(pointer, element);
  MarkUpdate(old);
  llvm::Type* bits = builder.getIntNTy(old->getType()->getScalarSizeInBits());
  llvm::Value* equal = builder.CreateICmpEQ(builder.CreateBitCast(old, bits),
                                            builder.CreateBitCast(fn.operand(inst, 1), bits));
  fn.StoreTo(builder.CreateSelect(equal, fn.operand(inst, 2), old), pointer, element);
  MarkUpdate(&builder.GetInsertBlock()->back());
  fn.set_value(id, old);
  return true;
}

bool CpuTargetHooks::EmitPartialAtomic(FunctionContext& fn, kir::InstId id) {
  const kir::Inst& inst = fn.kir_function().inst(id);
  const PartialResult* result =
      PartialResultOf(fn.kir_function(), state_, fn.kir_function().operand(inst, 0));
  if (result == nullptr) {
    return false;
  }
  llvm::IRBuilder<>& builder = fn.builder();
  llvm::Value* pointer = fn.operand(inst, 0);
  llvm::Value* copied = builder.CreateIsNotNull(result->copy);
  const auto in_copy = [&] {
    if (result->from_end) {
      const kir::Inst& place = fn.kir_function().inst(fn.kir_function().operand(inst, 0));
      llvm::Value* index = builder.CreateIntCast(fn.operand(place, 1), fn.types().int64(),
                                                 types::IsSigned(fn.operand_type(place, 1)));
      return builder.CreateGEP(fn.types().Register(result->element), result->copy, index);
    }
    llvm::Value* offset = builder.CreatePtrDiff(builder.getInt8Ty(), pointer, result->data);
    return builder.CreateGEP(builder.getInt8Ty(), result->copy, offset);
  };
  if (id == state_.late_update) {
    PutOff(fn, inst, state_.has_copies ? in_copy() : builder.CreateSelect(copied, in_copy(), pointer));
    return true;
  }
  const auto update_copy = [&] {
    EmitUpdate(fn, inst, in_copy(), fn.operand(inst, 1), UpdateOf::Worker);
  };
  if (state_.has_copies) {
    update_copy();
  } else {
    EmitWhereCopied(fn, copied, update_copy, [&] { EmitGridAtomic(fn, id); });
  }
  return true;
}

// What changes nothing looks as if it had come when the memory was read: the line stays with the cores that have it.
bool CpuTargetHooks::EmitSeldomAtomic(FunctionContext& fn, kir::InstId id) {
  const kir::Inst& inst = fn.kir_function().inst(id);
  const auto kind = static_cast<kir::AtomicKind>(inst.imm);
  const TypeId element = inst.op == kir::Op::AtomicRmw ? fn.operand_type(inst, 1) : TypeId();
  const bool seldom = IsExtreme(kind) || kind == kir::AtomicKind::And || kind == kir::AtomicKind::Or;
  if (inst.op != kir::Op::AtomicRmw || !types::IsInteger(element) || !seldom ||
      fn.module().options().opt_level == 0 ||
      fn.type(fn.operand_type(inst, 0)).space != types::AddressSpace::Global) {
    return false;
  }
  llvm::IRBuilder<>& builder = fn.builder();
  llvm::Value* value = fn.operand(inst, 1);
  llvm::LoadInst* first = builder.CreateAlignedLoad(value->getType(), fn.operand(inst, 0),
                                                    llvm::Align(fn.types().MemorySize(element)));
  first->setAtomic(llvm::AtomicOrdering::Monotonic,
                   fn.llvm_context().getOrInsertSyncScopeID(AtomicScope()));
  llvm::Value* result = IntegerResult(fn, kind, first, value, types::IsSigned(element));
  llvm::BasicBlock* before = builder.GetInsertBlock();
  llvm::BasicBlock* change = fn.NewBlock("atomic.change");
  llvm::BasicBlock* next = fn.NewBlock("atomic.next");
  builder.CreateCondBr(builder.CreateICmpNE(result, first), change, next);
  fn.StartBlock(change);
  llvm::Value* changed = EmitAtomicRmw(fn, id, inst);
  llvm::BasicBlock* after = builder.GetInsertBlock();
  builder.CreateBr(next);
  fn.StartBlock(next);
  llvm::PHINode* old = builder.CreatePHI(value->getType(), 2);
  old->addIncoming(first, before);
  old->addIncoming(changed, after);
  fn.set_value(id, old);
  return true;
}

void CpuTargetHooks::EmitGridAtomic(FunctionContext& fn, kir::InstId id) {
  if (!EmitSeldomAtomic(fn, id)) {
    EmitAtomicRmw(fn, id, fn.kir_function().inst(id));
  }
}

// The thread's place and value, for the update that comes when its piece of threads has had turns.
void CpuTargetHooks::PutOff(FunctionContext& fn, const kir::Inst& inst, llvm::Value* pointer) {
  fn.builder().CreateStore(pointer, state_.late_place);
  fn.StoreTo(fn.operand(inst, 1), state_.late_value, fn.operand_type(inst, 1));
}

// As the operation does it, with these for its operands.
void CpuTargetHooks::EmitAtomicAt(FunctionContext& fn, kir::InstId id, llvm::Value* place, llvm::Value* value) {
  const kir::Inst& inst = fn.kir_function().inst(id);
  const kir::InstId ids[] = {fn.kir_function().operand(inst, 0), fn.kir_function().operand(inst, 1)};
  llvm::Value* const old[] = {fn.value(ids[0]), fn.value(ids[1])};
  fn.set_value(ids[0], place);
  fn.set_value(ids[1], value);
  EmitGridAtomic(fn, id);
  fn.set_value(ids[0], old[0]);
  fn.set_value(ids[1], old[1]);
}

void CpuTargetHooks::EmitLateUpdates(FunctionContext& fn, LateUpdates& late) {
  late.Close([&](kir::InstId id, llvm::Value* place, llvm::Value* value) {
    const kir::Inst& inst = fn.kir_function().inst(id);
    const kir::InstId pointer = fn.kir_function().operand(inst, 0);
    const PartialResult* result = PartialResultOf(fn.kir_function(), state_, pointer);
    if (result == nullptr) {
      EmitUpdate(fn, inst, place, value, UpdateOf::Block);
    } else if (state_.has_copies) {
      EmitUpdate(fn, inst, place, value, UpdateOf::Worker);
    } else {
      EmitWhereCopied(
          fn, fn.builder().CreateIsNotNull(result->copy),
          [&] { EmitUpdate(fn, inst, place, value, UpdateOf::Worker); },
          [&] { EmitAtomicAt(fn, id, place, value); });
    }
  });
}

namespace {

// At places that differ between threads: one for all seldom has many updates.
bool UsesCopies(const kir::Function& function, const BlockState& state, kir::RegionId region) {
  const auto& insts = function.region(region).insts;
  return std::any_of(insts.begin(), insts.end(), [&](kir::InstId id) {
    const kir::Inst& inst = function.inst(id);
    const auto regions = function.regions_of(inst);
    return (inst.op == kir::Op::AtomicRmw && VariesInRow(function, function.operand(inst, 0)) &&
            PartialResultOf(function, state, function.operand(inst, 0)) != nullptr) ||
           std::any_of(regions.begin(), regions.end(),
                       [&](kir::RegionId nested) { return UsesCopies(function, state, nested); });
  });
}

}  // namespace

// Asked once, and not by each thread.
void CpuTargetHooks::EmitByCopies(FunctionContext& fn, const kir::Inst& loop,
                                  void (CpuTargetHooks::*emit)(FunctionContext&, const kir::Inst&)) {
  if (state_.has_copies || state_.partial_results.empty() ||
      !UsesCopies(fn.kir_function(), state_, fn.kir_function().region_of(loop, 0))) {
    (this->*emit)(fn, loop);
    return;
  }
  llvm::Value* all = fn.builder().getTrue();
  for (const PartialResult& result : state_.partial_results) {
    all = fn.builder().CreateAnd(all, fn.builder().CreateIsNotNull(result.copy));
  }
  EmitWhereCopied(
      fn, all,
      [&] {
        state_.has_copies = true;
        (this->*emit)(fn, loop);
        state_.has_copies = false;
      },
      [&] { (this->*emit)(fn, loop); });
}

}  // namespace kernelc::codegen
