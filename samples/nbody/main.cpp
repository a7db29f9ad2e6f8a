// What a cloud of bodies does to each of its bodies, checked against the same sum in double
// precision.
#include <fmt/format.h>

#include <cmath>

#include "samples/support/sample.h"

namespace {

std::vector<double> Expected(const std::vector<float>& bodies) {
  constexpr double kSoftening = 1e-3;
  const std::size_t n = bodies.size() / 4;
  std::vector<double> acceleration(3 * n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      double distance[3];
      double squared = kSoftening;
      for (std::size_t k = 0; k < 3; ++k) {
        distance[k] =
            static_cast<double>(bodies[4 * j + k]) - static_cast<double>(bodies[4 * i + k]);
        squared += distance[k] * distance[k];
      }
      const double pull = static_cast<double>(bodies[4 * j + 3]) / (squared * std::sqrt(squared));
      for (std::size_t k = 0; k < 3; ++k) {
        acceleration[3 * i + k] += pull * distance[k];
      }
    }
  }
  return acceleration;
}

}  // namespace

int main(int argc, char** argv) {
  return sample::Main(argc, argv, "nbody", 2000, [](const sample::Setup& setup) {
    const std::int64_t n = setup.size;
    const std::vector<float> bodies = sample::RandomFloats(4 * n, 0, 1, 1);
    const kernelc::DeviceArray<float> device_bodies(setup.context, bodies, {n, 4});
    const kernelc::DeviceArray<float> device_acceleration(setup.context, {n, 3});

    const kernelc::JitKernel kernel = setup.program.kernel("nbody");
    const kernelc::LaunchConfig config = {.grid = sample::Blocks(n, 256), .block = 256};
    const double milliseconds = sample::TimeLaunch(
        setup.context, [&] { kernel.Launch(config, device_bodies, device_acceleration); });

    return sample::Outcome{
        .work = fmt::format("{} bodies", n),
        .error = sample::LargestDifference(device_acceleration.ToVector(), Expected(bodies)),
        // A sum of n terms in single precision; the nearest neighbours give terms of some hundreds.
        .limit = 1e-5 * static_cast<double>(n) + 0.01,
        .milliseconds = milliseconds,
    };
  });
}
