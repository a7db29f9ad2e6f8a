// print(): a call of CUDA's vprintf with a format and a buffer of the values.
#include <llvm/IR/Instructions.h>

#include "compiler/codegen/llvm/emit.h"
#include "compiler/codegen/nvptx/hooks.h"

namespace kernelc::codegen {

namespace {

// A value as vprintf takes it, and its conversion in the format.
struct Printed {
  std::string format;
  std::vector<llvm::Value*> values;
};

llvm::Value* TextConstant(FunctionContext& fn, llvm::StringRef text) {
  llvm::Constant* bytes = llvm::ConstantDataArray::getString(fn.llvm_context(), text);
  auto* global = new llvm::GlobalVariable(fn.module().llvm_module(), bytes->getType(), true,
                                          llvm::GlobalValue::PrivateLinkage, bytes, "kernelc_text",
                                          nullptr, llvm::GlobalValue::NotThreadLocal, kGlobalSpace);
  return llvm::ConstantExpr::getAddrSpaceCast(
      global, llvm::PointerType::get(fn.llvm_context(), kGenericSpace));
}

Printed PrintedValue(FunctionContext& fn, llvm::Value* value, TypeId type) {
  llvm::IRBuilder<>& builder = fn.builder();
  if (types::IsBool(type)) {
    return {"%s",
            {builder.CreateSelect(value, TextConstant(fn, "True"), TextConstant(fn, "False"))}};
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

}  // namespace

void NvptxHooks::EmitPrint(FunctionContext& fn, const kir::Inst& inst) {
  llvm::IRBuilder<>& builder = fn.builder();
  std::vector<Printed> printed;
  std::vector<llvm::Value*> values;
  std::vector<llvm::Type*> value_types;
  for (kir::InstId operand : fn.kir_function().operands(inst)) {
    printed.push_back(PrintedValue(fn, fn.value(operand), fn.type_of(operand)));
    for (llvm::Value* value : printed.back().values) {
      values.push_back(value);
      value_types.push_back(value->getType());
    }
  }
  llvm::StructType* type = llvm::StructType::get(fn.llvm_context(), value_types);
  llvm::AllocaInst* buffer = fn.EntryAlloca(type, llvm::Align(8));
  for (unsigned i = 0; i < values.size(); ++i) {
    builder.CreateStore(values[i], builder.CreateStructGEP(type, buffer, i));
  }
  llvm::Type* pointer = llvm::PointerType::get(fn.llvm_context(), kGenericSpace);
  llvm::FunctionCallee vprintf = fn.module().llvm_module().getOrInsertFunction(
      "vprintf", builder.getInt32Ty(), pointer, pointer);
  builder.CreateCall(
      vprintf, {TextConstant(fn, FormatOf(fn.kir_function().text_of(inst), printed)), buffer});
}

}  // namespace kernelc::codegen
