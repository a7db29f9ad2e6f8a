// Bytes of the elements of arrays.
#include "compiler/host/objects/number.h"

#include <cmath>
#include <cstring>

#include "compiler/base/check.h"

namespace kernelc::host {
namespace {

using abi::ScalarClass;
using abi::ScalarKind;

template <typename T>
T Bits(const char* place) {
  T value;
  std::memcpy(&value, place, sizeof(T));
  return value;
}

template <typename T>
void PutBits(char* place, T value) {
  std::memcpy(place, &value, sizeof(T));
}

double LoadReal(std::uint32_t size, const char* place) {
  KC_CHECK(size > 1, "constants have no 8-bit floats");
  return size == 2   ? static_cast<double>(Bits<_Float16>(place))
         : size == 4 ? static_cast<double>(Bits<float>(place))
                     : Bits<double>(place);
}

void StoreReal(std::uint32_t size, char* place, double value) {
  KC_CHECK(size > 1, "constants have no 8-bit floats");
  if (size == 2) {
    PutBits(place, static_cast<_Float16>(value));
  } else if (size == 4) {
    PutBits(place, static_cast<float>(value));
  } else {
    PutBits(place, value);
  }
}

// The upper half of a float32, rounded to the nearest, ties to even.
double LoadBrain(const char* place) {
  const std::uint32_t bits = static_cast<std::uint32_t>(Bits<std::uint16_t>(place)) << 16;
  return static_cast<double>(Bits<float>(reinterpret_cast<const char*>(&bits)));
}

void StoreBrain(char* place, double value) {
  char single[sizeof(float)];
  PutBits(single, static_cast<float>(value));
  const auto bits = Bits<std::uint32_t>(single);
  const bool is_nan = value != value;
  PutBits(place, static_cast<std::uint16_t>(is_nan ? 0x7fc0u
                                                   : (bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16));
}

}  // namespace

std::optional<Number> ComplexOperation(ast::BinaryOperator op, const Number& left,
                                       const Number& right) {
  const Number a = Number::Complex(left.as_double(), left.imag);
  const Number b = Number::Complex(right.as_double(), right.imag);
  if (op == ast::BinaryOperator::Add) {
    return Number::Complex(a.real + b.real, a.imag + b.imag);
  }
  if (op == ast::BinaryOperator::Sub) {
    return Number::Complex(a.real - b.real, a.imag - b.imag);
  }
  if (op == ast::BinaryOperator::Mult) {
    return Number::Complex(a.real * b.real - a.imag * b.imag, a.real * b.imag + a.imag * b.real);
  }
  if (op != ast::BinaryOperator::Div || !b.truth()) {
    return std::nullopt;
  }
  // Smith's way.
  if (std::fabs(b.real) >= std::fabs(b.imag)) {
    const double ratio = b.imag / b.real;
    const double denominator = b.real + b.imag * ratio;
    return Number::Complex((a.real + a.imag * ratio) / denominator,
                           (a.imag - a.real * ratio) / denominator);
  }
  const double ratio = b.real / b.imag;
  const double denominator = b.real * ratio + b.imag;
  return Number::Complex((a.real * ratio + a.imag) / denominator,
                         (a.imag * ratio - a.real) / denominator);
}

Number LoadNumber(ScalarKind kind, const char* place) {
  const abi::ScalarInfo& info = abi::scalar_info(kind);
  switch (info.cls) {
    case ScalarClass::Bool:
      return Number::Bool(*place != 0);
    case ScalarClass::Signed:
      return Number::Int(info.size == 1   ? Bits<std::int8_t>(place)
                         : info.size == 2 ? Bits<std::int16_t>(place)
                         : info.size == 4 ? Bits<std::int32_t>(place)
                                          : Bits<std::int64_t>(place));
    case ScalarClass::Unsigned:
      return Number::Int(info.size == 1   ? Wide(Bits<std::uint8_t>(place))
                         : info.size == 2 ? Wide(Bits<std::uint16_t>(place))
                         : info.size == 4 ? Wide(Bits<std::uint32_t>(place))
                                          : Wide(Bits<std::uint64_t>(place)));
    case ScalarClass::Float:
    case ScalarClass::Float8:
      return Number::Float(kind == ScalarKind::BFloat16 ? LoadBrain(place)
                                                        : LoadReal(info.size, place));
    case ScalarClass::Complex:
      return Number::Complex(LoadReal(info.size / 2, place),
                             LoadReal(info.size / 2, place + info.size / 2));
  }
  return Number();
}

void StoreNumber(ScalarKind kind, char* place, const Number& number) {
  const abi::ScalarInfo& info = abi::scalar_info(kind);
  switch (info.cls) {
    case ScalarClass::Bool:
      *place = number.truth() ? 1 : 0;
      return;
    case ScalarClass::Signed:
    case ScalarClass::Unsigned: {
      const Wide whole =
          number.is_integral() ? number.integer : static_cast<Wide>(std::trunc(number.real));
      const auto bits = static_cast<std::uint64_t>(whole);
      std::memcpy(place, &bits, info.size);
      return;
    }
    case ScalarClass::Float:
    case ScalarClass::Float8:
      if (kind == ScalarKind::BFloat16) {
        StoreBrain(place, number.as_double());
      } else {
        StoreReal(info.size, place, number.as_double());
      }
      return;
    case ScalarClass::Complex:
      StoreReal(info.size / 2, place, number.as_double());
      StoreReal(info.size / 2, place + info.size / 2, number.imag);
      return;
  }
}

}  // namespace kernelc::host
