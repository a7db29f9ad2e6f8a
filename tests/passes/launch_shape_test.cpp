#include "compiler/kir/analysis/launch_shape.h"

#include <gtest/gtest.h>

#include "compiler/kir/parser.h"

namespace kernelc::kir {
namespace {

Module ParseModule(std::string_view text) {
  Result<Module> module = Parse(text);
  KC_CHECK(module.ok(), "{}", module.failure().message);
  return std::move(*module);
}

LaunchShape ShapeOf(std::string_view text, const std::vector<LaunchArgument>& arguments) {
  const Module module = ParseModule(text);
  return FindLaunchShape(module, module.functions.front(), arguments);
}

std::int64_t CountOf(const std::optional<LaunchNeed>& need) { return need ? need->count : -1; }

LaunchArgument Array(std::vector<std::int64_t> extents) { return {{}, std::move(extents), {}}; }
LaunchArgument Number(std::int64_t value) { return {value, {}, {}}; }

TEST(LaunchShape, TakesEachDirectionFromItsDimension) {
  const LaunchShape shape = ShapeOf(R"(kernel @k(%a: array<float32, 2, C, global>) {
  %0 = call_builtin cuda.grid.x : int64
  %1 = call_builtin cuda.grid.y : int64
  %2 = element_ptr %a, %1, %0 [0] : ptr<float32, global>
  return
}
)",
                                    {Array({3, 50})});
  EXPECT_EQ(shape.rank, 2u);
  EXPECT_EQ(CountOf(shape.directions[0].threads), 50);
  EXPECT_EQ(CountOf(shape.directions[1].threads), 3);
  EXPECT_EQ(shape.directions[0].threads->array, "a");
}

TEST(LaunchShape, DividesASumByItsFactors) {
  const LaunchShape shape = ShapeOf(
      R"(kernel @k(%a: array<float32, 1, C, global>, %width: int64) {
  %0 = call_builtin cuda.blockIdx.x : int32
  %1 = call_builtin cuda.blockDim.x : int32
  %2 = mul %0, %1 : int32
  %3 = call_builtin cuda.threadIdx.x : int32
  %4 = add %2, %3 : int32
  %5 = convert %4 : int64
  %6 = call_builtin cuda.grid.y : int64
  %7 = mul %6, %width : int64
  %8 = add %7, %5 : int64
  %9 = element_ptr %a, %8 [0] : ptr<float32, global>
  return
}
)",
      {Array({601}), Number(30)});
  EXPECT_EQ(shape.rank, 2u);
  EXPECT_EQ(CountOf(shape.directions[0].threads), 30);
  EXPECT_EQ(CountOf(shape.directions[1].threads), 21);
}

TEST(LaunchShape, IgnoresWhatComesFromMemory) {
  const LaunchShape shape = ShapeOf(
      R"(kernel @k(%bins: array<int32, 1, C, global>, %data: array<int64, 1, C, global>) {
  %0 = call_builtin cuda.grid.x : int64
  %1 = element_ptr %data, %0 [0] : ptr<int64, global>
  %2 = load %1 : int64
  %3 = element_ptr %bins, %2 [0] : ptr<int32, global>
  return
}
)",
      {Array({16}), Array({1000})});
  EXPECT_EQ(CountOf(shape.directions[0].threads), 1000);
}

constexpr std::string_view kShared = R"(kernel @k(%a: array<float32, 1, C, global>) {
  %0 = call_builtin cuda.threadIdx.x : int32
  %1 = shared_array [130] : array<float32, 1, C, shared>
  %2 = const 1 : int32
  %3 = add %0, %2 : int32
  %4 = element_ptr %1, %3 [0] : ptr<float32, shared>
  %5 = const 2 : int32
  %6 = cmp lt %0, %5 : bool
  if %6 {
    %7 = const 128 : int32
    %8 = add %0, %7 : int32
    %9 = element_ptr %1, %8 [0] : ptr<float32, shared>
  } else {
  }
  return
}
)";

TEST(LaunchShape, LeavesOutTheRimOfSharedArrays) {
  const LaunchShape shape = ShapeOf(kShared, {Array({1000})});
  EXPECT_EQ(shape.rank, 1u);
  EXPECT_EQ(CountOf(shape.directions[0].block), 128);
  EXPECT_FALSE(shape.directions[0].is_open);
}

TEST(LaunchMisfits, NameTheLastIndex) {
  const Module module = ParseModule(kShared);
  const Function& kernel = module.functions.front();
  EXPECT_TRUE(FindLaunchMisfits(module, kernel, {}, {1, 1, 1}, {129, 1, 1}).empty());
  const std::vector<LaunchMisfit> misfits =
      FindLaunchMisfits(module, kernel, {}, {1, 1, 1}, {130, 1, 1});
  ASSERT_EQ(misfits.size(), 1u);
  EXPECT_EQ(misfits.front().index, 130);
  EXPECT_EQ(misfits.front().extent, 130);
}

// threadIdx.y * blockDim.x + threadIdx.x numbers threads, in as many dimensions as one likes.
TEST(LaunchShape, NumbersThreadsInOneDimension) {
  const LaunchShape shape = ShapeOf(R"(kernel @k(%a: array<float32, 1, C, global>) {
  %0 = call_builtin cuda.threadIdx.x : int32
  %1 = call_builtin cuda.threadIdx.y : int32
  %2 = call_builtin cuda.blockDim.x : int32
  %3 = mul %1, %2 : int32
  %4 = add %0, %3 : int32
  %5 = shared_array [64] : array<float32, 1, C, shared>
  %6 = element_ptr %5, %4 [0] : ptr<float32, shared>
  return
}
)",
                                    {Array({10})});
  EXPECT_EQ(shape.rank, 1u);
  EXPECT_EQ(CountOf(shape.block_total), 64);
}

// Whatever a function calls, and however often, the analysis ends.
TEST(LaunchShape, EndsWithRecursion) {
  const LaunchShape shape = ShapeOf(R"(kernel @k(%a: array<float32, 1, C, global>) {
  %0 = call_builtin cuda.grid.x : int64
  %1 = call @f %0 : int64
  %2 = element_ptr %a, %1 [0] : ptr<float32, global>
  return
}

device @f(%i: int64) -> int64 {
  %0 = call @f %i : int64
  %1 = call @f %0 : int64
  %2 = call @f %1 : int64
  %3 = call @f %2 : int64
  return %3
}
)",
                                    {Array({10})});
  EXPECT_EQ(shape.rank, 1u);
}

}  // namespace
}  // namespace kernelc::kir
