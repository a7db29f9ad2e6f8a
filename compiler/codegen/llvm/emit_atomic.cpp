// Atomic operations: relaxed order, the scope of the target; they give the old value.
#include <llvm/IR/Instructions.h>

#include "compiler/codegen/llvm/emit.h"

namespace kernelc::codegen {

namespace {

// The element that an atomic works on.
struct Target {
  llvm::Value* pointer;
  TypeId element;
  llvm::Align align;
  llvm::SyncScope::ID scope;
};

Target TargetOf(FunctionContext& fn, const kir::Inst& inst) {
  const TypeId element = fn.operand_type(inst, 1);
  // Nobody else sees the local memory of a thread.
  const bool is_private = fn.type(fn.operand_type(inst, 0)).space == types::AddressSpace::Local;
  llvm::SyncScope::ID scope = llvm::SyncScope::SingleThread;
  if (!is_private) {
    scope = fn.llvm_context().getOrInsertSyncScopeID(fn.hooks().AtomicScope());
  }
  return {fn.operand(inst, 0), element, llvm::Align(fn.types().MemorySize(element)), scope};
}

llvm::Value* AtomicRmw(FunctionContext& fn, llvm::AtomicRMWInst::BinOp op, const Target& target,
                       llvm::Value* value) {
  return fn.builder().CreateAtomicRMW(op, target.pointer, value, target.align,
                                      llvm::AtomicOrdering::Monotonic, target.scope);
}

// Gives the pair of the value in memory and whether it was replaced.
llvm::Value* CompareExchange(FunctionContext& fn, const Target& target, llvm::Value* old,
                             llvm::Value* value) {
  return fn.builder().CreateAtomicCmpXchg(target.pointer, old, value, target.align,
                                          llvm::AtomicOrdering::Monotonic,
                                          llvm::AtomicOrdering::Monotonic, target.scope);
}

llvm::LoadInst* AtomicLoad(FunctionContext& fn, const Target& target, llvm::IntegerType* bits) {
  llvm::LoadInst* load = fn.builder().CreateAlignedLoad(bits, target.pointer, target.align);
  load->setAtomic(llvm::AtomicOrdering::Monotonic, target.scope);
  return load;
}

llvm::Value* IntegerRmw(FunctionContext& fn, kir::AtomicKind kind, const Target& target,
                        llvm::Value* value) {
  using llvm::AtomicRMWInst;
  const bool is_signed = types::IsSigned(target.element);
  AtomicRMWInst::BinOp op = AtomicRMWInst::Xchg;
  switch (kind) {
    case kir::AtomicKind::Add:
      op = AtomicRMWInst::Add;
      break;
    case kir::AtomicKind::Sub:
      op = AtomicRMWInst::Sub;
      break;
    case kir::AtomicKind::Min:
    case kir::AtomicKind::NanMin:
      op = is_signed ? AtomicRMWInst::Min : AtomicRMWInst::UMin;
      break;
    case kir::AtomicKind::Max:
    case kir::AtomicKind::NanMax:
      op = is_signed ? AtomicRMWInst::Max : AtomicRMWInst::UMax;
      break;
    case kir::AtomicKind::And:
      op = AtomicRMWInst::And;
      break;
    case kir::AtomicKind::Or:
      op = AtomicRMWInst::Or;
      break;
    case kir::AtomicKind::Xor:
      op = AtomicRMWInst::Xor;
      break;
    case kir::AtomicKind::Exchange:
      op = AtomicRMWInst::Xchg;
      break;
    case kir::AtomicKind::Inc:
      op = AtomicRMWInst::UIncWrap;
      break;
    case kir::AtomicKind::Dec:
      op = AtomicRMWInst::UDecWrap;
      break;
  }
  return AtomicRmw(fn, op, target, value);
}

// Whether a float min or max stores `value` over `old`. Plain kinds store nothing when either is
// NaN; the nan kinds replace a NaN in memory and ignore a NaN value.
llvm::Value* ReplacesOld(FunctionContext& fn, kir::AtomicKind kind, llvm::Value* value,
                         llvm::Value* old, TypeId element) {
  llvm::IRBuilder<>& builder = fn.builder();
  llvm::IRBuilder<>::FastMathFlagGuard guard(builder);
  builder.clearFastMathFlags();
  const bool is_max = kind == kir::AtomicKind::Max || kind == kir::AtomicKind::NanMax;
  if (IsNarrowFloat(element)) {
    value = WidenNarrow(fn, value, element);
    old = WidenNarrow(fn, old, element);
  }
  if (kind == kir::AtomicKind::Max || kind == kir::AtomicKind::Min) {
    return is_max ? builder.CreateFCmpOGT(value, old) : builder.CreateFCmpOLT(value, old);
  }
  llvm::Value* beats =
      is_max ? builder.CreateFCmpUGT(value, old) : builder.CreateFCmpULT(value, old);
  return builder.CreateAnd(beats, builder.CreateFCmpORD(value, value));
}

// A compare-and-swap loop. Gives the value that was there before the first attempt, as the
// reference does.
llvm::Value* FloatMinMax(FunctionContext& fn, kir::AtomicKind kind, const Target& target,
                         llvm::Value* value) {
  llvm::IRBuilder<>& builder = fn.builder();
  llvm::Type* type = value->getType();
  llvm::IntegerType* bits = builder.getIntNTy(type->getScalarSizeInBits());
  llvm::LoadInst* first = AtomicLoad(fn, target, bits);
  llvm::BasicBlock* before = builder.GetInsertBlock();
  llvm::BasicBlock* check = fn.NewBlock("atomic.check");
  llvm::BasicBlock* swap = fn.NewBlock("atomic.swap");
  llvm::BasicBlock* done = fn.NewBlock("atomic.done");
  builder.CreateBr(check);

  fn.StartBlock(check);
  llvm::PHINode* old = builder.CreatePHI(bits, 2);
  old->addIncoming(first, before);
  llvm::Value* replaces =
      ReplacesOld(fn, kind, value, builder.CreateBitCast(old, type), target.element);
  builder.CreateCondBr(replaces, swap, done);

  fn.StartBlock(swap);
  llvm::Value* pair = CompareExchange(fn, target, old, builder.CreateBitCast(value, bits));
  old->addIncoming(builder.CreateExtractValue(pair, 0), builder.GetInsertBlock());
  builder.CreateCondBr(builder.CreateExtractValue(pair, 1), done, check);

  fn.StartBlock(done);
  return builder.CreateBitCast(first, type);
}

// A compare-and-swap loop: no machine adds all of these in memory.
llvm::Value* NarrowAdd(FunctionContext& fn, const Target& target, llvm::Value* value) {
  llvm::IRBuilder<>& builder = fn.builder();
  llvm::IntegerType* bits = builder.getInt16Ty();
  llvm::LoadInst* first = AtomicLoad(fn, target, bits);
  llvm::BasicBlock* before = builder.GetInsertBlock();
  llvm::BasicBlock* swap = fn.NewBlock("atomic.swap");
  llvm::BasicBlock* done = fn.NewBlock("atomic.done");
  builder.CreateBr(swap);

  fn.StartBlock(swap);
  llvm::PHINode* old = builder.CreatePHI(bits, 2);
  old->addIncoming(first, before);
  llvm::Value* sum =
      EmitFloatAdd(fn, target.element, builder.CreateBitCast(old, value->getType()), value);
  llvm::Value* pair = CompareExchange(fn, target, old, builder.CreateBitCast(sum, bits));
  old->addIncoming(builder.CreateExtractValue(pair, 0), builder.GetInsertBlock());
  builder.CreateCondBr(builder.CreateExtractValue(pair, 1), done, swap);

  fn.StartBlock(done);
  return builder.CreateBitCast(old, value->getType());
}

llvm::Value* NarrowExchange(FunctionContext& fn, const Target& target, llvm::Value* value) {
  llvm::IRBuilder<>& builder = fn.builder();
  llvm::Value* old =
      AtomicRmw(fn, llvm::AtomicRMWInst::Xchg, target,
                builder.CreateBitCast(value, builder.getInt16Ty()));
  return builder.CreateBitCast(old, value->getType());
}

llvm::Value* FloatRmw(FunctionContext& fn, kir::AtomicKind kind, const Target& target,
                      llvm::Value* value) {
  if (IsNarrowFloat(target.element) && kind == kir::AtomicKind::Exchange) {
    return NarrowExchange(fn, target, value);
  }
  if (IsNarrowFloat(target.element) &&
      (kind == kir::AtomicKind::Add || kind == kir::AtomicKind::Sub)) {
    const bool subtracts = kind == kir::AtomicKind::Sub;
    return NarrowAdd(fn, target, subtracts ? fn.builder().CreateFNeg(value) : value);
  }
  switch (kind) {
    case kir::AtomicKind::Add:
      return AtomicRmw(fn, llvm::AtomicRMWInst::FAdd, target, value);
    case kir::AtomicKind::Sub:
      // The same as adding the negative, which is one instruction on GPUs.
      return AtomicRmw(fn, llvm::AtomicRMWInst::FAdd, target, fn.builder().CreateFNeg(value));
    case kir::AtomicKind::Min:
    case kir::AtomicKind::Max:
    case kir::AtomicKind::NanMin:
    case kir::AtomicKind::NanMax:
      return FloatMinMax(fn, kind, target, value);
    case kir::AtomicKind::Exchange:
      return AtomicRmw(fn, llvm::AtomicRMWInst::Xchg, target, value);
    case kir::AtomicKind::And:
    case kir::AtomicKind::Or:
    case kir::AtomicKind::Xor:
    case kir::AtomicKind::Inc:
    case kir::AtomicKind::Dec:
      break;
  }
  KC_FATAL("atomic {} of {}", kir::atomic_name(kind), types::Spell(fn.types().store(), target.element));
}

}  // namespace

llvm::Value* EmitAtomicRmw(FunctionContext& fn, kir::InstId /*id*/, const kir::Inst& inst) {
  const auto kind = static_cast<kir::AtomicKind>(inst.imm);
  const Target target = TargetOf(fn, inst);
  llvm::Value* value = fn.operand(inst, 1);
  if (types::IsFloat(target.element)) {
    return FloatRmw(fn, kind, target, value);
  }
  KC_CHECK(types::IsInteger(target.element), "atomic {} of {}", kir::atomic_name(kind),
           types::Spell(fn.types().store(), target.element));
  return IntegerRmw(fn, kind, target, value);
}

llvm::Value* EmitAtomicCas(FunctionContext& fn, kir::InstId /*id*/, const kir::Inst& inst) {
  llvm::IRBuilder<>& builder = fn.builder();
  const Target target = TargetOf(fn, inst);
  llvm::Type* type = fn.types().Register(target.element);
  llvm::Type* bits = builder.getIntNTy(type->getScalarSizeInBits());
  llvm::Value* pair =
      CompareExchange(fn, target, builder.CreateBitCast(fn.operand(inst, 1), bits),
                      builder.CreateBitCast(fn.operand(inst, 2), bits));
  return builder.CreateBitCast(builder.CreateExtractValue(pair, 0), type);
}

}  // namespace kernelc::codegen
