#include "compiler/sema/emit_array.h"

#include <algorithm>

#include "compiler/functions/functions.h"
#include "compiler/sema/emit_attribute.h"
#include "compiler/sema/emit_call.h"
#include "compiler/sema/emit_datetime.h"
#include "compiler/sema/emit_error.h"
#include "compiler/sema/emit_flat.h"
#include "compiler/sema/emit_int.h"
#include "compiler/sema/emit_library.h"
#include "compiler/sema/emit_memory.h"
#include "compiler/sema/emit_operator.h"
#include "compiler/sema/emit_report.h"
#include "compiler/sema/emit_special.h"
#include "compiler/sema/emit_store.h"
#include "compiler/sema/emit_subscript.h"
#include "compiler/sema/emit_ufunc.h"
#include "compiler/sema/emit_value.h"
#include "compiler/sema/help_texts.h"
#include "runtime/abi/device_error.h"

namespace kernelc::sema {

using functions::ReductionResult;
using types::Layout;

namespace {

// The type that a reduction gives for elements of this type.
TypeId ReductionType(ReductionResult result, TypeId element, bool native) {
  const bool is_integer = types::IsInteger(element) || types::IsBool(element);
  const bool is_complex = types::IsComplex(element);
  switch (result) {
    case ReductionResult::Sum:
      return !is_integer ? element : types::IsUnsigned(element) ? types::kUInt64 : types::kInt64;
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

// Of no elements there is none.
bool NeedsElements(const functions::ReductionInfo& info) {
  return info.result == ReductionResult::Element || info.function.ends_with("argmax") ||
         info.function.ends_with("argmin");
}

bool IsEmptyConstant(const FunctionContext& fn, const Value& array) {
  return std::ranges::any_of(fn.constant_arrays, [&](const auto& constant) {
    return constant.second.inst == array.inst && constant.first->size() == 0;
  });
}

// The type that the numbers of an array or tuple have in common; none where there is none.
types::NumericType ElementOf(FunctionContext& fn, const Value& array) {
  types::NumericType element;
  if (IsArray(fn, array)) {
    element.type = fn.type_of(array).element;
  } else if (const TupleElements elements = AsTuple(fn, array)) {
    for (const Value& value : *elements) {
      if (value.is_scalar()) {
        element = element.type.has_value()
                      ? types::UnifyScalars(fn.rules(), element, value.numeric())
                      : value.numeric();
      }
    }
  }
  return element;
}

// The number that a reduction makes of an array or a tuple of numbers; `axis` may be given for one
// dimension.
Value EmitReduction(FunctionContext& fn, const functions::ReductionInfo& info,
                    std::string_view name, const Arguments& arguments, SourceRange range) {
  const Value& array = arguments[0].value;
  const bool is_array = IsArray(fn, array);
  if (const std::optional<Value> time = EmitTimeReduction(fn, info, name, array, range)) {
    return *time;
  }
  const types::NumericType element = ElementOf(fn, array);
  if (!element.type.has_value() || !types::IsScalar(element.type) ||
      (types::IsComplex(element.type) && !info.takes_complex())) {
    fn.Report(arguments[0].range, diag::Kind::ArgumentType, name,
              info.takes_complex() ? "an array of numbers" : "an array of real numbers",
              Describe(fn, array))
        .Emit();
    return Value();
  }
  const Argument& axis = arguments[1];
  if (axis.given && !axis.value.is_none()) {
    const std::optional<std::int64_t> number = ConstantInt(axis.value);
    const bool only = is_array && fn.type_of(array).ndim == 1 && (number == 0 || number == -1);
    if (!only) {
      fn.Report(axis.range, diag::Kind::Allocates, fmt::format("{}(axis=...)", name))
          .Help("loop over the other axes, and take the function of each row or column")
          .Emit();
      return Value();
    }
  }
  if (NeedsElements(info) && IsEmptyConstant(fn, array)) {
    fn.Report(arguments[0].range, diag::Kind::ArgumentType, name, "an array with elements",
              "an empty one")
        .Emit();
    return Value();
  }
  const bool native = fn.rules() == types::PromotionRules::Weak && !fn.is_library();
  TypeId type = ReductionType(info.result, element.type, native);
  if (arguments.size() > 2 && arguments[2].given && !arguments[2].value.is_none()) {
    const std::optional<TypeId> wanted = ElementType(fn, arguments[2]);
    if (!wanted) {
      return Value();
    }
    type = *wanted;
  }
  std::vector<Value> values{AsPassed(fn, array), TypeValue(type)};
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
  return CallLibrary(fn, info.function, values, range, name);
}

// The integers of a shape, given one by one or as tuples; `()` is the shape of one element. Null
// after an error.
std::optional<std::vector<Value>> ShapeOf(FunctionContext& fn, const Arguments& arguments,
                                          std::string_view name, SourceRange range) {
  std::vector<Value> shape;
  for (const Argument& argument : arguments) {
    const TupleElements elements = AsTuple(fn, argument.value);
    const std::vector<Value> extents = elements ? *elements : std::vector<Value>{argument.value};
    for (const Value& extent : extents) {
      if (!IsInteger(extent)) {
        fn.Report(argument.range, diag::Kind::ArgumentType, name, "integers", Describe(fn, extent))
            .Emit();
        return std::nullopt;
      }
      shape.push_back(extent);
    }
  }
  if (arguments.empty()) {
    fn.Report(range, diag::Kind::CallArity, name, "a shape", 0).Emit();
    return std::nullopt;
  }
  return shape;
}

// Another shape of more elements would reach beyond the array. NumPy raises for fewer, too.
void CheckSize(FunctionContext& fn, const Value& array,
               const std::vector<ViewDimension>& dimensions) {
  Value size = IntConstant(1);
  const kir::InstId zero = fn.builder.ConstInt(types::kInt64, 0);
  kir::InstId same = fn.builder.ConstBool(true);
  for (const ViewDimension& dimension : dimensions) {
    size = IntMul(fn, size, dimension.extent);
    const kir::InstId is_extent = fn.builder.Compare(
        kir::ComparePredicate::Ge, ConvertTo(fn, dimension.extent, types::kInt64), zero);
    same = fn.builder.Binary(kir::Op::And, same, is_extent);
  }
  same = fn.builder.Binary(
      kir::Op::And, same,
      fn.builder.Compare(kir::ComparePredicate::Eq, ConvertTo(fn, size, types::kInt64),
                         Materialize(fn, ArraySize(fn, array))));
  FailUnless(fn, Value::Runtime(same, types::kBool), abi::DeviceErrorCode::ExceptionRaised,
             "ValueError: total size of new array must be unchanged", {});
}

// a.reshape(shape): a view of an array that is contiguous in C order. One extent may be -1.
Value Reshape(FunctionContext& fn, const Value& array, const Arguments& arguments,
              std::string_view name, SourceRange range) {
  const types::Type type = fn.type_of(array);
  if (type.layout != Layout::C) {
    fn.Report(range, diag::Kind::NotContiguous, name, Describe(fn, array))
        .Help("pass a C-contiguous array: its type is `float32[::1]`, `float32[:, ::1]`")
        .Emit();
    return Value();
  }
  const std::optional<std::vector<Value>> shape = ShapeOf(fn, arguments, name, range);
  if (!shape) {
    return Value();
  }
  Value known = IntConstant(1);
  for (const Value& extent : *shape) {
    if (ConstantInt(extent) != -1) {
      known =
          IntMul(fn, known, Value::Runtime(ConvertTo(fn, extent, types::kInt64), types::kInt64));
    }
  }
  const auto rest = [&](const Value& divisor) {
    return fn.builder.Binary(kir::Op::FloorDiv, Materialize(fn, ArraySize(fn, array)),
                             Materialize(fn, divisor));
  };
  std::vector<ViewDimension> dimensions;
  for (const Value& extent : *shape) {
    Value own = extent;
    if (ConstantInt(extent) == -1) {
      own = Value::Runtime(rest(known), types::kInt64);
    } else if (!ConstantInt(extent)) {
      // A number of run time may be -1 as well; then `known` is the negative of what the others
      // say.
      const kir::InstId given = ConvertTo(fn, extent, types::kInt64);
      const kir::InstId is_rest =
          fn.builder.Compare(kir::ComparePredicate::Lt, given, Materialize(fn, IntConstant(0)));
      const Value others = IntMul(fn, known, IntConstant(-1));
      own = Value::Runtime(fn.builder.Select(is_rest, rest(others), given), types::kInt64);
    }
    dimensions.push_back({own, IntConstant(0)});
  }
  CheckSize(fn, array, dimensions);
  return MakeView(fn, fn.builder.ArrayData(array.inst), type, Layout::C, dimensions);
}

// a.view(dtype): the same memory as elements of another type.
Value ArrayView(FunctionContext& fn, const Value& array, const Argument& dtype, SourceRange range) {
  const types::Type type = fn.type_of(array);
  const std::optional<TypeId> element = ElementType(fn, dtype);
  if (!element) {
    return Value();
  }
  const std::int64_t old_size = types::MemorySize(fn.program.types(), type.element);
  const std::int64_t new_size = types::MemorySize(fn.program.types(), *element);
  if (old_size != new_size && type.ndim == 0) {
    fn.Report(dtype.range, diag::Kind::ArgumentType, "view",
              fmt::format("a type of {} bytes for an array without dimensions", old_size),
              fn.Spell(*element))
        .Emit();
    return Value();
  }
  if (old_size != new_size && type.layout != Layout::C) {
    fn.Report(range, diag::Kind::NotContiguous, "view", Describe(fn, array))
        .Help("a view with elements of another size needs a C-contiguous array")
        .Emit();
    return Value();
  }
  const TypeId pointer_type = fn.program.types().Pointer(*element, type.space);
  const kir::InstId pointer =
      fn.builder.Append(kir::Op::Bitcast, pointer_type, {fn.builder.ArrayData(array.inst)});
  std::vector<ViewDimension> dimensions;
  for (unsigned dim = 0; dim < type.ndim; ++dim) {
    dimensions.push_back({ArrayExtent(fn, array, dim), ArrayStride(fn, array, dim)});
  }
  if (old_size != new_size) {
    const Value bytes = IntMul(fn, dimensions.back().extent, IntConstant(old_size));
    if (old_size % new_size != 0) {
      const kir::InstId rest = fn.builder.Binary(kir::Op::Mod, Materialize(fn, bytes),
                                                 fn.builder.ConstInt(types::kInt64, new_size));
      const kir::InstId fits = fn.builder.Compare(kir::ComparePredicate::Eq, rest,
                                                  fn.builder.ConstInt(types::kInt64, 0));
      FailUnless(fn, Value::Runtime(fits, types::kBool), abi::DeviceErrorCode::ExceptionRaised,
                 "ValueError: new type not compatible with array", {});
    }
    dimensions.back().extent =
        Value::Runtime(fn.builder.Binary(kir::Op::FloorDiv, Materialize(fn, bytes),
                                         fn.builder.ConstInt(types::kInt64, new_size)),
                       types::kInt64);
  }
  types::Type target = type;
  target.element = *element;
  return MakeView(fn, pointer, target, type.layout, dimensions);
}

// a.transpose(axes): dimensions in another order.
Value Permute(FunctionContext& fn, const Value& array, const Arguments& arguments,
              std::string_view name, SourceRange range) {
  const types::Type type = fn.type_of(array);
  std::vector<bool> used(type.ndim, false);
  std::vector<ViewDimension> dimensions;
  for (const Argument& argument : arguments) {
    const TupleElements elements = AsTuple(fn, argument.value);
    const std::vector<Value> axes = elements ? *elements : std::vector<Value>{argument.value};
    for (const Value& axis : axes) {
      std::int64_t dim = ConstantInt(axis).value_or(type.ndim);
      dim += dim < 0 ? type.ndim : 0;
      const auto place = static_cast<std::size_t>(dim);
      if (dim < 0 || dim >= type.ndim || used[place]) {
        fn.Report(argument.range, diag::Kind::ArgumentType, name,
                  fmt::format("the numbers 0 to {} in some order, as constants", type.ndim - 1),
                  Describe(fn, argument.value))
            .Emit();
        return Value();
      }
      used[place] = true;
      const auto own = static_cast<unsigned>(dim);
      dimensions.push_back({ArrayExtent(fn, array, own), ArrayStride(fn, array, own)});
    }
  }
  if (dimensions.size() != type.ndim) {
    fn.Report(range, diag::Kind::CallArity, name, fmt::format("{} axes", type.ndim),
              dimensions.size())
        .Emit();
    return Value();
  }
  return MakeView(fn, fn.builder.ArrayData(array.inst), type, Layout::A, dimensions);
}

// a.item(), a.item(i), a.item(i, j)
Value ArrayItem(FunctionContext& fn, const Value& array, const Arguments& arguments,
                SourceRange range) {
  if (arguments.empty()) {
    const kir::InstId is_one =
        fn.builder.Compare(kir::ComparePredicate::Eq, Materialize(fn, ArraySize(fn, array)),
                           fn.builder.ConstInt(types::kInt64, 1));
    FailUnless(fn, Value::Runtime(is_one, types::kBool), abi::DeviceErrorCode::ExceptionRaised,
               "ValueError: item(): cannot convert multi-element array to scalar", {});
    return LoadPlace(fn, FlatPlace(fn, array, MakeNumber(fn, Number::Int(0))));
  }
  std::vector<IndexItem> items;
  for (const Argument& argument : arguments) {
    if (!AddIndexValue(fn, argument.value, argument.range, &items)) {
      return Value();
    }
  }
  return LoadPlace(fn, EmitPlace(fn, array, items, range));
}

}  // namespace

// np.average: the mean, or with weights the sum of products over that of the weights, with NumPy's
// types.
Value EmitNumpyAverage(FunctionContext& fn, const ast::Call& call, const Arguments& arguments) {
  const std::string name(SpellingAt(fn, call.func->range));
  if (!arguments[2].given || arguments[2].value.is_none()) {
    return EmitReduction(fn, *functions::FindReduction("np.mean", false), name,
                         {arguments[0], arguments[1]}, call.range);
  }
  if (arguments[1].given && !arguments[1].value.is_none()) {
    fn.Report(arguments[1].range, diag::Kind::Allocates, fmt::format("{}(axis=...)", name))
        .Help("leave `axis` away, or loop over the other axes")
        .Emit();
    return Value();
  }
  std::vector<Value> zeros;
  for (const Argument* argument : {&arguments[0], &arguments[2]}) {
    const TypeId element =
        IsArray(fn, argument->value) ? fn.type_of(argument->value).element : TypeId();
    if (!element.has_value() || !types::IsScalar(element)) {
      fn.Report(argument->range, diag::Kind::ArgumentType, name, "an array of numbers",
                Describe(fn, argument->value))
          .Emit();
      return Value();
    }
    zeros.push_back(Value::Runtime(fn.builder.Zero(element), element));
  }
  if (fn.type_of(arguments[0].value).ndim != fn.type_of(arguments[2].value).ndim) {
    fn.Report(arguments[2].range, diag::Kind::ArgumentType, name, "weights of the array's shape",
              Describe(fn, arguments[2].value))
        .Label(arguments[0].range, Describe(fn, arguments[0].value))
        .Emit();
    return Value();
  }
  const TypeId product =
      EmitUfunc(fn, *functions::FindUfunc("np.multiply"), zeros, call.range).type;
  const Value values[] = {arguments[0].value, arguments[2].value, TypeValue(product),
                          TypeValue(ReductionType(ReductionResult::Sum, product, false)),
                          TypeValue(ReductionType(ReductionResult::Sum, zeros[1].type, false))};
  const Value sums = CallLibrary(fn, "arrays.weighted_sums", values, call.range, name);
  if (sums.is_poison()) {
    return sums;
  }
  const std::vector<Value> parts = TupleParts(fn, sums);
  return EmitBinary(fn, ast::BinaryOperator::Div, parts[0], parts[1], call.range,
                    arguments[0].range, arguments[2].range);
}

Value EmitReductionCall(FunctionContext& fn, const ast::Call& call,
                        const functions::ReductionInfo& info, const Value* self) {
  // Of a constant it is the number that NumPy makes of it, as the method is.
  if (const std::optional<Object> known = EvalConstant(fn, &call); known && known->is_number()) {
    return FromObject(fn, *known);
  }
  functions::SpecialInfo parameters;
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
  if (!BindNamed(fn, call, parameters, &arguments)) {
    return Value();
  }
  if (self != nullptr) {
    arguments.insert(arguments.begin(), {*self, nullptr, call.func->range, true});
  }
  const std::string name(SpellingAt(fn, call.func->range));
  return EmitReduction(fn, info, name, arguments, call.range);
}

Value EmitDotProduct(FunctionContext& fn, std::string_view name, const Argument& left,
                     const Argument& right, bool conjugates, SourceRange range) {
  types::NumericType common;
  for (const Argument* argument : {&left, &right}) {
    const bool is_vector = IsArray(fn, argument->value) && fn.type_of(argument->value).ndim == 1 &&
                           types::IsScalar(fn.type_of(argument->value).element);
    if (!is_vector) {
      if (IsArray(fn, argument->value)) {
        fn.Report(range, diag::Kind::Allocates, name)
            .Label(argument->range, Describe(fn, argument->value))
            .Help(
                "of vectors it is a number; write the product of matrices with loops over rows, "
                "columns and the inner dimension")
            .Emit();
      } else {
        fn.Report(argument->range, diag::Kind::ArgumentType, name, "a vector",
                  Describe(fn, argument->value))
            .Emit();
      }
      return Value();
    }
    const types::NumericType element{fn.type_of(argument->value).element, false};
    common = common.type.has_value() ? types::UnifyScalars(fn.rules(), common, element) : element;
  }
  const Value values[] = {left.value, right.value, TypeValue(common.type)};
  return CallLibrary(fn, conjugates ? "arrays.vdot" : "arrays.dot", values, range, name);
}

namespace {

Value EmitTranspose(FunctionContext& fn, const Value& array, const Arguments& arguments, SourceRange range) {
  const bool plain = arguments.empty() || arguments[0].value.is_none();
  return plain ? Transpose(fn, array) : Permute(fn, array, arguments, "transpose", range);
}

Value EmitRavel(FunctionContext& fn, const Value& array, const Arguments&, SourceRange range) {
  const Value view = RavelView(fn, array);
  if (view.is_poison()) {
    fn.Report(range, diag::Kind::NotContiguous, "ravel", Describe(fn, array))
        .Help("loop over `a.flat`, or pass a C-contiguous array")
        .Emit();
  }
  return view;
}

Value EmitFill(FunctionContext& fn, const Value& array, const Arguments& arguments, SourceRange range) {
  Place place;
  place.valid = true;
  place.view = array;
  place.readonly = fn.type_of(array).readonly;
  StorePlace(fn, place, arguments[0].value, range, arguments[0].range);
  return Value::Of(Object());
}

Value EmitDot(FunctionContext& fn, const Value& array, const Arguments& arguments, SourceRange range) {
  Argument self;
  self.value = array;
  self.range = range;
  return EmitDotProduct(fn, "dot", self, arguments[0], false, range);
}

struct ArrayMethod {
  std::string_view name;
  Value (*emit)(FunctionContext& fn, const Value& array, const Arguments& arguments, SourceRange range);
  // Those that take any number check it themselves.
  std::optional<std::size_t> arguments = std::nullopt;
};

// Beside reductions.
constexpr ArrayMethod kArrayMethods[] = {
    {"dot", EmitDot, 1},
    {"fill", EmitFill, 1},
    {"item", ArrayItem},
    {"ravel", EmitRavel, 0},
    {"reshape",
     [](FunctionContext& fn, const Value& array, const Arguments& arguments, SourceRange range) {
       return Reshape(fn, array, arguments, "reshape", range);
     }},
    {"transpose", EmitTranspose},
    {"view",
     [](FunctionContext& fn, const Value& array, const Arguments& arguments, SourceRange range) {
       return ArrayView(fn, array, arguments[0], range);
     },
     1},
};

}  // namespace

bool IsArrayMethod(std::string_view name) {
  return functions::FindReduction(name, true) != nullptr ||
         std::ranges::find(kArrayMethods, name, &ArrayMethod::name) != std::end(kArrayMethods);
}

std::optional<Value> EmitArrayFunction(FunctionContext& fn, std::string_view name,
                                       const Value& array, const Arguments& arguments,
                                       SourceRange range) {
  const auto* method = std::ranges::find(kArrayMethods, name, &ArrayMethod::name);
  if (method == std::end(kArrayMethods) || arguments.size() != method->arguments.value_or(arguments.size())) {
    return std::nullopt;
  }
  return method->emit(fn, array, arguments, range);
}

Value EmitArrayMethod(FunctionContext& fn, const ast::Call& call, const ast::Attribute& attribute,
                      const Value& array) {
  const std::string_view name = attribute.attr;
  if (const functions::ReductionInfo* reduction = functions::FindReduction(name, true)) {
    return EmitReductionCall(fn, call, *reduction, &array);
  }
  const std::string allocation = "." + std::string(name);
  if (const std::string_view help = functions::HelpForAllocation(allocation); !help.empty()) {
    fn.Report(call.range, diag::Kind::Allocates, SpellingAt(fn, call.func->range))
        .Label(attribute.value->range, Describe(fn, array))
        .Help(std::string(help))
        .Emit();
    return Value();
  }
  Arguments arguments;
  if (!CollectArguments(fn, call, name, &arguments)) {
    return Value();
  }
  if (call.keywords.empty()) {
    if (const std::optional<Value> result =
            EmitArrayFunction(fn, name, array, arguments, call.range)) {
      return *result;
    }
  } else if (name == "reshape" || name == "transpose" || name == "view") {
    fn.Report(call.keywords[0]->range, diag::Kind::UnknownKeyword, name, call.keywords[0]->arg)
        .Emit();
    return Value();
  }
  fn.Report(attribute.range, diag::Kind::UnknownMethod, Describe(fn, array), name)
      .Label(attribute.value->range, Describe(fn, array))
      .Help(HelpForMethod(array, IsArrayAttribute(name), call, attribute,
                          fn.function.file->sources()))
      .Emit();
  return Value();
}

}  // namespace kernelc::sema
