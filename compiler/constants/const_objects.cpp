// Operations on constants: comparisons, truth, elements, operators.
#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "compiler/constants/const_eval.h"
#include "compiler/constants/extern_functions.h"
#include "compiler/constants/paths.h"

namespace kernelc::constants {
namespace {

std::optional<Object> RepeatText(const Object& text, const Object& count) {
  if (!count.is_int() || text.is_path ||
      (count.number.integer > 0 && !text.text.empty() &&
       count.number.integer > Int128(kMaxConstantParts / text.text.size()))) {
    return std::nullopt;
  }
  Object result = Object::Str({});
  result.is_bytes = text.is_bytes;
  for (Int128 i = 0; !text.text.empty() && i < count.number.integer; ++i) {
    result.text += text.text;
  }
  return result;
}

// An object of a data class, a SimpleNamespace: no sequence.
bool IsRecord(const Object& object) {
  return object.kind == ObjectKind::Tuple && object.fields != nullptr && object.fields->is_mutable;
}

}  // namespace

bool IsMutable(const Object& object) {
  return object.kind == ObjectKind::Array || object.kind == ObjectKind::Dict || object.is_list ||
         object.kind == ObjectKind::Instance ||
         (object.fields != nullptr && object.fields->is_mutable) ||
         (object.kind == ObjectKind::Tuple && std::ranges::any_of(object.elements, IsMutable));
}

std::optional<bool> CompareTexts(ast::CompareOperator op, const Object& left, const Object& right) {
  using ast::CompareOperator;
  if (left.is_bytes != right.is_bytes) {
    return std::nullopt;
  }
  if (op == CompareOperator::In || op == CompareOperator::NotIn) {
    return (right.text.find(left.text) != std::string::npos) == (op == CompareOperator::In);
  }
  return FoldCompare(op, Number::Int(left.text.compare(right.text)), Number::Int(0));
}

std::optional<ObjectList> ObjectElements(const Object& object) {
  return object.kind != ObjectKind::Tuple || IsRecord(object) ? std::nullopt : std::optional(object.elements);
}

std::optional<bool> ObjectTruth(const Object& object) {
  switch (object.kind) {
    case ObjectKind::None:
      return false;
    case ObjectKind::Number:
      return object.number.truth();
    case ObjectKind::Str:
      return !object.text.empty();
    case ObjectKind::Tuple:
    case ObjectKind::Dict:
      return !object.elements.empty();
    case ObjectKind::EnumMember:
      return object.is_int_enum ? ObjectTruth(object.elements.front()) : std::optional(true);
    case ObjectKind::Ellipsis:
    case ObjectKind::Type:
    case ObjectKind::Signature:
    case ObjectKind::Function:
    case ObjectKind::Module:
    case ObjectKind::Class:
    case ObjectKind::NamedTupleType:
      return true;
    // May have __bool__ or __len__.
    case ObjectKind::Instance:
    // May be a value of the running thread, such as cuda.laneid.
    case ObjectKind::External:
      return index::IsKnownPath(object.text) && index::IsModulePath(object.text) ? std::optional(true)
                                                                   : std::nullopt;
    case ObjectKind::Array:
      return std::nullopt;
  }
  return std::nullopt;
}

std::optional<std::string> ObjectText(const Object& object) {
  if (object.kind == ObjectKind::Str || object.kind == ObjectKind::None) {
    return object.kind == ObjectKind::Str ? object.text : "None";
  }
  if (!object.is_number() || object.number.kind == NumberKind::Complex) {
    return std::nullopt;
  }
  const Number& number = object.number;
  if (number.is_integral()) {
    return number.kind == NumberKind::Int ? fmt::format("{}", number.integer)
           : number.truth()               ? "True"
                                          : "False";
  }
  const std::string text = fmt::format("{}", number.real);
  return text.find_first_of(".en") == std::string::npos ? text + ".0" : text;
}

std::optional<Object> TypedNumber(const std::optional<Number>& number, abi::ScalarKind kind) {
  const std::optional<Number> cast = number ? CastNumber(*number, kind) : std::nullopt;
  return cast ? std::optional(Object::OfTyped(*cast, kind)) : std::nullopt;
}

std::optional<Object> FoldTexts(ast::BinaryOperator op, const Object& left, const Object& right) {
  using ast::BinaryOperator;
  if (op == BinaryOperator::Mult &&
      (left.kind == ObjectKind::Str || right.kind == ObjectKind::Str)) {
    const bool text_first = left.kind == ObjectKind::Str;
    return RepeatText(text_first ? left : right, text_first ? right : left);
  }
  return op == BinaryOperator::Add && left.kind == ObjectKind::Str &&
                 right.kind == ObjectKind::Str && !left.is_bytes && !right.is_bytes &&
                 left.text.size() + right.text.size() < kMaxConstantParts
             ? std::optional(Object::Str(left.text + right.text))
             : std::nullopt;
}

}  // namespace kernelc::constants
