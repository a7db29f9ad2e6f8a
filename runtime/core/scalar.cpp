#include "kernelc/scalar.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace kernelc {
namespace {

// A value read from any kind: exact for integers, double for the rest.
struct Wide {
  abi::ScalarClass cls = abi::ScalarClass::Signed;
  // Bool, Signed (two's complement) and Unsigned.
  std::uint64_t bits = 0;
  double real = 0;
  double imaginary = 0;

  bool is_integer() const {
    return cls == abi::ScalarClass::Bool || cls == abi::ScalarClass::Signed ||
           cls == abi::ScalarClass::Unsigned;
  }
  bool is_negative_integer() const {
    return cls == abi::ScalarClass::Signed && static_cast<std::int64_t>(bits) < 0;
  }
  double as_double() const {
    if (!is_integer()) {
      return real;
    }
    return cls == abi::ScalarClass::Signed ? static_cast<double>(static_cast<std::int64_t>(bits))
                                           : static_cast<double>(bits);
  }
};

template <typename T>
T Read(const std::byte* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

template <typename T>
void Write(T value, std::byte* out) {
  std::memcpy(out, &value, sizeof value);
}

std::uint64_t ReadInteger(const std::byte* bytes, std::size_t size, bool is_signed) {
  std::uint64_t value = 0;
  std::memcpy(&value, bytes, size);
  const unsigned unused = 64 - 8 * static_cast<unsigned>(size);
  if (is_signed && unused != 0) {
    value = static_cast<std::uint64_t>(static_cast<std::int64_t>(value << unused) >> unused);
  }
  return value;
}

Wide ReadWide(ScalarKind kind, const std::byte* bytes) {
  const abi::ScalarInfo& info = abi::scalar_info(kind);
  Wide wide;
  wide.cls = info.cls;
  if (wide.is_integer()) {
    wide.bits = ReadInteger(bytes, info.size, info.cls == abi::ScalarClass::Signed);
  } else if (kind == ScalarKind::Float16) {
    wide.real = HalfToFloat(Read<std::uint16_t>(bytes));
  } else if (kind == ScalarKind::BFloat16) {
    wide.real = BFloat16ToFloat(Read<std::uint16_t>(bytes));
  } else if (info.cls == abi::ScalarClass::Float8) {
    wide.real = Float8ToFloat(kind, Read<std::uint8_t>(bytes));
  } else if (kind == ScalarKind::Float32) {
    wide.real = Read<float>(bytes);
  } else if (kind == ScalarKind::Float64) {
    wide.real = Read<double>(bytes);
  } else if (kind == ScalarKind::Complex64) {
    wide.real = Read<float>(bytes);
    wide.imaginary = Read<float>(bytes + sizeof(float));
  } else {
    wide.real = Read<double>(bytes);
    wide.imaginary = Read<double>(bytes + sizeof(double));
  }
  return wide;
}

bool WriteInteger(const Wide& wide, const abi::ScalarInfo& info, std::byte* out) {
  if (!wide.is_integer()) {
    return false;
  }
  const unsigned width = 8 * info.size;
  if (info.cls == abi::ScalarClass::Signed) {
    const std::uint64_t max = (std::uint64_t{1} << (width - 1)) - 1;
    const bool fits = wide.is_negative_integer() ? ~wide.bits <= max : wide.bits <= max;
    if (!fits) {
      return false;
    }
  } else {
    const std::uint64_t max = info.cls == abi::ScalarClass::Bool ? 1
                              : width == 64                      ? ~std::uint64_t{0}
                                                                 : (std::uint64_t{1} << width) - 1;
    if (wide.is_negative_integer() || wide.bits > max) {
      return false;
    }
  }
  std::memcpy(out, &wide.bits, info.size);
  return true;
}

// Rounds to nearest even in one step, so that double to half does not round twice.
std::uint16_t ToSmallFloat(double value, int exponent_bits, int mantissa_bits) {
  const int bias = (1 << (exponent_bits - 1)) - 1;
  const auto sign = static_cast<std::uint16_t>(std::signbit(value) ? 0x8000 : 0);
  const auto infinity = static_cast<std::uint16_t>(((1 << exponent_bits) - 1) << mantissa_bits);
  if (std::isnan(value)) {
    return static_cast<std::uint16_t>(sign | infinity | (1 << (mantissa_bits - 1)));
  }
  const double magnitude = std::fabs(value);
  if (magnitude == 0 || std::isinf(magnitude)) {
    return static_cast<std::uint16_t>(sign | (magnitude == 0 ? 0 : infinity));
  }
  int exponent = std::max(std::ilogb(magnitude), 1 - bias);
  double mantissa = std::nearbyint(std::ldexp(magnitude, mantissa_bits - exponent));
  if (mantissa >= std::ldexp(1.0, mantissa_bits + 1)) {
    mantissa /= 2;
    ++exponent;
  }
  if (exponent > bias) {
    return static_cast<std::uint16_t>(sign | infinity);
  }
  const auto integer = static_cast<std::int32_t>(mantissa);
  const bool normal = integer >= (1 << mantissa_bits);
  const std::int32_t field = normal ? exponent + bias : 0;
  return static_cast<std::uint16_t>(sign | (field << mantissa_bits) |
                                    (integer & ((1 << mantissa_bits) - 1)));
}

// As Python's repr of a float: the shortest text that reads back, ".0" when it would look like an
// integer.
template <typename T>
std::string FloatText(T value, bool mark_as_float) {
  if (std::isnan(value)) {
    return "nan";
  }
  if (std::isinf(value)) {
    return value < 0 ? "-inf" : "inf";
  }
  std::array<char, 64> buffer{};
  const T magnitude = std::fabs(value);
  // Python changes to the exponent form at the same magnitudes.
  const bool fixed = magnitude == 0 || (magnitude >= T(1e-4) && magnitude < T(1e16));
  const auto result =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                    fixed ? std::chars_format::fixed : std::chars_format::scientific);
  std::string text(buffer.data(), result.ptr);
  if (mark_as_float && text.find_first_of(".e") == std::string::npos) {
    text += ".0";
  }
  return text;
}

template <typename T>
std::string ComplexText(T real, T imaginary) {
  std::string text = FloatText(imaginary, false);
  text += 'j';
  if (real == 0 && !std::signbit(real)) {
    return text;
  }
  const bool has_sign = text[0] == '-';
  return "(" + FloatText(real, false) + (has_sign ? "" : "+") + text + ")";
}

}  // namespace

bool ConvertScalar(const ScalarValue& value, ScalarKind kind, std::byte* out) noexcept {
  const abi::ScalarInfo& info = abi::scalar_info(kind);
  if (value.kind == kind) {
    std::memcpy(out, value.bytes, info.size);
    return true;
  }
  const Wide wide = ReadWide(value.kind, value.bytes);
  if (info.cls == abi::ScalarClass::Float8) {
    Write(FloatToFloat8(kind, wide.as_double()), out);
    return wide.cls != abi::ScalarClass::Complex;
  }
  if (info.cls != abi::ScalarClass::Float && info.cls != abi::ScalarClass::Complex) {
    return WriteInteger(wide, info, out);
  }
  if (wide.cls == abi::ScalarClass::Complex && info.cls != abi::ScalarClass::Complex) {
    return false;
  }
  const double real = wide.as_double();
  if (kind == ScalarKind::Float16) {
    Write(ToSmallFloat(real, 5, 10), out);
  } else if (kind == ScalarKind::BFloat16) {
    Write(ToSmallFloat(real, 8, 7), out);
  } else if (kind == ScalarKind::Float64) {
    Write(real, out);
  } else if (kind == ScalarKind::Complex128) {
    Write(real, out);
    Write(wide.imaginary, out + sizeof(double));
  } else {
    // Straight from the integer: through double it would round twice.
    const float narrow = !wide.is_integer() ? static_cast<float>(real)
                         : wide.cls == abi::ScalarClass::Signed
                             ? static_cast<float>(static_cast<std::int64_t>(wide.bits))
                             : static_cast<float>(wide.bits);
    Write(narrow, out);
    if (kind == ScalarKind::Complex64) {
      Write(static_cast<float>(wide.imaginary), out + sizeof(float));
    }
  }
  return true;
}

std::string ToString(const ScalarValue& value) { return ScalarToString(value.kind, value.bytes); }

std::string ScalarToString(ScalarKind kind, const std::byte* bytes) {
  const Wide wide = ReadWide(kind, bytes);
  switch (wide.cls) {
    case abi::ScalarClass::Bool:
      return wide.bits != 0 ? "True" : "False";
    case abi::ScalarClass::Signed:
      return std::to_string(static_cast<std::int64_t>(wide.bits));
    case abi::ScalarClass::Unsigned:
      return std::to_string(wide.bits);
    case abi::ScalarClass::Float:
    case abi::ScalarClass::Float8:
      return kind == ScalarKind::Float64 ? FloatText(wide.real, true)
                                         : FloatText(static_cast<float>(wide.real), true);
    case abi::ScalarClass::Complex:
      return kind == ScalarKind::Complex128
                 ? ComplexText(wide.real, wide.imaginary)
                 : ComplexText(static_cast<float>(wide.real), static_cast<float>(wide.imaginary));
  }
  return {};
}

float HalfToFloat(std::uint16_t bits) noexcept {
  const int exponent = (bits >> 10) & 31;
  const int mantissa = bits & 1023;
  float magnitude = 0;
  if (exponent == 31) {
    magnitude = mantissa != 0 ? std::numeric_limits<float>::quiet_NaN()
                              : std::numeric_limits<float>::infinity();
  } else if (exponent == 0) {
    magnitude = std::ldexp(static_cast<float>(mantissa), -24);
  } else {
    magnitude = std::ldexp(static_cast<float>(mantissa + 1024), exponent - 25);
  }
  return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

std::uint16_t FloatToHalf(float value) noexcept { return ToSmallFloat(value, 5, 10); }

float BFloat16ToFloat(std::uint16_t bits) noexcept {
  const std::uint32_t wide = std::uint32_t{bits} << 16;
  float value = 0;
  std::memcpy(&value, &wide, sizeof value);
  return value;
}

std::uint16_t FloatToBFloat16(float value) noexcept { return ToSmallFloat(value, 8, 7); }

float Float8ToFloat(ScalarKind kind, std::uint8_t bits) noexcept {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  if (kind == ScalarKind::Float8E8M0) {
    return bits == 0xff ? kNan : std::ldexp(1.0f, bits - 127);
  }
  const bool is_e4m3 = kind == ScalarKind::Float8E4M3;
  const int digits = is_e4m3 ? 3 : 2;
  const int bias = is_e4m3 ? 7 : 15;
  const int code = bits & 0x7f;
  const int exponent = code >> digits;
  const int fraction = code & ((1 << digits) - 1);
  float magnitude = std::ldexp(static_cast<float>(exponent == 0 ? fraction : fraction + (1 << digits)),
                               std::max(exponent, 1) - bias - digits);
  if (is_e4m3 ? code == 0x7f : code > 0x7c) {
    magnitude = kNan;
  } else if (!is_e4m3 && code == 0x7c) {
    magnitude = std::numeric_limits<float>::infinity();
  }
  return (bits & 0x80) != 0 ? -magnitude : magnitude;
}

std::uint8_t FloatToFloat8(ScalarKind kind, double value) noexcept {
  const double magnitude = std::fabs(value);
  if (kind == ScalarKind::Float8E8M0) {
    if (std::isnan(value)) {
      return 0xff;
    }
    int exponent = 0;
    const double fraction = std::frexp(magnitude, &exponent);
    // A power of two is half of 2^exponent; all else lies below it.
    const int power = magnitude == 0 ? -127 : std::isinf(magnitude) ? 127 : exponent - (fraction == 0.5);
    return static_cast<std::uint8_t>(std::clamp(power, -127, 127) + 127);
  }
  if (std::isnan(value)) {
    return 0x7f;
  }
  const bool is_e4m3 = kind == ScalarKind::Float8E4M3;
  const int digits = is_e4m3 ? 3 : 2;
  const int bias = is_e4m3 ? 7 : 15;
  const int largest = is_e4m3 ? 0x7e : 0x7b;
  int code = 0;
  if (magnitude >= std::ldexp(1.0, bias + 2)) {
    code = largest;
  } else if (magnitude > 0) {
    const int exponent = std::max(std::ilogb(magnitude), 1 - bias);
    code = ((exponent + bias - 1) << digits) +
           static_cast<int>(std::nearbyint(std::ldexp(magnitude, digits - exponent)));
  }
  return static_cast<std::uint8_t>(std::min(code, largest) | (std::signbit(value) ? 0x80 : 0));
}

}  // namespace kernelc
