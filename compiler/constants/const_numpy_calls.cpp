// Functions and methods of NumPy on constants.
#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "compiler/constants/const_bytes.h"
#include "compiler/constants/const_eval.h"
#include "compiler/constants/const_host.h"
#include "compiler/constants/const_numpy.h"
#include "compiler/constants/const_numpy_create.h"
#include "compiler/constants/const_numpy_shape.h"
#include "compiler/constants/const_times.h"
#include "compiler/constants/fold.h"

namespace kernelc::constants {
namespace {

using abi::ScalarClass;
using abi::ScalarKind;

// What `order` says: true for Fortran's, null where it names neither.
std::optional<bool> OrderOf(const NumpyArguments& arguments, std::size_t place) {
  const Object* order = arguments.Find(place, "order");
  if (order == nullptr) {
    return false;
  }
  const bool is_known = order->kind == ObjectKind::Str && (order->text == "C" || order->text == "F");
  return is_known ? std::optional(order->text == "F") : std::nullopt;
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

std::optional<Object> Reshape(const ConstArray& array, std::vector<std::int64_t> shape,
                              bool fortran = false) {
  if (fortran) {
    std::ranges::reverse(shape);
    const std::optional<Object> turned = Reshape(Transposed(array), std::move(shape));
    return turned ? std::optional(ArrayObject(Transposed(*turned->array))) : std::nullopt;
  }
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
                                                "negative", "round", "square", "sign", "trunc"};
  return std::ranges::find(kNames, name) != std::end(kNames);
}

// The type in which NumPy computes functions of real numbers.
ScalarKind FloatKindOf(ScalarKind kind) {
  const abi::ScalarInfo& info = abi::scalar_info(kind);
  if (info.cls == ScalarClass::Float || info.cls == ScalarClass::Complex) {
    return kind;
  }
  return info.size == 1 ? ScalarKind::Float16
         : info.size == 2 ? ScalarKind::Float32
                          : ScalarKind::Float64;
}

std::optional<Object> MapElements(std::string_view name, const Object& object) {
  const std::optional<Object> source =
      object.is_number() && !object.typed ? TypedNumber(object.number, object.number.is_integral()
                                                            ? ScalarKind::Int64
                                                            : ScalarKind::Float64)
                         : std::optional(object);
  if (source && source->is_number()) {
    if (object.number.kind == NumberKind::Bool && KeepsIntegers(name) && name != "abs") {
      return std::nullopt;
    }
    const ScalarKind kind = KeepsIntegers(name) ? source->scalar : FloatKindOf(source->scalar);
    return TypedNumber(Elementwise(name, source->number), kind);
  }
  const std::optional<Object> as_array = ArrayFrom(object, std::nullopt);
  if (!as_array) {
    return std::nullopt;
  }
  ConstArray array = *as_array->array;
  if (!KeepsIntegers(name)) {
    array.element = FloatKindOf(array.element);
  }
  if (array.element == ScalarKind::Bool && KeepsIntegers(name) && name != "abs") {
    return std::nullopt;
  }
  // Whether there is such a function at all.
  if (array.values.empty() && !Elementwise(name, Number::Float(0.5)) &&
      !Elementwise(name, Number::Float(1.5))) {
    return std::nullopt;
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

std::optional<Object> Limits(std::string_view name, const Object& argument) {
  std::optional<abi::ArgType> type = Evaluator::AsType(argument);
  if (argument.is_number() && argument.typed) {
    type = abi::ArgType::Scalar(argument.scalar);
  }
  if (!type || type->kind != abi::ArgKind::Scalar) {
    return std::nullopt;
  }
  const ScalarClass cls = abi::scalar_info(type->scalar).cls;
  const bool is_integer = cls == ScalarClass::Signed || cls == ScalarClass::Unsigned;
  if (is_integer != (name == "iinfo") || cls == ScalarClass::Bool) {
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

namespace {

// Functions of NumPy that arrays have as methods as well.
bool IsArrayMethod(std::string_view name) {
  static constexpr std::string_view kNames[] = {"clip",    "diagonal", "dot",  "repeat",
                                                "squeeze", "std",      "trace", "var"};
  return std::ranges::find(kNames, name) != std::end(kNames);
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
  if (name == "copy_to_host" && arguments.positional.empty() && arguments.keywords.empty()) {
    ConstArray copy = array;
    copy.on_device = false;
    return ArrayObject(std::move(copy));
  }
  if (name == "reshape") {
    const Object all = Object::Tuple(arguments.positional);
    const std::optional<std::vector<std::int64_t>> shape =
        AsShape(arguments.positional.size() == 1 ? &arguments.positional[0] : &all);
    const std::optional<bool> fortran = OrderOf(arguments, arguments.positional.size());
    return shape && fortran && HasOnly(arguments, {"order", "copy"})
               ? Reshape(array, *shape, *fortran)
               : std::nullopt;
  }
  if (name == "ravel" || name == "flatten") {
    const std::optional<bool> fortran = OrderOf(arguments, 0);
    return fortran && HasOnly(arguments, {"order"}) ? Reshape(array, {-1}, *fortran) : std::nullopt;
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
  if (name == "cumsum" && arguments.positional.empty() && HasOnly(arguments, {"dtype"})) {
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
  return IsArrayMethod(name) ? ArrangedCall(name, call) : std::nullopt;
}

std::optional<Object> NumpyCall(std::string_view name, const NumpyArguments& arguments) {
  const std::vector<Object>& positional = arguments.positional;
  if (std::optional<Object> records = RecordCall(name, arguments)) {
    return records;
  }
  if (std::optional<Object> created = Created(name, arguments)) {
    return created;
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
  if (name == "datetime64" || name == "timedelta64") {
    return TimeCall(name, arguments);
  }
  if (name == "reshape" && positional.size() == 2) {
    const std::optional<Object> array = ArrayFrom(first, std::nullopt);
    return array ? ArrayMethod(*array, name, {{positional[1]}, arguments.keywords}) : std::nullopt;
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

}  // namespace kernelc::constants
