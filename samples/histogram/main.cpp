// How often each byte occurs.
#include <fmt/format.h>

#include <random>

#include "samples/support/sample.h"

int main(int argc, char** argv) {
  return sample::Main(argc, argv, "histogram", 1'000'000, [](const sample::Setup& setup) {
    std::mt19937 generator(1);
    std::vector<std::uint8_t> data(static_cast<std::size_t>(setup.size));
    for (std::uint8_t& value : data) {
      value = static_cast<std::uint8_t>(generator() >> 24);
    }
    const auto device_data = kernelc::ToDevice(setup.context, data);
    const auto device_bins = kernelc::ToDevice(setup.context, std::vector<std::int32_t>(256));

    const kernelc::JitKernel kernel = setup.program.kernel("histogram");
    const kernelc::LaunchConfig config = {.grid = 64, .block = 256};
    // Launched twice: each launch adds to the bins.
    const double milliseconds =
        sample::TimeLaunch(setup.context, [&] { kernel.Launch(config, device_data, device_bins); });

    std::vector<std::int32_t> expected(256);
    for (const std::uint8_t value : data) {
      expected[value] += 2;
    }
    return sample::Outcome{
        .work = fmt::format("{} bytes", setup.size),
        .error = sample::LargestDifference(device_bins.ToVector(), expected),
        .limit = 0,
        .milliseconds = milliseconds,
    };
  });
}
