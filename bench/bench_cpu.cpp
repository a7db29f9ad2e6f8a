// Time of the thirteen cases on the CPU device against hand-written C++ with OpenMP.
#include <fmt/format.h>

#include <cstdio>

#include "bench/cases/case.h"
#include "bench/support/kernelc_side.h"
#include "bench/support/options.h"
#include "bench/support/report.h"
#include "bench/support/stats.h"

namespace kernelc::bench {

namespace {

// One row of the table.
struct Row {
  std::string name;
  std::int64_t size = 0;
  double bytes = 0;
  Summary kernelc;
  Summary openmp;
  double ratio = 0;
  // Empty when both computed the same.
  std::string difference;
};

// Both sides solve the problem once from the same start; empty when they agree.
std::string Verify(const Case& test, const Problem& problem, const KernelcSide& side,
                   const std::vector<CaseArray>& arrays) {
  side.Launch();
  test.openmp(problem, arrays);
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    const std::string difference = Compare(side.Download(i), arrays[i], test.tolerance);
    if (!difference.empty()) {
      return fmt::format("array {}: {}", i, difference);
    }
  }
  return {};
}

Row Measure(const Case& test, const Context& context, const Options& options) {
  Row row;
  row.name = test.name;
  row.size = options.smoke ? test.smoke_size : test.cpu_size;
  const Problem problem = test.make(row.size);
  row.bytes = problem.bytes;
  std::vector<CaseArray> arrays;
  for (const CaseArray& array : problem.arrays) {
    arrays.push_back(array.Clone());
  }
  const KernelcSide side(context, test.name, problem);
  row.difference = Verify(test, problem, side, arrays);

  const auto kernelc = [&] {
    return SecondsOf([&] {
      side.Launch();
      context.Synchronize();
    });
  };
  const auto openmp = [&] { return SecondsOf([&] { test.openmp(problem, arrays); }); };
  const Plan plan = {.warm_up = 1,
                     .min_rounds = options.smoke ? 1 : 7,
                     .max_rounds = 200,
                     .seconds = options.seconds,
                     // libgomp's threads spin for some 15 ms.
                     .rest = std::chrono::milliseconds(options.smoke ? 0 : 30)};
  const std::vector<Summary> summaries = Interleave({kernelc, openmp}, plan);
  row.kernelc = summaries[0];
  row.openmp = summaries[1];
  row.ratio = row.kernelc.median / row.openmp.median;
  return row;
}

nlohmann::json RowToJson(const Row& row) {
  return {{"name", row.name},
          {"size", row.size},
          {"bytes", row.bytes},
          {"kernelc_seconds", ToJson(row.kernelc)},
          {"openmp_seconds", ToJson(row.openmp)},
          {"ratio", row.ratio},
          {"difference", row.difference}};
}

int Run(const Options& options) {
  const Context context(cpu_device());
  Table table({"kernel", "size", "kernelc ms", "OpenMP ms", "ratio", "GB/s"});
  nlohmann::json rows = nlohmann::json::array();
  std::vector<double> ratios;
  bool agree = true;
  for (const Case& test : Cases()) {
    if (!options.Selects(test.name)) {
      continue;
    }
    const Row row = Measure(test, context, options);
    table.Add({row.name, fmt::format("{}", row.size),
               fmt::format("{:.3f}", row.kernelc.median * 1e3),
               fmt::format("{:.3f}", row.openmp.median * 1e3), fmt::format("{:.3f}", row.ratio),
               fmt::format("{:.1f}", row.bytes / row.kernelc.median * 1e-9)});
    rows.push_back(RowToJson(row));
    ratios.push_back(row.ratio);
    if (!row.difference.empty()) {
      fmt::print(stderr, "error: {}: the results differ: {}\n", row.name, row.difference);
      agree = false;
    }
  }
  const double mean = GeometricMean(ratios);
  fmt::print("{}geometric mean of the ratios: {:.3f}\n", table.Text(), mean);
  if (!options.json.empty()) {
    const nlohmann::json report = {{"benchmark", "cpu"},
                                   {"host", DescribeHost()},
                                   {"device", context.device().properties().name},
                                   {"flags", KERNELC_BENCH_OPENMP_FLAGS},
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
