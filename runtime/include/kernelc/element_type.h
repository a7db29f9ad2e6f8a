// What the elements of an array are: a scalar, or a record.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "kernelc/export.h"
#include "kernelc/scalar.h"
#include "runtime/abi/arg_type.h"

namespace kernelc {

using abi::RecordField;
using abi::RecordRef;
using abi::RecordType;

struct ElementType {
  // ScalarKind::kRecord for records.
  ScalarKind kind = ScalarKind::Float64;
  RecordRef record;

  ElementType() = default;
  ElementType(ScalarKind scalar) : kind(scalar) {}
  ElementType(RecordRef type) : kind(ScalarKind::kRecord), record(std::move(type)) {}

  // Bytes.
  std::size_t size() const noexcept {
    return record ? record->size : abi::scalar_info(kind).size;
  }
  friend bool operator==(const ElementType&, const ElementType&) = default;
};

// "float32", or as Numba prints a record: "Record(x[type=float32;offset=0];4;False)".
KC_RUNTIME_API std::string ToString(const ElementType& type);
KC_RUNTIME_API std::string ToString(const RecordType& type);

// The same fields, aligned as their types ask for where they lie so already; else `record` itself.
KC_RUNTIME_API RecordRef AlignNaturally(const RecordRef& record);

// Makes the record type of a C++ struct, which kernels see under the same field names:
//
//   struct Particle { float x, y; std::int32_t id; double mass[3]; };
//   const RecordRef kParticle = RecordBuilder(sizeof(Particle), alignof(Particle))
//                                   .Field<float>("x", offsetof(Particle, x))
//                                   .Field<float>("y", offsetof(Particle, y))
//                                   .Field<std::int32_t>("id", offsetof(Particle, id))
//                                   .Field<double>("mass", offsetof(Particle, mass), {3})
//                                   .Build();
class KC_RUNTIME_API RecordBuilder {
 public:
  // `align` of 1 is NumPy's packed dtype: kernels then assume nothing about addresses.
  RecordBuilder(std::size_t size, std::size_t align);

  template <DeviceScalar T>
  RecordBuilder& Field(std::string name, std::size_t offset,
                       std::vector<std::uint32_t> extents = {}) {
    return Add(std::move(name), ElementType(kScalarKindOf<T>), offset, std::move(extents));
  }
  // A scalar of a type that C++ has not, or a record in the record.
  RecordBuilder& Add(std::string name, const ElementType& type, std::size_t offset,
                     std::vector<std::uint32_t> extents = {});
  // Throws Error{InvalidArgument} for a field outside of the record, a name given twice, and an
  // alignment that is no power of two up to 16.
  RecordRef Build() const;

 private:
  RecordType type_;
};

}  // namespace kernelc
