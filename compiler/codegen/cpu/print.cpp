// print(): the text is made by snprintf on the thread's stack and handed to the launch's print
// hook.
#include <llvm/IR/Instructions.h>

#include <cstddef>

#include "compiler/codegen/cpu/hooks.h"
#include "compiler/codegen/llvm/emit.h"
#include "runtime/abi/cpu_abi.h"

namespace kernelc::codegen {

namespace {

// No number takes more characters: `%f` of the largest double has 317.
constexpr std::uint64_t kMaxNumber = 330;

// A value as snprintf takes it, and its conversion in the format.
struct Printed {
  std::string format;
  std::vector<llvm::Value*> values;
};

Printed PrintedValue(FunctionContext& fn, llvm::Value* value, TypeId type) {
  llvm::IRBuilder<>& builder = fn.builder();
  if (types::IsBool(type)) {
    return {"%s",
            {builder.CreateSelect(value, builder.CreateGlobalString("True"),
                                  builder.CreateGlobalString("False"))}};
  }
  if (types::IsComplex(type)) {
    const TypeId part = types::ComplexElement(type);
    return {"(%f%+fj)",
            {ConvertScalar(fn, fn.Field(value, 0), part, types::kFloat64),
             ConvertScalar(fn, fn.Field(value, 1), part, types::kFloat64)}};
  }
  if (types::IsFloat(type)) {
    return {"%f", {ConvertScalar(fn, value, type, types::kFloat64)}};
  }
  const bool is_signed = types::IsSigned(type);
  return {is_signed ? "%lld" : "%llu",
          {ConvertScalar(fn, value, type, is_signed ? types::kInt64 : types::kUInt64)}};
}

// `text` with each `{}` replaced by the next conversion; `%` of the text is escaped.
std::string FormatOf(std::string_view text, std::span<const Printed> values) {
  std::string format;
  std::size_t next = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i, 2) == "{}" && next < values.size()) {
      format += values[next++].format;
      ++i;
    } else {
      format += text[i];
      format += text[i] == '%' ? "%" : "";
    }
  }
  return format;
}

llvm::Value* LoadPointer(FunctionContext& fn, llvm::Value* base, std::size_t offset) {
  llvm::IRBuilder<>& builder = fn.builder();
  return builder.CreateLoad(builder.getPtrTy(),
                            builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), base, offset));
}

}  // namespace

void CpuTargetHooks::EmitPrint(FunctionContext& fn, const kir::Inst& inst) {
  llvm::IRBuilder<>& builder = fn.builder();
  const std::string_view text = fn.kir_function().text_of(inst);
  std::vector<Printed> printed;
  std::vector<llvm::Value*> arguments(3);
  for (kir::InstId operand : fn.kir_function().operands(inst)) {
    printed.push_back(PrintedValue(fn, fn.value(operand), fn.type_of(operand)));
    const std::vector<llvm::Value*>& values = printed.back().values;
    arguments.insert(arguments.end(), values.begin(), values.end());
  }
  const std::uint64_t size = text.size() * 2 + kMaxNumber * arguments.size();
  llvm::Value* buffer =
      fn.EntryAlloca(llvm::ArrayType::get(builder.getInt8Ty(), size), llvm::Align(1));
  arguments[0] = buffer;
  arguments[1] = fn.Int64(size);
  arguments[2] = builder.CreateGlobalString(FormatOf(text, printed));
  llvm::FunctionType* type = llvm::FunctionType::get(
      builder.getInt32Ty(), {builder.getPtrTy(), builder.getInt64Ty(), builder.getPtrTy()}, true);
  llvm::Value* length = builder.CreateCall(
      fn.module().llvm_module().getOrInsertFunction("snprintf", type), arguments);

  llvm::Value* hooks = LoadPointer(fn, state_.launch, offsetof(abi::CpuLaunch, hooks));
  llvm::Value* context = LoadPointer(fn, hooks, offsetof(abi::CpuHooks, context));
  llvm::Value* print = LoadPointer(fn, hooks, offsetof(abi::CpuHooks, print));
  builder.CreateCall(llvm::FunctionType::get(
                         builder.getVoidTy(),
                         {builder.getPtrTy(), builder.getPtrTy(), builder.getInt64Ty()}, false),
                     print, {context, buffer, builder.CreateSExt(length, builder.getInt64Ty())});
}

}  // namespace kernelc::codegen
