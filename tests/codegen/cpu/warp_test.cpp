// Warp operations: lanes exchange values behind a split, also under divergence and in partial
// warps.
#include <gtest/gtest.h>

#include <numeric>

#include "tests/codegen/cpu/kir_program.h"

namespace kernelc::codegen {
namespace {

std::vector<std::int32_t> Iota(std::size_t size) {
  std::vector<std::int32_t> values(size);
  std::iota(values.begin(), values.end(), 0);
  return values;
}

TEST(WarpTest, AllFourShufflesInPartialWarps) {
  const KirProgram program(R"(
kernel @shuffles(%out: array<int32, 2, C, global>, %by: int32) {
  %mask = const -1 : int32
  %tx = call_builtin cuda.threadIdx.x : int32
  %ty = call_builtin cuda.threadIdx.y : int32
  %d = call_builtin cuda.blockDim.x : int32
  %row = mul %ty, %d : int32
  %t = add %row, %tx : int32
  %ten = const 10 : int32
  %v = mul %t, %ten : int32
  %down = call_builtin cuda.shfl_down_sync %mask, %v, %by : int32
  %up = call_builtin cuda.shfl_up_sync %mask, %v, %by : int32
  %cross = call_builtin cuda.shfl_xor_sync %mask, %v, %by : int32
  %idx = call_builtin cuda.shfl_sync %mask, %v, %by : int32
  %c0 = const 0 : int32
  %c1 = const 1 : int32
  %c2 = const 2 : int32
  %c3 = const 3 : int32
  %p0 = element_ptr %out, %c0, %t [0] : ptr<int32, global>
  %p1 = element_ptr %out, %c1, %t [0] : ptr<int32, global>
  %p2 = element_ptr %out, %c2, %t [0] : ptr<int32, global>
  %p3 = element_ptr %out, %c3, %t [0] : ptr<int32, global>
  store %p0, %down
  store %p1, %up
  store %p2, %cross
  store %p3, %idx
}
)");
  // 3 x 15 threads: one whole warp and one of 13 lanes.
  constexpr int kThreads = 45;
  for (const int by : {0, 1, 5, 16, 31}) {
    std::vector<std::int32_t> out(4 * kThreads);
    program.Run("shuffles", {{1, 1, 1}, {15, 3, 1}},
                Params().Array(out, {4, kThreads}).Scalar(std::int32_t{by}));
    for (int t = 0; t < kThreads; ++t) {
      const int lane = t % 32, first = t - lane;
      const int sources[] = {lane + by, lane - by, lane ^ by, by};
      for (int kind = 0; kind < 4; ++kind) {
        const int source = sources[kind];
        const bool exists = source >= 0 && source < 32 && first + source < kThreads;
        // What a lane without a source gets is its own value where the language says so.
        if (exists || kind < 2) {
          EXPECT_EQ(out[static_cast<std::size_t>(kind * kThreads + t)],
                    (exists ? first + source : t) * 10)
              << "kind " << kind << " by " << by << " thread " << t;
        }
      }
    }
  }
}

constexpr std::string_view kWarpSum = R"(
kernel @warp_sum(%a: array<float32, 1, C, global> {readonly, noalias},
    %out: array<float32, 1, C, global> {noalias}) {
  %s = slot "s" : float32
  %offset = slot "offset" : int32
  %mask = const -1 : int32
  %zero = const_float 0.0 : float32
  slot_store %s, %zero
  %start = call_builtin cuda.grid.x : int64
  %step = call_builtin cuda.gridsize.x : int64
  %n = array_extent %a [0] : int64
  for_range %i: int64 = %start to %n step %step {
    %p = element_ptr %a, %i [0] : ptr<float32, global>
    %x = load %p : float32
    %old = slot_load %s : float32
    %new = add %old, %x : float32
    slot_store %s, %new
  }
  %w = call_builtin cuda.warpsize : int32
  %two = const 2 : int32
  %half = floor_div %w, %two : int32
  slot_store %offset, %half
  while {
    %o = slot_load %offset : int32
    %c0 = const 0 : int32
    %more = cmp gt %o, %c0 : bool
    condition %more
  } do {
    %mine = slot_load %s : float32
    %by = slot_load %offset : int32
    %other = call_builtin cuda.shfl_down_sync %mask, %mine, %by : float32
    %sum = add %mine, %other : float32
    slot_store %s, %sum
    %next = floor_div %by, %two : int32
    slot_store %offset, %next
  }
  %lane = call_builtin cuda.laneid : int32
  %none = const 0 : int32
  %first = cmp eq %lane, %none : bool
  if %first {
    %q = element_ptr %out, %none [0] : ptr<float32, global>
    %all = slot_load %s : float32
    %before = atomic_rmw add %q, %all : float32
  }
}
)";

TEST(WarpTest, ReductionByShuffles) {
  const KirProgram program(kWarpSum);
  std::vector<float> a(5000), out(1);
  for (std::size_t i = 0; i < a.size(); ++i) {
    a[i] = static_cast<float>(i % 17);
  }
  program.Run("warp_sum", {{3, 1, 1}, {96, 1, 1}}, Params().Array(a).Array(out));
  EXPECT_EQ(out[0], std::accumulate(a.begin(), a.end(), 0.0f));
}

TEST(WarpTest, NeighboursValuesAreReadTogether) {
  TargetOptions options = KirProgram::NativeOptions();
  options.arch = "x86-64-v4";
  options.keep_llvm_ir = true;
  const KirProgram program(kWarpSum, options);
  EXPECT_EQ(program.output().llvm_ir.find("call <16 x float> @llvm.masked.gather"),
            std::string::npos)
      << program.output().llvm_ir;
}

// Each lane leaves the loop at its own time; those that go on exchange values.
TEST(WarpTest, ShufflesInALoopThatLanesLeave) {
  const KirProgram program(R"(
kernel @leave(%out: array<int32, 1, C, global>) {
  %sum = slot "sum" : int32
  %mask = const -1 : int32
  %t = call_builtin cuda.threadIdx.x : int32
  %zero = const 0 : int32
  %one = const 1 : int32
  slot_store %sum, %zero
  for_range %k: int32 = %zero to %t step %one {
    %v = mul %t, %k : int32
    %from = call_builtin cuda.shfl_sync %mask, %v, %t : int32
    %old = slot_load %sum : int32
    %new = add %old, %from : int32
    slot_store %sum, %new
  }
  %p = element_ptr %out, %t [0] : ptr<int32, global>
  %all = slot_load %sum : int32
  store %p, %all
}
)");
  std::vector<std::int32_t> out(32);
  program.Run("leave", {{1, 1, 1}, {32, 1, 1}}, Params().Array(out));
  for (int t = 0; t < 32; ++t) {
    // Every lane reads its own value: t * k for k below t.
    EXPECT_EQ(out[static_cast<std::size_t>(t)], t * (t * (t - 1) / 2)) << t;
  }
}

TEST(WarpTest, HalfWarpsInBothBranches) {
  const KirProgram program(R"(
kernel @halves(%out: array<int32, 1, C, global>) {
  %r = slot "r" : int32
  %t = call_builtin cuda.threadIdx.x : int32
  %sixteen = const 16 : int32
  %one = const 1 : int32
  %eight = const 8 : int32
  %low_mask = const 65535 : int32
  %high_mask = const -65536 : int32
  %low = cmp lt %t, %sixteen : bool
  if %low {
    %a = call_builtin cuda.shfl_xor_sync %low_mask, %t, %eight : int32
    slot_store %r, %a
  } else {
    %neg = neg %t : int32
    %b = call_builtin cuda.shfl_xor_sync %high_mask, %neg, %one : int32
    slot_store %r, %b
  }
  call_builtin cuda.syncwarp %low_mask
  %p = element_ptr %out, %t [0] : ptr<int32, global>
  %v = slot_load %r : int32
  store %p, %v
}
)");
  std::vector<std::int32_t> out(32);
  const Outcome outcome = program.Run("halves", {{1, 1, 1}, {32, 1, 1}}, Params().Array(out));
  EXPECT_EQ(outcome.error.code, 0);
  for (int t = 0; t < 32; ++t) {
    EXPECT_EQ(out[static_cast<std::size_t>(t)], t < 16 ? (t ^ 8) : -(t ^ 1)) << t;
  }
}

TEST(WarpTest, ShuffleAsTheValueOfABranch) {
  const KirProgram program(R"(
kernel @value(%out: array<float64, 1, C, global>, %n: int32) {
  %mask = const -1 : int32
  %t = call_builtin cuda.threadIdx.x : int32
  %one = const 1 : int32
  %f = convert %t : float64
  %low = cmp lt %t, %n : bool
  %r = if %low : float64 {
    %a = call_builtin cuda.shfl_down_sync %mask, %f, %one : float64
    yield %a
  } else {
    %b = const_float -1.0 : float64
    yield %b
  }
  %p = element_ptr %out, %t [0] : ptr<float64, global>
  store %p, %r
}
)");
  std::vector<double> out(20);
  program.Run("value", {{1, 1, 1}, {20, 1, 1}}, Params().Array(out).Scalar(std::int32_t{10}));
  for (int t = 0; t < 20; ++t) {
    if (t != 9) {
      EXPECT_EQ(out[static_cast<std::size_t>(t)], t < 9 ? t + 1.0 : -1.0) << t;
    }
  }
}

// Threads return inside of a loop with shuffles; the others go on, and the loop ends when nobody is
// left.
TEST(WarpTest, ReturnOutOfALoopWithShuffles) {
  const KirProgram program(R"(
kernel @drop(%out: array<int32, 1, C, global>) {
  %i = slot "i" : int32
  %mask = const -1 : int32
  %t = call_builtin cuda.threadIdx.x : int32
  %zero = const 0 : int32
  %one = const 1 : int32
  slot_store %i, %zero
  while {
    %yes = const 1 : bool
    condition %yes
  } do {
    %k = slot_load %i : int32
    %k1 = add %k, %one : int32
    slot_store %i, %k1
    %x = call_builtin cuda.shfl_xor_sync %mask, %t, %zero : int32
    %done = cmp ge %k, %x : bool
    if %done {
      %p = element_ptr %out, %t [0] : ptr<int32, global>
      store %p, %k1
      return
    }
  }
}
)");
  std::vector<std::int32_t> out(40, -1);
  program.Run("drop", {{1, 1, 1}, {40, 1, 1}}, Params().Array(out));
  std::vector<std::int32_t> expected = Iota(40);
  for (std::int32_t& value : expected) {
    ++value;
  }
  EXPECT_EQ(out, expected);
}

TEST(WarpTest, ContinueAndBreakOfSomeLanes) {
  const KirProgram program(R"(
kernel @lanes(%out: array<int32, 1, C, global>) {
  %sum = slot "sum" : int32
  %mask = const -1 : int32
  %t = call_builtin cuda.threadIdx.x : int32
  %zero = const 0 : int32
  %one = const 1 : int32
  %two = const 2 : int32
  %ten = const 10 : int32
  slot_store %sum, %zero
  for_range %k: int32 = %zero to %ten step %one {
    %leave = cmp gt %k, %t : bool
    if %leave {
      break
    }
    %tk = add %t, %k : int32
    %m = mod %tk, %two : int32
    %odd = cmp eq %m, %one : bool
    if %odd {
      continue
    }
    %v = call_builtin cuda.shfl_sync %mask, %k, %t : int32
    %old = slot_load %sum : int32
    %w = add %v, %one : int32
    %new = add %old, %w : int32
    slot_store %sum, %new
  }
  %p = element_ptr %out, %t [0] : ptr<int32, global>
  %all = slot_load %sum : int32
  store %p, %all
}
)");
  std::vector<std::int32_t> out(32), expected(32);
  program.Run("lanes", {{1, 1, 1}, {32, 1, 1}}, Params().Array(out));
  for (int t = 0; t < 32; ++t) {
    for (int k = 0; k < 10 && k <= t; ++k) {
      expected[static_cast<std::size_t>(t)] += (t + k) % 2 == 1 ? 0 : k + 1;
    }
  }
  EXPECT_EQ(out, expected);
}

TEST(WarpTest, ComplexAndNarrowValues) {
  const KirProgram program(R"(
kernel @kinds(%c: array<complex64, 1, C, global>, %b: array<bool, 1, C, global>,
    %s: array<int16, 1, C, global>) {
  %mask = const -1 : int32
  %one = const 1 : int32
  %t = call_builtin cuda.threadIdx.x : int32
  %pc = element_ptr %c, %t [0] : ptr<complex64, global>
  %pb = element_ptr %b, %t [0] : ptr<bool, global>
  %ps = element_ptr %s, %t [0] : ptr<int16, global>
  %vc = load %pc : complex64
  %vb = load %pb : bool
  %vs = load %ps : int16
  %xs = call_builtin cuda.shfl_xor_sync %mask, %vs, %one : int16
  store %pc, %vc
  store %pb, %vb
  store %ps, %xs
}
)");
  std::vector<std::int16_t> s(8);
  std::iota(s.begin(), s.end(), std::int16_t{-3});
  std::vector<std::uint8_t> b = {1, 0, 1, 1, 0, 0, 1, 0};
  const std::vector<std::uint8_t> same = b;
  std::vector<float> c(16);
  std::iota(c.begin(), c.end(), 0.5f);
  program.Run("kinds", {{1, 1, 1}, {8, 1, 1}}, Params().Array(c, {8}).Array(b).Array(s));
  EXPECT_EQ(s, (std::vector<std::int16_t>{-2, -3, 0, -1, 2, 1, 4, 3}));
  EXPECT_EQ(b, same);
  EXPECT_EQ(c[15], 15.5f);
}

}  // namespace
}  // namespace kernelc::codegen
