// Code is chosen by whether integers are small. Launches with values at both sides of that bound,
// and of others, must do what code does that assumes nothing.
#include <algorithm>
#include <limits>

#include "tests/program/support.h"

namespace kernelc::program_test {
namespace {

constexpr const char* kText = R"py(
from kernelc import *

@kernel
def numbers(out, n, m):
    i = grid(1)
    if i < out.size:
        out[i] = -1
    if i == 0:
        out[0] = n * n
        out[1] = n * m
        out[2] = n + m + 1
        out[3] = n - m
        out[4] = (n - 1) // 2
        out[5] = (n + 5) % 7
        out[6] = -n
        out[7] = abs(n - 10)
        out[8] = min(max(n - 3, 0), m)
        s = 0
        for j in range(max(n - 3, 0), n + 2):
            s += j * 3 - 1
        out[9] = s
        c = 0
        k = n
        while k > 0:
            k = k // 2
            c += k & 3
        out[10] = c
        t = 0
        for j in range(n, n + 20, 7):
            t = t * 31 + j
        out[11] = t & 0xffff
        out[12] = 1 if n < m else 0
        u = 0
        for j in range(n - 5, m, m // 3 + 1):
            u += j - n
            if u > 1000:
                break
        out[13] = u

@kernel
def sums(out, n, m):
    a = 0
    b = 0
    c = 0
    for i in range(n):
        for j in range(3):
            a += m
        for j in range(5):
            b -= m
        c += m * 2
        if i == 7:
            continue
        b += 1
    out[0] = a
    out[1] = b
    out[2] = c
    out[3] = (a + c) // (n * n + 1)
    out[4] = (a + c) % (n * n + 1)
    out[5] = b // 7

@kernel
def turns(out, x, start, stop):
    total = 0
    count = 0
    for i in range(start, stop):
        total = total * 3 + x[i & 7]
        count += 1
        if count == 11:
            break
    out[0] = total
    out[1] = count
    for i in range(start, stop, 3):
        if i & 1:
            continue
        total = total * 5 + x[i & 7]
        count += 1
        if count > 20:
            break
    out[2] = total
    out[3] = count

@kernel("void(int64[::1], int8, int32)")
def shortened(out, a, b):
    out[0] = a * 2
    out[1] = b * 2
)py";

class RangesTest : public OnDevice {};
KC_ON_EACH_DEVICE(RangesTest);

constexpr std::int64_t kCount = 16;

template <typename T>
std::vector<T> Edges() {
  std::vector<T> edges;
  for (const std::int64_t edge : {std::int64_t{0}, std::int64_t{1} << 15, std::int64_t{1} << 30,
                                  std::int64_t{std::numeric_limits<std::int32_t>::max()}}) {
    for (std::int64_t value = edge - 2; value <= edge + 1; ++value) {
      if (value <= std::int64_t{std::numeric_limits<T>::max()}) {
        edges.push_back(static_cast<T>(value));
      }
    }
  }
  edges.push_back(static_cast<T>(-(std::int64_t{1} << 30)));
  return edges;
}

template <typename T>
void CompareWithGeneral(const Context& context) {
  const JitKernel kernel = Program::FromSource(kText, "ranges.py").kernel("numbers");
  const DeviceArray<std::int64_t> out(context, {kCount});
  const DeviceArray<std::int64_t> expected(context, {kCount});
  for (const T n : Edges<T>()) {
    for (const T m : {T{-3}, T{0}, T{3}, T{40000}, static_cast<T>((std::int64_t{1} << 30) + 5)}) {
      const Arg args[] = {out, n, m};
      const Kernel general = kernel.Specialize(context, args);
      general.Launch({1, 32}, expected, n, m);
      kernel.Launch({1, 32}, out, n, m);
      EXPECT_EQ(out.ToVector(), expected.ToVector()) << n << ", " << m;
      // The short way of a launch like the one before.
      out.Fill(0);
      kernel.Launch({1, 32}, out, n, m);
      EXPECT_EQ(out.ToVector(), expected.ToVector()) << n << ", " << m << " again";
    }
  }
}

std::int64_t FloorDiv(std::int64_t a, std::int64_t b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
}

TEST_P(RangesTest, ValuesOf32Bits) { CompareWithGeneral<std::int32_t>(*context); }
TEST_P(RangesTest, ValuesOf64Bits) { CompareWithGeneral<std::int64_t>(*context); }

// The largest small values make sums that fit int32, uint32 alone, and none of them.
TEST_P(RangesTest, SumsOfLoops) {
  const JitKernel kernel = Program::FromSource(kText, "ranges.py").kernel("sums");
  const DeviceArray<std::int64_t> out(*context, {6});
  constexpr std::int64_t kEdge = std::int64_t{1} << 15;
  for (const std::int64_t n :
       {std::int64_t{-5}, std::int64_t{0}, std::int64_t{9}, kEdge - 1, kEdge, kEdge + 1}) {
    for (const std::int64_t m :
         {std::int64_t{-3}, std::int64_t{0}, kEdge - 1, kEdge, kEdge * kEdge}) {
      kernel.Launch({1, 1}, out, n, m);
      const std::int64_t trips = std::max<std::int64_t>(n, 0);
      const std::int64_t b = trips - (trips > 7 ? 1 : 0) - 5 * trips * m;
      const std::int64_t sum = 5 * trips * m;
      const std::int64_t divisor = n * n + 1;
      EXPECT_EQ(out.ToVector(),
                (std::vector<std::int64_t>{3 * trips * m, b, 2 * trips * m, FloorDiv(sum, divisor),
                                           sum - FloorDiv(sum, divisor) * divisor, FloorDiv(b, 7)}))
          << n << ", " << m;
    }
  }
}

// What a range of numbers from `start` does in the kernel `turns`.
std::vector<std::int64_t> Turns(const std::vector<std::int64_t>& x, std::int64_t start,
                                std::int64_t stop) {
  std::int64_t total = 0;
  std::int64_t count = 0;
  const auto element = [&](std::int64_t i) { return x[static_cast<std::size_t>(i & 7)]; };
  for (std::int64_t i = start; i < stop && count < 11; ++i, ++count) {
    total = total * 3 + element(i);
  }
  std::vector<std::int64_t> result = {total, count};
  for (std::int64_t i = start; i < stop && count <= 20; i += 3) {
    if ((i & 1) == 0) {
      total = total * 5 + element(i);
      ++count;
    }
  }
  result.insert(result.end(), {total, count});
  return result;
}

// Loops run several iterations a turn; what is left is every number of them below a turn, also
// where the distance of start and stop has no sign to spare.
TEST_P(RangesTest, WhatIsLeftOfTurns) {
  using Limits = std::numeric_limits<std::int64_t>;
  const JitKernel kernel = Program::FromSource(kText, "ranges.py").kernel("turns");
  const std::vector<std::int64_t> values = {3, -1, 4, 1, -5, 9, 2, 6};
  const DeviceArray<std::int64_t> x = ToDevice(*context, values);
  const DeviceArray<std::int64_t> out(*context, {4});
  for (const std::int64_t start :
       {std::int64_t{0}, std::int64_t{-3}, -(std::int64_t{1} << 31), (std::int64_t{1} << 31) - 5,
        Limits::min(), Limits::max() - 40}) {
    for (const std::int64_t stop :
         {start, start + 1, start + 2, start + 3, start + 4, start + 5, start + 7, start + 8,
          start + 30, std::int64_t{0}, Limits::max() - 8}) {
      kernel.Launch({1, 1}, out, x, start, stop);
      EXPECT_EQ(out.ToVector(), Turns(values, start, stop)) << start << " to " << stop;
    }
  }
}

TEST_P(RangesTest, ConversionsOfASignatureChangeValues) {
  const JitKernel kernel = Program::FromSource(kText, "ranges.py").kernel("shortened");
  const DeviceArray<std::int64_t> out(*context, {2});
  kernel.Launch({1, 1}, out, std::int32_t{50}, std::int64_t{5});
  EXPECT_EQ(out.ToVector(), (std::vector<std::int64_t>{100, 10}));
  kernel.Launch({1, 1}, out, std::int32_t{-50}, std::int64_t{-5});
  EXPECT_EQ(out.ToVector(), (std::vector<std::int64_t>{-100, -10}));
}

TEST_P(RangesTest, ManyCombinationsShareCode) {
  const JitKernel kernel = Program::FromSource(
                               "from kernelc import *\n\n@kernel\ndef k(out, a, b, c):\n"
                               "    out[0] = a + b * 3 + c * c\n")
                               .kernel("k");
  const DeviceArray<std::int64_t> out(*context, {1});
  const std::int64_t values[] = {-5, 7, 40000};
  for (const std::int64_t a : values) {
    for (const std::int64_t b : values) {
      for (const std::int64_t c : values) {
        kernel.Launch({1, 1}, out, a, b, c);
        EXPECT_EQ(out.ToVector()[0], a + b * 3 + c * c);
      }
    }
  }
}

}  // namespace
}  // namespace kernelc::program_test
