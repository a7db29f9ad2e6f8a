// Types of kernel arguments as compiler and runtime exchange them. Plain data, no dependencies.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kernelc::abi {

enum class ScalarKind : std::uint8_t {
#define KC_SCALAR(name, text, npy, size, align, cls) name,
#include "runtime/abi/scalar_types.def"
  kCount,
};

enum class ScalarClass : std::uint8_t { Bool, Signed, Unsigned, Float, Complex };

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
};

constexpr const ScalarInfo& scalar_info(ScalarKind kind) {
  return kScalarInfos[static_cast<std::size_t>(kind)];
}

// C: row-major contiguous. F: column-major contiguous. A: any strides.
enum class Layout : std::uint8_t { C, F, A };

// What is known about an array argument beyond its type, and assumed by the code compiled for it.
// A launch checks these facts before it picks the code; the general variant assumes none.
struct ArrayFacts {
  // The data pointer is a multiple of 16 bytes.
  bool aligned16 = false;
  // Every extent, and every offset from the data pointer in bytes, is below 2^31.
  bool small = false;
  friend bool operator==(const ArrayFacts&, const ArrayFacts&) = default;
};

enum class ArgKind : std::uint8_t { Scalar, Array, None, Tuple };

// The type of one argument.
struct ArgType {
  ArgKind kind = ArgKind::Scalar;
  // Scalar: its kind. Array: the element's.
  ScalarKind scalar = ScalarKind::Int64;
  // Array alone.
  std::uint8_t ndim = 0;
  Layout layout = Layout::C;
  bool readonly = false;
  ArrayFacts facts;
  // Tuple alone.
  std::vector<ArgType> elements;

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
  friend bool operator==(const ArgType&, const ArgType&) = default;
};

}  // namespace kernelc::abi
