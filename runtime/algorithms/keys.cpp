#include "runtime/algorithms/keys.h"

#include "runtime/algorithms/call.h"

namespace kernelc::algorithms {
namespace {

using abi::ScalarClass;

// Bits of the fraction of a float type.
unsigned FractionBits(ScalarKind kind) {
  if (kind == ScalarKind::BFloat16) {
    return 7;
  }
  const std::size_t size = abi::scalar_info(kind).size;
  return size == 2 ? 10 : size == 4 ? 23 : 52;
}

}  // namespace

ScalarKind BitsKind(const char* operation, ScalarKind kind) {
  if (kind != ScalarKind::kRecord && abi::scalar_info(kind).cls != ScalarClass::Complex &&
      abi::scalar_info(kind).cls != ScalarClass::Float8) {
    switch (abi::scalar_info(kind).size) {
      case 1:
        return ScalarKind::UInt8;
      case 2:
        return ScalarKind::UInt16;
      case 4:
        return ScalarKind::UInt32;
      case 8:
        return ScalarKind::UInt64;
    }
  }
  Throw(ErrorCode::TypeMismatch, operation,
        "the array has elements of " + ToString(ElementType(kind)) +
            ", which have no order; expected bool, integers, float16, bfloat16, float32 or float64");
}

Arg UnsignedArg(std::uint64_t value, std::size_t size) {
  switch (size) {
    case 1:
      return static_cast<std::uint8_t>(value);
    case 2:
      return static_cast<std::uint16_t>(value);
    case 4:
      return static_cast<std::uint32_t>(value);
  }
  return value;
}

KeyOrder::KeyOrder(ScalarKind kind, bool descending, bool zeros_equal) {
  const abi::ScalarInfo& info = abi::scalar_info(kind);
  const unsigned width = 8 * info.size;
  const std::uint64_t all = ~std::uint64_t{0} >> (64 - width);
  const std::uint64_t half = all >> 1;
  const bool is_float = info.cls == ScalarClass::Float;
  const bool has_sign = is_float || info.cls == ScalarClass::Signed;
  const std::uint64_t positive = has_sign ? half + 1 : 0;
  values_ = {is_float ? all : positive,
             positive,
             half,
             is_float ? half + 1 - (std::uint64_t{1} << FractionBits(kind)) : half,
             is_float && zeros_equal ? half + 1 : 0,
             descending ? all : 0};
  for (std::size_t i = 0; i < values_.size(); ++i) {
    numbers_[i] = UnsignedArg(values_[i], info.size);
  }
  shift_ = UnsignedArg(is_float && descending ? 1 : 0, info.size);
}

std::uint64_t KeyOrder::KeyOf(std::uint64_t bits) const {
  const auto [negative, positive, half, nan, zero, flip] = values_;
  std::uint64_t key = bits ^ (bits > half ? negative : positive);
  if (bits == zero) {
    key = positive;
  }
  if ((bits & half) > nan) {
    key = negative;
  }
  return key ^ flip;
}

}  // namespace kernelc::algorithms
