// cuda.libdevice.*: calls of libdevice's functions by their own names.
#include <llvm/IR/Instructions.h>

#include "compiler/codegen/llvm/emit.h"

namespace kernelc::codegen {

// Results behind the first one come through pointers, and with `all_out` the first one as well.
llvm::Value* EmitLibdevice(FunctionContext& fn, const kir::Inst& inst, bool all_out) {
  constexpr std::string_view kPrefix = "cuda.libdevice.";
  const auto id = static_cast<builtins::BuiltinId>(inst.imm);
  const std::string_view name = builtins::builtin_info(id).name();
  llvm::IRBuilder<>& builder = fn.builder();
  std::vector<llvm::Value*> arguments;
  std::vector<llvm::Type*> parameters;
  for (const kir::InstId operand : fn.kir_function().operands(inst)) {
    arguments.push_back(fn.value(operand));
    parameters.push_back(arguments.back()->getType());
  }
  llvm::Type* type = fn.types().Register(inst.type);
  std::vector<llvm::Type*> results{type};
  if (type->isStructTy()) {
    results.assign(type->subtypes().begin(), type->subtypes().end());
  }
  std::vector<llvm::AllocaInst*> outs;
  for (std::size_t i = all_out ? 0 : 1; i < results.size(); ++i) {
    const llvm::Align align =
        fn.module().llvm_module().getDataLayout().getABITypeAlign(results[i]);
    outs.push_back(fn.EntryAlloca(results[i], align));
    arguments.push_back(outs.back());
    parameters.push_back(outs.back()->getType());
  }
  llvm::Type* returned = all_out ? builder.getVoidTy() : results.front();
  llvm::FunctionType* signature = llvm::FunctionType::get(returned, parameters, false);
  llvm::Function* callee =
      fn.module().LibraryFunction(fmt::format("__nv_{}", name.substr(kPrefix.size())), signature);
  callee->setDoesNotThrow();
  llvm::Value* first = builder.CreateCall(signature, callee, arguments);
  if (results.size() == 1) {
    return first;
  }
  std::vector<llvm::Value*> values;
  if (!all_out) {
    values.push_back(first);
  }
  for (llvm::AllocaInst* out : outs) {
    values.push_back(builder.CreateLoad(out->getAllocatedType(), out));
  }
  return fn.Struct(type, values);
}

}  // namespace kernelc::codegen
