// Barriers and memory: local, shared and dynamic shared arrays across barriers, by execution.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "tests/codegen/cpu/kir_program.h"

namespace kernelc::codegen {
namespace {

std::vector<std::int64_t> Iota(std::size_t size) {
  std::vector<std::int64_t> values(size);
  std::iota(values.begin(), values.end(), 0);
  return values;
}

TEST(BarrierMemoryTest, LocalArraysLiveAcrossBarriers) {
  const KirProgram program(R"(
kernel @stack(%a: array<int64, 1, C, global>) {
  %mine = local_array [3] : array<int64, 1, C, local>
  %t = call_builtin cuda.threadIdx.x : int32
  %t64 = convert %t : int64
  %zero = const 0 : int64
  %one = const 1 : int64
  %three = const 3 : int64
  for_range %i: int64 = %zero to %three step %one {
    %p = element_ptr %mine, %i [0] : ptr<int64, local>
    %v = add %t64, %i : int64
    store %p, %v
  }
  call_builtin cuda.syncthreads
  %k = mod %t64, %three : int64
  %q = element_ptr %mine, %k [0] : ptr<int64, local>
  %w = load %q : int64
  %r = element_ptr %a, %t [0] : ptr<int64, global>
  store %r, %w
}
)");
  std::vector<std::int64_t> a(70);
  program.Run("stack", {{1, 1, 1}, {70, 1, 1}}, Params().Array(a));
  for (std::int64_t t = 0; t < 70; ++t) {
    EXPECT_EQ(a[static_cast<std::size_t>(t)], t + t % 3);
  }
}

TEST(BarrierMemoryTest, DynamicSharedMemoryFollowsTheStatic) {
  const KirProgram program(R"(
kernel @dynamic(%a: array<float32, 1, C, global>) {
  %fixed = shared_array [3] : array<uint8, 1, C, shared>
  %free = dynamic_shared_array : array<float32, 1, C, shared>
  %t = call_builtin cuda.threadIdx.x : int32
  %n = array_extent %free [0] : int64
  %zero = const 0 : int64
  %two = const 2 : int64
  %seven = const 7 : uint8
  %pf = element_ptr %fixed, %two [0] : ptr<uint8, shared>
  store %pf, %seven
  %p = element_ptr %free, %t [0] : ptr<float32, shared>
  %f = convert %t : float32
  store %p, %f
  call_builtin cuda.syncthreads
  %n32 = convert %n : int32
  %one = const 1 : int32
  %last = sub %n32, %one : int32
  %from = sub %last, %t : int32
  %q = element_ptr %free, %from [0] : ptr<float32, shared>
  %v = load %q : float32
  %b = load %pf : uint8
  %bf = convert %b : float32
  %sum = add %v, %bf : float32
  %r = element_ptr %a, %t [0] : ptr<float32, global>
  store %r, %sum
}
)");
  std::vector<float> a(20);
  program.Run("dynamic", {{1, 1, 1}, {20, 1, 1}, 20 * sizeof(float)}, Params().Array(a));
  for (std::size_t t = 0; t < 20; ++t) {
    EXPECT_EQ(a[t], static_cast<float>(19 - t) + 7.0f);
  }
}

TEST(BarrierMemoryTest, TwoDimensionalTileTransposes) {
  const KirProgram program(R"(
kernel @transpose(%a: array<int64, 2, C, global>, %b: array<int64, 2, C, global>) {
  %tile = shared_array [8, 9] : array<int64, 2, C, shared>
  %tx = call_builtin cuda.threadIdx.x : int32
  %ty = call_builtin cuda.threadIdx.y : int32
  %x = call_builtin cuda.grid.x : int64
  %y = call_builtin cuda.grid.y : int64
  %h = array_extent %a [0] : int64
  %w = array_extent %a [1] : int64
  %in_x = cmp lt %x, %w : bool
  %in_y = cmp lt %y, %h : bool
  %in = and %in_x, %in_y : bool
  if %in {
    %p = element_ptr %a, %y, %x [0] : ptr<int64, global>
    %v = load %p : int64
    %s = element_ptr %tile, %ty, %tx [0] : ptr<int64, shared>
    store %s, %v
  }
  call_builtin cuda.syncthreads
  %bx = call_builtin cuda.blockIdx.x : int32
  %by = call_builtin cuda.blockIdx.y : int32
  %eight = const 8 : int32
  %ox = mul %by, %eight : int32
  %oy = mul %bx, %eight : int32
  %qx = add %ox, %tx : int32
  %qy = add %oy, %ty : int32
  %qx64 = convert %qx : int64
  %qy64 = convert %qy : int64
  %out_x = cmp lt %qx64, %h : bool
  %out_y = cmp lt %qy64, %w : bool
  %out = and %out_x, %out_y : bool
  if %out {
    %u = element_ptr %tile, %tx, %ty [0] : ptr<int64, shared>
    %z = load %u : int64
    %r = element_ptr %b, %qy, %qx [0] : ptr<int64, global>
    store %r, %z
  }
}
)");
  std::vector<std::int64_t> a = Iota(13 * 21), b(13 * 21, -1);
  program.Run("transpose", {{3, 2, 1}, {8, 8, 1}}, Params().Array(a, {13, 21}).Array(b, {21, 13}));
  for (std::size_t y = 0; y < 13; ++y) {
    for (std::size_t x = 0; x < 21; ++x) {
      ASSERT_EQ(b[x * 13 + y], a[y * 21 + x]);
    }
  }
}

TEST(BarrierMemoryTest, SharedAtomicsCountEveryThread) {
  const KirProgram program(R"(
kernel @count(%data: array<uint8, 1, C, global>,
    %bins: array<int32, 1, C, global>,
    %top: array<float32, 1, C, global>) {
  %counts = shared_array [4] : array<int32, 1, C, shared>
  %high = shared_array [1] : array<float32, 1, C, shared>
  %t = call_builtin cuda.threadIdx.x : int32
  %four = const 4 : int32
  %zero = const 0 : int32
  %one = const 1 : int32
  %low = cmp lt %t, %four : bool
  %h = element_ptr %high, %zero [0] : ptr<float32, shared>
  if %low {
    %c = element_ptr %counts, %t [0] : ptr<int32, shared>
    store %c, %zero
    %minus = const_float -1.0 : float32
    store %h, %minus
  }
  call_builtin cuda.syncthreads
  %i = call_builtin cuda.grid.x : int64
  %p = element_ptr %data, %i [0] : ptr<uint8, global>
  %v = load %p : uint8
  %b = element_ptr %counts, %v [0] : ptr<int32, shared>
  %old = atomic_rmw add %b, %one : int32
  %f = convert %t : float32
  %was = atomic_rmw max %h, %f : float32
  call_builtin cuda.syncthreads
  if %low {
    %d = element_ptr %counts, %t [0] : ptr<int32, shared>
    %n = load %d : int32
    %q = element_ptr %bins, %t [0] : ptr<int32, global>
    %before = atomic_rmw add %q, %n : int32
    %m = load %h : float32
    %r = element_ptr %top, %zero [0] : ptr<float32, global>
    %best = atomic_rmw max %r, %m : float32
  }
}
)");
  std::vector<std::uint8_t> data(320);
  std::vector<int> expected(4), bins(4);
  for (std::size_t i = 0; i < data.size(); ++i) {
    data[i] = static_cast<std::uint8_t>(i * i % 7 % 4);
    ++expected[data[i]];
  }
  std::vector<float> top(1);
  program.Run("count", {{5, 1, 1}, {64, 1, 1}}, Params().Array(data).Array(bins).Array(top));
  EXPECT_EQ(bins, expected);
  EXPECT_EQ(top[0], 63.0f);
}

// Vectors of threads change some lanes' values; what lies beside them is another thread's, another
// array's, or nobody's.
TEST(BarrierMemoryTest, StoresOfSomeThreadsLeaveOtherMemory) {
  constexpr std::string_view kText = R"(
kernel @some(%out: array<int32, 2, C, global>, %by: int32) {
  %a = shared_array [40] : array<int32, 1, C, shared>
  %b = shared_array [40] : array<int32, 1, C, shared>
  %t = call_builtin cuda.threadIdx.x : int32
  %pa = element_ptr %a, %t [0] : ptr<int32, shared>
  %pb = element_ptr %b, %t [0] : ptr<int32, shared>
  store %pa, %t
  store %pb, %t
  call_builtin cuda.syncthreads
  %back = sub %t, %by : int32
  %zero = const 0 : int32
  %three = const 3 : int32
  %hundred = const 100 : int32
  %rest = mod %t, %three : int32
  %third = cmp eq %rest, %zero : bool
  %inside = cmp ge %back, %zero : bool
  %both = and %third, %inside : bool
  if %both {
    %qb = element_ptr %b, %back [0] : ptr<int32, shared>
    %old = load %qb : int32
    %v = add %old, %hundred : int32
    store %qb, %v
  }
  call_builtin cuda.syncthreads
  %one = const 1 : int32
  %va = load %pa : int32
  %vb = load %pb : int32
  %o0 = element_ptr %out, %zero, %t [0] : ptr<int32, global>
  %o1 = element_ptr %out, %one, %t [0] : ptr<int32, global>
  store %o0, %va
  store %o1, %vb
}
)";
  TargetOptions options = KirProgram::NativeOptions();
  for (const std::string_view arch : {options.arch, std::string("x86-64-v3")}) {
    options.arch = arch;
    options.keep_llvm_ir = true;
    const KirProgram program(kText, options);
    EXPECT_EQ(program.output().llvm_ir.find("call void @llvm.masked.store.v"), std::string::npos)
        << program.output().llvm_ir;
    for (const int by : {0, 1, 17, 39, 1000}) {
      std::vector<std::int32_t> out(80);
      program.Run("some", {{1, 1, 1}, {40, 1, 1}}, Params().Array(out, {2, 40}).Scalar(by));
      for (int t = 0; t < 40; ++t) {
        const int writer = t + by;
        ASSERT_EQ(out[static_cast<std::size_t>(t)], t);
        ASSERT_EQ(out[static_cast<std::size_t>(40 + t)],
                  writer < 40 && writer % 3 == 0 ? t + 100 : t);
      }
    }
  }
}

// Vectors of threads behind one begin in front of it, and leave those in front alone; what all of
// them load is loaded when there are any.
TEST(BarrierMemoryTest, ThreadsBehindOneThatCountsUp) {
  constexpr std::string_view kText = R"(
kernel @behind(%data: array<int32, 1, C, global>, %steps: int64) {
  %s = shared_array [64] : array<int32, 1, C, shared>
  %t = call_builtin cuda.threadIdx.x : int32
  %p = element_ptr %data, %t [0] : ptr<int32, global>
  %q = element_ptr %s, %t [0] : ptr<int32, shared>
  %v = load %p : int32
  store %q, %v
  call_builtin cuda.syncthreads
  %zero = const 0 : int64
  %one = const 1 : int64
  for_range %k: int64 = %zero to %steps step %one {
    %place = convert %t : int64
    %behind = cmp gt %place, %k : bool
    if %behind {
      %head = element_ptr %s, %k [0] : ptr<int32, shared>
      %add = load %head : int32
      %old = load %q : int32
      %sum = add %old, %add : int32
      store %q, %sum
    }
    call_builtin cuda.syncthreads
  }
  %last = load %q : int32
  store %p, %last
}
)";
  const KirProgram program(kText);
  for (const std::size_t threads : {1u, 7u, 16u, 50u, 64u}) {
    std::vector<std::uint32_t> data(threads);
    for (std::size_t i = 0; i < threads; ++i) {
      data[i] = static_cast<std::uint32_t>(i * i + 1);
    }
    std::vector<std::uint32_t> expected = data;
    for (std::size_t k = 0; k < threads; ++k) {
      for (std::size_t i = k + 1; i < threads; ++i) {
        expected[i] += expected[k];
      }
    }
    program.Run("behind", {{1, 1, 1}, {static_cast<std::uint32_t>(threads), 1, 1}},
                Params().Array(data).Scalar(std::int64_t{1} << 20));
    EXPECT_EQ(data, expected) << threads;
  }
}

// Every second thread may exchange its value with its neighbour's.
TEST(BarrierMemoryTest, NeighboursExchangeValues) {
  const KirProgram program(R"(
kernel @sort(%data: array<int32, 1, C, global>, %count: int64) {
  %s = shared_array [256] : array<int32, 1, C, shared>
  %t = call_builtin cuda.threadIdx.x : int32
  %place = convert %t : int64
  %one = const 1 : int64
  %two = const 2 : int64
  %zero = const 0 : int64
  %next = add %place, %one : int64
  %p = element_ptr %data, %t [0] : ptr<int32, global>
  %q = element_ptr %s, %place [0] : ptr<int32, shared>
  %v = load %p : int32
  store %q, %v
  call_builtin cuda.syncthreads
  for_range %k: int64 = %zero to %count step %one {
    %mine = mod %place, %two : int64
    %now = mod %k, %two : int64
    %turn = cmp eq %mine, %now : bool
    %inside = cmp lt %next, %count : bool
    %both = and %turn, %inside : bool
    if %both {
      %r = element_ptr %s, %next [0] : ptr<int32, shared>
      %a = load %q : int32
      %b = load %r : int32
      %wrong = cmp gt %a, %b : bool
      if %wrong {
        store %q, %b
        store %r, %a
      }
    }
    call_builtin cuda.syncthreads
  }
  %last = load %q : int32
  store %p, %last
}
)");
  for (const std::size_t threads : {1u, 2u, 15u, 33u, 64u, 65u, 200u}) {
    std::vector<std::int32_t> data(threads);
    for (std::size_t i = 0; i < threads; ++i) {
      data[i] = static_cast<std::int32_t>(i * 7919 % 1009);
    }
    std::vector<std::int32_t> expected = data;
    std::sort(expected.begin(), expected.end());
    program.Run("sort", {{1, 1, 1}, {static_cast<std::uint32_t>(threads), 1, 1}},
                Params().Array(data).Scalar(static_cast<std::int64_t>(threads)));
    EXPECT_EQ(data, expected) << threads;
  }
}

// Masks are compared in 32 bits: what lies beyond these is as far beyond all threads.
TEST(BarrierMemoryTest, ThreadsCompareWithNumbersBeyondAllOfThem) {
  const KirProgram program(R"(
kernel @compare(%data: array<int32, 1, C, global>, %bound: int64) {
  %s = shared_array [256] : array<int32, 1, C, shared>
  %t = call_builtin cuda.threadIdx.x : int32
  %place = convert %t : int64
  %one = const 1 : int64
  %two = const 2 : int64
  %next = add %place, %one : int64
  %p = element_ptr %data, %t [0] : ptr<int32, global>
  %q = element_ptr %s, %place [0] : ptr<int32, shared>
  %v = load %p : int32
  store %q, %v
  call_builtin cuda.syncthreads
  %mine = mod %place, %two : int64
  %turn = cmp eq %mine, %one : bool
  %below = cmp lt %next, %bound : bool
  %both = and %turn, %below : bool
  if %both {
    %a = load %q : int32
    %b = add %a, %t : int32
    store %q, %b
  }
  %other = cmp ne %place, %bound : bool
  if %other {
    %c = load %q : int32
    %d = add %c, %t : int32
    store %q, %d
  }
  call_builtin cuda.syncthreads
  %last = load %q : int32
  store %p, %last
}
)");
  constexpr std::int64_t kTwo32 = std::int64_t{1} << 32;
  for (const std::int64_t bound :
       {std::int64_t{0}, std::int64_t{1}, std::int64_t{64}, std::int64_t{99}, std::int64_t{-1},
        kTwo32 / 2, kTwo32 + 7, -kTwo32 + 40, kTwo32 << 20, -(kTwo32 << 20)}) {
    std::vector<std::int32_t> data(100);
    program.Run("compare", {{1, 1, 1}, {100, 1, 1}}, Params().Array(data).Scalar(bound));
    for (std::int32_t t = 0; t < 100; ++t) {
      const std::int32_t expected = (t % 2 == 1 && t + 1 < bound ? t : 0) + (t != bound ? t : 0);
      EXPECT_EQ(data[static_cast<std::size_t>(t)], expected) << t << " " << bound;
    }
  }
}

// A place that all threads load is loaded once, and a thread's own store in front of it is seen.
TEST(BarrierMemoryTest, LoadsOfOnePlaceFollowTheThreadsOwnStores) {
  const KirProgram program(R"(
kernel @look_up(%table: array<int32, 1, C, global>, %words: array<int32, 1, C, global>, %out: array<int32, 1, C, global>) {
  %t = call_builtin cuda.threadIdx.x : int32
  %zero = const 0 : int32
  %one = const 1 : int32
  %w = element_ptr %words, %zero [0] : ptr<int32, global>
  %word = load %w : int32
  %place = add %word, %t : int32
  %p = element_ptr %table, %place [1] : ptr<int32, global>
  %v = load %p : int32
  %q = element_ptr %out, %t [0] : ptr<int32, global>
  store %q, %v
  %again = element_ptr %out, %zero [0] : ptr<int32, global>
  %mine = load %again : int32
  %sum = add %v, %mine : int32
  store %q, %sum
}
)");
  std::vector<std::int32_t> table(100);
  std::iota(table.begin(), table.end(), 5);
  std::vector<std::int32_t> words = {30};
  std::vector<std::int32_t> out(1);
  program.Run("look_up", {{1, 1, 1}, {1, 1, 1}}, Params().Array(table).Array(words).Array(out));
  EXPECT_EQ(out[0], 70);
  // Arrays that overlap: the word is what it was before the thread stores.
  program.Run("look_up", {{1, 1, 1}, {1, 1, 1}}, Params().Array(table).Array(words).Array(words));
  EXPECT_EQ(words[0], 70);
}

}  // namespace
}  // namespace kernelc::codegen
