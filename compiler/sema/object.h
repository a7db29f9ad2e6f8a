// What an expression is when its value is known while compiling: numbers, strings, tuples, types, modules,
// functions.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/abi/arg_type.h"

namespace kernelc::sema {

__extension__ typedef __int128 Int128;

struct FunctionInfo;

enum class NumberKind : std::uint8_t { Bool, Int, Float, Complex };

// A Python number. Integers are exact to 127 bits; operations that need more are not folded.
struct Number {
  NumberKind kind = NumberKind::Int;
  Int128 integer = 0;
  double real = 0.0;
  double imag = 0.0;

  static Number Bool(bool value) { return {NumberKind::Bool, value ? 1 : 0, 0.0, 0.0}; }
  static Number Int(Int128 value) { return {NumberKind::Int, value, 0.0, 0.0}; }
  static Number Float(double value) { return {NumberKind::Float, 0, value, 0.0}; }
  static Number Complex(double real, double imag) {
    return {NumberKind::Complex, 0, real, imag};
  }

  bool is_integral() const { return kind == NumberKind::Bool || kind == NumberKind::Int; }
  // The real part as a double.
  double as_double() const { return is_integral() ? static_cast<double>(integer) : real; }
  bool truth() const { return integer != 0 || real != 0.0 || imag != 0.0; }
};

enum class ObjectKind : std::uint8_t {
  None,
  Ellipsis,
  // Python number, or with `typed` a NumPy scalar of kind `scalar`.
  Number,
  Str,
  Tuple,
  // A numba type or NumPy dtype; `types` has one entry.
  Type,
  // `void(float32[:], int32)`: `types` are the parameters'.
  Signature,
  // A module, function or attribute of the outside world by its canonical path: "cuda", "math.sin", "np".
  External,
  // A function of this file, with the options that a decorator gave it.
  Function,
  // `cuda.jit(fastmath=True)`: waits for its function.
  Decorator,
};

// Options that a decorator can give.
struct DecoratorOptions {
  bool device = false;
  bool fastmath = false;
  bool debug = false;
  bool force_inline = false;
  std::uint32_t max_threads_per_block = 0;
  std::uint32_t min_blocks_per_multiprocessor = 0;
  std::uint32_t max_registers = 0;
  std::vector<std::vector<abi::ArgType>> signatures;
};

struct Object {
  ObjectKind kind = ObjectKind::None;
  Number number;
  bool typed = false;
  abi::ScalarKind scalar = abi::ScalarKind::Int64;
  // Str: its text. External: its path.
  std::string text;
  // Tuple.
  std::vector<Object> elements;
  std::vector<abi::ArgType> types;
  const FunctionInfo* function = nullptr;
  std::shared_ptr<const DecoratorOptions> options;

  static Object Of(Number number) {
    Object object;
    object.kind = ObjectKind::Number;
    object.number = number;
    return object;
  }
  static Object OfTyped(Number number, abi::ScalarKind scalar) {
    Object object = Of(number);
    object.typed = true;
    object.scalar = scalar;
    return object;
  }
  static Object Str(std::string_view text) {
    Object object;
    object.kind = ObjectKind::Str;
    object.text = text;
    return object;
  }
  static Object Tuple(std::vector<Object> elements) {
    Object object;
    object.kind = ObjectKind::Tuple;
    object.elements = std::move(elements);
    return object;
  }
  static Object Type(abi::ArgType type) {
    Object object;
    object.kind = ObjectKind::Type;
    object.types.push_back(std::move(type));
    return object;
  }
  static Object External(std::string path) {
    Object object;
    object.kind = ObjectKind::External;
    object.text = std::move(path);
    return object;
  }
  static Object Function(const FunctionInfo* function) {
    Object object;
    object.kind = ObjectKind::Function;
    object.function = function;
    return object;
  }

  bool is_number() const { return kind == ObjectKind::Number; }
  bool is_scalar_type() const {
    return kind == ObjectKind::Type && types.front().kind == abi::ArgKind::Scalar;
  }
  // A type that arrays may hold.
  bool is_element_type() const {
    return kind == ObjectKind::Type && (types.front().kind == abi::ArgKind::Scalar ||
                                        types.front().kind == abi::ArgKind::Record ||
                                        types.front().kind == abi::ArgKind::Vector);
  }
  // The type named, for a Type that is a scalar.
  abi::ScalarKind scalar_type() const { return types.front().scalar; }
};

// A text that is equal for equal objects, for keys.
std::string ObjectKey(const Object& object);

}  // namespace kernelc::sema
