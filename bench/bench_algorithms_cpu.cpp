// Time of the algorithms of libkernelc_algorithms on the CPU device against oneTBB's parallel algorithms, in one process, on the
// same data, with as many threads.
#include <fmt/format.h>
#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_reduce.h>
#include <tbb/parallel_scan.h>
#include <tbb/parallel_sort.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <functional>
#include <span>
#include <vector>

#include "bench/support/options.h"
#include "bench/support/report.h"
#include "bench/support/stats.h"
#include "kernelc/algorithms.h"
#include "kernelc/generator.h"
#include "kernelc/runtime.h"

namespace kernelc::bench {
namespace {

constexpr std::int64_t kLarge = std::int64_t{1} << 26;
constexpr std::int64_t kSorted = std::int64_t{1} << 23;
constexpr std::int64_t kSmoke = 100003;

float TbbSum(std::span<const float> x) {
  return tbb::parallel_reduce(
      tbb::blocked_range<const float*>(x.data(), x.data() + x.size()), 0.0F,
      [](const tbb::blocked_range<const float*>& part, float sum) {
        for (const float value : part) {
          sum += value;
        }
        return sum;
      },
      std::plus<float>());
}

void TbbScan(std::span<const float> x, float* out) {
  tbb::parallel_scan(
      tbb::blocked_range<std::size_t>(0, x.size()), 0.0F,
      [&](const tbb::blocked_range<std::size_t>& part, float sum, bool last) {
        for (std::size_t i = part.begin(); i != part.end(); ++i) {
          sum += x[i];
          if (last) {
            out[i] = sum;
          }
        }
        return sum;
      },
      std::plus<float>());
}

struct Row {
  const char* name;
  std::int64_t size;
  ScalarKind kind;
  std::function<void()> ours;
  std::function<void()> theirs;
  // What both wrote: elements and how far floats may be apart.
  std::int64_t results;
  double tolerance;
};

class Arrays {
 public:
  Arrays(const Context& context, std::int64_t n, ScalarKind kind)
      : in(DeviceArrayAny::Empty(context, kind, Dims{n})),
        out(DeviceArrayAny::Empty(context, kind, Dims{n})),
        theirs(DeviceArrayAny::Empty(context, kind, Dims{n})),
        workspace(context) {
    Generator generator(1);
    kind == ScalarKind::Float32 ? generator.Uniform(in, -1, 1) : generator.Bits(in);
    context.Synchronize();
  }

  template <typename T>
  static T* Data(const DeviceArrayAny& array) {
    return reinterpret_cast<T*>(static_cast<std::uintptr_t>(array.data()));
  }
  template <typename T>
  std::span<const T> input() const {
    return {Data<const T>(in), static_cast<std::size_t>(in.size())};
  }
  algorithms::Options options() { return {.workspace = &workspace}; }

  DeviceArrayAny in;
  DeviceArrayAny out;
  DeviceArrayAny theirs;
  algorithms::Workspace workspace;
};

template <typename T>
void SortTheirs(const Arrays& arrays) {
  T* const to = Arrays::Data<T>(arrays.theirs);
  std::memcpy(to, arrays.input<T>().data(), arrays.in.nbytes());
  tbb::parallel_sort(to, to + arrays.in.size());
}

Row MakeRow(const std::string& name, const char* shown, Arrays& arrays) {
  Row row{shown, arrays.in.size(), arrays.in.kind(), nullptr, nullptr, arrays.in.size(), 0};
  if (name == "sum") {
    row.ours = [&] { algorithms::Sum(arrays.in, arrays.out.Sliced({{0, 1}}), arrays.options()); };
    row.theirs = [&] { *Arrays::Data<float>(arrays.theirs) = TbbSum(arrays.input<float>()); };
    row.results = 1;
    row.tolerance = 1;
  } else if (name == "scan") {
    row.ours = [&] { algorithms::InclusiveSum(arrays.in, arrays.out, arrays.options()); };
    row.theirs = [&] { TbbScan(arrays.input<float>(), Arrays::Data<float>(arrays.theirs)); };
    row.tolerance = 1;
  } else {
    row.ours = [&] {
      algorithms::Sort(arrays.in, arrays.out, algorithms::SortOrder::Ascending, arrays.options());
    };
    row.theirs = [&] {
      arrays.in.kind() == ScalarKind::Float32 ? SortTheirs<float>(arrays)
                                              : SortTheirs<std::uint32_t>(arrays);
    };
  }
  return row;
}

// Empty where both wrote the same.
std::string Difference(const Row& row, const Arrays& arrays) {
  for (std::int64_t i = 0; i < row.results; ++i) {
    if (row.kind == ScalarKind::Float32) {
      const float a = Arrays::Data<float>(arrays.out)[i];
      const float b = Arrays::Data<float>(arrays.theirs)[i];
      if (!(std::abs(a - b) <= row.tolerance + 1e-3 * std::abs(b))) {
        return fmt::format("element {} is {}, oneTBB has {}", i, a, b);
      }
    } else if (Arrays::Data<std::uint32_t>(arrays.out)[i] !=
               Arrays::Data<std::uint32_t>(arrays.theirs)[i]) {
      return fmt::format("element {}", i);
    }
  }
  return "";
}

int Run(const Options& options) {
  const Context context(cpu_device());
  const auto threads = static_cast<std::size_t>(context.device().properties().multiprocessors);
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
  Table table({"algorithm", "size", "kernelc ms", "oneTBB ms", "speed to oneTBB's", "results agree"});
  nlohmann::json rows = nlohmann::json::array();
  bool agree = true;
  const auto measure = [&](const std::string& name, const char* shown, std::int64_t size,
                           ScalarKind kind) {
    if (!options.Selects(shown)) {
      return;
    }
    Arrays arrays(context, options.smoke ? kSmoke : size, kind);
    const Row row = MakeRow(name, shown, arrays);
    Plan plan;
    plan.seconds = options.seconds;
    plan.rest = std::chrono::milliseconds(options.smoke ? 0 : 2);
    if (options.smoke) {
      plan.min_rounds = plan.max_rounds = 1;
    }
    const auto ours = [&] {
      row.ours();
      context.Synchronize();
    };
    const std::vector<Summary> times =
        Interleave({[&] { return SecondsOf(ours); }, [&] { return SecondsOf(row.theirs); }}, plan);
    const std::string difference = Difference(row, arrays);
    agree = agree && difference.empty();
    const double speed = times[1].median / times[0].median;
    table.Add({shown, std::to_string(row.size), fmt::format("{:.3f}", times[0].median * 1e3),
               fmt::format("{:.3f}", times[1].median * 1e3), fmt::format("{:.3f}", speed),
               difference.empty() ? "yes" : difference});
    rows.push_back({{"name", shown}, {"size", row.size}, {"kernelc_seconds", ToJson(times[0])},
                    {"tbb_seconds", ToJson(times[1])}, {"speed", speed}, {"difference", difference}});
  };
  measure("sum", "sum float32", kLarge, ScalarKind::Float32);
  measure("scan", "inclusive sum float32", kLarge, ScalarKind::Float32);
  measure("sort", "sort uint32", kSorted, ScalarKind::UInt32);
  measure("sort", "sort float32", kSorted, ScalarKind::Float32);
  fmt::print("{}, {} threads\n{}", context.device().properties().name, threads, table.Text());
  const nlohmann::json report = {{"benchmark", "algorithms_cpu"}, {"host", DescribeHost()},
                                 {"threads", threads}, {"rows", rows}};
  if (!options.json.empty() && !WriteReport(report, options.json)) {
    return 1;
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
    std::fprintf(stderr, "bench_algorithms_cpu: %s\n", error.what());
    return 1;
  }
}
