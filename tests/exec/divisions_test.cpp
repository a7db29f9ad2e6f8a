// Quotients and remainders of integers by what is known at run time alone, at their edges and at
// random, against C++.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "kernelc/program.h"
#include "tests/exec/device_main.h"

namespace kernelc::exec_test {
namespace {

constexpr std::size_t kRandomPairs = 1 << 18;
constexpr unsigned kBlock = 256;
constexpr int kSteps = 100;

const char kText[] = R"(from kernelc import *

@kernel
def both(a, b, quotient, rest):
    i = grid(1)
    if i < a.size:
        quotient[i] = a[i] // b[i]
        rest[i] = a[i] % b[i]

@kernel
def quotients(a, b, quotient):
    i = grid(1)
    if i < a.size:
        quotient[i] = a[i] // b[i]

@kernel
def divisors(a, b, rest):
    i = grid(1)
    if i < a.size:
        x = a[i]
        y = b[i]
        n = 0
        while y != 0 and n < 100:
            x, y = y, x % y
            n += 1
        rest[i] = x

@kernel
def by_hand(a, b, rest):
    i = grid(1)
    if i < a.size:
        x = int64(a[i])
        y = int64(b[i])
        rest[i] = x - x // y * y

@kernel
def digits(a, b, rest):
    i = grid(1)
    if i < a.size:
        x = int64(a[i]) * 5
        for n in range(3):
            q = x // 1000
            last = x - 1000 * q
            x = q * 3 + last // 7
        rest[i] = last * 2000 + last // 7 + x - x // 100 * 100
)";

// 0 for a divisor of zero, and for the quotient that overflows.
template <typename T>
T FloorDiv(T a, T b) {
  if (b == 0) {
    return 0;
  }
  if constexpr (std::is_signed_v<T>) {
    if (b == -1) {
      return a == std::numeric_limits<T>::min() ? T{0} : static_cast<T>(-a);
    }
    const T quotient = a / b;
    return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
  } else {
    return a / b;
  }
}

template <typename T>
T Mod(T a, T b) {
  if (b == 0) {
    return 0;
  }
  if constexpr (std::is_signed_v<T>) {
    const T rest = b == -1 ? T{0} : static_cast<T>(a % b);
    return rest != 0 && (a < 0) != (b < 0) ? rest + b : rest;
  } else {
    return a % b;
  }
}

template <typename T>
T Divisor(T x, T y) {
  for (int n = 0; y != 0 && n < kSteps; ++n) {
    const T rest = Mod(x, y);
    x = y;
    y = rest;
  }
  return x;
}

template <typename T>
T ByHand(T a, T b) {
  const auto x = static_cast<std::int64_t>(a);
  const auto y = static_cast<std::int64_t>(b);
  const auto back = static_cast<std::uint64_t>(FloorDiv(x, y)) * static_cast<std::uint64_t>(y);
  return static_cast<T>(static_cast<std::uint64_t>(x) - back);
}

// Of numbers of 32 bits.
template <typename T>
T Digits(T a, T) {
  std::int64_t x = static_cast<std::int64_t>(a) * 5;
  std::int64_t last = 0;
  for (int n = 0; n < 3; ++n) {
    const std::int64_t quotient = FloorDiv<std::int64_t>(x, 1000);
    last = Mod<std::int64_t>(x, 1000);
    x = quotient * 3 + FloorDiv<std::int64_t>(last, 7);
  }
  return static_cast<T>(last * 2000 + FloorDiv<std::int64_t>(last, 7) + Mod<std::int64_t>(x, 100));
}

// Around zero, around the ends and around every power of two, of both signs.
template <typename T>
std::vector<T> Edges() {
  using Bits = std::make_unsigned_t<T>;
  std::vector<T> edges;
  for (int bit = 0; bit < std::numeric_limits<Bits>::digits; ++bit) {
    for (int near = -1; near <= 1; ++near) {
      const Bits value = (Bits{1} << bit) + static_cast<Bits>(near);
      edges.push_back(static_cast<T>(value));
      edges.push_back(static_cast<T>(Bits{0} - value));
    }
  }
  return edges;
}

// Pairs of which `first` and `second` have the operands.
template <typename T>
struct Pairs {
  std::vector<T> first;
  std::vector<T> second;

  Pairs() {
    for (const T a : Edges<T>()) {
      for (const T b : Edges<T>()) {
        first.push_back(a);
        second.push_back(b);
      }
    }
    std::mt19937_64 random(7);
    // As many small numbers as large ones.
    const auto value = [&random] {
      const auto shift = random() % std::numeric_limits<std::make_unsigned_t<T>>::digits;
      return static_cast<T>(static_cast<T>(random()) >> shift);
    };
    for (std::size_t i = 0; i < kRandomPairs; ++i) {
      first.push_back(value());
      second.push_back(value());
    }
  }
};

template <typename T>
class DivisionsTest : public testing::Test {
 protected:
  static void Compare(const std::string& what, const Pairs<T>& pairs, const std::vector<T>& results,
                      T (*expected)(T, T)) {
    int faults = 0;
    for (std::size_t i = 0; i < results.size() && faults < 10; ++i) {
      const T want = expected(pairs.first[i], pairs.second[i]);
      if (results[i] != want) {
        ++faults;
        ADD_FAILURE() << what << " of " << pairs.first[i] << " and " << pairs.second[i] << " is "
                      << want << ", not " << results[i];
      }
    }
  }
};

using Types = testing::Types<std::int32_t, std::uint32_t, std::int64_t, std::uint64_t>;
TYPED_TEST_SUITE(DivisionsTest, Types);

TYPED_TEST(DivisionsTest, AreThoseOfPython) {
  const Pairs<TypeParam> pairs;
  const std::size_t count = pairs.first.size();
  const Context& context = TestContext();
  const auto a = ToDevice(context, pairs.first);
  const auto b = ToDevice(context, pairs.second);
  const auto quotient = ToDevice(context, std::vector<TypeParam>(count, 9));
  const auto rest = ToDevice(context, std::vector<TypeParam>(count, 9));
  const Program program = Program::FromSource(kText, "divisions.py", TestOptions());
  const LaunchConfig config{.grid = static_cast<unsigned>((count + kBlock - 1) / kBlock),
                            .block = kBlock};
  program.kernel("both").Launch(config, a, b, quotient, rest);
  this->Compare("the quotient", pairs, quotient.ToVector(), FloorDiv<TypeParam>);
  this->Compare("the remainder", pairs, rest.ToVector(), Mod<TypeParam>);
  program.kernel("quotients").Launch(config, a, b, quotient);
  this->Compare("the quotient alone", pairs, quotient.ToVector(), FloorDiv<TypeParam>);
  program.kernel("divisors").Launch(config, a, b, rest);
  this->Compare("the last divisor", pairs, rest.ToVector(), Divisor<TypeParam>);
  program.kernel("by_hand").Launch(config, a, b, rest);
  this->Compare("what the quotient leaves", pairs, rest.ToVector(), ByHand<TypeParam>);
  if constexpr (sizeof(TypeParam) == sizeof(std::int32_t)) {
    program.kernel("digits").Launch(config, a, b, rest);
    this->Compare("what quotients by constants leave", pairs, rest.ToVector(), Digits<TypeParam>);
  }
}

}  // namespace
}  // namespace kernelc::exec_test
