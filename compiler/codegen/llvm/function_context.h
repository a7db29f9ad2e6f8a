// The emission of one function: KIR values to LLVM values, the place where code goes, loop targets.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <span>
#include <vector>

#include "compiler/codegen/llvm/module_context.h"
#include "compiler/kir/kir.h"

namespace kernelc::codegen {

// Where `break` and `continue` of the innermost loop go.
struct LoopTargets {
  llvm::BasicBlock* break_block = nullptr;
  llvm::BasicBlock* continue_block = nullptr;
};

class FunctionContext {
 public:
  // Code goes to the end of a new block "entry" of `function`. The caller sets the values of the
  // parameters (EmitParams does it for a device function) and then emits the body.
  FunctionContext(ModuleContext& module, const kir::Function& kir_function,
                  llvm::Function* function);

  ModuleContext& module() { return *module_; }
  TargetHooks& hooks() { return module_->hooks(); }
  TypeMap& types() { return module_->types(); }
  llvm::LLVMContext& llvm_context() { return module_->llvm_context(); }
  const kir::Function& kir_function() const { return *kir_function_; }
  llvm::Function* function() { return function_; }
  llvm::IRBuilder<>& builder() { return builder_; }

  // The LLVM value of `id`. When it has none yet, the hooks are asked (TargetHooks::MissingValue).
  llvm::Value* value(kir::InstId id);
  bool has_value(kir::InstId id) const { return values_[lane_][id.index] != nullptr; }
  // Null forgets the value.
  void set_value(kir::InstId id, llvm::Value* value);
  llvm::Value* operand(const kir::Inst& inst, std::uint32_t index) {
    return value(kir_function_->operand(inst, index));
  }
  TypeId type_of(kir::InstId id) const { return kir_function_->inst(id).type; }
  TypeId operand_type(const kir::Inst& inst, std::uint32_t index) const {
    return type_of(kir_function_->operand(inst, index));
  }
  const types::Type& type(TypeId id) const { return module_->kir_module().types.get(id); }

  // From here on the code is that of `count` threads at once: what `varying` holds for is emitted
  // for one after the other, the rest once for all. Both by operation; loops and branches that do
  // not vary hold the code of all threads. `varying` must stay as long as this.
  void SetLanes(unsigned count, const std::vector<bool>* varying);
  unsigned lanes() const { return static_cast<unsigned>(values_.size()); }
  // The thread for which code is emitted; the first one for what is the same for all.
  unsigned lane() const { return lane_; }

  // Emit operations in order. Stops after one that ends its block (break, return, ...), as what
  // follows is dead.
  void EmitRegion(kir::RegionId region) { EmitInsts(kir_function_->region(region).insts); }
  void EmitInsts(std::span<const kir::InstId> insts);
  // Emits one operation through the hooks or the Emit function of its op, and records its value.
  void EmitInst(kir::InstId id);
  // As EmitInst without asking the hooks.
  llvm::Value* EmitDefault(kir::InstId id);

  // The insertion block already ends in a terminator.
  bool terminated() { return builder_.GetInsertBlock()->getTerminator() != nullptr; }
  // A new block at the end of the function.
  llvm::BasicBlock* NewBlock(const char* name);
  // Branches to `block` unless the current block has ended.
  void BranchTo(llvm::BasicBlock* block);
  void StartBlock(llvm::BasicBlock* block) { builder_.SetInsertPoint(block); }

  // A variable in the entry block.
  llvm::AllocaInst* EntryAlloca(llvm::Type* type, llvm::Align align, const char* name = "");

  std::vector<LoopTargets>& loops() { return loops_; }
  // The operand of the `yield` that was emitted last.
  llvm::Value* yielded() const { return yielded_; }
  void set_yielded(llvm::Value* value) { yielded_ = value; }

  // Loads and stores between memory and register types (bool differs), with the element's
  // natural alignment or `align`.
  llvm::Value* LoadFrom(llvm::Value* pointer, TypeId element) {
    return LoadFrom(pointer, element, types().MemoryAlign(element));
  }
  llvm::Value* LoadFrom(llvm::Value* pointer, TypeId element, llvm::Align align);
  void StoreTo(llvm::Value* value, llvm::Value* pointer, TypeId element) {
    StoreTo(value, pointer, element, types().MemoryAlign(element));
  }
  void StoreTo(llvm::Value* value, llvm::Value* pointer, TypeId element, llvm::Align align);

  // Parts of struct values; looks through insertvalue, so that parameters stay plain arguments.
  llvm::Value* Field(llvm::Value* aggregate, unsigned index);
  llvm::Value* Struct(llvm::Type* type, std::span<llvm::Value* const> fields);
  llvm::Value* MakeComplex(TypeId type, llvm::Value* real, llvm::Value* imag);

  llvm::ConstantInt* Int64(std::uint64_t value) {
    return llvm::ConstantInt::get(types().int64(), value);
  }
  llvm::ConstantInt* Int32(std::uint32_t value) {
    return llvm::ConstantInt::get(types().int32(), value);
  }

  // Facts of the kernel parameter that `id` is, if it is one; else none.
  const kir::ParamFacts* ParamFactsOf(kir::InstId id) const;

 private:
  llvm::Value* LoadVector(llvm::Value* pointer, TypeId vector, llvm::Align align);
  void StoreVector(llvm::Value* value, llvm::Value* pointer, TypeId vector, llvm::Align align);

  ModuleContext* module_;
  const kir::Function* kir_function_;
  llvm::Function* function_;
  llvm::IRBuilder<> builder_;
  // The last memory that the entry block reserves; null while there is none.
  llvm::AllocaInst* last_alloca_ = nullptr;
  void EmitForEachLane(kir::InstId id);

  // By thread, then by operation.
  std::vector<std::vector<llvm::Value*>> values_;
  const std::vector<bool>* varying_ = nullptr;
  unsigned lane_ = 0;
  bool is_in_lane_ = false;
  std::vector<LoopTargets> loops_;
  llvm::Value* yielded_ = nullptr;
};

}  // namespace kernelc::codegen
