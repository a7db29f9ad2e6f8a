// Records and vectors: what they are in memory, and their argument types.
#include <algorithm>
#include <bit>
#include <utility>

#include "compiler/base/check.h"
#include "compiler/types/type.h"

namespace kernelc::types {

namespace {

// The widest access that devices have, in bytes.
constexpr std::uint32_t kMaxVectorAlign = 16;

}  // namespace

TypeId TypeStore::Vector(TypeId element, unsigned lanes) {
  Type type;
  type.kind = TypeKind::Vector;
  type.element = element;
  type.ndim = static_cast<std::uint8_t>(lanes);
  return Intern(type);
}

TypeId TypeStore::Record(const abi::RecordType& record) {
  Type type;
  if (record.is_time()) {
    type.kind = TypeKind::Datetime;
    type.record_kind = record.kind;
    type.unit = record.unit;
    return Intern(type);
  }
  type.kind = TypeKind::Record;
  type.record_kind = record.kind;
  type.size = record.size;
  type.align = record.align;
  for (const abi::RecordField& field : record.fields) {
    RecordField converted;
    converted.name = field.name;
    converted.type = field.record ? Record(*field.record) : ScalarType(field.scalar);
    converted.offset = field.offset;
    converted.extents.assign(field.extents.begin(), field.extents.end());
    type.fields.push_back(std::move(converted));
  }
  return Intern(type);
}

TypeId TypeStore::FromElement(const abi::ArgType& type) {
  if (type.kind == abi::ArgKind::Record) {
    return Record(*type.record);
  }
  return type.kind == abi::ArgKind::Vector ? Vector(ScalarType(type.scalar), type.ndim)
                                           : ScalarType(type.scalar);
}

std::uint32_t MemorySize(const TypeStore& store, TypeId id) {
  if (HasScalarKind(id)) {
    return scalar_size(id);
  }
  const Type& type = store.get(id);
  if (type.kind == TypeKind::Record) {
    return type.size;
  }
  if (type.kind == TypeKind::Vector) {
    return type.ndim * scalar_size(type.element);
  }
  KC_CHECK(type.kind == TypeKind::Pointer || type.kind == TypeKind::Datetime,
           "{} has no place in memory", Spell(store, id));
  return sizeof(std::uint64_t);
}

std::uint32_t MemoryAlign(const TypeStore& store, TypeId id) {
  if (HasScalarKind(id)) {
    return abi::scalar_info(scalar_kind(id)).align;
  }
  const Type& type = store.get(id);
  if (type.kind == TypeKind::Record) {
    return type.align;
  }
  if (type.kind == TypeKind::Vector) {
    // As CUDA C++ aligns its vector types: as a whole where the lanes are a power of two.
    return std::has_single_bit(unsigned{type.ndim})
               ? std::min(kMaxVectorAlign, MemorySize(store, id))
               : MemoryAlign(store, type.element);
  }
  KC_CHECK(type.kind == TypeKind::Pointer || type.kind == TypeKind::Datetime,
           "{} has no place in memory", Spell(store, id));
  return sizeof(std::uint64_t);
}

bool IsRecordPointer(const TypeStore& store, TypeId id) {
  return id.has_value() && store.get(id).kind == TypeKind::Pointer &&
         store.get(store.get(id).element).kind == TypeKind::Record;
}

TypeId FieldPointerType(TypeStore& store, TypeId pointer, unsigned field) {
  const Type& from = store.get(pointer);
  const Type& record = store.get(from.element);
  KC_CHECK(from.kind == TypeKind::Pointer && record.kind == TypeKind::Record &&
           field < record.fields.size());
  const RecordField& found = record.fields[field];
  const std::uint32_t wanted = MemoryAlign(store, found.type);
  const bool unaligned =
      wanted > 1 && (from.unaligned || record.align < wanted || found.offset % wanted != 0);
  return store.Pointer(found.type, from.space, unaligned);
}

bool SameFields(const TypeStore& store, TypeId left, TypeId right) {
  if (left == right) {
    return true;
  }
  const Type& a = store.get(left);
  const Type& b = store.get(right);
  if (a.kind != TypeKind::Record || b.kind != TypeKind::Record || a.size != b.size ||
      a.record_kind != b.record_kind) {
    return false;
  }
  return std::equal(a.fields.begin(), a.fields.end(), b.fields.begin(), b.fields.end(),
                    [&](const RecordField& x, const RecordField& y) {
                      return x.name == y.name && x.offset == y.offset && x.extents == y.extents &&
                             SameFields(store, x.type, y.type);
                    });
}

abi::RecordRef ToRecordType(const TypeStore& store, TypeId id) {
  const Type& type = store.get(id);
  if (type.kind == TypeKind::Datetime) {
    return abi::RecordType::Time(type.record_kind, type.unit);
  }
  KC_CHECK(type.kind == TypeKind::Record);
  auto record = std::make_shared<abi::RecordType>();
  record->kind = type.record_kind;
  record->size = type.size;
  record->align = type.align;
  for (const RecordField& field : type.fields) {
    abi::RecordField converted;
    converted.name = field.name;
    if (HasScalarKind(field.type)) {
      converted.scalar = scalar_kind(field.type);
    } else {
      converted.scalar = ScalarKind::kRecord;
      converted.record = ToRecordType(store, field.type);
    }
    converted.offset = field.offset;
    for (const std::int64_t extent : field.extents) {
      converted.extents.push_back(static_cast<std::uint32_t>(extent));
    }
    record->fields.push_back(std::move(converted));
  }
  return abi::RecordRef(std::move(record));
}

abi::ArgType ElementArg(const TypeStore& store, TypeId id) {
  if (HasScalarKind(id)) {
    return abi::ArgType::Scalar(scalar_kind(id));
  }
  const Type& type = store.get(id);
  return type.kind == TypeKind::Vector
             ? abi::ArgType::Vector(scalar_kind(type.element), type.ndim)
             : abi::ArgType::Record(ToRecordType(store, id));
}

}  // namespace kernelc::types
