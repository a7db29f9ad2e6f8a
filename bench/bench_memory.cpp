// What allocating and freeing costs the host: the caching resource alone and through Buffer and
// arrays, on one thread and on several; against the driver's own functions on a GPU, and the C
// library's on the CPU.
#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>
#include <cstring>
#include <functional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "bench/support/cycles.h"
#include "bench/support/options.h"
#include "bench/support/report.h"
#include "bench/support/stats.h"
#include "kernelc/runtime.h"

namespace kernelc::bench {
namespace {

constexpr int kBatch = 2048;
constexpr int kCycles = 1'000'000;
constexpr int kSmokeCycles = 10'000;
constexpr std::size_t kMebi = std::size_t{1} << 20;

// The driver's functions, called directly: the opponent's cost must not contain the runtime that is
// measured against it.
struct Driver {
  int (*allocate)(std::uint64_t* data, std::size_t bytes) = nullptr;
  int (*free)(std::uint64_t data) = nullptr;
  int (*allocate_async)(std::uint64_t* data, std::size_t bytes, void* stream) = nullptr;
  int (*free_async)(std::uint64_t data, void* stream) = nullptr;
};

void Check(int status, const char* what) {
  if (status != 0) {
    throw std::runtime_error(fmt::format("{} failed with status {}", what, status));
  }
}

Driver OpenDriver() {
  constexpr int kCudaVersion = 12000;
  void* const library = dlopen("libcuda.so.1", RTLD_NOW);
  if (library == nullptr) {
    throw std::runtime_error(dlerror());
  }
  int (*get)(const char* name, void** function, int version, std::uint64_t flags, int* status) =
      nullptr;
  void* const symbol = dlsym(library, "cuGetProcAddress_v2");
  std::memcpy(&get, &symbol, sizeof get);
  Driver driver;
  const auto resolve = [&](const char* name, auto* function) {
    void* address = nullptr;
    int found = 0;
    if (get == nullptr || get(name, &address, kCudaVersion, 0, &found) != 0 || address == nullptr) {
      throw std::runtime_error(fmt::format("the driver has no {}", name));
    }
    std::memcpy(function, &address, sizeof address);
  };
  resolve("cuMemAlloc", &driver.allocate);
  resolve("cuMemFree", &driver.free);
  resolve("cuMemAllocAsync", &driver.allocate_async);
  resolve("cuMemFreeAsync", &driver.free_async);
  return driver;
}

// One way to allocate and free.
struct Way {
  std::string name;
  std::function<void()> cycle;
};

std::vector<Summary> Measure(const std::vector<Way>& ways, const Options& options) {
  const Plan plan = {.warm_up = 2,
                     .min_rounds = options.smoke ? 1 : 21,
                     .max_rounds = 401,
                     .seconds = options.seconds};
  const int batch = options.smoke ? 16 : kBatch;
  std::vector<std::function<double()>> sides;
  for (const Way& way : ways) {
    sides.emplace_back([&way, batch] {
      return SecondsOf([&] {
               for (int i = 0; i < batch; ++i) {
                 way.cycle();
               }
             }) /
             batch;
    });
  }
  return Interleave(sides, plan);
}

std::vector<Way> WaysOf(const Context& context, const MemoryResource& caching, const Stream& stream,
                        std::size_t bytes) {
  const StreamRef on = stream;
  std::vector<Way> ways = {
      {"caching resource",
       [=] {
         const DevicePointer data = caching.Allocate(bytes, on);
         caching.Free(data, bytes, on);
       }},
      {"Buffer", [=] { const Buffer buffer(context, bytes); }},
      {"array",
       [=] { const DeviceArray<char> array(context, {static_cast<std::int64_t>(bytes)}); }},
  };
  if (context.device().kind() == DeviceKind::Cpu) {
    ways.push_back({"malloc, free", [=] {
                      void* volatile data = std::malloc(bytes);
                      std::free(data);
                    }});
    return ways;
  }
  const Driver driver = OpenDriver();
  void* const native = stream.native_handle();
  ways.push_back({"cuMemAllocAsync, cuMemFreeAsync", [=] {
                    std::uint64_t data = 0;
                    Check(driver.allocate_async(&data, bytes, native), "cuMemAllocAsync");
                    Check(driver.free_async(data, native), "cuMemFreeAsync");
                  }});
  ways.push_back({"cuMemAlloc, cuMemFree", [=] {
                    std::uint64_t data = 0;
                    Check(driver.allocate(&data, bytes), "cuMemAlloc");
                    Check(driver.free(data), "cuMemFree");
                  }});
  return ways;
}

// Nanoseconds for each cycle while so many threads make as many each.
double WithThreads(const MemoryResource& caching, int threads, std::size_t bytes, int cycles) {
  const double seconds = SecondsOf([&] {
    std::vector<std::thread> running;
    for (int t = 0; t < threads; ++t) {
      running.emplace_back([&] {
        for (int i = 0; i < cycles; ++i) {
          caching.Free(caching.Allocate(bytes), bytes);
        }
      });
    }
    for (std::thread& thread : running) {
      thread.join();
    }
  });
  return seconds / cycles / threads * 1e9;
}

nlohmann::json RunDevice(const Context& context, const Options& options) {
  const ContextScope context_scope(context);
  const Stream stream(context);
  const MemoryResource caching = CachingResource(context);
  const ResourceScope resource_scope(caching);
  nlohmann::json rows = nlohmann::json::array();
  Table table({"allocate and free", "bytes", "ns"});
  for (const std::size_t bytes : {std::size_t{4096}, kMebi, 16 * kMebi}) {
    const std::vector<Way> ways = WaysOf(context, caching, stream, bytes);
    const std::vector<Summary> measured = Measure(ways, options);
    for (std::size_t i = 0; i < ways.size(); ++i) {
      rows.push_back({{"name", ways[i].name}, {"bytes", bytes}, {"seconds", ToJson(measured[i])}});
      table.Add(
          {ways[i].name, std::to_string(bytes), fmt::format("{:.1f}", measured[i].median * 1e9)});
    }
  }
  const int cycles = options.smoke ? kSmokeCycles : kCycles;
  nlohmann::json threads = nlohmann::json::array();
  for (const std::size_t bytes : {std::size_t{4096}, 16 * kMebi}) {
    for (const int count : {1, 4, 16}) {
      const double nanoseconds = WithThreads(caching, count, bytes, cycles / count);
      threads.push_back({{"threads", count}, {"bytes", bytes}, {"nanoseconds", nanoseconds}});
      table.Add({fmt::format("caching resource, {} threads at once", count), std::to_string(bytes),
                 fmt::format("{:.1f}", nanoseconds)});
    }
  }
  caching.Verify();
  fmt::print("memory on {}\n{}", context.device().properties().name, table.Text());
  return {{"device", context.device().properties().name},
          {"rows", rows},
          {"threads", threads},
          {"cycles", MeasureCycles(context, options, "a buffer",
                                   [&] { const Buffer buffer(context, 4096); })}};
}

int Run(const Options& options) {
  nlohmann::json report = {
      {"benchmark", "memory"}, {"host", DescribeHost()}, {"devices", nlohmann::json::array()}};
  if (options.device != "cpu") {
    if (!cuda_available()) {
      fmt::print("nothing on a GPU: {}\n", why_cuda_is_unavailable());
    } else {
      report["devices"].push_back(
          RunDevice(Context(options.device.empty() ? "cuda" : options.device), options));
    }
  }
  if (!options.device.starts_with("cuda")) {
    report["devices"].push_back(RunDevice(Context(cpu_device()), options));
  }
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
