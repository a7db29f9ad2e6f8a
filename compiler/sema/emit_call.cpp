#include "compiler/sema/emit_call.h"

#include <algorithm>
#include <iterator>

#include "compiler/constants/const_eval.h"
#include "compiler/constants/object.h"
#include "compiler/constants/paths.h"
#include "compiler/functions/functions.h"
#include "compiler/sema/emit_array.h"
#include "compiler/sema/emit_cast.h"
#include "compiler/sema/emit_constant.h"
#include "compiler/sema/emit_device_call.h"
#include "compiler/sema/emit_expr.h"
#include "compiler/sema/emit_external.h"
#include "compiler/sema/emit_half.h"
#include "compiler/sema/emit_library.h"
#include "compiler/sema/emit_math.h"
#include "compiler/sema/emit_node.h"
#include "compiler/sema/emit_operator_call.h"
#include "compiler/sema/emit_optional.h"
#include "compiler/sema/emit_print.h"
#include "compiler/sema/emit_report.h"
#include "compiler/sema/emit_special.h"
#include "compiler/sema/emit_ufunc.h"
#include "compiler/sema/emit_value.h"
#include "compiler/sema/emit_vector.h"
#include "compiler/sema/emit_warp.h"
#include "compiler/sema/help_texts.h"
#include "compiler/sema/slips.h"
#include "compiler/types/written_types.h"

namespace kernelc::sema {

using ast::As;

namespace {

TypeId NamedType(types::TypeStore& store, std::string_view name) {
  if (const std::optional<abi::ArgType> vector = types::FindVectorType(name)) {
    return store.FromElement(*vector);
  }
  const std::optional<abi::ScalarKind> kind = types::FindScalarType(name);
  KC_CHECK(kind.has_value(), "builtin signature with type {}", name);
  return types::ScalarType(*kind);
}

Value EmitMethod(FunctionContext& fn, const ast::Call& call, const ast::Attribute& attribute,
                 const Value& base) {
  if (base.is_poison()) {
    return base;
  }
  const std::string_view name = attribute.attr;
  const bool no_arguments = call.args.empty() && call.keywords.empty();
  if (base.is_scalar() && no_arguments && (name == "conjugate" || name == "item")) {
    if (name == "item" || !types::IsComplex(base.type)) {
      return base;
    }
    return Conjugate(fn, base);
  }
  if (base.is_convertible_number() && name == "view" && call.args.size() == 1) {
    return EmitScalarView(fn, call, base);
  }
  if (base.is_scalar() && types::IsInteger(base.type) && no_arguments && name == "bit_count") {
    return CallBuiltin(fn, builtins::BuiltinId::PopulationCount, base.type,
                       {Materialize(fn, base)});
  }
  if (IsArray(fn, base)) {
    return EmitArrayMethod(fn, call, attribute, base);
  }
  fn.Report(attribute.range, diag::Kind::UnknownMethod, Describe(fn, base), name)
      .Label(attribute.value->range, Describe(fn, base))
      .Help(HelpForMethod(base, false, call, attribute, fn.function.file->sources()))
      .Emit();
  return Value();
}

Value EmitSpecial(FunctionContext& fn, const ast::Call& call, functions::Special special) {
  if (special == functions::Special::Print) {
    return EmitPrintCall(fn, call);
  }
  // Its second argument need not be a value.
  if (special == functions::Special::IsInstance) {
    return EmitIsInstance(fn, call, {});
  }
  Arguments arguments;
  if (!BindNamed(fn, call, functions::special_info(special), &arguments)) {
    return Value();
  }
  switch (special) {
#define KC_SPECIAL(name, paths, parameters, required) \
  case functions::Special::name:                      \
    return Emit##name(fn, call, arguments);
#include "compiler/functions/specials.def"
    case functions::Special::kCount:
      break;
  }
  KC_FATAL("special function");
}

// The arguments of a builtin, which are as many as its row has operands. Null after an error.
std::optional<Arguments> BuiltinArguments(FunctionContext& fn, const ast::Call& call,
                                          std::size_t operands, std::string_view path) {
  const std::string_view name = SpellingAt(fn, call.func->range);
  Arguments arguments;
  bool valid = CollectArguments(fn, call, name, &arguments);
  for (const ast::Keyword* keyword : call.keywords) {
    fn.Report(keyword->range, diag::Kind::UnknownKeyword, name, keyword->arg)
        .Help("this function takes its arguments by position: leave the names out")
        .Emit();
    valid = false;
  }
  if (valid && arguments.size() != operands) {
    fn.Report(call.range, diag::Kind::CallArity, name,
              fmt::format("{} argument{}", operands, operands == 1 ? "" : "s"), arguments.size())
        .Help(HelpForBuiltin(path, call, operands, fn.function.file->sources()))
        .Emit();
    return std::nullopt;
  }
  return valid ? std::optional(std::move(arguments)) : std::nullopt;
}

// Whether the arguments are of the sorts that the row's operands name; otherwise a diagnostic.
bool CheckBuiltinArguments(FunctionContext& fn, builtins::BuiltinId builtin,
                           const std::vector<std::string_view>& operands,
                           const Arguments& arguments, std::string_view name) {
  // Numba has popc and clz for int8 first, which floats become.
  const bool takes_floats =
      fn.rules() == types::PromotionRules::Numba && builtin != builtins::BuiltinId::FindFirstSet;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const bool any_scalar = operands[i] == "T" && arguments[i].value.is_scalar();
    const bool wants_integer = operands[i] == "I" && !takes_floats;
    if (types::FindVectorType(operands[i])) {
      if (!RequireVector(fn, arguments[i], NamedType(fn.program.types(), operands[i]), name)) {
        return false;
      }
      continue;
    }
    if (wants_integer ? !RequireInteger(fn, arguments[i], name)
                      : !any_scalar && !RequireReal(fn, arguments[i], name)) {
      return false;
    }
  }
  return true;
}

// T and I are the type of the operands that the row names so.
types::NumericType GenericType(const std::vector<std::string_view>& operands,
                               const Arguments& arguments) {
  types::NumericType generic;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (operands[i] == "T" || operands[i] == "I") {
      generic = arguments[i].value.numeric();
    }
    if (operands[i] == "I" && (types::IsBool(generic.type) || types::IsFloat(generic.type))) {
      generic.type = types::kInt8;
    }
  }
  return generic;
}

// What a builtin with these results gives: None, a value or a tuple.
Value CallWithResults(FunctionContext& fn, builtins::BuiltinId builtin,
                      const std::vector<kir::InstId>& insts, const std::vector<TypeId>& results,
                      bool weak) {
  if (results.empty()) {
    fn.builder.CallBuiltin(builtin, types::kVoid, insts);
    return Value::Of(Object());
  }
  if (results.size() == 1) {
    return Value::Runtime(fn.builder.CallBuiltin(builtin, results.front(), insts), results.front(),
                          weak);
  }
  const kir::InstId inst =
      fn.builder.CallBuiltin(builtin, fn.program.types().Tuple(results), insts);
  std::vector<Value> elements;
  for (std::size_t i = 0; i < results.size(); ++i) {
    elements.push_back(Value::Runtime(
        fn.builder.Append(kir::Op::TupleGet, results[i], {inst}, static_cast<std::int64_t>(i)),
        results[i]));
  }
  return Value::Tuple(std::move(elements));
}

// A builtin that its row describes fully.
Value EmitBuiltinCall(FunctionContext& fn, const ast::Call& call, builtins::BuiltinId builtin,
                      std::string_view path) {
  const builtins::BuiltinSignature signature =
      builtins::ParseSignature(builtins::builtin_info(builtin).signature);
  const std::vector<std::string_view>& operands = signature.operands;
  const std::optional<Arguments> arguments = BuiltinArguments(fn, call, operands.size(), path);
  if (!arguments ||
      !CheckBuiltinArguments(fn, builtin, operands, *arguments, SpellingAt(fn, call.func->range))) {
    return Value();
  }
  if (path.ends_with("_sync") && operands.size() >= 2) {
    CheckLanes(fn, call, *arguments);
  }
  if (signature.results.size() == 1 && signature.results.front() == "F") {
    std::vector<Value> values;
    for (const Argument& argument : *arguments) {
      values.push_back(argument.value);
    }
    return EmitMath(fn, builtin, values, call.range, path.starts_with("np."));
  }
  const types::NumericType generic = GenericType(operands, *arguments);
  const auto type_of = [&](std::string_view name) {
    return name == "T" || name == "I" ? generic.type : NamedType(fn.program.types(), name);
  };
  std::vector<kir::InstId> insts;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const Value& value = (*arguments)[i].value;
    insts.push_back(IsVector(fn, value) ? value.inst : ConvertTo(fn, value, type_of(operands[i])));
  }
  std::vector<TypeId> results;
  std::ranges::transform(signature.results, std::back_inserter(results), type_of);
  return CallWithResults(fn, builtin, insts, results, generic.weak);
}

// A call of a function of the tables.
Value EmitTableCall(FunctionContext& fn, const ast::Call& call, const functions::Function& function,
                    std::string_view path) {
  if (function.ufunc != nullptr) {
    return EmitUfuncCall(fn, call, *function.ufunc);
  }
  if (function.reduction != nullptr) {
    return EmitReductionCall(fn, call, *function.reduction, nullptr);
  }
  if (function.op != nullptr) {
    return EmitOperatorCall(fn, call, *function.op);
  }
  if (function.half != nullptr) {
    return EmitHalfCall(fn, call, *function.half);
  }
  if (function.special) {
    return EmitSpecial(fn, call, *function.special);
  }
  if (function.builtin) {
    return EmitBuiltinCall(fn, call, *function.builtin, path);
  }
  return EmitLibrary(fn, call, *function.library);
}

// `ffi.from_buffer(array)`: for a parameter that is a pointer, an array gives its data.
Value EmitFromBuffer(FunctionContext& fn, const ast::Call& call) {
  const Value array = Emit(fn, call.args[0]);
  if (array.is_poison() || (IsArray(fn, array) && fn.type_of(array).layout != types::Layout::A)) {
    return array;
  }
  fn.Report(call.args[0]->range, diag::Kind::ArgumentType, "from_buffer", "a contiguous array",
            Describe(fn, array))
      .Emit();
  return Value();
}

// `np.finfo` and `np.iinfo` of a type, or of that of a number; what is asked of it is known while
// compiling.
Value EmitLimits(FunctionContext& fn, const ast::Call& call, const Object& callee) {
  const Value of = Emit(fn, call.args[0]);
  const bool is_number = of.kind == ValueKind::Object && of.object->is_number() && of.object->typed;
  const std::optional<abi::ArgType> type =
      of.is_scalar() ? std::optional(abi::ArgType::Scalar(types::scalar_kind(of.type)))
      : is_number    ? std::optional(abi::ArgType::Scalar(of.object->scalar))
      : of.kind == ValueKind::Object ? constants::Evaluator::AsType(*of.object)
                                     : std::nullopt;
  const std::optional<Object> limits =
      type ? fn.evaluator().EvalWith(&call, {{call.func, callee}, {call.args[0], Object::Type(*type)}}) : std::nullopt;
  if (of.is_poison() || limits) {
    return of.is_poison() ? of : FromObject(fn, *limits);
  }
  fn.Report(call.args[0]->range, diag::Kind::ArgumentType, callee.text,
            callee.text == "np.iinfo" ? "an integer type" : "a type of floats", Describe(fn, of))
      .Emit();
  return Value();
}

Value EmitExternalCall(FunctionContext& fn, const ast::Call& call, const Object& callee) {
  if (constants::IsDeclaredDevice(callee)) {
    return EmitDeclaredDevice(fn, call, callee);
  }
  const std::string& path = callee.text;
  if (call.args.size() == 2 && (path == "math.log" || path == "cmath.log")) {
    return EmitLibrary(fn, call, *functions::FindLibrary(path + "/2"));
  }
  if (const functions::Function* function = functions::Find(path)) {
    return EmitTableCall(fn, call, *function, path);
  }
  const bool takes_one = call.args.size() == 1 && call.keywords.empty();
  if (takes_one && path == "cffi.ffi.from_buffer") {
    return EmitFromBuffer(fn, call);
  }
  if (takes_one && (path == "np.finfo" || path == "np.iinfo")) {
    return EmitLimits(fn, call, callee);
  }
  if (path == "np.dtype" || path.starts_with("numba.types.")) {
    if (const std::optional<Object> object = EvalConstant(fn, &call)) {
      return FromObject(fn, *object);
    }
  }
  return ReportExternal(fn, callee, call.func->range, true);
}

// Of a list or tuple, a method that does not change it.
bool IsSearch(const Object& constant, std::string_view method) {
  return constant.kind == ObjectKind::Tuple && !constant.fields &&
         (method == "index" || method == "count");
}

Value ReportSearch(FunctionContext& fn, const ast::Call& call, std::string_view method) {
  std::string described;
  for (const ast::Expr* argument : call.args) {
    const Value value = Emit(fn, argument);
    if (value.is_poison()) {
      return value;
    }
    described += (described.empty() ? "" : ", ") + Describe(fn, value);
  }
  fn.Report(call.range, diag::Kind::LibraryArguments, method, described)
      .Help(fmt::format("Python searches the constant before the kernel runs, for a value that is "
                        "known then{}",
                        method == "index" ? " and that the constant has" : ""))
      .Emit();
  return Value();
}

}  // namespace

Value EmitNode(FunctionContext& fn, const ast::Call& node) {
  // Methods: the value before the dot may be anything.
  if (const auto* attribute = As<ast::Attribute>(node.func)) {
    const std::optional<Object> constant = EvalConstant(fn, attribute->value);
    const bool has_methods =
        constant && (constant->kind == ObjectKind::Array || constant->is_number());
    const bool is_search = constant && IsSearch(*constant, attribute->attr);
    if (has_methods || is_search) {
      if (const std::optional<Object> result = EvalConstant(fn, &node)) {
        return FromObject(fn, *result);
      }
    }
    if (is_search) {
      return ReportSearch(fn, node, attribute->attr);
    }
    if (!constant || has_methods) {
      const Value base = Emit(fn, attribute->value);
      if (base.is_poison() || base.kind != ValueKind::Object) {
        return EmitMethod(fn, node, *attribute, base);
      }
    }
  }
  if (const auto* name = As<ast::Name>(node.func); name != nullptr && name->id == "ord") {
    if (const std::optional<Object> code = EvalConstant(fn, &node)) {
      return FromObject(fn, *code);
    }
  }
  const Value callee = Emit(fn, node.func);
  if (callee.is_poison()) {
    return callee;
  }
  if (callee.kind == ValueKind::Object) {
    const Object& object = *callee.object;
    if (object.kind == ObjectKind::Function) {
      return EmitDeviceCall(fn, node, callee);
    }
    if (object.kind == ObjectKind::Type) {
      return EmitTypeCall(fn, node, object);
    }
    if (object.kind == ObjectKind::NamedTupleType) {
      return EmitNamedTuple(fn, node, *object.fields, object.fields);
    }
    if (object.kind == ObjectKind::Class) {
      if (const std::optional<Object> constant = EvalConstant(fn, &node)) {
        return FromObject(fn, *constant);
      }
    }
    if (object.kind == ObjectKind::External) {
      return EmitExternalCall(fn, node, object);
    }
  }
  fn.Report(node.func->range, diag::Kind::NotCallable, Describe(fn, callee))
      .Help(HelpForCall(callee, IsArray(fn, callee) || AsTuple(fn, callee), node,
                        fn.function.file->sources()))
      .Emit();
  return Value();
}

bool CollectArguments(FunctionContext& fn, const ast::Call& call, std::string_view name,
                      Arguments* positional, bool maybe_none) {
  bool valid = true;
  for (const ast::Expr* expr : call.args) {
    const auto* starred = As<ast::Starred>(expr);
    const ast::Expr* operand = starred != nullptr ? starred->value : expr;
    const Value value =
        maybe_none && starred == nullptr ? EmitMaybeNone(fn, operand) : Emit(fn, operand);
    if (value.is_poison()) {
      valid = false;
      continue;
    }
    if (starred == nullptr) {
      positional->push_back({value, expr, expr->range, true});
      continue;
    }
    const TupleElements elements = AsTuple(fn, value);
    if (!elements) {
      fn.Report(expr->range, diag::Kind::ArgumentType, name, "a tuple after `*`",
                Describe(fn, value))
          .Emit();
      valid = false;
      continue;
    }
    for (const Value& element : *elements) {
      positional->push_back({element, expr, expr->range, true});
    }
  }
  return valid;
}

bool BindNamed(FunctionContext& fn, const ast::Call& call, const functions::SpecialInfo& info,
               Arguments* arguments) {
  const std::string_view name = SpellingAt(fn, call.func->range);
  Arguments positional;
  bool valid = CollectArguments(fn, call, name, &positional);
  if (info.variadic) {
    *arguments = std::move(positional);
    for (const ast::Keyword* keyword : call.keywords) {
      fn.Report(keyword->range, diag::Kind::UnknownKeyword, name, keyword->arg).Emit();
      valid = false;
    }
    if (valid && arguments->size() < info.required) {
      fn.Report(call.range, diag::Kind::CallArity, name,
                fmt::format("at least {} argument{}", info.required, info.required == 1 ? "" : "s"),
                arguments->size())
          .Emit();
      return false;
    }
    return valid;
  }
  const std::size_t count = info.parameters.size();
  std::size_t given = positional.size();
  arguments->assign(count, Argument());
  std::ranges::copy_n(positional.begin(), static_cast<std::ptrdiff_t>(std::min(given, count)),
                      arguments->begin());
  for (const ast::Keyword* keyword : call.keywords) {
    const auto place = std::ranges::find(info.parameters, keyword->arg);
    const auto index = static_cast<std::size_t>(place - info.parameters.begin());
    if (place == info.parameters.end() || (*arguments)[index].given) {
      fn.Report(keyword->range, diag::Kind::UnknownKeyword, name, keyword->arg).Emit();
      valid = false;
      continue;
    }
    const Value value = Emit(fn, keyword->value);
    valid = valid && !value.is_poison();
    (*arguments)[index] = {value, keyword->value, keyword->value->range, true};
    ++given;
  }
  const bool missing =
      valid && std::ranges::any_of(arguments->begin(),
                                   arguments->begin() + static_cast<std::ptrdiff_t>(info.required),
                                   [](const Argument& argument) { return !argument.given; });
  if (valid && (missing || given > count)) {
    const std::string wanted = info.required == count
                                   ? fmt::format("{} argument{}", count, count == 1 ? "" : "s")
                                   : fmt::format("{} to {} arguments", info.required, count);
    fn.Report(call.range, diag::Kind::CallArity, name, wanted, given)
        .Note(fmt::format("its arguments are ({})", fmt::join(info.parameters, ", ")))
        .Help(HelpForArity(call, info.parameters, fn.function.file->sources()))
        .Emit();
    return false;
  }
  return valid;
}

Value CallBuiltin(FunctionContext& fn, builtins::BuiltinId builtin, TypeId result,
                  std::initializer_list<kir::InstId> operands) {
  const kir::InstId inst =
      fn.builder.CallBuiltin(builtin, result, std::span(operands.begin(), operands.size()));
  return Value::Runtime(inst, result);
}

}  // namespace kernelc::sema
