// The sum of a vector by shuffles.
#include <fmt/format.h>

#include <numeric>

#include "samples/support/sample.h"

int main(int argc, char** argv) {
  return sample::Main(argc, argv, "warp_sum", 1'000'000, [](const sample::Setup& setup) {
    const std::vector<float> data = sample::RandomFloats(setup.size, 0, 1, 1);
    const auto device_data = kernelc::ToDevice(setup.context, data);
    const auto device_total = kernelc::ToDevice(setup.context, std::vector<float>{0.0f});

    const kernelc::JitKernel kernel = setup.program.kernel("warp_sum");
    const kernelc::LaunchConfig config = {.grid = 64, .block = 256};
    // Launched twice: each launch adds to the total.
    const double milliseconds = sample::TimeLaunch(
        setup.context, [&] { kernel.Launch(config, device_data, device_total); });

    const std::vector<double> expected = {2 * std::accumulate(data.begin(), data.end(), 0.0)};
    return sample::Outcome{
        .work = fmt::format("{} elements", setup.size),
        .error = sample::LargestDifference(device_total.ToVector(), expected),
        // Single precision, in an order that is not fixed.
        .limit = 1e-5 * expected[0],
        .milliseconds = milliseconds,
    };
  });
}
