// Arrays of random numbers of all types, for tests that compare with what the host computes.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "kernelc/array.h"
#include "kernelc/scalar.h"

namespace kernelc {

// 16-bit floats on the host: bits that convert.
template <float (*ToFloat)(std::uint16_t), std::uint16_t (*FromFloat)(float), ScalarKind Kind>
struct ShortFloat {
  std::uint16_t bits = 0;
  ShortFloat() = default;
  ShortFloat(float value) : bits(FromFloat(value)) {}
  operator float() const { return ToFloat(bits); }
};
using Float16 = ShortFloat<&HalfToFloat, &FloatToHalf, ScalarKind::Float16>;
using BFloat = ShortFloat<&BFloat16ToFloat, &FloatToBFloat16, ScalarKind::BFloat16>;
// bool, of which std::vector makes something else.
struct Flag {
  std::uint8_t bits = 0;
  Flag() = default;
  Flag(int value) : bits(value != 0) {}
  operator int() const { return bits; }
};

template <typename T>
constexpr ScalarKind KindOf() {
  if constexpr (std::is_same_v<T, Float16>) {
    return ScalarKind::Float16;
  } else if constexpr (std::is_same_v<T, BFloat>) {
    return ScalarKind::BFloat16;
  } else if constexpr (std::is_same_v<T, Flag>) {
    return ScalarKind::Bool;
  } else {
    return kScalarKindOf<T>;
  }
}

template <typename T>
constexpr bool kIsFloat =
    std::is_floating_point_v<T> || std::is_same_v<T, Float16> || std::is_same_v<T, BFloat>;

// A small whole number as a T.
template <typename T>
T NumberOf(int value) {
  if constexpr (kIsFloat<T>) {
    return static_cast<T>(static_cast<float>(value));
  } else {
    return static_cast<T>(value);
  }
}

// What sums are computed and kept in.
template <typename T>
using SumOf =
    std::conditional_t<kIsFloat<T>, T,
                       std::conditional_t<std::is_unsigned_v<T>, std::uint64_t, std::int64_t>>;

template <typename T>
DeviceArrayAny Upload(const Context& context, const std::vector<T>& host) {
  return DeviceArrayAny::FromHost(
      context,
      HostArrayView(KindOf<T>(), Dims{static_cast<std::int64_t>(host.size())}, host.data()));
}

template <typename T>
std::vector<T> Download(const DeviceArrayAny& array) {
  std::vector<T> host(static_cast<std::size_t>(array.size()));
  array.CopyToHost(std::as_writable_bytes(std::span(host)));
  return host;
}

// Whole numbers from -4 to 4, of unsigned types 0 to 4, so that sums of floats are exact.
template <typename T>
std::vector<T> SmallNumbers(std::size_t n, unsigned seed = 1) {
  std::mt19937 random(seed);
  std::vector<T> numbers(n);
  for (T& number : numbers) {
    const int value = static_cast<int>(random() % 9) - 4;
    number = NumberOf<T>(std::is_unsigned_v<T> ? std::abs(value) : value);
  }
  return numbers;
}

// All bits random, so that floats have NaNs, infinities and zeros of both signs among them.
template <typename T>
std::vector<T> AnyNumbers(std::size_t n, unsigned seed = 2) {
  std::mt19937_64 random(seed);
  std::vector<T> numbers(n);
  for (std::size_t i = 0; i < n; ++i) {
    std::uint64_t bits = random();
    if (i % 13 == 5) {
      bits = 0;
    }
    if (i % 13 == 7) {
      bits = std::uint64_t{1} << (8 * sizeof(T) - 1);
    }
    std::memcpy(static_cast<void*>(&numbers[i]), &bits, sizeof(T));
    if constexpr (std::is_same_v<T, Flag>) {
      numbers[i] = Flag(static_cast<int>(bits & 1));
    }
  }
  return numbers;
}

// Calls body.operator()<T>() for each type of numbers.
template <typename Body>
void ForEachType(Body body) {
  const auto with = [&]<typename T>() {
    SCOPED_TRACE(std::string(abi::scalar_info(KindOf<T>()).text));
    body.template operator()<T>();
  };
  with.template operator()<std::int8_t>();
  with.template operator()<std::int16_t>();
  with.template operator()<std::int32_t>();
  with.template operator()<std::int64_t>();
  with.template operator()<std::uint8_t>();
  with.template operator()<std::uint16_t>();
  with.template operator()<std::uint32_t>();
  with.template operator()<std::uint64_t>();
  with.template operator()<float>();
  with.template operator()<double>();
  with.template operator()<Float16>();
  with.template operator()<BFloat>();
  with.template operator()<Flag>();
}

// The same bits, but all NaNs are equal.
template <typename T>
bool Same(T a, T b) {
  if constexpr (kIsFloat<T>) {
    if (a != a && b != b) {
      return true;
    }
  }
  return std::memcmp(&a, &b, sizeof(T)) == 0;
}

// The first place where two arrays differ; their size where they do not.
template <typename T>
std::size_t FirstDifference(const std::vector<T>& a, const std::vector<T>& b) {
  std::size_t i = 0;
  while (i < a.size() && i < b.size() && Same(a[i], b[i])) {
    ++i;
  }
  return i;
}

#define EXPECT_SAME(actual, expected)                                                 \
  do {                                                                                \
    const auto& kc_actual = actual;                                                   \
    const auto& kc_expected = expected;                                               \
    ASSERT_EQ(kc_actual.size(), kc_expected.size());                                  \
    const std::size_t kc_at = FirstDifference(kc_actual, kc_expected);                \
    if (kc_at != kc_expected.size()) {                                                \
      ADD_FAILURE() << "of " << kc_expected.size() << ", element " << kc_at << " is " \
                    << +static_cast<double>(kc_actual[kc_at]) << ", expected "        \
                    << +static_cast<double>(kc_expected[kc_at]);                      \
    }                                                                                 \
  } while (false)

// Sizes around those of warps, tiles and chunks.
inline const std::vector<std::size_t> kSizes = {0,    1,    31,   33,   127,   129,    255,   257,
                                                2047, 2049, 3839, 3841, 4095,  4096,   4097,  7679,
                                                7680, 7681, 8191, 8193, 20000, 100003, 300007};

}  // namespace kernelc
