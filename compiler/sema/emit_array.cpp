// Methods of arrays: views, and numbers made of whole arrays.
#include <algorithm>

#include "compiler/sema/advice.h"
#include "compiler/sema/function_emitter.h"
#include "compiler/sema/reductions.h"
#include "runtime/abi/device_error.h"

namespace kernelc::sema {

using types::Layout;

namespace {

// The type that a reduction gives for elements of this type.
TypeId ReductionType(ReductionResult result, TypeId element, bool native) {
  const bool is_integer = types::IsInteger(element) || types::IsBool(element);
  const bool is_complex = types::IsComplex(element);
  switch (result) {
    case ReductionResult::Sum:
      return !is_integer                    ? element
             : types::IsUnsigned(element) ? types::kUInt64
                                            : types::kInt64;
    case ReductionResult::NanSum:
      return native || !is_integer ? ReductionType(ReductionResult::Sum, element, native)
                                   : types::kInt64;
    case ReductionResult::Element:
      return element;
    case ReductionResult::Mean:
      return native && !is_integer ? element
                                   : ReductionType(ReductionResult::Wide, element, native);
    case ReductionResult::Wide:
      return is_complex ? types::kComplex128 : types::kFloat64;
    case ReductionResult::Spread: {
      const TypeId part = is_complex ? types::ComplexElement(element) : element;
      return native && types::IsFloat(part) && types::scalar_bits(part) >= 32 ? part
                                                                              : types::kFloat64;
    }
    case ReductionResult::Norm:
      return ReductionType(ReductionResult::Spread, element, true);
    case ReductionResult::Index:
      return types::kInt64;
    case ReductionResult::Truth:
      return types::kBool;
  }
  KC_FATAL("result of a reduction");
}

Value TypeValue(TypeId type) {
  return Value::Of(Object::Type(abi::ArgType::Scalar(types::scalar_kind(type))));
}

}  // namespace

// The number that a reduction makes of an array or a tuple of numbers; `axis` may be given for one dimension.
Value FunctionEmitter::EmitReduction(const ReductionInfo& info, std::string_view name,
                                     const Arguments& arguments, SourceRange range) {
  const Value& array = arguments[0].value;
  const bool is_array = IsArray(array);
  if (const std::optional<Value> time = EmitTimeReduction(info, name, array, range)) {
    return *time;
  }
  types::NumericType element;
  if (is_array) {
    element.type = type_of(array).element;
  } else if (const std::optional<std::vector<Value>> elements = AsTuple(array)) {
    for (const Value& value : *elements) {
      if (value.is_scalar()) {
        element = element.type.has_value()
                      ? types::UnifyScalars(rules(), element, value.numeric())
                      : value.numeric();
      }
    }
  }
  if (!element.type.has_value() || !types::IsScalar(element.type) ||
      (types::IsComplex(element.type) && !info.takes_complex())) {
    Report(arguments[0].range, diag::Kind::ArgumentType, name,
           info.takes_complex() ? "an array of numbers" : "an array of real numbers",
           Describe(array))
        .Emit();
    return Value();
  }
  const Argument& axis = arguments[1];
  if (axis.given && !axis.value.is_none()) {
    const std::optional<std::int64_t> number = ConstantInt(axis.value);
    const bool only = is_array && type_of(array).ndim == 1 && (number == 0 || number == -1);
    if (!only) {
      Report(axis.range, diag::Kind::Allocates, fmt::format("{}(axis=...)", name))
          .Help("loop over the other axes, and take the function of each row or column")
          .Emit();
      return Value();
    }
  }
  const bool native = rules() == types::PromotionRules::Weak && !is_library();
  TypeId type = ReductionType(info.result, element.type, native);
  if (arguments.size() > 2 && arguments[2].given && !arguments[2].value.is_none()) {
    const std::optional<TypeId> wanted = ElementType(arguments[2]);
    if (!wanted) {
      return Value();
    }
    type = *wanted;
  }
  std::vector<Value> values{array, TypeValue(type)};
  const bool is_spread = info.result == ReductionResult::Spread;
  const bool skips_nan = info.names.starts_with("np.nan");
  if (is_spread) {
    values.push_back(TypeValue(ReductionType(
        skips_nan ? ReductionResult::Wide : ReductionResult::Mean, element.type, native)));
  }
  if (info.result == ReductionResult::Norm) {
    values.push_back(TypeValue(ReductionType(ReductionResult::Spread, element.type, native)));
  }
  if (info.result == ReductionResult::Mean || (is_spread && !skips_nan)) {
    // The sum that the mean is made of.
    values.push_back(TypeValue(ReductionType(ReductionResult::Mean, element.type, true)));
  }
  return CallLibrary(info.function, values, range, name);
}

// np.average: the mean, or with weights the sum of products over that of the weights, with NumPy's types.
Value FunctionEmitter::EmitNumpyAverage(const ast::Call& call, const Arguments& arguments) {
  const std::string name(SpellingAt(call.func->range));
  if (!arguments[2].given || arguments[2].value.is_none()) {
    return EmitReduction(*FindReduction("np.mean", false), name, {arguments[0], arguments[1]}, call.range);
  }
  if (arguments[1].given && !arguments[1].value.is_none()) {
    Report(arguments[1].range, diag::Kind::Allocates, fmt::format("{}(axis=...)", name))
        .Help("leave `axis` away, or loop over the other axes")
        .Emit();
    return Value();
  }
  std::vector<Value> zeros;
  for (const Argument* argument : {&arguments[0], &arguments[2]}) {
    const TypeId element = IsArray(argument->value) ? type_of(argument->value).element : TypeId();
    if (!element.has_value() || !types::IsScalar(element)) {
      Report(argument->range, diag::Kind::ArgumentType, name, "an array of numbers",
             Describe(argument->value))
          .Emit();
      return Value();
    }
    zeros.push_back(Value::Runtime(builder_.Zero(element), element));
  }
  if (type_of(arguments[0].value).ndim != type_of(arguments[2].value).ndim) {
    Report(arguments[2].range, diag::Kind::ArgumentType, name, "weights of the array's shape",
           Describe(arguments[2].value))
        .Label(arguments[0].range, Describe(arguments[0].value))
        .Emit();
    return Value();
  }
  const TypeId product = EmitUfunc(*FindUfunc("np.multiply"), zeros, call.range).type;
  const Value values[] = {arguments[0].value, arguments[2].value, TypeValue(product),
                          TypeValue(ReductionType(ReductionResult::Sum, product, false)),
                          TypeValue(ReductionType(ReductionResult::Sum, zeros[1].type, false))};
  const Value sums = CallLibrary("arrays.weighted_sums", values, call.range, name);
  if (sums.is_poison()) {
    return sums;
  }
  const std::vector<Value> parts = TupleParts(sums);
  return EmitBinary(ast::BinaryOperator::Div, parts[0], parts[1], call.range,
                    arguments[0].range, arguments[2].range);
}

Value FunctionEmitter::EmitReductionCall(const ast::Call& call, const ReductionInfo& info,
                                         const Value* self) {
  SpecialInfo parameters;
  parameters.name = info.names;
  parameters.parameters = {"axis"};
  if (self == nullptr) {
    parameters.parameters.insert(parameters.parameters.begin(), "a");
    parameters.required = 1;
  }
  if (info.result == ReductionResult::Sum || info.result == ReductionResult::NanSum) {
    parameters.parameters.push_back("dtype");
  }
  Arguments arguments;
  if (!BindNamed(call, parameters, &arguments)) {
    return Value();
  }
  if (self != nullptr) {
    arguments.insert(arguments.begin(), {*self, nullptr, call.func->range, true});
  }
  const std::string name(SpellingAt(call.func->range));
  return EmitReduction(info, name, arguments, call.range);
}

// np.dot and np.vdot of vectors.
Value FunctionEmitter::EmitDotProduct(std::string_view name, const Argument& left,
                                      const Argument& right, bool conjugates, SourceRange range) {
  types::NumericType common;
  for (const Argument* argument : {&left, &right}) {
    const bool is_vector = IsArray(argument->value) && type_of(argument->value).ndim == 1 &&
                           types::IsScalar(type_of(argument->value).element);
    if (!is_vector) {
      if (IsArray(argument->value)) {
        Report(range, diag::Kind::Allocates, name)
            .Label(argument->range, Describe(argument->value))
            .Help("of vectors it is a number; write the product of matrices with loops over rows, "
                  "columns and the inner dimension")
            .Emit();
      } else {
        Report(argument->range, diag::Kind::ArgumentType, name, "a vector",
               Describe(argument->value))
            .Emit();
      }
      return Value();
    }
    const types::NumericType element{type_of(argument->value).element, false};
    common = common.type.has_value() ? types::UnifyScalars(rules(), common, element) : element;
  }
  const Value values[] = {left.value, right.value, TypeValue(common.type)};
  return CallLibrary(conjugates ? "arrays.vdot" : "arrays.dot", values, range, name);
}

// a.reshape(shape): a view of an array that is contiguous in C order. One extent may be -1.
Value FunctionEmitter::Reshape(const Value& array, const Arguments& arguments,
                               std::string_view name, SourceRange range) {
  const types::Type type = type_of(array);
  if (type.layout != Layout::C) {
    Report(range, diag::Kind::NotContiguous, name, Describe(array))
        .Help("pass a C-contiguous array: its type is `float32[::1]`, `float32[:, ::1]`")
        .Emit();
    return Value();
  }
  std::vector<Value> shape;
  for (const Argument& argument : arguments) {
    const std::optional<std::vector<Value>> elements = AsTuple(argument.value);
    const std::vector<Value> extents =
        elements ? *elements : std::vector<Value>{argument.value};
    for (const Value& extent : extents) {
      if (!IsInteger(extent)) {
        Report(argument.range, diag::Kind::ArgumentType, name, "integers", Describe(extent)).Emit();
        return Value();
      }
      shape.push_back(extent);
    }
  }
  // `()` is the shape of one element.
  if (arguments.empty()) {
    Report(range, diag::Kind::CallArity, name, "a shape", 0).Emit();
    return Value();
  }
  Value known = IntConstant(1);
  for (const Value& extent : shape) {
    if (ConstantInt(extent) != -1) {
      known = IntMul(known, Value::Runtime(ConvertTo(extent, types::kInt64), types::kInt64));
    }
  }
  const auto rest = [&](const Value& divisor) {
    return builder_.Binary(kir::Op::FloorDiv, Materialize(ArraySize(array)), Materialize(divisor));
  };
  std::vector<ViewDimension> dimensions;
  for (const Value& extent : shape) {
    Value own = extent;
    if (ConstantInt(extent) == -1) {
      own = Value::Runtime(rest(known), types::kInt64);
    } else if (!ConstantInt(extent)) {
      // A number of run time may be -1 as well; then `known` is the negative of what the others say.
      const kir::InstId given = ConvertTo(extent, types::kInt64);
      const kir::InstId is_rest =
          builder_.Compare(kir::ComparePredicate::Lt, given, Materialize(IntConstant(0)));
      const Value others = IntMul(known, IntConstant(-1));
      own = Value::Runtime(builder_.Select(is_rest, rest(others), given), types::kInt64);
    }
    dimensions.push_back({own, IntConstant(0)});
  }
  // Another shape of more elements would reach beyond the array. NumPy raises for fewer, too.
  Value size = IntConstant(1);
  const kir::InstId zero = builder_.ConstInt(types::kInt64, 0);
  kir::InstId same = builder_.ConstBool(true);
  for (const ViewDimension& dimension : dimensions) {
    size = IntMul(size, dimension.extent);
    const kir::InstId is_extent = builder_.Compare(
        kir::ComparePredicate::Ge, ConvertTo(dimension.extent, types::kInt64), zero);
    same = builder_.Binary(kir::Op::And, same, is_extent);
  }
  same = builder_.Binary(kir::Op::And, same,
                         builder_.Compare(kir::ComparePredicate::Eq, ConvertTo(size, types::kInt64),
                                          Materialize(ArraySize(array))));
  FailUnless(Value::Runtime(same, types::kBool), abi::DeviceErrorCode::ExceptionRaised,
             "ValueError: total size of new array must be unchanged", {});
  return MakeView(builder_.ArrayData(array.inst), type, Layout::C, dimensions);
}

// a.view(dtype): the same memory as elements of another type.
Value FunctionEmitter::ArrayView(const Value& array, const Argument& dtype, SourceRange range) {
  const types::Type type = type_of(array);
  const std::optional<TypeId> element = ElementType(dtype);
  if (!element) {
    return Value();
  }
  const std::int64_t old_size = types::MemorySize(program_->types(), type.element);
  const std::int64_t new_size = types::MemorySize(program_->types(), *element);
  if (old_size != new_size && type.ndim == 0) {
    Report(dtype.range, diag::Kind::ArgumentType, "view",
           fmt::format("a type of {} bytes for an array without dimensions", old_size),
           Spell(*element))
        .Emit();
    return Value();
  }
  if (old_size != new_size && type.layout != Layout::C) {
    Report(range, diag::Kind::NotContiguous, "view", Describe(array))
        .Help("a view with elements of another size needs a C-contiguous array")
        .Emit();
    return Value();
  }
  const TypeId pointer_type = program_->types().Pointer(*element, type.space);
  const kir::InstId pointer =
      builder_.Append(kir::Op::Bitcast, pointer_type, {builder_.ArrayData(array.inst)});
  std::vector<ViewDimension> dimensions;
  for (unsigned dim = 0; dim < type.ndim; ++dim) {
    dimensions.push_back({ArrayExtent(array, dim), ArrayStride(array, dim)});
  }
  if (old_size != new_size) {
    const Value bytes = IntMul(dimensions.back().extent, IntConstant(old_size));
    if (old_size % new_size != 0) {
      const kir::InstId rest = builder_.Binary(kir::Op::Mod, Materialize(bytes),
                                               builder_.ConstInt(types::kInt64, new_size));
      const kir::InstId fits = builder_.Compare(kir::ComparePredicate::Eq, rest,
                                                builder_.ConstInt(types::kInt64, 0));
      FailUnless(Value::Runtime(fits, types::kBool), abi::DeviceErrorCode::ExceptionRaised,
                 "ValueError: new type not compatible with array", {});
    }
    dimensions.back().extent =
        Value::Runtime(builder_.Binary(kir::Op::FloorDiv, Materialize(bytes),
                                       builder_.ConstInt(types::kInt64, new_size)),
                       types::kInt64);
  }
  types::Type target = type;
  target.element = *element;
  return MakeView(pointer, target, type.layout, dimensions);
}

// a.transpose(axes): dimensions in another order.
Value FunctionEmitter::Permute(const Value& array, const Arguments& arguments,
                               std::string_view name, SourceRange range) {
  const types::Type type = type_of(array);
  std::vector<bool> used(type.ndim, false);
  std::vector<ViewDimension> dimensions;
  for (const Argument& argument : arguments) {
    const std::optional<std::vector<Value>> elements = AsTuple(argument.value);
    const std::vector<Value> axes = elements ? *elements : std::vector<Value>{argument.value};
    for (const Value& axis : axes) {
      std::int64_t dim = ConstantInt(axis).value_or(type.ndim);
      dim += dim < 0 ? type.ndim : 0;
      const auto place = static_cast<std::size_t>(dim);
      if (dim < 0 || dim >= type.ndim || used[place]) {
        Report(argument.range, diag::Kind::ArgumentType, name,
               fmt::format("the numbers 0 to {} in some order, as constants", type.ndim - 1),
               Describe(argument.value))
            .Emit();
        return Value();
      }
      used[place] = true;
      const auto own = static_cast<unsigned>(dim);
      dimensions.push_back({ArrayExtent(array, own), ArrayStride(array, own)});
    }
  }
  if (dimensions.size() != type.ndim) {
    Report(range, diag::Kind::CallArity, name, fmt::format("{} axes", type.ndim),
           dimensions.size())
        .Emit();
    return Value();
  }
  return MakeView(builder_.ArrayData(array.inst), type, Layout::A, dimensions);
}

// a.item(), a.item(i), a.item(i, j)
Value FunctionEmitter::ArrayItem(const Value& array, const Arguments& arguments,
                                 SourceRange range) {
  if (arguments.empty()) {
    const kir::InstId is_one =
        builder_.Compare(kir::ComparePredicate::Eq, Materialize(ArraySize(array)),
                         builder_.ConstInt(types::kInt64, 1));
    FailUnless(Value::Runtime(is_one, types::kBool), abi::DeviceErrorCode::ExceptionRaised,
               "ValueError: item(): cannot convert multi-element array to scalar", {});
    return LoadPlace(FlatPlace(array, MakeNumber(Number::Int(0))));
  }
  std::vector<IndexItem> items;
  for (const Argument& argument : arguments) {
    if (!AddIndexValue(argument.value, argument.range, &items)) {
      return Value();
    }
  }
  return LoadPlace(EmitPlace(array, items, range));
}

// Methods whose arguments are positional; null for names that are none of these.
std::optional<Value> FunctionEmitter::EmitArrayFunction(std::string_view name, const Value& array,
                                                        const Arguments& arguments,
                                                        SourceRange range) {
  if (name == "reshape") {
    return Reshape(array, arguments, name, range);
  }
  if (name == "transpose") {
    const bool plain = arguments.empty() || arguments[0].value.is_none();
    return plain ? Transpose(array) : Permute(array, arguments, name, range);
  }
  if (name == "item") {
    return ArrayItem(array, arguments, range);
  }
  if (name == "ravel" && arguments.empty()) {
    const Value view = RavelView(array);
    if (view.is_poison()) {
      Report(range, diag::Kind::NotContiguous, name, Describe(array))
          .Help("loop over `a.flat`, or pass a C-contiguous array")
          .Emit();
    }
    return view;
  }
  if (name == "view" && arguments.size() == 1) {
    return ArrayView(array, arguments[0], range);
  }
  if (name == "fill" && arguments.size() == 1) {
    Place place;
    place.valid = true;
    place.view = array;
    place.readonly = type_of(array).readonly;
    StorePlace(place, arguments[0].value, range, arguments[0].range);
    return Value::Of(Object());
  }
  if (name == "dot" && arguments.size() == 1) {
    Argument self;
    self.value = array;
    self.range = range;
    return EmitDotProduct("dot", self, arguments[0], false, range);
  }
  return std::nullopt;
}

Value FunctionEmitter::EmitArrayMethod(const ast::Call& call, const ast::Attribute& attribute,
                                       const Value& array) {
  const std::string_view name = attribute.attr;
  if (const ReductionInfo* reduction = FindReduction(name, true)) {
    return EmitReductionCall(call, *reduction, &array);
  }
  const std::string allocation = "." + std::string(name);
  if (const std::string_view help = HelpForAllocation(allocation); !help.empty()) {
    Report(call.range, diag::Kind::Allocates, SpellingAt(call.func->range))
        .Label(attribute.value->range, Describe(array))
        .Help(std::string(help))
        .Emit();
    return Value();
  }
  Arguments arguments;
  if (!CollectArguments(call, name, &arguments)) {
    return Value();
  }
  if (call.keywords.empty()) {
    if (const std::optional<Value> result =
            EmitArrayFunction(name, array, arguments, call.range)) {
      return *result;
    }
  } else if (name == "reshape" || name == "transpose" || name == "view") {
    Report(call.keywords[0]->range, diag::Kind::UnknownKeyword, name, call.keywords[0]->arg)
        .Emit();
    return Value();
  }
  Report(attribute.range, diag::Kind::UnknownMethod, Describe(array), name)
      .Label(attribute.value->range, Describe(array))
      .Help(HelpForMethod(array, IsArrayAttribute(name), call, attribute, function_->file->sources()))
      .Emit();
  return Value();
}

}  // namespace kernelc::sema
