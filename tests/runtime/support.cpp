#include "tests/runtime/support.h"

#include <algorithm>
#include <chrono>
#include <complex>
#include <cstring>
#include <iterator>
#include <map>
#include <thread>

#include "runtime/abi/cpu_abi.h"

namespace kernelc::runtime_test {
namespace {

using abi::CpuLaunch;
using abi::CpuWorker;

std::uint64_t Threads(const CpuLaunch& launch) {
  return std::uint64_t{launch.block[0]} * launch.block[1] * launch.block[2];
}

template <typename T>
T Param(const void* params, std::size_t offset) {
  T value;
  std::memcpy(&value, static_cast<const std::byte*>(params) + offset, sizeof value);
  return value;
}

std::int32_t Add(const void* params, const CpuLaunch* launch, std::uint64_t first,
                 std::uint64_t count, CpuWorker*) {
  const auto* const a = Param<const float*>(params, 0);
  const auto* const b = Param<const float*>(params, 16);
  auto* const c = Param<float*>(params, 32);
  const auto n = Param<std::uint64_t>(params, 8);
  const std::uint64_t begin = first * Threads(*launch);
  const std::uint64_t end = std::min(n, (first + count) * Threads(*launch));
  for (std::uint64_t i = begin; i < end; ++i) {
    c[i] = a[i] + b[i];
  }
  return 0;
}

std::int32_t Scale(const void* params, const CpuLaunch* launch, std::uint64_t first,
                   std::uint64_t count, CpuWorker*) {
  auto* const x = Param<std::byte*>(params, 0);
  const auto n = Param<std::uint64_t>(params, 8);
  const auto stride = Param<std::int64_t>(params, 16);
  const auto factor = Param<float>(params, 24);
  const std::uint64_t end = std::min(n, (first + count) * Threads(*launch));
  for (std::uint64_t i = first * Threads(*launch); i < end; ++i) {
    *reinterpret_cast<float*>(x + static_cast<std::int64_t>(i) * stride) *= factor;
  }
  return 0;
}

std::int32_t Where(const void* params, const CpuLaunch* launch, std::uint64_t first,
                   std::uint64_t count, CpuWorker*) {
  auto* const out = Param<std::int32_t*>(params, 0);
  for (std::uint64_t i = first * Threads(*launch); i < (first + count) * Threads(*launch); ++i) {
    out[i] = static_cast<std::int32_t>(i);
  }
  return 0;
}

// Uses all of the shared and scratch memory that it was promised.
std::int32_t Shared(const void* params, const CpuLaunch* launch, std::uint64_t first,
                    std::uint64_t count, CpuWorker* worker) {
  auto* const out = Param<std::int32_t*>(params, 0);
  const auto words = Param<std::int32_t>(params, 16);
  for (std::uint64_t block = first; block < first + count; ++block) {
    auto* const memory = reinterpret_cast<std::int32_t*>(worker->shared);
    memory[words - 1] = static_cast<std::int32_t>(block) + 100;
    const std::size_t scratch = (Threads(*launch) + 63) / 64 * 64 * 24 + 128;
    std::memset(worker->scratch, 0x5A, scratch);
    const bool aligned = reinterpret_cast<std::uintptr_t>(worker->shared) % 64 == 0 &&
                         reinterpret_cast<std::uintptr_t>(worker->scratch) % 64 == 0;
    out[block] = aligned ? memory[words - 1] : -1;
  }
  return 0;
}

std::int32_t Spin(const void* params, const CpuLaunch*, std::uint64_t, std::uint64_t, CpuWorker*) {
  std::this_thread::sleep_for(std::chrono::microseconds(Param<std::int64_t>(params, 0)));
  return 0;
}

std::int32_t Scalars(const void* params, const CpuLaunch*, std::uint64_t, std::uint64_t,
                     CpuWorker*) {
  auto* const out = Param<double*>(params, 56);
  const auto g = Param<std::complex<float>>(params, 24);
  const auto h = Param<std::complex<double>>(params, 32);
  const double values[] = {double(Param<bool>(params, 0)),
                           double(Param<std::int8_t>(params, 1)),
                           double(Param<std::uint16_t>(params, 2)),
                           double(Param<std::int32_t>(params, 4)),
                           double(Param<float>(params, 8)),
                           Param<double>(params, 16),
                           double(g.real()),
                           double(g.imag()),
                           h.real(),
                           h.imag(),
                           double(Param<std::uint64_t>(params, 48))};
  std::copy(std::begin(values), std::end(values), out);
  return 0;
}

std::int32_t Fault(const void* params, const CpuLaunch*, std::uint64_t first, std::uint64_t count,
                   CpuWorker* worker) {
  const auto block = static_cast<std::uint64_t>(Param<std::int32_t>(params, 0));
  if (block < first || block >= first + count) {
    return 0;
  }
  worker->error.code = static_cast<std::int32_t>(abi::DeviceErrorCode::IndexOutOfBounds);
  worker->error.location = 0;
  worker->error.block[0] = static_cast<std::uint32_t>(block);
  worker->error.thread[0] = 3;
  worker->error.values[0] = 12;
  worker->error.values[1] = 10;
  worker->error.values[2] = 1;
  return worker->error.code;
}

std::int32_t Print(const void*, const CpuLaunch* launch, std::uint64_t first, std::uint64_t count,
                   CpuWorker*) {
  for (std::uint64_t block = first; block < first + count; ++block) {
    const std::string text = std::to_string(block) + "\n";
    launch->hooks->print(launch->hooks->context, text.data(), text.size());
  }
  return 0;
}

// Calls the program while it runs, and uses its parameters before and after.
std::int32_t Call(const void* params, const CpuLaunch*, std::uint64_t, std::uint64_t, CpuWorker*) {
  *Param<float*>(params, 0) += Param<float>(params, 16);
  if (kernel_hook) {
    const std::function<void()> hook = std::exchange(kernel_hook, nullptr);
    hook();
  }
  *Param<float*>(params, 0) += 10 * Param<float>(params, 16);
  return 0;
}

// "Links" an object by looking symbols up among the functions above.
class TestObject final : public abi::LoadedObject {
 public:
  void* Find(std::string_view symbol) const override {
    return reinterpret_cast<void*>(FindKernel(symbol));
  }
};

class TestLoader final : public abi::ObjectLoader {
 public:
  std::unique_ptr<abi::LoadedObject> Load(std::span<const std::byte> object,
                                          std::string* error) override {
    if (object.empty()) {
      *error = "the object is empty";
      return nullptr;
    }
    return std::make_unique<TestObject>();
  }
};

// Registered before main() and so before any test.
[[maybe_unused]] const bool kRegistered = [] {
  runtime::SetObjectLoader(std::make_shared<TestLoader>());
  return true;
}();

// Adds a parameter with the layout of a C struct.
class InfoBuilder {
 public:
  InfoBuilder(std::string name, std::string symbol) {
    info_.name = std::move(name);
    info_.symbol = std::move(symbol);
  }
  InfoBuilder& Scalar(const char* name, ScalarKind kind) {
    Begin(name, abi::ArgType::Scalar(kind));
    AddField(abi::FieldKind::Value, 0, abi::scalar_info(kind).size, abi::scalar_info(kind).align);
    return *this;
  }
  InfoBuilder& Array(const char* name, ScalarKind kind, unsigned rank, Layout layout,
                     bool written) {
    Begin(name, abi::ArgType::Array(kind, rank, layout));
    info_.params.back().written = written;
    AddField(abi::FieldKind::Data, 0, 8, 8);
    for (unsigned d = 0; d < rank; ++d) {
      AddField(abi::FieldKind::Extent, d, 8, 8);
    }
    for (unsigned d = 0; d < rank && layout == Layout::A; ++d) {
      AddField(abi::FieldKind::Stride, d, 8, 8);
    }
    return *this;
  }
  abi::KernelInfo Build() {
    info_.param_bytes = (info_.param_bytes + 7) / 8 * 8;
    return info_;
  }

 private:
  void Begin(const char* name, abi::ArgType type) {
    abi::ParamInfo param;
    param.name = name;
    param.type = std::move(type);
    param.first_field = static_cast<std::uint32_t>(info_.fields.size());
    info_.params.push_back(std::move(param));
  }
  void AddField(abi::FieldKind kind, unsigned dim, std::uint32_t size, std::uint32_t align) {
    const std::uint32_t offset = (info_.param_bytes + align - 1) / align * align;
    info_.fields.push_back({kind, static_cast<std::uint8_t>(dim), offset, size});
    info_.param_bytes = offset + size;
    ++info_.params.back().field_count;
  }
  abi::KernelInfo info_;
};

// data/kernels.ptx.
constexpr std::string_view kKernelsPtx =
#include "kernels_ptx.inc"
    ;

std::vector<std::byte> Ptx() {
  std::vector<std::byte> bytes;
  for (const char c : kKernelsPtx) {
    bytes.push_back(static_cast<std::byte>(c));
  }
  return bytes;
}

abi::KernelImage MakeImage() {
  abi::KernelImage image;
  image.codes.push_back({DeviceKind::Cuda, abi::CodeKind::Ptx, "sm_75", "", Ptx()});
  image.codes.push_back({DeviceKind::Cpu, abi::CodeKind::CpuObject, "x86-64", "", {std::byte{1}}});
  image.locations.push_back({"kernels.py", 42, 7, 4, "`x`"});
  const Layout c = Layout::C;
  const ScalarKind f32 = ScalarKind::Float32;
  const ScalarKind i32 = ScalarKind::Int32;
  image.kernels = {
      InfoBuilder("add", "add_k")
          .Array("a", f32, 1, c, false)
          .Array("b", f32, 1, c, false)
          .Array("c", f32, 1, c, true)
          .Build(),
      InfoBuilder("scale", "scale_k")
          .Array("x", f32, 1, Layout::A, true)
          .Scalar("factor", f32)
          .Build(),
      InfoBuilder("where", "where_k").Array("out", i32, 1, c, true).Build(),
      InfoBuilder("shared", "shared_k").Array("out", i32, 1, c, true).Scalar("words", i32).Build(),
      InfoBuilder("spin", "spin_k").Scalar("microseconds", ScalarKind::Int64).Build(),
      InfoBuilder("scalars", "scalars_k")
          .Scalar("a", ScalarKind::Bool)
          .Scalar("b", ScalarKind::Int8)
          .Scalar("c", ScalarKind::UInt16)
          .Scalar("d", i32)
          .Scalar("e", f32)
          .Scalar("f", ScalarKind::Float64)
          .Scalar("g", ScalarKind::Complex64)
          .Scalar("h", ScalarKind::Complex128)
          .Scalar("i", ScalarKind::UInt64)
          .Array("out", ScalarKind::Float64, 1, c, true)
          .Build(),
      InfoBuilder("fault", "fault_k").Scalar("block", i32).Build(),
  };
  abi::KernelInfo& shared = image.kernels[3];
  shared.cpu_scratch_bytes_per_thread = 24;
  shared.cpu_scratch_bytes_per_block = 128;
  return image;
}

}  // namespace

abi::CpuEntry FindKernel(std::string_view symbol) {
  static const std::map<std::string_view, abi::CpuEntry> entries = {
        {"add_k", Add},   {"scale_k", Scale},     {"where_k", Where}, {"shared_k", Shared},
        {"spin_k", Spin}, {"scalars_k", Scalars}, {"fault_k", Fault}, {"print_k", Print},
        {"call_k", Call}};
  const auto found = entries.find(symbol);
  return found == entries.end() ? nullptr : found->second;
}

std::shared_ptr<const abi::KernelImage> TestImage() {
  static const auto image = std::make_shared<const abi::KernelImage>(MakeImage());
  return image;
}

std::function<void()> kernel_hook;

std::shared_ptr<const abi::KernelImage> CallImage() {
  auto image = std::make_shared<abi::KernelImage>(MakeImage());
  image->kernels = {InfoBuilder("call", "call_k")
                        .Array("x", ScalarKind::Float32, 1, Layout::C, true)
                        .Scalar("value", ScalarKind::Float32)
                        .Build()};
  return image;
}

std::shared_ptr<const abi::KernelImage> DisjointImage() {
  auto image = std::make_shared<abi::KernelImage>(MakeImage());
  image->kernels.resize(1);
  image->kernels.front().assumes_no_overlap = true;
  for (abi::ParamInfo& param : image->kernels.front().params) {
    param.type.facts.aligned16 = true;
  }
  return image;
}

std::shared_ptr<const abi::KernelImage> PrintImage() {
  auto image = std::make_shared<abi::KernelImage>(MakeImage());
  image->kernels = {InfoBuilder("print", "print_k").Build()};
  return image;
}

}  // namespace kernelc::runtime_test
