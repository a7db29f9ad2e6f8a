// What a launch costs the host, back to back, with 1, 4 and 16 arrays: through the JIT API against
// cuLaunchKernel on a GPU, and through the JIT API on the CPU device.
#include <fmt/format.h>

#include <cstdio>
#include <cstring>
#include <functional>
#include <optional>

#include "bench/support/cuda_driver.h"
#include "bench/support/options.h"
#include "bench/support/report.h"
#include "bench/support/stats.h"
#include "kernelc/program.h"

namespace kernelc::bench {

namespace {

constexpr int kArrayCounts[] = {1, 4, 16};
constexpr std::int64_t kElements = 1024;
// Fewer than the driver queues before it makes the host wait.
constexpr int kBatch = 512;

// A kernel with `count` arrays that stores nothing as long as n is not negative.
std::string KernelText(int count) {
  std::string params;
  std::string sum = "0.0";
  for (int i = 0; i < count; ++i) {
    params += fmt::format("a{}, ", i);
    sum += fmt::format(" + a{}[0]", i);
  }
  return fmt::format(
      "from kernelc import *\n\n\n"
      "@kernel\n"
      "def launch_{}({}n):\n"
      "    if n < 0:\n"
      "        a0[0] = {}\n",
      count, params, sum);
}

// A launch of a kernel with a number of arrays, ready to go.
struct Launcher {
  std::vector<DeviceArrayAny> arrays;
  std::vector<Arg> args;
  JitKernel kernel;

  Launcher(const Context& context, int count)
      : kernel(Program::FromSource(KernelText(count)).kernel(fmt::format("launch_{}", count))) {
    for (int i = 0; i < count; ++i) {
      arrays.push_back(DeviceArrayAny::Zeros(context, ScalarKind::Float32, {kElements}));
    }
    for (const DeviceArrayAny& array : arrays) {
      args.emplace_back(array);
    }
    args.emplace_back(kElements);
  }
};

// Seconds for one of kBatch launches; what they start is waited for afterwards, unmeasured.
double HostSeconds(const Context& context, const std::function<void()>& launch) {
  const double seconds = SecondsOf([&] {
    for (int i = 0; i < kBatch; ++i) {
      launch();
    }
  });
  context.Synchronize();
  return seconds / kBatch;
}

Plan MakePlan(const Options& options) {
  return {.warm_up = 2,
          .min_rounds = options.smoke ? 1 : 21,
          .max_rounds = 401,
          .seconds = options.seconds};
}

// Of the JIT API, cuLaunchKernel with pointers to arguments, cuLaunchKernel with one buffer.
std::vector<Summary> MeasureGpu(const Context& context, const CudaModules& modules, int count,
                                const Options& options) {
  const Stream stream(context);
  Launcher launcher(context, count);
  const LaunchConfig config = {.grid = 1, .block = 32, .stream = stream};
  const CudaFunction function = modules.Find(fmt::format("launch_{}", count));

  std::vector<std::uint64_t> values;
  for (const DeviceArrayAny& array : launcher.arrays) {
    values.push_back(array.data());
  }
  values.push_back(static_cast<std::uint64_t>(kElements));
  std::vector<void*> params;
  for (std::uint64_t& value : values) {
    params.push_back(&value);
  }
  const auto buffer = std::as_writable_bytes(std::span(values));
  void* handle = stream.native_handle();

  return Interleave({[&] {
                       return HostSeconds(
                           context, [&] { launcher.kernel.LaunchArgs(config, launcher.args); });
                     },
                     [&] {
                       const ContextScope scope(context);
                       return HostSeconds(context, [&] {
                         function.Launch({}, {32, 1, 1}, params.data(), handle);
                       });
                     },
                     [&] {
                       const ContextScope scope(context);
                       return HostSeconds(context, [&] {
                         function.LaunchPacked({}, {32, 1, 1}, buffer, handle);
                       });
                     }},
                    MakePlan(options));
}

// On the CPU device: one block without waiting, one block waited for, a block for each thread
// waited for.
std::vector<Summary> MeasureCpu(const Context& context, int count, const Options& options) {
  Launcher launcher(context, count);
  const auto blocks = static_cast<std::uint32_t>(context.device().properties().multiprocessors);
  const LaunchConfig one = {.grid = 1, .block = 32};
  const LaunchConfig all = {.grid = blocks, .block = 32};
  const auto launch = [&](const LaunchConfig& config) {
    launcher.kernel.LaunchArgs(config, launcher.args);
  };
  return Interleave({[&] { return HostSeconds(context, [&] { launch(one); }); },
                     [&] {
                       return HostSeconds(context, [&] {
                         launch(one);
                         context.Synchronize();
                       });
                     },
                     [&] {
                       return HostSeconds(context, [&] {
                         launch(all);
                         context.Synchronize();
                       });
                     }},
                    MakePlan(options));
}

std::string Microseconds(const Summary& summary) {
  return fmt::format("{:.3f}", summary.median * 1e6);
}

nlohmann::json RunGpu(const Options& options) {
  const Context context(options.device.empty() ? "cuda" : options.device);
  const ContextScope scope(context);
  const CudaModules modules;
  Table table({"arrays", "kernelc us", "cuLaunchKernel us", "packed us", "ratio"});
  nlohmann::json rows = nlohmann::json::array();
  for (const int count : kArrayCounts) {
    const std::vector<Summary> row = MeasureGpu(context, modules, count, options);
    const double ratio = row[0].median / row[1].median;
    table.Add({fmt::format("{}", count), Microseconds(row[0]), Microseconds(row[1]),
               Microseconds(row[2]), fmt::format("{:.3f}", ratio)});
    rows.push_back({{"arrays", count},
                    {"kernelc_seconds", ToJson(row[0])},
                    {"driver_seconds", ToJson(row[1])},
                    {"driver_packed_seconds", ToJson(row[2])},
                    {"ratio", ratio}});
  }
  fmt::print("launch on {}\n{}", context.device().properties().name, table.Text());
  return {{"device", context.device().properties().name}, {"rows", rows}};
}

nlohmann::json RunCpu(const Options& options) {
  const Context context(cpu_device());
  Table table({"arrays", "launch us", "launch and wait us", "all threads, wait us"});
  nlohmann::json rows = nlohmann::json::array();
  for (const int count : kArrayCounts) {
    const std::vector<Summary> row = MeasureCpu(context, count, options);
    table.Add({fmt::format("{}", count), Microseconds(row[0]), Microseconds(row[1]),
               Microseconds(row[2])});
    rows.push_back({{"arrays", count},
                    {"launch_seconds", ToJson(row[0])},
                    {"launch_and_wait_seconds", ToJson(row[1])},
                    {"all_threads_seconds", ToJson(row[2])}});
  }
  fmt::print("launch on {}\n{}", context.device().properties().name, table.Text());
  return {{"device", context.device().properties().name}, {"rows", rows}};
}

int Run(const Options& options) {
  nlohmann::json report = {{"benchmark", "launch"}, {"host", DescribeHost()}};
  if (!options.device.starts_with("cuda")) {
    report["cpu"] = RunCpu(options);
  }
  if (options.device != "cpu") {
    if (!cuda_available()) {
      fmt::print("no launches on a GPU: {}\n", why_cuda_is_unavailable());
    } else if (!CudaModules::available()) {
      fmt::print("no launches on a GPU: built without nvcc, nothing to compare with\n");
    } else {
      report["gpu"] = RunGpu(options);
    }
  }
  return options.json.empty() || WriteReport(report, options.json) ? 0 : 1;
}

}  // namespace

}  // namespace kernelc::bench

int main(int argc, char** argv) {
  const auto options = kernelc::bench::ParseOptions(argc, argv);
  if (!options) {
    return 2;
  }
  try {
    return kernelc::bench::Run(*options);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 3;
  }
}
