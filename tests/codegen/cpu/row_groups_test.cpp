// Groups of threads over several rows: every shape of block computes the same.
#include <gtest/gtest.h>

#include <numeric>

#include "tests/codegen/cpu/kir_program.h"

namespace kernelc::codegen {
namespace {

// out[row, column] = sum over k of a[row, k] * b[k, column], where threads of neighbouring rows
// read the same of b.
constexpr std::string_view kProduct = R"(
kernel @product(%a: array<float32, 2, C, global> {readonly, noalias},
    %b: array<float32, 2, C, global> {readonly, noalias},
    %out: array<float32, 2, C, global> {noalias}) {
  %total = slot "total" : float32
  %zero = const_float 0.0 : float32
  slot_store %total, %zero
  %column = call_builtin cuda.grid.x : int64
  %row = call_builtin cuda.grid.y : int64
  %depth = array_extent %a [1] : int64
  %first = const 0 : int64
  %one = const 1 : int64
  for_range %k: int64 = %first to %depth step %one {
    %pa = element_ptr %a, %row, %k [0] : ptr<float32, global>
    %va = load %pa : float32
    %pb = element_ptr %b, %k, %column [0] : ptr<float32, global>
    %vb = load %pb : float32
    %p = mul %va, %vb : float32
    %old = slot_load %total : float32
    %new = add %old, %p : float32
    slot_store %total, %new
  }
  %sum = slot_load %total : float32
  %po = element_ptr %out, %row, %column [0] : ptr<float32, global>
  store %po, %sum
}
)";

std::vector<float> Small(std::size_t size) {
  std::vector<float> values(size);
  for (std::size_t i = 0; i < size; ++i) {
    values[i] = static_cast<float>(i * 7 % 13) - 5;
  }
  return values;
}

TEST(RowGroupsTest, EveryShapeOfBlockGivesTheProduct) {
  const KirProgram program(kProduct);
  EXPECT_NE(program.split_text().find("group_loop"), std::string::npos) << program.split_text();
  constexpr std::size_t kDepth = 21;
  for (const std::array<std::uint32_t, 3> block : {std::array<std::uint32_t, 3>{16, 16, 1},
                                                   {16, 3, 1},
                                                   {33, 6, 1},
                                                   {5, 9, 1},
                                                   {48, 1, 1},
                                                   {16, 5, 2}}) {
    const Shape shape = {{2, 3, 1}, block};
    const std::size_t width = 2 * block[0];
    const std::size_t height = 3 * block[1];
    std::vector<float> a = Small(height * kDepth);
    std::vector<float> b = Small(kDepth * width);
    std::vector<float> out(height * width);
    const auto extent = [](std::size_t size) { return static_cast<std::int64_t>(size); };
    program.Run("product", shape,
                Params()
                    .Array(a, {extent(height), extent(kDepth)})
                    .Array(b, {extent(kDepth), extent(width)})
                    .Array(out, {extent(height), extent(width)}));
    for (std::size_t row = 0; row < height; ++row) {
      for (std::size_t column = 0; column < width; ++column) {
        float sum = 0;
        for (std::size_t k = 0; k < kDepth; ++k) {
          sum += a[row * kDepth + k] * b[k * width + column];
        }
        ASSERT_EQ(out[row * width + column], sum)
            << block[0] << " x " << block[1] << ", row " << row << ", column " << column;
      }
    }
  }
}

}  // namespace
}  // namespace kernelc::codegen
