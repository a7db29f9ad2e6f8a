#include "bench/support/cycles.h"

#include <fmt/format.h>

#include <cstdint>
#include <fstream>

#include "bench/support/stats.h"

namespace kernelc::bench {
namespace {

constexpr int kCycles = 1'000'000;
constexpr int kSmokeCycles = 2'000;
// Before the memory in use is first looked at: pools and caches have then grown.
constexpr int kWarmUpCycles = 1'000;

}  // namespace

std::int64_t ResidentBytes() {
  std::ifstream file("/proc/self/statm");
  std::int64_t total = 0;
  std::int64_t resident = 0;
  file >> total >> resident;
  constexpr std::int64_t kPageBytes = 4096;
  return resident * kPageBytes;
}

nlohmann::json MeasureCycles(const Context& context, const Options& options, std::string_view what,
                             const std::function<void()>& cycle) {
  const int count = options.smoke ? kSmokeCycles : kCycles;
  const auto run = [&](int times) {
    for (int i = 0; i < times; ++i) {
      cycle();
    }
    context.Synchronize();
  };
  run(kWarmUpCycles);
  const bool on_gpu = context.device().kind() == DeviceKind::Cuda;
  const auto free_bytes = [&] {
    return on_gpu ? static_cast<std::int64_t>(context.memory_info().free_bytes) : 0;
  };
  const std::int64_t resident = ResidentBytes();
  const std::int64_t free_before = free_bytes();
  const double seconds = SecondsOf([&] { run(count); });
  const std::int64_t host_growth = ResidentBytes() - resident;
  const std::int64_t device_growth = free_before - free_bytes();
  fmt::print("{} cycles of {}: {:.3f} us each, {} bytes more host memory, {} more device memory\n",
             count, what, seconds / count * 1e6, host_growth, device_growth);
  return {{"count", count},
          {"seconds_each", seconds / count},
          {"host_growth_bytes", host_growth},
          {"device_growth_bytes", device_growth}};
}

}  // namespace kernelc::bench
