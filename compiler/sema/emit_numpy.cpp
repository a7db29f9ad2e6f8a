// Functions of NumPy that are neither universal functions nor reductions.
#include <algorithm>
#include <iterator>

#include "compiler/sema/function_emitter.h"
#include "compiler/sema/library.h"
#include "compiler/sema/reductions.h"

namespace kernelc::sema {

// np.angle(z, deg): Numba has the phase in the type of z, and gives float64.
Value FunctionEmitter::EmitNumpyAngle(const ast::Call& call, const Arguments& arguments) {
  const std::string name(SpellingAt(call.func->range));
  Arguments operand{arguments[0]};
  if (!ConvertLibraryArguments(*FindLibrary("cmath.phase"), name, &operand)) {
    return Value();
  }
  const TypeId result = rules() == types::PromotionRules::Numba
                            ? types::kFloat64
                            : types::ComplexElement(operand[0].value.type);
  const Value deg = arguments[1].given ? Truth(arguments[1].value, arguments[1].range)
                                       : MakeNumber(Number::Bool(false));
  if (deg.is_poison()) {
    return deg;
  }
  const Value values[] = {operand[0].value, deg, MakeTyped(Number::Float(1.0), result)};
  return CallLibrary("complexes.angle", values, call.range, name);
}

// np.asarray(a): an array of the wanted elements is the array itself.
Value FunctionEmitter::EmitNumpyAsArray(const ast::Call& call, const Arguments& arguments) {
  const bool any_type = !arguments[1].given || arguments[1].value.is_none();
  const std::optional<TypeId> element = any_type ? std::nullopt : ElementType(arguments[1]);
  if (!any_type && !element) {
    return Value();
  }
  const Value& array = arguments[0].value;
  if (IsArray(array) && (any_type || type_of(array).element == *element)) {
    return array;
  }
  Report(call.range, diag::Kind::Allocates, SpellingAt(call.func->range))
      .Help(std::string(HelpForAllocation("np.asarray")))
      .Emit();
  return Value();
}

Value FunctionEmitter::EmitNumpyIsScalar(const ast::Call&, const Arguments& arguments) {
  const Value& value = arguments[0].value;
  return MakeNumber(Number::Bool(value.is_scalar() || IsTime(value) || value.is_object(ObjectKind::Str)));
}

// np.divmod(x1, x2) of numbers, with NumPy's types.
Value FunctionEmitter::EmitNumpyDivmod(const ast::Call& call, const Arguments& arguments) {
  for (const Argument& argument : arguments) {
    if (!RequireReal(argument, SpellingAt(call.func->range))) {
      return Value();
    }
  }
  const Value operands[] = {arguments[0].value, arguments[1].value};
  const Value quotient = EmitUfunc(*FindUfunc("np.floor_divide"), operands, call.range);
  const Value remainder = EmitUfunc(*FindUfunc("np.remainder"), operands, call.range);
  return quotient.is_poison() || remainder.is_poison() ? Value()
                                                       : Value::Tuple({quotient, remainder});
}

Value FunctionEmitter::EmitNumpyDot(const ast::Call& call, const Arguments& arguments) {
  return EmitDotProduct(SpellingAt(call.func->range), arguments[0], arguments[1], false,
                        call.range);
}

Value FunctionEmitter::EmitNumpyVdot(const ast::Call& call, const Arguments& arguments) {
  return EmitDotProduct(SpellingAt(call.func->range), arguments[0], arguments[1], true,
                        call.range);
}

// np.reshape(a, shape) and the like: the first argument is the array.
Value FunctionEmitter::EmitOfArray(const ast::Call& call, std::string_view method,
                                   const Arguments& arguments) {
  if (!IsArray(arguments[0].value)) {
    Report(arguments[0].range, diag::Kind::ArgumentType, SpellingAt(call.func->range), "an array",
           Describe(arguments[0].value))
        .Emit();
    return Value();
  }
  Arguments rest;
  std::ranges::copy_if(arguments.begin() + 1, arguments.end(), std::back_inserter(rest),
                       [](const Argument& argument) { return argument.given; });
  return EmitArrayFunction(method, arguments[0].value, rest, call.range).value_or(Value());
}

Value FunctionEmitter::EmitNumpyRavel(const ast::Call& call, const Arguments& arguments) {
  return EmitOfArray(call, "ravel", arguments);
}

Value FunctionEmitter::EmitNumpyReshape(const ast::Call& call, const Arguments& arguments) {
  return EmitOfArray(call, "reshape", arguments);
}

Value FunctionEmitter::EmitNumpyTranspose(const ast::Call& call, const Arguments& arguments) {
  return EmitOfArray(call, "transpose", arguments);
}

Value FunctionEmitter::EmitNumpyCopyTo(const ast::Call& call, const Arguments& arguments) {
  return EmitOfArray(call, "fill", arguments);
}

Value FunctionEmitter::EmitNumpySize(const ast::Call&, const Arguments& arguments) {
  const Value& value = arguments[0].value;
  if (IsArray(value)) {
    return ArraySize(value);
  }
  const std::optional<std::vector<Value>> elements = AsTuple(value);
  return MakeNumber(Number::Int(elements ? Int128(elements->size()) : Int128(1)));
}

Value FunctionEmitter::EmitNumpyShape(const ast::Call&, const Arguments& arguments) {
  std::vector<Value> extents;
  if (IsArray(arguments[0].value)) {
    for (unsigned dim = 0; dim < type_of(arguments[0].value).ndim; ++dim) {
      extents.push_back(ArrayExtent(arguments[0].value, dim));
    }
  }
  return Value::Tuple(std::move(extents));
}

Value FunctionEmitter::EmitNumpyNdim(const ast::Call&, const Arguments& arguments) {
  const Value& value = arguments[0].value;
  return MakeNumber(Number::Int(IsArray(value) ? Int128(type_of(value).ndim) : Int128(0)));
}

Value FunctionEmitter::EmitNumpyReal(const ast::Call& call, const Arguments& arguments) {
  return EmitComplexPartOf(call, arguments[0], false);
}

Value FunctionEmitter::EmitNumpyImag(const ast::Call& call, const Arguments& arguments) {
  return EmitComplexPartOf(call, arguments[0], true);
}

Value FunctionEmitter::EmitComplexPartOf(const ast::Call& call, const Argument& argument,
                                         bool imag) {
  if (IsArray(argument.value)) {
    return ComplexPartView(argument.value, imag);
  }
  if (argument.value.is_scalar()) {
    return ComplexPart(argument.value, imag);
  }
  Report(argument.range, diag::Kind::ArgumentType, SpellingAt(call.func->range), "a number",
         Describe(argument.value))
      .Emit();
  return Value();
}

// np.where(condition, x, y) of numbers.
Value FunctionEmitter::EmitNumpyWhere(const ast::Call& call, const Arguments& arguments) {
  const bool any_array =
      std::ranges::any_of(arguments, [this](const Argument& argument) {
        return IsArray(argument.value);
      });
  if (any_array || !arguments[2].given) {
    Report(call.range, diag::Kind::Allocates, SpellingAt(call.func->range))
        .Help("write `x if condition else y` for each element")
        .Emit();
    return Value();
  }
  const Value condition = Truth(arguments[0].value, arguments[0].range);
  if (condition.is_poison()) {
    return condition;
  }
  const kir::RegionId then_region = builder_.NewRegion();
  const kir::RegionId else_region = builder_.NewRegion();
  return Choose(condition, then_region, arguments[1].value, else_region, arguments[2].value,
                arguments[1].range, arguments[2].range);
}

// np.clip(x, low, high, out): the lower bound first, as NumPy has it. A bound may be None.
Value FunctionEmitter::EmitNumpyClip(const ast::Call& call, const Arguments& arguments) {
  const std::string name(SpellingAt(call.func->range));
  Value value = arguments[0].value;
  const bool is_array = IsArray(value);
  const Value& out = arguments[3].value;
  if (is_array && !(arguments[3].given && IsArray(out))) {
    Report(call.range, diag::Kind::ArrayResult, name)
        .Label(arguments[0].range, Describe(value))
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
    const UfuncInfo& info = *FindUfunc(bound == 1 ? "np.maximum" : "np.minimum");
    if (is_array) {
      if (!EmitUfuncLoop(info, operands, out, call.range)) {
        return Value();
      }
      value = out;
      continue;
    }
    if (!value.is_scalar() || !argument.value.is_scalar()) {
      const bool first = !value.is_scalar();
      Report(first ? arguments[0].range : argument.range, diag::Kind::ArgumentType, name,
             "numbers", Describe(first ? value : argument.value))
          .Emit();
      return Value();
    }
    value = EmitUfunc(info, operands, call.range);
    if (value.is_poison()) {
      return value;
    }
  }
  return value;
}

// np.round(x, decimals) in the number's own type.
// Numba rounds to digits in float64, integers too, and its result has the type of both ways, with digits and without.
Value FunctionEmitter::EmitNumpyRound(const ast::Call& call, const Arguments& arguments) {
  const Value& value = arguments[0].value;
  const bool numba = rules() == types::PromotionRules::Numba;
  if (value.is_scalar() && types::IsComplex(value.type)) {
    const kir::InstId inst = Materialize(value);
    const TypeId type = numba ? types::kComplex128 : value.type;
    std::vector<kir::InstId> parts;
    for (const kir::InstId part : {builder_.ComplexReal(inst), builder_.ComplexImag(inst)}) {
      Arguments own = arguments;
      own[0].value = Value::Runtime(part, types::ComplexElement(value.type), value.weak);
      const Value rounded = EmitNumpyRound(call, own);
      if (rounded.is_poison()) {
        return rounded;
      }
      parts.push_back(ConvertTo(rounded, types::ComplexElement(type)));
    }
    return Value::Runtime(builder_.ComplexMake(parts[0], parts[1]), type, value.weak);
  }
  if (!RequireReal(arguments[0], SpellingAt(call.func->range))) {
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
    wide[0].value = Value::Runtime(ConvertTo(value, computed), computed, value.weak);
    rounded = EmitRoundDigits(call, wide);
  } else if (is_float) {
    rounded = EmitUfunc(*FindUfunc("np.rint"), {&value, 1}, call.range);
  }
  return rounded.is_poison() || rounded.type == type
             ? rounded
             : Value::Runtime(ConvertTo(rounded, type), type, value.weak);
}

}  // namespace kernelc::sema
