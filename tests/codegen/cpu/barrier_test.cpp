// Barriers: a kernel in several loops over its threads, by execution.
#include <gtest/gtest.h>

#include <numeric>

#include "tests/codegen/cpu/kir_program.h"

namespace kernelc::codegen {
namespace {

std::vector<std::int64_t> Iota(std::size_t size) {
  std::vector<std::int64_t> values(size);
  std::iota(values.begin(), values.end(), 0);
  return values;
}

TEST(BarrierTest, ReversesThroughSharedMemory) {
  const KirProgram program(R"(
kernel @reverse(%a: array<int64, 1, C, global>) {
  %tile = shared_array [64] : array<int64, 1, C, shared>
  %t = call_builtin cuda.threadIdx.x : int32
  %d = call_builtin cuda.blockDim.x : int32
  %i = call_builtin cuda.grid.x : int64
  %p = element_ptr %a, %i [0] : ptr<int64, global>
  %v = load %p : int64
  %s = element_ptr %tile, %t [0] : ptr<int64, shared>
  store %s, %v
  call_builtin cuda.syncthreads
  %one = const 1 : int32
  %last = sub %d, %one : int32
  %from = sub %last, %t : int32
  %q = element_ptr %tile, %from [0] : ptr<int64, shared>
  %w = load %q : int64
  store %p, %w
}
)");
  std::vector<std::int64_t> a = Iota(150);
  program.Run("reverse", {{3, 1, 1}, {50, 1, 1}}, Params().Array(a));
  for (std::int64_t i = 0; i < 150; ++i) {
    ASSERT_EQ(a[static_cast<std::size_t>(i)], i / 50 * 50 + 49 - i % 50) << i;
  }
}

constexpr std::string_view kTreeSum = R"(
kernel @tree_sum(%a: array<int64, 1, C, global> {readonly, noalias},
    %total: array<int64, 1, C, global> {noalias}) {
  %partial = shared_array [256] : array<int64, 1, C, shared>
  %half = slot "half" : int32
  %t = call_builtin cuda.threadIdx.x : int32
  %d = call_builtin cuda.blockDim.x : int32
  %i = call_builtin cuda.grid.x : int64
  %n = array_extent %a [0] : int64
  %mine = slot "mine" : int64
  %zero64 = const 0 : int64
  slot_store %mine, %zero64
  %in = cmp lt %i, %n : bool
  if %in {
    %p = element_ptr %a, %i [0] : ptr<int64, global>
    %v = load %p : int64
    slot_store %mine, %v
  }
  %s = element_ptr %partial, %t [0] : ptr<int64, shared>
  %m = slot_load %mine : int64
  store %s, %m
  call_builtin cuda.syncthreads
  %two = const 2 : int32
  %h0 = floor_div %d, %two : int32
  slot_store %half, %h0
  while {
    %h1 = slot_load %half : int32
    %zero = const 0 : int32
    %more = cmp gt %h1, %zero : bool
    condition %more
  } do {
    %h2 = slot_load %half : int32
    %low = cmp lt %t, %h2 : bool
    if %low {
      %h3 = slot_load %half : int32
      %other = add %t, %h3 : int32
      %q = element_ptr %partial, %other [0] : ptr<int64, shared>
      %x = load %q : int64
      %y = load %s : int64
      %sum = add %x, %y : int64
      store %s, %sum
    }
    call_builtin cuda.syncthreads
    %h4 = slot_load %half : int32
    %h5 = floor_div %h4, %two : int32
    slot_store %half, %h5
  }
  %zero1 = const 0 : int32
  %first = cmp eq %t, %zero1 : bool
  if %first {
    %r = element_ptr %total, %zero1 [0] : ptr<int64, global>
    %all = load %s : int64
    %old = atomic_rmw add %r, %all : int64
  }
}
)";

TEST(BarrierTest, TreeSumInAUniformLoop) {
  const KirProgram program(kTreeSum);
  std::vector<std::int64_t> a = Iota(1000), total(1);
  program.Run("tree_sum", {{8, 1, 1}, {128, 1, 1}}, Params().Array(a).Array(total));
  EXPECT_EQ(total[0], 999 * 1000 / 2);
  // The loop's condition is the same for all threads: no masks.
  EXPECT_EQ(program.split_text().find("any_thread"), std::string::npos) << program.split_text();
}

TEST(BarrierTest, EarlyReturnBeforeABarrierOfThePartialBlock) {
  const KirProgram program(R"(
kernel @neighbour(%a: array<int64, 1, C, global>, %n: int64) {
  %tile = shared_array [32] : array<int64, 1, C, shared>
  %t = call_builtin cuda.threadIdx.x : int32
  %i = call_builtin cuda.grid.x : int64
  %out = cmp ge %i, %n : bool
  if %out {
    return
  }
  %p = element_ptr %a, %i [0] : ptr<int64, global>
  %v = load %p : int64
  %s = element_ptr %tile, %t [0] : ptr<int64, shared>
  store %s, %v
  call_builtin cuda.syncthreads
  %zero = const 0 : int32
  %has = cmp gt %t, %zero : bool
  if %has {
    %one = const 1 : int32
    %left = sub %t, %one : int32
    %q = element_ptr %tile, %left [0] : ptr<int64, shared>
    %w = load %q : int64
    %sum = add %v, %w : int64
    store %p, %sum
  }
}
)");
  std::vector<std::int64_t> a = Iota(40);
  program.Run("neighbour", {{2, 1, 1}, {32, 1, 1}}, Params().Array(a).Scalar(std::int64_t{37}));
  for (std::int64_t i = 0; i < 40; ++i) {
    const std::int64_t expected = i < 37 && i % 32 != 0 ? 2 * i - 1 : i;
    EXPECT_EQ(a[static_cast<std::size_t>(i)], expected) << i;
  }
}

TEST(BarrierTest, AccumulatorsLiveAcrossBarriersOfALoop) {
  const KirProgram program(R"(
kernel @rotate(%a: array<int64, 1, C, global>, %steps: int64) {
  %tile = shared_array [64] : array<int64, 1, C, shared>
  %sum = slot "sum" : int64
  %t = call_builtin cuda.threadIdx.x : int32
  %d = call_builtin cuda.blockDim.x : int32
  %zero = const 0 : int64
  %one = const 1 : int64
  slot_store %sum, %zero
  %p = element_ptr %a, %t [0] : ptr<int64, global>
  for_range %k: int64 = %zero to %steps step %one {
    %s = element_ptr %tile, %t [0] : ptr<int64, shared>
    %v = load %p : int64
    %vk = mul %v, %k : int64
    store %s, %vk
    call_builtin cuda.syncthreads
    %k32 = convert %k : int32
    %tk = add %t, %k32 : int32
    %from = mod %tk, %d : int32
    %q = element_ptr %tile, %from [0] : ptr<int64, shared>
    %w = load %q : int64
    %old = slot_load %sum : int64
    %new = add %old, %w : int64
    slot_store %sum, %new
    call_builtin cuda.syncthreads
  }
  %all = slot_load %sum : int64
  store %p, %all
}
)");
  std::vector<std::int64_t> a = Iota(33);
  program.Run("rotate", {{1, 1, 1}, {33, 1, 1}}, Params().Array(a).Scalar(std::int64_t{7}));
  for (std::int64_t t = 0; t < 33; ++t) {
    std::int64_t expected = 0;
    for (std::int64_t k = 0; k < 7; ++k) {
      expected += (t + k) % 33 * k;
    }
    EXPECT_EQ(a[static_cast<std::size_t>(t)], expected) << t;
  }
}

TEST(BarrierTest, NestedUniformBranchesWithBarriers) {
  const KirProgram program(R"(
kernel @branches(%a: array<int64, 1, C, global>, %mode: int64) {
  %tile = shared_array [16] : array<int64, 1, C, shared>
  %t = call_builtin cuda.threadIdx.x : int32
  %s = element_ptr %tile, %t [0] : ptr<int64, shared>
  %p = element_ptr %a, %t [0] : ptr<int64, global>
  %fifteen = const 15 : int32
  %mirror = sub %fifteen, %t : int32
  %m = element_ptr %tile, %mirror [0] : ptr<int64, shared>
  %v = load %p : int64
  store %s, %v
  %zero = const 0 : int64
  %positive = cmp gt %mode, %zero : bool
  if %positive {
    call_builtin cuda.syncthreads
    %w = load %m : int64
    %five = const 5 : int64
    %big = cmp gt %mode, %five : bool
    if %big {
      call_builtin cuda.syncthreads
      store %s, %five
      call_builtin cuda.syncthreads
      %x = load %m : int64
      %wx = add %w, %x : int64
      store %p, %wx
    } else {
      store %p, %w
    }
  } else {
    %hundred = const 100 : int64
    %far = add %v, %hundred : int64
    store %p, %far
  }
}
)");
  for (const std::int64_t mode : {-1, 1, 9}) {
    std::vector<std::int64_t> a = Iota(16);
    program.Run("branches", {{1, 1, 1}, {16, 1, 1}}, Params().Array(a).Scalar(mode));
    for (std::int64_t t = 0; t < 16; ++t) {
      const std::int64_t expected = mode < 0 ? t + 100 : mode == 1 ? 15 - t : 20 - t;
      EXPECT_EQ(a[static_cast<std::size_t>(t)], expected) << mode << " " << t;
    }
  }
}

// The flag lies in shared memory: the same for all threads, but nothing proves it.
TEST(BarrierTest, LoopUntilAFlagOfTheBlock) {
  const KirProgram program(R"(
kernel @settle(%a: array<int64, 1, C, global>, %rounds: array<int64, 1, C, global>) {
  %flag = shared_array [1] : array<int32, 1, C, shared>
  %tile = shared_array [64] : array<int64, 1, C, shared>
  %count = slot "count" : int64
  %low = slot "low" : int64
  %t = call_builtin cuda.threadIdx.x : int32
  %d = call_builtin cuda.blockDim.x : int32
  %zero32 = const 0 : int32
  %one32 = const 1 : int32
  %zero = const 0 : int64
  %one = const 1 : int64
  %pf = element_ptr %flag, %zero32 [0] : ptr<int32, shared>
  %p = element_ptr %a, %t [0] : ptr<int64, global>
  %s = element_ptr %tile, %t [0] : ptr<int64, shared>
  %v = load %p : int64
  store %s, %v
  slot_store %count, %zero
  store %pf, %one32
  call_builtin cuda.syncthreads
  while {
    %f = load %pf : int32
    %on = cmp ne %f, %zero32 : bool
    condition %on
  } do {
    call_builtin cuda.syncthreads
    store %pf, %zero32
    call_builtin cuda.syncthreads
    %mine = load %s : int64
    %right = add %t, %one32 : int32
    %has = cmp lt %right, %d : bool
    slot_store %low, %mine
    if %has {
      %q = element_ptr %tile, %right [0] : ptr<int64, shared>
      %next = load %q : int64
      %less = cmp lt %next, %mine : bool
      if %less {
        slot_store %low, %next
      }
    }
    call_builtin cuda.syncthreads
    %new = slot_load %low : int64
    %changed = cmp ne %new, %mine : bool
    if %changed {
      store %s, %new
      store %pf, %one32
    }
    %c = slot_load %count : int64
    %c1 = add %c, %one : int64
    slot_store %count, %c1
    call_builtin cuda.syncthreads
  }
  %r = load %s : int64
  store %p, %r
  %pr = element_ptr %rounds, %t [0] : ptr<int64, global>
  %cc = slot_load %count : int64
  store %pr, %cc
}
)");
  std::vector<std::int64_t> a = {5, 9, 3, 8, 8, 1, 7, 7, 6, 2}, rounds(10);
  const Outcome outcome =
      program.Run("settle", {{1, 1, 1}, {10, 1, 1}}, Params().Array(a).Array(rounds));
  EXPECT_EQ(outcome.error.code, 0);
  EXPECT_EQ(a, (std::vector<std::int64_t>{1, 1, 1, 1, 1, 1, 2, 2, 2, 2}));
  EXPECT_EQ(rounds, std::vector<std::int64_t>(10, 6));
}

TEST(BarrierTest, BarrierThatSomeThreadsDoNotReachIsAnError) {
  const KirProgram program(R"(
kernel @divergent(%n: int32) {
  %t = call_builtin cuda.threadIdx.x : int32
  %low = cmp lt %t, %n : bool
  if %low {
    call_builtin cuda.syncthreads
  }
  call_builtin cuda.syncthreads loc(0:150-160)
}
)");
  Outcome outcome = program.Run("divergent", {{3, 1, 1}, {8, 1, 1}}, Params().Scalar(5));
  EXPECT_EQ(outcome.error.code, static_cast<int>(abi::DeviceErrorCode::DivergentBarrier));
  EXPECT_EQ(outcome.error.block[0], 0u);
  EXPECT_EQ(outcome.error.thread[0], 5u);
  ASSERT_LT(outcome.error.location, program.output().locations.size());
  EXPECT_EQ(program.output().locations[outcome.error.location].file, "test.kir");
  EXPECT_EQ(program.output().locations[outcome.error.location].line, 6u);
  // All threads or none of them go there.
  EXPECT_EQ(program.Run("divergent", {{3, 1, 1}, {8, 1, 1}}, Params().Scalar(8)).error.code, 0);
  EXPECT_EQ(program.Run("divergent", {{3, 1, 1}, {8, 1, 1}}, Params().Scalar(0)).error.code, 0);
}

// In a tree of sums fewer and fewer threads come to the barrier, and the others to no other one.
TEST(BarrierTest, ThreadsThatComeToNoBarrierAgainDoNotCount) {
  const KirProgram program(R"(
kernel @tree(%a: array<int64, 1, C, global>) {
  %tile = shared_array [8] : array<int64, 1, C, shared>
  %t32 = call_builtin cuda.threadIdx.x : int32
  %t = convert %t32 : int64
  %p = element_ptr %a, %t [0] : ptr<int64, global>
  %v = load %p : int64
  %s = element_ptr %tile, %t [0] : ptr<int64, shared>
  store %s, %v
  call_builtin cuda.syncthreads
  %zero = const 0 : int64
  %one = const 1 : int64
  %two = const 2 : int64
  %three = const 3 : int64
  for_range %k: int64 = %zero to %three step %one {
    %step = shl %one, %k : int64
    %width = mul %step, %two : int64
    %rest = mod %t, %width : int64
    %takes_part = cmp eq %rest, %zero : bool
    if %takes_part {
      %other = add %t, %step : int64
      %q = element_ptr %tile, %other [0] : ptr<int64, shared>
      %w = load %q : int64
      %mine = load %s : int64
      %sum = add %mine, %w : int64
      store %s, %sum
      call_builtin cuda.syncthreads
    }
  }
  %first = cmp eq %t, %zero : bool
  if %first {
    %all = load %s : int64
    store %p, %all
  }
}
)");
  std::vector<std::int64_t> a = {1, 20, 3, 40, 5, 60, 7, 80};
  const Outcome outcome = program.Run("tree", {{1, 1, 1}, {8, 1, 1}}, Params().Array(a));
  EXPECT_EQ(outcome.error.code, 0);
  EXPECT_EQ(a, (std::vector<std::int64_t>{216, 20, 3, 40, 5, 60, 7, 80}));
}

// Threads that meet no other barrier have exited, for this one.
TEST(BarrierTest, ThreadsThatRunToTheirEndDoNotCount) {
  const KirProgram program(R"(
kernel @half(%a: array<int64, 1, C, global>) {
  %tile = shared_array [8] : array<int64, 1, C, shared>
  %t = call_builtin cuda.threadIdx.x : int32
  %four = const 4 : int32
  %low = cmp lt %t, %four : bool
  %p = element_ptr %a, %t [0] : ptr<int64, global>
  if %low {
    %s = element_ptr %tile, %t [0] : ptr<int64, shared>
    %v = load %p : int64
    store %s, %v
    call_builtin cuda.syncthreads
    %three = const 3 : int32
    %m = sub %three, %t : int32
    %q = element_ptr %tile, %m [0] : ptr<int64, shared>
    %w = load %q : int64
    store %p, %w
  } else {
    %big = const 99 : int64
    store %p, %big
  }
}
)");
  std::vector<std::int64_t> a = Iota(8);
  const Outcome outcome = program.Run("half", {{1, 1, 1}, {8, 1, 1}}, Params().Array(a));
  EXPECT_EQ(outcome.error.code, 0);
  EXPECT_EQ(a, (std::vector<std::int64_t>{3, 2, 1, 0, 99, 99, 99, 99}));
}

// Threads leave a loop with a barrier one after the other; what they do behind it has no barrier.
TEST(BarrierTest, DivergentTripCounts) {
  const std::string text = R"(
kernel @stairs(%a: array<int64, 1, C, global>, %b: array<int64, 1, C, global>) {
  %sum = slot "sum" : int64
  %tile = shared_array [8] : array<int64, 1, C, shared>
  %t = call_builtin cuda.threadIdx.x : int32
  %t64 = convert %t : int64
  %zero = const 0 : int64
  %one = const 1 : int64
  slot_store %sum, %zero
  %s = element_ptr %tile, %t [0] : ptr<int64, shared>
  %s0 = element_ptr %tile, %zero [0] : ptr<int64, shared>
  %seven = const 7 : int64
  %count = sub %seven, %t64 : int64
  for_range %k: int64 = %zero to %count step %one {
    %v = add %k, %t64 : int64
    store %s, %v
    call_builtin cuda.syncthreads
    %w = load %s0 : int64
    %old = slot_load %sum : int64
    %new = add %old, %w : int64
    slot_store %sum, %new
    call_builtin cuda.syncthreads
  }
  AFTER
  %p = element_ptr %a, %t [0] : ptr<int64, global>
  %all = slot_load %sum : int64
  store %p, %all
}
)";
  std::string exits = text;
  exits.replace(exits.find("AFTER"), 5, "");
  std::vector<std::int64_t> a(8, -1), b(8);
  const KirProgram program(exits);
  EXPECT_EQ(program.Run("stairs", {{1, 1, 1}, {8, 1, 1}}, Params().Array(a).Array(b)).error.code,
            0);
  for (std::int64_t t = 0; t < 8; ++t) {
    const std::int64_t trips = 7 - t;
    EXPECT_EQ(a[static_cast<std::size_t>(t)], trips * (trips - 1) / 2) << t;
  }
  std::string waits = text;
  waits.replace(waits.find("AFTER"), 5, "call_builtin cuda.syncthreads");
  const Outcome outcome =
      KirProgram(waits).Run("stairs", {{1, 1, 1}, {8, 1, 1}}, Params().Array(a).Array(b));
  EXPECT_EQ(outcome.error.code, static_cast<int>(abi::DeviceErrorCode::DivergentBarrier));
  EXPECT_EQ(outcome.error.thread[0], 1u);
}

TEST(BarrierTest, BreakContinueAndReturnAroundBarriers) {
  // Every thread of the block takes each exit at the same time, which only running shows.
  const KirProgram program(R"(
kernel @exits(%a: array<int64, 1, C, global>, %plan: array<int64, 1, C, global>) {
  %sum = slot "sum" : int64
  %i = slot "i" : int64
  %t = call_builtin cuda.threadIdx.x : int32
  %zero = const 0 : int64
  %one = const 1 : int64
  %two = const 2 : int64
  %three = const 3 : int64
  slot_store %sum, %zero
  slot_store %i, %zero
  %p = element_ptr %a, %t [0] : ptr<int64, global>
  while {
    %yes = const 1 : bool
    condition %yes
  } do {
    %k = slot_load %i : int64
    %k1 = add %k, %one : int64
    slot_store %i, %k1
    %q = element_ptr %plan, %k [0] : ptr<int64, global>
    %what = load %q : int64
    %skip = cmp eq %what, %one : bool
    if %skip {
      continue
    }
    call_builtin cuda.syncthreads
    %leave = cmp eq %what, %two : bool
    if %leave {
      break
    }
    %quit = cmp eq %what, %three : bool
    if %quit {
      return
    }
    %old = slot_load %sum : int64
    %new = add %old, %k1 : int64
    slot_store %sum, %new
    call_builtin cuda.syncthreads
    store %p, %new
  }
  call_builtin cuda.syncthreads
  %total = slot_load %sum : int64
  %hundred = const 100 : int64
  %far = add %total, %hundred : int64
  store %p, %far
}
)");
  std::vector<std::int64_t> a(5, -1), leaves = {0, 1, 0, 1, 2, 0}, quits = {1, 0, 0, 3, 0, 0};
  EXPECT_EQ(
      program.Run("exits", {{1, 1, 1}, {5, 1, 1}}, Params().Array(a).Array(leaves)).error.code, 0);
  EXPECT_EQ(a, std::vector<std::int64_t>(5, 104));
  EXPECT_EQ(program.Run("exits", {{1, 1, 1}, {5, 1, 1}}, Params().Array(a).Array(quits)).error.code,
            0);
  EXPECT_EQ(a, std::vector<std::int64_t>(5, 5));
}

}  // namespace
}  // namespace kernelc::codegen
