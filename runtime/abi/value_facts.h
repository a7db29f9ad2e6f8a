// Facts about the values of integer arguments.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "runtime/abi/arg_type.h"

namespace kernelc::abi {

// ArrayFacts::small of an integer of 32 or 64 bits: its value is from 0 to below this, so that
// products of two fit 32 bits. A launch checks it before it picks the code.
inline constexpr std::uint32_t kSmallValues = std::uint32_t{1} << 15;

// Whether there is that fact about arguments of this kind.
constexpr bool HasValueFacts(ScalarKind kind) {
  const ScalarInfo& info = scalar_info(kind);
  return (info.cls == ScalarClass::Signed || info.cls == ScalarClass::Unsigned) && info.size >= 4;
}

// `value` lies in memory as device code sees it. False where there is no such fact.
inline bool IsSmallValue(ScalarKind kind, const std::byte* value) {
  if (!HasValueFacts(kind)) {
    return false;
  }
  // A negative number is a large one.
  std::uint64_t number = 0;
  std::memcpy(&number, value, scalar_info(kind).size);
  return number < kSmallValues;
}

}  // namespace kernelc::abi
