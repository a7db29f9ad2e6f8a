// What the vectoriser is helped with: divisions, rows that threads read, short loops over small
// arrays.
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "tests/codegen/cpu/kir_program.h"

namespace kernelc::codegen {
namespace {

std::string Replace(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at)) {
    text.replace(at, from.size(), to);
    at += to.size();
  }
  return text;
}

constexpr const char* kDivide = R"(
kernel @divide(%a: array<TYPE, 1, C, global> {readonly, noalias},
    %b: array<int32, 1, C, global> {readonly, noalias},
    %out: array<int64, 1, C, global> {noalias}) {
  %x = call_builtin cuda.grid.x : int64
  %n = array_extent %out [0] : int64
  %inside = cmp lt %x, %n : bool
  if %inside {
    %p = element_ptr %a, %x [0] : ptr<TYPE, global>
    %v = load %p : TYPE
    %d = convert %v : int64
    %q = element_ptr %b, %x [0] : ptr<int32, global>
    %w = load %q : int32
    %e = convert %w : int64
    %f = floor_div %d, %e : int64
    %m = mod %d, %e : int64
    %s = xor %f, %m : int64
    %r = element_ptr %out, %x [0] : ptr<int64, global>
    store %r, %s
  }
}
)";

template <typename T>
void TestDivision(const char* type) {
  const KirProgram program(Replace(kDivide, "TYPE", type));
  std::vector<T> a;
  std::vector<std::int32_t> b;
  const std::vector<T> dividends = {0,
                                    1,
                                    -1,
                                    6,
                                    -6,
                                    1000003,
                                    -1000003,
                                    std::numeric_limits<T>::max(),
                                    std::numeric_limits<T>::min(),
                                    std::numeric_limits<T>::max() - 1};
  const std::vector<std::int32_t> divisors = {
      0, 1, -1, 2, -2, 3, -3, 7, 1000, 46341, -46341, 2147483647, -2147483647 - 1};
  for (const T dividend : dividends) {
    for (const std::int32_t divisor : divisors) {
      a.push_back(dividend);
      b.push_back(divisor);
    }
  }
  std::vector<std::int64_t> out(a.size(), -1);
  program.Run("divide", {{2, 1, 1}, {128, 1, 1}}, Params().Array(a).Array(b).Array(out));
  for (std::size_t i = 0; i < a.size(); ++i) {
    const auto x = static_cast<__int128>(a[i]);
    const auto y = static_cast<__int128>(b[i]);
    __int128 both = 0;
    // What does not fit gives 0, too.
    if (y != 0 && !(y == -1 && x == std::numeric_limits<std::int64_t>::min())) {
      const __int128 remainder = (x % y + y) % y;
      both = ((x - remainder) / y) ^ remainder;
    }
    ASSERT_EQ(static_cast<std::uint64_t>(out[i]), static_cast<std::uint64_t>(both))
        << a[i] << " by " << b[i];
  }
}

TEST(VectorsTest, DividesSmallIntegers) { TestDivision<std::int32_t>("int32"); }
TEST(VectorsTest, DividesAllIntegers) { TestDivision<std::int64_t>("int64"); }

constexpr const char* kRowSums = R"(
kernel @row_sums(%a: array<TYPE, 2, C, global> {readonly, noalias},
    %sums: array<TYPE, 1, C, global> {noalias}) {
  %total = slot "total" : TYPE
  %row = call_builtin cuda.grid.x : int64
  %height = array_extent %a [0] : int64
  %width = array_extent %a [1] : int64
  %inside = cmp lt %row, %height : bool
  if %inside {
    %none = const_float 0.0 : TYPE
    slot_store %total, %none
    %zero = const 0 : int64
    %one = const 1 : int64
    for_range %k: int64 = %zero to %width step %one {
      %p = element_ptr %a, %row, %k [0] : ptr<TYPE, global>
      %v = load %p : TYPE
      %old = slot_load %total : TYPE
      %new = add %old, %v : TYPE
      slot_store %total, %new
    }
    %sum = slot_load %total : TYPE
    %q = element_ptr %sums, %row [0] : ptr<TYPE, global>
    store %q, %sum
  }
}
)";

// Each thread adds its row's elements in their order, whatever is read at a time.
template <typename T>
void TestRowSums(const char* type) {
  const KirProgram program(Replace(kRowSums, "TYPE", type));
  for (const std::int64_t width : {1, 3, 4, 5, 8, 15, 16, 17, 100}) {
    const std::int64_t height = 83;
    std::vector<T> a(static_cast<std::size_t>(width * height));
    for (std::size_t i = 0; i < a.size(); ++i) {
      a[i] = static_cast<T>(1) / static_cast<T>(i * 7 % 1000 + 1);
    }
    std::vector<T> sums(static_cast<std::size_t>(height), -1);
    program.Run("row_sums", {{3, 1, 1}, {32, 1, 1}},
                Params().Array(a, {height, width}).Array(sums));
    for (std::int64_t row = 0; row < height; ++row) {
      T sum = 0;
      for (std::int64_t k = 0; k < width; ++k) {
        sum += a[static_cast<std::size_t>(row * width + k)];
      }
      ASSERT_EQ(sums[static_cast<std::size_t>(row)], sum) << row << " of " << width;
    }
  }
}

TEST(VectorsTest, RowsOfFloat32AreSummedInOrder) { TestRowSums<float>("float32"); }
TEST(VectorsTest, RowsOfFloat64AreSummedInOrder) { TestRowSums<double>("float64"); }

// Running sums along the rows of a matrix' lower triangle, in an array of the thread's own.
constexpr std::string_view kTriangles = R"(
kernel @triangles(%in: array<int32, 3, C, global> {readonly, noalias},
    %out: array<int32, 3, C, global> {noalias}) {
  %m = local_array [4, 4] : array<int32, 2, C, local>
  %i = call_builtin cuda.grid.x : int64
  %count = array_extent %in [0] : int64
  %inside = cmp lt %i, %count : bool
  if %inside {
    %zero = const 0 : int64
    %one = const 1 : int64
    %four = const 4 : int64
    for_range %r: int64 = %zero to %four step %one {
      for_range %c: int64 = %zero to %four step %one {
        %p = element_ptr %in, %i, %r, %c [0] : ptr<int32, global>
        %v = load %p : int32
        %q = element_ptr %m, %r, %c [0] : ptr<int32, local>
        store %q, %v
      }
    }
    for_range %k: int64 = %zero to %four step %one {
      %next = add %k, %one : int64
      for_range %s: int64 = %next to %four step %one {
        %p1 = element_ptr %m, %s, %k [0] : ptr<int32, local>
        %v1 = load %p1 : int32
        %p2 = element_ptr %m, %k, %s [0] : ptr<int32, local>
        %v2 = load %p2 : int32
        %v3 = add %v1, %v2 : int32
        store %p1, %v3
      }
    }
    for_range %r2: int64 = %zero to %four step %one {
      for_range %c2: int64 = %zero to %four step %one {
        %q2 = element_ptr %m, %r2, %c2 [0] : ptr<int32, local>
        %w = load %q2 : int32
        %p3 = element_ptr %out, %i, %r2, %c2 [0] : ptr<int32, global>
        store %p3, %w
      }
    }
  }
}
)";

TEST(VectorsTest, SmallMatricesOfThreads) {
  const KirProgram program(kTriangles);
  for (const std::int64_t extent : {4, 6}) {
    const std::int64_t count = 75;
    std::vector<std::int32_t> in(static_cast<std::size_t>(count * extent * extent));
    for (std::size_t i = 0; i < in.size(); ++i) {
      in[i] = static_cast<std::int32_t>(i);
    }
    std::vector<std::int32_t> out(in.size(), -1);
    program.Run("triangles", {{2, 1, 1}, {64, 1, 1}},
                Params().Array(in, {count, extent, extent}).Array(out, {count, extent, extent}));
    const auto at = [&](std::int64_t i, std::int64_t r, std::int64_t c) {
      return static_cast<std::size_t>((i * extent + r) * extent + c);
    };
    for (std::int64_t i = 0; i < count; ++i) {
      for (std::int64_t r = 0; r < extent; ++r) {
        for (std::int64_t c = 0; c < extent; ++c) {
          const bool inside = r < 4 && c < 4;
          const std::int32_t expected = !inside ? -1
                                        : c < r ? in[at(i, r, c)] + in[at(i, c, r)]
                                                : in[at(i, r, c)];
          ASSERT_EQ(out[at(i, r, c)], expected) << i << ", " << r << ", " << c;
        }
      }
    }
  }
}

// x, y and z of points that lie anywhere: nothing behind the last point is read, and nothing
// between the rows that are written.
TEST(VectorsTest, RowsOfThree) {
  TargetOptions options = KirProgram::NativeOptions();
  options.keep_llvm_ir = true;
  const KirProgram program(R"(
kernel @move(%points: array<float32, 2, C, global> {readonly, noalias},
    %order: array<int32, 1, C, global> {readonly, noalias},
    %out: array<float32, 2, C, global> {noalias}) {
  %i = call_builtin cuda.grid.x : int64
  %n = array_extent %order [0] : int64
  %inside = cmp lt %i, %n : bool
  if %inside {
    %p = element_ptr %order, %i [0] : ptr<int32, global>
    %j = load %p : int32
    %c0 = const 0 : int32
    %c1 = const 1 : int32
    %c2 = const 2 : int32
    %px = element_ptr %points, %j, %c0 [0] : ptr<float32, global>
    %py = element_ptr %points, %j, %c1 [0] : ptr<float32, global>
    %pz = element_ptr %points, %j, %c2 [0] : ptr<float32, global>
    %x = load %px : float32
    %y = load %py : float32
    %z = load %pz : float32
    %k = element_ptr %order, %i [0] : ptr<int32, global>
    %l = load %k : int32
    %qx = element_ptr %out, %l, %c1 [0] : ptr<float32, global>
    %qy = element_ptr %out, %l, %c2 [0] : ptr<float32, global>
    %c3 = const 3 : int32
    %qz = element_ptr %out, %l, %c3 [0] : ptr<float32, global>
    store %qx, %x
    store %qy, %y
    store %qz, %z
  }
}
)",
                           options);
  constexpr std::size_t kPoints = 67;
  std::vector<float> points(3 * kPoints), out(5 * kPoints, -1.0f);
  std::vector<std::int32_t> order(kPoints);
  for (std::size_t i = 0; i < points.size(); ++i) {
    points[i] = static_cast<float>(i);
  }
  for (std::size_t i = 0; i < kPoints; ++i) {
    order[i] = static_cast<std::int32_t>(i * 29 % kPoints);
  }
  program.Run("move", {{2, 1, 1}, {64, 1, 1}},
              Params()
                  .Array(points, {std::int64_t{kPoints}, 3})
                  .Array(order)
                  .Array(out, {std::int64_t{kPoints}, 5}));
  for (std::size_t i = 0; i < kPoints; ++i) {
    const float first = static_cast<float>(3 * i);
    const std::vector<float> row(out.begin() + static_cast<std::ptrdiff_t>(5 * i),
                                 out.begin() + static_cast<std::ptrdiff_t>(5 * i + 5));
    ASSERT_EQ(row, (std::vector<float>{-1.0f, first, first + 1, first + 2, -1.0f})) << i;
  }
}

// Places with some bits flipped, in rows that start at multiples of a vector's lanes and in others:
// gathers and scatters of them are whole vectors.
TEST(VectorsTest, PlacesWithFlippedBits) {
  constexpr std::string_view kText = R"(
kernel @flip(%in: array<float32, 1, C, global> {readonly, noalias},
    %out: array<float32, 2, C, global> {noalias}, %by: int32) {
  %a = shared_array [64] : array<float32, 1, C, shared>
  %b = shared_array [64] : array<float32, 1, C, shared>
  %tx = call_builtin cuda.threadIdx.x : int32
  %ty = call_builtin cuda.threadIdx.y : int32
  %d = call_builtin cuda.blockDim.x : int32
  %row = mul %ty, %d : int32
  %t = add %row, %tx : int32
  %pa = element_ptr %a, %t [0] : ptr<float32, shared>
  %pb = element_ptr %b, %t [0] : ptr<float32, shared>
  %pi = element_ptr %in, %t [0] : ptr<float32, global>
  %v = load %pi : float32
  %none = const_float -1.0 : float32
  store %pa, %v
  store %pb, %none
  call_builtin cuda.syncthreads
  %n64 = array_extent %in [0] : int64
  %n = convert %n64 : int32
  %other = xor %t, %by : int32
  %inside = cmp lt %other, %n : bool
  %zero = const 0 : int32
  %one = const 1 : int32
  if %inside {
    %qa = element_ptr %a, %other [0] : ptr<float32, shared>
    %w = load %qa : float32
    %o0 = element_ptr %out, %zero, %t [0] : ptr<float32, global>
    store %o0, %w
    %three = const 3 : int32
    %rest = mod %t, %three : int32
    %third = cmp eq %rest, %zero : bool
    if %third {
      %qb = element_ptr %b, %other [0] : ptr<float32, shared>
      store %qb, %v
    }
  }
  call_builtin cuda.syncthreads
  %u = load %pb : float32
  %o1 = element_ptr %out, %one, %t [0] : ptr<float32, global>
  store %o1, %u
}
)";
  for (const char* const arch : {"native", "x86-64-v3", "x86-64-v2"}) {
    TargetOptions options = KirProgram::NativeOptions();
    options.arch = arch;
    const KirProgram program(kText, options);
    for (const std::uint32_t rows : {1u, 2u, 3u}) {
      const std::uint32_t columns = rows == 1 ? 48 : rows == 2 ? 32 : 20;
      const auto count = static_cast<int>(rows * columns);
      for (const int by : {0, 1, 5, 8, 16, 33, 63}) {
        std::vector<float> in(static_cast<std::size_t>(count)), out(in.size() * 2, -2.0f);
        std::iota(in.begin(), in.end(), 10.0f);
        program.Run("flip", {{1, 1, 1}, {columns, rows, 1}},
                    Params().Array(in).Array(out, {2, std::int64_t{count}}).Scalar(by));
        for (int t = 0; t < count; ++t) {
          const int other = t ^ by;
          const bool inside = other < count;
          ASSERT_EQ(out[static_cast<std::size_t>(t)],
                    inside ? 10.0f + static_cast<float>(other) : -2.0f)
              << arch << " " << rows << " " << by << " " << t;
          ASSERT_EQ(out[static_cast<std::size_t>(count + t)],
                    inside && other % 3 == 0 ? 10.0f + static_cast<float>(other) : -1.0f)
              << arch << " " << rows << " " << by << " " << t;
        }
      }
    }
  }
}

// A device function with two returns of a tuple, called in a loop of each thread: threads are
// vectors all the same.
TEST(VectorsTest, TuplesOfDeviceFunctions) {
  TargetOptions options = KirProgram::NativeOptions();
  options.arch = "x86-64-v3";
  options.keep_llvm_ir = true;
  const KirProgram program(R"(
device @part(%v: float32, %limit: float32) -> tuple<float32, float32> {
  %high = cmp gt %v, %limit : bool
  if %high {
    %zero = const_float 0.0 : float32
    %none = tuple_make %zero, %zero : tuple<float32, float32>
    return %none
  }
  %square = mul %v, %v : float32
  %both = tuple_make %v, %square : tuple<float32, float32>
  return %both
}

kernel @sums(%a: array<float32, 2, C, global> {readonly, noalias},
    %out: array<float32, 2, C, global> {noalias}, %limit: float32) {
  %first = slot "first" : float32
  %second = slot "second" : float32
  %i = call_builtin cuda.grid.x : int64
  %n = array_extent %a [1] : int64
  %inside = cmp lt %i, %n : bool
  if %inside {
    %zero = const_float 0.0 : float32
    slot_store %first, %zero
    slot_store %second, %zero
    %from = const 0 : int64
    %rows = array_extent %a [0] : int64
    %step = const 1 : int64
    for_range %k: int64 = %from to %rows step %step {
      %p = element_ptr %a, %k, %i [0] : ptr<float32, global>
      %v = load %p : float32
      %t = call @part %v, %limit : tuple<float32, float32>
      %x = tuple_get %t [0] : float32
      %y = tuple_get %t [1] : float32
      %s0 = slot_load %first : float32
      %s1 = add %s0, %x : float32
      slot_store %first, %s1
      %u0 = slot_load %second : float32
      %u1 = add %u0, %y : float32
      slot_store %second, %u1
    }
    %one = const 1 : int64
    %q0 = element_ptr %out, %from, %i [0] : ptr<float32, global>
    %q1 = element_ptr %out, %one, %i [0] : ptr<float32, global>
    %r0 = slot_load %first : float32
    %r1 = slot_load %second : float32
    store %q0, %r0
    store %q1, %r1
  }
}
)",
                           options);
  EXPECT_NE(program.output().llvm_ir.find("fadd contract <8 x float>"), std::string::npos)
      << program.output().llvm_ir;
  constexpr std::size_t kColumns = 75;
  constexpr std::size_t kRows = 6;
  std::vector<float> a(kColumns * kRows), out(2 * kColumns);
  for (std::size_t i = 0; i < a.size(); ++i) {
    a[i] = static_cast<float>(i * 7 % 16);
  }
  program.Run("sums", {{2, 1, 1}, {64, 1, 1}},
              Params()
                  .Array(a, {std::int64_t{kRows}, std::int64_t{kColumns}})
                  .Array(out, {2, std::int64_t{kColumns}})
                  .Scalar(9.0f));
  for (std::size_t i = 0; i < kColumns; ++i) {
    float first = 0;
    float second = 0;
    for (std::size_t k = 0; k < kRows; ++k) {
      const float v = a[k * kColumns + i];
      first += v > 9 ? 0 : v;
      second += v > 9 ? 0 : v * v;
    }
    ASSERT_EQ(out[i], first) << i;
    ASSERT_EQ(out[kColumns + i], second) << i;
  }
}

// A large array that begins at a line's place is written past the caches; one that is read as well
// is not.
TEST(VectorsTest, LargeArraysAreWrittenPastTheCaches) {
  constexpr const char* kScale = R"(
kernel @scale(%x: array<float32, 1, C, global>, %y: array<float32, 1, C, global>) {
  %i = call_builtin cuda.grid.x : int64
  %n = array_extent %y [0] : int64
  %inside = cmp lt %i, %n : bool
  if %inside {
    %p = element_ptr %x, %i [0] : ptr<float32, global>
    %v = load %p : float32
    %w = add %v, %v : float32
    %q = element_ptr %OUT, %i [0] : ptr<float32, global>
    store %q, %w
  }
}
)";
  TargetOptions wide = KirProgram::NativeOptions();
  wide.keep_llvm_ir = true;
  wide.arch = "x86-64-v4";
  const auto code = [&](const char* out) {
    return KirProgram(Replace(kScale, "%OUT", out), wide).output().llvm_ir;
  };
  EXPECT_NE(code("%y").find("!nontemporal"), std::string::npos);
  EXPECT_EQ(code("%x").find("!nontemporal"), std::string::npos);

  const KirProgram program(Replace(kScale, "%OUT", "%y"));
  constexpr std::size_t kLarge = (std::size_t{1} << 23) + 77;
  for (const std::size_t n : {std::size_t{1000}, kLarge}) {
    std::vector<float> x(n), memory(n + 32);
    std::iota(x.begin(), x.end(), 0.0f);
    const std::size_t to_line = (64 - reinterpret_cast<std::uintptr_t>(memory.data()) % 64) / 4;
    for (const std::size_t place : {to_line, to_line + 1}) {
      std::fill(memory.begin(), memory.end(), -1.0f);
      program.Run(
          "scale", {{static_cast<std::uint32_t>(n / 256 + 1), 1, 1}, {256, 1, 1}},
          Params().Array(x).Scalar(memory.data() + place).Scalar(static_cast<std::int64_t>(n)));
      for (std::size_t i = 0; i < memory.size(); ++i) {
        const bool inside = i >= place && i < place + n;
        ASSERT_EQ(memory[i], inside ? 2 * x[i - place] : -1.0f) << n << " " << i;
      }
    }
  }
}

}  // namespace
}  // namespace kernelc::codegen
