#include "compiler/driver/run_timing.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "kernelc/event.h"
#include "kernelc/stream.h"

namespace kernelc::driver {
namespace {

constexpr std::uint32_t kWarmUpLaunches = 3;

std::string TimeText(double milliseconds) {
  return milliseconds < 1.0 ? fmt::format("{:.3f} us", milliseconds * 1e3)
                            : fmt::format("{:.3f} ms", milliseconds);
}

}  // namespace

std::string TimeLaunches(const Kernel& kernel, const LaunchConfig& config,
                         std::span<const Arg> args, std::uint32_t launches, std::uint64_t bytes) {
  const Context context = kernel.context();
  const Stream stream(context);
  LaunchConfig timed = config;
  timed.stream = stream;
  for (std::uint32_t i = 0; i < kWarmUpLaunches; ++i) {
    kernel.LaunchArgs(timed, args);
  }
  stream.Synchronize();
  std::vector<double> times;
  const Event begin(context);
  const Event end(context);
  for (std::uint32_t i = 0; i < launches; ++i) {
    begin.Record(stream);
    kernel.LaunchArgs(timed, args);
    end.Record(stream);
    end.Synchronize();
    times.push_back(static_cast<double>(ElapsedMilliseconds(begin, end)));
  }
  std::sort(times.begin(), times.end());
  const double median = times[times.size() / 2];
  std::string text = fmt::format("{} launches: median {}, min {}, max {}", launches,
                                 TimeText(median), TimeText(times.front()), TimeText(times.back()));
  if (median > 0.0) {
    text += fmt::format(", {:.2f} GB/s", static_cast<double>(bytes) / (median * 1e6));
  }
  return text + "\n";
}

}  // namespace kernelc::driver
