// Sums and the like of constant NumPy arrays.
#include <cmath>

#include "compiler/constants/const_eval.h"
#include "compiler/constants/const_numpy.h"
#include "compiler/constants/const_numpy_shape.h"
#include "compiler/constants/fold.h"

namespace kernelc::constants {

using abi::ScalarClass;
using abi::ScalarKind;

namespace {

// NumPy adds in halves, so that the last bits are those of its result.
double PairwiseSum(const ConstArray& array, std::int64_t begin, std::int64_t count) {
  const auto at = [&](std::int64_t i) { return array.at(begin + i).as_double(); };
  if (count < 8) {
    double sum = -0.0;
    for (std::int64_t i = 0; i < count; ++i) {
      sum += at(i);
    }
    return sum;
  }
  if (count <= 128) {
    double parts[8];
    for (std::int64_t j = 0; j < 8; ++j) {
      parts[j] = at(j);
    }
    std::int64_t i = 8;
    for (; i + 8 <= count; i += 8) {
      for (std::int64_t j = 0; j < 8; ++j) {
        parts[j] += at(i + j);
      }
    }
    double sum = ((parts[0] + parts[1]) + (parts[2] + parts[3])) +
                 ((parts[4] + parts[5]) + (parts[6] + parts[7]));
    for (; i < count; ++i) {
      sum += at(i);
    }
    return sum;
  }
  const std::int64_t half = count / 2 - (count / 2) % 8;
  return PairwiseSum(array, begin, half) + PairwiseSum(array, begin + half, count - half);
}

bool IsNan(const Number& number) {
  return number.kind == NumberKind::Float && std::isnan(number.real);
}

}  // namespace

// sum, prod, min, max, mean of all elements.
std::optional<Object> ArrayReduction(std::string_view name, const ConstArray& array) {
  if (array.record) {
    return std::nullopt;
  }
  const std::int64_t count = array.size();
  const ScalarClass cls = abi::scalar_info(array.element).cls;
  if (!array.has_values() || count == 0 || count > kMaxArrayElements ||
      cls == ScalarClass::Complex) {
    return std::nullopt;
  }
  if (cls == ScalarClass::Float && (name == "sum" || name == "mean")) {
    if (array.element != ScalarKind::Float64) {
      return std::nullopt;
    }
    const double sum = PairwiseSum(array, 0, count);
    return Object::OfTyped(
        Number::Float(name == "mean" ? sum / static_cast<double>(count) : sum), array.element);
  }
  Number result = array.at(0);
  for (std::int64_t i = 1; i < count; ++i) {
    const Number& next = array.at(i);
    std::optional<Number> folded;
    if (name == "min" || name == "max") {
      const auto op = name == "min" ? ast::CompareOperator::Lt : ast::CompareOperator::Gt;
      const bool is_better = FoldCompare(op, next, result).value_or(false) || IsNan(next);
      folded = is_better && !IsNan(result) ? next : result;
    } else {
      const auto op =
          name == "prod" ? ast::BinaryOperator::Mult : ast::BinaryOperator::Add;
      folded = FoldBinary(op, result, next);
    }
    if (!folded) {
      return std::nullopt;
    }
    result = *folded;
  }
  if (name == "mean") {
    return Object::OfTyped(Number::Float(result.as_double() / static_cast<double>(count)),
                           ScalarKind::Float64);
  }
  const bool keeps = name == "min" || name == "max" || cls == ScalarClass::Float;
  return TypedNumber(result, keeps                           ? array.element
                             : cls == ScalarClass::Unsigned ? ScalarKind::UInt64
                                                            : ScalarKind::Int64);
}

bool IsReduction(std::string_view name) {
  return name == "sum" || name == "prod" || name == "min" || name == "max" || name == "mean";
}

std::optional<Object> Reduced(std::string_view name, const ConstArray& array,
                              const NumpyArguments& arguments, std::size_t place) {
  const Object* axis = arguments.Find(place, "axis");
  const std::size_t given = arguments.positional.size() + arguments.keywords.size();
  if (axis == nullptr) {
    return given == place ? ArrayReduction(name, array) : std::nullopt;
  }
  return given == place + 1 && axis->is_int()
             ? ReducedAlong(name, array, static_cast<std::int64_t>(axis->number.integer))
             : std::nullopt;
}

std::optional<Object> ArrayCumulativeSum(const Object& object, std::optional<ScalarKind> dtype) {
  const ScalarClass cls = abi::scalar_info(object.array->element).cls;
  const bool is_real = cls == ScalarClass::Float || cls == ScalarClass::Complex;
  const ScalarKind sums = cls == ScalarClass::Unsigned ? ScalarKind::UInt64 : ScalarKind::Int64;
  const std::optional<Object> source =
      ArrayFrom(object, dtype ? dtype : is_real ? std::nullopt : std::optional(sums));
  if (!source || !source->array->has_values() || source->array->size() > kMaxArrayElements) {
    return std::nullopt;
  }
  ConstArray result{source->array->element, {source->array->size()}, {}};
  Number sum = *CastNumber(Number::Int(0), result.element);
  for (std::int64_t i = 0; i < result.shape[0]; ++i) {
    const std::optional<Number> next =
        FoldBinary(ast::BinaryOperator::Add, sum, source->array->at(i));
    const std::optional<Number> cast = next ? CastNumber(*next, result.element) : std::nullopt;
    if (!cast) {
      return std::nullopt;
    }
    result.values.push_back(sum = *cast);
  }
  return ArrayObject(std::move(result));
}

Object ComplexPart(const ConstArray& array, bool real) {
  ConstArray part = array;
  const bool is_complex = abi::scalar_info(array.element).cls == ScalarClass::Complex;
  if (is_complex) {
    part.element = array.element == ScalarKind::Complex64 ? ScalarKind::Float32 : ScalarKind::Float64;
  }
  for (Number& value : part.values) {
    value = is_complex ? Number::Float(real ? value.real : value.imag)
            : real     ? value
                       : *CastNumber(Number::Int(0), array.element);
  }
  return ArrayObject(std::move(part));
}

std::optional<Object> OuterProduct(const Object& left, const Object& right) {
  const std::optional<Object> column = ArrayFrom(left, std::nullopt);
  const std::optional<Object> row = ArrayFrom(right, std::nullopt);
  if (!column || !row) {
    return std::nullopt;
  }
  const Object one = Object::Of(Number::Int(1));
  const Object all = Object::Of(Number::Int(-1));
  const std::optional<Object> high =
      ArrayMethod(*column, "reshape", {{Object::Tuple({all, one})}, {}});
  const std::optional<Object> wide =
      ArrayMethod(*row, "reshape", {{Object::Tuple({one, all})}, {}});
  return high && wide ? FoldArrays(ast::BinaryOperator::Mult, *high, *wide) : std::nullopt;
}

}  // namespace kernelc::constants
