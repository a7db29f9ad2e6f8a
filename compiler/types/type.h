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
};

// Where an array's or pointer's memory lives. Generic: known only at run time.
enum class AddressSpace : std::uint8_t { Generic, Global, Shared, Local, Constant };

struct Type {
  TypeKind kind = TypeKind::Void;
  // Scalar.
  ScalarKind scalar = ScalarKind::Int64;
  // Array and Pointer: the element. Optional: the value.
  TypeId element;
  // Array.
  std::uint8_t ndim = 0;
  Layout layout = Layout::C;
  bool readonly = false;
  // Array, Pointer.
  AddressSpace space = AddressSpace::Generic;
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
  TypeId Pointer(TypeId element, AddressSpace space);
  TypeId Tuple(std::vector<TypeId> elements);
  TypeId NamedTuple(std::string name, std::vector<std::string> field_names,
                    std::vector<TypeId> elements);
  TypeId Optional(TypeId value);

  // The type of an argument; kernel arrays live in global memory.
  TypeId FromArg(const abi::ArgType& type);

  std::uint32_t size() const { return static_cast<std::uint32_t>(types_.size()); }

 private:
  std::deque<Type> types_;
  std::unordered_map<std::size_t, std::vector<TypeId>> by_hash_;
};

// Questions about scalars; false (or a check failure where stated) for every other type.
bool IsScalar(TypeId id);
bool IsBool(TypeId id);
// Bool is not an integer here.
bool IsInteger(TypeId id);
bool IsSigned(TypeId id);
bool IsUnsigned(TypeId id);
bool IsFloat(TypeId id);
bool IsComplex(TypeId id);
// Checks that `id` is a scalar.
ScalarKind scalar_kind(TypeId id);
std::uint32_t scalar_size(TypeId id);
std::uint32_t scalar_bits(TypeId id);
// The real type of a complex one.
TypeId ComplexElement(TypeId id);

// The type as users write it: `float32`, `array(float32, 2d, C)`, `(int64, float32)`.
std::string Spell(const TypeStore& store, TypeId id);

}  // namespace kernelc::types
