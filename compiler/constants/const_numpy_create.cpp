// NumPy's functions that make constant arrays from numbers.
#include "compiler/constants/const_numpy_create.h"

#include <algorithm>
#include <cmath>

#include "compiler/constants/const_eval.h"
#include "compiler/constants/fold.h"

namespace kernelc::constants {

using abi::ScalarClass;
using abi::ScalarKind;

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

bool HasOnly(const NumpyArguments& arguments, std::initializer_list<std::string_view> names) {
  return std::ranges::all_of(arguments.keywords, [&](const auto& keyword) {
    return std::ranges::find(names, keyword.first) != names.end();
  });
}

std::optional<ScalarKind> AsDtype(const Object* object, std::optional<ScalarKind> fallback) {
  if (object == nullptr || object->kind == ObjectKind::None) {
    return fallback;
  }
  const std::optional<abi::ArgType> type = Evaluator::AsType(*object);
  return type && type->kind == abi::ArgKind::Scalar ? std::optional(type->scalar) : std::nullopt;
}

namespace {

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
  if (count == 0 || count > 3 || !HasOnly(arguments, {"step", "dtype"}) ||
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
  // NumPy rounds the step before it multiplies.
  const bool rounds = dtype && !integral && abi::scalar_info(*dtype).cls != ScalarClass::Float;
  if (!step.truth() || !dtype || rounds || !(extent < 1e9)) {
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
      (num != nullptr && !num->is_int()) || !dtype ||
      !HasOnly(arguments, {"start", "stop", "num", "endpoint", "dtype"}) ||
      arguments.positional.size() > 4 || start->number.kind == NumberKind::Complex ||
      stop->number.kind == NumberKind::Complex) {
    return std::nullopt;
  }
  const auto is_narrow = [](const Object& object) {
    return object.typed && abi::scalar_info(object.scalar).cls == ScalarClass::Float &&
           object.scalar != ScalarKind::Float64;
  };
  if (arguments.Find(5, "dtype") == nullptr && is_narrow(*start) && is_narrow(*stop)) {
    return std::nullopt;
  }
  const bool rounds_down = abi::scalar_info(*dtype).cls != ScalarClass::Float;
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
    const std::optional<Number> cast =
        CastNumber(Number::Float(rounds_down ? std::floor(value) : value), *dtype);
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
      rows->number.integer < 0 || columns->number.integer < 0 ||
      (offset != nullptr && !offset->is_int()) ||
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

}  // namespace

std::optional<Object> Created(std::string_view name, const NumpyArguments& arguments) {
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
  std::optional<Object> array = Creation(name, arguments);
  return name.ends_with("_like") ? array : InOrder(std::move(array), WantsFortran(arguments));
}

}  // namespace kernelc::constants
