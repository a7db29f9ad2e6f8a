// print(): the text is made by snprintf on the thread's stack and handed to the launch's print
// hook.
#include <llvm/IR/Instructions.h>

#include <cstddef>

#include "compiler/codegen/cpu/hooks.h"
#include "compiler/codegen/llvm/print_format.h"
#include "runtime/abi/cpu_abi.h"

namespace kernelc::codegen {

namespace {

// No number takes more characters: `%f` of the largest double has 317.
constexpr std::uint64_t kMaxNumber = 330;

}  // namespace

void CpuTargetHooks::EmitPrint(FunctionContext& fn, const kir::Inst& inst) {
  llvm::IRBuilder<>& builder = fn.builder();
  const PrintCall call = MakePrintCall(
      fn, inst, [&](llvm::StringRef text) { return builder.CreateGlobalString(text); });
  const std::uint64_t size = call.format.size() + kMaxNumber * call.values.size() + 1;
  llvm::Value* buffer =
      fn.EntryAlloca(llvm::ArrayType::get(builder.getInt8Ty(), size), llvm::Align(1));
  std::vector<llvm::Value*> arguments{buffer, fn.Int64(size),
                                      builder.CreateGlobalString(call.format)};
  arguments.insert(arguments.end(), call.values.begin(), call.values.end());
  llvm::FunctionType* type = llvm::FunctionType::get(
      builder.getInt32Ty(), {builder.getPtrTy(), builder.getInt64Ty(), builder.getPtrTy()}, true);
  llvm::Value* length =
      builder.CreateCall(type, fn.module().LibraryFunction("snprintf", type), arguments);

  llvm::Value* context = LoadHook(builder, state_.launch, offsetof(abi::CpuHooks, context));
  llvm::Value* print = LoadHook(builder, state_.launch, offsetof(abi::CpuHooks, print));
  builder.CreateCall(llvm::FunctionType::get(
                         builder.getVoidTy(),
                         {builder.getPtrTy(), builder.getPtrTy(), builder.getInt64Ty()}, false),
                     print, {context, buffer, builder.CreateSExt(length, builder.getInt64Ty())});
}

}  // namespace kernelc::codegen
