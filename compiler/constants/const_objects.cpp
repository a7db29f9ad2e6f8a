// Operations on constants: comparisons, truth, elements, operators.
#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "compiler/base/unicode.h"
#include "compiler/constants/const_eval.h"
#include "compiler/constants/extern_functions.h"
#include "compiler/constants/paths.h"

namespace kernelc::constants {
namespace {

std::optional<Object> FromNumber(const std::optional<Number>& number) {
  return number ? std::optional(Object::Of(*number)) : std::nullopt;
}

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

// What a member of an IntEnum is in arithmetic.
const Object& PlainValue(const Object& object) {
  return object.kind == ObjectKind::EnumMember && object.is_int_enum ? object.elements.front()
                                                                     : object;
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

std::optional<bool> CompareObjects(ast::CompareOperator op, const Object& left_object,
                                   const Object& right_object) {
  using ast::CompareOperator;
  if (op == CompareOperator::Is || op == CompareOperator::IsNot) {
    const bool are_things = left_object.identity != 0 && right_object.identity != 0;
    if (IsMutable(left_object) && IsMutable(right_object) && !are_things) {
      return std::nullopt;
    }
    return IsSame(left_object, right_object) == (op == CompareOperator::Is);
  }
  const Object& left = PlainValue(left_object);
  const Object& right = PlainValue(right_object);
  if (left.is_number() && right.is_number()) {
    return FoldCompare(op, left.number, right.number);
  }
  if ((op == CompareOperator::Eq || op == CompareOperator::NotEq) &&
      (left.kind == ObjectKind::Type) != (right.kind == ObjectKind::Type)) {
    // a.dtype == bool, a.dtype == "float32"
    const std::optional<abi::ArgType> a = Evaluator::AsType(left);
    const std::optional<abi::ArgType> b = Evaluator::AsType(right);
    if (a && b) {
      return (ObjectKey(Object::Type(*a)) == ObjectKey(Object::Type(*b))) ==
             (op == CompareOperator::Eq);
    }
  }
  const bool is_text = left.kind == ObjectKind::Str && right.kind == ObjectKind::Str &&
                       left.is_bytes == right.is_bytes;
  const bool is_named = left.kind == right.kind &&
                        (left.kind == ObjectKind::EnumMember || left.kind == ObjectKind::Type);
  if (op == CompareOperator::Eq || op == CompareOperator::NotEq) {
    return is_text || is_named
               ? std::optional((ObjectKey(left) == ObjectKey(right)) == (op == CompareOperator::Eq))
               : std::nullopt;
  }
  if (op == CompareOperator::In || op == CompareOperator::NotIn) {
    return is_text ? std::optional((right.text.find(left.text) != std::string::npos) ==
                                   (op == CompareOperator::In))
                   : std::nullopt;
  }
  return is_text ? FoldCompare(op, Number::Int(left.text.compare(right.text)), Number::Int(0))
                 : std::nullopt;
}

std::optional<ObjectList> ObjectElements(const Object& object) {
  if (object.kind == ObjectKind::Tuple) {
    return IsRecord(object) ? std::nullopt : std::optional(object.elements);
  }
  if (object.kind == ObjectKind::Array) {
    return ArrayRows(object);
  }
  std::vector<Object> elements;
  if (object.kind == ObjectKind::Dict) {
    for (std::size_t i = 0; i < object.elements.size(); i += 2) {
      elements.push_back(object.elements[i]);
    }
    return elements;
  }
  if (object.kind != ObjectKind::Str) {
    return std::nullopt;
  }
  const std::string_view text = object.text;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t start = at;
    if (object.is_bytes) {
      elements.push_back(Object::Of(Number::Int(static_cast<unsigned char>(text[at++]))));
    } else {
      DecodeUtf8(text, at);
      elements.push_back(Object::Str(text.substr(start, at - start)));
    }
  }
  return elements;
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
    case ObjectKind::Decorator:
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

std::optional<Object> FoldObjects(ast::BinaryOperator op, const Object& left, const Object& right) {
  using ast::BinaryOperator;
  if (left.is_number() && right.is_number()) {
    return left.typed || right.typed || op == BinaryOperator::MatMult
               ? std::nullopt
               : FromNumber(FoldBinary(op, left.number, right.number));
  }
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
