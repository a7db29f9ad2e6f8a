#include "bench/suite/ceilings.h"

#include <algorithm>

namespace kernelc::bench {

// The text of ceilings.py, in the program.
extern const SuiteText kCeilingsText;

namespace {

// Operations per second of one type. `blocks` of 256 threads, each doing 8 multiplications with
// additions a step.
template <typename T>
double Arithmetic(const Context& context, StreamRef stream, const JitKernel& kernel,
                  std::uint32_t blocks, bool smoke,
                  const std::function<double(const std::function<void()>&)>& seconds) {
  constexpr std::uint32_t kThreads = 256;
  const std::int32_t steps = smoke ? 4 : 2048;
  const std::vector<T> ones(std::size_t{blocks} * kThreads, T(1));
  const DeviceArray<T> out(context, ones, {static_cast<std::int64_t>(ones.size())});
  LaunchConfig config;
  config.grid = Dim3(blocks);
  config.block = Dim3(kThreads);
  config.stream = stream;
  const double time = seconds([&] { kernel.Launch(config, T(0), T(1), out, steps); });
  return 16.0 * steps * static_cast<double>(ones.size()) / time;
}

}  // namespace

Ceilings MeasureCeilings(const Context& context, StreamRef stream, bool smoke,
                         const std::function<double(const std::function<void()>&)>& seconds) {
  const Program program = Program::FromSource(std::string(kCeilingsText.view()), "ceilings.py");
  const bool is_cpu = context.device().kind() == DeviceKind::Cpu;
  const auto units = static_cast<std::uint32_t>(context.device().properties().multiprocessors);
  const std::uint32_t blocks = (is_cpu ? 4 : 32) * units;
  const std::int64_t size = smoke ? 10000 : is_cpu ? std::int64_t{1} << 25 : std::int64_t{1} << 28;

  Ceilings result;
  const auto source = DeviceArray<float>(context, {size});
  const auto target = DeviceArray<float>(context, {size});
  LaunchConfig config;
  config.grid = Dim3(is_cpu ? blocks : 8 * units);
  config.block = Dim3(256);
  config.stream = stream;
  const JitKernel copy = program.kernel("copy");
  result.bytes =
      8.0 * static_cast<double>(size) / seconds([&] { copy.Launch(config, source, target); });

  const JitKernel arithmetic = program.kernel("arithmetic");
  result.float32 = Arithmetic<float>(context, stream, arithmetic, blocks, smoke, seconds);
  result.float64 = Arithmetic<double>(context, stream, arithmetic, blocks, smoke, seconds);
  result.int32 = Arithmetic<std::int32_t>(context, stream, arithmetic, blocks, smoke, seconds);
  return result;
}

nlohmann::json ToJson(const Ceilings& ceilings) {
  return {{"bytes_per_second", ceilings.bytes},
          {"float32_per_second", ceilings.float32},
          {"float64_per_second", ceilings.float64},
          {"int32_per_second", ceilings.int32}};
}

double RooflineShare(const Problem& problem, const Ceilings& ceilings, double seconds) {
  const double operations = problem.operation_type == Operations::Float32   ? ceilings.float32
                            : problem.operation_type == Operations::Float64 ? ceilings.float64
                                                                            : ceilings.int32;
  return std::max(problem.bytes / ceilings.bytes, problem.operations / operations) / seconds;
}

}  // namespace kernelc::bench
