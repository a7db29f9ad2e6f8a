#include "compiler/host/interpreter/numba_types.h"

#include <fmt/format.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>

#include <algorithm>
#include <string>
#include <utility>

#include "compiler/host/arrays/array.h"
#include "compiler/host/library/natives.h"
#include "compiler/index/index.h"
#include "compiler/types/layout.h"
#include "compiler/types/signature.h"
#include "compiler/types/written_types.h"

namespace kernelc::host {
namespace {

using Types = std::vector<abi::ArgType>;

constexpr std::int64_t kMaxTupleTypes = 1000;
constexpr std::int64_t kMaxCharacters = 1 << 20;
// Signatures of one with parameters that may be None; each doubles them.
constexpr std::size_t kMaxSignatures = 64;

std::string CanonicalPath(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  return dot == std::string_view::npos
             ? index::CanonicalModule(path)
             : index::CanonicalMember(index::CanonicalModule(path.substr(0, dot)),
                                      path.substr(dot + 1));
}

std::string_view LastPart(std::string_view path) { return path.substr(path.rfind('.') + 1); }

// None's type, or a tuple of no elements.
abi::ArgType OfKind(abi::ArgKind kind) {
  abi::ArgType type;
  type.kind = kind;
  return type;
}

// `void`, `types.none`
bool IsVoid(const Value& value) {
  return value.is_none() || (value.is(Kind::External) &&
                             (value.text().ends_with(".void") || value.text().ends_with(".none")));
}

// The type that the path of an object of Numba names.
std::optional<abi::ArgType> NamedType(const Object& external) {
  const std::string path =
      external.payload == nullptr ? CanonicalPath(external.text) : std::string();
  return path.starts_with("numba.") ? types::FindLibraryType(path) : std::nullopt;
}

abi::ArgType TypeOfElement(const ElementType& element) {
  return element.record ? abi::ArgType::Record(element.record) : abi::ArgType::Scalar(element.kind);
}

std::optional<abi::ArgType> TypeNamed(Context& c, const Value& value);

// Gives a tuple the name and the fields of a class; false where it has no fields.
bool NameFields(Context& c, const Object& cls, abi::ArgType& tuple) {
  const Value fields = FindInClass(c, &cls, "_fields");
  for (const Value& field : fields.is(Kind::Tuple) ? fields.items() : ValueList()) {
    tuple.field_names.emplace_back(TextOf(c, field));
  }
  tuple.name = fields.is(Kind::Tuple) ? LastPart(cls.text) : std::string_view();
  return fields.is(Kind::Tuple);
}

// A class of named tuples whose fields have types.
std::optional<abi::ArgType> NamedTupleOf(Context& c, const Object& cls) {
  abi::ArgType tuple = OfKind(abi::ArgKind::Tuple);
  if (cls.As<ClassInfo>().instance_kind != Kind::Tuple || !NameFields(c, cls, tuple)) {
    return std::nullopt;
  }
  const Value annotations = FindInClass(c, &cls, "__annotations__");
  for (const std::string& field : tuple.field_names) {
    const Entry* entry = annotations.is(Kind::Dict)
                             ? FindKey(c, KeysOf(annotations.object), c.heap.Str(field))
                             : nullptr;
    const std::optional<abi::ArgType> type =
        entry == nullptr ? std::nullopt : TypeNamed(c, entry->value);
    if (!type) {
      return std::nullopt;
    }
    tuple.elements.push_back(*type);
  }
  return tuple;
}

// What a value is where a type is wanted: that of parameters, of elements, of a result.
std::optional<Types> TypesOf(Context& c, const Value& value) {
  if (const NumbaType* type = NumbaTypeOf(value)) {
    return type->is_signature ? std::nullopt : std::optional(type->types);
  }
  std::optional<abi::ArgType> type;
  if (value.is_object() && IsVoid(value)) {
    type = OfKind(abi::ArgKind::None);
  } else if (value.is(Kind::External)) {
    type = types::FindLibraryType(CanonicalPath(value.text()));
  } else if (value.is(Kind::DType)) {
    type = TypeOfElement(value.As<ArrayType>().type);
  } else if (value.is(Kind::Native) && value.text().starts_with("numpy.")) {
    type = types::FindLibraryType(CanonicalPath(value.text()));
  } else if (value.is(Kind::Class)) {
    type = NamedTupleOf(c, *value.object);
    for (const std::string_view name : {"bool", "complex", "float", "int"}) {
      if (value.object == BuiltinClass(c, name)) {
        type = abi::ArgType::Scalar(*types::FindPythonNumber(name));
      }
    }
  }
  return type ? std::optional(Types{*type}) : std::nullopt;
}

std::optional<abi::ArgType> TypeNamed(Context& c, const Value& value) {
  const std::optional<Types> types = TypesOf(c, value);
  return types && types->size() == 1 ? std::optional(types->front()) : std::nullopt;
}

Value OneType(Context& c, abi::ArgType type) {
  return MakeNumbaType(c, NumbaType({std::move(type)}));
}

bool IsElement(const abi::ArgType& type) {
  return type.kind == abi::ArgKind::Scalar || type.kind == abi::ArgKind::Record;
}

std::optional<std::int64_t> CountOf(const Value& value, std::int64_t most) {
  return value.is_small_int() && value.integer >= 0 && value.integer <= most
             ? std::optional(value.integer)
             : std::nullopt;
}

// Array(dtype, ndim, layout, readonly=False)
Value MakeArray(Context& c, const Arguments& a) {
  const std::optional<abi::ArgType> element = TypeNamed(c, a.Get(0, "dtype"));
  const std::optional<std::int64_t> ndim = CountOf(a.Get(1, "ndim"), types::kMaxDimensions);
  const std::string_view layout = TextOf(c, a.Get(2, "layout"));
  if (!element || !IsElement(*element) || !ndim || layout.size() != 1 ||
      layout.find_first_of("CFA") == std::string_view::npos) {
    return Value();
  }
  const auto dimensions = static_cast<unsigned>(*ndim);
  const abi::Layout kind = layout == "C"   ? abi::Layout::C
                           : layout == "F" ? abi::Layout::F
                                           : abi::Layout::A;
  abi::ArgType array =
      abi::ArgType::ArrayOf(*element, dimensions, types::CanonicalLayout(kind, dimensions));
  array.readonly = Truth(c, a.Get(3, "readonly"));
  return OneType(c, std::move(array));
}

Value MakeOptional(Context& c, const Arguments& a) {
  std::optional<Types> types = TypesOf(c, a.Get(0, "typ"));
  if (!types || types->size() != 1) {
    return Value();
  }
  types->push_back(OfKind(abi::ArgKind::None));
  return MakeNumbaType(c, NumbaType(std::move(*types)));
}

Value MakePointer(Context& c, const Arguments& a) {
  std::optional<abi::ArgType> type = TypeNamed(c, a.Get(0, "dtype"));
  if (type && type->kind == abi::ArgKind::Pointer) {
    type = abi::ArgType::Scalar(abi::ScalarKind::UInt64);
  }
  if (!type || type->kind != abi::ArgKind::Scalar) {
    return Value();
  }
  type->kind = abi::ArgKind::Pointer;
  return OneType(c, std::move(*type));
}

// Tuple(types), UniTuple(dtype, count), NamedTuple(types, cls), NamedUniTuple(dtype, count, cls)
Value MakeTuple(Context& c, const Arguments& a) {
  abi::ArgType tuple = OfKind(abi::ArgKind::Tuple);
  const bool is_uniform = a.native.ends_with("UniTuple");
  const Value given = a.Get(0, is_uniform ? "dtype" : "types");
  const std::optional<std::int64_t> count =
      is_uniform ? CountOf(a.Get(1, "count"), kMaxTupleTypes) : 1;
  for (const Value& element : is_uniform ? ValueList{given} : Elements(c, given)) {
    const std::optional<abi::ArgType> type = TypeNamed(c, element);
    if (!type || !count) {
      return Value();
    }
    tuple.elements.insert(tuple.elements.end(), static_cast<std::size_t>(*count), *type);
  }
  if (a.native.starts_with("Named")) {
    const Value cls = a.Get(is_uniform ? 2 : 1, "cls");
    if (!cls.is(Kind::Class) || !NameFields(c, *cls.object, tuple) ||
        tuple.field_names.size() != tuple.elements.size()) {
      return Value();
    }
  }
  return OneType(c, std::move(tuple));
}

Value MakeTime(Context& c, const Arguments& a) {
  const std::optional<unsigned> unit = abi::FindTimeUnit(TextOf(c, a.Get(0, "unit")));
  const auto kind =
      a.native == "NPDatetime" ? abi::RecordKind::Datetime : abi::RecordKind::Timedelta;
  return unit ? OneType(c, abi::ArgType::Record(abi::RecordType::Time(kind, *unit))) : Value();
}

Value MakeText(Context& c, const Arguments& a) {
  const std::optional<std::int64_t> count = CountOf(a.Get(0, "count"), kMaxCharacters);
  const auto kind = a.native == "CharSeq" ? abi::RecordKind::Bytes : abi::RecordKind::Unicode;
  return count ? OneType(c, types::StringType(kind, static_cast<std::uint32_t>(*count))) : Value();
}

// Of a field: its type, and how many.
KC_NATIVE_BY_NAME(MakeNestedArray, Value dtype, Value shape) {
  return c.heap.Tuple({dtype, shape});
}

// The type that a launch takes a value of the host for; null for what no kernel takes.
std::optional<abi::ArgType> TypeOfValue(Context& c, const Value& value) {
  if (value.is_none()) {
    return OfKind(abi::ArgKind::None);
  }
  if (value.is(Kind::Scalar)) {
    return abi::ArgType::Scalar(value.As<ArrayScalar>().kind);
  }
  if (const std::optional<Number> number = NumberOf(c, value)) {
    return abi::ArgType::Scalar(KindOfNumber(*number));
  }
  if (value.is(Kind::Array)) {
    const ArrayView& view = ViewOf(value);
    const auto ndim = static_cast<unsigned>(view.shape.size());
    const abi::Layout layout = view.is_contiguous() ? abi::Layout::C
                               : view.is_fortran()  ? abi::Layout::F
                                                    : abi::Layout::A;
    return abi::ArgType::ArrayOf(TypeOfElement(view.type), ndim,
                                 types::CanonicalLayout(layout, ndim));
  }
  if (!value.is(Kind::Tuple)) {
    return std::nullopt;
  }
  abi::ArgType tuple = OfKind(abi::ArgKind::Tuple);
  for (const Value& element : Elements(c, value)) {
    std::optional<abi::ArgType> part = TypeOfValue(c, element);
    if (!part) {
      return std::nullopt;
    }
    tuple.elements.push_back(std::move(*part));
  }
  NameFields(c, *ClassOf(c, value), tuple);
  return tuple;
}

// from_dtype(dtype), Record.make_c_struct([(name, type), ...])
Value MakeRecord(Context& c, const Arguments& a, bool is_struct) {
  Value given = a.Get(0, is_struct ? "name_types" : "dtype");
  const std::optional<abi::ArgType> type = is_struct ? std::nullopt : TypeNamed(c, given);
  if (is_struct) {
    ValueList fields;
    for (const Value& field : Elements(c, given)) {
      ValueList parts = Elements(c, field);
      const std::optional<abi::ArgType> part =
          parts.size() > 1 ? TypeNamed(c, parts[1]) : std::nullopt;
      if (part && IsElement(*part)) {
        parts[1] = MakeDType(c, {part->scalar, part->record});
      }
      fields.push_back(c.heap.Tuple(std::move(parts)));
    }
    given = c.heap.List(std::move(fields));
  }
  return OneType(c, type ? *type : TypeOfElement(DTypeOf(c, given, is_struct)));
}

// The text of one signature, by which equal ones are one thing.
std::string SignatureText(const NumbaType& signature) {
  return fmt::format("{}({})", signature.result ? types::SpellArgType(*signature.result) : "void",
                     llvm::join(llvm::map_range(signature.types, types::SpellArgType), ", "));
}

// `result(argument, ...)`. A parameter that may be None gives a list of two signatures.
Value MakeSignature(Context& c, const Arguments& a, std::optional<abi::ArgType> result) {
  std::vector<Types> all(1);
  for (const Value& value : a.values) {
    const std::optional<Types> types = TypesOf(c, value);
    if (!types || all.size() * types->size() > kMaxSignatures) {
      return Value();
    }
    const std::vector<Types> before = std::exchange(all, {});
    for (const abi::ArgType& type : *types) {
      for (const Types& each : before) {
        all.push_back(each);
        all.back().push_back(type);
      }
    }
  }
  ValueList signatures;
  for (Types& types : all) {
    signatures.push_back(MakeNumbaType(c, NumbaType(std::move(types), result)));
  }
  return signatures.size() == 1 ? signatures.front() : c.heap.List(signatures);
}

// What makes a type as `types.<name>(...)`; undefined for what is none.
constexpr std::pair<std::string_view, NativeBody> kMakers[] = {{"Array", MakeArray},
                                                               {"optional", MakeOptional},
                                                               {"Optional", MakeOptional},
                                                               {"CPointer", MakePointer},
                                                               {"Tuple", MakeTuple},
                                                               {"UniTuple", MakeTuple},
                                                               {"NamedTuple", MakeTuple},
                                                               {"NamedUniTuple", MakeTuple},
                                                               {"NPDatetime", MakeTime},
                                                               {"NPTimedelta", MakeTime},
                                                               {"CharSeq", MakeText},
                                                               {"UnicodeCharSeq", MakeText},
                                                               {"NestedArray", MakeNestedArray}};

// Slices `:` and `::1`; null for others.
std::optional<std::vector<bool>> UnitStrides(const Value& index) {
  const ValueList slices = index.is(Kind::Tuple) ? index.items() : ValueList{index};
  std::vector<bool> strides;
  for (const Value& slice : slices) {
    if (!slice.is(Kind::Slice)) {
      return std::nullopt;
    }
    const ValueList& parts = slice.items();
    const bool is_unit = parts[2].is_small_int() && parts[2].integer == 1;
    if (!parts[0].is_none() || !parts[1].is_none() || !(is_unit || parts[2].is_none())) {
      return std::nullopt;
    }
    strides.push_back(is_unit);
  }
  return strides;
}

}  // namespace

Value NumbaTypeof(Context& c, const Arguments& a) {
  const std::optional<abi::ArgType> type = TypeOfValue(c, a.Get(0, "val"));
  return type ? OneType(c, *type) : (GiveUp(c, "is the type of what no kernel takes"), Value());
}

const NumbaType* NumbaTypeOf(const Value& value) {
  return value.is(Kind::External) && value.object->payload != nullptr ? &value.As<NumbaType>()
                                                                      : nullptr;
}

Value MakeNumbaType(Context& c, NumbaType type) {
  Object* object = c.heap.New(Kind::External);
  const std::string text = type.is_signature
                               ? SignatureText(type)
                               : fmt::format("{}{}", types::SpellArgType(type.types.front()),
                                             type.types.size() > 1 ? " or none" : "");
  object->text = Pool::current()->Copy(text);
  object->Attach<NumbaType>(std::move(type));
  return Value::Of(object);
}

std::string ExternalName(const Object& external) {
  const std::optional<abi::ArgType> type = NamedType(external);
  return type ? types::SpellArgType(*type) : std::string(external.text);
}

std::optional<bool> IsEqualExternal(const Object& a, const Object& b) {
  if (ExternalName(a) == ExternalName(b)) {
    return true;
  }
  const auto is_type = [](const Object& external) {
    return external.payload == nullptr ? NamedType(external).has_value()
                                       : !external.As<NumbaType>().is_signature;
  };
  // Numba compares a type with a signature in a way of its own.
  return is_type(a) && is_type(b) ? std::optional(false) : std::nullopt;
}

Value MakeArrayType(Context& c, const Value& element, const Value& index) {
  const std::optional<std::vector<bool>> strides = UnitStrides(index);
  const std::optional<abi::ArgType> type = strides ? TypeNamed(c, element) : std::nullopt;
  if (!type || !IsElement(*type)) {
    return Value();
  }
  const std::optional<abi::ArgType> array =
      strides->empty() ? abi::ArgType::ArrayOf(*type, 0) : types::ArrayOfSlices(*type, *strides);
  return array ? OneType(c, *array) : Value();
}

Value CallNumbaType(Context& c, const Value& callee, const Arguments& a) {
  const bool are_types = std::ranges::all_of(a.values, [&](const Value& value) {
    return !value.is_none() && TypesOf(c, value).has_value();
  });
  const std::string path = CanonicalPath(callee.text());
  const std::string_view name = LastPart(path);
  if (IsVoid(callee)) {
    return are_types && a.keywords.empty() ? MakeSignature(c, a, std::nullopt) : Value();
  }
  if (const std::optional<Types> types = TypesOf(c, callee)) {
    // float32(float32, int32) is a signature, float32(2) a number.
    const bool is_scalar = types->front().kind == abi::ArgKind::Scalar;
    if (!are_types || !a.keywords.empty() || (is_scalar && a.values.empty())) {
      return Value();
    }
    // An optional result is left to be found from the function.
    return MakeSignature(c, a, types->size() == 1 ? std::optional(types->front()) : std::nullopt);
  }
  if (NumbaTypeOf(callee) != nullptr) {
    return Value();
  }
  if (path.ends_with(".from_dtype") || path.ends_with(".Record.make_c_struct")) {
    return MakeRecord(c, a, name == "make_c_struct");
  }
  const auto* maker =
      std::ranges::find(kMakers, name, &std::pair<std::string_view, NativeBody>::first);
  return maker != std::end(kMakers) &&
                 (path.starts_with("numba.types.") || path == "numba.optional")
             ? maker->second(c, {a.values, a.keywords, name})
             : Value();
}

}  // namespace kernelc::host
