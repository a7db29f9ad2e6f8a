#include "tests/codegen/cpu/kir_program.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstring>
#include <stdexcept>

#include "compiler/jit/jit.h"
#include "compiler/kir/parser.h"
#include "compiler/kir/printer.h"
#include "compiler/kir/verifier.h"
#include "compiler/passes/pipeline.h"

namespace kernelc::codegen {

namespace {

constexpr std::size_t kAlign = 64;
constexpr std::size_t kThreadRounding = 64;

// Memory with the alignment and padding that workers have, filled with a pattern that no test
// expects.
class AlignedBytes {
 public:
  explicit AlignedBytes(std::size_t size)
      : storage_(size + kAlign + 2 * abi::kCpuWorkerPadding, std::byte{0xa5}) {
    const auto address = reinterpret_cast<std::uintptr_t>(storage_.data());
    data_ = storage_.data() + (kAlign - address % kAlign) % kAlign + abi::kCpuWorkerPadding;
  }
  std::byte* data() { return data_; }

 private:
  std::vector<std::byte> storage_;
  std::byte* data_;
};

void CheckValid(const kir::Module& module, std::string_view when) {
  const std::vector<std::string> faults = kir::Verify(module);
  if (!faults.empty()) {
    throw std::runtime_error(
        fmt::format("invalid {}:\n{}\n{}", when, fmt::join(faults, "\n"), kir::Print(module)));
  }
}

void Print(void* context, const char* text, std::size_t size) {
  static_cast<std::string*>(context)->append(text, size);
}

}  // namespace

TargetOptions KirProgram::NativeOptions() {
  TargetOptions options;
  options.device = abi::DeviceKind::Cpu;
  options.arch = "native";
  return options;
}

KirProgram::KirProgram(std::string_view text, TargetOptions options)
    : loader_(jit::MakeObjectLoader()) {
  Result<kir::Module> module = kir::Parse(text);
  if (!module) {
    throw std::runtime_error(module.failure().message);
  }
  CheckValid(*module, "KIR");
  passes::PipelineOptions pipeline;
  pipeline.device = abi::DeviceKind::Cpu;
  pipeline.opt_level = options.opt_level;
  pipeline.after_pass = [](std::string_view pass, const kir::Module& after) {
    CheckValid(after, fmt::format("KIR after {}", pass));
  };
  diag::CollectingConsumer diagnostics;
  diag::Emitter emitter(diagnostics);
  passes::RunPipeline(*module, pipeline, emitter);
  split_text_ = kir::Print(*module);
  SourceManager sources;
  sources.AddText("test.kir", std::string(text));
  Result<CodegenOutput> output = EmitCpuObject(*module, &sources, options);
  if (!output) {
    throw std::runtime_error(output.failure().message);
  }
  output_ = std::move(*output);
  std::string error;
  object_ = loader_->Load(output_.code.bytes, &error);
  if (object_ == nullptr) {
    throw std::runtime_error(error);
  }
}

const abi::KernelInfo& KirProgram::info(std::string_view kernel) const {
  for (const abi::KernelInfo& info : output_.kernels) {
    if (info.name == kernel) {
      return info;
    }
  }
  throw std::runtime_error(fmt::format("no kernel {}", kernel));
}

Outcome KirProgram::Run(std::string_view kernel, const Shape& shape, const Params& params) const {
  const abi::KernelInfo& info = this->info(kernel);
  if (params.size() > info.param_bytes) {
    throw std::runtime_error(
        fmt::format("{} bytes of parameters, {} expected", params.size(), info.param_bytes));
  }
  const auto entry = reinterpret_cast<abi::CpuEntry>(object_->Find(info.symbol));
  if (entry == nullptr) {
    throw std::runtime_error("no entry");
  }
  Outcome outcome;
  const abi::CpuHooks hooks{&outcome.printed, &Print};
  abi::CpuLaunch launch;
  std::uint64_t blocks = 1;
  std::size_t threads = 1;
  for (std::size_t dim = 0; dim < 3; ++dim) {
    launch.grid[dim] = shape.grid[dim];
    launch.block[dim] = shape.block[dim];
    blocks *= shape.grid[dim];
    threads *= shape.block[dim];
  }
  launch.dynamic_shared_bytes = shape.dynamic_shared_bytes;
  launch.hooks = &hooks;
  threads = (threads + kThreadRounding - 1) / kThreadRounding * kThreadRounding;
  AlignedBytes shared(info.static_shared_bytes + shape.dynamic_shared_bytes);
  AlignedBytes scratch(info.cpu_scratch_bytes_per_thread * threads +
                       info.cpu_scratch_bytes_per_block);
  abi::CpuWorker worker;
  worker.shared = shared.data();
  worker.scratch = scratch.data();
  // Two ranges, so that the numbering of blocks is seen.
  const std::uint64_t half = blocks / 2;
  if (entry(params.data(), &launch, 0, half, &worker) == 0) {
    entry(params.data(), &launch, half, blocks - half, &worker);
  }
  if (worker.partial != 0) {
    // As the last third of several workers.
    entry(params.data(), &launch, (std::uint64_t{2} << 32) / 3, 0, &worker);
  }
  outcome.error = worker.error;
  return outcome;
}

}  // namespace kernelc::codegen
