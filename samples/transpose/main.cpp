// A matrix that is not square, transposed in tiles.
#include <fmt/format.h>

#include "samples/support/sample.h"

int main(int argc, char** argv) {
  return sample::Main(argc, argv, "transpose", 1000, [](const sample::Setup& setup) {
    const std::int64_t rows = setup.size;
    const std::int64_t columns = setup.size + setup.size / 2;
    const std::vector<float> src = sample::RandomFloats(rows * columns, 0, 1, 1);
    const kernelc::DeviceArray<float> device_src(setup.context, src, {rows, columns});
    const kernelc::DeviceArray<float> device_dst(setup.context, {columns, rows});

    const kernelc::JitKernel kernel = setup.program.kernel("transpose");
    const kernelc::LaunchConfig config = {
        .grid = {sample::Blocks(columns, 32), sample::Blocks(rows, 32)}, .block = {32, 8}};
    const double milliseconds =
        sample::TimeLaunch(setup.context, [&] { kernel.Launch(config, device_src, device_dst); });

    std::vector<float> expected(src.size());
    for (std::int64_t y = 0; y < rows; ++y) {
      for (std::int64_t x = 0; x < columns; ++x) {
        expected[static_cast<std::size_t>(x * rows + y)] =
            src[static_cast<std::size_t>(y * columns + x)];
      }
    }
    return sample::Outcome{
        .work = fmt::format("{} x {}", rows, columns),
        .error = sample::LargestDifference(device_dst.ToVector(), expected),
        .limit = 0,
        .milliseconds = milliseconds,
    };
  });
}
