// Time from text to PTX: in this process by phase, cold and warm; by the length of the file, up to tens of
// thousands of lines of PTX; of whole processes against nvcc; and against NVRTC in process where there is one.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <algorithm>
#include <fstream>
#include <functional>
#include <map>
#include <optional>
#include <stdexcept>
#include <string_view>

#include "bench/support/compile_time.h"
#include "bench/support/large_kernels.h"
#include "bench/support/options.h"
#include "bench/support/report.h"
#include "bench/support/stats.h"
#include "kernelc/program.h"
#include "samples/support/find_kernel.h"

namespace kernelc::bench {

namespace {

namespace fs = std::filesystem;

// A sample with the types that it is compiled for.
struct Kernel {
  const char* name;
  const char* signature;
};

constexpr Kernel kKernels[] = {
    {"vector_add", "float32[::1], float32[::1], float32[::1]"},
    {"matmul_tiled", "float32[:, ::1], float32[:, ::1], float32[:, ::1]"},
    {"nbody", "float32[:, ::1], float32[:, ::1]"},
    {"mandelbrot", "uint8[:, ::1], float64, float64, float64, float64, int64"},
    {"black_scholes",
     "float32[::1], float32[::1], float32[::1], float32[::1], float32[::1], float32, float32"},
};

constexpr const char* kTarget = "sm_90";

std::vector<std::string> BuildArguments(const Kernel& kernel) {
  return {"build",     sample::FindKernel(kernel.name),
          "-k",        kernel.name,
          "--sig",     kernel.signature,
          "--target",  kTarget,
          "--emit",    "ptx",
          "--no-cache"};
}

Compilation CompileSample(const Kernel& kernel) { return CompileInProcess(BuildArguments(kernel)); }

fs::path ProgramFolder() { return fs::read_symlink("/proc/self/exe").parent_path(); }

// Empty where there is none.
std::string FindNvcc() {
  for (const char* path : {"/usr/local/cuda/bin/nvcc", KERNELC_BENCH_NVCC}) {
    if (*path != '\0' && fs::exists(path)) {
      return path;
    }
  }
  return {};
}

// The kernel alone: nvcc and NVRTC get no more to do than kernelc.
std::string VectorAddInCuda() {
  return "extern \"C\" __global__ void vector_add(const float* __restrict__ a,\n"
         "    const float* __restrict__ b, float* __restrict__ c, int n) {\n"
         "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
         "  if (i < n) {\n"
         "    c[i] = a[i] + b[i];\n"
         "  }\n"
         "}\n";
}

Plan MakePlan(const Options& options) {
  return {.warm_up = options.smoke ? 0 : 1,
          .min_rounds = options.smoke ? 1 : 7,
          .max_rounds = 51,
          .seconds = options.seconds};
}

// For what takes from tenths of a second to some: the whole program is to end in a minute.
Plan MakeLongPlan(const Options& options) {
  return {.warm_up = 0, .min_rounds = 1, .max_rounds = 7, .seconds = options.seconds};
}

std::string Milliseconds(double seconds) { return fmt::format("{:.2f}", seconds * 1e3); }

// The first compilation of this process, then every kernel warm, by phase.
nlohmann::json MeasureInProcess(const Options& options) {
  const Compilation cold = CompileSample(kKernels[0]);
  nlohmann::json rows = nlohmann::json::array();
  std::vector<std::string> header = {"kernel", "ms"};
  for (const auto& [name, milliseconds] : cold.phases) {
    header.push_back(name);
  }
  Table table(header);
  // Cells in the order of the header; a phase that did not run has none.
  const auto add = [&](const std::string& name, double seconds,
                       const std::map<std::string, double>& phases) {
    std::vector<std::string> cells = {name, Milliseconds(seconds)};
    for (const auto& [phase, unused] : cold.phases) {
      const auto found = phases.find(phase);
      cells.push_back(found == phases.end() ? "" : fmt::format("{:.2f}", found->second));
    }
    table.Add(cells);
  };
  add(fmt::format("{}, first", kKernels[0].name), cold.seconds, cold.phases);
  for (const Kernel& kernel : kKernels) {
    if (!options.Selects(kernel.name)) {
      continue;
    }
    std::map<std::string, std::vector<double>> samples;
    const auto compile = [&] {
      const Compilation one = CompileSample(kernel);
      for (const auto& [name, milliseconds] : one.phases) {
        samples[name].push_back(milliseconds);
      }
      return one.seconds;
    };
    const Summary summary = Interleave({compile}, MakePlan(options))[0];
    std::map<std::string, double> medians;
    for (const auto& [name, list] : samples) {
      medians[name] = Summarize(list).median;
    }
    add(kernel.name, summary.median, medians);
    rows.push_back({{"name", kernel.name}, {"seconds", ToJson(summary)}, {"phases_ms", medians}});
  }
  fmt::print("text to PTX in process, ms\n{}", table.Text());
  return {{"cold_seconds", cold.seconds}, {"cold_phases_ms", cold.phases}, {"warm", rows}};
}

struct CodeForm {
  const char* name;
  const char* target;
  const char* emit;
};

// How the time from text to `form` grows with the length of a file, for files of several shapes.
nlohmann::json MeasureScaling(const Options& options, const CodeForm& form, std::vector<unsigned> lengths) {
  if (options.smoke) {
    lengths = {100};
  }
  const std::string file =
      fs::temp_directory_path() / fmt::format("kernelc_bench_large_{}.py", getpid());
  const std::string output = file + ".out";
  std::vector<std::string> header = {"shape, ms by lines"};
  for (const unsigned length : lengths) {
    header.push_back(fmt::format("{}", length));
  }
  Table table(header);
  nlohmann::json rows = nlohmann::json::array();
  for (const LargeShape& shape : LargeShapes()) {
    if (!options.Selects(shape.name)) {
      continue;
    }
    std::vector<std::string> cells = {std::string(shape.name)};
    nlohmann::json milliseconds;
    for (const unsigned length : lengths) {
      std::ofstream(file) << shape.make(length);
      const auto compile = [&] {
        return CompileInProcess({"build", file, "-k", "large", "--sig",
                                 std::string(shape.signature), "--target", form.target, "--emit",
                                 form.emit, "-o", output, "--no-cache"})
            .seconds;
      };
      const Summary summary = Interleave({compile}, MakeLongPlan(options))[0];
      cells.push_back(Milliseconds(summary.median));
      milliseconds[fmt::format("{}", length)] = summary.median * 1e3;
    }
    table.Add(cells);
    rows.push_back({{"name", shape.name}, {"ms", milliseconds}});
  }
  fs::remove(file);
  fs::remove(output);
  fmt::print("text to {} of large files in process\n{}", form.name, table.Text());
  return rows;
}

// The text of `count` kernels: those of kKernels in Numba's spelling, again and again, without what launches them.
std::string ManyKernels(unsigned count, std::vector<std::string>* signatures) {
  std::string text;
  for (unsigned i = 0; i < count;) {
    for (const Kernel& kernel : kKernels) {
      std::ifstream file(sample::FindKernel(kernel.name));
      std::string one(std::istreambuf_iterator<char>(file), {});
      if (i == count || one.find("from numba import") == std::string::npos) {
        continue;
      }
      one.resize(one.find("\ndef main("));
      const std::string name = fmt::format("{}_{}", kernel.name, i++);
      const std::string definition = fmt::format("def {}(", kernel.name);
      one.replace(one.find(definition), definition.size(), fmt::format("def {}(", name));
      text += one + "\n\n";
      signatures->push_back(fmt::format("{}({})", name, kernel.signature));
    }
  }
  return text;
}

// A file of many kernels, on one thread and on all.
nlohmann::json MeasureMany(const Options& options) {
  constexpr const char* kThreads = "KERNELC_COMPILE_THREADS";
  const unsigned count = options.smoke ? 4 : 32;
  const fs::path folder = fs::temp_directory_path() / fmt::format("kernelc_bench_many_{}", getpid());
  fs::create_directories(folder);
  const std::string file = folder / "many.py";
  std::vector<std::string> signatures;
  std::ofstream(file) << ManyKernels(count, &signatures);
  Table table({"code", "kernels", "1 thread, ms", "all threads, ms"});
  nlohmann::json rows = nlohmann::json::array();
  for (const CodeForm& form : {CodeForm{"PTX", kTarget, "ptx"}, CodeForm{"CPU code", "cpu", "object"}}) {
    std::vector<std::string> words = {"build", file, "--target", form.target, "--emit", form.emit,
                                      "-o", folder / "out", "--no-cache", "-W", "none"};
    for (const std::string& signature : signatures) {
      words.insert(words.end(), {"--sig", signature});
    }
    const auto one = [&] {
      setenv(kThreads, "1", 1);
      const double seconds = CompileInProcess(words).seconds;
      unsetenv(kThreads);
      return seconds;
    };
    const auto all = [&] { return CompileInProcess(words).seconds; };
    const std::vector<Summary> summaries = Interleave({one, all}, MakeLongPlan(options));
    table.Add({form.name, fmt::format("{}", count), Milliseconds(summaries[0].median),
               Milliseconds(summaries[1].median)});
    rows.push_back({{"name", form.name}, {"kernels", count}, {"seconds_one_thread", ToJson(summaries[0])},
                    {"seconds", ToJson(summaries[1])}});
  }
  fs::remove_all(folder);
  fmt::print("a file of many kernels in process\n{}", table.Text());
  return rows;
}

// A kernel of one shape and about as many lines of PTX as are wanted.
struct LongKernel {
  unsigned lines = 0;
  std::size_t ptx_lines = 0;
  Summary seconds;
};

// Compiles a file of `lines` lines, which is written into `folder`.
LongKernel MeasureLength(const LargeShape& shape, unsigned lines, const Plan& plan, const fs::path& folder) {
  const std::string file = folder / "large.py";
  const std::string output = folder / "large.ptx";
  std::ofstream(file) << shape.make(lines);
  const auto compile = [&] {
    return CompileInProcess({"build", file, "-k", "large", "--sig", std::string(shape.signature), "--target",
                             kTarget, "--emit", "ptx", "-o", output, "--no-cache"})
        .seconds;
  };
  LongKernel kernel;
  kernel.lines = lines;
  kernel.seconds = Interleave({compile}, plan)[0];
  std::ifstream made(output);
  kernel.ptx_lines = static_cast<std::size_t>(std::count(std::istreambuf_iterator<char>(made), {}, '\n'));
  return kernel;
}

// A single kernel as long as generated code may be, 30,000 lines of PTX, and one half as long: a time that grows faster
// than the kernel is a fault.
nlohmann::json MeasureLong(const Options& options) {
  const double wanted = options.smoke ? 300 : 30000;
  const unsigned probed = options.smoke ? 100 : 1000;
  const Plan plan = MakeLongPlan(options);
  const fs::path folder = fs::temp_directory_path() / fmt::format("kernelc_bench_long_{}", getpid());
  fs::create_directories(folder);
  Table table({"shape", "lines", "lines of PTX", "min s", "half as many, s", "ms for 1,000 lines of PTX"});
  nlohmann::json rows = nlohmann::json::array();
  for (const LargeShape& shape : LargeShapes()) {
    if (!options.Selects(shape.name)) {
      continue;
    }
    const LongKernel probe = MeasureLength(shape, probed, {.warm_up = 0, .min_rounds = 1, .max_rounds = 1}, folder);
    const double lines = probed * wanted / static_cast<double>(probe.ptx_lines);
    const LongKernel half = MeasureLength(shape, static_cast<unsigned>(lines / 2), plan, folder);
    // A long kernel may have fewer lines of PTX for one of its own than the short one.
    const double factor = wanted / static_cast<double>(half.ptx_lines);
    const LongKernel whole = MeasureLength(shape, static_cast<unsigned>(half.lines * factor), plan, folder);
    table.Add({std::string(shape.name), fmt::format("{}", whole.lines), fmt::format("{}", whole.ptx_lines),
               fmt::format("{:.2f}", whole.seconds.min), fmt::format("{:.2f}", half.seconds.min),
               fmt::format("{:.1f}", whole.seconds.min * 1e6 / static_cast<double>(whole.ptx_lines))});
    rows.push_back({{"name", shape.name}, {"lines", whole.lines}, {"ptx_lines", whole.ptx_lines},
                    {"seconds", ToJson(whole.seconds)}, {"half_seconds", ToJson(half.seconds)}});
  }
  fs::remove_all(folder);
  fmt::print("text to PTX of long kernels in process\n{}", table.Text());
  return rows;
}

// From text that nobody compiled before, the driver neither, to its kernel's first result.
double FirstLaunchSeconds(const char* device, bool tiered) {
  static int number = 0;
  const Context context(device);
  const ContextScope scope(context);
  const DeviceArray<float> array(context, {16});
  ProgramOptions options;
  options.cache = false;
  options.tiered = tiered;
  const std::string text = fmt::format(
      "from kernelc import *\n\n\n@kernel\ndef add(a, b, c):\n    i = grid(1)\n    if i < c.size:\n"
      "        c[i] = a[i] + b[i] * {}\n",
      ++number);
  std::optional<JitKernel> kernel;
  const double seconds = SecondsOf([&] {
    kernel = Program::FromSource(text, "add.py", options).kernel("add");
    kernel->Launch({.grid = 1, .block = 32}, array, array, array);
    context.Synchronize();
  });
  kernel->WaitUntilOptimized();
  return seconds;
}

// First launches on the devices there are, of tiered programs and of others.
void AddFirstLaunches(std::vector<std::string>& names,
                      std::vector<std::function<double()>>& sides) {
  for (const char* const device : {"cpu", "cuda"}) {
    if (std::string_view(device) == "cuda" && !cuda_available()) {
      continue;
    }
    for (const bool tiered : {false, true}) {
      names.push_back(fmt::format("JIT API, text to the end of the first launch, {}{}", device,
                                  tiered ? ", tiered" : ""));
      sides.emplace_back([device, tiered] { return FirstLaunchSeconds(device, tiered); });
    }
  }
}

// `kernelc build vector_add --emit ptx` as a process, and what a user would run instead.
nlohmann::json MeasureAlternatives(const Options& options) {
  const fs::path folder = fs::temp_directory_path() / fmt::format("kernelc_bench_{}", getpid());
  fs::create_directories(folder);
  const std::string cuda_file = folder / "vector_add.cu";
  std::ofstream(cuda_file) << VectorAddInCuda();
  std::vector<std::string> ours = BuildArguments(kKernels[0]);
  ours.insert(ours.begin(), ProgramFolder() / "kernelc");
  ours.insert(ours.end(), {"-o", folder / "kernelc.ptx"});

  std::vector<std::string> names = {"kernelc build, process"};
  std::vector<std::function<double()>> sides = {
      [&] { return SecondsOf([&] { RunProcess(ours); }); }};
  const std::string nvcc = FindNvcc();
  if (!nvcc.empty()) {
    const std::vector<std::string> command = {nvcc,
                                              "-O3",
                                              "-ptx",
                                              fmt::format("-arch={}", kTarget),
                                              cuda_file,
                                              "-o",
                                              folder / "nvcc.ptx"};
    names.emplace_back("nvcc -ptx, process");
    sides.emplace_back([command] { return SecondsOf([&] { RunProcess(command); }); });
  }
  names.emplace_back("kernelc, in process");
  sides.emplace_back([] { return CompileSample(kKernels[0]).seconds; });
  const Nvrtc nvrtc(kTarget);
  if (nvrtc.available()) {
    names.emplace_back("NVRTC, in process");
    sides.emplace_back([&] { return SecondsOf([&] { nvrtc.Compile(VectorAddInCuda()); }); });
  }
  names.emplace_back("JIT API, text to loaded CPU code");
  sides.emplace_back([] {
    const Context context(cpu_device());
    const auto array = DeviceArray<float>(context, {16});
    const Arg args[] = {array, array, array};
    ProgramOptions uncached;
    uncached.cache = false;
    return SecondsOf([&] {
      Program::FromFile(sample::FindKernel("vector_add"), uncached)
          .kernel("vector_add")
          .Specialize(context, args);
    });
  });

  AddFirstLaunches(names, sides);
  const std::vector<Summary> summaries = Interleave(sides, MakePlan(options));
  fs::remove_all(folder);
  nlohmann::json rows = nlohmann::json::array();
  Table table({"vector_add", "median ms", "min ms"});
  for (std::size_t i = 0; i < names.size(); ++i) {
    table.Add({names[i], Milliseconds(summaries[i].median), Milliseconds(summaries[i].min)});
    rows.push_back({{"name", names[i]}, {"seconds", ToJson(summaries[i])}});
  }
  fmt::print("one kernel, text to code\n{}", table.Text());
  return rows;
}

int Run(const Options& options) {
  nlohmann::json report = {{"benchmark", "compile"}, {"host", DescribeHost()}, {"target", kTarget}};
  report["in_process"] = MeasureInProcess(options);
  report["scaling"] = MeasureScaling(options, {"PTX", kTarget, "ptx"}, {500, 1000, 2000});
  report["cpu_scaling"] = MeasureScaling(options, {"CPU code", "cpu", "object"}, {250, 500, 1000});
  report["many"] = MeasureMany(options);
  report["long"] = MeasureLong(options);
  report["alternatives"] = MeasureAlternatives(options);
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
