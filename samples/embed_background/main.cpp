// A simulation that starts at once and becomes faster on the way: heat in a plate, first by code for
// the CPU that was compiled quickly and serves any size; meanwhile a thread prepares the GPU (context,
// code for this very problem), and when that is done the field moves there. On a machine without a
// GPU, or with --device cpu, the code for this problem is made for the CPU.
#include <kernelc/program.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <future>
#include <numbers>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::int64_t kHeight = 400;
constexpr std::int64_t kWidth = 500;
constexpr float kAlpha = 0.2f;
constexpr int kSteps = 30000;
// Steps between two looks at whether the other code is ready.
constexpr int kBatch = 10;

double MillisecondsSince(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

// Beside this source, or in samples/ beside the folder of the program.
std::string KernelFile() {
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe");
  for (const std::filesystem::path& path :
       {std::filesystem::path(KERNEL_FILE),
        program.parent_path() / "../samples/embed_background/kernel.py"}) {
    if (std::filesystem::exists(path)) {
      return path.string();
    }
  }
  throw std::runtime_error("cannot find samples/embed_background/kernel.py");
}

kernelc::ProgramOptions OptionsWithSettings(unsigned opt_level) {
  kernelc::ProgramOptions options;
  options.opt_level = opt_level;
  options.modules["settings.py"] = "ALPHA = " + std::to_string(kAlpha) +
                                   "\nHEIGHT = " + std::to_string(kHeight) +
                                   "\nWIDTH = " + std::to_string(kWidth) + "\n";
  return options;
}

// Two fields that take turns, where they are, and the code that makes one from the other.
class Stepper {
 public:
  Stepper(kernelc::Context context, kernelc::Kernel kernel, bool takes_alpha)
      : context_(std::move(context)),
        kernel_(std::move(kernel)),
        takes_alpha_(takes_alpha),
        now_(context_, {kHeight, kWidth}),
        next_(context_, {kHeight, kWidth}) {}

  // The edges are never written, so both fields need them.
  void Load(const std::vector<float>& field) {
    now_.CopyFromHost(kernelc::HostArrayView(kernelc::ScalarKind::Float32, {kHeight, kWidth},
                                             field.data()));
    next_.CopyFrom(now_);
  }
  std::vector<float> Store() const { return now_.ToVector(); }

  void Run(int steps) {
    const kernelc::LaunchConfig config = {.grid = {(kWidth + 31) / 32, (kHeight + 7) / 8},
                                          .block = {32, 8}};
    for (int step = 0; step < steps; ++step) {
      if (takes_alpha_) {
        kernel_.Launch(config, now_, next_, kAlpha);
      } else {
        kernel_.Launch(config, now_, next_);
      }
      std::swap(now_, next_);
    }
    context_.Synchronize();
  }
  std::string device() const { return context_.device().name(); }

 private:
  kernelc::Context context_;
  kernelc::Kernel kernel_;
  bool takes_alpha_;
  kernelc::DeviceArray<float> now_;
  kernelc::DeviceArray<float> next_;
};

// Little optimisation and no assumption: there in a moment.
Stepper MakeFirst() {
  const kernelc::Context context(kernelc::cpu_device());
  const auto program = kernelc::Program::FromFile(KernelFile(), OptionsWithSettings(1));
  return Stepper(context,
                 program.kernel("step_any").Specialize(
                     context, "void(float32[:, ::1], float32[:, ::1], float32)"),
                 true);
}

// All that can be had for this problem on this device. Blocks for long: the GPU's context alone may
// take some hundred milliseconds.
Stepper MakeSecond(const std::string& device_name) {
  const kernelc::Context context(device_name);
  const auto program = kernelc::Program::FromFile(KernelFile(), OptionsWithSettings(3));
  return Stepper(context,
                 program.kernel("step_fixed").Specialize(
                     context, "void(float32[:, ::1], float32[:, ::1])"),
                 false);
}

// A wave of the plate that keeps its form while it fades: `across` and `down` half periods. What a
// step makes of it is known exactly, also of sums of such waves.
struct Mode {
  int across;
  int down;
  double amplitude;
};
constexpr Mode kModes[] = {{1, 1, 300}, {2, 1, -120}, {3, 2, 80}};

double Angle(int half_periods, std::int64_t points) {
  return half_periods * std::numbers::pi / static_cast<double>(points - 1);
}

// The plate after so many steps, by formula.
std::vector<float> FieldAfter(int steps) {
  std::vector<double> field(static_cast<std::size_t>(kHeight * kWidth), 0.0);
  for (const Mode& mode : kModes) {
    const double x_angle = Angle(mode.across, kWidth);
    const double y_angle = Angle(mode.down, kHeight);
    const double factor =
        1 + double{kAlpha} * (2 * std::cos(x_angle) + 2 * std::cos(y_angle) - 4);
    const double amplitude = mode.amplitude * std::pow(factor, steps);
    for (std::int64_t y = 1; y < kHeight - 1; ++y) {
      const double height = amplitude * std::sin(y_angle * static_cast<double>(y));
      for (std::int64_t x = 1; x < kWidth - 1; ++x) {
        field[static_cast<std::size_t>(y * kWidth + x)] +=
            height * std::sin(x_angle * static_cast<double>(x));
      }
    }
  }
  return {field.begin(), field.end()};
}

struct Outcome {
  std::vector<float> field = {};
  std::string first_device;
  std::string second_device;
  double first_ready = 0;
  double second_ready = 0;
  // Milliseconds a step, with each code.
  double first_step = 0;
  double second_step = 0;
  int switched_at = kSteps;
};

Outcome Simulate(const std::string& second_device, Clock::time_point start) {
  Outcome outcome;
  Stepper first = MakeFirst();
  first.Load(FieldAfter(0));
  outcome.first_device = first.device();
  outcome.first_ready = MillisecondsSince(start);
  std::future<Stepper> coming =
      std::async(std::launch::async, [&] { return MakeSecond(second_device); });

  int step = 0;
  const auto first_start = Clock::now();
  while (step < kSteps && coming.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
    first.Run(kBatch);
    step += kBatch;
  }
  outcome.first_step = MillisecondsSince(first_start) / std::max(step, 1);
  outcome.switched_at = step;

  if (step >= kSteps) {
    outcome.second_device = outcome.first_device;
    outcome.field = first.Store();
    return outcome;
  }
  // Where it cannot be had at all (a driver that fails, no memory), the first goes on.
  std::optional<Stepper> second;
  try {
    second.emplace(coming.get());
    second->Load(first.Store());
  } catch (const kernelc::Error& error) {
    std::fprintf(stderr, "staying on %s: %s\n", outcome.first_device.c_str(), error.what());
    second.reset();
  }
  outcome.second_ready = MillisecondsSince(start);
  Stepper& rest = second ? *second : first;
  const auto second_start = Clock::now();
  rest.Run(kSteps - step);
  outcome.second_step = MillisecondsSince(second_start) / std::max(kSteps - step, 1);
  outcome.second_device = rest.device();
  outcome.field = rest.Store();
  return outcome;
}

}  // namespace

int main(int argc, char** argv) {
  const bool has_device = argc == 3 && std::strcmp(argv[1], "--device") == 0;
  if (argc != 1 && !has_device) {
    std::fprintf(stderr, "usage: embed_background [--device cpu|cuda]\n");
    return 2;
  }
  try {
    const auto start = Clock::now();
    const std::string device =
        has_device ? argv[2] : std::string(kernelc::default_device().name());
    const Outcome outcome = Simulate(device, start);
    std::printf("on %s after %.0f ms: code for any plate, %.3f ms a step\n",
                outcome.first_device.c_str(), outcome.first_ready, outcome.first_step);
    if (outcome.switched_at >= kSteps) {
      std::printf("code for this plate was not ready before the end\n");
    } else {
      std::printf("on %s after %.0f ms: code for this plate, %.3f ms a step, from step %d of %d\n",
                  outcome.second_device.c_str(), outcome.second_ready, outcome.second_step,
                  outcome.switched_at, kSteps);
    }
    if (outcome.second_device == outcome.first_device) {
      std::printf("(no GPU in use: both are for the CPU)\n");
    }
    double difference = 0;
    const std::vector<float> expected = FieldAfter(kSteps);
    for (std::size_t i = 0; i < expected.size(); ++i) {
      difference = std::max(difference, std::abs(double{outcome.field[i]} - double{expected[i]}));
    }
    // Of numbers of some hundred, after as many roundings as there are steps.
    const bool passed = difference < 0.1;
    std::printf("%s: %d steps of %d x %d points, largest difference %.2g\n",
                passed ? "PASS" : "FAIL", kSteps, static_cast<int>(kHeight),
                static_cast<int>(kWidth), difference);
    return passed ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
