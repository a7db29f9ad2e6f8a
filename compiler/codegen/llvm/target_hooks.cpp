#include "compiler/codegen/llvm/target_hooks.h"

#include <llvm/IR/Instructions.h>

namespace kernelc::codegen {

llvm::FastMathFlags TargetHooks::MathFlags(const kir::FunctionOptions& options) const {
  llvm::FastMathFlags flags;
  if (options.fastmath) {
    flags.setFast();
  } else {
    flags.setAllowContract();
  }
  return flags;
}

bool TargetHooks::EmitInst(FunctionContext& /*fn*/, kir::InstId /*id*/) { return false; }

llvm::Value* TargetHooks::MissingValue(FunctionContext& fn, kir::InstId id) {
  KC_FATAL("operation {} of {} is used before it is emitted", id.index, fn.kir_function().name);
}

llvm::Value* TargetHooks::CreateSlot(FunctionContext& fn, kir::InstId id, llvm::Type* type) {
  const llvm::Align align = fn.module().llvm_module().getDataLayout().getABITypeAlign(type);
  llvm::AllocaInst* slot = fn.EntryAlloca(type, align);
  if (!fn.llvm_context().shouldDiscardValueNames()) {
    const std::string_view name = fn.kir_function().text_of(fn.kir_function().inst(id));
    slot->setName(llvm::StringRef(name.data(), name.size()));
  }
  return slot;
}

llvm::Value* TargetHooks::EmitLocalArrayData(FunctionContext& fn, kir::InstId /*id*/,
                                             std::uint64_t bytes, llvm::Align align) {
  llvm::Type* type = llvm::ArrayType::get(llvm::Type::getInt8Ty(fn.llvm_context()), bytes);
  return fn.EntryAlloca(type, align);
}

void TargetHooks::EmitReturn(FunctionContext& fn, llvm::Value* value) {
  if (value == nullptr || fn.function()->getReturnType()->isVoidTy()) {
    fn.builder().CreateRetVoid();
  } else {
    fn.builder().CreateRet(value);
  }
}

void TargetHooks::HiddenParams(ModuleContext& /*module*/, std::vector<llvm::Type*>& /*params*/) {}

void TargetHooks::HiddenArguments(FunctionContext& /*fn*/,
                                  std::vector<llvm::Value*>& /*arguments*/) {}

void TargetHooks::PrepareFunction(FunctionContext& /*fn*/) {}

LoopUnroll TargetHooks::UnrollOf(FunctionContext& /*fn*/, kir::InstId /*loop*/) {
  return LoopUnroll();
}

void TargetHooks::AnnotateLoop(FunctionContext& /*fn*/, kir::InstId /*loop*/,
                               llvm::Instruction* /*latch*/, LoopPart /*part*/) {}

}  // namespace kernelc::codegen
