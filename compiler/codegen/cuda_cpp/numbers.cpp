#include "compiler/codegen/cuda_cpp/numbers.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <limits>

namespace kernelc::codegen::cuda_cpp {

Expr FloatNumber(double value, bool is_float) {
  constexpr std::uint64_t kQuiet = 0x7ff8000000000000u;
  if (std::isnan(value) && std::bit_cast<std::uint64_t>(value) == kQuiet) {
    return Call(is_float ? "kc::nan<float>" : "kc::nan<double>", "");
  }
  if (std::isnan(value)) {
    return is_float ? Call("__uint_as_float",
                           fmt::format("0x{:08x}u",
                                       std::bit_cast<std::uint32_t>(static_cast<float>(value))))
                    : Call("__longlong_as_double",
                           fmt::format("0x{:016x}ll", std::bit_cast<std::uint64_t>(value)));
  }
  if (std::signbit(value)) {
    return Prefix("-", FloatNumber(-value, is_float));
  }
  if (std::isinf(value)) {
    return Call(is_float ? "kc::infinity<float>" : "kc::infinity<double>", "");
  }
  std::string text =
      is_float ? fmt::format("{}", static_cast<float>(value)) : fmt::format("{}", value);
  if (text.find_first_of(".e") == std::string::npos) {
    text += ".0";
  }
  return {is_float ? text + "f" : text, Binding::Name};
}

Expr IntegerNumber(std::int64_t value, TypeId type) {
  constexpr std::int64_t kMaxInt = std::numeric_limits<std::int32_t>::max();
  if (types::IsBool(type)) {
    return Truth(value != 0);
  }
  if (types::IsUnsigned(type)) {
    const auto bits = static_cast<std::uint64_t>(value);
    if (bits <= static_cast<std::uint64_t>(kMaxInt) && types::scalar_bits(type) < 32) {
      return {fmt::format("{}", bits), Binding::Name};
    }
    return {
        fmt::format("{}{}", bits, bits > std::numeric_limits<std::uint32_t>::max() ? "ul" : "u"),
        Binding::Name};
  }
  if (value == std::numeric_limits<std::int64_t>::min()) {
    return {"(-9223372036854775807l - 1)"};
  }
  return value < 0 ? Prefix("-", IntegerNumber(-value, type))
                   : Expr{fmt::format("{}{}", value, value <= kMaxInt ? "" : "l"), Binding::Name};
}

}  // namespace kernelc::codegen::cuda_cpp
