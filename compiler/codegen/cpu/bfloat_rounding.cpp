#include "compiler/codegen/cpu/bfloat_rounding.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>

namespace kernelc::codegen {

namespace {

constexpr const char* kName = "__truncsfbf2";

bool HasBFloats(llvm::Module& module) {
  return llvm::any_of(module, [](llvm::Function& function) {
    return llvm::any_of(llvm::instructions(function), [](const llvm::Instruction& instruction) {
      return instruction.getType()->getScalarType()->isBFloatTy();
    });
  });
}

}  // namespace

void DefineBFloatRounding(llvm::Module& module) {
  if (module.getFunction(kName) != nullptr || !HasBFloats(module)) {
    return;
  }
  llvm::IRBuilder<> builder(module.getContext());
  llvm::FunctionType* type =
      llvm::FunctionType::get(builder.getBFloatTy(), {builder.getFloatTy()}, false);
  llvm::Function* function =
      llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage, kName, module);
  function->setDoesNotThrow();
  builder.SetInsertPoint(llvm::BasicBlock::Create(module.getContext(), "", function));
  // To nearest, ties to even; a NaN stays one.
  llvm::Value* word = builder.CreateBitCast(function->getArg(0), builder.getInt32Ty());
  llvm::Value* head = builder.CreateLShr(word, 16);
  llvm::Value* odd = builder.CreateAnd(head, 1);
  llvm::Value* rounded = builder.CreateLShr(
      builder.CreateAdd(builder.CreateAdd(word, builder.getInt32(0x7fff)), odd), 16);
  llvm::Value* is_nan =
      builder.CreateICmpUGT(builder.CreateAnd(word, 0x7fffffff), builder.getInt32(0x7f800000));
  llvm::Value* bits = builder.CreateSelect(is_nan, builder.CreateOr(head, 0x40), rounded);
  builder.CreateRet(builder.CreateBitCast(builder.CreateTrunc(bits, builder.getInt16Ty()),
                                          builder.getBFloatTy()));
}

}  // namespace kernelc::codegen
