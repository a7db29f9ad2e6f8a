// Types of the kernel language, interned: equal types have equal ids within one TypeStore.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "compiler/base/id.h"
#include "runtime/abi/arg_type.h"

namespace kernelc {

// Scalar types have the fixed ids of their ScalarKind, in every store.
KC_DECLARE_ID(TypeId);

}  // namespace kernelc

namespace kernelc::types {

using abi::Layout;
using abi::ScalarClass;
using abi::ScalarKind;

enum class TypeKind : std::uint8_t {
  Scalar,
  // No value: the result of a kernel.
  Void,
  // Python's None.
  None,
  Array,
  Pointer,
  // Heterogeneous; with field names it is a named tuple.
  Tuple,
  Optional,
  // Named fields in memory, or a string of fixed width; values are pointers to it.
  Record,
  // datetime64 or timedelta64: an int64 count in registers and memory.
  Datetime,
  // Two to four (or one) scalars of one kind, in registers: float32x4.
  Vector,
};

// Where an array's or pointer's memory lives. Generic: known only at run time.
enum class AddressSpace : std::uint8_t { Generic, Global, Shared, Local, Constant };

// A field of a record: a value of `type`, or with extents an array of such values in C order.
struct RecordField {
  std::string name;
  TypeId type;
  std::uint32_t offset = 0;
  std::vector<std::int64_t> extents;
  friend bool operator==(const RecordField&, const RecordField&) = default;
};

struct Type {
  TypeKind kind = TypeKind::Void;
  // Scalar.
  ScalarKind scalar = ScalarKind::Int64;
  // Array, Pointer and Vector: the element. Optional: the value.
  TypeId element;
  // Array: dimensions. Vector: lanes.
  std::uint8_t ndim = 0;
  Layout layout = Layout::C;
  bool readonly = false;
  // Array, Pointer.
  AddressSpace space = AddressSpace::Generic;
  // Array, Pointer: elements may lie at any address, whatever their type asks for.
  bool unaligned = false;
  // Record: bytes from element to element, alignment (1: packed), and what it is.
  std::uint32_t size = 0;
  std::uint32_t align = 0;
  abi::RecordKind record_kind = abi::RecordKind::Record;
  // Datetime: index into abi::kTimeUnits.
  std::uint8_t unit = 0;
  std::vector<RecordField> fields;
  // Tuple.
  std::vector<TypeId> elements;
  std::vector<std::string> field_names;
  // Named tuple: its class.
  std::string name;

  friend bool operator==(const Type&, const Type&) = default;
};

constexpr TypeId ScalarType(ScalarKind kind) { return TypeId(static_cast<std::uint32_t>(kind)); }

inline constexpr TypeId kBool = ScalarType(ScalarKind::Bool);
inline constexpr TypeId kInt8 = ScalarType(ScalarKind::Int8);
inline constexpr TypeId kInt16 = ScalarType(ScalarKind::Int16);
inline constexpr TypeId kInt32 = ScalarType(ScalarKind::Int32);
inline constexpr TypeId kInt64 = ScalarType(ScalarKind::Int64);
inline constexpr TypeId kUInt8 = ScalarType(ScalarKind::UInt8);
inline constexpr TypeId kUInt16 = ScalarType(ScalarKind::UInt16);
inline constexpr TypeId kUInt32 = ScalarType(ScalarKind::UInt32);
inline constexpr TypeId kUInt64 = ScalarType(ScalarKind::UInt64);
inline constexpr TypeId kFloat16 = ScalarType(ScalarKind::Float16);
inline constexpr TypeId kFloat32 = ScalarType(ScalarKind::Float32);
inline constexpr TypeId kFloat64 = ScalarType(ScalarKind::Float64);
inline constexpr TypeId kComplex64 = ScalarType(ScalarKind::Complex64);
inline constexpr TypeId kComplex128 = ScalarType(ScalarKind::Complex128);
inline constexpr TypeId kBFloat16 = ScalarType(ScalarKind::BFloat16);
inline constexpr TypeId kFloat8E4M3 = ScalarType(ScalarKind::Float8E4M3);
inline constexpr TypeId kFloat8E5M2 = ScalarType(ScalarKind::Float8E5M2);
inline constexpr TypeId kFloat8E8M0 = ScalarType(ScalarKind::Float8E8M0);
// Void and None follow the scalars in every store.
inline constexpr TypeId kVoid = TypeId(static_cast<std::uint32_t>(ScalarKind::kCount));
inline constexpr TypeId kNone = TypeId(static_cast<std::uint32_t>(ScalarKind::kCount) + 1);

// Interns types. References stay valid as types are added. Not thread-safe: one store a compile job.
class TypeStore {
 public:
  TypeStore();

  const Type& get(TypeId id) const;
  TypeId Intern(const Type& type);

  TypeId Array(TypeId element, unsigned ndim, Layout layout, AddressSpace space,
               bool readonly = false);
  TypeId Pointer(TypeId element, AddressSpace space, bool unaligned = false);
  // A pointer to an element of this array type.
  TypeId PointerInto(const Type& array);
  TypeId Tuple(std::vector<TypeId> elements);
  TypeId NamedTuple(std::string name, std::vector<std::string> field_names,
                    std::vector<TypeId> elements);
  TypeId Optional(TypeId value);
  TypeId Vector(TypeId element, unsigned lanes);
  TypeId Record(const abi::RecordType& record);

  // The type of an argument; kernel arrays and records live in global memory, a record argument is
  // a pointer.
  TypeId FromArg(const abi::ArgType& type);
  // The type of an array element that `type` names: a scalar, record or vector.
  TypeId FromElement(const abi::ArgType& type);

  std::uint32_t size() const { return static_cast<std::uint32_t>(types_.size()); }

 private:
  std::deque<Type> types_;
  std::unordered_map<std::size_t, std::vector<TypeId>> by_hash_;
};

// Questions about scalars; false (or a check failure where stated) for every other type.
// Numbers that can be computed with: 8-bit floats are not among them.
bool IsScalar(TypeId id);
// A scalar or an 8-bit float.
bool HasScalarKind(TypeId id);
// Kept in memory and converted, nothing else.
bool IsFloat8(TypeId id);
bool IsBool(TypeId id);
// Bool is not an integer here.
bool IsInteger(TypeId id);
bool IsSigned(TypeId id);
bool IsUnsigned(TypeId id);
bool IsFloat(TypeId id);
bool IsComplex(TypeId id);
// Checks that `id` is a scalar or an 8-bit float.
ScalarKind scalar_kind(TypeId id);
std::uint32_t scalar_size(TypeId id);
std::uint32_t scalar_bits(TypeId id);
// The real type of a complex one.
TypeId ComplexElement(TypeId id);

// Bytes and natural alignment of `id` in memory: scalars, pointers, records and vectors.
std::uint32_t MemorySize(const TypeStore& store, TypeId id);
std::uint32_t MemoryAlign(const TypeStore& store, TypeId id);
// Whether `id` is a pointer to a record: what a value of record type is.
bool IsRecordPointer(const TypeStore& store, TypeId id);
// The type of a pointer to field number `field` of the record that `pointer` points to (of an array
// field: to its first element). It is unaligned where the field need not lie as its type asks.
TypeId FieldPointerType(TypeStore& store, TypeId pointer, unsigned field);
// Whether two records have the same fields at the same places, whatever their alignment.
bool SameFields(const TypeStore& store, TypeId left, TypeId right);
// The argument type that names an element type: a scalar, record or vector.
abi::ArgType ElementArg(const TypeStore& store, TypeId id);
abi::RecordRef ToRecordType(const TypeStore& store, TypeId id);

// The type as users write it: `float32`, `array(float32, 2d, C)`, `(int64, float32)`.
std::string Spell(const TypeStore& store, TypeId id);

}  // namespace kernelc::types
