#include "compiler/sema/emit_library.h"

#include <algorithm>

#include "compiler/constants/const_eval.h"
#include "compiler/constants/files.h"
#include "compiler/sema/emit_call.h"
#include "compiler/sema/emit_cast.h"
#include "compiler/sema/emit_constant.h"
#include "compiler/sema/emit_device_call.h"
#include "compiler/sema/emit_operator.h"
#include "compiler/sema/emit_optional.h"
#include "compiler/sema/emit_report.h"
#include "compiler/sema/emit_value.h"

namespace kernelc::sema {
namespace {

// Elements of a tuple that a function gets one by one; of longer ones it gets a table.
constexpr std::size_t kMaxPassed = 64;

// What a conversion of arguments wants to see, for messages.
std::string_view Wanted(functions::LibraryTyping typing) {
  switch (typing) {
    case functions::LibraryTyping::Float:
    case functions::LibraryTyping::FirstFloat:
      return "real numbers";
    case functions::LibraryTyping::Integer:
    case functions::LibraryTyping::Int64:
      return "integers";
    case functions::LibraryTyping::Wide:
    case functions::LibraryTyping::Number:
    case functions::LibraryTyping::Complex:
    case functions::LibraryTyping::WideComplex:
      return "numbers";
    case functions::LibraryTyping::Sum:
    case functions::LibraryTyping::Any:
      break;
  }
  return "other arguments";
}

bool TakesComplex(functions::LibraryTyping typing) {
  return typing == functions::LibraryTyping::Wide || typing == functions::LibraryTyping::Number ||
         typing == functions::LibraryTyping::Complex ||
         typing == functions::LibraryTyping::WideComplex;
}

// The constant that a parameter has by default.
Value LibraryDefault(FunctionContext& fn, const functions::LibraryInfo& info, std::size_t index) {
  const FunctionInfo& function = constants::LibraryFunction(info.function);
  const ast::Arguments& parameters = function.arguments();
  const std::size_t first = parameters.args.size() - parameters.defaults.size();
  KC_CHECK(index >= first, "{} has no default for parameter {}", info.function, index);
  const ast::Expr* text = parameters.defaults[index - first];
  // An integer may have a minus, which needs no host program.
  const auto* sign = As<ast::UnaryOp>(text);
  std::optional<Object> object =
      fn.evaluator().EvalDefault(function, sign != nullptr ? sign->operand : text);
  if (object && sign != nullptr) {
    KC_CHECK(sign->op == ast::UnaryOperator::USub && object->number.kind == NumberKind::Int,
             "default of {}", info.function);
    object = Object::Of(Number::Int(-object->number.integer));
  }
  KC_CHECK(object.has_value(), "default of {}", info.function);
  return FromObject(fn, *object);
}

// The start of a sum in the type of the sum: the int 0 makes float64 of float32.
void WidenStart(FunctionContext& fn, const Value& sequence, Value* start) {
  types::NumericType type = start->numeric();
  const auto add = [&](TypeId element) {
    if (types::IsScalar(element)) {
      type = types::PromoteArithmetic(fn.rules(), types::ArithmeticOp::Add, type, {element, false});
    }
  };
  if (IsArray(fn, sequence)) {
    add(fn.type_of(sequence).element);
  }
  if (const TupleElements elements = AsTuple(fn, sequence)) {
    for (const Value& element : *elements) {
      if (element.is_scalar()) {
        add(element.type);
      }
    }
  }
  *start = Value::Runtime(ConvertTo(fn, *start, type.type), type.type);
}

// Whether the first argument alone has the type that is computed in.
bool IsOfFirst(functions::LibraryTyping typing) {
  return typing == functions::LibraryTyping::FirstFloat ||
         typing == functions::LibraryTyping::Number;
}

// Checks that the arguments are numbers of the sort that the row takes, and gives the types that a
// common one is made of;
// `*common` becomes what they unify to. Null, with a diagnostic, where one does not fit.
std::optional<std::vector<types::NumericType>> LibraryTypes(FunctionContext& fn,
                                                            functions::LibraryTyping typing,
                                                            std::string_view name,
                                                            const Arguments& arguments,
                                                            types::NumericType* common) {
  using functions::LibraryTyping;
  const bool numba = fn.rules() == types::PromotionRules::Numba;
  std::vector<types::NumericType> numeric;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const Argument& argument = arguments[i];
    const Value& value = argument.value;
    const bool wants_integer = typing == LibraryTyping::Integer || typing == LibraryTyping::Int64 ||
                               (typing == LibraryTyping::FirstFloat && i > 0);
    // An exponent that is a float becomes the integer that Numba's overload takes.
    const bool is_count =
        IsInteger(value) || types::IsBool(value.type) ||
        (numba && typing == LibraryTyping::FirstFloat && types::IsFloat(value.type));
    const bool fits =
        value.is_scalar() &&
        (wants_integer ? is_count : TakesComplex(typing) || !types::IsComplex(value.type));
    if (!fits) {
      fn.Report(argument.given ? argument.range : fn.builder.range(), diag::Kind::ArgumentType,
                name, wants_integer ? "integers" : Wanted(typing), Describe(fn, value))
          .Emit();
      return std::nullopt;
    }
    if (!argument.given || (IsOfFirst(typing) && i > 0)) {
      continue;
    }
    types::NumericType type = value.numeric();
    *common = common->type.has_value() ? types::UnifyScalars(fn.rules(), *common, type) : type;
    if (types::IsComplex(type.type)) {
      type.type = types::ComplexElement(type.type);
    } else if (typing != LibraryTyping::Float && IsTakenAsFloat32(type.type)) {
      type.type = types::kFloat32;
    }
    numeric.push_back(type);
  }
  return numeric;
}

// The type that arguments are converted to.
types::NumericType LibraryTarget(FunctionContext& fn, functions::LibraryTyping typing,
                                 std::string_view name, const Arguments& arguments,
                                 const std::vector<types::NumericType>& numeric,
                                 types::NumericType common) {
  using functions::LibraryTyping;
  if (typing == LibraryTyping::Integer && common.type.has_value() &&
      types::IsInteger(common.type)) {
    return common;
  }
  if (typing == LibraryTyping::Integer || typing == LibraryTyping::Int64) {
    return {types::kInt64, false};
  }
  const bool widens = fn.rules() == types::PromotionRules::Numba &&
                      (typing == LibraryTyping::Wide || typing == LibraryTyping::WideComplex);
  types::NumericType target =
      widens ? types::NumericType{types::kFloat64, false} : types::PromoteMath(fn.rules(), numeric);
  NoteCreep(fn, target.type, arguments.front().value, arguments.back().value, name,
            fn.builder.range());
  const bool is_complex = TakesComplex(typing) && types::IsComplex(common.type);
  if (is_complex || typing == LibraryTyping::Complex || typing == LibraryTyping::WideComplex) {
    target.type = target.type == types::kFloat32 ? types::kComplex64 : types::kComplex128;
  }
  return target;
}

}  // namespace

bool ConvertLibraryArguments(FunctionContext& fn, const functions::LibraryInfo& info,
                             std::string_view name, Arguments* arguments) {
  using functions::LibraryTyping;
  const LibraryTyping typing = info.typing;
  const bool numba = fn.rules() == types::PromotionRules::Numba;
  if (typing == LibraryTyping::Sum && numba && (*arguments)[1].value.is_scalar()) {
    WidenStart(fn, (*arguments)[0].value, &(*arguments)[1].value);
  }
  if (typing == LibraryTyping::Any || typing == LibraryTyping::Sum) {
    return true;
  }
  types::NumericType common;
  const std::optional<std::vector<types::NumericType>> numeric =
      LibraryTypes(fn, typing, name, *arguments, &common);
  if (!numeric) {
    return false;
  }
  const types::NumericType target = LibraryTarget(fn, typing, name, *arguments, *numeric, common);
  for (std::size_t i = 0; i < arguments->size(); ++i) {
    Value& value = (*arguments)[i].value;
    const bool keeps = i > 0 ? IsOfFirst(typing)
                             : typing == LibraryTyping::Number && !types::IsFloat(common.type) &&
                                   !types::IsComplex(common.type);
    if (keeps && typing == LibraryTyping::FirstFloat && types::IsFloat(value.type)) {
      value = EmitCast(fn, value, types::kInt64, fn.builder.range());
    }
    if (keeps) {
      value = AsRuntime(fn, value);
      continue;
    }
    value = Value::Runtime(ConvertTo(fn, value, target.type), target.type, target.weak);
  }
  return true;
}

Value EmitScalarView(FunctionContext& fn, const ast::Call& call, const Value& value) {
  const Value wanted = Emit(fn, call.args.front());
  if (wanted.is_poison()) {
    return wanted;
  }
  const std::optional<abi::ArgType> type =
      wanted.kind == ValueKind::Object ? Evaluator::AsType(*wanted.object) : std::nullopt;
  const bool is_scalar = type && type->kind == abi::ArgKind::Scalar;
  const TypeId target = is_scalar ? types::ScalarType(type->scalar) : TypeId();
  if (!is_scalar || types::IsBool(target) || types::IsComplex(target) ||
      types::IsComplex(value.type) || types::IsBool(value.type) ||
      types::scalar_size(target) != types::scalar_size(value.type)) {
    fn.Report(call.range, diag::Kind::ArgumentType, "view",
              fmt::format("a type of {} bytes", types::scalar_size(value.type)),
              Describe(fn, wanted))
        .Label(call.func->range, Describe(fn, value))
        .Emit();
    return Value();
  }
  const kir::InstId inst = Materialize(fn, value);
  return Value::Runtime(
      value.type == target ? inst : fn.builder.Append(kir::Op::Bitcast, target, {inst}), target);
}

Value AsPassed(FunctionContext& fn, const Value& value) {
  if (value.kind != ValueKind::Tuple || value.elements->size() <= kMaxPassed) {
    return value;
  }
  return EmitTable(fn, *value.elements).value_or(value);
}

Value EmitLibrary(FunctionContext& fn, const ast::Call& call, const functions::LibraryInfo& info) {
  // Comprehensions and generators are refused as anywhere in kernels.
  const bool names_constant = info.typing == functions::LibraryTyping::Sum && !call.args.empty() &&
                              ast::As<ast::ListComp>(call.args[0]) == nullptr &&
                              ast::As<ast::GeneratorExp>(call.args[0]) == nullptr;
  if (names_constant) {
    // NumPy's numbers are added here as they are in parameters, where narrow ones do not overflow.
    if (const std::optional<Object> known = EvalConstant(fn, &call); known && !known->typed) {
      return FromObject(fn, *known);
    }
  }
  Arguments arguments;
  if (!BindNamed(fn, call, info.call, &arguments)) {
    return Value();
  }
  const std::string name(fn.is_library() ? info.call.name : SpellingAt(fn, call.func->range));
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (!arguments[i].given) {
      arguments[i].value = LibraryDefault(fn, info, i);
    }
  }
  if (!ConvertLibraryArguments(fn, info, name, &arguments)) {
    return Value();
  }
  if (info.typing == functions::LibraryTyping::Sum) {
    arguments[0].value = AsPassed(fn, arguments[0].value);
  }
  std::vector<Value> values;
  bool weak = !arguments.empty();
  for (const Argument& argument : arguments) {
    values.push_back(argument.value);
    weak = weak && argument.value.weak;
    // Strength is the caller's affair: the function computes in the types that it gets.
    values.back().weak = false;
  }
  if (info.call.variadic) {
    values = {Value::Tuple(std::move(values))};
  }
  Value result = CallLibrary(fn, info.function, values, call.range, name);
  result.weak = weak && result.is_scalar();
  return result;
}

Value CallLibrary(FunctionContext& fn, std::string_view function_name,
                  std::span<const Value> values, SourceRange range, std::string_view user_name) {
  const FunctionInfo& function = constants::LibraryFunction(function_name);
  std::vector<kir::InstId> operands;
  std::vector<ParamBinding> bindings;
  std::string described;
  for (const Value& value : values) {
    described += (described.empty() ? "" : ", ") + Describe(fn, value);
    bindings.push_back(BindArgument(fn, value, /*literals=*/false, &operands));
  }
  const SourceRange use = fn.is_library() ? fn.instance.use : range;
  Instance* callee = fn.program.Instantiate(function, std::move(bindings), use);
  if (callee == nullptr) {
    fn.Report(range, diag::Kind::CallDepth, user_name).Emit();
    return Value();
  }
  if (callee->state != InstanceState::Done) {
    const bool takes_states = user_name.starts_with("xoroshiro128p_") && !values.empty();
    fn.Report(range, diag::Kind::LibraryArguments, user_name, described)
        .Help(takes_states && !IsArray(fn, values[0])
                  ? "the first argument is an array of states; on the command line "
                    "`xoroshiro128p:N` makes one"
                  : fmt::format("`kernelc builtins {}` shows what it takes", user_name))
        .Emit();
    return Value();
  }
  NoteCallee(fn, callee);
  Value result = CallInstance(fn, *callee, operands);
  result.weak = false;
  return result;
}

}  // namespace kernelc::sema
