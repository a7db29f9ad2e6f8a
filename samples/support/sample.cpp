#include "samples/support/sample.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "samples/support/find_kernel.h"

namespace sample {

namespace {

struct Options {
  std::int64_t size = 0;
  std::string device;
  std::string kernel;
};

constexpr std::string_view kUsage = "usage: {} [SIZE] [--device cpu|cuda|cuda:N] [--kernel FILE]\n";

// Null when the command line is wrong.
std::optional<Options> Parse(int argc, char** argv, std::int64_t default_size) {
  Options options;
  options.size = default_size;
  for (int i = 1; i < argc; ++i) {
    const std::string_view arg = argv[i];
    if ((arg == "--device" || arg == "--kernel") && i + 1 < argc) {
      (arg == "--device" ? options.device : options.kernel) = argv[++i];
      continue;
    }
    const auto [end, error] = std::from_chars(arg.data(), arg.data() + arg.size(), options.size);
    if (error != std::errc() || end != arg.data() + arg.size() || options.size < 1) {
      return std::nullopt;
    }
  }
  return options;
}

}  // namespace

int Main(int argc, char** argv, const std::string& name, std::int64_t default_size,
         const std::function<Outcome(const Setup&)>& body) {
  const std::optional<Options> options = Parse(argc, argv, default_size);
  if (!options) {
    fmt::print(stderr, kUsage, name);
    return 2;
  }
  try {
    const std::string file = options->kernel.empty() ? FindKernel(name) : options->kernel;
    const kernelc::Device device =
        options->device.empty() ? kernelc::default_device() : kernelc::device(options->device);
    const Setup setup{kernelc::Context(device), kernelc::Program::FromFile(file), options->size};
    const Outcome outcome = body(setup);
    const bool passed = outcome.error <= outcome.limit;
    fmt::print("{}: {} on {}, {:.3g} ms, largest difference {:.3g} (limit {:.3g})\n",
               passed ? "PASS" : "FAIL", outcome.work, device.name(), outcome.milliseconds,
               outcome.error, outcome.limit);
    return passed ? 0 : 1;
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}

double TimeLaunch(const kernelc::Context& context, const std::function<void()>& launch) {
  launch();
  context.Synchronize();
  const auto start = std::chrono::steady_clock::now();
  launch();
  context.Synchronize();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
      .count();
}

std::vector<float> RandomFloats(std::int64_t count, float low, float high, unsigned seed) {
  std::mt19937 generator(seed);
  std::vector<float> values(static_cast<std::size_t>(count));
  for (float& value : values) {
    value = low + (high - low) * (static_cast<float>(generator() >> 8) * 0x1p-24f);
  }
  return values;
}

}  // namespace sample
