// y = a * x + y with a grid that is smaller than the vectors.
#include <fmt/format.h>

#include "samples/support/sample.h"

int main(int argc, char** argv) {
  return sample::Main(argc, argv, "saxpy", 1'000'000, [](const sample::Setup& setup) {
    constexpr float kFactor = 2.5f;
    const std::vector<float> x = sample::RandomFloats(setup.size, 0, 1, 1);
    const std::vector<float> y = sample::RandomFloats(setup.size, 0, 1, 2);
    const auto device_x = kernelc::ToDevice(setup.context, x);
    const auto device_y = kernelc::ToDevice(setup.context, y);

    const kernelc::JitKernel kernel = setup.program.kernel("saxpy");
    const kernelc::LaunchConfig config = {.grid = 64, .block = 256};
    // Launched twice: y changes both times.
    const double milliseconds = sample::TimeLaunch(
        setup.context, [&] { kernel.Launch(config, kFactor, device_x, device_y); });

    std::vector<float> expected = y;
    for (int launch = 0; launch < 2; ++launch) {
      for (std::size_t i = 0; i < x.size(); ++i) {
        expected[i] = kFactor * x[i] + expected[i];
      }
    }
    return sample::Outcome{
        .work = fmt::format("{} elements", setup.size),
        .error = sample::LargestDifference(device_y.ToVector(), expected),
        // A multiplication and an addition may be fused, which rounds once less.
        .limit = 1e-6,
        .milliseconds = milliseconds,
    };
  });
}
