#include "compiler/constants/const_numpy.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "compiler/constants/const_eval.h"
#include "compiler/constants/fold.h"

namespace kernelc::constants {
namespace {

using abi::ScalarClass;
using abi::ScalarKind;

bool IsFloatClass(ScalarKind kind) {
  const ScalarClass cls = abi::scalar_info(kind).cls;
  return cls == ScalarClass::Float || cls == ScalarClass::Complex;
}

bool IsComplexKind(ScalarKind kind) { return abi::scalar_info(kind).cls == ScalarClass::Complex; }

// Bits of a float that holds what NumPy wants held of a real type.
unsigned FloatBits(ScalarKind kind) {
  const abi::ScalarInfo& info = abi::scalar_info(kind);
  switch (info.cls) {
    case ScalarClass::Bool:
      return 16;
    case ScalarClass::Signed:
    case ScalarClass::Unsigned:
      return info.size == 1 ? 16 : info.size == 2 ? 32 : 64;
    case ScalarClass::Float:
    case ScalarClass::Float8:
      return info.size * 8;
    case ScalarClass::Complex:
      return info.size * 4;
  }
  return 64;
}

ScalarKind FloatOfBits(unsigned bits) {
  return bits == 16 ? ScalarKind::Float16 : bits == 32 ? ScalarKind::Float32 : ScalarKind::Float64;
}

ScalarKind IntegerOf(bool is_signed, unsigned size) {
  switch (size) {
    case 1:
      return is_signed ? ScalarKind::Int8 : ScalarKind::UInt8;
    case 2:
      return is_signed ? ScalarKind::Int16 : ScalarKind::UInt16;
    case 4:
      return is_signed ? ScalarKind::Int32 : ScalarKind::UInt32;
    default:
      return is_signed ? ScalarKind::Int64 : ScalarKind::UInt64;
  }
}

// NumPy's type for a Python number that stands alone.
ScalarKind KindOfNumber(const Number& number) {
  switch (number.kind) {
    case NumberKind::Bool:
      return ScalarKind::Bool;
    case NumberKind::Int:
      return number.integer > Int128(std::numeric_limits<std::int64_t>::max()) ? ScalarKind::UInt64
                                                                               : ScalarKind::Int64;
    case NumberKind::Float:
      return ScalarKind::Float64;
    case NumberKind::Complex:
      return ScalarKind::Complex128;
  }
  return ScalarKind::Float64;
}

// Whether a Python integer is one of the type's numbers: beside arrays NumPy takes no others.
bool IsOfKind(const Number& number, ScalarKind kind) {
  const abi::ScalarInfo& info = abi::scalar_info(kind);
  if (number.kind != NumberKind::Int ||
      (info.cls != ScalarClass::Signed && info.cls != ScalarClass::Unsigned)) {
    return true;
  }
  const bool is_signed = info.cls == ScalarClass::Signed;
  const unsigned bits = info.size * 8 - (is_signed ? 1 : 0);
  const Int128 limit = Int128(1) << bits;
  return number.integer < limit && number.integer >= (is_signed ? -limit : Int128(0));
}

// The type that a Python number takes beside a NumPy one.
ScalarKind AdaptNumber(const Number& number, ScalarKind other) {
  const ScalarClass cls = abi::scalar_info(other).cls;
  switch (number.kind) {
    case NumberKind::Bool:
      return ScalarKind::Bool;
    case NumberKind::Int:
      return cls == ScalarClass::Bool ? ScalarKind::Int64 : other;
    case NumberKind::Float:
      return IsFloatClass(other) ? other : ScalarKind::Float64;
    case NumberKind::Complex:
      if (cls == ScalarClass::Complex) {
        return other;
      }
      return cls == ScalarClass::Float && abi::scalar_info(other).size <= 4
                 ? ScalarKind::Complex64
                 : ScalarKind::Complex128;
  }
  return other;
}

// An operand: an array, of no dimension for a number.
struct Operand {
  ConstArray array;
  bool typed = true;
};

std::optional<Operand> AsOperand(const Object& object) {
  if (object.kind == ObjectKind::Array) {
    if (object.array->record) {
      return std::nullopt;
    }
    return Operand{*object.array, true};
  }
  if (!object.is_number()) {
    return std::nullopt;
  }
  Operand operand;
  operand.typed = object.typed;
  operand.array.element = object.typed ? object.scalar : KindOfNumber(object.number);
  operand.array.values.push_back(object.number);
  return operand;
}

// NumPy's common shape of two; null where there is none.
std::optional<std::vector<std::int64_t>> Broadcast(std::vector<std::int64_t> left,
                                                   std::vector<std::int64_t> right) {
  if (left.size() < right.size()) {
    std::swap(left, right);
  }
  for (std::size_t i = 0; i < right.size(); ++i) {
    std::int64_t& extent = left[left.size() - 1 - i];
    const std::int64_t other = right[right.size() - 1 - i];
    if (extent != other && extent != 1 && other != 1) {
      return std::nullopt;
    }
    extent = extent == 1 ? other : extent;
  }
  return left;
}

// The element of `array` that stands at flat index `flat` of the broadcast `shape`.
const Number& BroadcastAt(const ConstArray& array, const std::vector<std::int64_t>& shape,
                          std::int64_t flat) {
  if (array.values.size() == 1) {
    return array.values.front();
  }
  std::int64_t index = 0;
  std::int64_t stride = 1;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    const std::int64_t position = flat % shape[shape.size() - 1 - i];
    flat /= shape[shape.size() - 1 - i];
    if (i < array.shape.size()) {
      const std::int64_t extent = array.shape[array.shape.size() - 1 - i];
      index += extent == 1 ? 0 : position * stride;
      stride *= extent;
    }
  }
  return array.at(index);
}

bool IsFortranOrNumber(const ConstArray& array) { return array.fortran || array.shape.empty(); }

// IEEE division, where Python's raises.
std::optional<Number> Fold(ast::BinaryOperator op, const Number& left, const Number& right) {
  const bool real = left.kind != NumberKind::Complex && right.kind != NumberKind::Complex;
  if (op == ast::BinaryOperator::Div && real && !right.truth()) {
    return Number::Float(left.as_double() / right.as_double());
  }
  // NumPy has no integers for 2 ** -1, and no difference of bools.
  if ((op == ast::BinaryOperator::Pow && left.is_integral() && right.is_integral() &&
       right.integer < 0) ||
      (op == ast::BinaryOperator::Sub && left.kind == NumberKind::Bool)) {
    return std::nullopt;
  }
  return FoldBinary(op, left, right);
}

ScalarKind ResultKind(ast::BinaryOperator op, ScalarKind kind) {
  const bool divides = op == ast::BinaryOperator::Div;
  return divides && !IsFloatClass(kind) ? ScalarKind::Float64 : kind;
}

Object FromArray(ConstArray array) {
  if (array.shape.empty() && array.has_values()) {
    return Object::OfTyped(array.values.front(), array.element);
  }
  return ArrayObject(std::move(array));
}

// Collects nested lists into `values`; false where rows differ in length or something is no number.
bool Flatten(const Object& object, std::size_t depth, std::vector<std::int64_t>* shape,
             std::vector<Object>* values) {
  if (object.is_number()) {
    values->push_back(object);
    return depth == shape->size();
  }
  const std::optional<std::vector<Object>> rows = ObjectElements(object);
  if (!rows || object.kind == ObjectKind::Str) {
    return false;
  }
  const auto count = static_cast<std::int64_t>(rows->size());
  if (depth == shape->size() && values->empty()) {
    shape->push_back(count);
  }
  if (depth >= shape->size() || (*shape)[depth] != count ||
      values->size() > static_cast<std::size_t>(kMaxArrayElements)) {
    return false;
  }
  return std::ranges::all_of(
      *rows, [&](const Object& row) { return Flatten(row, depth + 1, shape, values); });
}

}  // namespace

Object ArrayObject(ConstArray array) {
  Object object;
  object.kind = ObjectKind::Array;
  object.array = std::make_shared<const ConstArray>(std::move(array));
  return object;
}

const Object* NumpyArguments::Find(std::size_t index, std::string_view name) const {
  if (index < positional.size()) {
    return &positional[index];
  }
  const auto found = std::ranges::find_if(
      keywords, [&](const auto& keyword) { return keyword.first == name; });
  return found == keywords.end() ? nullptr : &found->second;
}

std::optional<Object> TypedNumber(const std::optional<Number>& number, ScalarKind kind) {
  const std::optional<Number> cast = number ? CastNumber(*number, kind) : std::nullopt;
  return cast ? std::optional(Object::OfTyped(*cast, kind)) : std::nullopt;
}

ScalarKind NumpyPromote(ScalarKind left, ScalarKind right) {
  if (left == right) {
    return left;
  }
  const abi::ScalarInfo& a = abi::scalar_info(left);
  const abi::ScalarInfo& b = abi::scalar_info(right);
  if (IsFloatClass(left) || IsFloatClass(right)) {
    const unsigned bits = std::max(FloatBits(left), FloatBits(right));
    if (IsComplexKind(left) || IsComplexKind(right)) {
      return bits == 64 ? ScalarKind::Complex128 : ScalarKind::Complex64;
    }
    return FloatOfBits(bits);
  }
  if (a.cls == ScalarClass::Bool || b.cls == ScalarClass::Bool) {
    return a.cls == ScalarClass::Bool ? right : left;
  }
  const bool left_signed = a.cls == ScalarClass::Signed;
  const bool right_signed = b.cls == ScalarClass::Signed;
  if (left_signed == right_signed) {
    return a.size > b.size ? left : right;
  }
  const unsigned unsigned_size = left_signed ? b.size : a.size;
  const unsigned signed_size = left_signed ? a.size : b.size;
  const unsigned size = std::max(signed_size, unsigned_size * 2);
  return size > 8 ? ScalarKind::Float64 : IntegerOf(true, size);
}

std::optional<Object> ArrayFrom(const Object& object, std::optional<ScalarKind> dtype) {
  ConstArray array;
  if (object.kind == ObjectKind::Array) {
    array = *object.array;
    if (array.record) {
      return std::nullopt;
    }
    if (!dtype || *dtype == array.element) {
      return object;
    }
  } else {
    std::vector<Object> items;
    if (!Flatten(object, 0, &array.shape, &items)) {
      return std::nullopt;
    }
    std::optional<ScalarKind> kind;
    for (const Object& item : items) {
      const ScalarKind own = item.typed ? item.scalar : KindOfNumber(item.number);
      // Beyond 64 bits NumPy keeps Python's objects.
      if (!IsOfKind(item.number, own)) {
        return std::nullopt;
      }
      kind = kind ? NumpyPromote(*kind, own) : own;
      array.values.push_back(item.number);
    }
    array.element = kind.value_or(ScalarKind::Float64);
  }
  const ScalarKind target = dtype.value_or(array.element);
  array.element = target;
  for (Number& value : array.values) {
    const std::optional<Number> cast = CastNumber(value, target);
    if (!cast) {
      return std::nullopt;
    }
    value = *cast;
  }
  return ArrayObject(std::move(array));
}

std::optional<Object> FoldArrays(ast::BinaryOperator op, const Object& left_object,
                                 const Object& right_object) {
  std::optional<Operand> left = AsOperand(left_object);
  std::optional<Operand> right = AsOperand(right_object);
  if (!left || !right) {
    return std::nullopt;
  }
  ScalarKind left_kind = left->array.element;
  ScalarKind right_kind = right->array.element;
  if (!left->typed) {
    left_kind = AdaptNumber(left_object.number, right_kind);
  } else if (!right->typed) {
    right_kind = AdaptNumber(right_object.number, left_kind);
  }
  if ((!left->typed && !IsOfKind(left_object.number, left_kind)) ||
      (!right->typed && !IsOfKind(right_object.number, right_kind))) {
    return std::nullopt;
  }
  const ScalarKind common = NumpyPromote(left_kind, right_kind);
  // Truth values are shifted as integers of eight bits.
  const bool shifts = op == ast::BinaryOperator::LShift || op == ast::BinaryOperator::RShift;
  if (shifts && common == ScalarKind::Bool) {
    return std::nullopt;
  }
  std::optional<std::vector<std::int64_t>> shape =
      Broadcast(left->array.shape, right->array.shape);
  if (!shape) {
    return std::nullopt;
  }
  ConstArray result;
  result.element = ResultKind(op, common);
  result.shape = std::move(*shape);
  result.fortran = result.shape.size() > 1 && IsFortranOrNumber(left->array) &&
                   IsFortranOrNumber(right->array);
  const bool uniform = left->array.values.size() == 1 && right->array.values.size() == 1;
  const std::int64_t count = uniform ? 1 : result.size();
  if (!left->array.has_values() || !right->array.has_values() || count > kMaxArrayElements) {
    return ArrayObject(std::move(result));
  }
  for (std::int64_t i = 0; i < count; ++i) {
    const std::optional<Number> a = CastNumber(BroadcastAt(left->array, result.shape, i), common);
    const std::optional<Number> b = CastNumber(BroadcastAt(right->array, result.shape, i), common);
    const std::optional<Number> value = a && b ? Fold(op, *a, *b) : std::nullopt;
    const std::optional<Number> cast = value ? CastNumber(*value, result.element) : std::nullopt;
    if (!cast) {
      return std::nullopt;
    }
    result.values.push_back(*cast);
  }
  return FromArray(std::move(result));
}

std::optional<Object> CompareArrays(ast::CompareOperator op, const Object& left_object,
                                    const Object& right_object) {
  const std::optional<Operand> left = AsOperand(left_object);
  const std::optional<Operand> right = AsOperand(right_object);
  std::optional<std::vector<std::int64_t>> shape =
      left && right ? Broadcast(left->array.shape, right->array.shape) : std::nullopt;
  if (!shape || op == ast::CompareOperator::Is || op == ast::CompareOperator::IsNot ||
      op == ast::CompareOperator::In || op == ast::CompareOperator::NotIn) {
    return std::nullopt;
  }
  ConstArray result{ScalarKind::Bool, std::move(*shape), {}};
  const bool is_known = left->array.has_values() && right->array.has_values();
  for (std::int64_t i = 0; is_known && i < result.size(); ++i) {
    const std::optional<bool> holds =
        result.size() > kMaxArrayElements
            ? std::nullopt
            : FoldCompare(op, BroadcastAt(left->array, result.shape, i),
                          BroadcastAt(right->array, result.shape, i));
    if (!holds) {
      return std::nullopt;
    }
    result.values.push_back(Number::Bool(*holds));
  }
  return ArrayObject(std::move(result));
}

std::optional<Object> FoldArray(ast::UnaryOperator op, const Object& object) {
  ConstArray array = *object.array;
  if (array.record) {
    return std::nullopt;
  }
  const bool is_not = op == ast::UnaryOperator::Invert && array.element == ScalarKind::Bool;
  for (Number& value : array.values) {
    const std::optional<Number> folded =
        is_not ? std::optional(Number::Bool(!value.truth())) : FoldUnary(op, value);
    const std::optional<Number> cast = folded ? CastNumber(*folded, array.element) : std::nullopt;
    if (!cast || op == ast::UnaryOperator::Not ||
        (op == ast::UnaryOperator::USub && array.element == ScalarKind::Bool)) {
      return std::nullopt;
    }
    value = *cast;
  }
  return ArrayObject(std::move(array));
}

std::optional<Object> ArrayElement(const Object& object, const Object& index) {
  const ConstArray& array = *object.array;
  const bool is_tuple = index.kind == ObjectKind::Tuple && !index.is_list;
  const std::vector<Object> indices = is_tuple ? index.elements : std::vector<Object>{index};
  if (indices.size() > array.shape.size() || !array.has_values() || array.record) {
    return std::nullopt;
  }
  std::int64_t first = 0;
  for (std::size_t i = 0; i < indices.size(); ++i) {
    const Int128 extent = array.shape[i];
    if (!indices[i].is_int()) {
      return std::nullopt;
    }
    Int128 position = indices[i].number.integer;
    position += position < 0 ? extent : Int128(0);
    if (position < 0 || position >= extent) {
      return std::nullopt;
    }
    first = first * array.shape[i] + static_cast<std::int64_t>(position);
  }
  ConstArray part;
  part.element = array.element;
  part.shape.assign(array.shape.begin() + static_cast<std::ptrdiff_t>(indices.size()),
                    array.shape.end());
  const std::int64_t count = part.size();
  for (std::int64_t i = 0; i < (array.values.size() == 1 ? 1 : count); ++i) {
    part.values.push_back(array.at(first * count + i));
  }
  return FromArray(std::move(part));
}

std::optional<std::vector<Object>> ArrayRows(const Object& object) {
  const ConstArray& array = *object.array;
  if (array.shape.empty() || !array.has_values() || array.record || array.shape[0] > kMaxArrayElements) {
    return std::nullopt;
  }
  std::vector<Object> rows;
  for (std::int64_t i = 0; i < array.shape[0]; ++i) {
    std::optional<Object> row = ArrayElement(object, Object::Of(Number::Int(i)));
    if (!row) {
      return std::nullopt;
    }
    rows.push_back(std::move(*row));
  }
  return rows;
}

namespace {

// A type of floats: bits of the significand, the first one included; exponents of the smallest normal number and above the
// largest one; bits of the exponent; decimal digits.
struct FloatLimits {
  ScalarKind kind;
  int significand;
  int min_exponent;
  int max_exponent;
  int exponent_bits;
  int digits;
};

constexpr FloatLimits kFloatLimits[] = {
    {ScalarKind::Float16, 11, -14, 16, 5, 3},
    {ScalarKind::Float32, 24, -126, 128, 8, 6},
    {ScalarKind::Float64, 53, -1022, 1024, 11, 15},
};

std::optional<Object> FloatMember(const FloatLimits& limits, std::string_view name) {
  const int fraction = limits.significand - 1;
  const std::pair<std::string_view, int> integers[] = {
      {"iexp", limits.exponent_bits},   {"machep", -fraction},
      {"maxexp", limits.max_exponent},  {"minexp", limits.min_exponent},
      {"negep", -limits.significand},   {"nexp", limits.exponent_bits},
      {"nmant", fraction},              {"precision", limits.digits},
  };
  const double max =
      std::ldexp(2.0 - std::ldexp(1.0, -fraction), limits.max_exponent - 1);
  const double tiny = std::ldexp(1.0, limits.min_exponent);
  const std::pair<std::string_view, double> floats[] = {
      {"eps", std::ldexp(1.0, -fraction)},
      {"epsneg", std::ldexp(1.0, -limits.significand)},
      {"max", max},
      {"min", -max},
      {"resolution", std::pow(10.0, -limits.digits)},
      {"smallest_normal", tiny},
      {"smallest_subnormal", std::ldexp(1.0, limits.min_exponent - fraction)},
      {"tiny", tiny},
  };
  for (const auto& [own, value] : integers) {
    if (own == name) {
      return Object::Of(Number::Int(value));
    }
  }
  for (const auto& [own, value] : floats) {
    if (own == name) {
      return TypedNumber(Number::Float(value), limits.kind);
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<Object> LimitsMember(const Object& limits, std::string_view name) {
  ScalarKind kind = limits.scalar_type();
  if (kind == ScalarKind::Complex64 || kind == ScalarKind::Complex128) {
    kind = kind == ScalarKind::Complex64 ? ScalarKind::Float32 : ScalarKind::Float64;
  }
  const abi::ScalarInfo& info = abi::scalar_info(kind);
  if (name == "bits") {
    return Object::Of(Number::Int(Int128(info.size * 8)));
  }
  if (name == "dtype") {
    return Object::Type(abi::ArgType::Scalar(kind));
  }
  if (info.cls == ScalarClass::Signed || info.cls == ScalarClass::Unsigned) {
    const bool is_signed = info.cls == ScalarClass::Signed;
    const unsigned bits = info.size * 8 - (is_signed ? 1 : 0);
    const Int128 top = Int128(1) << bits;
    if (name == "max") {
      return Object::Of(Number::Int(top - 1));
    }
    return name == "min" ? std::optional(Object::Of(Number::Int(is_signed ? -top : Int128(0))))
                         : std::nullopt;
  }
  const auto* found = std::ranges::find(kFloatLimits, kind, &FloatLimits::kind);
  return found == std::end(kFloatLimits) ? std::nullopt : FloatMember(*found, name);
}

}  // namespace kernelc::constants
