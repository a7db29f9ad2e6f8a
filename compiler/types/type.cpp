#include "compiler/types/type.h"

#include <functional>
#include <utility>

#include "compiler/base/check.h"
#include "compiler/types/layout.h"

namespace kernelc::types {
namespace {

constexpr std::uint32_t kBytesPerCodePoint = 4;

void Mix(std::size_t* hash, std::size_t value) {
  *hash ^= value + 0x9e3779b97f4a7c15u + (*hash << 6) + (*hash >> 2);
}

std::size_t Hash(const Type& type) {
  std::size_t hash = static_cast<std::size_t>(type.kind);
  Mix(&hash, static_cast<std::size_t>(type.scalar));
  Mix(&hash, type.element.index);
  Mix(&hash, type.ndim);
  Mix(&hash, static_cast<std::size_t>(type.layout));
  Mix(&hash, type.readonly ? 1 : 0);
  Mix(&hash, static_cast<std::size_t>(type.space));
  for (const TypeId element : type.elements) {
    Mix(&hash, element.index);
  }
  for (const std::string& name : type.field_names) {
    Mix(&hash, std::hash<std::string>()(name));
  }
  Mix(&hash, std::hash<std::string>()(type.name));
  Mix(&hash, type.unaligned ? 1 : 0);
  Mix(&hash, type.size);
  Mix(&hash, static_cast<std::size_t>(type.record_kind));
  Mix(&hash, type.unit);
  for (const RecordField& field : type.fields) {
    Mix(&hash, std::hash<std::string>()(field.name));
    Mix(&hash, field.type.index);
    Mix(&hash, field.offset);
  }
  return hash;
}

bool HasClass(TypeId id, ScalarClass cls) {
  return HasScalarKind(id) && abi::scalar_info(static_cast<ScalarKind>(id.index)).cls == cls;
}

const char* LayoutLetter(Layout layout) {
  switch (layout) {
    case Layout::C:
      return "C";
    case Layout::F:
      return "F";
    case Layout::A:
      return "A";
  }
  KC_FATAL("layout");
}

std::string SpellTuple(const TypeStore& store, const Type& type) {
  // One of several strings: compiler/sema/choices.h.
  if (type.name.starts_with("str ")) {
    return "str";
  }
  std::string text = type.name + "(";
  for (std::size_t i = 0; i < type.elements.size(); ++i) {
    // Fields that the program does not know have a blank in their names: compiler/sema/emit_iterator.cpp.
    const std::string_view name = type.field_names.empty() ? "" : std::string_view(type.field_names[i]);
    if (name.starts_with(' ')) {
      continue;
    }
    if (i > 0) {
      text += ", ";
    }
    if (!name.empty() && name.find(' ') == std::string_view::npos) {
      text += fmt::format("{}: ", name);
    }
    text += Spell(store, type.elements[i]);
  }
  // Python's tuple of one element.
  if (type.elements.size() == 1 && type.field_names.empty()) {
    text += ",";
  }
  return text + ")";
}

std::string SpellRecord(const TypeStore& store, const Type& type) {
  switch (type.record_kind) {
    case abi::RecordKind::Bytes:
      return fmt::format("bytes[{}]", type.size);
    case abi::RecordKind::Unicode:
      return fmt::format("str[{}]", type.size / kBytesPerCodePoint);
    case abi::RecordKind::Record:
    case abi::RecordKind::Datetime:
    case abi::RecordKind::Timedelta:
      break;
  }
  std::string text = "record(";
  for (const RecordField& field : type.fields) {
    text += fmt::format("{}{}: {}", text.back() == '(' ? "" : ", ", field.name,
                        Spell(store, field.type));
    for (const std::int64_t extent : field.extents) {
      text += fmt::format("[{}]", extent);
    }
  }
  return text + ")";
}

}  // namespace

TypeStore::TypeStore() {
  for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(ScalarKind::kCount); ++i) {
    Type type;
    type.kind = TypeKind::Scalar;
    type.scalar = static_cast<ScalarKind>(i);
    const TypeId id = Intern(type);
    KC_CHECK(id == ScalarType(type.scalar));
  }
  Type void_type;
  void_type.kind = TypeKind::Void;
  KC_CHECK(Intern(void_type) == kVoid);
  Type none_type;
  none_type.kind = TypeKind::None;
  KC_CHECK(Intern(none_type) == kNone);
}

const Type& TypeStore::get(TypeId id) const {
  KC_CHECK(id.index < types_.size(), "type {} of {}", id.index, types_.size());
  return types_[id.index];
}

TypeId TypeStore::Intern(const Type& type) {
  if (type.kind == TypeKind::Array && type.layout != CanonicalLayout(type.layout, type.ndim)) {
    Type canonical = type;
    canonical.layout = CanonicalLayout(type.layout, type.ndim);
    return Intern(canonical);
  }
  std::vector<TypeId>& same_hash = by_hash_[Hash(type)];
  for (const TypeId id : same_hash) {
    if (types_[id.index] == type) {
      return id;
    }
  }
  const TypeId id(types_.size());
  types_.push_back(type);
  same_hash.push_back(id);
  return id;
}

TypeId TypeStore::Array(TypeId element, unsigned ndim, Layout layout, AddressSpace space,
                        bool readonly) {
  Type type;
  type.kind = TypeKind::Array;
  type.element = element;
  type.ndim = static_cast<std::uint8_t>(ndim);
  type.layout = layout;
  type.space = space;
  type.readonly = readonly;
  return Intern(type);
}

TypeId TypeStore::Pointer(TypeId element, AddressSpace space, bool unaligned) {
  Type type;
  type.kind = TypeKind::Pointer;
  type.element = element;
  type.space = space;
  type.unaligned = unaligned;
  return Intern(type);
}

TypeId TypeStore::PointerInto(const Type& array) {
  return Pointer(array.element, array.space, array.unaligned);
}

TypeId TypeStore::Tuple(std::vector<TypeId> elements) {
  Type type;
  type.kind = TypeKind::Tuple;
  type.elements = std::move(elements);
  return Intern(type);
}

TypeId TypeStore::NamedTuple(std::string name, std::vector<std::string> field_names,
                             std::vector<TypeId> elements) {
  KC_CHECK(field_names.size() == elements.size());
  Type type;
  type.kind = TypeKind::Tuple;
  type.name = std::move(name);
  type.field_names = std::move(field_names);
  type.elements = std::move(elements);
  return Intern(type);
}

TypeId TypeStore::Optional(TypeId value) {
  Type type;
  type.kind = TypeKind::Optional;
  type.element = value;
  return Intern(type);
}

TypeId TypeStore::FromArg(const abi::ArgType& type) {
  switch (type.kind) {
    case abi::ArgKind::Scalar:
      return ScalarType(type.scalar);
    case abi::ArgKind::Array:
      return Array(FromElement(type.element()), type.ndim, type.layout, AddressSpace::Global,
                   type.readonly);
    case abi::ArgKind::None:
      return kNone;
    case abi::ArgKind::Tuple: {
      std::vector<TypeId> elements;
      elements.reserve(type.elements.size());
      for (const abi::ArgType& element : type.elements) {
        elements.push_back(FromArg(element));
      }
      return type.field_names.empty()
                 ? Tuple(std::move(elements))
                 : NamedTuple(type.name, type.field_names, std::move(elements));
    }
    case abi::ArgKind::Record:
      // Times are passed by value.
      return type.record->is_time() ? FromElement(type)
                                    : Pointer(FromElement(type), AddressSpace::Global);
    case abi::ArgKind::Pointer:
      return Pointer(FromElement(type.element()), AddressSpace::Global);
    case abi::ArgKind::Vector:
      return FromElement(type);
  }
  KC_FATAL("argument kind {}", static_cast<int>(type.kind));
}

bool HasScalarKind(TypeId id) { return id.index < static_cast<std::uint32_t>(ScalarKind::kCount); }
bool IsScalar(TypeId id) { return HasScalarKind(id) && !IsFloat8(id); }
bool IsFloat8(TypeId id) { return HasClass(id, ScalarClass::Float8); }
bool IsBool(TypeId id) { return id == kBool; }
bool IsInteger(TypeId id) { return IsSigned(id) || IsUnsigned(id); }
bool IsSigned(TypeId id) { return HasClass(id, ScalarClass::Signed); }
bool IsUnsigned(TypeId id) { return HasClass(id, ScalarClass::Unsigned); }
bool IsFloat(TypeId id) { return HasClass(id, ScalarClass::Float); }
bool IsComplex(TypeId id) { return HasClass(id, ScalarClass::Complex); }

ScalarKind scalar_kind(TypeId id) {
  KC_CHECK(HasScalarKind(id), "type {} is not a scalar", id.index);
  return static_cast<ScalarKind>(id.index);
}

std::uint32_t scalar_size(TypeId id) { return abi::scalar_info(scalar_kind(id)).size; }
std::uint32_t scalar_bits(TypeId id) { return scalar_size(id) * 8; }

TypeId ComplexElement(TypeId id) {
  KC_CHECK(IsComplex(id), "type {} is not complex", id.index);
  return id == kComplex64 ? kFloat32 : kFloat64;
}

std::string Spell(const TypeStore& store, TypeId id) {
  const Type& type = store.get(id);
  switch (type.kind) {
    case TypeKind::Scalar:
      return std::string(abi::scalar_info(type.scalar).text);
    case TypeKind::Void:
      return "void";
    case TypeKind::None:
      return "none";
    case TypeKind::Array:
      return fmt::format("{}array({}, {}d, {})", type.readonly ? "readonly " : "",
                         Spell(store, type.element), type.ndim, LayoutLetter(type.layout));
    case TypeKind::Pointer:
      // A value of record type is a pointer to it; users know the record.
      return IsRecordPointer(store, id) ? Spell(store, type.element)
                                        : fmt::format("pointer({})", Spell(store, type.element));
    case TypeKind::Tuple:
      return SpellTuple(store, type);
    case TypeKind::Optional:
      return fmt::format("Optional({})", Spell(store, type.element));
    case TypeKind::Record:
      return SpellRecord(store, type);
    case TypeKind::Datetime:
      return abi::RecordType::Time(type.record_kind, type.unit)->time_text();
    case TypeKind::Vector:
      return abi::VectorText(scalar_kind(type.element), type.ndim);
  }
  KC_FATAL("type kind {}", static_cast<int>(type.kind));
}

}  // namespace kernelc::types
