#include "compiler/codegen/cuda_cpp/numbers.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <limits>

namespace kernelc::codegen::cuda_cpp {

std::string FloatText(double value, bool is_float) {
  constexpr std::uint64_t kQuiet = 0x7ff8000000000000u;
  if (std::isnan(value) && std::bit_cast<std::uint64_t>(value) == kQuiet) {
    return is_float ? "kc::nan<float>()" : "kc::nan<double>()";
  }
  if (std::isnan(value)) {
    return is_float ? fmt::format("__uint_as_float(0x{:08x}u)",
                                  std::bit_cast<std::uint32_t>(static_cast<float>(value)))
                    : fmt::format("__longlong_as_double(0x{:016x}ll)",
                                  std::bit_cast<std::uint64_t>(value));
  }
  if (std::isinf(value)) {
    const char* text = is_float ? "kc::infinity<float>()" : "kc::infinity<double>()";
    return fmt::format("{}{}", value < 0 ? "-" : "", text);
  }
  std::string text = is_float ? fmt::format("{}", static_cast<float>(value))
                              : fmt::format("{}", value);
  if (text.find_first_of(".e") == std::string::npos) {
    text += ".0";
  }
  return is_float ? text + "f" : text;
}

std::string IntegerText(std::int64_t value, TypeId type) {
  if (types::IsBool(type)) {
    return value != 0 ? "true" : "false";
  }
  if (types::IsUnsigned(type)) {
    const auto bits = static_cast<std::uint64_t>(value);
    if (bits <= static_cast<std::uint64_t>(std::numeric_limits<std::int32_t>::max()) &&
        types::scalar_bits(type) < 32) {
      return fmt::format("{}", bits);
    }
    return fmt::format("{}{}", bits, bits > std::numeric_limits<std::uint32_t>::max() ? "ul" : "u");
  }
  if (value == std::numeric_limits<std::int64_t>::min()) {
    return "(-9223372036854775807l - 1)";
  }
  const bool is_int = value > std::numeric_limits<std::int32_t>::min() &&
                      value <= std::numeric_limits<std::int32_t>::max();
  return fmt::format("{}{}", value, is_int ? "" : "l");
}

}  // namespace kernelc::codegen::cuda_cpp
