#include "compiler/sema/emit_print.h"

#include <algorithm>

#include "compiler/advice/report.h"
#include "compiler/sema/choices.h"
#include "compiler/sema/emit_call.h"
#include "compiler/sema/emit_optional.h"
#include "compiler/sema/emit_special.h"
#include "compiler/sema/emit_value.h"

namespace kernelc::sema {

using ast::As;

namespace {

// As Numba has it.
constexpr std::size_t kMaxPrinted = 32;

// Braces of the user's text stand for themselves in the text of a print operation.
std::string DoubleBraces(std::string_view text) {
  std::string doubled;
  for (const char c : text) {
    doubled += c;
    if (c == '{' || c == '}') {
      doubled += c;
    }
  }
  return doubled;
}

// The three registers of a place that is printed as a whole.
constexpr std::pair<std::string_view, builtins::BuiltinId> kPlaces[] = {
    {"cuda.blockDim", builtins::BuiltinId::BlockDimX},
    {"cuda.blockIdx", builtins::BuiltinId::BlockIdxX},
    {"cuda.gridDim", builtins::BuiltinId::GridDimX},
    {"cuda.threadIdx", builtins::BuiltinId::ThreadIdxX},
};

std::optional<std::string> PrintKeyword(FunctionContext& fn, const ast::Keyword& keyword) {
  const Value value = Emit(fn, keyword.value);
  if (value.is_poison()) {
    return std::nullopt;
  }
  // What is printed is shown when the host waits, whatever this says.
  if (keyword.arg == "flush") {
    return "";
  }
  if (keyword.arg != "sep" && keyword.arg != "end") {
    fn.Report(keyword.range, diag::Kind::UnknownKeyword, "print", keyword.arg)
        .Help(keyword.arg == "file"
                  ? "what a kernel prints goes to the host's standard output: leave `file` out"
                  : "`print` takes `sep`, `end` and `flush`")
        .Emit();
    return std::nullopt;
  }
  if (value.is_none()) {
    return keyword.arg == "sep" ? " " : "\n";
  }
  if (!value.is_object(ObjectKind::Str)) {
    fn.Report(keyword.value->range, diag::Kind::ArgumentType, "print", "a string",
              Describe(fn, value))
        .Emit();
    return std::nullopt;
  }
  return value.object->text;
}

bool PrintValue(FunctionContext& fn, const Value& value, SourceRange range, std::string* text,
                std::vector<kir::InstId>* operands) {
  if (value.is_object(ObjectKind::Str)) {
    *text += DoubleBraces(value.object->text);
    return true;
  }
  if (value.is_none()) {
    *text += "None";
    return true;
  }
  if (types::IsFloat8(value.type)) {
    *text += "{}";
    operands->push_back(ConvertTo(fn, value, types::kFloat32));
    return true;
  }
  if (value.is_scalar()) {
    *text += "{}";
    operands->push_back(Materialize(fn, value));
    return true;
  }
  if (const TupleElements elements = AsTuple(fn, value)) {
    *text += "(";
    for (std::size_t i = 0; i < elements->size(); ++i) {
      *text += i == 0 ? "" : ", ";
      if (!PrintValue(fn, (*elements)[i], range, text, operands)) {
        return false;
      }
    }
    *text += elements->size() == 1 ? ",)" : ")";
    return true;
  }
  if (value.is_object(ObjectKind::External)) {
    const auto* place = std::ranges::find(kPlaces, value.object->text,
                                          &std::pair<std::string_view, builtins::BuiltinId>::first);
    if (place != std::end(kPlaces)) {
      *text += "({}, {}, {})";
      for (unsigned dim = 0; dim < 3; ++dim) {
        const auto builtin =
            static_cast<builtins::BuiltinId>(static_cast<unsigned>(place->second) + dim);
        operands->push_back(fn.builder.CallBuiltin(builtin, types::kInt32, {}));
      }
      return true;
    }
  }
  if (IsChoice(fn.program.types(), value)) {
    fn.Report(range, diag::Kind::PrintType, "a string that is chosen at run time")
        .Help("print it where it is chosen: `if c:` with one `print`, `else:` with another")
        .Emit();
    return false;
  }
  fn.Report(range, diag::Kind::PrintType, Describe(fn, value))
      .Help(IsArray(fn, value) ? "print its elements, in a loop"
                               : "print numbers, strings and tuples of these")
      .Emit();
  return false;
}

}  // namespace

Value EmitPrintCall(FunctionContext& fn, const ast::Call& call) {
  Arguments arguments;
  bool valid = true;
  // Formatting has its own words; what else is wrong with an argument is said where it is
  // evaluated.
  for (const ast::Expr* argument : call.args) {
    if (advice::ReportFormatted(*argument, fn.emitter)) {
      fn.has_error = true;
      valid = false;
    }
  }
  valid = valid && CollectArguments(fn, call, "print", &arguments);
  std::string separator = " ";
  std::string end = "\n";
  for (const ast::Keyword* keyword : call.keywords) {
    const std::optional<std::string> given = PrintKeyword(fn, *keyword);
    valid = valid && given.has_value();
    if (keyword->arg != "flush") {
      (keyword->arg == "sep" ? separator : end) = given.value_or("");
    }
  }
  if (!valid) {
    return Value();
  }
  std::string text;
  std::vector<kir::InstId> operands;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    text += i == 0 ? "" : DoubleBraces(separator);
    if (!PrintValue(fn, arguments[i].value, arguments[i].range, &text, &operands)) {
      return Value();
    }
  }
  text += DoubleBraces(end);
  if (operands.size() > kMaxPrinted) {
    fn.Report(call.range, diag::Kind::PrintCount, operands.size(), kMaxPrinted)
        .Help("print them in several calls")
        .Emit();
    return Value();
  }
  fn.builder.Append(kir::Op::Print, types::kVoid, operands, 0, fn.kir_function.AddString(text));
  return Value::Of(Object());
}

// The table wants a function; EmitSpecial goes to EmitPrintCall, which reads keywords itself.
Value EmitPrint(FunctionContext& fn, const ast::Call& call, const Arguments&) {
  return EmitPrintCall(fn, call);
}

}  // namespace kernelc::sema
