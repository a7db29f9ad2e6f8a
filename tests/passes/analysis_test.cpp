#include <gtest/gtest.h>

#include "compiler/kir/analysis/interval.h"
#include "compiler/kir/analysis/memory_effects.h"
#include "compiler/kir/analysis/synchronisation.h"
#include "compiler/kir/parser.h"

namespace kernelc::kir {
namespace {

Module ParseModule(std::string_view text) {
  Result<Module> module = Parse(text);
  KC_CHECK(module.ok(), "{}", module.failure().message);
  return std::move(*module);
}

// Each operation on intervals against all pairs of small numbers.
TEST(Interval, HoldsEveryResult) {
  const auto floor_div = [](int a, int b) {
    if (b == 0) {
      return 0;
    }
    return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
  };
  constexpr int kBound = 4;
  for (int alo = -kBound; alo <= kBound; ++alo) {
    for (int ahi = alo; ahi <= kBound; ++ahi) {
      for (int blo = -kBound; blo <= kBound; ++blo) {
        for (int bhi = blo; bhi <= kBound; ++bhi) {
          const Interval a{alo, ahi};
          const Interval b{blo, bhi};
          const auto check = [](const Interval& result, Wide value, const char* name) {
            EXPECT_TRUE(result.lo <= value && value <= result.hi) << name;
          };
          for (int x = alo; x <= ahi; ++x) {
            for (int y = blo; y <= bhi; ++y) {
              check(AddIntervals(a, b), x + y, "add");
              check(SubIntervals(a, b), x - y, "sub");
              check(MulIntervals(a, b), x * y, "mul");
              check(FloorDivIntervals(a, b), floor_div(x, y), "floor_div");
              check(ModIntervals(a, b), y == 0 ? 0 : x - floor_div(x, y) * y, "mod");
              check(AndIntervals(a, b, types::kInt8), x & y, "and");
              check(OrIntervals(a, b, types::kInt8), x | y, "or");
              check(OrIntervals(a, b, types::kInt8), x ^ y, "xor");
              if (y >= 0) {
                check(ShlIntervals(a, b, types::kInt64), Wide{x} * (1 << y), "shl");
                check(ShrIntervals(a, b), x >> y, "shr");
              }
            }
          }
        }
      }
    }
  }
}

TEST(Interval, DoesNotOverflow) {
  const Interval all = IntervalOf(types::kUInt64);
  const Interval product = MulIntervals(MulIntervals(all, all), MulIntervals(all, all));
  EXPECT_EQ(product.lo, 0);
  EXPECT_GT(product.hi, all.hi);
  EXPECT_EQ(FitResult(product, types::kUInt64), all);
  EXPECT_EQ(FitResult(product, types::kInt32), (Interval{0, (Wide{1} << 31) - 1}));
  EXPECT_EQ(ShlIntervals({1, 1}, {0, 63}, types::kInt64), IntervalOf(types::kInt64));
}

TEST(Interval, WideningEnds) {
  for (const TypeId type : {types::kInt64, types::kInt8, types::kUInt64}) {
    Interval known{5, 5};
    int steps = 0;
    for (int i = 0; i < 100; ++i) {
      const Interval next =
          Widen(known, Join(known, FitResult({5 - Wide{i} * i, 5 + Wide{i} * i}, type)), type);
      steps += next == known ? 0 : 1;
      known = next;
    }
    EXPECT_LE(steps, 5);
  }
}

constexpr std::string_view kEffects = R"(
kernel @k(%a: array<float32, 1, C, global>, %b: array<float32, 1, C, global>,
          %c: array<float32, 1, C, global>, %i: int64, %d: bool) {
  %view = slot "view" : array<float32, 1, C, global>
  %picked = if %d : array<float32, 1, C, global> { yield %a } else { yield %b }
  slot_store %view, %picked
  %loaded = slot_load %view : array<float32, 1, C, global>
  %shared = shared_array [8] : array<float32, 1, C, shared>
  %x = call @read %loaded, %i : float32
  %p = element_ptr %shared, %i [0] : ptr<float32, shared>
  store %p, %x
  call @write %c, %x
  call_builtin cuda.syncthreads
}
device @read(%a: array<float32, 1, C, global>, %i: int64) -> float32 {
  %p = element_ptr %a, %i [0] : ptr<float32, global>
  %x = load %p : float32
  return %x
}
device @write(%a: array<float32, 1, C, global>, %x: float32) {
  %p = array_data %a : ptr<float32, global>
  %q = bitcast %p : ptr<int32, global>
  %one = const 1 : int32
  %old = atomic_rmw add %q, %one : int32
}
device @recursive(%a: array<float32, 1, C, global>) {
  call @recursive %a
}
device @outer() { call @inner }
device @inner() { call_builtin cuda.syncthreads }
)";

TEST(MemoryEffects, FollowViewsAndCalls) {
  const Module module = ParseModule(kEffects);
  const std::vector<MemoryEffects> effects = FindMemoryEffects(module);
  using Params = std::vector<bool>;
  EXPECT_EQ(effects[0].reads, (Params{true, true, true, false, false}));
  EXPECT_EQ(effects[0].writes, (Params{false, false, true, false, false}));
  EXPECT_FALSE(effects[0].reads_unknown || effects[0].writes_unknown);
  EXPECT_EQ(effects[1].reads, (Params{true, false}));
  EXPECT_EQ(effects[1].writes, (Params{false, false}));
  EXPECT_EQ(effects[2].writes, (Params{true, false}));
  EXPECT_EQ(effects[3].writes, (Params{true}));
  EXPECT_TRUE(effects[3].writes_unknown);
}

TEST(MemoryEffects, KnowNothingOfLoadedPointers) {
  const Module module = ParseModule(
      "kernel @k(%a: array<ptr<float32, global>, 1, C, global>, %i: int64, %x: float32) {"
      "%p = element_ptr %a, %i [0] : ptr<ptr<float32, global>, global>"
      "%q = load %p : ptr<float32, global> store %q, %x }");
  const std::vector<MemoryEffects> effects = FindMemoryEffects(module);
  EXPECT_TRUE(effects[0].writes_unknown);
  EXPECT_FALSE(effects[0].writes[0]);
}

TEST(Synchronisation, GoesThroughCalls) {
  const Module module = ParseModule(kEffects);
  EXPECT_EQ(FindSynchronisation(module),
            (std::vector<bool>{true, false, false, false, true, true}));
}

}  // namespace
}  // namespace kernelc::kir
