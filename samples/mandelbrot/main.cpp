// Escape times, checked point by point.
#include <fmt/format.h>

#include <complex>

#include "samples/support/sample.h"

namespace {

std::uint8_t EscapeTime(std::complex<double> c, int limit) {
  std::complex<double> z = 0;
  for (int i = 0; i < limit; ++i) {
    z = z * z + c;
    if (std::norm(z) >= 4) {
      return static_cast<std::uint8_t>(i);
    }
  }
  return static_cast<std::uint8_t>(limit);
}

}  // namespace

int main(int argc, char** argv) {
  return sample::Main(argc, argv, "mandelbrot", 512, [](const sample::Setup& setup) {
    constexpr std::int64_t kLimit = 200;
    const std::int64_t n = setup.size;
    const kernelc::DeviceArray<std::uint8_t> image(setup.context, {n, n});

    const kernelc::JitKernel kernel = setup.program.kernel("mandelbrot");
    const kernelc::LaunchConfig config = {.grid = {8, 8}, .block = {32, 8}};
    const double milliseconds = sample::TimeLaunch(
        setup.context, [&] { kernel.Launch(config, image, -2.0, 0.5, -1.25, 1.25, kLimit); });

    const std::vector<std::uint8_t> actual = image.ToVector();
    const double step = 2.5 / static_cast<double>(n);
    std::int64_t different = 0;
    for (std::int64_t y = 0; y < n; ++y) {
      for (std::int64_t x = 0; x < n; ++x) {
        const std::complex<double> c(-2.0 + static_cast<double>(x) * step,
                                     -1.25 + static_cast<double>(y) * step);
        different += actual[static_cast<std::size_t>(y * n + x)] != EscapeTime(c, kLimit);
      }
    }
    return sample::Outcome{
        .work = fmt::format("{} x {} points, {} differ", n, n, different),
        .error = static_cast<double>(different) / static_cast<double>(n * n),
        // On the border of the set one rounding decides; fused multiplication and addition rounds
        // once less.
        .limit = 2e-3,
        .milliseconds = milliseconds,
    };
  });
}
