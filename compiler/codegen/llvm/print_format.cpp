#include "compiler/codegen/llvm/print_format.h"

#include "compiler/codegen/llvm/emit.h"

namespace kernelc::codegen {

namespace {

// Appends a value and its conversion.
void AddValue(FunctionContext& fn, llvm::Value* value, TypeId type,
              const std::function<llvm::Value*(llvm::StringRef)>& text_constant,
              PrintCall& call) {
  if (types::IsBool(type)) {
    call.format += "%s";
    call.values.push_back(
        fn.builder().CreateSelect(value, text_constant("True"), text_constant("False")));
  } else if (types::IsComplex(type)) {
    const TypeId part = types::ComplexElement(type);
    call.format += "(%f%+fj)";
    for (unsigned i = 0; i < 2; ++i) {
      call.values.push_back(ConvertScalar(fn, fn.Field(value, i), part, types::kFloat64));
    }
  } else if (types::IsFloat(type)) {
    call.format += "%f";
    call.values.push_back(ConvertScalar(fn, value, type, types::kFloat64));
  } else {
    const bool is_signed = types::IsSigned(type);
    call.format += is_signed ? "%lld" : "%llu";
    call.values.push_back(
        ConvertScalar(fn, value, type, is_signed ? types::kInt64 : types::kUInt64));
  }
}

}  // namespace

PrintCall MakePrintCall(FunctionContext& fn, const kir::Inst& inst,
                        const std::function<llvm::Value*(llvm::StringRef)>& text_constant) {
  const std::string_view text = fn.kir_function().text_of(inst);
  const auto operands = fn.kir_function().operands(inst);
  PrintCall call;
  std::size_t next = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view pair = text.substr(i, 2);
    if (pair == "{}" && next < operands.size()) {
      const kir::InstId operand = operands[next++];
      AddValue(fn, fn.value(operand), fn.type_of(operand), text_constant, call);
      ++i;
    } else if (pair == "{{" || pair == "}}") {
      call.format += text[i++];
    } else if (text[i] == '%') {
      call.format += "%%";
    } else {
      call.format += text[i];
    }
  }
  return call;
}

}  // namespace kernelc::codegen
