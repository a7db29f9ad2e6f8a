// Launches: configuration, arguments, and their packed form.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

#include "kernelc/array.h"
#include "kernelc/export.h"
#include "kernelc/scalar.h"
#include "kernelc/stream.h"
#include "runtime/abi/kernel_image.h"

namespace kernelc {

struct Dim3 {
  std::uint32_t x = 1;
  std::uint32_t y = 1;
  std::uint32_t z = 1;

  constexpr Dim3() = default;
  constexpr Dim3(std::uint32_t x_extent, std::uint32_t y_extent = 1, std::uint32_t z_extent = 1)
      : x(x_extent), y(y_extent), z(z_extent) {}
  friend bool operator==(const Dim3&, const Dim3&) = default;
};

struct LaunchConfig {
  // Blocks.
  Dim3 grid = {};
  // Threads of a block.
  Dim3 block = {};
  std::uint64_t dynamic_shared_bytes = 0;
  // Its context is where the kernel runs; default: the thread's current stream in the kernel's context.
  StreamRef stream = {};
};

// What Kernel::ConfigFor() may be told.
struct ForAllOptions {
  // Threads of a block; 0: as many as give the highest occupancy.
  std::uint32_t block = 0;
  StreamRef stream = {};
  std::uint64_t dynamic_shared_bytes = 0;
};

// One argument of a launch. Borrows the array it was made from, which must live until the launch
// returns.
class Arg {
 public:
  // None.
  Arg() noexcept : tag_(TagOf(abi::ArgKind::None)), array_(nullptr) {}
  Arg(std::nullptr_t) noexcept : Arg() {}
  Arg(const DeviceArrayAny& array) noexcept
      : tag_(TagOf(abi::ArgKind::Array)), array_(&array) {}
  Arg(const ScalarValue& value) noexcept : tag_(TagOf(value.kind)) {
    std::memcpy(bytes_, value.bytes, sizeof bytes_);
  }
  // One record in device memory, passed by its address: `array` has one element.
  static Arg Record(const DeviceArrayAny& array) noexcept {
    Arg arg(array);
    arg.tag_ = TagOf(abi::ArgKind::Record);
    return arg;
  }
  template <DeviceScalar T>
  Arg(T value) noexcept : Arg(ScalarValue(value)) {}
  // A tuple of other arguments, borrowed; fewer than 2^32.
  static Arg Tuple(std::span<const Arg> elements) noexcept {
    Arg arg;
    arg.tag_ = TagOf(abi::ArgKind::Tuple);
    arg.element_count_ = static_cast<std::uint32_t>(elements.size());
    arg.first_element_ = elements.data();
    return arg;
  }

  abi::ArgKind kind() const noexcept { return static_cast<abi::ArgKind>(tag_ & 0xFFU); }
  // The same for arguments of one kind and, for scalars, one type.
  std::uint16_t tag() const noexcept { return tag_; }
  // Only for an argument of that kind; array() for records as well.
  const DeviceArrayAny& array() const noexcept { return *array_; }
  ScalarKind scalar_kind() const noexcept { return static_cast<ScalarKind>(tag_ >> 8); }
  // As device code sees it, in 16 bytes.
  const std::byte* scalar_bytes() const noexcept { return bytes_; }
  ScalarValue scalar() const noexcept {
    ScalarValue value;
    value.kind = scalar_kind();
    std::memcpy(value.bytes, bytes_, sizeof bytes_);
    return value;
  }
  // None for all other kinds.
  std::span<const Arg> elements() const noexcept {
    return {kind() == abi::ArgKind::Tuple ? first_element_ : nullptr, element_count_};
  }

  // The tag of scalars of a type.
  static constexpr std::uint16_t TagOf(ScalarKind kind) noexcept {
    return static_cast<std::uint16_t>(static_cast<unsigned>(abi::ArgKind::Scalar) |
                                      static_cast<unsigned>(kind) << 8);
  }

 private:
  static constexpr std::uint16_t TagOf(abi::ArgKind kind) noexcept {
    return static_cast<std::uint16_t>(kind);
  }

  // Small on purpose: a launch looks at each of its arguments.
  std::uint16_t tag_;
  std::uint32_t element_count_ = 0;
  union {
    const DeviceArrayAny* array_;
    const Arg* first_element_;
    alignas(16) std::byte bytes_[16];
  };
};

// The type of an argument as a compile job takes it: element type, rank, layout, and the facts that
// hold for this very argument (alignment, size).
KC_RUNTIME_API abi::ArgType ArgTypeOf(const Arg& arg);
// The facts alone; allocates nothing.
KC_RUNTIME_API abi::ArrayFacts ArrayFactsOf(const DeviceArrayAny& array) noexcept;
// True when no two array arguments of `info` overlap where one of them is written. Allocates
// nothing. `args` must match info.params in number and kind.
KC_RUNTIME_API bool NoOverlap(const abi::KernelInfo& info, std::span<const Arg> args) noexcept;
// True when no two arrays among the arguments, tuples included, share memory, written or not.
// Allocates nothing.
KC_RUNTIME_API bool ArraysDisjoint(std::span<const Arg> args) noexcept;

// Writes the parameter buffer of `info` (info.param_bytes bytes). Throws Error{TypeMismatch} that
// names the parameter when number, type, rank, layout or an assumed fact does not match. Allocates
// nothing else.
KC_RUNTIME_API void PackArguments(const abi::KernelInfo& info, std::span<const Arg> args,
                                  std::byte* buffer);

// "saxpy(float32 a, float32[::1] x)" for messages.
KC_RUNTIME_API std::string SignatureText(const abi::KernelInfo& info);

}  // namespace kernelc
