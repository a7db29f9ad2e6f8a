// Operations on constants: comparisons, truth, elements, operators.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <unordered_set>

#include "compiler/base/unicode.h"
#include "compiler/constants/const_eval.h"
#include "compiler/constants/const_numpy.h"
#include "compiler/constants/extern_functions.h"
#include "compiler/constants/fold.h"
#include "compiler/constants/paths.h"

namespace kernelc::constants {
namespace {

std::optional<Object> FromNumber(const std::optional<Number>& number) {
  return number ? std::optional(Object::Of(*number)) : std::nullopt;
}

std::optional<Object> ConcatTuples(const Object& left, const Object& right) {
  if (left.parts + right.parts > kMaxConstantParts) {
    return std::nullopt;
  }
  Object result = left;
  result.fields = nullptr;
  result.parts += right.parts;
  std::vector<Object>& elements = result.elements.Own();
  elements.insert(elements.end(), right.elements.begin(), right.elements.end());
  return result;
}

std::optional<Object> RepeatTuple(const Object& tuple, Int128 count) {
  if (count > Int128(kMaxConstantParts) ||
      count * Int128(tuple.parts) > Int128(kMaxConstantParts)) {
    return std::nullopt;
  }
  std::vector<Object> elements;
  for (Int128 i = 0; i < count; ++i) {
    elements.insert(elements.end(), tuple.elements.begin(), tuple.elements.end());
  }
  Object result = Object::Tuple(std::move(elements));
  result.is_list = tuple.is_list;
  return result;
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

bool IsNan(const Number& number) {
  return !number.is_integral() && (std::isnan(number.real) || std::isnan(number.imag));
}

std::optional<bool> Contains(const Object& container, const Object& item) {
  if (container.kind == ObjectKind::Str && item.kind == ObjectKind::Str) {
    return container.text.find(item.text) != std::string::npos;
  }
  const std::optional<ObjectList> elements = ObjectElements(container);
  if (!elements) {
    return std::nullopt;
  }
  for (const Object& element : *elements) {
    const std::optional<bool> same = SameValue(element, item);
    if (!same || *same) {
      return same;
    }
  }
  return false;
}

// Whether two sequences of one length have equal elements, one by one.
std::optional<bool> HaveSameParts(const Object& left, const Object& right) {
  for (std::size_t i = 0; i < left.elements.size(); ++i) {
    const std::optional<bool> same = SameValue(left.elements[i], right.elements[i]);
    if (!same || !*same) {
      return same;
    }
  }
  return true;
}

// Whether two dictionaries have the same keys with the same values, in whatever order.
std::optional<bool> HaveSameItems(const Object& left, const Object& right) {
  if (left.elements.size() != right.elements.size()) {
    return false;
  }
  for (std::size_t i = 0; i < left.elements.size(); i += 2) {
    bool found = false;
    for (std::size_t j = 0; j < right.elements.size() && !found; j += 2) {
      const std::optional<bool> same = SameValue(left.elements[i], right.elements[j]);
      const std::optional<bool> value =
          same == true ? SameValue(left.elements[i + 1], right.elements[j + 1]) : same;
      if (!value || (*same && !*value)) {
        return value;
      }
      found = *same;
    }
    if (!found) {
      return false;
    }
  }
  return true;
}

// The same of sets.
std::optional<bool> HaveSameElements(const Object& left, const Object& right) {
  if (left.elements.size() != right.elements.size()) {
    return false;
  }
  for (const Object& element : left.elements) {
    const std::optional<bool> contains = Contains(right, element);
    if (contains != std::optional(true)) {
      return contains;
    }
  }
  return true;
}

}  // namespace

bool IsHashable(const Object& object) {
  const bool is_record = IsRecord(object);
  // What it has for a hash may do something.
  if (object.kind == ObjectKind::Instance &&
      (object.class_scope->file->has_method("__hash__") ||
       object.class_scope->file->has_method("__eq__"))) {
    return false;
  }
  return object.kind != ObjectKind::Dict && object.kind != ObjectKind::Array && !object.is_list &&
         !is_record &&
         (object.kind != ObjectKind::Tuple || std::ranges::all_of(object.elements, IsHashable));
}

bool MayHaveTwins(const std::vector<Object>& items) {
  std::unordered_set<std::string> seen;
  for (std::size_t i = 0; i < items.size(); i += 2) {
    const bool is_real = items[i].is_number() && items[i].number.kind != NumberKind::Complex;
    if (!seen.insert(is_real ? fmt::format("{:a}", items[i].number.as_double()) : ObjectKey(items[i]))
             .second) {
      return true;
    }
  }
  return false;
}

// A dictionary of key, value, key, value; of equal keys the last one counts.
std::optional<Object> MergeItems(const std::vector<Object>& items) {
  Object dict;
  dict.kind = ObjectKind::Dict;
  for (std::size_t i = 0; i < items.size(); i += 2) {
    if (!PutItem(&dict, items[i], items[i + 1])) {
      return std::nullopt;
    }
  }
  return dict;
}

bool IsMutable(const Object& object) {
  return object.kind == ObjectKind::Array || object.kind == ObjectKind::Dict || object.is_list ||
         object.kind == ObjectKind::Instance ||
         (object.fields != nullptr && object.fields->is_mutable) ||
         (object.kind == ObjectKind::Tuple && std::ranges::any_of(object.elements, IsMutable));
}

bool PutItem(Object* dict, const Object& key, const Object& value) {
  if (!IsHashable(key)) {
    return false;
  }
  for (std::size_t i = 0; i < dict->elements.size(); i += 2) {
    const std::optional<bool> same = SameValue(dict->elements[i], key);
    if (!same) {
      return false;
    }
    if (*same) {
      dict->elements.Own()[i + 1] = value;
      return true;
    }
  }
  dict->parts += key.parts + value.parts;
  dict->elements.push_back(key);
  dict->elements.push_back(value);
  return dict->parts < kMaxConstantParts;
}

std::optional<bool> CompareObjects(ast::CompareOperator op, const Object& left_object,
                                   const Object& right_object) {
  using ast::CompareOperator;
  if (op == CompareOperator::Is || op == CompareOperator::IsNot) {
    // Equal contents are not one thing.
    if (IsMutable(left_object) && IsMutable(right_object)) {
      return std::nullopt;
    }
    return (ObjectKey(left_object) == ObjectKey(right_object)) == (op == CompareOperator::Is);
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
  // A value of the host (time.time) or of the running thread (cuda.laneid).
  if (left.kind == ObjectKind::External || right.kind == ObjectKind::External ||
      left.kind == ObjectKind::Instance || right.kind == ObjectKind::Instance) {
    return std::nullopt;
  }
  if (op == CompareOperator::Eq || op == CompareOperator::NotEq) {
    const std::optional<bool> same = SameValue(left, right);
    return same ? std::optional(*same == (op == CompareOperator::Eq)) : std::nullopt;
  }
  if (op == CompareOperator::In || op == CompareOperator::NotIn) {
    const std::optional<bool> found = Contains(right, left);
    return found ? std::optional(*found == (op == CompareOperator::In)) : std::nullopt;
  }
  if (left.flavor != Flavor::Plain || right.flavor != Flavor::Plain) {
    return std::nullopt;
  }
  if (left.kind == ObjectKind::Tuple && right.kind == ObjectKind::Tuple && !IsRecord(left) &&
      !IsRecord(right)) {
    for (std::size_t i = 0; i < std::min(left.elements.size(), right.elements.size()); ++i) {
      const std::optional<bool> same = SameValue(left.elements[i], right.elements[i]);
      if (!same || !*same) {
        return same ? CompareObjects(op, left.elements[i], right.elements[i]) : std::nullopt;
      }
    }
    return FoldCompare(op, Number::Int(Int128(left.elements.size())),
                       Number::Int(Int128(right.elements.size())));
  }
  if (left.kind == ObjectKind::Str && right.kind == ObjectKind::Str) {
    return FoldCompare(op, Number::Int(left.text.compare(right.text)), Number::Int(0));
  }
  return std::nullopt;
}

std::optional<bool> SameValue(const Object& left, const Object& right) {
  if (left.is_number() && right.is_number()) {
    // Containers take the same object for equal, even if it is no number.
    return IsNan(left.number) && IsNan(right.number)
               ? std::nullopt
               : FoldCompare(ast::CompareOperator::Eq, left.number, right.number);
  }
  if (left.flavor == Flavor::OfDict || right.flavor == Flavor::OfDict) {
    return std::nullopt;
  }
  if (left.kind == ObjectKind::Array || right.kind == ObjectKind::Array ||
      left.kind == ObjectKind::Instance || right.kind == ObjectKind::Instance) {
    return std::nullopt;
  }
  if (IsRecord(left) || IsRecord(right)) {
    // Data classes that are equal have one class, and compare their fields.
    if (!IsRecord(left) || !IsRecord(right) || left.class_scope != right.class_scope) {
      return false;
    }
    if (left.class_scope == nullptr) {
      return std::nullopt;
    }
  }
  if (left.kind == ObjectKind::Dict && right.kind == ObjectKind::Dict) {
    return HaveSameItems(left, right);
  }
  if (left.flavor != right.flavor) {
    return false;
  }
  if (left.flavor == Flavor::Set) {
    return HaveSameElements(left, right);
  }
  if (left.kind == ObjectKind::Tuple && right.kind == ObjectKind::Tuple &&
      left.is_list == right.is_list) {
    return left.elements.size() == right.elements.size() ? HaveSameParts(left, right) : false;
  }
  return ObjectKey(left) == ObjectKey(right);
}

std::optional<ObjectList> ObjectElements(const Object& object) {
  switch (object.kind) {
    case ObjectKind::Tuple:
      return IsRecord(object) ? std::nullopt : std::optional(object.elements);
    case ObjectKind::Dict: {
      std::vector<Object> keys;
      for (std::size_t i = 0; i < object.elements.size(); i += 2) {
        keys.push_back(object.elements[i]);
      }
      return keys;
    }
    case ObjectKind::Array:
      return ArrayRows(object);
    case ObjectKind::Str: {
      std::vector<Object> letters;
      const std::string_view text = object.text;
      for (std::size_t at = 0; at < text.size();) {
        const std::size_t start = at;
        if (object.is_bytes) {
          letters.push_back(Object::Of(Number::Int(static_cast<unsigned char>(text[at++]))));
        } else {
          DecodeUtf8(text, at);
          letters.push_back(Object::Str(text.substr(start, at - start)));
        }
      }
      return letters;
    }
    case ObjectKind::None:
    case ObjectKind::Ellipsis:
    case ObjectKind::Number:
    case ObjectKind::Type:
    case ObjectKind::Signature:
    case ObjectKind::External:
    case ObjectKind::Function:
    case ObjectKind::Module:
    case ObjectKind::Class:
    case ObjectKind::EnumMember:
    case ObjectKind::NamedTupleType:
    case ObjectKind::Instance:
    case ObjectKind::Decorator:
      return std::nullopt;
  }
  return std::nullopt;
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

std::optional<Object> FoldObject(ast::UnaryOperator op, const Object& given) {
  const Object& operand = PlainValue(given);
  if (operand.kind == ObjectKind::Array) {
    return std::nullopt;
  }
  if (op == ast::UnaryOperator::Invert && operand.typed &&
      operand.scalar == abi::ScalarKind::Bool) {
    return Object::OfTyped(Number::Bool(!operand.number.truth()), operand.scalar);
  }
  const std::optional<Number> number =
      operand.is_number() ? FoldUnary(op, operand.number) : std::nullopt;
  return number && operand.typed ? TypedNumber(number, operand.scalar) : FromNumber(number);
}

std::optional<Object> FoldObjects(ast::BinaryOperator op, const Object& given_left,
                                  const Object& given_right) {
  using ast::BinaryOperator;
  const Object& left = PlainValue(given_left);
  const Object& right = PlainValue(given_right);
  if (op == BinaryOperator::MatMult) {
    return std::nullopt;
  }
  // NumPy's arithmetic is that of the interpreter of the host, and of kernels.
  if (left.kind == ObjectKind::Array || right.kind == ObjectKind::Array ||
      (left.is_number() && right.is_number() && (left.typed || right.typed))) {
    return std::nullopt;
  }
  if (left.is_number() && right.is_number()) {
    return FromNumber(FoldBinary(op, left.number, right.number));
  }
  if (left.kind == ObjectKind::Str && right.kind == ObjectKind::Str && op == BinaryOperator::Add &&
      !left.is_bytes && !right.is_bytes &&
      left.text.size() + right.text.size() < kMaxConstantParts) {
    return Object::Str(left.text + right.text);
  }
  // These have operators of their own, or none.
  if (left.flavor != Flavor::Plain || right.flavor != Flavor::Plain) {
    return std::nullopt;
  }
  if (left.kind == ObjectKind::Tuple && right.kind == ObjectKind::Tuple &&
      left.is_list == right.is_list && op == BinaryOperator::Add) {
    return ConcatTuples(left, right);
  }
  if (op == BinaryOperator::BitOr && left.kind == ObjectKind::Dict &&
      right.kind == ObjectKind::Dict) {
    std::vector<Object> items = left.elements;
    items.insert(items.end(), right.elements.begin(), right.elements.end());
    return MergeItems(items);
  }
  if (op == BinaryOperator::Mult &&
      (left.kind == ObjectKind::Str || right.kind == ObjectKind::Str)) {
    const bool text_first = left.kind == ObjectKind::Str;
    return RepeatText(text_first ? left : right, text_first ? right : left);
  }
  if (op == BinaryOperator::Mult && left.kind == ObjectKind::Tuple && right.is_int()) {
    return RepeatTuple(left, right.number.integer);
  }
  if (op == BinaryOperator::Mult && right.kind == ObjectKind::Tuple && left.is_int()) {
    return RepeatTuple(right, left.number.integer);
  }
  return std::nullopt;
}

}  // namespace kernelc::constants
