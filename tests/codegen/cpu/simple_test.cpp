// Kernels without synchronisation: one loop over the threads of a block.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "tests/codegen/cpu/kir_program.h"

namespace kernelc::codegen {
namespace {

constexpr std::string_view kVectorAdd = R"(
kernel @vector_add(%a: array<float32, 1, C, global> {readonly, noalias},
                   %b: array<float32, 1, C, global> {readonly, noalias},
                   %c: array<float32, 1, C, global> {noalias}) {
  %i = call_builtin cuda.grid.x : int64
  %n = array_extent %c [0] : int64
  %ok = cmp lt %i, %n : bool
  if %ok {
    %pa = element_ptr %a, %i [0] : ptr<float32, global>
    %x = load %pa : float32
    %pb = element_ptr %b, %i [0] : ptr<float32, global>
    %y = load %pb : float32
    %s = add %x, %y : float32
    %pc = element_ptr %c, %i [0] : ptr<float32, global>
    store %pc, %s
  }
}
)";

TEST(SimpleTest, VectorAddWithAPartialBlock) {
  const KirProgram program(kVectorAdd);
  std::vector<float> a(1000), b(1000), c(1000);
  for (std::size_t i = 0; i < a.size(); ++i) {
    a[i] = static_cast<float>(i);
    b[i] = 0.5f * static_cast<float>(i);
  }
  program.Run("vector_add", {{4, 1, 1}, {256, 1, 1}}, Params().Array(a).Array(b).Array(c));
  for (std::size_t i = 0; i < a.size(); ++i) {
    ASSERT_EQ(c[i], a[i] + b[i]) << i;
  }
  // A grid that does not cover the arrays leaves the rest alone; one thread a block works too.
  std::fill(c.begin(), c.end(), -1.0f);
  program.Run("vector_add", {{7, 1, 1}, {1, 1, 1}}, Params().Array(a).Array(b).Array(c));
  EXPECT_EQ(c[6], a[6] + b[6]);
  EXPECT_EQ(c[7], -1.0f);
}

TEST(SimpleTest, VectorAddIsVectorised) {
  TargetOptions options = KirProgram::NativeOptions();
  options.arch = "x86-64-v3";
  options.keep_llvm_ir = true;
  const KirProgram program(kVectorAdd, options);
  EXPECT_NE(program.output().llvm_ir.find("fadd contract <8 x float>"), std::string::npos)
      << program.output().llvm_ir;
}

TEST(SimpleTest, PlacesInThreeDimensions) {
  const KirProgram program(R"(
kernel @places(%out: array<int64, 1, C, global>) {
  %x = call_builtin cuda.grid.x : int64
  %y = call_builtin cuda.grid.y : int64
  %z = call_builtin cuda.grid.z : int64
  %sx = call_builtin cuda.gridsize.x : int64
  %sy = call_builtin cuda.gridsize.y : int64
  %zy = mul %z, %sy : int64
  %row = add %zy, %y : int64
  %start = mul %row, %sx : int64
  %index = add %start, %x : int64
  %tx = call_builtin cuda.threadIdx.x : int32
  %ty = call_builtin cuda.threadIdx.y : int32
  %tz = call_builtin cuda.threadIdx.z : int32
  %bx = call_builtin cuda.blockIdx.x : int32
  %bz = call_builtin cuda.blockIdx.z : int32
  %gy = call_builtin cuda.gridDim.y : int32
  %lane = call_builtin cuda.laneid : int32
  %c100 = const 100 : int32
  %v1 = mul %bz, %c100 : int32
  %v2 = add %v1, %bx : int32
  %v3 = mul %v2, %c100 : int32
  %v4 = add %v3, %tz : int32
  %v5 = mul %v4, %c100 : int32
  %v6 = add %v5, %ty : int32
  %v7 = mul %v6, %c100 : int32
  %v8 = add %v7, %tx : int32
  %v = convert %v8 : int64
  %c1000 = const 1000 : int64
  %w = mul %v, %c1000 : int64
  %g = convert %gy : int64
  %l = convert %lane : int64
  %c32 = const 32 : int64
  %gl = mul %g, %c32 : int64
  %t = add %gl, %l : int64
  %value = add %w, %t : int64
  %p = element_ptr %out, %index [0] : ptr<int64, global>
  store %p, %value
}
)");
  const std::int64_t grid[] = {2, 3, 2};
  const std::int64_t block[] = {5, 3, 4};
  std::vector<std::int64_t> out(2 * 3 * 2 * 5 * 3 * 4, -1);
  program.Run("places", {{2, 3, 2}, {5, 3, 4}}, Params().Array(out));
  std::size_t index = 0;
  for (std::int64_t z = 0; z < grid[2] * block[2]; ++z) {
    for (std::int64_t y = 0; y < grid[1] * block[1]; ++y) {
      for (std::int64_t x = 0; x < grid[0] * block[0]; ++x, ++index) {
        const std::int64_t tx = x % 5, ty = y % 3, tz = z % 4;
        const std::int64_t lane = (tx + 5 * (ty + 3 * tz)) % 32;
        const std::int64_t id = (((z / 4 * 100 + x / 5) * 100 + tz) * 100 + ty) * 100 + tx;
        ASSERT_EQ(out[index], id * 1000 + 3 * 32 + lane) << x << " " << y << " " << z;
      }
    }
  }
}

TEST(SimpleTest, EarlyReturnEndsOneThread) {
  const KirProgram program(R"(
kernel @even(%out: array<int32, 1, C, global>) {
  %t = call_builtin cuda.threadIdx.x : int32
  %one = const 1 : int32
  %zero = const 0 : int32
  %low = and %t, %one : int32
  %odd = cmp ne %low, %zero : bool
  if %odd {
    return
  }
  %p = element_ptr %out, %t [0] : ptr<int32, global>
  store %p, %t
}
)");
  std::vector<int> out(40, -1);
  program.Run("even", {{1, 1, 1}, {33, 1, 1}}, Params().Array(out));
  for (int i = 0; i < 40; ++i) {
    EXPECT_EQ(out[static_cast<std::size_t>(i)], i % 2 == 0 && i < 33 ? i : -1) << i;
  }
}

TEST(SimpleTest, GuardsBoundBothEnds) {
  const KirProgram program(R"(
kernel @inner(%a: array<int32, 2, C, global>, %left: int64, %right: int64, %top: int64,
    %bottom: int64) {
  %x = call_builtin cuda.grid.x : int64
  %y = call_builtin cuda.grid.y : int64
  %c1 = cmp gt %x, %left : bool
  %c2 = cmp lt %x, %right : bool
  %c3 = cmp le %top, %y : bool
  %c4 = cmp ge %bottom, %y : bool
  %d1 = and %c1, %c2 : bool
  %d2 = and %c3, %c4 : bool
  %in = and %d1, %d2 : bool
  if %in {
    %p = element_ptr %a, %y, %x [0] : ptr<int32, global>
    %v = const 1 : int32
    store %p, %v
  }
}
)");
  const std::int64_t boxes[][4] = {{0, 19, 1, 10}, {-5, 100, -5, 11}, {7, 9, 3, 3},
                                   {9, 9, 0, 11},  {12, 3, 0, 11},    {3, 12, 8, 2}};
  for (const auto& box : boxes) {
    std::vector<std::int32_t> a(12 * 20);
    program.Run(
        "inner", {{5, 4, 1}, {4, 3, 1}},
        Params().Array(a, {12, 20}).Scalar(box[0]).Scalar(box[1]).Scalar(box[2]).Scalar(box[3]));
    for (std::int64_t y = 0; y < 12; ++y) {
      for (std::int64_t x = 0; x < 20; ++x) {
        const bool in = x > box[0] && x < box[1] && y >= box[2] && y <= box[3];
        ASSERT_EQ(a[static_cast<std::size_t>(y * 20 + x)], in ? 1 : 0) << x << " " << y;
      }
    }
  }
}

TEST(SimpleTest, InsideAndBorder) {
  const KirProgram program(R"(
kernel @stencil(%a: array<int32, 2, C, global>, %left: int64, %right: int64, %top: int64,
    %bottom: int64) {
  %x = call_builtin cuda.grid.x : int64
  %y = call_builtin cuda.grid.y : int64
  %c1 = cmp ge %x, %left : bool
  %c2 = cmp lt %x, %right : bool
  %c3 = cmp le %top, %y : bool
  %c4 = cmp gt %bottom, %y : bool
  %d1 = and %c1, %c2 : bool
  %d2 = and %c3, %c4 : bool
  %in = and %d1, %d2 : bool
  if %in {
    %p = element_ptr %a, %y, %x [0] : ptr<int32, global>
    %v = const 1 : int32
    %old1 = atomic_rmw add %p, %v : int32
  } else {
    %h = array_extent %a [0] : int64
    %w = array_extent %a [1] : int64
    %e1 = cmp lt %x, %w : bool
    %e2 = cmp lt %y, %h : bool
    %no = const 0 : bool
    %e = select %e1, %e2, %no : bool
    if %e {
      %q = element_ptr %a, %y, %x [0] : ptr<int32, global>
      %u = const 2 : int32
      %old2 = atomic_rmw add %q, %u : int32
    }
  }
}
)");
  const std::int64_t boxes[][4] = {{1, 18, 1, 10}, {0, 19, 0, 11}, {-5, 7, -5, 4}, {7, 7, 3, 9},
                                   {12, 3, 0, 11}, {3, 12, 8, 2},  {15, 90, 9, 90}};
  for (const auto& box : boxes) {
    std::vector<std::int32_t> a(11 * 19);
    program.Run("stencil", {{5, 4, 1}, {4, 3, 1}},
                Params()
                    .Array(a, {11, 19})
                    .Scalar(box[0])
                    .Scalar(std::min<std::int64_t>(19, box[1]))
                    .Scalar(box[2])
                    .Scalar(std::min<std::int64_t>(11, box[3])));
    for (std::int64_t y = 0; y < 11; ++y) {
      for (std::int64_t x = 0; x < 19; ++x) {
        const bool in = x >= box[0] && x < box[1] && y >= box[2] && y < box[3];
        ASSERT_EQ(a[static_cast<std::size_t>(y * 19 + x)], in ? 1 : 2) << x << " " << y;
      }
    }
  }
}

// Blocks that run as one still report the block and thread that failed.
TEST(SimpleTest, FailureInBlocksThatRunAsOne) {
  const KirProgram program(R"(
module errors

kernel @limit(%n: int64) {
  %i = call_builtin cuda.grid.x : int64
  %y = call_builtin cuda.grid.y : int64
  %is = cmp eq %i, %n : bool
  %one = const 1 : int64
  %row = cmp eq %y, %one : bool
  %both = and %is, %row : bool
  if %both {
    fail 4 "here"
  }
}
)");
  const Outcome outcome =
      program.Run("limit", {{7, 2, 1}, {5, 2, 1}}, Params().Scalar(std::int64_t{23}));
  EXPECT_EQ(outcome.error.code, 4);
  EXPECT_EQ(outcome.error.block[0], 4u);
  EXPECT_EQ(outcome.error.block[1], 0u);
  EXPECT_EQ(outcome.error.thread[0], 3u);
  EXPECT_EQ(outcome.error.thread[1], 1u);
}

TEST(SimpleTest, ThePlaceInTheGridByHand) {
  const KirProgram program(R"(
kernel @by_hand(%out: array<int64, 1, C, global>, %narrow: array<int32, 1, C, global>) {
  %b = call_builtin cuda.blockIdx.x : int32
  %d = call_builtin cuda.blockDim.x : int32
  %t = call_builtin cuda.threadIdx.x : int32
  %bd = mul %d, %b : int32
  %i32 = add %t, %bd : int32
  %b64 = convert %b : int64
  %d64 = convert %d : int64
  %t64 = convert %t : int64
  %bd64 = mul %b64, %d64 : int64
  %i = add %bd64, %t64 : int64
  %p = element_ptr %out, %i32 [0] : ptr<int64, global>
  store %p, %i
  %q = element_ptr %narrow, %i [0] : ptr<int32, global>
  store %q, %i32
}
)");
  std::vector<std::int64_t> out(30);
  std::vector<std::int32_t> narrow(30);
  program.Run("by_hand", {{5, 1, 1}, {6, 1, 1}}, Params().Array(out).Array(narrow));
  for (int i = 0; i < 30; ++i) {
    EXPECT_EQ(out[static_cast<std::size_t>(i)], i);
    EXPECT_EQ(narrow[static_cast<std::size_t>(i)], i);
  }
  EXPECT_EQ(program.split_text().find("blockIdx"), std::string::npos) << program.split_text();
}

TEST(SimpleTest, GridStrideLoopAndScalars) {
  const KirProgram program(R"(
kernel @saxpy(%a: float32, %x: array<float32, 1, C, global> {readonly, noalias},
    %y: array<float32, 1, C, global> {noalias}) {
  %start = call_builtin cuda.grid.x : int64
  %step = call_builtin cuda.gridsize.x : int64
  %n = array_extent %x [0] : int64
  for_range %i: int64 = %start to %n step %step {
    %px = element_ptr %x, %i [0] : ptr<float32, global>
    %vx = load %px : float32
    %py = element_ptr %y, %i [0] : ptr<float32, global>
    %vy = load %py : float32
    %m = mul %a, %vx : float32
    %s = add %m, %vy : float32
    store %py, %s
  }
}
)");
  std::vector<float> x(1013), y(1013, 1.0f);
  std::iota(x.begin(), x.end(), 0.0f);
  program.Run("saxpy", {{3, 1, 1}, {50, 1, 1}}, Params().Scalar(2.0f).Array(x).Array(y));
  for (std::size_t i = 0; i < x.size(); ++i) {
    ASSERT_EQ(y[i], 2.0f * x[i] + 1.0f) << i;
  }
}

// Iterations are taken several at a time, and the rest one at a time: each thread adds its own in
// order, whatever their number is.
TEST(SimpleTest, GridStrideSumsAreThoseOfEachThread) {
  const KirProgram program(R"(
kernel @sums(%x: array<float32, 1, C, global> {readonly, noalias},
    %sums: array<float32, 1, C, global> {noalias}, %first: int64, %n: int64) {
  %s = slot "s" : float32
  %zero = const_float 0.0 : float32
  slot_store %s, %zero
  %i0 = call_builtin cuda.grid.x : int64
  %start = add %i0, %first : int64
  %step = call_builtin cuda.gridsize.x : int64
  for_range %i: int64 = %start to %n step %step {
    %p = element_ptr %x, %i [0] : ptr<float32, global>
    %v = load %p : float32
    %before = slot_load %s : float32
    %after = add %before, %v : float32
    slot_store %s, %after
  }
  call_builtin cuda.syncthreads
  %sum = slot_load %s : float32
  %q = element_ptr %sums, %i0 [0] : ptr<float32, global>
  store %q, %sum
}
)");
  constexpr std::int64_t kThreads = 3 * 24;
  std::vector<float> x(40 * kThreads + 5);
  for (std::size_t i = 0; i < x.size(); ++i) {
    x[i] = 1.0f / static_cast<float>(i + 1);
  }
  const auto size = static_cast<std::int64_t>(x.size());
  for (const std::int64_t first : {std::int64_t{0}, std::int64_t{7}}) {
    for (const std::int64_t n :
         {std::int64_t{-9}, std::int64_t{0}, std::int64_t{5}, kThreads, 7 * kThreads + 23,
          16 * kThreads, 16 * kThreads + 7, 33 * kThreads + 1, size}) {
      std::vector<float> sums(kThreads, -1.0f);
      program.Run("sums", {{3, 1, 1}, {24, 1, 1}},
                  Params().Array(x).Array(sums).Scalar(first).Scalar(n));
      for (std::int64_t thread = 0; thread < kThreads; ++thread) {
        float expected = 0.0f;
        for (std::int64_t i = thread + first; i < n; i += kThreads) {
          expected += x[static_cast<std::size_t>(i)];
        }
        ASSERT_EQ(sums[static_cast<std::size_t>(thread)], expected) << n << " " << thread;
      }
    }
  }
}

TEST(SimpleTest, LocalArraysBelongToTheThread) {
  const KirProgram program(R"(
kernel @local(%out: array<int64, 1, C, global>) {
  %mine = local_array [8] : array<int64, 1, C, local>
  %t = call_builtin cuda.grid.x : int64
  %zero = const 0 : int64
  %one = const 1 : int64
  %eight = const 8 : int64
  for_range %i: int64 = %zero to %eight step %one {
    %p = element_ptr %mine, %i [0] : ptr<int64, local>
    %v = mul %t, %i : int64
    store %p, %v
  }
  %k = mod %t, %eight : int64
  %q = element_ptr %mine, %k [0] : ptr<int64, local>
  %w = load %q : int64
  %r = element_ptr %out, %t [0] : ptr<int64, global>
  store %r, %w
}
)");
  std::vector<std::int64_t> out(64);
  program.Run("local", {{2, 1, 1}, {32, 1, 1}}, Params().Array(out));
  for (std::int64_t i = 0; i < 64; ++i) {
    EXPECT_EQ(out[static_cast<std::size_t>(i)], i * (i % 8)) << i;
  }
}

TEST(SimpleTest, DeviceFunctionsKnowTheirThread) {
  const KirProgram program(R"(
device @place(%k: int64) -> int64 {
  %x = call_builtin cuda.grid.x : int64
  %y = call_builtin cuda.threadIdx.y : int32
  %yy = convert %y : int64
  %a = mul %x, %k : int64
  %b = add %a, %yy : int64
  return %b
}

kernel @caller(%out: array<int64, 2, C, global>) {
  %x = call_builtin cuda.grid.x : int64
  %y = call_builtin cuda.grid.y : int64
  %k = const 1000 : int64
  %v = call @place %k : int64
  %p = element_ptr %out, %y, %x [0] : ptr<int64, global>
  store %p, %v
}
)");
  std::vector<std::int64_t> out(4 * 6);
  program.Run("caller", {{2, 1, 1}, {3, 4, 1}}, Params().Array(out, {4, 6}));
  for (std::int64_t y = 0; y < 4; ++y) {
    for (std::int64_t x = 0; x < 6; ++x) {
      EXPECT_EQ(out[static_cast<std::size_t>(y * 6 + x)], x * 1000 + y);
    }
  }
}

TEST(SimpleTest, PrintGoesToTheLaunch) {
  const KirProgram program(R"(
kernel @hello(%f: float64) {
  %t = call_builtin cuda.threadIdx.x : int32
  %yes = const 1 : bool
  print "100% thread {} of {} is {};" %t, %f, %yes
}
)");
  const Outcome outcome = program.Run("hello", {{1, 1, 1}, {2, 1, 1}}, Params().Scalar(2.5));
  EXPECT_EQ(outcome.printed,
            "100% thread 0 of 2.500000 is True;100% thread 1 of 2.500000 is True;");
}

TEST(SimpleTest, FailureInADeviceFunctionEndsTheKernel) {
  const KirProgram program(R"(
module errors

device @inner(%i: int64) -> int64 {
  %three = const 3 : int64
  %is = cmp eq %i, %three : bool
  if %is {
    fail 4 "three"
  }
  return %i
}

device @outer(%i: int64) -> int64 {
  %v = call @inner %i : int64
  %w = add %v, %v : int64
  return %w
}

kernel @calls(%out: array<int64, 1, C, global>) {
  %t = call_builtin cuda.grid.x : int64
  %v = call @outer %t : int64
  %p = element_ptr %out, %t [0] : ptr<int64, global>
  store %p, %v
}
)");
  std::vector<std::int64_t> out(8, -1);
  const Outcome outcome = program.Run("calls", {{2, 1, 1}, {4, 1, 1}}, Params().Array(out));
  EXPECT_EQ(outcome.error.code, 4);
  EXPECT_EQ(outcome.error.thread[0], 3u);
  EXPECT_EQ(out[2], 4);
  EXPECT_EQ(out[3], -1);
}

TEST(SimpleTest, FailStopsTheLaunch) {
  const KirProgram program(R"(
module errors

kernel @picky(%out: array<int32, 1, C, global>) {
  %t = call_builtin cuda.grid.x : int64
  %five = const 5 : int64
  %is = cmp eq %t, %five : bool
  if %is {
    fail 4 "not five"
  }
  %p = element_ptr %out, %t [0] : ptr<int32, global>
  %one = const 1 : int32
  store %p, %one
}
)");
  std::vector<int> out(12);
  const Outcome outcome = program.Run("picky", {{3, 1, 1}, {4, 1, 1}}, Params().Array(out));
  EXPECT_EQ(outcome.error.code, static_cast<int>(abi::DeviceErrorCode::ExceptionRaised));
  EXPECT_EQ(outcome.error.block[0], 1u);
  EXPECT_EQ(outcome.error.thread[0], 1u);
  ASSERT_LT(outcome.error.location, program.output().locations.size());
  EXPECT_EQ(program.output().locations[outcome.error.location].text, "not five");
  EXPECT_EQ(out[4], 1);
  EXPECT_EQ(out[5], 0);
}

}  // namespace
}  // namespace kernelc::codegen
