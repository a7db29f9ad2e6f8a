// Types and signatures that calls make: types.Array(float32, 2, "C"), optional(int32), typeof(array), void(float32[:]).
#include <algorithm>
#include <limits>

#include "compiler/constants/const_eval.h"
#include "compiler/constants/const_numpy.h"
#include "compiler/types/signature.h"
#include "compiler/types/layout.h"
#include "compiler/types/written_types.h"

namespace kernelc::constants {
namespace {

constexpr std::string_view kTypes = "numba.types.";
constexpr std::uint32_t kMaxTupleTypes = 1000;
// Parameters of a signature that may be None; each doubles the signatures.
constexpr std::size_t kMaxOptionals = 6;
constexpr std::uint32_t kMaxCharacters = 1 << 20;

std::optional<std::uint32_t> AsCount(const Object* object, std::uint32_t most) {
  if (object == nullptr || !object->is_int() || object->number.integer < 0 ||
      object->number.integer > Int128(most)) {
    return std::nullopt;
  }
  return static_cast<std::uint32_t>(object->number.integer);
}

std::optional<Object> MakeArrayType(const Object* element, const Object* ndim_object,
                                    const Object* layout_object, const Object* readonly) {
  const std::optional<std::uint32_t> ndim = AsCount(ndim_object, types::kMaxDimensions);
  if (element == nullptr || !element->is_element_type() || !ndim || layout_object == nullptr) {
    return std::nullopt;
  }
  const std::string& layout = layout_object->text;
  if (layout != "C" && layout != "F" && layout != "A") {
    return std::nullopt;
  }
  const abi::Layout kind = layout == "C"   ? abi::Layout::C
                           : layout == "F" ? abi::Layout::F
                                           : abi::Layout::A;
  abi::ArgType array = abi::ArgType::ArrayOf(element->types.front(), *ndim,
                                              types::CanonicalLayout(kind, *ndim));
  array.readonly = readonly != nullptr && ObjectTruth(*readonly).value_or(false);
  return Object::Type(array);
}

std::optional<Object> MakePointerType(const Object* element) {
  if (element == nullptr || element->kind != ObjectKind::Type) {
    return std::nullopt;
  }
  abi::ArgType pointer = element->types.front();
  if (pointer.kind == abi::ArgKind::Pointer) {
    pointer = abi::ArgType::Scalar(abi::ScalarKind::UInt64);
  }
  if (pointer.kind != abi::ArgKind::Scalar) {
    return std::nullopt;
  }
  pointer.kind = abi::ArgKind::Pointer;
  return Object::Type(pointer);
}

std::optional<Object> MakeTextType(abi::RecordKind kind, const Object* count) {
  const std::optional<std::uint32_t> characters = AsCount(count, kMaxCharacters);
  return characters ? std::optional(Object::Type(types::StringType(kind, *characters))) : std::nullopt;
}

std::optional<Object> MakeTimeType(abi::RecordKind kind, const Object* unit) {
  const std::optional<unsigned> found =
      unit == nullptr ? std::nullopt : abi::FindTimeUnit(unit->text);
  return found ? std::optional(
                     Object::Type(abi::ArgType::Record(abi::RecordType::Time(kind, *found))))
               : std::nullopt;
}

std::optional<Object> MakeOptionalType(const Object* value) {
  if (value == nullptr || value->kind != ObjectKind::Type) {
    return std::nullopt;
  }
  Object type = Object::Type(value->types.front());
  type.types.emplace_back().kind = abi::ArgKind::None;
  return type;
}

// `count` is given for tuples of one type, `cls` for named ones.
std::optional<Object> MakeTupleType(const Object* elements, const Object* count, bool is_uniform,
                                    const Object* cls, bool is_named) {
  // A type, or a class of named tuples whose fields have types.
  const auto is_type = [](const Object& object) {
    const std::optional<abi::ArgType> type = TypeNamed(object);
    return type && (type->name.empty() || type->elements.size() == type->field_names.size());
  };
  if (elements == nullptr) {
    return std::nullopt;
  }
  abi::ArgType tuple;
  tuple.kind = abi::ArgKind::Tuple;
  const std::optional<std::uint32_t> size = AsCount(count, kMaxTupleTypes);
  if (is_uniform && size && is_type(*elements)) {
    tuple.elements.assign(*size, *TypeNamed(*elements));
  } else if (!is_uniform && elements->kind == ObjectKind::Tuple &&
             std::ranges::all_of(elements->elements, is_type)) {
    for (const Object& element : elements->elements) {
      tuple.elements.push_back(*TypeNamed(element));
    }
  } else {
    return std::nullopt;
  }
  if (!is_named) {
    return Object::Type(tuple);
  }
  if (cls == nullptr || cls->kind != ObjectKind::NamedTupleType ||
      cls->fields->names.size() != tuple.elements.size()) {
    return std::nullopt;
  }
  tuple.name = cls->fields->name;
  tuple.field_names = cls->fields->names;
  return Object::Type(tuple);
}

abi::ScalarKind NumberType(const Object& object) {
  if (object.typed) {
    return object.scalar;
  }
  const Number& number = object.number;
  switch (number.kind) {
    case NumberKind::Bool:
      return abi::ScalarKind::Bool;
    case NumberKind::Float:
      return abi::ScalarKind::Float64;
    case NumberKind::Complex:
      return abi::ScalarKind::Complex128;
    case NumberKind::Int:
      break;
  }
  return number.integer > Int128(std::numeric_limits<std::int64_t>::max()) ? abi::ScalarKind::UInt64
                                                                           : abi::ScalarKind::Int64;
}

// Where a word of a signature that calls something begins, `optional(`, and where its parenthesis closes.
struct OptionalWord {
  std::size_t begin;
  std::size_t inside;
  std::size_t close;
};

std::optional<OptionalWord> FindOptional(std::string_view text) {
  for (const std::string_view word : {"types.optional(", "types.Optional(", "optional(", "Optional("}) {
    const std::size_t begin = text.find(word);
    if (begin == std::string_view::npos) {
      continue;
    }
    unsigned depth = 1;
    for (std::size_t at = begin + word.size(); at < text.size(); ++at) {
      depth += text[at] == '(' ? 1U : 0U;
      depth -= text[at] == ')' ? 1U : 0U;
      if (depth == 0) {
        return OptionalWord{begin, begin + word.size(), at};
      }
    }
  }
  return std::nullopt;
}

// The type that a launch takes a value of the host for; null for what no kernel takes.
std::optional<abi::ArgType> TypeOfValue(const Object& object) {
  abi::ArgType type;
  switch (object.kind) {
    case ObjectKind::None:
      type.kind = abi::ArgKind::None;
      return type;
    case ObjectKind::Number:
      return abi::ArgType::Scalar(NumberType(object));
    case ObjectKind::Array: {
      const ConstArray& array = *object.array;
      const abi::ArgType element = array.record ? abi::ArgType::Record(array.record)
                                                : abi::ArgType::Scalar(array.element);
      const auto ndim = static_cast<unsigned>(array.shape.size());
      const abi::Layout layout = array.fortran ? abi::Layout::F : abi::Layout::C;
      return abi::ArgType::ArrayOf(element, ndim, types::CanonicalLayout(layout, ndim));
    }
    case ObjectKind::Tuple:
      type.kind = abi::ArgKind::Tuple;
      for (const Object& element : object.elements) {
        std::optional<abi::ArgType> part = TypeOfValue(element);
        if (!part || object.is_list) {
          return std::nullopt;
        }
        type.elements.push_back(std::move(*part));
      }
      if (object.fields) {
        type.name = object.fields->name;
        type.field_names = object.fields->names;
      }
      return type;
    case ObjectKind::Class:
    case ObjectKind::Decorator:
    case ObjectKind::Dict:
    case ObjectKind::Ellipsis:
    case ObjectKind::EnumMember:
    case ObjectKind::External:
    case ObjectKind::Function:
    case ObjectKind::Instance:
    case ObjectKind::Module:
    case ObjectKind::NamedTupleType:
    case ObjectKind::Signature:
    case ObjectKind::Str:
    case ObjectKind::Type:
      break;
  }
  return std::nullopt;
}

}  // namespace

bool IsVoid(const Object& object) {
  return object.kind == ObjectKind::None ||
         (object.kind == ObjectKind::External &&
          (object.text.ends_with(".void") || object.text.ends_with(".none")));
}

std::optional<Object> SignatureOf(const std::vector<Object>& arguments, const Object* result) {
  Object signature;
  signature.kind = ObjectKind::Signature;
  // An optional result is left to be found from the function.
  if (result != nullptr && result->types.size() == 1) {
    signature.elements.push_back(*result);
  }
  std::vector<Object> signatures{std::move(signature)};
  for (const Object& argument : arguments) {
    const bool is_none = argument.kind == ObjectKind::External && IsVoid(argument);
    if (!is_none && argument.kind != ObjectKind::Type) {
      return std::nullopt;
    }
    std::vector<abi::ArgType> types = argument.types;
    if (is_none) {
      types.emplace_back().kind = abi::ArgKind::None;
    }
    const std::size_t count = signatures.size();
    if (types.size() > 1 && count >= std::size_t{1} << kMaxOptionals) {
      return std::nullopt;
    }
    for (std::size_t other = 1; other < types.size(); ++other) {
      for (std::size_t i = 0; i < count; ++i) {
        signatures.push_back(signatures[i]);
        signatures.back().types.push_back(types[other]);
      }
    }
    for (std::size_t i = 0; i < count; ++i) {
      signatures[i].types.push_back(types.front());
    }
  }
  return signatures.size() == 1 ? std::move(signatures.front())
                                : Object::List(std::move(signatures));
}

std::vector<std::string> WithoutOptionals(std::string_view text) {
  std::vector<std::string> done;
  std::vector<std::string> open{std::string(text)};
  while (!open.empty() && open.size() + done.size() <= std::size_t{1} << kMaxOptionals) {
    const std::string one = std::move(open.back());
    open.pop_back();
    const std::optional<OptionalWord> word = FindOptional(one);
    if (!word) {
      done.push_back(one);
      continue;
    }
    const std::string before = one.substr(0, word->begin);
    const std::string inside = one.substr(word->inside, word->close - word->inside);
    const std::string after = one.substr(word->close + 1);
    const std::size_t next = after.find_first_not_of(' ');
    if (next != std::string::npos && after[next] == '(') {
      open.push_back(before + after);
      continue;
    }
    open.push_back(before + "none" + after);
    open.push_back(before + inside + after);
  }
  // What is left over would be lost: the text as it stands is no signature, and told as such.
  return open.empty() ? done : std::vector{std::string(text)};
}

std::optional<Object> Evaluator::MakeType(std::string_view path, const Arguments& given) {
  if (path == "numba.typeof") {
    const Object* value = given.Find(0, "val");
    const std::optional<abi::ArgType> type =
        value == nullptr ? std::nullopt : TypeOfValue(*value);
    return type ? std::optional(Object::Type(*type)) : std::nullopt;
  }
  if (path == "numba.optional") {
    return MakeOptionalType(given.Find(0, "typ"));
  }
  if (!path.starts_with(kTypes)) {
    return std::nullopt;
  }
  const std::string_view name = path.substr(kTypes.size());
  if (name == "Array") {
    return MakeArrayType(given.Find(0, "dtype"), given.Find(1, "ndim"), given.Find(2, "layout"),
                         given.Find(3, "readonly"));
  }
  if (name == "Optional" || name == "optional") {
    return MakeOptionalType(given.Find(0, "typ"));
  }
  if (name == "CPointer") {
    return MakePointerType(given.Find(0, "dtype"));
  }
  if (name == "NPDatetime" || name == "NPTimedelta") {
    return MakeTimeType(name == "NPDatetime" ? abi::RecordKind::Datetime
                                             : abi::RecordKind::Timedelta,
                        given.Find(0, "unit"));
  }
  if (name == "CharSeq" || name == "UnicodeCharSeq") {
    return MakeTextType(name == "CharSeq" ? abi::RecordKind::Bytes : abi::RecordKind::Unicode,
                        given.Find(0, "count"));
  }
  if (name == "UniTuple" || name == "NamedUniTuple") {
    return MakeTupleType(given.Find(0, "dtype"), given.Find(1, "count"), true,
                         given.Find(2, "cls"), name == "NamedUniTuple");
  }
  if (name == "Tuple" || name == "NamedTuple") {
    return MakeTupleType(given.Find(0, "types"), nullptr, false, given.Find(1, "cls"),
                         name == "NamedTuple");
  }
  return std::nullopt;
}

std::optional<Object> Evaluator::EvalTypeCall(const Object& type,
                                              const std::vector<Object>& arguments) {
  // float32(float32, int32) is a signature, float32(2) a cast.
  const bool all_types = std::ranges::all_of(arguments, [](const Object& object) {
    return object.kind == ObjectKind::Type ||
           (object.kind == ObjectKind::External && IsVoid(object));
  });
  if (all_types && (!arguments.empty() || !type.is_scalar_type())) {
    return SignatureOf(arguments, &type);
  }
  if (!type.is_scalar_type() || arguments.size() > 1) {
    return std::nullopt;
  }
  if (arguments.empty()) {
    return TypedNumber(Number::Int(0), type.scalar_type());
  }
  return arguments.front().is_number() ? TypedNumber(arguments.front().number, type.scalar_type())
                                       : std::nullopt;
}

}  // namespace kernelc::constants
