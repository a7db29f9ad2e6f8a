// Types of kernel arguments as compiler and runtime exchange them. Plain data, no dependencies.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/abi/record_type.h"

namespace kernelc::abi {

enum class ScalarKind : std::uint8_t {
#define KC_SCALAR(name, text, npy, size, align, cls) name,
#include "runtime/abi/scalar_types.def"
  kCount,
  // Stands where an element is no scalar; the record type beside it says what it is.
  kRecord = kCount,
};

enum class ScalarClass : std::uint8_t { Bool, Signed, Unsigned, Float, Complex, Float8 };

struct ScalarInfo {
  std::string_view text;
  std::string_view npy;
  std::uint32_t size;
  std::uint32_t align;
  ScalarClass cls;
};

inline constexpr ScalarInfo kScalarInfos[] = {
#define KC_SCALAR(name, text, npy, size, align, cls) {text, npy, size, align, ScalarClass::cls},
#include "runtime/abi/scalar_types.def"
    // kRecord, so that looking it up is no fault.
    {"record", "", 0, 1, ScalarClass::Bool},
};

constexpr const ScalarInfo& scalar_info(ScalarKind kind) {
  return kScalarInfos[static_cast<std::size_t>(kind)];
}

// What a vector of scalars is called: float32x4, and as CUDA calls those of 8-bit floats, fp8x2_e4m3.
inline std::string VectorText(ScalarKind lane, unsigned lanes) {
  const std::string_view text = scalar_info(lane).text;
  const std::string count = std::to_string(lanes);
  constexpr std::string_view kPrefix = "float8_";
  constexpr std::size_t kFormatSize = 4;
  return scalar_info(lane).cls == ScalarClass::Float8
             ? "fp8x" + count + "_" + std::string(text.substr(kPrefix.size(), kFormatSize))
             : std::string(text) + "x" + count;
}

// C: row-major contiguous. F: column-major contiguous. A: any strides.
enum class Layout : std::uint8_t { C, F, A };

// What is known about an array argument beyond its type, and assumed by the code compiled for it.
// A launch checks these facts before it picks the code; the general variant assumes none.
struct ArrayFacts {
  // The data pointer is a multiple of 16 bytes.
  bool aligned16 = false;
  // Every extent is at most 2^30, and every offset from the data pointer in bytes is below 2^31.
  bool small = false;
  // With aligned16: of a C-ordered array of several dimensions, the size of a row in bytes is a
  // multiple of 16 too, so that every row begins at one.
  bool aligned_rows = false;
  friend bool operator==(const ArrayFacts&, const ArrayFacts&) = default;
};

enum class ArgKind : std::uint8_t {
  Scalar,
  Array,
  None,
  Tuple,
  // A record in device memory, passed by its address.
  Record,
  // Several scalars of one kind by value: float32x4.
  Vector,
  // An address without extents.
  Pointer,
};

// The type of one argument.
struct ArgType {
  ArgKind kind = ArgKind::Scalar;
  // Scalar: its kind. Array, Vector, Pointer: the element's; kRecord where `record` says it.
  ScalarKind scalar = ScalarKind::Int64;
  // Record: its type. Array, Pointer: the element's, where it is no scalar.
  RecordRef record;
  // Array: dimensions. Vector: lanes.
  std::uint8_t ndim = 0;
  // Array alone.
  Layout layout = Layout::C;
  bool readonly = false;
  ArrayFacts facts;
  // Tuple alone; with names it is a named tuple, of the class `name`.
  std::vector<ArgType> elements;
  std::vector<std::string> field_names;
  std::string name;

  static ArgType Scalar(ScalarKind kind) {
    ArgType type;
    type.scalar = kind;
    return type;
  }
  static ArgType Array(ScalarKind element, unsigned ndim, Layout layout = Layout::C) {
    ArgType type;
    type.kind = ArgKind::Array;
    type.scalar = element;
    type.ndim = static_cast<std::uint8_t>(ndim);
    type.layout = layout;
    return type;
  }
  // An array of scalars or records.
  static ArgType ArrayOf(const ArgType& element, unsigned ndim, Layout layout = Layout::C) {
    ArgType type = Array(element.kind == ArgKind::Record ? ScalarKind::kRecord : element.scalar,
                         ndim, layout);
    type.record = element.record;
    return type;
  }
  static ArgType Record(RecordRef record) {
    ArgType type;
    type.kind = ArgKind::Record;
    type.scalar = ScalarKind::kRecord;
    type.record = std::move(record);
    return type;
  }
  static ArgType Vector(ScalarKind element, unsigned lanes) {
    ArgType type;
    type.kind = ArgKind::Vector;
    type.scalar = element;
    type.ndim = static_cast<std::uint8_t>(lanes);
    return type;
  }
  // The type of the elements of an array or pointer.
  ArgType element() const { return record ? Record(record) : Scalar(scalar); }
  friend bool operator==(const ArgType&, const ArgType&) = default;
};

}  // namespace kernelc::abi
