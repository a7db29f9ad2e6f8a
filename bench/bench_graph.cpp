// What the replay of a graph costs, for each of its kernels: on a GPU against cuGraphLaunch of a
// graph that the driver captured from the same launches, and everywhere against the launches one by
// one.
#include <fmt/format.h>

#include <cstdio>

#include "bench/support/cuda_driver.h"
#include "bench/support/options.h"
#include "bench/support/report.h"
#include "bench/support/stats.h"
#include "kernelc/graph.h"
#include "kernelc/program.h"

namespace kernelc::bench {

namespace {

constexpr const char* kText =
    "from kernelc import *\n\n\n"
    "@kernel\n"
    "def step(x, factor):\n"
    "    i = grid(1)\n"
    "    if i < x.size:\n"
    "        x[i] = x[i] * factor\n";
constexpr std::int64_t kElements = 256;
constexpr LaunchConfig kConfig = {.grid = 1, .block = 256};
// Replays that follow each other before they are waited for.
constexpr int kBatch = 20;

struct Shape {
  int kernels = 0;
  int branches = 1;
  std::string name() const {
    return branches == 1 ? fmt::format("chain_{}", kernels)
                         : fmt::format("{}_branches_{}", branches, kernels);
  }
};
constexpr Shape kShapes[] = {{1}, {10}, {100}, {1000}, {100, 4}, {1000, 4}};

// The launches of a shape, into a stream and others that join it.
class Work {
 public:
  Work(const Context& context, const Shape& shape)
      : shape_(shape), fork_(context), kernel_(Program::FromSource(kText).kernel("step")) {
    for (int i = 0; i < shape.branches; ++i) {
      arrays_.push_back(
          DeviceArray<float>(DeviceArrayAny::Zeros(context, ScalarKind::Float32, {kElements})));
      streams_.emplace_back(context);
      joins_.emplace_back(context);
    }
    // Compiles.
    kernel_.Launch(kConfig, arrays_.front(), 1.0f);
    context.Synchronize();
  }
  void Enqueue(StreamRef stream) {
    fork_.Record(stream);
    for (int i = 0; i < shape_.branches; ++i) {
      const auto b = static_cast<std::size_t>(i);
      const StreamRef branch = i == 0 ? stream : streams_[b].ref();
      if (i != 0) {
        branch.Wait(fork_);
      }
      LaunchConfig config = kConfig;
      config.stream = branch;
      for (int k = 0; k < shape_.kernels / shape_.branches; ++k) {
        kernel_.Launch(config, arrays_[b], 1.0f);
      }
      if (i != 0) {
        joins_[b].Record(branch);
        stream.Wait(joins_[b]);
      }
    }
  }

 private:
  Shape shape_;
  Event fork_;
  JitKernel kernel_;
  std::vector<DeviceArray<float>> arrays_;
  std::vector<Stream> streams_;
  std::vector<Event> joins_;
};

struct Times {
  Summary replay_host = {};
  Summary driver_host = {};
  Summary replay = {};
  Summary driver = {};
  Summary launches = {};
};

Plan MakePlan(const Options& options) {
  return {.warm_up = 2,
          .min_rounds = options.smoke ? 1 : 11,
          .max_rounds = 201,
          .seconds = options.seconds};
}

// Seconds of one of kBatch calls; with waiting for what they start, or without.
double Seconds(StreamRef stream, bool wait, const std::function<void()>& call) {
  const double seconds = SecondsOf([&] {
    for (int i = 0; i < kBatch; ++i) {
      call();
    }
    if (wait) {
      stream.Synchronize();
    }
  });
  stream.Synchronize();
  return seconds / kBatch;
}

Times Measure(const Context& context, const Shape& shape, const Options& options) {
  const ContextScope scope(context);
  const bool is_gpu = context.device().kind() == DeviceKind::Cuda;
  const Stream stream(context);
  Work work(context, shape);
  const Graph graph(context);
  {
    GraphCapture capture(graph, stream);
    work.Enqueue(stream);
    capture.End();
  }
  const GraphExec exec = graph.Instantiate();
  std::unique_ptr<DriverGraph> driver;
  if (is_gpu) {
    driver = std::make_unique<DriverGraph>(stream.native_handle(), [&] { work.Enqueue(stream); });
  }
  const std::function<void()> replay = [&] { exec.Launch(stream); };
  const std::function<void()> driver_replay = [&] { driver->Launch(stream.native_handle()); };
  std::vector<std::function<double()>> sides = {
      [&] { return Seconds(stream, false, replay); }, [&] { return Seconds(stream, true, replay); },
      [&] { return Seconds(stream, true, [&] { work.Enqueue(stream); }); }};
  if (is_gpu) {
    sides.push_back([&] { return Seconds(stream, false, driver_replay); });
    sides.push_back([&] { return Seconds(stream, true, driver_replay); });
  }
  const std::vector<Summary> row = Interleave(sides, MakePlan(options));
  Times times{.replay_host = row[0], .replay = row[1], .launches = row[2]};
  if (is_gpu) {
    times.driver_host = row[3];
    times.driver = row[4];
  }
  return times;
}

nlohmann::json RunOn(const Context& context, const Options& options) {
  const bool is_gpu = context.device().kind() == DeviceKind::Cuda;
  std::vector<std::string> header = {"graph", "replay, host us", "us a kernel",
                                     "launches, us a kernel"};
  if (is_gpu) {
    header.insert(header.end(),
                  {"cuGraphLaunch, host us", "us a kernel", "ratio", "host ns above"});
  }
  Table table(header);
  nlohmann::json rows = nlohmann::json::array();
  for (const Shape& shape : kShapes) {
    if (!options.Selects(shape.name()) || (options.smoke && shape.kernels > 100)) {
      continue;
    }
    const Times times = Measure(context, shape, options);
    const auto each = [&](const Summary& summary) {
      return fmt::format("{:.3f}", summary.median * 1e6 / shape.kernels);
    };
    const auto whole = [](const Summary& summary) {
      return fmt::format("{:.2f}", summary.median * 1e6);
    };
    std::vector<std::string> row = {shape.name(), whole(times.replay_host), each(times.replay),
                                    each(times.launches)};
    nlohmann::json json = {{"graph", shape.name()},
                           {"kernels", shape.kernels},
                           {"replay_host_seconds", ToJson(times.replay_host)},
                           {"replay_seconds", ToJson(times.replay)},
                           {"launches_seconds", ToJson(times.launches)}};
    if (is_gpu) {
      const double ratio = times.replay.median / times.driver.median;
      const double above = times.replay_host.median - times.driver_host.median;
      row.insert(row.end(), {whole(times.driver_host), each(times.driver),
                             fmt::format("{:.3f}", ratio), fmt::format("{:.0f}", above * 1e9)});
      json["driver_host_seconds"] = ToJson(times.driver_host);
      json["driver_seconds"] = ToJson(times.driver);
      json["ratio"] = ratio;
    }
    table.Add(std::move(row));
    rows.push_back(std::move(json));
  }
  fmt::print("graphs on {}\n{}", context.device().properties().name, table.Text());
  return {{"device", context.device().properties().name}, {"rows", rows}};
}

int Run(const Options& options) {
  nlohmann::json report = {{"benchmark", "graph"}, {"host", DescribeHost()}};
  if (!options.device.starts_with("cuda")) {
    report["cpu"] = RunOn(Context(cpu_device()), options);
  }
  if (options.device != "cpu") {
    if (!cuda_available()) {
      fmt::print("no graphs on a GPU: {}\n", why_cuda_is_unavailable());
    } else {
      report["gpu"] = RunOn(Context(options.device.empty() ? "cuda" : options.device), options);
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
