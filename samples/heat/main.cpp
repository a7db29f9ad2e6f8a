// A hundred steps of the heat equation: two arrays take turns.
#include <fmt/format.h>

#include <utility>

#include "samples/support/sample.h"

namespace {

constexpr int kSteps = 100;
constexpr float kAlpha = 0.2f;

std::vector<float> Expected(std::vector<float> u, std::size_t n) {
  std::vector<float> next = u;
  for (int step = 0; step < kSteps; ++step) {
    for (std::size_t y = 1; y + 1 < n; ++y) {
      for (std::size_t x = 1; x + 1 < n; ++x) {
        const std::size_t at = y * n + x;
        const float around = u[at - n] + u[at + n] + u[at - 1] + u[at + 1];
        next[at] = u[at] + kAlpha * (around - 4.0f * u[at]);
      }
    }
    std::swap(u, next);
  }
  return u;
}

}  // namespace

int main(int argc, char** argv) {
  return sample::Main(argc, argv, "heat", 300, [](const sample::Setup& setup) {
    const std::int64_t n = setup.size;
    const std::vector<float> start = sample::RandomFloats(n * n, 0, 1, 1);
    kernelc::DeviceArray<float> now(setup.context, start, {n, n});
    kernelc::DeviceArray<float> next(setup.context, {n, n});

    const kernelc::JitKernel kernel = setup.program.kernel("heat");
    const kernelc::LaunchConfig config = {.grid = {sample::Blocks(n, 32), sample::Blocks(n, 8)},
                                          .block = {32, 8}};
    for (int step = 0; step < kSteps; ++step) {
      kernel.Launch(config, now, next, kAlpha);
      std::swap(now, next);
    }
    const std::vector<float> result = now.ToVector();
    const double milliseconds =
        sample::TimeLaunch(setup.context, [&] { kernel.Launch(config, now, next, kAlpha); });

    return sample::Outcome{
        .work = fmt::format("{} x {} points, {} steps", n, n, kSteps),
        .error = sample::LargestDifference(result, Expected(start, static_cast<std::size_t>(n))),
        .limit = 1e-5,
        .milliseconds = milliseconds,
    };
  });
}
