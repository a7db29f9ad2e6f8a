// Functions and methods of NumPy on constants.
#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "compiler/sema/const_bytes.h"
#include "compiler/sema/const_eval.h"
#include "compiler/sema/const_host.h"
#include "compiler/sema/const_numpy.h"
#include "compiler/sema/const_numpy_shape.h"
#include "compiler/sema/fold.h"

namespace kernelc::sema {
namespace {

using abi::ScalarClass;
using abi::ScalarKind;

// A shape: a number or a sequence of them.
std::optional<std::vector<std::int64_t>> AsShape(const Object* object) {
  if (object == nullptr) {
    return std::nullopt;
  }
  const std::vector<Object> parts =
      object->kind == ObjectKind::Tuple ? object->elements : std::vector<Object>{*object};
  std::vector<std::int64_t> shape;
  std::int64_t size = 1;
  for (const Object& part : parts) {
    if (!part.is_int() || part.number.integer > Int128(1) << 40) {
      return std::nullopt;
    }
    const auto extent = static_cast<std::int64_t>(part.number.integer);
    if (extent > 0 && size > (std::int64_t{1} << 40) / extent) {
      return std::nullopt;
    }
    size *= std::max<std::int64_t>(extent, 1);
    shape.push_back(extent);
  }
  return shape;
}

bool IsPositive(const std::vector<std::int64_t>& shape) {
  return std::ranges::all_of(shape, [](std::int64_t extent) { return extent >= 0; });
}

// The type of a `dtype` argument; `fallback` where there is none, null where it names none.
std::optional<ScalarKind> AsDtype(const Object* object, std::optional<ScalarKind> fallback) {
  if (object == nullptr || object->kind == ObjectKind::None) {
    return fallback;
  }
  const std::optional<abi::ArgType> type = Evaluator::AsType(*object);
  return type && type->kind == abi::ArgKind::Scalar ? std::optional(type->scalar) : std::nullopt;
}

std::optional<Object> Filled(const Object* shape_object, std::optional<ScalarKind> dtype,
                             const Number& value) {
  const std::optional<std::vector<std::int64_t>> shape = AsShape(shape_object);
  const std::optional<Number> cast = dtype ? CastNumber(value, *dtype) : std::nullopt;
  if (!shape || !IsPositive(*shape) || !cast) {
    return std::nullopt;
  }
  return ArrayObject({*dtype, *shape, {*cast}});
}

std::optional<Object> Arange(const NumpyArguments& arguments) {
  const std::size_t count = arguments.positional.size();
  if (count == 0 || count > 3 ||
      !std::ranges::all_of(arguments.positional,
                           [](const Object& object) { return object.is_number(); })) {
    return std::nullopt;
  }
  const Number zero = Number::Int(0);
  const Number start = count == 1 ? zero : arguments.positional[0].number;
  const Number stop = arguments.positional[count == 1 ? 0 : 1].number;
  const Object* step_object = arguments.Find(2, "step");
  const Number step = step_object == nullptr ? Number::Int(1) : step_object->number;
  const bool integral = start.is_integral() && stop.is_integral() && step.is_integral();
  const std::optional<ScalarKind> dtype = AsDtype(
      arguments.Find(3, "dtype"), integral ? ScalarKind::Int64 : ScalarKind::Float64);
  const double extent = (stop.as_double() - start.as_double()) / step.as_double();
  if (!step.truth() || !dtype || !(extent < 1e9)) {
    return std::nullopt;
  }
  ConstArray array{*dtype, {std::max<std::int64_t>(0, std::llround(std::ceil(extent)))}, {}};
  for (std::int64_t i = 0; array.shape[0] <= kMaxArrayElements && i < array.shape[0]; ++i) {
    const Number value = integral
                             ? Number::Int(start.integer + Int128(i) * step.integer)
                             : Number::Float(start.as_double() +
                                             static_cast<double>(i) * step.as_double());
    array.values.push_back(*CastNumber(value, *dtype));
  }
  return ArrayObject(std::move(array));
}

std::optional<Object> Linspace(const NumpyArguments& arguments) {
  const Object* start = arguments.Find(0, "start");
  const Object* stop = arguments.Find(1, "stop");
  const Object* num = arguments.Find(2, "num");
  const Object* endpoint = arguments.Find(3, "endpoint");
  const std::optional<ScalarKind> dtype =
      AsDtype(arguments.Find(5, "dtype"), ScalarKind::Float64);
  const bool closed = endpoint == nullptr || ObjectTruth(*endpoint).value_or(true);
  if (start == nullptr || stop == nullptr || !start->is_number() || !stop->is_number() ||
      (num != nullptr && !num->is_int()) || !dtype) {
    return std::nullopt;
  }
  const Int128 count = num == nullptr ? Int128(50) : num->number.integer;
  if (count < 0 || count > Int128(kMaxArrayElements)) {
    return std::nullopt;
  }
  const auto size = static_cast<std::int64_t>(count);
  const double first = start->number.as_double();
  const double last = stop->number.as_double();
  const auto divisions = static_cast<double>(closed ? size - 1 : size);
  const double step = (last - first) / divisions;
  ConstArray array{*dtype, {size}, {}};
  for (std::int64_t i = 0; i < size; ++i) {
    const bool is_last = closed && i + 1 == size && size > 1;
    const double value = is_last ? last : static_cast<double>(i) * (size > 1 ? step : 0.0) + first;
    const std::optional<Number> cast = CastNumber(Number::Float(value), *dtype);
    if (!cast) {
      return std::nullopt;
    }
    array.values.push_back(*cast);
  }
  return ArrayObject(std::move(array));
}

std::optional<Object> Eye(const NumpyArguments& arguments) {
  const Object* rows = arguments.Find(0, "N");
  const Object* given_columns = arguments.Find(1, "M");
  const Object* columns =
      given_columns == nullptr || given_columns->kind == ObjectKind::None ? rows : given_columns;
  const Object* offset = arguments.Find(2, "k");
  const std::optional<ScalarKind> dtype =
      AsDtype(arguments.Find(3, "dtype"), ScalarKind::Float64);
  if (rows == nullptr || !rows->is_int() || !columns->is_int() || !dtype ||
      rows->number.integer * columns->number.integer > Int128(kMaxArrayElements)) {
    return std::nullopt;
  }
  const auto n = static_cast<std::int64_t>(rows->number.integer);
  const auto m = static_cast<std::int64_t>(columns->number.integer);
  const auto k = offset == nullptr ? 0 : static_cast<std::int64_t>(offset->number.integer);
  ConstArray array{*dtype, {n, m}, {}};
  for (std::int64_t i = 0; i < n * m; ++i) {
    array.values.push_back(*CastNumber(Number::Int(i % m - i / m == k ? 1 : 0), *dtype));
  }
  return ArrayObject(std::move(array));
}

// Random arrays have a shape and a type, and contents that nobody knows.
std::optional<Object> Random(std::string_view name, const NumpyArguments& arguments) {
  ConstArray array;
  std::optional<std::vector<std::int64_t>> shape;
  if (name == "rand" || name == "randn") {
    const Object all = Object::Tuple(arguments.positional);
    shape = AsShape(&all);
  } else if (name == "random" || name == "random_sample" || name == "standard_normal") {
    shape = AsShape(arguments.Find(0, "size"));
  } else if (name == "permutation" && !arguments.positional.empty()) {
    shape = AsShape(&arguments.positional[0]);
  } else if (name == "uniform" || name == "normal" || name == "randint" || name == "integers") {
    shape = AsShape(arguments.Find(2, "size"));
  }
  const bool integers = name == "randint" || name == "integers" || name == "permutation";
  const std::optional<ScalarKind> dtype =
      AsDtype(arguments.Find(3, "dtype"), integers ? ScalarKind::Int64 : ScalarKind::Float64);
  if (!shape || shape->empty() || !IsPositive(*shape) || !dtype) {
    return std::nullopt;
  }
  array.element = *dtype;
  array.shape = std::move(*shape);
  return ArrayObject(std::move(array));
}

ConstArray Transposed(const ConstArray& array) {
  ConstArray result = array;
  std::ranges::reverse(result.shape);
  result.fortran = result.shape.size() > 1 && !array.fortran;
  if (array.values.size() < 2) {
    return result;
  }
  const std::size_t ndim = array.shape.size();
  std::vector<std::int64_t> index(ndim, 0);
  for (std::int64_t flat = 0; flat < array.size(); ++flat) {
    std::int64_t rest = flat;
    for (std::size_t i = ndim; i-- > 0;) {
      index[i] = rest % array.shape[i];
      rest /= array.shape[i];
    }
    std::int64_t target = 0;
    for (std::size_t i = ndim; i-- > 0;) {
      target = target * array.shape[i] + index[i];
    }
    result.values[static_cast<std::size_t>(target)] = array.at(flat);
  }
  return result;
}

std::optional<Object> Reshape(const ConstArray& array, std::vector<std::int64_t> shape) {
  std::int64_t known = 1;
  std::int64_t* open = nullptr;
  for (std::int64_t& extent : shape) {
    if (extent < 0) {
      if (open != nullptr) {
        return std::nullopt;
      }
      open = &extent;
    } else {
      known *= extent;
    }
  }
  if (open != nullptr) {
    if (known == 0 || array.size() % known != 0) {
      return std::nullopt;
    }
    *open = array.size() / known;
    known *= *open;
  }
  if (known != array.size()) {
    return std::nullopt;
  }
  ConstArray result = array;
  result.shape = std::move(shape);
  result.fortran = false;
  return ArrayObject(std::move(result));
}

// A function of one real number for each element.
std::optional<Number> Elementwise(std::string_view name, const Number& x) {
  if (x.kind == NumberKind::Complex) {
    return std::nullopt;
  }
  if (name == "abs" || name == "absolute" || name == "fabs") {
    if (!x.is_integral() || name == "fabs") {
      return Number::Float(std::fabs(x.as_double()));
    }
    return Number::Int(x.integer < 0 ? -x.integer : x.integer);
  }
  if (name == "square") {
    return FoldBinary(ast::BinaryOperator::Mult, x, x);
  }
  if (name == "negative") {
    return FoldUnary(ast::UnaryOperator::USub, x);
  }
  if (name == "sign" && x.is_integral()) {
    return Number::Int(x.integer > 0 ? 1 : x.integer < 0 ? -1 : 0);
  }
  using Function = double (*)(double);
  static const auto* rounding = new std::unordered_map<std::string_view, Function>{
      {"ceil", std::ceil},   {"fix", std::trunc},   {"floor", std::floor},
      {"rint", std::rint},   {"round", std::rint},  {"trunc", std::trunc},
  };
  if (const auto found = rounding->find(name); found != rounding->end()) {
    return x.is_integral() ? x : Number::Float(found->second(x.real));
  }
  static const auto* renamed = new std::unordered_map<std::string_view, std::string_view>{
      {"arccos", "acos"}, {"arccosh", "acosh"}, {"arcsin", "asin"},    {"arcsinh", "asinh"},
      {"arctan", "atan"}, {"arctanh", "atanh"}, {"deg2rad", "radians"}, {"rad2deg", "degrees"},
  };
  const auto other = renamed->find(name);
  const std::optional<Number> result = FoldMath(other == renamed->end() ? name : other->second, x);
  return result && result->kind == NumberKind::Float ? result : std::nullopt;
}

bool KeepsIntegers(std::string_view name) {
  static constexpr std::string_view kNames[] = {"abs",  "absolute", "ceil",  "fix",    "floor",
                                                "rint", "negative", "round", "square", "sign",
                                                "trunc"};
  return std::ranges::find(kNames, name) != std::end(kNames);
}

std::optional<Object> MapElements(std::string_view name, const Object& object) {
  const std::optional<Object> source =
      object.is_number() && !object.typed ? TypedNumber(object.number, object.number.is_integral()
                                                            ? ScalarKind::Int64
                                                            : ScalarKind::Float64)
                         : std::optional(object);
  if (source && source->is_number()) {
    const bool integral = source->number.is_integral();
    const ScalarKind kind =
        integral && !KeepsIntegers(name) ? ScalarKind::Float64 : source->scalar;
    return TypedNumber(Elementwise(name, source->number), kind);
  }
  const std::optional<Object> as_array = ArrayFrom(object, std::nullopt);
  if (!as_array) {
    return std::nullopt;
  }
  ConstArray array = *as_array->array;
  const ScalarClass cls = abi::scalar_info(array.element).cls;
  if (cls != ScalarClass::Float && cls != ScalarClass::Complex && !KeepsIntegers(name)) {
    array.element = ScalarKind::Float64;
  }
  for (Number& value : array.values) {
    const std::optional<Number> mapped = Elementwise(name, value);
    const std::optional<Number> cast = mapped ? CastNumber(*mapped, array.element) : std::nullopt;
    if (!cast) {
      return std::nullopt;
    }
    value = *cast;
  }
  return ArrayObject(std::move(array));
}

std::optional<ast::BinaryOperator> BinaryFunction(std::string_view name) {
  using ast::BinaryOperator;
  static const auto* functions = new std::unordered_map<std::string_view, BinaryOperator>{
      {"add", BinaryOperator::Add},
      {"bitwise_and", BinaryOperator::BitAnd},
      {"bitwise_or", BinaryOperator::BitOr},
      {"bitwise_xor", BinaryOperator::BitXor},
      {"divide", BinaryOperator::Div},
      {"floor_divide", BinaryOperator::FloorDiv},
      {"left_shift", BinaryOperator::LShift},
      {"mod", BinaryOperator::Mod},
      {"multiply", BinaryOperator::Mult},
      {"power", BinaryOperator::Pow},
      {"remainder", BinaryOperator::Mod},
      {"right_shift", BinaryOperator::RShift},
      {"subtract", BinaryOperator::Sub},
      {"true_divide", BinaryOperator::Div},
  };
  const auto found = functions->find(name);
  return found == functions->end() ? std::nullopt : std::optional(found->second);
}

// np.zeros and the like, whose first parameter is a shape.
std::optional<Object> Creation(std::string_view name, const NumpyArguments& arguments) {
  const bool like = name.ends_with("_like");
  const std::string_view base = like ? name.substr(0, name.size() - 5) : name;
  std::optional<Number> value;
  if (base == "zeros" || base == "empty") {
    value = Number::Int(0);
  } else if (base == "ones") {
    value = Number::Int(1);
  } else if (base != "full") {
    return std::nullopt;
  }
  const Object* first = arguments.Find(0, like ? "a" : "shape");
  std::size_t dtype_index = 1;
  std::optional<ScalarKind> fallback = ScalarKind::Float64;
  if (base == "full") {
    const Object* fill = arguments.Find(1, "fill_value");
    if (fill == nullptr || !fill->is_number()) {
      return std::nullopt;
    }
    value = fill->number;
    dtype_index = 2;
    const std::optional<Object> alone = ArrayFrom(Object::List({*fill}), std::nullopt);
    fallback = alone ? std::optional(alone->array->element) : std::nullopt;
  }
  if (!like) {
    return Filled(first, AsDtype(arguments.Find(dtype_index, "dtype"), fallback), *value);
  }
  const std::optional<Object> array =
      first == nullptr ? std::nullopt : ArrayFrom(*first, std::nullopt);
  const std::optional<ScalarKind> dtype =
      array ? AsDtype(arguments.Find(dtype_index, "dtype"), array->array->element) : std::nullopt;
  const std::optional<Number> cast = dtype ? CastNumber(*value, *dtype) : std::nullopt;
  return cast ? std::optional(ArrayObject({*dtype, array->array->shape, {*cast}})) : std::nullopt;
}

std::optional<Object> Limits(std::string_view name, const Object& argument) {
  std::optional<abi::ArgType> type = Evaluator::AsType(argument);
  if (argument.is_number() && argument.typed) {
    type = abi::ArgType::Scalar(argument.scalar);
  }
  if (!type || type->kind != abi::ArgKind::Scalar) {
    return std::nullopt;
  }
  Object limits = Object::Type(*type);
  limits.kind = ObjectKind::External;
  limits.text = name == "iinfo" ? "np.iinfo" : "np.finfo";
  return limits;
}

}  // namespace

namespace {

std::vector<Object> Numbers(const std::vector<std::int64_t>& values) {
  std::vector<Object> numbers;
  for (const std::int64_t value : values) {
    numbers.push_back(Object::Of(Number::Int(value)));
  }
  return numbers;
}

std::vector<std::int64_t> StridesOf(const ConstArray& array) {
  std::vector<std::int64_t> strides(array.shape.size());
  std::int64_t stride = ElementBytes(array);
  for (std::size_t i = 0; i < strides.size(); ++i) {
    const std::size_t dim = array.fortran ? i : strides.size() - 1 - i;
    strides[dim] = stride;
    stride *= std::max<std::int64_t>(array.shape[dim], 1);
  }
  return strides;
}

// np.array and np.zeros of records.
std::optional<Object> RecordCall(std::string_view name, const NumpyArguments& arguments) {
  const Object* dtype = arguments.Find(1, "dtype");
  const std::optional<abi::ArgType> type =
      dtype == nullptr ? std::nullopt : Evaluator::AsType(*dtype);
  if (!type || type->kind != abi::ArgKind::Record || arguments.positional.empty()) {
    return std::nullopt;
  }
  if (name == "array" || name == "asarray") {
    return RecordArrayFrom(arguments.positional[0], type->record);
  }
  const std::optional<std::vector<std::int64_t>> shape =
      name == "zeros" || name == "empty" ? AsShape(&arguments.positional[0]) : std::nullopt;
  return shape && IsPositive(*shape) ? ZeroRecords(*shape, type->record) : std::nullopt;
}

}  // namespace

std::optional<Object> ArrayMember(const Object& object, std::string_view name) {
  const ConstArray& array = *object.array;
  const std::int64_t item = ElementBytes(array);
  if (name == "shape") {
    return Object::Tuple(Numbers(array.shape));
  }
  if (name == "strides") {
    return Object::Tuple(Numbers(StridesOf(array)));
  }
  if (name == "dtype") {
    return Object::Type(array.record ? abi::ArgType::Record(array.record)
                                     : abi::ArgType::Scalar(array.element));
  }
  if (name == "T") {
    return array.size() > kMaxArrayElements || array.record
               ? std::nullopt
               : std::optional(ArrayObject(Transposed(array)));
  }
  if ((name == "real" || name == "imag") && !array.record) {
    return ComplexPart(array, name == "real");
  }
  std::optional<std::int64_t> number;
  if (name == "ndim") {
    number = static_cast<std::int64_t>(array.shape.size());
  } else if (name == "size") {
    number = array.size();
  } else if (name == "itemsize") {
    number = item;
  } else if (name == "nbytes") {
    number = array.size() * item;
  }
  return number ? std::optional(Object::Of(Number::Int(*number))) : std::nullopt;
}

std::optional<Object> ArrayMethod(const Object& object, std::string_view name,
                                  const NumpyArguments& arguments) {
  const ConstArray& array = *object.array;
  if (name == "astype") {
    const std::optional<ScalarKind> dtype = AsDtype(arguments.Find(0, "dtype"), std::nullopt);
    return dtype ? ArrayFrom(object, dtype) : std::nullopt;
  }
  if (name == "copy") {
    return InOrder(object, false);
  }
  if (name == "reshape") {
    const Object all = Object::Tuple(arguments.positional);
    const std::optional<std::vector<std::int64_t>> shape =
        AsShape(arguments.positional.size() == 1 ? &arguments.positional[0] : &all);
    return shape ? Reshape(array, *shape) : std::nullopt;
  }
  if (name == "ravel" || name == "flatten") {
    return Reshape(array, {-1});
  }
  if (name == "transpose" && arguments.positional.empty()) {
    return ArrayMember(object, "T");
  }
  if (name == "item" && arguments.positional.empty() && array.size() == 1 && array.has_values()) {
    return Object::Of(array.at(0));
  }
  if (name == "tolist") {
    std::optional<std::vector<Object>> rows = ArrayRows(object);
    if (!rows) {
      return std::nullopt;
    }
    for (Object& row : *rows) {
      const std::optional<Object> plain =
          row.is_number() ? Object::Of(row.number) : ArrayMethod(row, name, arguments);
      if (!plain) {
        return std::nullopt;
      }
      row = *plain;
    }
    return Object::List(std::move(*rows));
  }
  if (name == "cumsum" && arguments.positional.empty()) {
    return ArrayCumulativeSum(object, AsDtype(arguments.Find(1, "dtype"), std::nullopt));
  }
  if (IsReduction(name)) {
    return Reduced(name, array, arguments, 0);
  }
  NumpyArguments call = arguments;
  call.positional.insert(call.positional.begin(), object);
  if ((name == "argmax" || name == "argmin" || name == "dot") && call.keywords.empty()) {
    return NumpyJoin(name, call);
  }
  return ArrangedCall(name, call);
}

std::optional<Object> NumpyCall(std::string_view name, const NumpyArguments& arguments) {
  const std::vector<Object>& positional = arguments.positional;
  if (name == "arange") {
    return Arange(arguments);
  }
  if (name == "linspace") {
    return Linspace(arguments);
  }
  if (name == "eye" || name == "identity") {
    return Eye(arguments);
  }
  // A generator of random numbers has the functions of the module.
  if (name == "random.default_rng" || name == "random.RandomState") {
    return Object::External("np.<random>");
  }
  if (name.starts_with("random.") || name.starts_with("<random>.")) {
    return Random(name.substr(name.find('.') + 1), arguments);
  }
  if (std::optional<Object> records = RecordCall(name, arguments)) {
    return records;
  }
  if (std::optional<Object> created = Creation(name, arguments)) {
    return name.ends_with("_like") ? created : InOrder(created, WantsFortran(arguments));
  }
  if (positional.empty()) {
    return std::nullopt;
  }
  const Object& first = positional.front();
  if (name == "asfortranarray" || name == "ascontiguousarray") {
    return InOrder(ArrayFrom(first, AsDtype(arguments.Find(1, "dtype"), std::nullopt)),
                   name == "asfortranarray");
  }
  if (name == "array" || name == "asarray") {
    const Object* dtype = arguments.Find(1, "dtype");
    const std::optional<ScalarKind> kind = AsDtype(dtype, std::nullopt);
    const bool wants = dtype != nullptr && dtype->kind != ObjectKind::None;
    const std::optional<Object> array =
        wants && !kind ? std::nullopt : ArrayFrom(first, kind);
    return WantsFortran(arguments) ? InOrder(array, true) : array;
  }
  if (name == "frombuffer") {
    const std::optional<ScalarKind> kind =
        AsDtype(arguments.Find(1, "dtype"), ScalarKind::Float64);
    return kind && positional.size() <= 2 ? ArrayFromBytes(first, *kind) : std::nullopt;
  }
  if (name == "outer" && positional.size() == 2) {
    return OuterProduct(first, positional[1]);
  }
  if (std::optional<Object> joined = NumpyJoin(name, arguments)) {
    return joined;
  }
  if (name == "dtype" && positional.size() == 1) {
    const std::optional<abi::ArgType> type = Evaluator::AsType(first);
    return type ? std::optional(Object::Type(*type)) : std::nullopt;
  }
  if (name == "iinfo" || name == "finfo") {
    return Limits(name, first);
  }
  if (name == "reshape" && positional.size() == 2) {
    const std::optional<Object> array = ArrayFrom(first, std::nullopt);
    return array ? ArrayMethod(*array, name, {{positional[1]}, {}}) : std::nullopt;
  }
  if (positional.size() == 2) {
    if (const std::optional<ast::BinaryOperator> op = BinaryFunction(name)) {
      return FoldObjects(*op, first.is_number() && !first.typed
                                  ? *TypedNumber(first.number, first.number.is_integral()
                                                                   ? ScalarKind::Int64
                                                                   : ScalarKind::Float64)
                                  : first,
                         positional[1]);
    }
  }
  if (std::optional<Object> arranged = ArrangedCall(name, arguments)) {
    return arranged;
  }
  if (IsReduction(name)) {
    const std::optional<Object> array = ArrayFrom(first, std::nullopt);
    return array && array->kind == ObjectKind::Array && !array->array->record
               ? Reduced(name, *array->array, arguments, 1)
               : std::nullopt;
  }
  if (positional.size() != 1 || !arguments.keywords.empty()) {
    return std::nullopt;
  }
  const bool reduces = name == "amin" || name == "amax" || name == "cumsum" ||
                       name == "transpose" || name == "ravel";
  if (reduces) {
    const std::optional<Object> array = ArrayFrom(first, std::nullopt);
    const std::string_view method = name.starts_with("am") ? name.substr(1) : name;
    return array ? ArrayMethod(*array, method, {}) : std::nullopt;
  }
  return MapElements(name, first);
}

}  // namespace kernelc::sema
