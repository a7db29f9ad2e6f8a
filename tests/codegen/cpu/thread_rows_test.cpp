// What all threads share, in loops over several rows of threads.
#include <gtest/gtest.h>

#include <string>

#include "tests/codegen/cpu/kir_program.h"

namespace kernelc::codegen {
namespace {

constexpr std::string_view kScale = R"(
kernel @scale(%a: array<float32, 2, C, global>, %by: array<float32, 1, C, global>, %out: array<float32, 2, C, global>) {
  %x = call_builtin cuda.grid.x : int64
  %y = call_builtin cuda.grid.y : int64
  %h = array_extent %a [0] : int64
  %w = array_extent %a [1] : int64
  %in_x = cmp lt %x, %w : bool
  %in_y = cmp lt %y, %h : bool
  %inside = and %in_x, %in_y : bool
  if %inside {
    %zero = const 0 : int64
    %pf = element_ptr %by, %zero [0] : ptr<float32, global>
    %f = load %pf : float32
    %p = element_ptr %a, %y, %x [0] : ptr<float32, global>
    %v = load %p : float32
    %r = mul %v, %f : float32
    %q = element_ptr %out, %y, %x [0] : ptr<float32, global>
    store %q, %r
  }
}
)";

// The factor is not read where no thread is inside: there may be none.
TEST(ThreadRowsTest, SharedLoadsStandBehindTheGuard) {
  const KirProgram program(kScale);
  for (const std::int64_t height : {0, 1, 5, 16, 21}) {
    for (const std::int64_t width : {0, 1, 7, 32, 45}) {
      const auto size = static_cast<std::size_t>(height * width);
      std::vector<float> a(size + 1), by = {3.0f}, out(size + 1, -1.0f), expected(size + 1, -1.0f), none;
      for (std::size_t i = 0; i < size; ++i) {
        a[i] = static_cast<float>(i);
        expected[i] = 3.0f * a[i];
      }
      Params params;
      params.Array(a, {height, width});
      // With nothing to scale there is no memory behind the pointer.
      size == 0 ? params.Array(none, {0}) : params.Array(by);
      params.Array(out, {height, width});
      program.Run("scale", {{2, 3, 1}, {32, 8, 1}}, params);
      EXPECT_EQ(out, expected) << height << " x " << width;
    }
  }
}

}  // namespace
}  // namespace kernelc::codegen
