// Products and transposes of kernelc/linear_algebra.h: on a GPU against cuBLAS and a plain copy, on
// the CPU device against OpenBLAS.
#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "bench/support/options.h"
#include "bench/support/report.h"
#include "bench/support/stats.h"
#include "kernelc/blas.h"
#include "kernelc/current.h"
#include "kernelc/device.h"
#include "kernelc/error.h"
#include "kernelc/event.h"
#include "kernelc/generator.h"
#include "kernelc/linear_algebra.h"
#include "kernelc/scalar.h"

namespace kernelc::bench {

namespace {

// Products between two events, so that the gaps between launches do not count.
constexpr int kRepeats = 10;

// The other library; null where it is not there.
void* OpenLibrary(std::initializer_list<const char*> names) {
  for (const char* name : names) {
    if (name == nullptr) {
      continue;
    }
    if (void* library = dlopen(name, RTLD_NOW | RTLD_LOCAL)) {
      return library;
    }
  }
  return nullptr;
}

template <typename Function>
Function Find(void* library, const char* name) {
  return library == nullptr ? nullptr : reinterpret_cast<Function>(dlsym(library, name));
}

struct Case {
  std::string name;
  ScalarKind kind;
  std::int64_t size;
  // Whether the columns of an operand are contiguous, instead of its rows.
  bool a_turned = false;
  bool b_turned = false;
};

struct Operands {
  DeviceArrayAny a;
  DeviceArrayAny b;
  DeviceArrayAny c;
};

DeviceArrayAny RandomMatrix(const Context& context, const Case& test, std::int64_t size) {
  const DeviceArrayAny array = DeviceArrayAny::Empty(context, test.kind, Dims{size, size});
  const DeviceArray<float> numbers(context, Dims{size, size});
  Generator(static_cast<std::uint64_t>(size)).Uniform(numbers, -1, 1);
  if (test.kind == ScalarKind::Float32) {
    array.CopyFrom(numbers);
  } else if (test.kind == ScalarKind::Float64) {
    Generator(static_cast<std::uint64_t>(size)).Uniform(array, -1, 1);
  } else {
    const std::vector<float> host = numbers.ToVector();
    std::vector<std::uint16_t> halves(host.size());
    for (std::size_t i = 0; i < host.size(); ++i) {
      halves[i] =
          test.kind == ScalarKind::Float16 ? FloatToHalf(host[i]) : FloatToBFloat16(host[i]);
    }
    array.CopyFromHost(HostArrayView(test.kind, Dims{size, size}, halves.data()));
  }
  return array;
}

Operands MakeOperands(const Context& context, const Case& test, std::int64_t size) {
  const DeviceArrayAny a = RandomMatrix(context, test, size);
  const DeviceArrayAny b = RandomMatrix(context, test, size);
  return {test.a_turned ? a.Transposed() : a, test.b_turned ? b.Transposed() : b,
          DeviceArrayAny::Zeros(context, test.kind, Dims{size, size})};
}

double GpuSeconds(const Context& context, const std::function<void()>& work) {
  const Event start(context);
  const Event end(context);
  start.Record();
  for (int i = 0; i < kRepeats; ++i) {
    work();
  }
  end.Record();
  end.Synchronize();
  constexpr double kMilliseconds = 1e-3;
  return ElapsedMilliseconds(start, end) * kMilliseconds / kRepeats;
}

double HostSeconds(const Context& context, const std::function<void()>& work) {
  return SecondsOf([&] {
    work();
    context.Synchronize();
  });
}

// cuBLAS sees columns first: it makes c.T = b.T @ a.T.
class Cublas {
 public:
  explicit Cublas(const Context& context) {
    if (context.device().kind() != DeviceKind::Cuda) {
      return;
    }
    try {
      handle_ = current_blas_handle();
    } catch (const Error& error) {
      std::fprintf(stderr, "without cuBLAS: %s\n", error.what());
      return;
    }
    void* library =
        OpenLibrary({std::getenv("KERNELC_CUBLAS"), "libcublas.so.13", "libcublas.so.12",
                     "libcublas.so", "/usr/local/cuda/lib64/libcublas.so"});
    multiply_ = Find<Multiply>(library, "cublasGemmEx");
  }

  explicit operator bool() const { return multiply_ != nullptr; }

  void operator()(const Case& test, const Operands& operands) const {
    // cudaDataType_t and cublasComputeType_t; float32 is summed in float32 without TF32.
    constexpr int kReal32 = 0;
    constexpr int kReal64 = 1;
    constexpr int kReal16 = 2;
    constexpr int kBrain16 = 14;
    constexpr int kCompute32 = 68;
    constexpr int kCompute64 = 70;
    const int type = test.kind == ScalarKind::Float32   ? kReal32
                     : test.kind == ScalarKind::Float64 ? kReal64
                     : test.kind == ScalarKind::Float16 ? kReal16
                                                        : kBrain16;
    const int n = static_cast<int>(operands.c.shape()[0]);
    const float one32 = 1;
    const float zero32 = 0;
    const double one64 = 1;
    const double zero64 = 0;
    const bool wide = test.kind == ScalarKind::Float64;
    const auto pointer = [](const DeviceArrayAny& array) {
      return reinterpret_cast<void*>(array.data());
    };
    constexpr int kDefaultAlgorithm = -1;
    const int status =
        multiply_(handle_, test.b_turned ? 1 : 0, test.a_turned ? 1 : 0, n, n, n,
                  wide ? static_cast<const void*>(&one64) : &one32, pointer(operands.b), type, n,
                  pointer(operands.a), type, n, wide ? static_cast<const void*>(&zero64) : &zero32,
                  pointer(operands.c), type, n, wide ? kCompute64 : kCompute32, kDefaultAlgorithm);
    if (status != 0) {
      std::fprintf(stderr, "cublasGemmEx: status %d\n", status);
      std::exit(1);
    }
  }

 private:
  using Multiply = int (*)(void*, int, int, int, int, int, const void*, const void*, int, int,
                           const void*, int, int, const void*, void*, int, int, int, int);
  void* handle_ = nullptr;
  Multiply multiply_ = nullptr;
};

class OpenBlas {
 public:
  OpenBlas() {
    void* library = OpenLibrary({"libopenblas.so.0", "libopenblas.so"});
    single_ = Find<Single>(library, "cblas_sgemm");
    double_ = Find<Double>(library, "cblas_dgemm");
  }

  bool Takes(const Case& test) const {
    return (test.kind == ScalarKind::Float32 && single_ != nullptr) ||
           (test.kind == ScalarKind::Float64 && double_ != nullptr);
  }

  void operator()(const Case& test, const Operands& operands) const {
    constexpr int kRows = 101;
    constexpr int kAsIs = 111;
    constexpr int kTurned = 112;
    const int n = static_cast<int>(operands.c.shape()[0]);
    const int a = test.a_turned ? kTurned : kAsIs;
    const int b = test.b_turned ? kTurned : kAsIs;
    if (test.kind == ScalarKind::Float32) {
      single_(kRows, a, b, n, n, n, 1, reinterpret_cast<const float*>(operands.a.data()), n,
              reinterpret_cast<const float*>(operands.b.data()), n, 0,
              reinterpret_cast<float*>(operands.c.data()), n);
    } else {
      double_(kRows, a, b, n, n, n, 1, reinterpret_cast<const double*>(operands.a.data()), n,
              reinterpret_cast<const double*>(operands.b.data()), n, 0,
              reinterpret_cast<double*>(operands.c.data()), n);
    }
  }

 private:
  using Single = void (*)(int, int, int, int, int, int, float, const float*, int, const float*, int,
                          float, float*, int);
  using Double = void (*)(int, int, int, int, int, int, double, const double*, int, const double*,
                          int, double, double*, int);
  Single single_ = nullptr;
  Double double_ = nullptr;
};

std::vector<Case> Cases(bool is_gpu) {
  if (!is_gpu) {
    return {{"float32", ScalarKind::Float32, 1024},
            {"float32 b.T", ScalarKind::Float32, 1024, false, true},
            {"float64", ScalarKind::Float64, 1024},
            {"bfloat16", ScalarKind::BFloat16, 512}};
  }
  std::vector<Case> cases;
  for (const ScalarKind kind : {ScalarKind::Float32, ScalarKind::BFloat16}) {
    const std::string name = ToString(ElementType(kind));
    cases.push_back({name, kind, 4096});
    cases.push_back({name + " b.T", kind, 4096, false, true});
    cases.push_back({name + " a.T", kind, 4096, true, false});
    cases.push_back({name + " a.T b.T", kind, 4096, true, true});
    cases.push_back({name, kind, 1024});
    cases.push_back({name, kind, 8192});
  }
  cases.push_back({"float16", ScalarKind::Float16, 4096});
  cases.push_back({"float64", ScalarKind::Float64, 4096});
  return cases;
}

struct Row {
  std::string name;
  Summary ours;
  Summary theirs;
  // Operations, or bytes, of a call.
  double work = 0;
};

void Show(const Row& row, const char* unit, Table* table, nlohmann::json* rows) {
  constexpr double kNone = 0;
  const bool both = row.theirs.samples > 0;
  const double ratio = both ? row.theirs.median / row.ours.median : kNone;
  constexpr double kTera = 1e12;
  constexpr double kMilliseconds = 1e3;
  const auto rate = [&](const Summary& summary) {
    return fmt::format("{:.2f}", row.work / summary.median / kTera);
  };
  table->Add({row.name, fmt::format("{:.4f}", row.ours.median * kMilliseconds), rate(row.ours),
              both ? rate(row.theirs) : "", both ? fmt::format("{:.3f}", ratio) : "", unit});
  rows->push_back({{"name", row.name},
                   {"ours", ToJson(row.ours)},
                   {"theirs", ToJson(row.theirs)},
                   {"work", row.work},
                   {"unit", unit},
                   {"ratio", ratio}});
}

// The largest difference between elements of two results, relative to the size of the matrix.
bool Agrees(const DeviceArrayAny& ours, const DeviceArrayAny& theirs, const Case& test) {
  const std::int64_t last = ours.shape()[0] - 1;
  const double limit =
      test.kind == ScalarKind::BFloat16 || test.kind == ScalarKind::Float16 ? 0.02 : 1e-4;
  for (std::int64_t i = 0; i <= last; i += 37) {
    const Dims place{i, last - i};
    const double left = std::stod(ToString(ours.Item(place)));
    const double right = std::stod(ToString(theirs.Item(place)));
    if (!(std::abs(left - right) <= limit * std::max(10.0, std::abs(right)))) {
      std::fprintf(stderr, "%s: element %ld is %g, the other library has %g\n", test.name.c_str(),
                   static_cast<long>(i), left, right);
      return false;
    }
  }
  return true;
}

// False when results differ.
bool MeasureProducts(const Context& context, const Options& options, Table* table,
                     nlohmann::json* rows) {
  const bool is_gpu = context.device().kind() == DeviceKind::Cuda;
  const Cublas cublas(context);
  const OpenBlas openblas;
  const Plan plan = {.warm_up = 2,
                     .min_rounds = options.smoke ? 1 : 5,
                     .max_rounds = 51,
                     .seconds = options.seconds};
  for (const Case& test : Cases(is_gpu)) {
    constexpr std::int64_t kSmokeSize = 96;
    const std::int64_t size = options.smoke ? kSmokeSize : test.size;
    const std::string name = fmt::format("{} {}", test.name, size);
    if (!options.Selects(name)) {
      continue;
    }
    const Operands operands = MakeOperands(context, test, size);
    Operands other = operands;
    other.c = DeviceArrayAny::ZerosLike(operands.c);
    const bool has_other = is_gpu ? static_cast<bool>(cublas) : openblas.Takes(test);
    const auto ours = [&] { MatMul(operands.a, operands.b, operands.c); };
    const auto theirs = [&] { is_gpu ? cublas(test, other) : openblas(test, other); };
    const auto seconds = [&](const std::function<void()>& work) {
      return is_gpu ? GpuSeconds(context, work) : HostSeconds(context, work);
    };
    std::vector<std::function<double()>> sides = {[&] { return seconds(ours); }};
    if (has_other) {
      sides.emplace_back([&] { return seconds(theirs); });
    }
    const std::vector<Summary> measured = Interleave(sides, plan);
    const auto n = static_cast<double>(size);
    Show({name, measured[0], has_other ? measured[1] : Summary{}, 2 * n * n * n}, "TFLOP/s", table,
         rows);
    if (has_other && !Agrees(operands.c, other.c, test)) {
      return false;
    }
  }
  return true;
}

void MeasureTransposes(const Context& context, const Options& options, Table* table,
                       nlohmann::json* rows) {
  const bool is_gpu = context.device().kind() == DeviceKind::Cuda;
  const Plan plan = {.warm_up = 2,
                     .min_rounds = options.smoke ? 1 : 5,
                     .max_rounds = 51,
                     .seconds = options.seconds / 4};
  for (const ScalarKind kind : {ScalarKind::Float32, ScalarKind::Float64, ScalarKind::Float16}) {
    const std::int64_t size = options.smoke ? 100 : is_gpu ? 8192 : 2048;
    const std::string name = fmt::format("transpose {} {}", ToString(ElementType(kind)), size);
    if (!options.Selects(name)) {
      continue;
    }
    const DeviceArrayAny source = DeviceArrayAny::Zeros(context, kind, Dims{size, size});
    const DeviceArrayAny target = DeviceArrayAny::EmptyLike(source);
    const auto seconds = [&](const std::function<void()>& work) {
      return is_gpu ? GpuSeconds(context, work) : HostSeconds(context, work);
    };
    const std::vector<Summary> measured =
        Interleave({[&] { return seconds([&] { Transpose(source, target); }); },
                    [&] { return seconds([&] { target.CopyFrom(source); }); }},
                   plan);
    Show({name, measured[0], measured[1], 2.0 * static_cast<double>(source.nbytes())}, "TB/s",
         table, rows);
  }
}

int Run(const Options& options) {
  const Context context(options.device.empty() ? default_device() : device(options.device));
  const ContextScope scope(context);
  const bool is_gpu = context.device().kind() == DeviceKind::Cuda;
  Table table({"", "ms", "ours", is_gpu ? "cuBLAS, copy" : "OpenBLAS, copy", "ratio", ""});
  nlohmann::json rows = nlohmann::json::array();
  const bool agree = MeasureProducts(context, options, &table, &rows);
  MeasureTransposes(context, options, &table, &rows);
  std::printf("%s\n%s", context.device().properties().name.c_str(), table.Text().c_str());
  const nlohmann::json report = {{"benchmark", "matmul"},
                                 {"host", DescribeHost()},
                                 {"device", context.device().properties().name},
                                 {"rows", rows}};
  const bool written = options.json.empty() || WriteReport(report, options.json);
  return agree && written ? 0 : 1;
}

}  // namespace

}  // namespace kernelc::bench

int main(int argc, char** argv) {
  const std::optional<kernelc::bench::Options> options = kernelc::bench::ParseOptions(argc, argv);
  if (!options) {
    return 2;
  }
  try {
    return kernelc::bench::Run(*options);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
