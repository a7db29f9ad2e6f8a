// GPU time of the device-wide algorithms of libkernelc_algorithms against CUB's, in one process, on
// the same data, with temporary memory at hand, measured by events in turns; and what share of a
// copy's bandwidth reductions and scans reach.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <functional>
#include <optional>

#include "bench/support/cub_side.h"
#include "bench/support/options.h"
#include "bench/support/report.h"
#include "bench/support/stats.h"
#include "kernelc/algorithms.h"
#include "kernelc/generator.h"
#include "kernelc/runtime.h"

namespace kernelc::bench {

#if !KERNELC_BENCH_CUB
int RunCub(CubProblem, const CubArrays&, void*, std::size_t*, void*) { return -1; }
#endif

namespace {

// Whether the program was built with nvcc.
constexpr bool kCubIsThere = KERNELC_BENCH_CUB != 0;

constexpr std::int64_t kLarge = std::int64_t{1} << 27;
// Of elements of 8 bytes.
constexpr std::int64_t kWide = std::int64_t{1} << 26;
constexpr std::int64_t kSorted = std::int64_t{1} << 25;
constexpr std::int64_t kSmoke = 100003;

struct Machine {
  Context context;
  Stream stream;
  Event start;
  Event end;
  algorithms::Workspace workspace;
  Generator generator{1};

  explicit Machine(const Device& device)
      : context(device), stream(context), start(context), end(context), workspace(context) {}
  algorithms::Options options() { return {.stream = stream, .workspace = &workspace}; }
  void* Native(const DeviceArrayAny& array) const {
    return reinterpret_cast<void*>(static_cast<std::uintptr_t>(array.data()));
  }
};

// Seconds of one call, of several between two events.
double GpuSeconds(const Machine& machine, int repeat, const std::function<void()>& call) {
  machine.start.Record(machine.stream);
  for (int i = 0; i < repeat; ++i) {
    call();
  }
  machine.end.Record(machine.stream);
  machine.end.Synchronize();
  return static_cast<double>(ElapsedMilliseconds(machine.start, machine.end)) * 1e-3 / repeat;
}

struct Row {
  const char* name;
  CubProblem problem;
  std::int64_t size;
  ScalarKind kind;
  // Bytes that an element costs at least.
  double bytes;
  std::function<void(Machine&, const DeviceArrayAny& in, const DeviceArrayAny& second,
                     const DeviceArrayAny& out, const DeviceArrayAny& second_out,
                     const DeviceArrayAny& count)>
      run;
};

DeviceArrayAny FirstOne(const DeviceArrayAny& array) { return array.Sliced({{0, 1}}); }

std::vector<Row> Rows() {
  using namespace algorithms;
  const auto sorts = [](Machine& m, const auto& in, const auto&, const auto& out, const auto&,
                        const auto&) { Sort(in, out, SortOrder::Ascending, m.options()); };
  const auto inclusive_sums = [](Machine& m, const auto& in, const auto&, const auto& out,
                                 const auto&, const auto&) { InclusiveSum(in, out, m.options()); };
  return {
      {"sum float32", CubProblem::SumFloat, kLarge, ScalarKind::Float32, 4,
       [](Machine& m, const auto& in, const auto&, const auto& out, const auto&, const auto&) {
         Sum(in, FirstOne(out), m.options());
       }},
      {"min float32", CubProblem::MinFloat, kLarge, ScalarKind::Float32, 4,
       [](Machine& m, const auto& in, const auto&, const auto& out, const auto&, const auto&) {
         Min(in, FirstOne(out), m.options());
       }},
      {"inclusive sum float32", CubProblem::InclusiveSumFloat, kLarge, ScalarKind::Float32, 8,
       inclusive_sums},
      {"inclusive sum float64", CubProblem::InclusiveSumDouble, kWide, ScalarKind::Float64, 16,
       inclusive_sums},
      {"inclusive sum int64", CubProblem::InclusiveSumLong, kWide, ScalarKind::Int64, 16,
       inclusive_sums},
      {"exclusive sum int32", CubProblem::ExclusiveSumInt, kLarge, ScalarKind::Int32, 8,
       [](Machine& m, const auto& in, const auto&, const auto& out, const auto&, const auto&) {
         ExclusiveSum(in, out, m.options());
       }},
      {"sort uint32", CubProblem::SortUint, kSorted, ScalarKind::UInt32, 36, sorts},
      {"sort float32", CubProblem::SortFloat, kSorted, ScalarKind::Float32, 36, sorts},
      {"sort uint64", CubProblem::SortLong, kSorted / 2, ScalarKind::UInt64, 136, sorts},
      {"sort pairs uint32", CubProblem::SortPairsUint, kSorted, ScalarKind::UInt32, 68,
       [](Machine& m, const auto& in, const auto& second, const auto& out, const auto& second_out,
          const auto&) {
         SortPairs(in, second, out, second_out, SortOrder::Ascending, m.options());
       }},
      {"select flagged float32", CubProblem::SelectFlagged, kLarge, ScalarKind::Float32, 7,
       [](Machine& m, const auto& in, const auto& second, const auto& out, const auto&,
          const auto& count) { Select(in, second, out, count, m.options()); }},
      {"select x > 0 float32", CubProblem::SelectIf, kLarge, ScalarKind::Float32, 6,
       [](Machine& m, const auto& in, const auto&, const auto& out, const auto&,
          const auto& count) { SelectWhere(in, Comparison::Greater, 0, out, count, m.options()); }},
      {"run-length encode int32", CubProblem::RunLengthEncode, kSorted, ScalarKind::Int32, 10,
       [](Machine& m, const auto& in, const auto&, const auto& out, const auto& second_out,
          const auto& count) { RunLengthEncode(in, out, second_out, count, m.options()); }},
  };
}

// Random contents: floats from -1 to 1, small integers, words of random bits, flags of which half
// are set.
void Fill(Machine& machine, const Row& row, const DeviceArrayAny& in,
          const DeviceArrayAny& second) {
  switch (row.kind) {
    case ScalarKind::Float32:
    case ScalarKind::Float64:
      machine.generator.Uniform(in, -1, 1, machine.stream);
      break;
    case ScalarKind::Int32:
    case ScalarKind::Int64:
      machine.generator.Integers(in, 0, 2, machine.stream);
      break;
    default:
      machine.generator.Bits(in, machine.stream);
  }
  if (second.kind() == ScalarKind::UInt8) {
    machine.generator.Integers(second, 0, 2, machine.stream);
  } else {
    machine.generator.Bits(second, machine.stream);
  }
}

// The first element that differs by more than `tolerance` of it, and of 1000; empty where none
// does.
template <typename T>
std::string FirstDifference(const HostArray& ours, const HostArray& theirs, T tolerance) {
  const auto* const x = reinterpret_cast<const T*>(ours.data());
  const auto* const y = reinterpret_cast<const T*>(theirs.data());
  for (std::int64_t i = 0; i < ours.size(); ++i) {
    const bool same = tolerance == 0
                          ? std::memcmp(x + i, y + i, sizeof(T)) == 0
                          : std::abs(x[i] - y[i]) <= tolerance * std::max(T{1000}, std::abs(y[i]));
    if (!same) {
      return fmt::format("element {} is {}, CUB has {}", i, x[i], y[i]);
    }
  }
  return "";
}

// The first result that differs; empty where all are alike. Sums of floats may differ in their last
// bits.
std::string Difference(const Row& row, const DeviceArrayAny& ours, const DeviceArrayAny& theirs,
                       std::int64_t size) {
  if (size == 0 || theirs.size() == 0) {
    return "";
  }
  const HostArray a = ours.Sliced({{0, size}}).ToHost();
  const HostArray b = theirs.Sliced({{0, size}}).ToHost();
  switch (row.kind) {
    case ScalarKind::Float32: {
      const bool sums =
          row.problem == CubProblem::SumFloat || row.problem == CubProblem::InclusiveSumFloat;
      return FirstDifference<float>(a, b, sums ? 1e-4F : 0.0F);
    }
    case ScalarKind::Float64:
      return FirstDifference<double>(a, b, 1e-9);
    case ScalarKind::Int64:
    case ScalarKind::UInt64:
      return FirstDifference<std::int64_t>(a, b, 0);
    default:
      return FirstDifference<std::int32_t>(a, b, 0);
  }
}

Plan PlanOf(const Options& options) {
  Plan plan;
  plan.seconds = options.seconds;
  if (options.smoke) {
    plan.min_rounds = plan.max_rounds = 1;
  }
  return plan;
}

struct Measured {
  Summary kernelc;
  Summary cub;
  std::string difference;
};

Measured Measure(Machine& machine, const Row& row, std::int64_t n, const Options& options) {
  const Context& context = machine.context;
  const bool flags = row.problem == CubProblem::SelectFlagged;
  const bool lengths = row.problem == CubProblem::RunLengthEncode;
  const bool pairs = row.problem == CubProblem::SortPairsUint;
  const auto make = [&](ScalarKind kind, bool needed) {
    return DeviceArrayAny::Empty(context, kind, Dims{needed ? n : 4});
  };
  const DeviceArrayAny in = make(row.kind, true);
  const DeviceArrayAny second =
      make(flags ? ScalarKind::UInt8 : ScalarKind::UInt32, flags || pairs);
  const ScalarKind other = lengths ? ScalarKind::Int64 : ScalarKind::UInt32;
  const DeviceArrayAny out = make(row.kind, true);
  const DeviceArrayAny second_out = make(other, lengths || pairs);
  const DeviceArrayAny cub_out = make(row.kind, true);
  const DeviceArrayAny cub_second_out = make(other, lengths || pairs);
  const DeviceArray<std::int64_t> count(context, Dims{1});
  const DeviceArray<std::int64_t> cub_count(context, Dims{1});
  Fill(machine, row, in, second);
  const CubArrays arrays{machine.Native(in),        machine.Native(second),
                         machine.Native(cub_out),   machine.Native(cub_second_out),
                         machine.Native(cub_count), n};
  const int repeat = options.smoke ? 1 : 3;
  std::vector<std::function<double()>> sides = {[&] {
    return GpuSeconds(machine, repeat,
                      [&] { row.run(machine, in, second, out, second_out, count); });
  }};
  DeviceArrayAny temporary;
  if (kCubIsThere) {
    std::size_t bytes = 0;
    RunCub(row.problem, arrays, nullptr, &bytes, machine.stream.native_handle());
    temporary = DeviceArrayAny::Empty(context, ScalarKind::UInt8,
                                      Dims{static_cast<std::int64_t>(bytes) + 1});
    sides.emplace_back([&, bytes]() mutable {
      return GpuSeconds(machine, repeat, [&] {
        const int error = RunCub(row.problem, arrays, machine.Native(temporary), &bytes,
                                 machine.stream.native_handle());
        if (error != 0) {
          throw std::runtime_error(fmt::format("CUB: error {}", error));
        }
      });
    });
  }
  const std::vector<Summary> summaries = Interleave(sides, PlanOf(options));
  machine.stream.Synchronize();
  Measured measured{summaries[0], summaries.size() > 1 ? summaries[1] : Summary{}, ""};
  if (kCubIsThere) {
    const bool one = row.problem == CubProblem::SumFloat || row.problem == CubProblem::MinFloat;
    const bool counted = flags || lengths || row.problem == CubProblem::SelectIf;
    const std::int64_t size = one ? 1 : counted ? cub_count.ToVector()[0] : n;
    measured.difference = counted && count.ToVector()[0] != size
                              ? fmt::format("count {} against {}", count.ToVector()[0], size)
                              : Difference(row, out, cub_out, size);
    if (measured.difference.empty() && pairs) {
      measured.difference = Difference(row, second_out, cub_second_out, n);
    }
  }
  return measured;
}

double CopySeconds(Machine& machine, std::int64_t n, const Options& options) {
  const DeviceArray<float> from(machine.context, Dims{n});
  const DeviceArray<float> to(machine.context, Dims{n});
  Plan plan;
  plan.seconds = options.seconds;
  return Interleave({[&] {
                      return GpuSeconds(machine, options.smoke ? 1 : 5,
                                        [&] { to.CopyFrom(from, machine.stream); });
                    }},
                    plan)[0]
      .median;
}

int Run(const Options& options) {
  if (!cuda_available()) {
    std::fprintf(stderr, "bench_algorithms: %s\n", why_cuda_is_unavailable().c_str());
    return kSkipped;
  }
  Machine machine(device(options.device.empty() ? "cuda" : options.device));
  const ContextScope scope(machine.context);
  const std::int64_t copied = options.smoke ? kSmoke : kLarge;
  const double copy = 8.0 * static_cast<double>(copied) / CopySeconds(machine, copied, options);
  Table table({"algorithm", "size", "kernelc ms", "CUB ms", "speed to CUB's", "GB/s", "of a copy's",
               "results agree"});
  nlohmann::json rows = nlohmann::json::array();
  bool agree = true;
  for (const Row& row : Rows()) {
    if (!options.Selects(row.name)) {
      continue;
    }
    const std::int64_t n = options.smoke ? kSmoke : row.size;
    const Measured measured = Measure(machine, row, n, options);
    const double speed =
        measured.cub.samples > 0 ? measured.cub.median / measured.kernelc.median : 0;
    const double rate = row.bytes * static_cast<double>(n) / measured.kernelc.median;
    agree = agree && measured.difference.empty();
    table.Add({row.name, std::to_string(n), fmt::format("{:.3f}", measured.kernelc.median * 1e3),
               fmt::format("{:.3f}", measured.cub.median * 1e3), fmt::format("{:.3f}", speed),
               fmt::format("{:.0f}", rate * 1e-9), fmt::format("{:.3f}", rate / copy),
               !kCubIsThere                  ? ""
               : measured.difference.empty() ? "yes"
                                             : measured.difference});
    rows.push_back({{"name", row.name},
                    {"size", n},
                    {"kernelc_seconds", ToJson(measured.kernelc)},
                    {"cub_seconds", ToJson(measured.cub)},
                    {"speed", speed},
                    {"bytes_per_second", rate},
                    {"difference", measured.difference}});
  }
  fmt::print("{}: a copy of {} float32 moves {:.0f} GB/s\n{}",
             machine.context.device().properties().name, copied, copy * 1e-9, table.Text());
  if (!options.json.empty() && !WriteReport({{"benchmark", "algorithms"},
                                             {"host", DescribeHost()},
                                             {"device", machine.context.device().properties().name},
                                             {"copy_bytes_per_second", copy},
                                             {"rows", rows}},
                                            options.json)) {
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
    std::fprintf(stderr, "bench_algorithms: %s\n", error.what());
    return 1;
  }
}
