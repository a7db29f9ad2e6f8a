// The suite: every kernel against the same one in other languages on every device of the machine,
// in turns in one process, with what it reaches of the device's ceilings, what its code needs, and
// the time to compile it.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <optional>

#include "bench/suite/ceilings.h"
#include "bench/suite/compile_side.h"
#include "bench/suite/numba_side.h"
#include "bench/suite/side.h"
#include "bench/support/options.h"
#include "bench/support/report.h"
#include "bench/support/stats.h"

namespace kernelc::bench {

namespace {

// What compile times are measured for, on any machine.
constexpr const char* kTarget = "sm_90";

struct SuiteOptions : Options {
  // "open", "held" or "samples"; empty: all.
  std::string set;
  // "no": neither Numba nor compile times. `compile` may be "only": nothing runs on a device.
  std::string numba;
  std::string compile;
  // Folder for the PTX of the code that launches run.
  std::string ptx;

  bool Selects(const SuiteEntry& entry) const {
    return Options::Selects(entry.name) && (set.empty() || set == entry.set);
  }
};

// A row of a device's table.
struct Row {
  const SuiteEntry* entry = nullptr;
  std::int64_t size = 0;
  std::vector<std::string> sides;
  std::vector<std::vector<double>> samples;
  std::vector<nlohmann::json> resources;
  double roofline = 0;
  double bytes = 0;
  double operations = 0;
  // Empty when all computed the same.
  std::string difference;

  std::optional<std::size_t> Find(std::string_view side) const {
    const auto found = std::find(sides.begin(), sides.end(), side);
    return found == sides.end() ? std::nullopt : std::optional<std::size_t>(found - sides.begin());
  }
  double median(std::size_t side) const { return Summarize(samples[side]).median; }
  // Of the times of `side` to those of `other`, round by round where both were measured in the same
  // rounds.
  std::optional<Summary> Ratio(std::string_view side, std::string_view other) const {
    const auto a = Find(side);
    const auto b = Find(other);
    if (!a || !b) {
      return std::nullopt;
    }
    std::vector<double> ratios;
    for (std::size_t i = 0; i < samples[*a].size(); ++i) {
      const auto& theirs = samples[*b];
      ratios.push_back(samples[*a][i] /
                       (theirs.size() == samples[*a].size() ? theirs[i] : median(*b)));
    }
    return Summarize(std::move(ratios));
  }
};

// The side whose results the others' must be near to: one that kernelc did not make.
std::size_t ReferenceOf(const std::vector<Side>& sides) {
  for (std::size_t i = 0; i < sides.size(); ++i) {
    if (sides[i].name == "openmp" || sides[i].name == "nvcc") {
      return i;
    }
  }
  return 0;
}

// Runs every side once from the same start; empty when they agree.
std::string Verify(const SuiteEntry& entry, const Problem& problem,
                   const std::vector<Side>& sides) {
  const std::size_t reference = ReferenceOf(sides);
  std::map<std::size_t, CaseArray> expected;
  sides[reference].reset();
  sides[reference].run();
  for (std::size_t i = 0; i < problem.arrays.size(); ++i) {
    if (problem.arrays[i].role() == Role::InOut) {
      expected.emplace(i, sides[reference].result(i));
    }
  }
  for (std::size_t side = 0; side < sides.size(); ++side) {
    if (side == reference) {
      continue;
    }
    sides[side].reset();
    sides[side].run();
    for (const auto& [index, array] : expected) {
      const std::string difference =
          Compare(sides[side].result(index), array, entry.test->tolerance);
      if (!difference.empty()) {
        return fmt::format("{} against {}, array {}: {}", sides[side].name, sides[reference].name,
                           index, difference);
      }
    }
  }
  return {};
}

// A device of the machine with what it is measured by.
struct Bench {
  const SuiteOptions* options;
  Context context;
  // On GPUs.
  std::unique_ptr<GpuMachine> gpu;
  Ceilings ceilings;
  std::unique_ptr<NumbaSide> numba;

  bool is_gpu() const { return gpu != nullptr; }
  std::string_view opponent() const { return is_gpu() ? "nvcc" : "openmp"; }
};

double CpuSeconds(const Context& context, const std::function<void()>& launch) {
  return SecondsOf([&] {
    launch();
    context.Synchronize();
  });
}

Bench MakeBench(const SuiteOptions& options, const Device& device) {
  Bench bench{&options, Context(device), {}, {}, {}};
  StreamRef stream;
  if (device.kind() != DeviceKind::Cpu) {
    bench.gpu = std::make_unique<GpuMachine>(device);
    stream = bench.gpu->stream;
    bench.context = bench.gpu->context;
    if (options.numba != "no" && !options.smoke && NumbaSide::available()) {
      bench.numba = std::make_unique<NumbaSide>();
    }
  }
  bench.ceilings = MeasureCeilings(
      bench.context, stream, options.smoke, [&](const std::function<void()>& launch) {
        // The best of a few: a ceiling.
        double best = 1e9;
        for (int i = 0; i < (options.smoke ? 2 : 6); ++i) {
          best = std::min(best, bench.gpu ? GpuSeconds(*bench.gpu, 1, launch)
                                          : CpuSeconds(bench.context, launch));
        }
        return best;
      });
  return bench;
}

Plan PlanFor(const Bench& bench) {
  const bool smoke = bench.options->smoke;
  Plan plan = {.warm_up = smoke ? 0 : 1,
               .min_rounds = smoke ? 1 : 9,
               .max_rounds = 101,
               .seconds = bench.options->seconds};
  if (!bench.is_gpu() && !smoke) {
    // libgomp's threads spin for some 15 ms.
    plan.rest = std::chrono::milliseconds(20);
  }
  return plan;
}

Row Measure(Bench& bench, const SuiteEntry& entry) {
  Row row;
  row.entry = &entry;
  row.size = bench.options->smoke ? entry.test->smoke_size
             : bench.is_gpu()     ? entry.test->gpu_size
                                  : entry.test->cpu_size;
  const Problem problem = entry.test->make(row.size);
  row.bytes = problem.bytes;
  row.operations = problem.operations;
  const std::vector<Side> sides = bench.is_gpu() ? GpuSides(*bench.gpu, entry, problem)
                                                 : CpuSides(bench.context, entry, problem);
  row.difference = Verify(entry, problem, sides);
  if (bench.numba) {
    sides[0].reset();
    sides[0].run();
    bench.numba->Add(entry, problem, sides[0]);
  }
  if (!bench.options->ptx.empty() && sides[0].ptx) {
    std::ofstream(fmt::format("{}/{}.ptx", bench.options->ptx, entry.name)) << sides[0].ptx();
  }
  std::vector<std::function<double()>> clocks;
  for (const Side& side : sides) {
    row.sides.push_back(side.name);
    row.resources.push_back(side.resources);
    clocks.push_back(side.seconds);
  }
  row.samples = InterleaveSamples(clocks, PlanFor(bench));
  row.roofline = RooflineShare(problem, bench.ceilings, row.median(0));
  return row;
}

nlohmann::json ToJson(const Row& row) {
  nlohmann::json json = {{"name", row.entry->name},
                         {"set", row.entry->set},
                         {"domain", row.entry->test->domain},
                         {"size", row.size},
                         {"bytes", row.bytes},
                         {"operations", row.operations},
                         {"roofline", row.roofline},
                         {"difference", row.difference}};
  for (std::size_t i = 0; i < row.sides.size(); ++i) {
    nlohmann::json side = {{"seconds", ToJson(Summarize(row.samples[i]))}};
    side.update(row.resources[i].is_object() ? row.resources[i] : nlohmann::json::object());
    json["sides"][row.sides[i]] = side;
    for (const std::string_view ours : {"kernelc", "kernelc_build", "kernelc_sig"}) {
      if (!row.sides[i].starts_with("kernelc")) {
        if (const auto ratio = row.Ratio(ours, row.sides[i])) {
          json["ratios"][std::string(ours)][row.sides[i]] = ToJson(*ratio);
        }
      }
    }
  }
  return json;
}

// Geometric means and the worst of a list of rows, for one pair of sides.
nlohmann::json SummaryOf(const std::vector<Row>& rows, std::string_view set, std::string_view ours,
                         std::string_view other) {
  std::vector<double> ratios;
  double worst = 0;
  std::string worst_name;
  for (const Row& row : rows) {
    const auto ratio = row.Ratio(ours, other);
    if (ratio && (set.empty() || row.entry->set == set)) {
      ratios.push_back(ratio->median);
      if (ratio->median > worst) {
        worst = ratio->median;
        worst_name = row.entry->name;
      }
    }
  }
  if (ratios.empty()) {
    return nullptr;
  }
  return {{"set", set.empty() ? "all" : set},
          {"ours", ours},
          {"other", other},
          {"kernels", ratios.size()},
          {"geometric_mean", GeometricMean(ratios)},
          {"worst", worst},
          {"worst_name", worst_name},
          {"above_1_05",
           std::count_if(ratios.begin(), ratios.end(), [](double ratio) { return ratio > 1.05; })}};
}

nlohmann::json Summaries(const std::vector<Row>& rows) {
  nlohmann::json result = nlohmann::json::array();
  for (const std::string_view other : {"nvcc", "numba", "openmp", "pocl"}) {
    for (const std::string_view ours : {"kernelc", "kernelc_build", "kernelc_sig"}) {
      for (const std::string_view set : {"", "open", "held", "samples"}) {
        const nlohmann::json summary = SummaryOf(rows, set, ours, other);
        if (!summary.is_null()) {
          result.push_back(summary);
        }
      }
    }
  }
  return result;
}

std::string Spread(const std::optional<Summary>& ratio) {
  return ratio ? fmt::format("{:.3f} ({:.3f}-{:.3f})", ratio->median, ratio->low, ratio->high) : "";
}

// "registers/local bytes/occupancy" of a side.
std::string ResourcesText(const Row& row, std::string_view side) {
  const auto index = row.Find(side);
  if (!index || !row.resources[*index].is_object()) {
    return "";
  }
  const nlohmann::json& needs = row.resources[*index];
  return fmt::format("{}/{}/{:.0f}%", needs["registers"].get<int>(),
                     needs["local_bytes"].get<int>(), needs["occupancy"].get<double>() * 100);
}

void Print(const Bench& bench, const std::vector<Row>& rows) {
  const std::string_view other = bench.opponent();
  const std::string_view second = bench.is_gpu() ? "numba" : "pocl";
  Table table({"kernel", "set", "ms", fmt::format("to {}", other), "built", "types alone",
               fmt::format("to {}", second), "GB/s", "roofline", "needs",
               fmt::format("{} needs", other)});
  for (const Row& row : rows) {
    const auto to_second = row.Ratio("kernelc", second);
    table.Add({std::string(row.entry->name), std::string(row.entry->set),
               fmt::format("{:.4f}", row.median(0) * 1e3), Spread(row.Ratio("kernelc", other)),
               Spread(row.Ratio("kernelc_build", other)), Spread(row.Ratio("kernelc_sig", other)),
               to_second ? fmt::format("{:.3f}", to_second->median) : "",
               fmt::format("{:.0f}", row.bytes / row.median(0) * 1e-9),
               fmt::format("{:.0f}%", row.roofline * 100), ResourcesText(row, "kernelc"),
               ResourcesText(row, other)});
  }
  fmt::print("{}", table.Text());
  Table means({"set", "of", "to", "kernels", "geometric mean", "above 1.05", "worst"});
  for (const nlohmann::json& summary : Summaries(rows)) {
    means.Add({summary["set"], summary["ours"], summary["other"],
               fmt::format("{}", summary["kernels"].get<int>()),
               fmt::format("{:.3f}", summary["geometric_mean"].get<double>()),
               fmt::format("{}", summary["above_1_05"].get<int>()),
               fmt::format("{:.3f} {}", summary["worst"].get<double>(),
                           summary["worst_name"].get<std::string>())});
  }
  fmt::print("{}\n", means.Text());
}

// Puts Numba's times beside the others'.
void AddNumba(Bench& bench, std::vector<Row>& rows) {
  constexpr int kRounds = 9;
  const std::map<std::string, nlohmann::json> results = bench.numba->Run(kRounds);
  for (Row& row : rows) {
    const auto found = results.find(std::string(row.entry->name));
    if (found == results.end() || found->second.contains("error")) {
      fmt::print("numba: {}: {}\n", row.entry->name,
                 found == results.end() ? "no result" : found->second["error"].get<std::string>());
      continue;
    }
    row.sides.emplace_back("numba");
    row.samples.push_back(found->second["seconds"].get<std::vector<double>>());
    row.resources.push_back({{"first_seconds", found->second["first_seconds"]}});
  }
}

// All kernels on one device. False when results differ or a kernel fails.
bool RunDevice(const SuiteOptions& options, const Device& device, nlohmann::json& devices) {
  Bench bench = MakeBench(options, device);
  std::vector<Row> rows;
  bool agree = true;
  for (const SuiteEntry& entry : SuiteEntries()) {
    if (!options.Selects(entry)) {
      continue;
    }
    try {
      rows.push_back(Measure(bench, entry));
      if (!rows.back().difference.empty()) {
        fmt::print(stderr, "error: {}: the results differ: {}\n", entry.name,
                   rows.back().difference);
        agree = false;
      }
    } catch (const std::exception& error) {
      // The other rows are worth having.
      fmt::print(stderr, "error: {}: {}\n", entry.name, error.what());
      agree = false;
    }
  }
  if (bench.numba) {
    try {
      AddNumba(bench, rows);
    } catch (const std::exception& error) {
      fmt::print("numba: {}\n", error.what());
    }
  }
  fmt::print("{}\n", device.properties().name);
  Print(bench, rows);
  nlohmann::json json = {{"device", device.properties().name},
                         {"kind", bench.is_gpu() ? "cuda" : "cpu"},
                         {"ceilings", ToJson(bench.ceilings)},
                         {"summaries", Summaries(rows)}};
  if (bench.is_gpu()) {
    json["nvcc"] = KERNELC_BENCH_NVCC_VERSION;
  } else {
    json["flags"] = KERNELC_BENCH_OPENMP_FLAGS;
    json["opencl"] = OpenClDevice();
  }
  for (const Row& row : rows) {
    json["rows"].push_back(ToJson(row));
  }
  devices.push_back(json);
  return agree;
}

// What the first code of tiered programs takes: the median of the kernels and the worst of them, by phase.
nlohmann::json SummarizeFirstCode(const nlohmann::json& rows) {
  const std::vector<nlohmann::json> list(rows.begin(), rows.end());
  nlohmann::json summaries;
  for (const char* const code : {"ptx", "cpu"}) {
    summaries[code] = FirstCodeSummary(list, code);
    Table table({fmt::format("first code, {}, ms", code), "median", "worst", "of"});
    for (const auto& [phase, summary] : summaries[code].items()) {
      table.Add({phase, fmt::format("{:.3f}", summary["median"].get<double>()),
                 fmt::format("{:.3f}", summary["worst"].get<double>()), summary["worst_name"]});
    }
    fmt::print("{}", table.Text());
  }
  return summaries;
}

// Milliseconds by phase of all kernels together.
nlohmann::json SumPhases(const nlohmann::json& rows, const char* key) {
  std::map<std::string, double> sums;
  for (const nlohmann::json& row : rows) {
    for (const auto& [name, value] : row[key].items()) {
      sums[name] += value.get<double>();
    }
  }
  Table table({key, "ms of all kernels"});
  for (const auto& [name, value] : sums) {
    table.Add({name, fmt::format("{:.2f}", value)});
  }
  fmt::print("{}", table.Text());
  return sums;
}

nlohmann::json MeasureCompilations(const SuiteOptions& options) {
  const Plan plan = {.warm_up = options.smoke ? 0 : 1,
                     .min_rounds = options.smoke ? 1 : 5,
                     .max_rounds = 21,
                     .seconds = options.seconds / 2};
  nlohmann::json rows = nlohmann::json::array();
  std::vector<double> ratios;
  std::vector<double> milliseconds;
  std::vector<double> cpu_milliseconds;
  for (const SuiteEntry& entry : SuiteEntries()) {
    if (options.Selects(entry)) {
      const Problem problem = entry.test->make(entry.test->smoke_size);
      nlohmann::json row = MeasureCompilation(entry, problem, kTarget, !options.smoke, plan);
      row["first"] = MeasureFirstCode(entry, problem, kTarget, plan);
      rows.push_back(std::move(row));
      milliseconds.push_back(rows.back()["seconds"]["median"].get<double>() * 1e3);
      cpu_milliseconds.push_back(rows.back()["cpu_seconds"]["median"].get<double>() * 1e3);
      if (rows.back().contains("ratio")) {
        ratios.push_back(rows.back()["ratio"]);
      }
    }
  }
  fmt::print("text to PTX in process: geometric mean {:.2f} ms, {:.3f} of NVRTC's\n",
             GeometricMean(milliseconds), GeometricMean(ratios));
  fmt::print("text to CPU code in process: mean {:.2f} ms\n", Mean(cpu_milliseconds));
  nlohmann::json phases = SumPhases(rows, "phases_ms");
  nlohmann::json cpu_phases = SumPhases(rows, "cpu_phases_ms");
  nlohmann::json first = SummarizeFirstCode(rows);
  return {{"rows", rows},
          {"phases_ms", std::move(phases)},
          {"cpu_phases_ms", std::move(cpu_phases)},
          {"cpu_mean_ms", Mean(cpu_milliseconds)},
          {"first", std::move(first)},
          {"geometric_mean_ms", GeometricMean(milliseconds)},
          {"geometric_mean_ratio", GeometricMean(ratios)}};
}

int Run(const SuiteOptions& options) {
  nlohmann::json report = {{"benchmark", "suite"}, {"host", DescribeHost()}};
  report["devices"] = nlohmann::json::array();
  bool agree = true;
  const bool any = options.device.empty();
  const bool wants_gpu = options.device.starts_with("cuda");
  const bool runs = options.compile != "only";
  if (runs && ((any && cuda_available() && !options.smoke) || wants_gpu)) {
    if (!cuda_available()) {
      fmt::print("skipped: {}\n", why_cuda_is_unavailable());
      return kSkipped;
    }
    agree = RunDevice(options, device(wants_gpu ? options.device : "cuda"), report["devices"]);
  }
  if (runs && !wants_gpu) {
    agree = RunDevice(options, cpu_device(), report["devices"]) && agree;
  }
  if (options.compile != "no") {
    report["compile"] = MeasureCompilations(options);
  }
  if (!options.json.empty()) {
    agree = WriteReport(report, options.json) && agree;
  }
  return agree ? 0 : 1;
}

}  // namespace

}  // namespace kernelc::bench

int main(int argc, char** argv) {
  kernelc::bench::SuiteOptions options;
  const auto shared = kernelc::bench::ParseOptions(argc, argv,
                                                   {{"--set", &options.set},
                                                    {"--numba", &options.numba},
                                                    {"--compile", &options.compile},
                                                    {"--ptx", &options.ptx}});
  if (!shared) {
    return 2;
  }
  static_cast<kernelc::bench::Options&>(options) = *shared;
  try {
    return kernelc::bench::Run(options);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 3;
  }
}
