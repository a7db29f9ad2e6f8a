// c = a + b on the device, checked against the same addition on the host.
#include <fmt/format.h>

#include "samples/support/sample.h"

int main(int argc, char** argv) {
  return sample::Main(argc, argv, "vector_add", 1'000'000, [](const sample::Setup& setup) {
    const std::vector<float> a = sample::RandomFloats(setup.size, 0, 1, 1);
    const std::vector<float> b = sample::RandomFloats(setup.size, 0, 1, 2);
    const auto device_a = kernelc::ToDevice(setup.context, a);
    const auto device_b = kernelc::ToDevice(setup.context, b);
    const kernelc::DeviceArray<float> device_c(setup.context, {setup.size});

    const kernelc::JitKernel kernel = setup.program.kernel("vector_add");
    const kernelc::LaunchConfig config = {.grid = sample::Blocks(setup.size, 256), .block = 256};
    const double milliseconds = sample::TimeLaunch(
        setup.context, [&] { kernel.Launch(config, device_a, device_b, device_c); });

    std::vector<float> expected(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
      expected[i] = a[i] + b[i];
    }
    return sample::Outcome{
        .work = fmt::format("{} elements", setup.size),
        .error = sample::LargestDifference(device_c.ToVector(), expected),
        .limit = 0,
        .milliseconds = milliseconds,
    };
  });
}
