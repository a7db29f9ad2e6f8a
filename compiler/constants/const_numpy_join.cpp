// NumPy functions that put constant arrays together, take them apart and multiply them.
#include <algorithm>
#include <cmath>

#include "compiler/constants/const_eval.h"
#include "compiler/constants/const_numpy.h"
#include "compiler/constants/fold.h"

namespace kernelc::constants {
namespace {

using abi::ScalarKind;

// An array whose contents are known.
std::optional<Object> KnownArray(const Object& object) {
  std::optional<Object> array = ArrayFrom(object, std::nullopt);
  const bool is_known = array && array->kind == ObjectKind::Array && !array->array->record &&
                        array->array->has_values() && array->array->size() <= kMaxArrayElements;
  return is_known ? array : std::nullopt;
}

std::optional<std::vector<Object>> KnownArrays(const Object& sequence) {
  const std::optional<std::vector<Object>> items = ObjectElements(sequence);
  std::vector<Object> arrays;
  for (const Object& item : items ? *items : std::vector<Object>()) {
    std::optional<Object> array = KnownArray(item);
    if (!array) {
      return std::nullopt;
    }
    arrays.push_back(std::move(*array));
  }
  return arrays.empty() ? std::nullopt : std::optional(std::move(arrays));
}

// One array behind the other along the first dimension.
std::optional<Object> Concatenate(const std::vector<Object>& arrays) {
  ConstArray result;
  result.element = arrays.front().array->element;
  result.shape = arrays.front().array->shape;
  std::int64_t rows = 0;
  for (const Object& object : arrays) {
    const ConstArray& array = *object.array;
    if (array.shape.size() != result.shape.size() || array.shape.empty() ||
        !std::equal(array.shape.begin() + 1, array.shape.end(), result.shape.begin() + 1)) {
      return std::nullopt;
    }
    result.element = NumpyPromote(result.element, array.element);
    rows += array.shape.front();
  }
  for (const Object& object : arrays) {
    for (std::int64_t i = 0; i < object.array->size(); ++i) {
      const std::optional<Number> cast = CastNumber(object.array->at(i), result.element);
      if (!cast) {
        return std::nullopt;
      }
      result.values.push_back(*cast);
    }
  }
  result.shape.front() = rows;
  return result.size() <= kMaxArrayElements ? std::optional(ArrayObject(std::move(result)))
                                            : std::nullopt;
}

// With one more dimension in front.
Object Row(const Object& object) {
  ConstArray array = *object.array;
  array.shape.insert(array.shape.begin(), 1);
  array.fortran = false;
  return ArrayObject(std::move(array));
}

std::optional<Object> Join(std::string_view name, const Object& sequence) {
  std::optional<std::vector<Object>> arrays = KnownArrays(sequence);
  if (!arrays) {
    return std::nullopt;
  }
  const std::size_t rank = arrays->front().array->shape.size();
  if (name == "hstack" && rank != 1) {
    return std::nullopt;
  }
  if (name == "stack" || (name == "vstack" && rank == 1)) {
    std::ranges::transform(*arrays, arrays->begin(), Row);
  }
  return Concatenate(*arrays);
}

// The elements of one dimension at `places`.
std::optional<Object> Pick(const ConstArray& array, const std::vector<std::int64_t>& places) {
  ConstArray result;
  result.element = array.element;
  result.shape = {static_cast<std::int64_t>(places.size())};
  for (const std::int64_t place : places) {
    result.values.push_back(array.at(place));
  }
  return ArrayObject(std::move(result));
}

// np.repeat(a, n), np.tile(a, n), np.roll(a, n), np.flip(a), np.sort(a), of one dimension.
std::optional<Object> Rearrange(std::string_view name, const ConstArray& array,
                                std::int64_t number) {
  const std::int64_t size = array.size();
  const bool repeats = name == "repeat" || name == "tile";
  if (array.shape.size() != 1 || (repeats && (number < 0 || size * number > kMaxArrayElements))) {
    return std::nullopt;
  }
  std::vector<std::int64_t> places;
  for (std::int64_t i = 0; i < (repeats ? size * number : size); ++i) {
    const std::int64_t rolled = size == 0 ? 0 : ((i - number) % size + size) % size;
    places.push_back(name == "repeat" ? i / number
                     : name == "tile" ? i % size
                     : name == "flip" ? size - 1 - i
                     : name == "roll" ? rolled
                                      : i);
  }
  if (name == "sort") {
    std::ranges::stable_sort(places, [&](std::int64_t a, std::int64_t b) {
      return FoldCompare(ast::CompareOperator::Lt, array.at(a), array.at(b)).value_or(false);
    });
  }
  return Pick(array, places);
}

// np.diff(a)
std::optional<Object> Differences(const ConstArray& array) {
  if (array.shape.size() != 1 || array.size() == 0 || array.element == ScalarKind::Bool) {
    return std::nullopt;
  }
  ConstArray result;
  result.element = array.element;
  for (std::int64_t i = 1; i < array.size(); ++i) {
    const std::optional<Number> value =
        FoldBinary(ast::BinaryOperator::Sub, array.at(i), array.at(i - 1));
    const std::optional<Number> cast = value ? CastNumber(*value, result.element) : std::nullopt;
    if (!cast) {
      return std::nullopt;
    }
    result.values.push_back(*cast);
  }
  result.shape = {static_cast<std::int64_t>(result.values.size())};
  return ArrayObject(std::move(result));
}

// np.clip(a, low, high) with numbers
std::optional<Object> Clip(const ConstArray& array, const Object& low, const Object& high) {
  if (array.element == ScalarKind::Bool) {
    return std::nullopt;
  }
  ConstArray result = array;
  for (Number& value : result.values) {
    if (FoldCompare(ast::CompareOperator::Lt, value, low.number).value_or(false)) {
      value = low.number;
    }
    if (FoldCompare(ast::CompareOperator::Gt, value, high.number).value_or(false)) {
      value = high.number;
    }
    const std::optional<Number> cast = CastNumber(value, result.element);
    const bool is_same =
        cast && FoldCompare(ast::CompareOperator::Eq, *cast, value).value_or(false);
    if (!is_same) {
      return std::nullopt;
    }
    value = *cast;
  }
  return ArrayObject(std::move(result));
}

std::optional<Object> Extreme(std::string_view name, const ConstArray& array) {
  const auto op = name == "argmax" ? ast::CompareOperator::Gt : ast::CompareOperator::Lt;
  std::int64_t best = 0;
  for (std::int64_t i = 1; i < array.size(); ++i) {
    const auto is_nan = [&](std::int64_t at) {
      return array.at(at).kind == NumberKind::Float && std::isnan(array.at(at).real);
    };
    const bool is_better =
        FoldCompare(op, array.at(i), array.at(best)).value_or(false) || is_nan(i);
    if (is_better && !is_nan(best)) {
      best = i;
    }
  }
  return array.size() == 0 ? std::nullopt : TypedNumber(Number::Int(best), ScalarKind::Int64);
}

// np.linalg.norm(a): of all elements.
std::optional<Object> Norm(const ConstArray& array) {
  double sum = 0.0;
  for (std::int64_t i = 0; i < array.size(); ++i) {
    if (array.at(i).kind == NumberKind::Complex) {
      return std::nullopt;
    }
    sum += array.at(i).as_double() * array.at(i).as_double();
  }
  const ScalarKind kind =
      array.element == ScalarKind::Float32 ? ScalarKind::Float32 : ScalarKind::Float64;
  return TypedNumber(Number::Float(std::sqrt(sum)), kind);
}

}  // namespace

std::optional<Object> MatrixProduct(const Object& left_object, const Object& right_object) {
  const std::optional<Object> left = KnownArray(left_object);
  const std::optional<Object> right = KnownArray(right_object);
  if (!left || !right) {
    return std::nullopt;
  }
  const ConstArray& a = *left->array;
  const ConstArray& b = *right->array;
  const bool fits = !a.shape.empty() && a.shape.size() <= 2 && !b.shape.empty() &&
                    b.shape.size() <= 2 && a.shape.back() == b.shape.front();
  if (!fits) {
    return std::nullopt;
  }
  const std::int64_t rows = a.shape.size() == 2 ? a.shape[0] : 1;
  const std::int64_t columns = b.shape.size() == 2 ? b.shape[1] : 1;
  const std::int64_t inner = b.shape.front();
  ConstArray result;
  result.element = NumpyPromote(a.element, b.element);
  if (a.shape.size() == 2) {
    result.shape.push_back(rows);
  }
  if (b.shape.size() == 2) {
    result.shape.push_back(columns);
  }
  if (rows * columns > kMaxArrayElements || rows * columns * inner > kMaxArrayElements * 16) {
    return std::nullopt;
  }
  for (std::int64_t i = 0; i < rows * columns; ++i) {
    std::optional<Number> sum = CastNumber(Number::Int(0), result.element);
    for (std::int64_t k = 0; sum && k < inner; ++k) {
      const std::optional<Number> part =
          FoldBinary(ast::BinaryOperator::Mult, a.at(i / columns * inner + k),
                     b.at(k * columns + i % columns));
      sum = part ? FoldBinary(ast::BinaryOperator::Add, *sum, *part) : std::nullopt;
      sum = sum ? CastNumber(*sum, result.element) : std::nullopt;
    }
    if (!sum) {
      return std::nullopt;
    }
    result.values.push_back(*sum);
  }
  return result.shape.empty() ? TypedNumber(result.values.front(), result.element)
                              : std::optional(ArrayObject(std::move(result)));
}

std::optional<Object> NumpyJoin(std::string_view name, const NumpyArguments& arguments) {
  const std::vector<Object>& given = arguments.positional;
  if (given.empty() || !arguments.keywords.empty()) {
    return std::nullopt;
  }
  if (name == "concatenate" || name == "stack" || name == "hstack" || name == "vstack") {
    return given.size() == 1 ? Join(name, given[0]) : std::nullopt;
  }
  if ((name == "dot" || name == "matmul") && given.size() == 2) {
    return MatrixProduct(given[0], given[1]);
  }
  const std::optional<Object> array = KnownArray(given[0]);
  if (!array) {
    return std::nullopt;
  }
  if (given.size() == 3 && name == "clip" && given[1].is_number() && given[2].is_number()) {
    return Clip(*array->array, given[1], given[2]);
  }
  const bool takes_number = name == "repeat" || name == "tile" || name == "roll";
  if (takes_number) {
    const bool fits = given.size() == 2 && given[1].is_int() &&
                      given[1].number.integer < Int128(kMaxArrayElements) &&
                      given[1].number.integer > -Int128(kMaxArrayElements);
    return fits ? Rearrange(name, *array->array, static_cast<std::int64_t>(given[1].number.integer))
                : std::nullopt;
  }
  if (given.size() != 1) {
    return std::nullopt;
  }
  if (name == "flip" || name == "sort") {
    return Rearrange(name, *array->array, 0);
  }
  if (name == "diff") {
    return Differences(*array->array);
  }
  if (name == "argmax" || name == "argmin") {
    return Extreme(name, *array->array);
  }
  return name == "linalg.norm" ? Norm(*array->array) : std::nullopt;
}

}  // namespace kernelc::constants
