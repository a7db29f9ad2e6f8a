// GPU time of the thirteen cases against the same kernels in CUDA C++ by nvcc -O3, in one process,
// on the same data, measured by events in turns.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <optional>

#include "bench/cases/case.h"
#include "bench/support/cuda_driver.h"
#include "bench/support/kernelc_side.h"
#include "bench/support/options.h"
#include "bench/support/report.h"
#include "bench/support/stats.h"

namespace kernelc::bench {

namespace {

struct Row {
  std::string name;
  std::int64_t size = 0;
  double bytes = 0;
  Summary kernelc;
  // Of no samples when this program was built without nvcc.
  Summary nvcc;
  double ratio = 0;
  // Empty when both computed the same.
  std::string difference;
};

// What one run needs besides the case.
struct Machine {
  Context context;
  Stream stream;
  Event start;
  Event end;
  std::optional<CudaModules> modules;

  explicit Machine(const Device& device)
      : context(device), stream(context), start(context), end(context) {
    if (CudaModules::available()) {
      const ContextScope scope(context);
      modules.emplace();
    }
  }
};

// Seconds on the GPU for one call of `launch`, from `repeat` calls between two events.
double GpuSeconds(const Machine& machine, int repeat, const std::function<void()>& launch) {
  machine.start.Record(machine.stream);
  for (int i = 0; i < repeat; ++i) {
    launch();
  }
  machine.end.Record(machine.stream);
  machine.end.Synchronize();
  const auto milliseconds = static_cast<double>(ElapsedMilliseconds(machine.start, machine.end));
  return milliseconds * 1e-3 / repeat;
}

// The CUDA C++ kernel of a case: reads the other side's inputs, writes arrays of its own.
class NvccSide {
 public:
  NvccSide(const Machine& machine, const Case& test, const Problem& problem,
           const KernelcSide& other)
      : machine_(&machine),
        problem_(&problem),
        function_(machine.modules->Find(std::string(test.name))),
        arguments_(problem.cuda_args, Pointers(other)) {}

  void Launch() {
    function_.Launch(problem_->grid, problem_->block, arguments_.params(),
                     machine_->stream.native_handle());
  }
  const DeviceArrayAny& written(std::size_t index) const { return written_[index]; }

 private:
  std::vector<DevicePointer> Pointers(const KernelcSide& other) {
    std::vector<DevicePointer> pointers;
    for (std::size_t i = 0; i < problem_->arrays.size(); ++i) {
      const bool is_written = problem_->arrays[i].role() == Role::InOut;
      written_.push_back(is_written ? Upload(machine_->context, problem_->arrays[i])
                                    : other.array(i));
      pointers.push_back(written_[i].data());
    }
    return pointers;
  }

  const Machine* machine_;
  const Problem* problem_;
  std::vector<DeviceArrayAny> written_;
  CudaFunction function_;
  CudaArguments arguments_;
};

// Runs both once from the same start; empty when they agree.
std::string Verify(const Machine& machine, const Case& test, const Problem& problem,
                   const KernelcSide& ours, NvccSide& nvcc) {
  ours.Launch(machine.stream);
  nvcc.Launch();
  machine.stream.Synchronize();
  for (std::size_t i = 0; i < problem.arrays.size(); ++i) {
    if (problem.arrays[i].role() == Role::InOut) {
      const CaseArray expected = ours.Download(i, nvcc.written(i));
      const std::string difference = Compare(ours.Download(i), expected, test.tolerance);
      if (!difference.empty()) {
        return fmt::format("array {}: {}", i, difference);
      }
    }
  }
  return {};
}

Row Measure(const Machine& machine, const Case& test, const Options& options) {
  Row row;
  row.name = test.name;
  row.size = options.smoke ? test.smoke_size : test.gpu_size;
  const Problem problem = test.make(row.size);
  row.bytes = problem.bytes;
  const KernelcSide ours(machine.context, test.name, problem);
  const auto launch_ours = [&] { ours.Launch(machine.stream); };

  std::optional<NvccSide> nvcc;
  if (machine.modules) {
    const ContextScope scope(machine.context);
    nvcc.emplace(machine, test, problem, ours);
    row.difference = Verify(machine, test, problem, ours, *nvcc);
  } else {
    ours.Launch(machine.stream);
    machine.stream.Synchronize();
  }

  // Short kernels are batched, so that the gap between launches does not count.
  const double once = GpuSeconds(machine, 1, launch_ours);
  const int repeat = std::clamp(static_cast<int>(std::ceil(2e-3 / std::max(once, 1e-6))), 1, 20);
  std::vector<std::function<double()>> sides = {
      [&] { return GpuSeconds(machine, repeat, launch_ours); }};
  if (nvcc) {
    sides.emplace_back([&] {
      const ContextScope scope(machine.context);
      return GpuSeconds(machine, repeat, [&] { nvcc->Launch(); });
    });
  }
  const Plan plan = {.warm_up = 2,
                     .min_rounds = options.smoke ? 1 : 11,
                     .max_rounds = 101,
                     .seconds = options.seconds};
  const std::vector<Summary> summaries = Interleave(sides, plan);
  row.kernelc = summaries[0];
  if (nvcc) {
    row.nvcc = summaries[1];
    row.ratio = row.kernelc.median / row.nvcc.median;
  }
  return row;
}

nlohmann::json RowToJson(const Row& row) {
  nlohmann::json json = {{"name", row.name},
                         {"size", row.size},
                         {"bytes", row.bytes},
                         {"kernelc_seconds", ToJson(row.kernelc)},
                         {"difference", row.difference}};
  if (row.nvcc.samples > 0) {
    json["nvcc_seconds"] = ToJson(row.nvcc);
    json["ratio"] = row.ratio;
  }
  return json;
}

int Run(const Options& options) {
  if (!cuda_available()) {
    fmt::print("skipped: {}\n", why_cuda_is_unavailable());
    return kSkipped;
  }
  const Machine machine(device(options.device.empty() ? "cuda" : options.device));
  if (!machine.modules) {
    fmt::print("built without nvcc: no CUDA C++ kernels to compare with\n");
  }
  Table table({"kernel", "size", "kernelc ms", "nvcc ms", "ratio", "GB/s"});
  nlohmann::json rows = nlohmann::json::array();
  std::vector<double> ratios;
  bool agree = true;
  for (const Case& test : Cases()) {
    if (!options.Selects(test.name)) {
      continue;
    }
    try {
      const Row row = Measure(machine, test, options);
      table.Add({row.name, fmt::format("{}", row.size),
                 fmt::format("{:.4f}", row.kernelc.median * 1e3),
                 fmt::format("{:.4f}", row.nvcc.median * 1e3), fmt::format("{:.3f}", row.ratio),
                 fmt::format("{:.0f}", row.bytes / row.kernelc.median * 1e-9)});
      rows.push_back(RowToJson(row));
      if (row.ratio > 0) {
        ratios.push_back(row.ratio);
      }
      if (!row.difference.empty()) {
        fmt::print(stderr, "error: {}: the results differ: {}\n", row.name, row.difference);
        agree = false;
      }
    } catch (const std::exception& error) {
      // The other rows are worth having.
      fmt::print(stderr, "error: {}: {}\n", test.name, error.what());
      agree = false;
    }
  }
  const double mean = GeometricMean(ratios);
  fmt::print("{}geometric mean of the ratios: {:.3f}\n", table.Text(), mean);
  if (!options.json.empty()) {
    const DeviceProperties& properties = machine.context.device().properties();
    const nlohmann::json report = {{"benchmark", "gpu"},
                                   {"host", DescribeHost()},
                                   {"device", properties.name},
                                   {"driver_cuda", properties.driver_version},
                                   {"nvcc", KERNELC_BENCH_NVCC_VERSION},
                                   {"rows", rows},
                                   {"geometric_mean", mean}};
    agree = WriteReport(report, options.json) && agree;
  }
  return agree ? 0 : 1;
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
