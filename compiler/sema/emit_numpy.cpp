// Functions of NumPy that are neither universal functions nor reductions.
#include <algorithm>
#include <iterator>

#include "compiler/constants/files.h"
#include "compiler/functions/functions.h"
#include "compiler/sema/emit_array.h"
#include "compiler/sema/emit_attribute.h"
#include "compiler/sema/emit_cast.h"
#include "compiler/sema/emit_choice.h"
#include "compiler/sema/emit_datetime.h"
#include "compiler/sema/emit_expr.h"
#include "compiler/sema/emit_library.h"
#include "compiler/sema/emit_memory.h"
#include "compiler/sema/emit_report.h"
#include "compiler/sema/emit_special.h"
#include "compiler/sema/emit_ufunc.h"
#include "compiler/sema/emit_value.h"
#include "compiler/sema/function_context.h"

namespace kernelc::sema {
namespace {

// np.reshape(a, shape) and the like: the first argument is the array.
Value EmitOfArray(FunctionContext& fn, const ast::Call& call, std::string_view method,
                  const Arguments& arguments) {
  if (!IsArray(fn, arguments[0].value)) {
    fn.Report(arguments[0].range, diag::Kind::ArgumentType, SpellingAt(fn, call.func->range),
              "an array", Describe(fn, arguments[0].value))
        .Emit();
    return Value();
  }
  Arguments rest;
  std::ranges::copy_if(arguments.begin() + 1, arguments.end(), std::back_inserter(rest),
                       [](const Argument& argument) { return argument.given; });
  return EmitArrayFunction(fn, method, arguments[0].value, rest, call.range).value_or(Value());
}

Value EmitComplexPartOf(FunctionContext& fn, const ast::Call& call, const Argument& argument,
                        bool imag) {
  if (IsArray(fn, argument.value)) {
    return ComplexPartView(fn, argument.value, imag);
  }
  if (argument.value.is_scalar()) {
    return ComplexPart(fn, argument.value, imag);
  }
  fn.Report(argument.range, diag::Kind::ArgumentType, SpellingAt(fn, call.func->range), "a number",
            Describe(fn, argument.value))
      .Emit();
  return Value();
}

}  // namespace

// np.angle(z, deg): Numba has the phase in the type of z, and gives float64.
Value EmitNumpyAngle(FunctionContext& fn, const ast::Call& call, const Arguments& arguments) {
  const std::string name(SpellingAt(fn, call.func->range));
  Arguments operand{arguments[0]};
  if (!ConvertLibraryArguments(fn, *functions::FindLibrary("cmath.phase"), name, &operand)) {
    return Value();
  }
  const TypeId result = fn.rules() == types::PromotionRules::Numba
                            ? types::kFloat64
                            : types::ComplexElement(operand[0].value.type);
  const Value deg = arguments[1].given ? Truth(fn, arguments[1].value, arguments[1].range)
                                       : MakeNumber(fn, Number::Bool(false));
  if (deg.is_poison()) {
    return deg;
  }
  const Value values[] = {operand[0].value, deg, MakeTyped(Number::Float(1.0), result)};
  return CallLibrary(fn, "complexes.angle", values, call.range, name);
}

// np.asarray(a): an array of the wanted elements is the array itself.
Value EmitNumpyAsArray(FunctionContext& fn, const ast::Call& call, const Arguments& arguments) {
  const bool any_type = !arguments[1].given || arguments[1].value.is_none();
  const std::optional<TypeId> element = any_type ? std::nullopt : ElementType(fn, arguments[1]);
  if (!any_type && !element) {
    return Value();
  }
  const Value& array = arguments[0].value;
  if (IsArray(fn, array) && (any_type || fn.type_of(array).element == *element)) {
    return array;
  }
  fn.Report(call.range, diag::Kind::Allocates, SpellingAt(fn, call.func->range))
      .Help(std::string(functions::HelpForAllocation("np.asarray")))
      .Emit();
  return Value();
}

Value EmitNumpyIsScalar(FunctionContext& fn, const ast::Call&, const Arguments& arguments) {
  const Value& value = arguments[0].value;
  return MakeNumber(
      fn, Number::Bool(value.is_scalar() || IsTime(fn, value) || value.is_object(ObjectKind::Str)));
}

// np.divmod(x1, x2) of numbers, with NumPy's types.
Value EmitNumpyDivmod(FunctionContext& fn, const ast::Call& call, const Arguments& arguments) {
  for (const Argument& argument : arguments) {
    if (!RequireReal(fn, argument, SpellingAt(fn, call.func->range))) {
      return Value();
    }
  }
  const Value operands[] = {arguments[0].value, arguments[1].value};
  const Value quotient =
      EmitUfunc(fn, *functions::FindUfunc("np.floor_divide"), operands, call.range);
  const Value remainder =
      EmitUfunc(fn, *functions::FindUfunc("np.remainder"), operands, call.range);
  return quotient.is_poison() || remainder.is_poison() ? Value()
                                                       : Value::Tuple({quotient, remainder});
}

Value EmitNumpyDot(FunctionContext& fn, const ast::Call& call, const Arguments& arguments) {
  return EmitDotProduct(fn, SpellingAt(fn, call.func->range), arguments[0], arguments[1], false,
                        call.range);
}

Value EmitNumpyVdot(FunctionContext& fn, const ast::Call& call, const Arguments& arguments) {
  return EmitDotProduct(fn, SpellingAt(fn, call.func->range), arguments[0], arguments[1], true,
                        call.range);
}

Value EmitNumpyRavel(FunctionContext& fn, const ast::Call& call, const Arguments& arguments) {
  return EmitOfArray(fn, call, "ravel", arguments);
}

Value EmitNumpyReshape(FunctionContext& fn, const ast::Call& call, const Arguments& arguments) {
  return EmitOfArray(fn, call, "reshape", arguments);
}

Value EmitNumpyTranspose(FunctionContext& fn, const ast::Call& call, const Arguments& arguments) {
  return EmitOfArray(fn, call, "transpose", arguments);
}

Value EmitNumpyCopyTo(FunctionContext& fn, const ast::Call& call, const Arguments& arguments) {
  return EmitOfArray(fn, call, "fill", arguments);
}

Value EmitNumpySize(FunctionContext& fn, const ast::Call&, const Arguments& arguments) {
  const Value& value = arguments[0].value;
  if (IsArray(fn, value)) {
    return ArraySize(fn, value);
  }
  const TupleElements elements = AsTuple(fn, value);
  return MakeNumber(fn, Number::Int(elements ? Int128(elements->size()) : Int128(1)));
}

Value EmitNumpyShape(FunctionContext& fn, const ast::Call&, const Arguments& arguments) {
  std::vector<Value> extents;
  if (IsArray(fn, arguments[0].value)) {
    for (unsigned dim = 0; dim < fn.type_of(arguments[0].value).ndim; ++dim) {
      extents.push_back(ArrayExtent(fn, arguments[0].value, dim));
    }
  }
  return Value::Tuple(std::move(extents));
}

Value EmitNumpyNdim(FunctionContext& fn, const ast::Call&, const Arguments& arguments) {
  const Value& value = arguments[0].value;
  return MakeNumber(fn,
                    Number::Int(IsArray(fn, value) ? Int128(fn.type_of(value).ndim) : Int128(0)));
}

Value EmitNumpyReal(FunctionContext& fn, const ast::Call& call, const Arguments& arguments) {
  return EmitComplexPartOf(fn, call, arguments[0], false);
}

Value EmitNumpyImag(FunctionContext& fn, const ast::Call& call, const Arguments& arguments) {
  return EmitComplexPartOf(fn, call, arguments[0], true);
}

// np.where(condition, x, y) of numbers.
Value EmitNumpyWhere(FunctionContext& fn, const ast::Call& call, const Arguments& arguments) {
  const bool any_array = std::ranges::any_of(
      arguments, [&fn](const Argument& argument) { return IsArray(fn, argument.value); });
  if (any_array || !arguments[2].given) {
    fn.Report(call.range, diag::Kind::Allocates, SpellingAt(fn, call.func->range))
        .Help("write `x if condition else y` for each element")
        .Emit();
    return Value();
  }
  const Value condition = Truth(fn, arguments[0].value, arguments[0].range);
  if (condition.is_poison()) {
    return condition;
  }
  const kir::RegionId then_region = fn.builder.NewRegion();
  const kir::RegionId else_region = fn.builder.NewRegion();
  return Choose(fn, condition, then_region, arguments[1].value, else_region, arguments[2].value,
                arguments[1].range, arguments[2].range);
}

// np.clip(x, low, high, out): the lower bound first, as NumPy has it. A bound may be None.
Value EmitNumpyClip(FunctionContext& fn, const ast::Call& call, const Arguments& arguments) {
  const std::string name(SpellingAt(fn, call.func->range));
  Value value = arguments[0].value;
  const bool is_array = IsArray(fn, value);
  const Value& out = arguments[3].value;
  if (is_array && !(arguments[3].given && IsArray(fn, out))) {
    fn.Report(call.range, diag::Kind::ArrayResult, name)
        .Label(arguments[0].range, Describe(fn, value))
        .Help(fmt::format("give the array for the result, `{}(a, low, high, out)`, or compute one "
                          "element",
                          name))
        .Emit();
    return Value();
  }
  for (const std::size_t bound : {std::size_t{1}, std::size_t{2}}) {
    const Argument& argument = arguments[bound];
    if (!argument.given || argument.value.is_none()) {
      continue;
    }
    const Value operands[] = {value, argument.value};
    const functions::UfuncInfo& info =
        *functions::FindUfunc(bound == 1 ? "np.maximum" : "np.minimum");
    if (is_array) {
      if (!EmitUfuncLoop(fn, info, operands, out, call.range)) {
        return Value();
      }
      value = out;
      continue;
    }
    if (!value.is_scalar() || !argument.value.is_scalar()) {
      const bool first = !value.is_scalar();
      fn.Report(first ? arguments[0].range : argument.range, diag::Kind::ArgumentType, name,
                "numbers", Describe(fn, first ? value : argument.value))
          .Emit();
      return Value();
    }
    value = EmitUfunc(fn, info, operands, call.range);
    if (value.is_poison()) {
      return value;
    }
  }
  return value;
}

// np.round(x, decimals) in the number's own type.
// Numba rounds to digits in float64, integers too, and its result has the type of both ways, with
// digits and without.
Value EmitNumpyRound(FunctionContext& fn, const ast::Call& call, const Arguments& arguments) {
  const Value& value = arguments[0].value;
  const bool numba = fn.rules() == types::PromotionRules::Numba;
  if (value.is_scalar() && types::IsComplex(value.type)) {
    const kir::InstId inst = Materialize(fn, value);
    const TypeId type = numba ? types::kComplex128 : value.type;
    std::vector<kir::InstId> parts;
    for (const kir::InstId part : {fn.builder.ComplexReal(inst), fn.builder.ComplexImag(inst)}) {
      Arguments own = arguments;
      own[0].value = Value::Runtime(part, types::ComplexElement(value.type), value.weak);
      const Value rounded = EmitNumpyRound(fn, call, own);
      if (rounded.is_poison()) {
        return rounded;
      }
      parts.push_back(ConvertTo(fn, rounded, types::ComplexElement(type)));
    }
    return Value::Runtime(fn.builder.ComplexMake(parts[0], parts[1]), type, value.weak);
  }
  if (!RequireReal(fn, arguments[0], SpellingAt(fn, call.func->range))) {
    return Value();
  }
  const bool is_float = types::IsFloat(value.type);
  const bool is_narrow = is_float && types::scalar_bits(value.type) == 16;
  if (types::IsBool(value.type)) {
    return value;
  }
  const TypeId type = !numba || is_narrow                        ? value.type
                      : is_float || value.type == types::kUInt64 ? types::kFloat64
                                                                 : types::kInt64;
  Value rounded = value;
  if (arguments[1].given && ConstantInt(arguments[1].value) != 0) {
    const TypeId computed = is_float && type == value.type ? value.type : types::kFloat64;
    Arguments wide = arguments;
    wide[0].value = Value::Runtime(ConvertTo(fn, value, computed), computed, value.weak);
    rounded = EmitRoundDigits(fn, call, wide);
  } else if (is_float) {
    rounded = EmitUfunc(fn, *functions::FindUfunc("np.rint"), {&value, 1}, call.range);
  }
  return rounded.is_poison() || rounded.type == type
             ? rounded
             : Value::Runtime(ConvertTo(fn, rounded, type), type, value.weak);
}

}  // namespace kernelc::sema
