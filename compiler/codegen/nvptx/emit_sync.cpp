// What threads of a warp, block or grid find out together, and memory with cache operators.
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicsNVPTX.h>

#include <string>

#include "compiler/codegen/llvm/emit.h"
#include "compiler/codegen/nvptx/hooks.h"

namespace kernelc::codegen {

namespace intrinsic = llvm::Intrinsic;
using builtins::BuiltinId;

namespace {

llvm::Value* EmitVote(FunctionContext& fn, const kir::Inst& inst) {
  llvm::IRBuilder<>& builder = fn.builder();
  const auto id = static_cast<BuiltinId>(inst.imm);
  if (id == BuiltinId::ActiveMask) {
    return builder.CreateIntrinsic(intrinsic::nvvm_activemask, {});
  }
  intrinsic::ID vote = intrinsic::nvvm_vote_ballot_sync;
  if (id == BuiltinId::AllSync) {
    vote = intrinsic::nvvm_vote_all_sync;
  } else if (id == BuiltinId::AnySync) {
    vote = intrinsic::nvvm_vote_any_sync;
  } else if (id == BuiltinId::EqSync) {
    vote = intrinsic::nvvm_vote_uni_sync;
  }
  return builder.CreateIntrinsic(vote, {}, {fn.operand(inst, 0), fn.operand(inst, 1)});
}

// Values of up to 32 bits are compared as 32, wider ones as 64.
llvm::Value* EmitMatch(FunctionContext& fn, const kir::Inst& inst) {
  llvm::IRBuilder<>& builder = fn.builder();
  const bool all = static_cast<BuiltinId>(inst.imm) == BuiltinId::MatchAllSync;
  llvm::Value* value = fn.operand(inst, 1);
  const unsigned bits = value->getType()->getScalarSizeInBits();
  value = builder.CreateBitCast(value, builder.getIntNTy(bits));
  const bool wide = bits > 32;
  value = builder.CreateZExt(value, wide ? fn.types().int64() : fn.types().int32());
  intrinsic::ID match =
      wide ? intrinsic::nvvm_match_any_sync_i64 : intrinsic::nvvm_match_any_sync_i32;
  if (all) {
    match = wide ? intrinsic::nvvm_match_all_sync_i64p : intrinsic::nvvm_match_all_sync_i32p;
  }
  llvm::Value* result = builder.CreateIntrinsic(match, {}, {fn.operand(inst, 0), value});
  return all ? builder.CreateExtractValue(result, 0) : result;
}

llvm::Value* EmitBlockVote(FunctionContext& fn, const kir::Inst& inst) {
  llvm::IRBuilder<>& builder = fn.builder();
  const auto id = static_cast<BuiltinId>(inst.imm);
  intrinsic::ID vote = intrinsic::nvvm_barrier_cta_red_popc_aligned_all;
  if (id == BuiltinId::SyncThreadsAnd) {
    vote = intrinsic::nvvm_barrier_cta_red_and_aligned_all;
  } else if (id == BuiltinId::SyncThreadsOr) {
    vote = intrinsic::nvvm_barrier_cta_red_or_aligned_all;
  }
  llvm::Value* result =
      builder.CreateIntrinsic(vote, {}, {fn.Int32(0), fn.operand(inst, 0)});
  return builder.CreateZExt(result, fn.types().int32());
}

void BlockBarrier(FunctionContext& fn) {
  fn.builder().CreateIntrinsic(intrinsic::nvvm_barrier_cta_sync_aligned_all, {}, {fn.Int32(0)});
}

llvm::Value* Register(FunctionContext& fn, intrinsic::ID id) {
  return fn.builder().CreateIntrinsic(id, {});
}

// The word that all blocks of a cooperative launch count in. The driver makes it for each launch
// and gives its surroundings in two environment registers; the word stands behind their size.
llvm::Value* GridWord(FunctionContext& fn) {
  llvm::IRBuilder<>& builder = fn.builder();
  llvm::Value* low = builder.CreateZExt(Register(fn, intrinsic::nvvm_read_ptx_sreg_envreg2),
                                        fn.types().int64());
  llvm::Value* high = builder.CreateZExt(Register(fn, intrinsic::nvvm_read_ptx_sreg_envreg1),
                                         fn.types().int64());
  llvm::Value* place = builder.CreateOr(builder.CreateShl(high, 32), low);
  place = builder.CreateAdd(place, fn.Int64(4));
  return builder.CreateIntToPtr(place, fn.types().Pointer(types::AddressSpace::Global));
}

// Every block adds 1 to the word and the first block as much as makes the sum 2^31: the top bit
// changes when the last one has come.
llvm::Value* EmitGridBarrier(FunctionContext& fn) {
  llvm::IRBuilder<>& builder = fn.builder();
  const auto any_of = [&](intrinsic::ID x, intrinsic::ID y, intrinsic::ID z) {
    return builder.CreateOr(builder.CreateOr(Register(fn, x), Register(fn, y)), Register(fn, z));
  };
  BlockBarrier(fn);
  llvm::BasicBlock* arrive = fn.NewBlock("grid.arrive");
  llvm::BasicBlock* wait = fn.NewBlock("grid.wait");
  llvm::BasicBlock* leave = fn.NewBlock("grid.leave");
  llvm::BasicBlock* done = fn.NewBlock("grid.done");
  llvm::Value* thread =
      any_of(intrinsic::nvvm_read_ptx_sreg_tid_x, intrinsic::nvvm_read_ptx_sreg_tid_y,
             intrinsic::nvvm_read_ptx_sreg_tid_z);
  builder.CreateCondBr(builder.CreateIsNull(thread), arrive, done);

  fn.StartBlock(arrive);
  llvm::Value* word = GridWord(fn);
  llvm::Value* blocks = builder.CreateMul(
      builder.CreateMul(Register(fn, intrinsic::nvvm_read_ptx_sreg_nctaid_x),
                        Register(fn, intrinsic::nvvm_read_ptx_sreg_nctaid_y)),
      Register(fn, intrinsic::nvvm_read_ptx_sreg_nctaid_z));
  llvm::Value* block =
      any_of(intrinsic::nvvm_read_ptx_sreg_ctaid_x, intrinsic::nvvm_read_ptx_sreg_ctaid_y,
             intrinsic::nvvm_read_ptx_sreg_ctaid_z);
  llvm::Value* rest = builder.CreateSub(fn.Int32(0x80000001u), blocks);
  llvm::Value* amount = builder.CreateSelect(builder.CreateIsNull(block), rest, fn.Int32(1));
  builder.CreateIntrinsic(intrinsic::nvvm_membar_gl, {});
  const auto scope = fn.llvm_context().getOrInsertSyncScopeID("device");
  llvm::Value* old =
      builder.CreateAtomicRMW(llvm::AtomicRMWInst::Add, word, amount, llvm::Align(4),
                              llvm::AtomicOrdering::Monotonic, scope);
  builder.CreateBr(wait);

  fn.StartBlock(wait);
  llvm::LoadInst* now = builder.CreateAlignedLoad(fn.types().int32(), word, llvm::Align(4), true);
  now->setAtomic(llvm::AtomicOrdering::Monotonic, scope);
  llvm::Value* changed = builder.CreateXor(old, now);
  llvm::Value* goes_on = builder.CreateICmpSLT(changed, fn.Int32(0));
  if (fn.module().kir_module().checks.errors) {
    // A block whose first thread has failed never comes.
    goes_on = builder.CreateOr(goes_on, HasFailed(fn));
  }
  builder.CreateCondBr(goes_on, leave, wait);

  fn.StartBlock(leave);
  builder.CreateIntrinsic(intrinsic::nvvm_membar_gl, {});
  builder.CreateBr(done);
  fn.StartBlock(done);
  BlockBarrier(fn);
  return nullptr;
}

// PTX's name of a state space for addresses; none for a generic one.
const char* SpaceText(types::AddressSpace space) {
  return space == types::AddressSpace::Global ? ".global" : "";
}

// The register letter of inline assembly, and the type's name in PTX.
struct AsmType {
  const char* letter;
  const char* name;
  unsigned register_bits;
};

AsmType AsmTypeOf(unsigned bits) {
  switch (bits) {
    case 8:
      return {"h", "b8", 16};
    case 16:
      return {"h", "b16", 16};
    case 32:
      return {"r", "b32", 32};
    default:
      return {"l", "b64", 64};
  }
}

// `ld` or `st` with a cache operator; a shared or local array is not cached that way.
llvm::Value* EmitCached(FunctionContext& fn, const kir::Inst& inst, bool is_load) {
  llvm::IRBuilder<>& builder = fn.builder();
  const TypeId element = is_load ? inst.type : fn.operand_type(inst, 1);
  const types::Type& pointer = fn.type(fn.operand_type(inst, 0));
  const bool cached = pointer.space == types::AddressSpace::Global ||
                      pointer.space == types::AddressSpace::Generic;
  if (!cached || types::IsComplex(element)) {
    if (is_load) {
      return fn.LoadFrom(fn.operand(inst, 0), element);
    }
    fn.StoreTo(fn.operand(inst, 1), fn.operand(inst, 0), element);
    return nullptr;
  }
  // The row's name ends in the operator.
  const std::string_view builtin =
      builtins::builtin_info(static_cast<BuiltinId>(inst.imm)).name();
  const std::string_view cache_operator = builtin.substr(builtin.size() - 2);
  const unsigned bits = types::scalar_bits(element);
  const AsmType type = AsmTypeOf(bits);
  llvm::IntegerType* word = builder.getIntNTy(type.register_bits);
  llvm::Value* address = builder.CreatePtrToInt(fn.operand(inst, 0), fn.types().int64());
  const std::string operation = fmt::format("{}{}.{}.{}", is_load ? "ld" : "st",
                                            SpaceText(pointer.space), cache_operator, type.name);
  if (!is_load) {
    llvm::Value* value = fn.operand(inst, 1);
    const unsigned value_bits = value->getType()->getScalarSizeInBits();
    value = builder.CreateZExt(builder.CreateBitCast(value, builder.getIntNTy(value_bits)), word);
    llvm::FunctionType* signature =
        llvm::FunctionType::get(builder.getVoidTy(), {address->getType(), word}, false);
    builder.CreateCall(
        llvm::InlineAsm::get(signature, operation + " [$0], $1;",
                             fmt::format("l,{},~{{memory}}", type.letter), /*SideEffects=*/true),
        {address, value});
    return nullptr;
  }
  llvm::FunctionType* signature = llvm::FunctionType::get(word, {address->getType()}, false);
  llvm::Value* loaded = builder.CreateCall(
      llvm::InlineAsm::get(signature, operation + " $0, [$1];",
                           fmt::format("={},l,~{{memory}}", type.letter), /*SideEffects=*/true),
      {address});
  if (types::IsBool(element)) {
    return builder.CreateTrunc(loaded, builder.getInt1Ty());
  }
  return builder.CreateBitCast(builder.CreateTrunc(loaded, builder.getIntNTy(bits)),
                               fn.types().Register(element));
}

}  // namespace

bool EmitSyncCustom(FunctionContext& fn, const kir::Inst& inst, std::string_view name,
                    llvm::Value** result) {
  *result = nullptr;
  if (name == "vote") {
    *result = EmitVote(fn, inst);
  } else if (name == "match") {
    *result = EmitMatch(fn, inst);
  } else if (name == "block_vote") {
    *result = EmitBlockVote(fn, inst);
  } else if (name == "grid_barrier") {
    *result = EmitGridBarrier(fn);
  } else if (name == "lanemask_lt") {
    *result = Register(fn, intrinsic::nvvm_read_ptx_sreg_lanemask_lt);
  } else if (name == "nanosleep") {
    fn.builder().CreateIntrinsic(intrinsic::nvvm_nanosleep, {}, {fn.operand(inst, 0)});
  } else if (name == "cache_load" || name == "cache_store") {
    *result = EmitCached(fn, inst, name == "cache_load");
  } else {
    return false;
  }
  return true;
}

}  // namespace kernelc::codegen
