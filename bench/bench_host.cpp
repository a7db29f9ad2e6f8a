// What everyday calls of the runtime cost the host: events, streams, array slices, allocations;
// against the driver's functions on a GPU. And whether memory stays flat over many cycles.
#include <fmt/format.h>

#include <cstdio>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "bench/support/cuda_driver.h"
#include "bench/support/cycles.h"
#include "bench/support/options.h"
#include "bench/support/report.h"
#include "bench/support/stats.h"
#include "kernelc/program.h"

namespace kernelc::bench {

namespace {

constexpr int kBatch = 512;
constexpr std::int64_t kElements = 1024;

constexpr const char* kKernelText =
    "from kernelc import *\n\n\n"
    "@kernel\n"
    "def scale(x, factor):\n"
    "    i = grid(1)\n"
    "    if i < x.size:\n"
    "        x[i] *= factor\n";

// An operation of ours and, on a GPU, what the driver alone takes for it.
struct Operation {
  std::string name;
  std::function<void()> ours;
  std::function<void()> drivers;
};

double HostSeconds(const Context& context, const std::function<void()>& operation) {
  const double seconds = SecondsOf([&] {
    for (int i = 0; i < kBatch; ++i) {
      operation();
    }
  });
  context.Synchronize();
  return seconds / kBatch;
}

nlohmann::json MeasureOperations(const Context& context, const std::vector<Operation>& operations,
                                 const Options& options, Table* table) {
  const Plan plan = {.warm_up = 2,
                     .min_rounds = options.smoke ? 1 : 21,
                     .max_rounds = 401,
                     .seconds = options.seconds};
  nlohmann::json rows = nlohmann::json::array();
  for (const Operation& operation : operations) {
    if (!options.Selects(operation.name)) {
      continue;
    }
    std::vector<std::function<double()>> sides = {
        [&] { return HostSeconds(context, operation.ours); }};
    if (operation.drivers) {
      sides.emplace_back([&] { return HostSeconds(context, operation.drivers); });
    }
    const std::vector<Summary> measured = Interleave(sides, plan);
    nlohmann::json& row = rows.emplace_back();
    row = {{"name", operation.name}, {"kernelc_seconds", ToJson(measured[0])}};
    std::vector<std::string> cells = {operation.name,
                                      fmt::format("{:.0f}", measured[0].median * 1e9)};
    if (operation.drivers) {
      const double ratio = measured[0].median / measured[1].median;
      row["driver_seconds"] = ToJson(measured[1]);
      row["ratio"] = ratio;
      cells.push_back(fmt::format("{:.0f}", measured[1].median * 1e9));
      cells.push_back(fmt::format("{:.3f}", ratio));
    } else {
      cells.insert(cells.end(), 2, "");
    }
    table->Add(std::move(cells));
  }
  return rows;
}

// Allocates, launches and frees, over and over.
nlohmann::json MeasureLaunchCycles(const Context& context, const Options& options) {
  const JitKernel kernel = Program::FromSource(kKernelText).kernel("scale");
  return MeasureCycles(context, options, "allocation, launch and free", [&] {
    const DeviceArray<float> array(context, {kElements});
    kernel.Launch({.grid = 4, .block = 256}, array, 2.0F);
  });
}

// What a program does that times a piece of work.
void TimeNothing(const Context& context, const Stream& stream) {
  const Event start(context);
  const Event end(context);
  start.Record(stream);
  end.Record(stream);
  end.Synchronize();
  static_cast<void>(ElapsedMilliseconds(start, end));
}

void TimeNothingByTheDriver(void* stream) {
  void* const start = DriverCalls::CreateEvent();
  void* const end = DriverCalls::CreateEvent();
  DriverCalls::RecordEvent(start, stream);
  DriverCalls::RecordEvent(end, stream);
  DriverCalls::SynchronizeEvent(end);
  static_cast<void>(DriverCalls::ElapsedMilliseconds(start, end));
  DriverCalls::DestroyEvent(start);
  DriverCalls::DestroyEvent(end);
}

nlohmann::json RunDevice(const Context& context, const Options& options) {
  const ContextScope scope(context);
  const bool on_gpu = context.device().kind() == DeviceKind::Cuda;
  const Stream stream(context);
  const Event event(context);
  const DeviceArray<float> array(context, {64, 32});
  std::vector<Operation> operations = {
      {"event record", [&] { event.Record(stream); }, nullptr},
      {"event create, destroy", [&] { const Event made(context); }, nullptr},
      {"stream create, destroy", [&] { const Stream made(context); }, nullptr},
      {"allocate, free", [&] { const Buffer made(context, 4096); }, nullptr},
      {"array slice", [&] { static_cast<void>(array.Sliced({{4, 60, 2}, {0, 16}})); }, nullptr},
      {"array reshape", [&] { static_cast<void>(array.Reshaped({2048})); }, nullptr},
      {"two events that time", [&] { TimeNothing(context, stream); }, nullptr},
      {"array empty", [&] { const DeviceArray<float> made(context, {1024}); }, nullptr},
  };
  void* const raw_event = on_gpu ? DriverCalls::CreateEvent() : nullptr;
  if (on_gpu) {
    operations[0].drivers = [&] { DriverCalls::RecordEvent(raw_event, stream.native_handle()); };
    operations[1].drivers = [] { DriverCalls::DestroyEvent(DriverCalls::CreateEvent()); };
    operations[2].drivers = [] { DriverCalls::DestroyStream(DriverCalls::CreateStream()); };
    operations[3].drivers = [] { DriverCalls::Free(DriverCalls::Allocate(4096)); };
    operations[6].drivers = [&] { TimeNothingByTheDriver(stream.native_handle()); };
    operations[7].drivers = operations[3].drivers;
  }
  Table table({"operation", "kernelc ns", "driver ns", "ratio"});
  const nlohmann::json rows = MeasureOperations(context, operations, options, &table);
  if (raw_event != nullptr) {
    DriverCalls::DestroyEvent(raw_event);
  }
  fmt::print("host calls on {}\n{}", context.device().properties().name, table.Text());
  return {{"device", context.device().properties().name},
          {"rows", rows},
          {"cycles", MeasureLaunchCycles(context, options)}};
}

int Run(const Options& options) {
  nlohmann::json report = {{"benchmark", "host"},
                           {"host", DescribeHost()},
                           {"devices", nlohmann::json::array()}};
  if (options.device != "cpu") {
    if (!cuda_available()) {
      fmt::print("no calls on a GPU: {}\n", why_cuda_is_unavailable());
    } else {
      report["devices"].push_back(
          RunDevice(Context(options.device.empty() ? "cuda" : options.device), options));
    }
  }
  if (!options.device.starts_with("cuda")) {
    report["devices"].push_back(RunDevice(Context(cpu_device()), options));
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
