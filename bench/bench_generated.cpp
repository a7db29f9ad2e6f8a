// Kernels from expressions: bandwidth of elementwise kernels, reductions and scans beside that of a
// copy and of kernels written by hand; host time of a call beside that of a launch.
#include <fmt/format.h>

#include <cstdio>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "bench/support/cuda_driver.h"
#include "bench/support/options.h"
#include "bench/support/report.h"
#include "bench/support/stats.h"
#include "kernelc/expressions.h"
#include "kernelc/program.h"

namespace kernelc::bench {
namespace {

constexpr const char* kByHand = R"py(
from kernelc import *

@kernel
def saxpy(z, a, x, y):
    i = grid(1)
    if i < z.size:
        z[i] = a * x[i] + y[i]

@kernel
def block_sum(data, total):
    partial = shared.array(256, float32)
    tid = threadIdx.x
    s = 0.0
    for i in range(grid(1), data.size, gridsize(1)):
        s += data[i]
    partial[tid] = s
    syncthreads()
    half = 128
    while half > 0:
        if tid < half:
            partial[tid] += partial[tid + half]
        syncthreads()
        half //= 2
    if tid == 0:
        atomic.add(total, 0, partial[0])
)py";

struct Row {
  std::string name;
  double bytes = 0;
  // Seconds.
  Summary time;
};

class Bench {
 public:
  Bench(const Context& context, const Options& options)
      : context_(context), stream_(context), options_(options) {
    if (!is_cpu() && CudaModules::available()) {
      const ContextScope scope(context_);
      modules_.emplace();
    }
  }

  void Run() {
    const std::int64_t count = options_.smoke ? 10000 : is_cpu() ? 1 << 24 : 1 << 27;
    MeasureElements(count);
    MeasureAxes(count);
    MeasureCalls();
  }

  bool agree() const { return agree_; }
  std::string text() const { return table_.Text(); }
  const nlohmann::json& rows() const { return rows_; }

 private:
  bool is_cpu() const { return context_.device().kind() == DeviceKind::Cpu; }

  // Seconds for one of `repeat` calls that are waited for together.
  double Seconds(const std::function<void()>& call, int repeat) const {
    return SecondsOf([&] {
             for (int k = 0; k < repeat; ++k) {
               call();
             }
             stream_.Synchronize();
           }) /
           repeat;
  }

  using Sides = std::vector<std::pair<std::string, std::function<void()>>>;
  void Add(const Sides& sides, double bytes) {
    std::vector<std::function<double()>> measured;
    for (const auto& side : sides) {
      side.second();
      measured.emplace_back([&] { return Seconds(side.second, options_.smoke ? 1 : 20); });
    }
    const Plan plan = {.warm_up = 1,
                       .min_rounds = options_.smoke ? 1 : 5,
                       .max_rounds = 21,
                       .seconds = options_.seconds};
    const std::vector<Summary> times = Interleave(measured, plan);
    for (std::size_t k = 0; k < sides.size(); ++k) {
      table_.Add({sides[k].first, fmt::format("{:.4f}", times[k].median * 1e3),
                  bytes > 0 ? fmt::format("{:.0f}", bytes / times[k].median * 1e-9) : "",
                  fmt::format("{:.3f}", times[k].median / times[0].median)});
      rows_.push_back({{"name", sides[k].first}, {"seconds", ToJson(times[k])}, {"bytes", bytes}});
    }
  }

  void Check(const char* what, double actual, double expected) {
    if (actual != expected) {
      fmt::print(stderr, "error: {}: {} instead of {}\n", what, actual, expected);
      agree_ = false;
    }
  }

  void MeasureElements(std::int64_t count) {
    const DeviceArray<float> x(context_, {count});
    const DeviceArray<float> y(context_, {count});
    const DeviceArray<float> z(context_, {count});
    x.Fill(1, stream_);
    y.Fill(2, stream_);
    const Program by_hand = Program::FromSource(kByHand, "by_hand.py");
    const JitKernel saxpy = by_hand.kernel("saxpy");
    const Elementwise expression("z = a * x + y");
    const DeviceArrayAny out = z;
    const std::vector<Arg> args = {Arg(2.0F), Arg(x), Arg(y)};
    const LaunchConfig config{
        .grid = static_cast<std::uint32_t>((count + 255) / 256), .block = 256, .stream = stream_};
    const double bytes = static_cast<double>(count) * sizeof(float);
    Add({{"copy", [&] { z.CopyFrom(x, stream_); }},
         {"copy, elementwise",
          [&, copy = Elementwise("x")] {
            const Arg one[] = {Arg(x)};
            copy.Launch({.outputs = std::span(&out, 1), .stream = stream_}, one);
          }}},
        2 * bytes);
    Add({{"saxpy by hand", [&] { saxpy.Launch(config, z, 2.0F, x, y); }},
         {"saxpy, elementwise",
          [&] { expression.Launch({.outputs = std::span(&out, 1), .stream = stream_}, args); }}},
        3 * bytes);
    Sides sums = {{"sum of two, elementwise", [&, sum = Elementwise("x + y")] {
                     const Arg two[] = {Arg(x), Arg(y)};
                     sum.Launch({.outputs = std::span(&out, 1), .stream = stream_}, two);
                   }}};
    AddNvcc(sums, "vector_add", {x.data(), y.data(), z.data()}, count, config.grid.x);
    Add(sums, 3 * bytes);
    expression.Launch({.outputs = std::span(&out, 1), .stream = stream_}, args);
    Check("saxpy", static_cast<double>(z.ToVector(stream_)[static_cast<std::size_t>(count - 1)]),
          4);
    MeasureSums(x, z, by_hand, bytes);
  }

  void MeasureSums(const DeviceArray<float>& x, const DeviceArray<float>& z, const Program& by_hand,
                   double bytes) {
    const JitKernel block_sum = by_hand.kernel("block_sum");
    const DeviceArray<float> total(context_, Dims{1});
    const DeviceArray<float> sum(context_, Dims());
    const DeviceArrayAny out = sum;
    const Reduction reduction("x", "+");
    const Arg args[] = {Arg(x)};
    const LaunchConfig config{
        .grid = static_cast<std::uint32_t>(context_.device().properties().multiprocessors * 8),
        .block = 256,
        .stream = stream_};
    Sides sides = {{"sum by hand",
                    [&] {
                      total.Fill(0, stream_);
                      block_sum.Launch(config, x, total);
                    }},
                   {"sum, reduction", [&] {
                      reduction.CallArgs({.outputs = std::span(&out, 1), .stream = stream_}, args);
                    }}};
    AddNvcc(sides, "block_sum", {x.data(), total.data()}, x.size(), config.grid.x);
    Add(sides, bytes);
    Check("sum", static_cast<double>(sum.ToVector(stream_)[0]), static_cast<double>(x.size()));
    const Scan scan("+");
    const DeviceArrayAny running = z;
    Add({{"copy", [&] { z.CopyFrom(x, stream_); }},
         {"running sum, scan",
          [&] { scan.CallArgs({.outputs = std::span(&running, 1), .stream = stream_}, args); }}},
        2 * bytes);
    Check("running sum", static_cast<double>(z.ToVector(stream_)[999]), 1000);
  }

  void MeasureAxes(std::int64_t count) {
    const std::int64_t rows = options_.smoke ? 100 : 4096;
    const DeviceArray<float> x(context_, {rows, count / rows});
    x.Fill(1, stream_);
    const Reduction sum("x", "+");
    const DeviceArrayAny columns = DeviceArray<float>(context_, Dims{count / rows});
    const DeviceArrayAny lines = DeviceArray<float>(context_, Dims{rows});
    const Arg args[] = {Arg(x)};
    Add({{"sum over rows",
          [&] {
            sum.CallArgs(
                {.axes = std::vector<int>{1}, .outputs = std::span(&lines, 1), .stream = stream_},
                args);
          }},
         {"sum over columns",
          [&] {
            sum.CallArgs(
                {.axes = std::vector<int>{0}, .outputs = std::span(&columns, 1), .stream = stream_},
                args);
          }}},
        static_cast<double>(count) * sizeof(float));
  }

  // Small arrays: what the host pays.
  void MeasureCalls() {
    const DeviceArray<float> x(context_, {256});
    const DeviceArray<float> z(context_, {256});
    x.Fill(1, stream_);
    const JitKernel saxpy = Program::FromSource(kByHand, "by_hand.py").kernel("saxpy");
    const Elementwise expression("z = a * x + y");
    const DeviceArrayAny out = z;
    const Arg args[] = {Arg(2.0F), Arg(x), Arg(x)};
    const LaunchConfig config{.grid = 1, .block = 256, .stream = stream_};
    Add({{"launch by hand", [&] { saxpy.Launch(config, z, 2.0F, x, x); }},
         {"call, elementwise",
          [&] { expression.Launch({.outputs = std::span(&out, 1), .stream = stream_}, args); }}},
        0);
  }

  // A call of one of nvcc's kernels (bench/cuda), where there are any: three pointers or two, and a
  // 32-bit size behind them.
  void AddNvcc(Sides& sides, const char* kernel, std::vector<DevicePointer> pointers,
               std::int64_t count, std::uint32_t blocks) {
    if (!modules_) {
      return;
    }
    const CudaFunction function = modules_->Find(kernel);
    sides.emplace_back(
        fmt::format("{}, nvcc", kernel), [this, function, pointers, count, blocks]() mutable {
          auto size = static_cast<std::int32_t>(count);
          std::vector<void*> params;
          for (DevicePointer& pointer : pointers) {
            params.push_back(&pointer);
          }
          params.push_back(&size);
          const ContextScope scope(context_);
          function.Launch({blocks, 1, 1}, {256, 1, 1}, params.data(), stream_.native_handle());
        });
  }

  Context context_;
  Stream stream_;
  std::optional<CudaModules> modules_;
  Options options_;
  Table table_{{"what", "ms", "GB/s", "to the first"}};
  nlohmann::json rows_ = nlohmann::json::array();
  bool agree_ = true;
};

int Run(const Options& options) {
  const Context context(device(options.device.empty() ? default_device().name() : options.device));
  Bench bench(context, options);
  bench.Run();
  fmt::print("{}\n{}", context.device().properties().name, bench.text());
  if (!options.json.empty() &&
      !WriteReport({{"host", DescribeHost()},
                    {"device", context.device().properties().name},
                    {"rows", bench.rows()}},
                   options.json)) {
    return 1;
  }
  return bench.agree() ? 0 : 1;
}

}  // namespace
}  // namespace kernelc::bench

int main(int argc, char** argv) try {
  const auto options = kernelc::bench::ParseOptions(argc, argv);
  return options ? kernelc::bench::Run(*options) : 2;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
