// One kernel file, ten tile sizes: the host gives the constants, and the text stays as it is.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <span>
#include <vector>

#include "samples/support/find_kernel.h"
#include "samples/support/sample.h"

namespace {

constexpr std::int64_t kTiles[] = {32, 48, 64, 96, 128, 192, 256, 384, 512, 1024};

std::vector<float> Smooth(const std::vector<float>& src, const std::vector<float>& weights) {
  const auto radius = static_cast<std::int64_t>(weights.size() / 2);
  const auto size = static_cast<std::int64_t>(src.size());
  std::vector<float> sums(src.size());
  for (std::int64_t i = 0; i < size; ++i) {
    for (std::size_t k = 0; k < weights.size(); ++k) {
      const std::int64_t at = i - radius + static_cast<std::int64_t>(k);
      sums[static_cast<std::size_t>(i)] +=
          at >= 0 && at < size ? weights[k] * src[static_cast<std::size_t>(at)] : 0.0F;
    }
  }
  return sums;
}

}  // namespace

int main(int argc, char** argv) {
  return sample::Main(argc, argv, "tile_sizes", 100000, [](const sample::Setup& setup) {
    const std::vector<float> weights = {0.0625F, 0.25F, 0.375F, 0.25F, 0.0625F};
    const std::vector<float> src = sample::RandomFloats(setup.size, 0, 1, 1);
    const std::vector<float> expected = Smooth(src, weights);
    const kernelc::DeviceArray<float> device_src(setup.context, src, {setup.size});

    sample::Outcome outcome;
    outcome.limit = 1e-6;
    outcome.milliseconds = std::numeric_limits<double>::infinity();
    std::int64_t best = 0;
    for (const std::int64_t tile : kTiles) {
      kernelc::ProgramOptions options;
      options.constants = {{"TILE", tile}, {"WEIGHTS", kernelc::HostArrayView(std::span(weights))}};
      const kernelc::Program program =
          kernelc::Program::FromFile(sample::FindKernel("tile_sizes"), options);
      const kernelc::JitKernel kernel = program.kernel("smooth");
      const kernelc::LaunchConfig config = {.grid = sample::Blocks(setup.size, tile),
                                            .block = static_cast<std::uint32_t>(tile)};
      const kernelc::DeviceArray<float> device_dst(setup.context, {setup.size});
      const double milliseconds =
          sample::TimeLaunch(setup.context, [&] { kernel.Launch(config, device_src, device_dst); });
      outcome.error =
          std::max(outcome.error, sample::LargestDifference(device_dst.ToVector(), expected));
      if (milliseconds < outcome.milliseconds) {
        outcome.milliseconds = milliseconds;
        best = tile;
      }
    }
    outcome.work =
        fmt::format("{} elements, {} tile sizes, best {}", setup.size, std::size(kTiles), best);
    return outcome;
  });
}
