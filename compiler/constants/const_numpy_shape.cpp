// NumPy's functions that arrange elements, and products of matrices, on constants.
#include "compiler/constants/const_numpy_shape.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "compiler/constants/const_eval.h"
#include "compiler/constants/fold.h"

namespace kernelc::constants {
namespace {

using abi::ScalarClass;
using abi::ScalarKind;

std::int64_t Count(const std::vector<std::int64_t>& shape) {
  return std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<>());
}

// `object` as an array whose elements are known; null for others.
std::optional<ConstArray> Known(const Object* object) {
  const std::optional<Object> array =
      object == nullptr ? std::nullopt : ArrayFrom(*object, std::nullopt);
  const bool known = array && array->kind == ObjectKind::Array && array->array->has_values() &&
                     !array->array->record && array->array->size() <= kMaxArrayElements;
  return known ? std::optional(*array->array) : std::nullopt;
}

std::optional<std::int64_t> IntegerOf(const Object* object) {
  return object != nullptr && object->is_int() && object->number.integer < Int128(1) << 40 &&
                 object->number.integer > -(Int128(1) << 40)
             ? std::optional(static_cast<std::int64_t>(object->number.integer))
             : std::nullopt;
}

// An array of `shape` whose element number i is element from(i) of `source`.
template <typename From>
Object Gathered(const ConstArray& source, std::vector<std::int64_t> shape, const From& from) {
  ConstArray result{source.element, std::move(shape), {}};
  const std::int64_t count = result.size();
  result.values.reserve(static_cast<std::size_t>(count));
  for (std::int64_t i = 0; i < count; ++i) {
    result.values.push_back(source.at(from(i)));
  }
  return ArrayObject(std::move(result));
}

std::optional<Object> Reshaped(const ConstArray& array, std::vector<std::int64_t> shape) {
  return Gathered(array, std::move(shape), [](std::int64_t i) { return i; });
}

std::optional<Object> Outer(const ConstArray& left, const ConstArray& right) {
  const std::optional<Object> column = Reshaped(left, {left.size(), 1});
  const std::optional<Object> row = Reshaped(right, {1, right.size()});
  return left.size() * right.size() <= kMaxArrayElements
             ? FoldArrays(ast::BinaryOperator::Mult, *column, *row)
             : std::nullopt;
}

// Arrays side by side along `axis`.
std::optional<Object> Concatenated(const std::vector<ConstArray>& parts, std::size_t axis) {
  if (parts.empty() || axis >= parts[0].shape.size()) {
    return std::nullopt;
  }
  ConstArray result{parts[0].element, parts[0].shape, {}};
  result.shape[axis] = 0;
  for (const ConstArray& part : parts) {
    std::vector<std::int64_t> others = part.shape;
    if (others.size() != result.shape.size()) {
      return std::nullopt;
    }
    others[axis] = result.shape[axis];
    if (others != result.shape) {
      return std::nullopt;
    }
    result.shape[axis] += part.shape[axis];
    result.element = NumpyPromote(result.element, part.element);
  }
  if (Count(result.shape) > kMaxArrayElements) {
    return std::nullopt;
  }
  const std::int64_t outer =
      Count({result.shape.begin(), result.shape.begin() + static_cast<std::ptrdiff_t>(axis)});
  for (std::int64_t i = 0; i < outer; ++i) {
    for (const ConstArray& part : parts) {
      const std::int64_t run = part.size() / std::max<std::int64_t>(outer, 1);
      for (std::int64_t k = 0; k < run; ++k) {
        const std::optional<Number> cast = CastNumber(part.at(i * run + k), result.element);
        if (!cast) {
          return std::nullopt;
        }
        result.values.push_back(*cast);
      }
    }
  }
  return ArrayObject(std::move(result));
}

// np.concatenate((a, b), axis), np.vstack, np.hstack, np.stack, np.column_stack
std::optional<Object> Joined(std::string_view name, const NumpyArguments& arguments) {
  const Object& list = arguments.positional.front();
  const Object* axis_object = arguments.Find(1, "axis");
  const std::optional<std::int64_t> axis =
      axis_object == nullptr ? std::optional<std::int64_t>(0) : IntegerOf(axis_object);
  std::optional<std::vector<Object>> items;
  if (list.kind == ObjectKind::Tuple) {
    items = list.elements;
  } else if (list.kind == ObjectKind::Array) {
    items = ArrayRows(list);
  }
  const std::size_t given = arguments.positional.size() + arguments.keywords.size();
  if (!items || !axis || *axis < 0 || given > (axis_object == nullptr ? 1U : 2U)) {
    return std::nullopt;
  }
  std::vector<ConstArray> parts;
  for (const Object& item : *items) {
    std::optional<ConstArray> part = Known(&item);
    if (!part) {
      return std::nullopt;
    }
    const bool is_flat = part->shape.size() <= 1;
    if (name == "stack") {
      part->shape.insert(part->shape.begin(), 1);
    } else if (name == "vstack" && is_flat) {
      part->shape = {1, part->size()};
    } else if (name == "column_stack" && is_flat) {
      part->shape = {part->size(), 1};
    }
    parts.push_back(std::move(*part));
  }
  if (parts.empty() || (name == "stack" && *axis != 0)) {
    return std::nullopt;
  }
  const bool second = name == "column_stack" || (name == "hstack" && parts[0].shape.size() > 1);
  return Concatenated(parts, second ? 1 : static_cast<std::size_t>(*axis));
}

std::optional<Object> Diagonal(const ConstArray& array) {
  if (array.shape.size() == 2) {
    const std::int64_t width = array.shape[1];
    return Gathered(array, {std::min(array.shape[0], width)},
                    [&](std::int64_t i) { return i * width + i; });
  }
  const std::int64_t n = array.size();
  const std::optional<Number> zero = CastNumber(Number::Int(0), array.element);
  if (array.shape.size() != 1 || n * n > kMaxArrayElements || !zero) {
    return std::nullopt;
  }
  ConstArray result{array.element, {n, n}, {}};
  for (std::int64_t i = 0; i < n * n; ++i) {
    result.values.push_back(i / n == i % n ? array.at(i % n) : *zero);
  }
  return ArrayObject(std::move(result));
}

// np.triu(a), np.tril(a)
std::optional<Object> Triangle(const ConstArray& array, bool upper) {
  const std::optional<Number> zero = CastNumber(Number::Int(0), array.element);
  if (array.shape.size() != 2 || !zero) {
    return std::nullopt;
  }
  ConstArray result{array.element, array.shape, {}};
  for (std::int64_t i = 0; i < array.size(); ++i) {
    const std::int64_t row = i / array.shape[1];
    const std::int64_t column = i % array.shape[1];
    result.values.push_back((upper ? column >= row : column <= row) ? array.at(i) : *zero);
  }
  return ArrayObject(std::move(result));
}

bool IsLess(const Number& a, const Number& b) {
  return FoldCompare(ast::CompareOperator::Lt, a, b).value_or(false);
}

std::optional<std::vector<Number>> SortedValues(const ConstArray& array) {
  std::vector<Number> values;
  for (std::int64_t i = 0; i < array.size(); ++i) {
    const Number& value = array.at(i);
    if (value.kind == NumberKind::Complex || std::isnan(value.as_double())) {
      return std::nullopt;
    }
    values.push_back(value);
  }
  std::stable_sort(values.begin(), values.end(), IsLess);
  return values;
}

// np.unique and np.median.
std::optional<Object> Ordered(std::string_view name, const ConstArray& array) {
  std::optional<std::vector<Number>> values = SortedValues(array);
  if (!values || values->empty()) {
    return std::nullopt;
  }
  if (name == "median") {
    const std::size_t middle = values->size() / 2;
    const double upper = (*values)[middle].as_double();
    const double value =
        values->size() % 2 == 1 ? upper : ((*values)[middle - 1].as_double() + upper) / 2;
    return array.element == ScalarKind::Float64 ||
                   abi::scalar_info(array.element).cls != ScalarClass::Float
               ? TypedNumber(Number::Float(value), ScalarKind::Float64)
               : std::nullopt;
  }
  const auto same = [](const Number& a, const Number& b) { return !IsLess(a, b); };
  values->erase(std::unique(values->begin(), values->end(), same), values->end());
  ConstArray result{array.element, {static_cast<std::int64_t>(values->size())}, {}};
  result.values = std::move(*values);
  return ArrayObject(std::move(result));
}

// np.maximum(a, b), np.minimum(a, b): the shape and type are those of a sum.
std::optional<Object> Extremes(const Object& left, const Object& right, bool largest) {
  // Bools have no differences.
  const auto is_bool = [](const Object& object) {
    return object.kind == ObjectKind::Array && object.array->element == ScalarKind::Bool;
  };
  const std::optional<Object> sum = is_bool(left) || is_bool(right)
                                        ? std::nullopt
                                        : FoldArrays(ast::BinaryOperator::Add, left, right);
  const std::optional<Object> zero =
      sum ? FoldArrays(ast::BinaryOperator::Sub, *sum, *sum) : std::nullopt;
  const auto spread = [&](const Object& object) {
    const std::optional<Object> wide =
        zero ? FoldArrays(ast::BinaryOperator::Add, *zero, object) : std::nullopt;
    return wide ? Known(&*wide) : std::nullopt;
  };
  const std::optional<ConstArray> a = spread(left);
  const std::optional<ConstArray> b = spread(right);
  if (!a || !b || a->shape != b->shape || a->element != b->element) {
    return std::nullopt;
  }
  ConstArray result{a->element, a->shape, {}};
  for (std::int64_t i = 0; i < a->size(); ++i) {
    const bool take_right = largest ? IsLess(a->at(i), b->at(i)) : IsLess(b->at(i), a->at(i));
    if (a->at(i).kind == NumberKind::Complex) {
      return std::nullopt;
    }
    const bool has_nan = std::isnan(a->at(i).as_double()) || std::isnan(b->at(i).as_double());
    result.values.push_back(has_nan     ? Number::Float(std::numeric_limits<double>::quiet_NaN())
                            : take_right ? b->at(i)
                                         : a->at(i));
  }
  return ArrayObject(std::move(result));
}

// np.std, np.var of float64 and integers.
std::optional<Object> Spread(const Object& object, bool root) {
  // Narrower floats are summed in their own type.
  if (object.kind == ObjectKind::Array && object.array->element != ScalarKind::Float64 &&
      abi::scalar_info(object.array->element).cls == ScalarClass::Float) {
    return std::nullopt;
  }
  const std::optional<Object> values = ArrayFrom(object, ScalarKind::Float64);
  const std::optional<Object> mean =
      values && values->kind == ObjectKind::Array ? ArrayReduction("mean", *values->array)
                                                  : std::nullopt;
  const std::optional<Object> apart =
      mean ? FoldArrays(ast::BinaryOperator::Sub, *values, *mean) : std::nullopt;
  const std::optional<Object> squares =
      apart ? FoldArrays(ast::BinaryOperator::Mult, *apart, *apart) : std::nullopt;
  const std::optional<Object> variance = squares && squares->kind == ObjectKind::Array
                                             ? ArrayReduction("mean", *squares->array)
                                             : std::nullopt;
  if (!variance || !root) {
    return variance;
  }
  return TypedNumber(Number::Float(std::sqrt(variance->number.as_double())), ScalarKind::Float64);
}

// np.flip(a, axis), fliplr, flipud
std::optional<Object> Flipped(const ConstArray& array, std::optional<std::int64_t> axis) {
  if (!axis) {
    const std::int64_t last = array.size() - 1;
    return Gathered(array, array.shape, [&](std::int64_t i) { return last - i; });
  }
  const auto rank = static_cast<std::int64_t>(array.shape.size());
  const std::int64_t dim = *axis < 0 ? *axis + rank : *axis;
  if (dim < 0 || dim >= rank) {
    return std::nullopt;
  }
  const std::int64_t extent = array.shape[static_cast<std::size_t>(dim)];
  const std::int64_t inner = Count({array.shape.begin() + dim + 1, array.shape.end()});
  return Gathered(array, array.shape, [&](std::int64_t i) {
    const std::int64_t place = i / inner % extent;
    return i + (extent - 1 - 2 * place) * inner;
  });
}

// Functions of one array and perhaps a number.
std::optional<Object> Arranged(std::string_view name, const NumpyArguments& arguments) {
  const std::optional<ConstArray> array = Known(&arguments.positional.front());
  if (!array) {
    return std::nullopt;
  }
  const Object* second = arguments.Find(1, name == "flip" ? "axis" : "");
  if (name == "flip" || name == "fliplr" || name == "flipud") {
    return Flipped(*array, name == "flip"     ? IntegerOf(second)
                           : name == "fliplr" ? std::optional<std::int64_t>(1)
                                              : std::optional<std::int64_t>(0));
  }
  if (arguments.positional.size() != 1 || !arguments.keywords.empty()) {
    return std::nullopt;
  }
  if (name == "diag" || name == "diagonal") {
    return Diagonal(*array);
  }
  if (name == "trace") {
    const std::optional<Object> diagonal =
        array->shape.size() == 2 ? Diagonal(*array) : std::nullopt;
    return diagonal ? ArrayReduction("sum", *diagonal->array) : std::nullopt;
  }
  if (name == "triu" || name == "tril") {
    return Triangle(*array, name == "triu");
  }
  if (name == "unique" || name == "median") {
    return Ordered(name, *array);
  }
  if (name == "std" || name == "var") {
    return Spread(arguments.positional.front(), name == "std");
  }
  if (name == "squeeze") {
    std::vector<std::int64_t> shape = array->shape;
    std::erase(shape, 1);
    return Reshaped(*array, std::move(shape));
  }
  return std::nullopt;
}

bool IsJoin(std::string_view name) {
  return name == "concatenate" || name == "vstack" || name == "hstack" || name == "stack" ||
         name == "column_stack";
}

}  // namespace

std::optional<Object> ArrangedCall(std::string_view name, const NumpyArguments& arguments) {
  if (arguments.positional.empty()) {
    return std::nullopt;
  }
  const Object& first = arguments.positional.front();
  if (IsJoin(name)) {
    return Joined(name, arguments);
  }
  const bool is_pair = arguments.positional.size() == 2 && arguments.keywords.empty();
  const Object* second = is_pair ? &arguments.positional[1] : nullptr;
  if (name == "dot" || name == "matmul" || name == "outer" || name == "maximum" ||
      name == "minimum" || name == "append") {
    const std::optional<ConstArray> a = second == nullptr ? std::nullopt : Known(&first);
    const std::optional<ConstArray> b = second == nullptr ? std::nullopt : Known(second);
    if (name == "maximum" || name == "minimum") {
      return second != nullptr && (a || b) ? Extremes(first, *second, name == "maximum")
                                           : std::nullopt;
    }
    if (name == "append") {
      const Object tail = second == nullptr || b ? Object() : Object::List({*second});
      const std::optional<Object> rest =
          second == nullptr ? std::nullopt
                            : ArrayFrom(b ? *second : tail, std::nullopt);
      const std::optional<ConstArray> more = rest ? Known(&*rest) : std::nullopt;
      if (!a || !more) {
        return std::nullopt;
      }
      ConstArray flat = *a;
      flat.shape = {a->size()};
      ConstArray end = *more;
      end.shape = {more->size()};
      return Concatenated({flat, end}, 0);
    }
    return !a || !b ? std::nullopt : name == "outer" ? Outer(*a, *b) : MatrixProduct(first, *second);
  }
  if (name == "clip" && arguments.positional.size() == 3) {
    const std::optional<Object> raised = Extremes(first, arguments.positional[1], true);
    return raised ? Extremes(*raised, arguments.positional[2], false) : std::nullopt;
  }
  return Arranged(name, arguments);
}

std::optional<Object> ReducedAlong(std::string_view name, const ConstArray& array,
                                   std::int64_t axis) {
  const auto rank = static_cast<std::int64_t>(array.shape.size());
  const std::int64_t dim = axis < 0 ? axis + rank : axis;
  if (dim < 0 || dim >= rank || rank < 2 || !array.has_values() || array.record ||
      array.size() > kMaxArrayElements) {
    return std::nullopt;
  }
  const std::int64_t extent = array.shape[static_cast<std::size_t>(dim)];
  const std::int64_t inner = Count({array.shape.begin() + dim + 1, array.shape.end()});
  ConstArray result;
  result.shape = array.shape;
  result.shape.erase(result.shape.begin() + dim);
  const std::int64_t count = result.size();
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t start = i / inner * inner * extent + i % inner;
    const Object part = Gathered(array, {extent}, [&](std::int64_t k) { return start + k * inner; });
    // Long columns are summed in another order than rows.
    const bool same_order = dim + 1 == rank || extent < 8;
    const std::optional<Object> value =
        same_order || name == "min" || name == "max" ? ArrayReduction(name, *part.array)
                                                     : std::nullopt;
    if (!value) {
      return std::nullopt;
    }
    result.element = value->scalar;
    result.values.push_back(value->number);
  }
  return ArrayObject(std::move(result));
}

bool WantsFortran(const NumpyArguments& arguments) {
  const Object* order = arguments.Find(arguments.positional.size(), "order");
  return order != nullptr && order->kind == ObjectKind::Str && order->text == "F";
}

std::optional<Object> InOrder(std::optional<Object> object, bool fortran) {
  if (!object || object->kind != ObjectKind::Array || object->array->fortran == fortran ||
      object->array->shape.size() < 2) {
    return object;
  }
  ConstArray array = *object->array;
  array.fortran = fortran;
  return ArrayObject(std::move(array));
}

}  // namespace kernelc::constants
