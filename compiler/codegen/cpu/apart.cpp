// Code for arrays that lie apart, where nobody said that they do.
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/MDBuilder.h>

#include <iterator>
#include <map>
#include <vector>

#include "compiler/codegen/cpu/hooks.h"
#include "compiler/codegen/llvm/emit.h"

namespace kernelc::codegen {

namespace {

// The first byte of array operand `index`, and the one behind its last.
struct Bytes {
  llvm::Value* begin;
  llvm::Value* end;
};
Bytes BytesOf(FunctionContext& fn, const kir::Inst& inst, std::uint32_t index) {
  llvm::IRBuilder<>& builder = fn.builder();
  llvm::Value* array = fn.operand(inst, index);
  const types::Type& type = fn.type(fn.operand_type(inst, index));
  llvm::Value* size = fn.Int64(fn.types().MemorySize(type.element));
  for (unsigned dim = 0; dim < type.ndim; ++dim) {
    size = builder.CreateMul(size, ArrayExtentOf(fn, array, dim));
  }
  llvm::Value* begin = fn.Field(array, kArrayDataField);
  return {begin, builder.CreateGEP(builder.getInt8Ty(), begin, size)};
}

// Scopes of a version's accesses: an array's own, and those of arrays that it does not meet.
class ApartScopes {
 public:
  ApartScopes(FunctionContext& fn, const kir::Inst& apart) : context_(fn.llvm_context()) {
    llvm::MDBuilder metadata(context_);
    llvm::MDNode* domain = metadata.createAnonymousAliasScopeDomain();
    std::vector<llvm::Metadata*> own;
    for (std::uint32_t i = 1; i < apart.operands.count; ++i) {
      own.push_back(metadata.createAnonymousAliasScope(domain));
    }
    for (std::size_t i = 0; i < own.size(); ++i) {
      std::vector<llvm::Metadata*> others;
      for (std::size_t j = 0; j < own.size(); ++j) {
        const bool one_is_written = std::min(i, j) < static_cast<std::size_t>(apart.imm);
        if (i != j && one_is_written) {
          others.push_back(own[j]);
        }
      }
      llvm::Value* data =
          fn.Field(fn.operand(apart, static_cast<std::uint32_t>(i) + 1), kArrayDataField);
      scopes_[data] = {llvm::MDNode::get(context_, own[i]), llvm::MDNode::get(context_, others)};
    }
  }

  void Annotate(llvm::BasicBlock& block) const {
    for (llvm::Instruction& inst : block) {
      const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&inst);
      const auto scope =
          pointer == nullptr ? scopes_.end() : scopes_.find(llvm::getUnderlyingObject(pointer, 0));
      if (scope != scopes_.end()) {
        inst.setMetadata(llvm::LLVMContext::MD_alias_scope, scope->second.own);
        inst.setMetadata(llvm::LLVMContext::MD_noalias, scope->second.others);
      }
    }
  }

 private:
  struct Scope {
    llvm::MDNode* own = nullptr;
    llvm::MDNode* others = nullptr;
  };
  llvm::LLVMContext& context_;
  // By the data of arrays.
  std::map<const llvm::Value*, Scope> scopes_;
};

}  // namespace

llvm::Value* CpuTargetHooks::EmitArraysApart(FunctionContext& fn, const kir::Inst& inst) {
  llvm::IRBuilder<>& builder = fn.builder();
  std::vector<Bytes> bytes;
  for (std::uint32_t i = 1; i < inst.operands.count; ++i) {
    bytes.push_back(BytesOf(fn, inst, i));
  }
  llvm::Value* apart = fn.operand(inst, 0);
  for (std::size_t i = 0; i < static_cast<std::size_t>(inst.imm); ++i) {
    for (std::size_t j = i + 1; j < bytes.size(); ++j) {
      llvm::Value* behind = builder.CreateICmpULE(bytes[i].end, bytes[j].begin);
      llvm::Value* in_front = builder.CreateICmpULE(bytes[j].end, bytes[i].begin);
      apart = builder.CreateAnd(apart, builder.CreateOr(behind, in_front));
    }
  }
  return apart;
}

void CpuTargetHooks::EmitApartVersion(FunctionContext& fn, const kir::Inst& inst) {
  const kir::Function& function = fn.kir_function();
  llvm::IRBuilder<>& builder = fn.builder();
  llvm::BasicBlock* any = fn.NewBlock("any");
  llvm::BasicBlock* end = fn.NewBlock("endif");
  // What this version adds stands behind it in the function.
  llvm::BasicBlock* apart = fn.NewBlock("apart");
  builder.CreateCondBr(fn.operand(inst, 0), apart, any);
  fn.StartBlock(apart);
  fn.EmitRegion(function.region_of(inst, 0));
  fn.BranchTo(end);
  const ApartScopes scopes(fn, function.inst(function.operand(inst, 0)));
  for (auto block = apart->getIterator(); block != fn.function()->end(); ++block) {
    scopes.Annotate(*block);
  }
  fn.StartBlock(any);
  fn.EmitRegion(function.region_of(inst, 1));
  fn.BranchTo(end);
  fn.StartBlock(end);
}

}  // namespace kernelc::codegen
