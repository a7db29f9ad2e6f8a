// The disk cache: from text to a loaded kernel when everything is there, whole processes that only use
// it, and many kernels compiled when nothing is there.
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "bench/support/cycles.h"
#include "bench/support/options.h"
#include "bench/support/report.h"
#include "bench/support/stats.h"
#include "kernelc/program.h"
#include "samples/support/find_kernel.h"

extern char** environ;

namespace kernelc::bench {

namespace {

namespace fs = std::filesystem;

// A sample with the types that it is compiled for.
struct Kernel {
  const char* name;
  const char* signature;
};

constexpr Kernel kKernels[] = {
    {"black_scholes",
     "float32[::1], float32[::1], float32[::1], float32[::1], float32[::1], float32, float32"},
    {"block_sum", "float32[::1], float32[::1]"},
    {"heat", "float32[:, ::1], float32[:, ::1], float32"},
    {"histogram", "uint8[::1], int32[::1]"},
    {"mandelbrot", "uint8[:, ::1], float64, float64, float64, float64, int64"},
    {"matmul_naive", "float32[:, ::1], float32[:, ::1], float32[:, ::1]"},
    {"matmul_tiled", "float32[:, ::1], float32[:, ::1], float32[:, ::1]"},
    {"nbody", "float32[:, ::1], float32[:, ::1]"},
    {"saxpy", "float32, float32[::1], float32[::1]"},
    {"spmv", "int32[::1], int32[::1], float32[::1], float32[::1], float32[::1]"},
    {"transpose", "float32[:, ::1], float32[:, ::1]"},
    {"vector_add", "float32[::1], float32[::1], float32[::1]"},
    {"warp_sum", "float32[::1], float32[::1]"},
};

constexpr const char* kTarget = "sm_90";
// More than a large application has; the goal is eight seconds on two cores.
constexpr std::size_t kColdKernels = 1000;
constexpr std::size_t kColdThreads = 2;

std::string ReadText(const std::string& path) {
  std::ifstream stream(path);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

std::string Microseconds(double seconds) { return fmt::format("{:.1f}", seconds * 1e6); }
std::string Milliseconds(double seconds) { return fmt::format("{:.2f}", seconds * 1e3); }

// An empty cache for as long as this lives, which this process and its children use.
class EmptyCache {
 public:
  EmptyCache() : folder_(fs::temp_directory_path() / fmt::format("kernelc_bench_{}", getpid())) {
    setenv("KERNELC_CACHE_DIR", folder_.c_str(), 1);
    unsetenv("KERNELC_CACHE");
    Clear();
  }
  ~EmptyCache() { Clear(); }
  EmptyCache(const EmptyCache&) = delete;
  EmptyCache& operator=(const EmptyCache&) = delete;
  void Clear() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }

 private:
  fs::path folder_;
};

Plan MakePlan(const Options& options) {
  return {.warm_up = 1,
          .min_rounds = options.smoke ? 1 : 20,
          .max_rounds = options.smoke ? 1 : 500,
          .seconds = options.seconds};
}

// From text to a kernel that can be launched, with a program of its own each time. Beside it the same for an image that
// is at hand, which is the module load alone.
nlohmann::json MeasureHits(const Options& options, const Device& device) {
  const Context context(device);
  Table table({fmt::format("{}, us", device.name()), "text to kernel", "load alone", "difference"});
  nlohmann::json rows = nlohmann::json::array();
  for (const Kernel& kernel : kKernels) {
    if (!options.Selects(kernel.name)) {
      continue;
    }
    const std::string text = ReadText(sample::FindKernel(kernel.name));
    const auto specialize = [&] {
      return Program::FromSource(text, "bench.py").kernel(kernel.name).Specialize(context, kernel.signature);
    };
    const auto image = specialize().image();
    const std::vector<Summary> summaries = Interleave(
        {[&] { return SecondsOf([&] { specialize(); }); },
         [&] { return SecondsOf([&] { static_cast<void>(Module(context, image)); }); }},
        MakePlan(options));
    const double difference = summaries[0].median - summaries[1].median;
    table.Add({kernel.name, Microseconds(summaries[0].median), Microseconds(summaries[1].median),
               Microseconds(difference)});
    rows.push_back({{"name", kernel.name},
                    {"seconds", ToJson(summaries[0])},
                    {"load_seconds", ToJson(summaries[1])}});
  }
  fmt::print("a hit in process\n{}", table.Text());
  return {{"device", device.name()}, {"rows", rows}};
}

// A program run to its end with its output thrown away.
void RunProcess(const std::vector<std::string>& command) {
  std::vector<char*> argv;
  for (const std::string& word : command) {
    argv.push_back(const_cast<char*>(word.c_str()));
  }
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", 1, 0);
  pid_t child = 0;
  int status = posix_spawn(&child, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (status != 0 || waitpid(child, &status, 0) != child || status != 0) {
    throw std::runtime_error(fmt::format("{} failed", command[0]));
  }
}

// `kernelc` as a process that finds everything in the cache, and that does nothing at all.
nlohmann::json MeasureProcesses(const Options& options) {
  const std::string kernelc = fs::read_symlink("/proc/self/exe").parent_path() / "kernelc";
  const std::string file = sample::FindKernel("vector_add");
  const std::vector<std::vector<std::string>> commands = {
      {kernelc, "--version"},
      {kernelc, "build", file, "-k", "vector_add", "--sig", "float32[::1], float32[::1], float32[::1]",
       "--target", kTarget},
      {kernelc, "run", file, "vector_add", "a=ones:float32:1000", "b=ones:float32:1000", "c=like:a",
       "--device", "cpu"},
      {kernelc, "run", file, "vector_add", "a=ones:float32:1000", "b=ones:float32:1000", "c=like:a",
       "--device", "cpu", "--no-cache"},
  };
  const std::vector<std::string> names = {"kernelc --version", "kernelc build, a hit",
                                          "kernelc run on the CPU, a hit",
                                          "kernelc run on the CPU, no cache"};
  std::vector<std::function<double()>> sides;
  for (const std::vector<std::string>& command : commands) {
    sides.emplace_back([command] { return SecondsOf([&] { RunProcess(command); }); });
  }
  const std::vector<Summary> summaries = Interleave(sides, MakePlan(options));
  Table table({"whole process", "median ms", "min ms"});
  nlohmann::json rows = nlohmann::json::array();
  for (std::size_t i = 0; i < names.size(); ++i) {
    table.Add({names[i], Milliseconds(summaries[i].median), Milliseconds(summaries[i].min)});
    rows.push_back({{"name", names[i]}, {"seconds", ToJson(summaries[i])}});
  }
  fmt::print("processes\n{}", table.Text());
  return rows;
}

// Calls `job(i)` for each number below `count` on `threads` threads. Throws what one of them threw.
void InParallel(std::size_t threads, std::size_t count, const std::function<void(std::size_t)>& job) {
  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  std::exception_ptr failure;
  std::vector<std::thread> workers;
  for (std::size_t t = 0; t < threads; ++t) {
    workers.emplace_back([&] {
      try {
        for (std::size_t i = next++; i < count; i = next++) {
          job(i);
        }
      } catch (...) {
        const std::lock_guard lock(mutex);
        failure = std::current_exception();
      }
    });
  }
  for (std::thread& worker : workers) {
    worker.join();
  }
  if (failure) {
    std::rethrow_exception(failure);
  }
}

// Kernel number `number` of the many: a sample in one of two types, with a register limit of its own, which is in the
// code.
struct ColdKernel {
  explicit ColdKernel(std::size_t number) : kernel(kKernels[number % std::size(kKernels)]) {
    options.max_registers = static_cast<std::uint32_t>(64 + number / (2 * std::size(kKernels)));
    signature = kernel.signature;
    if (number / std::size(kKernels) % 2 == 1) {
      for (std::size_t at = signature.find("float32"); at != std::string::npos;
           at = signature.find("float32", at)) {
        signature.replace(at, 7, "float64");
      }
    }
  }
  Program Open() const { return Program::FromFile(sample::FindKernel(kernel.name), options); }

  const Kernel& kernel;
  ProgramOptions options;
  std::string signature;
};

nlohmann::json MeasureCold(const Options& options, EmptyCache& cache) {
  const std::size_t count = options.smoke ? 4 : kColdKernels;
  struct Kind {
    std::string name;
    std::function<void(std::size_t)> job;
  };
  const auto load = [](const Context& context) {
    return [context](std::size_t i) {
      const ColdKernel cold(i);
      cold.Open().kernel(cold.kernel.name).Specialize(context, cold.signature);
    };
  };
  std::vector<Kind> kinds = {
      {fmt::format("PTX for {}", kTarget),
       [](std::size_t i) {
         const ColdKernel cold(i);
         static_cast<void>(
             cold.Open().kernel(cold.kernel.name).Inspect(CodeForm::Ptx, kTarget, cold.signature));
       }},
      {"loaded on the CPU", load(Context(cpu_device()))}};
  if (cuda_available()) {
    kinds.push_back({"loaded on " + default_device().name(), load(Context(default_device()))});
  }
  Table table({fmt::format("{} kernels", count), "1 thread, ms", fmt::format("{} threads, ms", kColdThreads),
               "ratio", "memory left, MB", "again, ms"});
  nlohmann::json rows = nlohmann::json::array();
  for (const auto& [name, job] : kinds) {
    if (!options.Selects(name)) {
      continue;
    }
    const auto seconds = [&](std::size_t threads) {
      return SecondsOf([&, &job = job] { InParallel(threads, count, job); });
    };
    // What a process does once (targets, tables) is not what this is about.
    job(count);
    cache.Clear();
    const double one = seconds(1);
    cache.Clear();
    // The same kernels once more: what they need is not left behind.
    const std::int64_t resident = ResidentBytes();
    const double several = seconds(kColdThreads);
    const std::int64_t growth = ResidentBytes() - resident;
    const double again = seconds(kColdThreads);
    table.Add({name, Milliseconds(one), Milliseconds(several), fmt::format("{:.3f}", several / one),
               fmt::format("{:.1f}", static_cast<double>(growth) * 1e-6), Milliseconds(again)});
    rows.push_back({{"name", name}, {"kernels", count}, {"one_thread_seconds", one},
                    {"threads", kColdThreads}, {"seconds", several}, {"growth_bytes", growth}, {"hit_seconds", again}});
  }
  fmt::print("kernels that nobody compiled before\n{}", table.Text());
  return rows;
}

int Run(const Options& options) {
  EmptyCache cache;
  nlohmann::json report = {{"benchmark", "cache"}, {"host", DescribeHost()}, {"target", kTarget}};
  report["cold"] = MeasureCold(options, cache);
  report["hits"] = nlohmann::json::array();
  report["hits"].push_back(MeasureHits(options, cpu_device()));
  if (cuda_available()) {
    report["hits"].push_back(MeasureHits(options, default_device()));
  }
  report["processes"] = MeasureProcesses(options);
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
