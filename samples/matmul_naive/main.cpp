// A square matrix product, one thread an element, from global memory.
#include <fmt/format.h>

#include "samples/support/sample.h"

int main(int argc, char** argv) {
  return sample::Main(argc, argv, "matmul_naive", 200, [](const sample::Setup& setup) {
    const std::int64_t n = setup.size;
    const std::vector<float> a = sample::RandomFloats(n * n, 0, 1, 1);
    const std::vector<float> b = sample::RandomFloats(n * n, 0, 1, 2);
    const kernelc::DeviceArray<float> device_a(setup.context, a, {n, n});
    const kernelc::DeviceArray<float> device_b(setup.context, b, {n, n});
    const kernelc::DeviceArray<float> device_c(setup.context, {n, n});

    const kernelc::JitKernel kernel = setup.program.kernel("matmul_naive");
    const std::uint32_t blocks = sample::Blocks(n, 16);
    const kernelc::LaunchConfig config = {.grid = {blocks, blocks}, .block = {16, 16}};
    const double milliseconds = sample::TimeLaunch(
        setup.context, [&] { kernel.Launch(config, device_a, device_b, device_c); });

    const auto size = static_cast<std::size_t>(n);
    std::vector<double> expected(size * size);
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t k = 0; k < size; ++k) {
        for (std::size_t j = 0; j < size; ++j) {
          expected[i * size + j] +=
              static_cast<double>(a[i * size + k]) * static_cast<double>(b[k * size + j]);
        }
      }
    }
    return sample::Outcome{
        .work = fmt::format("{} x {}", n, n),
        .error = sample::LargestDifference(device_c.ToVector(), expected),
        // A sum of n products, each below 1.
        .limit = 1e-6 * static_cast<double>(n),
        .milliseconds = milliseconds,
    };
  });
}
