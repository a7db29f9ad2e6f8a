// Loops over threads in pieces and versions: at periods of quotients, by small last extents, and
// with vectors of fewer threads at their ends.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "tests/codegen/cpu/kir_program.h"

namespace kernelc::codegen {
namespace {

// Python's, and 0 where the divisor is 0.
std::int64_t FloorMod(std::int64_t a, std::int64_t b) { return b == 0 ? 0 : (a % b + b) % b; }
std::int64_t FloorDiv(std::int64_t a, std::int64_t b) {
  return b == 0 ? 0 : (a - FloorMod(a, b)) / b;
}

constexpr std::string_view kQuotients = R"(
kernel @quotients(%out: array<int64, 1, C, global> {noalias}, %shift: int64, %divisor: int64) {
  %x = call_builtin cuda.grid.x : int64
  %n = array_extent %out [0] : int64
  %inside = cmp lt %x, %n : bool
  if %inside {
    %at = add %x, %shift : int64
    %q = floor_div %at, %divisor : int64
    %r = mod %at, %divisor : int64
    %thousand = const 1000 : int64
    %high = mul %q, %thousand : int64
    %sum = add %high, %r : int64
    %p = element_ptr %out, %x [0] : ptr<int64, global>
    store %p, %sum
  }
}
)";

TEST(PiecesTest, QuotientsOfAnyDivisorAreThoseOfEachThread) {
  const KirProgram program(kQuotients);
  for (const std::int64_t divisor : {1, 2, 31, 32, 33, 100, 257, 999, 5000, 0, -1, -7, -100}) {
    for (const std::int64_t shift : {0, 1, 31, -1, -100, -5000, 12345}) {
      std::vector<std::int64_t> out(1000, -1);
      program.Run("quotients", {{8, 1, 1}, {128, 1, 1}},
                  Params().Array(out).Scalar(shift).Scalar(divisor));
      for (std::int64_t i = 0; i < 1000; ++i) {
        ASSERT_EQ(out[static_cast<std::size_t>(i)],
                  FloorDiv(i + shift, divisor) * 1000 + FloorMod(i + shift, divisor))
            << i << " by " << divisor << ", shift " << shift;
      }
    }
  }
}

// Neighbours at some distance, clamped to a row, and a counter that begins at the thread's place.
constexpr std::string_view kClamps = R"(
kernel @clamps(%a: array<int64, 1, C, global> {readonly, noalias}, %out: array<int64, 1, C, global> {noalias},
    %shift: int64, %least: int64, %most: int64) {
  %total = slot "total" : int64
  %x = call_builtin cuda.grid.x : int64
  %n = array_extent %out [0] : int64
  %inside = cmp lt %x, %n : bool
  if %inside {
    %at = add %x, %shift : int64
    %low = call_builtin max %least, %at : int64
    %both = call_builtin min %low, %most : int64
    %p = element_ptr %a, %both [1] : ptr<int64, global>
    %v = load %p : int64
    slot_store %total, %v
    %step = const 40 : int64
    %zero = const 0 : int64
    for_range %i: int64 = %x to %n step %step {
      %j = sub %i, %shift : int64
      %k = call_builtin max %j, %zero : int64
      %m = call_builtin min %k, %most : int64
      %q = element_ptr %a, %m [1] : ptr<int64, global>
      %w = load %q : int64
      %t = slot_load %total : int64
      %three = const 3 : int64
      %t3 = mul %t, %three : int64
      %s = add %t3, %w : int64
      %mask = const 1048575 : int64
      %cut = and %s, %mask : int64
      slot_store %total, %cut
    }
    %all = slot_load %total : int64
    %r = element_ptr %out, %x [0] : ptr<int64, global>
    store %r, %all
  }
}
)";

TEST(PiecesTest, ClampedPlacesAreThoseOfEachThread) {
  const KirProgram program(kClamps);
  constexpr std::int64_t kSize = 300;
  std::vector<std::int64_t> a(kSize);
  std::iota(a.begin(), a.end(), 1000);
  const auto at = [&](std::int64_t index) { return a[static_cast<std::size_t>(index < 0 ? index + kSize : index)]; };
  for (const std::int64_t shift : {0, 1, -1, 5, -100, 290}) {
    for (const std::int64_t least : {-3, 0, 7, 250}) {
      for (const std::int64_t most : {-1, 0, 40, 256, 299}) {
        std::vector<std::int64_t> out(290, -1);
        program.Run("clamps", {{3, 1, 1}, {128, 1, 1}},
                    Params().Array(a).Array(out).Scalar(shift).Scalar(least).Scalar(most));
        for (std::int64_t x = 0; x < 290; ++x) {
          std::int64_t total = at(std::min(std::max(least, x + shift), most));
          for (std::int64_t i = x; i < 290; i += 40) {
            total = (total * 3 + at(std::min(std::max(i - shift, std::int64_t{0}), most))) & 1048575;
          }
          ASSERT_EQ(out[static_cast<std::size_t>(x)], total) << x << " " << shift << " " << least << " " << most;
        }
      }
    }
  }
}

constexpr std::string_view kTorus = R"(
kernel @torus(%a: array<int64, 2, C, global> {readonly, noalias},
    %out: array<int64, 2, C, global> {noalias}) {
  %total = slot "total" : int64
  %x = call_builtin cuda.grid.x : int64
  %y = call_builtin cuda.grid.y : int64
  %height = array_extent %a [0] : int64
  %width = array_extent %a [1] : int64
  %in_x = cmp lt %x, %width : bool
  %in_y = cmp lt %y, %height : bool
  %inside = and %in_x, %in_y : bool
  if %inside {
    %zero = const 0 : int64
    slot_store %total, %zero
    %first = const -2 : int64
    %end = const 4 : int64
    %one = const 1 : int64
    for_range %dy: int64 = %first to %end step %one {
      for_range %dx: int64 = %first to %end step %one {
        %ay = add %y, %dy : int64
        %my = mod %ay, %height : int64
        %ax = sub %x, %dx : int64
        %mx = mod %ax, %width : int64
        %p = element_ptr %a, %my, %mx [0] : ptr<int64, global>
        %v = load %p : int64
        %old = slot_load %total : int64
        %three = const 3 : int64
        %tripled = mul %old, %three : int64
        %new = add %tripled, %v : int64
        slot_store %total, %new
      }
    }
    %q = element_ptr %out, %y, %x [0] : ptr<int64, global>
    %sum = slot_load %total : int64
    store %q, %sum
  }
}
)";

TEST(PiecesTest, CountersThatAreAddedMayCrossThePeriodsEnds) {
  const KirProgram program(kTorus);
  for (const std::int64_t width : {1, 2, 5, 31, 32, 36, 64, 200}) {
    const std::int64_t height = 7;
    std::vector<std::int64_t> a(static_cast<std::size_t>(width * height));
    std::iota(a.begin(), a.end(), 1);
    std::vector<std::int64_t> out(a.size(), -1);
    program.Run("torus", {{static_cast<std::uint32_t>(width + 15) / 16, 2, 1}, {16, 4, 1}},
                Params().Array(a, {height, width}).Array(out, {height, width}));
    for (std::int64_t y = 0; y < height; ++y) {
      for (std::int64_t x = 0; x < width; ++x) {
        std::uint64_t sum = 0;
        for (std::int64_t dy = -2; dy < 4; ++dy) {
          for (std::int64_t dx = -2; dx < 4; ++dx) {
            const std::int64_t at = FloorMod(y + dy, height) * width + FloorMod(x - dx, width);
            sum = sum * 3 + static_cast<std::uint64_t>(a[static_cast<std::size_t>(at)]);
          }
        }
        ASSERT_EQ(static_cast<std::uint64_t>(out[static_cast<std::size_t>(y * width + x)]), sum)
            << x << ", " << y << " of " << width;
      }
    }
  }
}

constexpr std::string_view kPixels = R"(
kernel @pixels(%image: array<uint8, 3, C, global> {noalias},
    %gray: array<int64, 2, C, global> {noalias}) {
  %x = call_builtin cuda.grid.x : int64
  %y = call_builtin cuda.grid.y : int64
  %width = array_extent %gray [1] : int64
  %inside = cmp lt %x, %width : bool
  if %inside {
    %zero = const 0 : int64
    %one = const 1 : int64
    %two = const 2 : int64
    %p0 = element_ptr %image, %y, %x, %zero [0] : ptr<uint8, global>
    %v0 = load %p0 : uint8
    %p1 = element_ptr %image, %y, %x, %one [0] : ptr<uint8, global>
    %v1 = load %p1 : uint8
    %p2 = element_ptr %image, %y, %x, %two [0] : ptr<uint8, global>
    %v2 = load %p2 : uint8
    store %p1, %v0
    %w0 = convert %v0 : int64
    %w1 = convert %v1 : int64
    %w2 = convert %v2 : int64
    %ten = const 10 : int64
    %s0 = mul %w0, %ten : int64
    %s1 = add %s0, %w1 : int64
    %s2 = mul %s1, %ten : int64
    %s3 = add %s2, %w2 : int64
    %q = element_ptr %gray, %y, %x [0] : ptr<int64, global>
    store %q, %s3
  }
}
)";

TEST(PiecesTest, LastExtentsMayBeLargerThanTheIndicesShow) {
  const KirProgram program(kPixels);
  for (const std::int64_t colours : {3, 4, 17}) {
    const std::int64_t width = 77;
    const std::int64_t height = 3;
    std::vector<std::uint8_t> image(static_cast<std::size_t>(width * height * colours));
    for (std::size_t i = 0; i < image.size(); ++i) {
      image[i] = static_cast<std::uint8_t>(i * 7);
    }
    const std::vector<std::uint8_t> before = image;
    std::vector<std::int64_t> gray(static_cast<std::size_t>(width * height), -1);
    program.Run("pixels", {{2, 3, 1}, {64, 1, 1}},
                Params().Array(image, {height, width, colours}).Array(gray, {height, width}));
    for (std::size_t i = 0; i < gray.size(); ++i) {
      const std::size_t at = i * static_cast<std::size_t>(colours);
      ASSERT_EQ(gray[i], before[at] * 100 + before[at + 1] * 10 + before[at + 2]) << colours;
      ASSERT_EQ(image[at], before[at]);
      ASSERT_EQ(image[at + 1], before[at]);
      ASSERT_EQ(image[at + 2], before[at + 2]);
    }
  }
}

// Of a triangle's rows, the threads right of a column; of these the first alone does something
// else.
constexpr std::string_view kTriangle = R"(
kernel @triangle(%out: array<int64, 2, C, global>) {
  %tile = shared_array [40, 40] : array<int64, 2, C, shared>
  %x = call_builtin cuda.threadIdx.x : int32
  %y = call_builtin cuda.threadIdx.y : int32
  %s = element_ptr %tile, %y, %x [0] : ptr<int64, shared>
  %zero = const 0 : int64
  store %s, %zero
  call_builtin cuda.syncthreads
  %end = call_builtin cuda.blockDim.x : int32
  %stop = convert %end : int64
  %one = const 1 : int64
  for_range %k: int64 = %zero to %stop step %one {
    %wx = convert %x : int64
    %wy = convert %y : int64
    %below = cmp gt %wy, %k : bool
    %here = cmp eq %wx, %k : bool
    %first = and %below, %here : bool
    if %first {
      %v = load %s : int64
      %thousand = const 1000 : int64
      %more = add %v, %thousand : int64
      store %s, %more
    }
    call_builtin cuda.syncthreads
    %right = cmp gt %wx, %k : bool
    %in = and %below, %right : bool
    if %in {
      %w = load %s : int64
      %t = add %w, %one : int64
      store %s, %t
    }
    call_builtin cuda.syncthreads
  }
  %q = element_ptr %out, %y, %x [0] : ptr<int64, global>
  %r = load %s : int64
  store %q, %r
}
)";

TEST(PiecesTest, BlocksThatAreNoMultipleOfAVector) {
  const KirProgram program(kTriangle);
  for (const std::uint32_t size : {1u, 2u, 7u, 15u, 16u, 17u, 31u}) {
    const auto count = static_cast<std::int64_t>(size);
    std::vector<std::int64_t> out(std::size_t{size} * size, -1);
    program.Run("triangle", {{1, 1, 1}, {size, size, 1}}, Params().Array(out, {count, count}));
    for (std::int64_t y = 0; y < count; ++y) {
      for (std::int64_t x = 0; x < count; ++x) {
        ASSERT_EQ(out[static_cast<std::size_t>(y * count + x)], (y > x ? 1000 : 0) + std::min(x, y))
            << x << ", " << y << " of " << size;
      }
    }
  }
}

}  // namespace
}  // namespace kernelc::codegen
