// Python's operators on arrays and scalars of NumPy, and their texts.
#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "compiler/host/arrays/array.h"
#include "compiler/host/objects/operations.h"

namespace kernelc::host {
namespace {

using abi::ScalarKind;

bool IsSequence(const Value& value) {
  return value.is(Kind::List, Kind::Tuple, Kind::Str, Kind::Bytes);
}

bool IsOperand(const Value& value) {
  return IsNumpy(value) || value.is_small_int() || value.is_float() ||
         value.is(Kind::BigInt, Kind::Complex, Kind::List, Kind::Tuple);
}

constexpr std::string_view kOtherText = "this text is not followed";

std::string NumberText(Context& c, const Number& number, std::uint32_t size) {
  GiveUpIf(c, number.kind == NumberKind::Complex, kOtherText);
  // How many digits there are depends on the type.
  GiveUpIf(c,
           number.kind == NumberKind::Float && size != 8 &&
               (number.real != std::trunc(number.real) || std::fabs(number.real) >= 1e7),
           kOtherText);
  return Repr(c, PythonNumber(c, number));
}

std::string TupleText(const IntList& shape) {
  return fmt::format("({}{})", fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
}

Value ScalarOperand(Context& c, const Value& value) {
  return value.is(Kind::Scalar) ? ScalarNumber(c, value) : value;
}

// [('x', '<f4'), ('b', 'u1', (3,))]. Others are those of fields with places of their own, and of
// aligned ones, from which those of single bytes alone cannot be told.
std::string RecordText(Context& c, const abi::RecordType& record) {
  std::string text = "[";
  std::uint32_t end = 0;
  std::uint32_t widest = 1;
  for (const abi::RecordField& field : record.fields) {
    GiveUpIf(c, field.record || field.offset != end, kOtherText);
    const std::string type = field.scalar == ScalarKind::Bool ? "?" : TypeText({field.scalar, {}});
    text += (text.size() > 1 ? ", ('" : "('") + field.name + "', '" +
            type.substr(type.starts_with("|") ? 1 : 0) + "'";
    const auto size = static_cast<std::uint32_t>(abi::scalar_info(field.scalar).size);
    widest = std::max(widest, size);
    end += std::accumulate(field.extents.begin(), field.extents.end(), size, std::multiplies<>());
    if (!field.extents.empty()) {
      text += ", " + TupleText({field.extents.begin(), field.extents.end()});
    }
    text += ")";
  }
  GiveUpIf(c, record.align != 1 || widest == 1 || end != record.size, kOtherText);
  return text + "]";
}

}  // namespace

Value ArrayBinary(Context& c, ast::BinaryOperator op, const Value& a, const Value& b) {
  const bool repeats = op == ast::BinaryOperator::Mult && ((a.is(Kind::Scalar) && IsSequence(b)) ||
                                                           (b.is(Kind::Scalar) && IsSequence(a)));
  if (repeats && IsIntegerKind((a.is(Kind::Scalar) ? a : b).As<ArrayScalar>().kind)) {
    return Binary(c, op, ScalarOperand(c, a), ScalarOperand(c, b));
  }
  RaiseIf(c, repeats, "TypeError", "can't multiply sequence by non-int");
  GiveUpIf(c, !IsOperand(a) || !IsOperand(b), "this operation with an array is not followed");
  if (op == ast::BinaryOperator::MatMult) {
    return MatrixProduct(c, a, b);
  }
  const Value operands[] = {a, b};
  return Ufunc(c, NamesOf(op).ufunc, operands);
}

// Whether `shape` can be repeated to `whole`.
static bool Broadcasts(const IntList& shape, const IntList& whole) {
  return shape.size() <= whole.size() &&
         std::equal(shape.rbegin(), shape.rend(), whole.rbegin(),
                    [](std::int64_t one, std::int64_t all) { return one == all || one == 1; });
}

Value ArrayInPlace(Context& c, ast::BinaryOperator op, const Value& a, const Value& b) {
  if (!IsArray(a)) {
    return ArrayBinary(c, op, a, b);
  }
  GiveUpIf(c, op == ast::BinaryOperator::MatMult, "this operation with an array is not followed");
  // Where both the types and the shapes are at fault, NumPy reports the types.
  GiveUpIf(c,
           IsArray(b) && ViewOf(b).type.kind != ViewOf(a).type.kind &&
               !Broadcasts(ViewOf(b).shape, ViewOf(a).shape),
           "this operation with an array is not followed");
  const Value result = ArrayBinary(c, op, a, b);
  const auto rank = [](ScalarKind kind) {
    return kind == ScalarKind::Bool ? 0
           : IsIntegerKind(kind)    ? (IsSignedKind(kind) ? 2 : 1)
           : IsComplexKind(kind)    ? 4
                                    : 3;
  };
  RaiseIf(c, rank(KindOf(result)) > rank(KindOf(a)), "numpy.UFuncTypeError",
          "the array cannot hold the result");
  const IntList shape = IsArray(result) ? ViewOf(result).shape : IntList{};
  RaiseIf(c, BroadcastShapes(c, shape, ViewOf(a).shape) != ViewOf(a).shape, "ValueError",
          "non-broadcastable output operand");
  AssignArray(c, a, result);
  return a;
}

Value ArrayUnary(Context& c, ast::UnaryOperator op, const Value& a) {
  return Ufunc(c,
               op == ast::UnaryOperator::Invert ? "invert"
               : op == ast::UnaryOperator::UAdd ? "positive"
                                                : "negative",
               {&a, 1});
}

Value ArrayCompare(Context& c, ast::CompareOperator op, const Value& a, const Value& b) {
  const bool equality = op == ast::CompareOperator::Eq || op == ast::CompareOperator::NotEq;
  if (a.is(Kind::DType) || b.is(Kind::DType)) {
    const Value& other = a.is(Kind::DType) ? b : a;
    GiveUpIf(c, !equality, "an order of types is not followed");
    GiveUpIf(c, other.is(Kind::Dict, Kind::Instance), "this comparison of types is not followed");
    const bool equal = TypeOf(c, a) == TypeOf(c, b);
    return Value::Bool(equal == (op == ast::CompareOperator::Eq));
  }
  GiveUpIf(c, !IsOperand(a) || !IsOperand(b), "this comparison with an array is not followed");
  const Value operands[] = {a, b};
  const Comparison* comparison = FindComparison(op);
  GiveUpIf(c, comparison == nullptr, "this comparison of arrays is not followed");
  return Ufunc(c, comparison->ufunc, operands);
}

bool ArrayContains(Context& c, const Value& array, const Value& value) {
  for (const Number& number :
       Numbers(c, AsArray(c, ArrayCompare(c, ast::CompareOperator::Eq, array, value)))) {
    if (number.truth()) {
      return true;
    }
  }
  return false;
}

bool ArrayTruth(Context& c, const Value& value) {
  GiveUpIf(c, value.is(Kind::DType), "the truth of a type is not followed");
  const std::vector<Number> numbers = Numbers(c, value);
  if (numbers.size() != 1) {
    GiveUpIf(c, numbers.empty(), "the truth of an empty array depends on NumPy's version");
    RaiseError(c, "ValueError", "the truth of several elements: use a.any() or a.all()");
  }
  return numbers[0].truth();
}

Value ScalarNumber(Context& c, const Value& value) {
  const std::vector<Number> numbers = Numbers(c, value);
  RaiseIf(c, numbers.size() != 1 || (IsArray(value) && !ViewOf(value).shape.empty()), "TypeError",
          "an array of several elements is no number");
  return PythonNumber(c, numbers[0]);
}

std::string ArrayText(Context& c, const Value& value, bool is_repr) {
  if (value.is(Kind::DType)) {
    const ElementType type = TypeOf(c, value);
    if (type.record) {
      return is_repr ? "dtype(" + RecordText(c, *type.record) + ")" : RecordText(c, *type.record);
    }
    const std::string name(TypeName(type.kind));
    return is_repr ? "dtype('" + name + "')" : name;
  }
  GiveUpIf(c, !value.is(Kind::Scalar), "texts of arrays are not followed");
  const ArrayScalar& scalar = value.As<ArrayScalar>();
  const std::string text = NumberText(c, scalar.number, abi::scalar_info(scalar.kind).size);
  if (!is_repr) {
    return text;
  }
  return "np." + (scalar.kind == ScalarKind::Bool
                      ? text + "_"
                      : std::string(TypeName(scalar.kind)) + "(" + text + ")");
}

std::string DescribeArray(Context& c, const Value& value) {
  if (value.is(Kind::DType)) {
    return ArrayText(c, value, true);
  }
  if (value.is(Kind::Scalar)) {
    const ArrayScalar& scalar = value.As<ArrayScalar>();
    return "np." + std::string(TypeName(scalar.kind)) + "(" +
           Repr(c, PythonNumber(c, scalar.number)) + ")";
  }
  const ArrayView& view = ViewOf(value);
  if (view.is_record) {
    return "record" + Repr(c, ArrayToList(c, value));
  }
  return "array(" + Repr(c, ArrayToList(c, value)) + ", " + TypeText(view.type) + ", " +
         TupleText(view.shape) + ")";
}

bool IsArrayInstance(Context&, const Value& value, std::string_view path) {
  const bool is_record = IsArray(value) && ViewOf(value).is_record;
  if (path == "numpy.ndarray" || path == "numpy.dtype") {
    return path == "numpy.dtype" ? value.is(Kind::DType) : IsArray(value) && !is_record;
  }
  if (!value.is(Kind::Scalar)) {
    return path == "numpy.void" && is_record;
  }
  const ScalarKind kind = value.As<ArrayScalar>().kind;
  if (!path.starts_with("numpy.")) {
    return path == "object" || (path == "float" && kind == ScalarKind::Float64) ||
           (path == "complex" && kind == ScalarKind::Complex128);
  }
  path.remove_prefix(6);
  const bool is_integer = IsIntegerKind(kind);
  const bool is_inexact = IsFloatingKind(kind) || IsComplexKind(kind);
  return path == "generic" || (path == "number" && (is_integer || is_inexact)) ||
         (path == "integer" && is_integer) ||
         (path == "signedinteger" && is_integer && IsSignedKind(kind)) ||
         (path == "unsignedinteger" && is_integer && !IsSignedKind(kind)) ||
         (path == "inexact" && is_inexact) || (path == "floating" && IsFloatingKind(kind)) ||
         (path == "complexfloating" && IsComplexKind(kind)) || KindNamed(path) == kind;
}

}  // namespace kernelc::host
