// What a launch costs the host, back to back, with 0 to 64 arrays or scalars: through the JIT API, and of
// kernels of images with variants, against cuLaunchKernel on a GPU; the same on the CPU device.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <functional>
#include <optional>

#include "bench/support/compile_time.h"
#include "bench/support/cuda_driver.h"
#include "bench/support/options.h"
#include "bench/support/report.h"
#include "bench/support/stats.h"
#include "kernelc/program.h"

namespace kernelc::bench {

namespace {

constexpr std::int64_t kElements = 1024;
// Fewer than the driver queues before it makes the host wait.
constexpr int kBatch = 512;

// What is launched: `count` arrays and their length, or an array and `count` integers.
struct Shape {
  bool scalars = false;
  int count = 0;
  std::string name() const { return fmt::format("{}_{}", scalars ? "scalars" : "arrays", count); }
};
constexpr Shape kShapes[] = {{false, 0},  {false, 1}, {false, 4}, {false, 16}, {false, 64},
                             {true, 1}, {true, 4},  {true, 16},  {true, 64}};

// A kernel that stores nothing as long as its integers are not negative.
std::string KernelText(const Shape& shape) {
  if (shape.count == 0) {
    return "from kernelc import *\n\n\n@kernel\ndef arrays_0():\n    pass\n";
  }
  std::string params = shape.scalars ? "a0" : "n";
  std::string sum = "0.0";
  for (int i = 0; i < shape.count; ++i) {
    params += fmt::format(", {}{}", shape.scalars ? "s" : "a", i);
    sum += shape.scalars ? fmt::format(" + s{}", i) : fmt::format(" + a{}[0]", i);
  }
  return fmt::format(
      "from kernelc import *\n\n\n"
      "@kernel\n"
      "def {}({}):\n"
      "    if {} < 0:\n"
      "        a0[0] = {}\n",
      shape.name(), params, shape.scalars ? "s0" : "n", sum);
}

// Types of its parameters.
std::string SignatureOf(const Shape& shape) {
  if (shape.count == 0) {
    return "()";
  }
  std::string types = shape.scalars ? "float32[::1]" : "int64";
  for (int i = 0; i < shape.count; ++i) {
    types += shape.scalars ? ", int64" : ", float32[::1]";
  }
  return types;
}

Kernel Prebuilt(const Context& context, const Shape& shape) {
  return KernelOfImage(context, shape.name(), KernelText(shape), SignatureOf(shape));
}

// A launch of a kernel with its arguments, ready to go.
struct Launcher {
  std::vector<DeviceArrayAny> arrays;
  std::vector<Arg> args;
  JitKernel kernel;
  // The argument that changes from launch to launch, or none.
  std::optional<std::size_t> changing;
  std::int64_t value = kElements;

  Launcher(const Context& context, const Shape& shape)
      : kernel(Program::FromSource(KernelText(shape)).kernel(shape.name())) {
    const int array_count = shape.scalars ? 1 : shape.count;
    for (int i = 0; i < array_count; ++i) {
      arrays.push_back(DeviceArrayAny::Zeros(context, ScalarKind::Float32, {kElements}));
    }
    if (!shape.scalars && shape.count != 0) {
      args.emplace_back(kElements);
      changing = 0;
    }
    args.insert(args.end(), arrays.begin(), arrays.end());
    for (int i = 0; shape.scalars && i < shape.count; ++i) {
      args.emplace_back(kElements + i);
      changing = args.size() - 1;
    }
  }
  // The same launch with another value than the last time, as in a loop over steps.
  void LaunchChanged(const LaunchConfig& config) {
    if (changing) {
      args[*changing] = Arg(++value);
    }
    kernel.LaunchArgs(config, args);
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

// Of the JIT API, the same with an argument that changes, a specialised kernel, a bound one, cuLaunchKernel
// with pointers to arguments, cuLaunchKernel with one buffer, a kernel of an image.
std::vector<Summary> MeasureGpu(const Context& context, const CudaModules& modules,
                                const Shape& shape, const Options& options) {
  const Stream stream(context);
  Launcher launcher(context, shape);
  const LaunchConfig config = {.grid = 1, .block = 32, .stream = stream};
  const Kernel typed = launcher.kernel.Specialize(context, std::span<const Arg>(launcher.args));
  const BoundKernel bound = typed.BindArgs(launcher.args);
  const Kernel prebuilt = Prebuilt(context, shape);
  const CudaFunction function = modules.Find(shape.name());

  std::vector<std::uint64_t> values;
  for (const Arg& arg : launcher.args) {
    values.push_back(arg.kind() == abi::ArgKind::Array ? arg.array().data() : kElements);
  }
  std::vector<void*> params;
  for (std::uint64_t& value : values) {
    params.push_back(&value);
  }
  const auto buffer = std::as_writable_bytes(std::span(values));
  void* handle = stream.native_handle();
  const auto host_seconds = [&](const std::function<void()>& launch) {
    const ContextScope scope(context);
    return HostSeconds(context, launch);
  };
  return Interleave(
      {[&] {
         return host_seconds([&] { launcher.kernel.LaunchArgs(config, launcher.args); });
       },
       [&] { return host_seconds([&] { launcher.LaunchChanged(config); }); },
       [&] { return host_seconds([&] { typed.LaunchArgs(config, launcher.args); }); },
       [&] { return host_seconds([&] { bound.Launch(config); }); },
       [&] {
         return host_seconds([&] { function.Launch({}, {32, 1, 1}, params.data(), handle); });
       },
       [&] {
         return host_seconds([&] { function.LaunchPacked({}, {32, 1, 1}, buffer, handle); });
       },
       [&] {
         return host_seconds([&] { prebuilt.LaunchArgs(config, launcher.args); });
       }},
      MakePlan(options));
}

// On the CPU device: one block without waiting, the same with an argument that changes, by a specialised kernel, by
// a bound one, one block waited for, a block for each thread waited for, by a kernel of an image.
std::vector<Summary> MeasureCpu(const Context& context, const Shape& shape,
                                const Options& options) {
  const ContextScope scope(context);
  Launcher launcher(context, shape);
  const auto blocks = static_cast<std::uint32_t>(context.device().properties().multiprocessors);
  const LaunchConfig one = {.grid = 1, .block = 32};
  const LaunchConfig all = {.grid = blocks, .block = 32};
  const Kernel typed = launcher.kernel.Specialize(context, std::span<const Arg>(launcher.args));
  const BoundKernel bound = typed.BindArgs(launcher.args);
  const Kernel prebuilt = Prebuilt(context, shape);
  const auto launch = [&](const LaunchConfig& config) {
    launcher.kernel.LaunchArgs(config, launcher.args);
  };
  return Interleave(
      {[&] { return HostSeconds(context, [&] { launch(one); }); },
       [&] { return HostSeconds(context, [&] { launcher.LaunchChanged(one); }); },
       [&] { return HostSeconds(context, [&] { typed.LaunchArgs(one, launcher.args); }); },
       [&] { return HostSeconds(context, [&] { bound.Launch(one); }); },
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
       },
       [&] { return HostSeconds(context, [&] { prebuilt.LaunchArgs(one, launcher.args); }); }},
      MakePlan(options));
}

std::string Microseconds(const Summary& summary) {
  return fmt::format("{:.3f}", summary.median * 1e6);
}

nlohmann::json RunGpu(const Options& options) {
  const Context context(options.device.empty() ? "cuda" : options.device);
  const ContextScope scope(context);
  const CudaModules modules;
  Table table({"arguments", "kernelc us", "changing us", "typed us", "bound us", "image us",
               "cuLaunchKernel us", "packed us", "ratio", "image ratio", "ns above", "bound ns above"});
  nlohmann::json rows = nlohmann::json::array();
  for (const Shape& shape : kShapes) {
    if (!options.Selects(shape.name())) {
      continue;
    }
    const std::vector<Summary> row = MeasureGpu(context, modules, shape, options);
    const double ratio = row[0].median / row[4].median;
    const double image_ratio = row[6].median / row[4].median;
    const double above = std::max(row[0].median, row[1].median) - row[4].median;
    const double bound_above = row[3].median - row[4].median;
    table.Add({shape.name(), Microseconds(row[0]), Microseconds(row[1]), Microseconds(row[2]),
               Microseconds(row[3]), Microseconds(row[6]), Microseconds(row[4]), Microseconds(row[5]),
               fmt::format("{:.3f}", ratio), fmt::format("{:.3f}", image_ratio), fmt::format("{:.0f}", above * 1e9),
               fmt::format("{:.0f}", bound_above * 1e9)});
    rows.push_back({{"arguments", shape.name()},
                    {"kernelc_seconds", ToJson(row[0])},
                    {"changing_seconds", ToJson(row[1])},
                    {"typed_seconds", ToJson(row[2])},
                    {"bound_seconds", ToJson(row[3])},
                    {"driver_seconds", ToJson(row[4])},
                    {"driver_packed_seconds", ToJson(row[5])},
                    {"image_seconds", ToJson(row[6])},
                    {"ratio", ratio},
                    {"image_ratio", image_ratio}});
  }
  fmt::print("launch on {}\n{}", context.device().properties().name, table.Text());
  return {{"device", context.device().properties().name}, {"rows", rows}};
}

nlohmann::json RunCpu(const Options& options) {
  const Context context(cpu_device());
  Table table({"arguments", "launch us", "changing us", "typed us", "bound us", "image us",
               "launch and wait us", "all threads, wait us"});
  nlohmann::json rows = nlohmann::json::array();
  for (const Shape& shape : kShapes) {
    if (!options.Selects(shape.name())) {
      continue;
    }
    const std::vector<Summary> row = MeasureCpu(context, shape, options);
    table.Add({shape.name(), Microseconds(row[0]), Microseconds(row[1]), Microseconds(row[2]),
               Microseconds(row[3]), Microseconds(row[6]), Microseconds(row[4]), Microseconds(row[5])});
    rows.push_back({{"arguments", shape.name()},
                    {"launch_seconds", ToJson(row[0])},
                    {"changing_seconds", ToJson(row[1])},
                    {"typed_seconds", ToJson(row[2])},
                    {"bound_seconds", ToJson(row[3])},
                    {"image_seconds", ToJson(row[6])},
                    {"launch_and_wait_seconds", ToJson(row[4])},
                    {"all_threads_seconds", ToJson(row[5])}});
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
