// print(): a call of CUDA's vprintf with a format and a buffer of the values.
#include <llvm/IR/Instructions.h>

#include "compiler/codegen/llvm/print_format.h"
#include "compiler/codegen/nvptx/hooks.h"

namespace kernelc::codegen {

namespace {

llvm::Value* TextConstant(FunctionContext& fn, llvm::StringRef text) {
  llvm::Constant* bytes = llvm::ConstantDataArray::getString(fn.llvm_context(), text);
  auto* global = new llvm::GlobalVariable(fn.module().llvm_module(), bytes->getType(), true,
                                          llvm::GlobalValue::PrivateLinkage, bytes, "kernelc_text",
                                          nullptr, llvm::GlobalValue::NotThreadLocal, kGlobalSpace);
  return llvm::ConstantExpr::getAddrSpaceCast(
      global, llvm::PointerType::get(fn.llvm_context(), kGenericSpace));
}

}  // namespace

void NvptxHooks::EmitPrint(FunctionContext& fn, const kir::Inst& inst) {
  llvm::IRBuilder<>& builder = fn.builder();
  const PrintCall call =
      MakePrintCall(fn, inst, [&](llvm::StringRef text) { return TextConstant(fn, text); });
  std::vector<llvm::Type*> value_types;
  for (llvm::Value* value : call.values) {
    value_types.push_back(value->getType());
  }
  llvm::StructType* type = llvm::StructType::get(fn.llvm_context(), value_types);
  llvm::AllocaInst* buffer = fn.EntryAlloca(type, llvm::Align(8));
  for (unsigned i = 0; i < call.values.size(); ++i) {
    builder.CreateStore(call.values[i], builder.CreateStructGEP(type, buffer, i));
  }
  llvm::Type* pointer = llvm::PointerType::get(fn.llvm_context(), kGenericSpace);
  llvm::FunctionType* signature =
      llvm::FunctionType::get(builder.getInt32Ty(), {pointer, pointer}, false);
  builder.CreateCall(signature, fn.module().LibraryFunction("vprintf", signature),
                     {TextConstant(fn, call.format), buffer});
}

}  // namespace kernelc::codegen
