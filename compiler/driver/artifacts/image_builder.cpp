#include "compiler/driver/artifacts/image_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "compiler/base/check.h"
#include "compiler/driver/cached_code.h"
#include "compiler/driver/defined_functions.h"
#include "compiler/driver/parallel.h"
#include "compiler/jit/host_objects.h"
#include "compiler/kir/printer.h"
#include "kernelc/image.h"

namespace kernelc::driver {
namespace {

// Those that no earlier target reported.
void AddNew(std::vector<diag::Diagnostic> found, std::vector<diag::Diagnostic>* all) {
  for (diag::Diagnostic& diagnostic : found) {
    const auto same = [&](const diag::Diagnostic& other) {
      return other.kind == diagnostic.kind && other.range == diagnostic.range &&
             other.message == diagnostic.message;
    };
    if (std::ranges::none_of(*all, same)) {
      all->push_back(std::move(diagnostic));
    }
  }
}

// What one target gives.
struct TargetOutput {
  Result<std::optional<CompileOutput>> output = std::optional<CompileOutput>();
  std::vector<diag::Diagnostic> diagnostics;
};

TargetOutput CompileFor(const ImageRequest& request, const codegen::TargetOptions& target,
                        const CompileOptions& options) {
  CompileJob job = request.job;
  job.target = target;
  job.target.coarsen = target.device == abi::DeviceKind::Cuda && !job.variants.empty();
  diag::CollectingConsumer consumer;
  diag::Emitter emitter(consumer);
  TargetOutput made;
  made.output = Compile(job, options, emitter);
  made.diagnostics = consumer.Take();
  return made;
}

// Launches on GPUs take the second function where all of their codes have it.
void MergeCoarse(const abi::KernelInfo& one, bool is_first_gpu, abi::KernelInfo* all) {
  if (is_first_gpu) {
    all->coarse_factor = one.coarse_factor;
    all->has_coarse = one.has_coarse;
  }
  all->has_coarse = all->has_coarse && one.has_coarse && one.coarse_factor == all->coarse_factor;
}

bool IsForGpu(const abi::Code& code) { return code.device == abi::DeviceKind::Cuda; }

// The launch needs what the code that needs most of it needs.
void MergeKernels(const std::vector<abi::KernelInfo>& from, std::vector<abi::KernelInfo>* into) {
  KC_CHECK(from.size() == into->size(), "targets have different kernels");
  for (std::size_t i = 0; i < from.size(); ++i) {
    const abi::KernelInfo& one = from[i];
    abi::KernelInfo& all = (*into)[i];
    KC_CHECK(one.symbol == all.symbol && one.param_bytes == all.param_bytes,
             "targets differ in kernel {}", one.name);
    all.static_shared_bytes = std::max(all.static_shared_bytes, one.static_shared_bytes);
    all.uses_dynamic_shared = all.uses_dynamic_shared || one.uses_dynamic_shared;
    all.cooperative = all.cooperative || one.cooperative;
    all.waits = all.waits || one.waits;
    all.cpu_scratch_bytes_per_thread =
        std::max(all.cpu_scratch_bytes_per_thread, one.cpu_scratch_bytes_per_thread);
    all.cpu_scratch_bytes_per_block =
        std::max(all.cpu_scratch_bytes_per_block, one.cpu_scratch_bytes_per_block);
    for (std::size_t p = 0; p < one.params.size(); ++p) {
      all.params[p].written = all.params[p].written || one.params[p].written;
    }
  }
}

void MergeInto(CompileOutput output, abi::KernelImage* image) {
  const auto first = static_cast<std::uint32_t>(image->locations.size());
  const bool has_gpu = std::ranges::any_of(image->codes, IsForGpu);
  const bool is_for_gpu = std::ranges::any_of(output.image.codes, IsForGpu);
  for (abi::Code& code : output.image.codes) {
    code.first_location = first;
    image->codes.push_back(std::move(code));
  }
  std::ranges::move(output.image.locations, std::back_inserter(image->locations));
  if (image->kernels.empty()) {
    image->kernels = std::move(output.image.kernels);
  } else {
    for (std::size_t i = 0; is_for_gpu && i < image->kernels.size(); ++i) {
      MergeCoarse(output.image.kernels[i], !has_gpu, &image->kernels[i]);
    }
    MergeKernels(output.image.kernels, &image->kernels);
  }
}

// Machine code beside the last code, or in its place, as was asked for.
Result<bool> AddCubin(const cache::Store* store, GpuCode wanted, abi::KernelImage* image) {
  const abi::Code& ptx = image->codes.back();
  if (ptx.kind != abi::CodeKind::Ptx || wanted == GpuCode::Ptx) {
    return true;
  }
  const std::string_view text(reinterpret_cast<const char*>(ptx.bytes.data()), ptx.bytes.size());
  Result<std::vector<std::byte>> bytes = AssembleCubinOnce(store, text, ptx.arch);
  if (!bytes) {
    return bytes.failure();
  }
  abi::Code cubin = ptx;
  cubin.kind = abi::CodeKind::Cubin;
  cubin.bytes = std::move(*bytes);
  if (wanted == GpuCode::Cubin) {
    image->codes.back() = std::move(cubin);
  } else {
    image->codes.push_back(std::move(cubin));
  }
  return true;
}

// Moves the CPU codes into an object that carries the image. What they call of others the linker of
// the program finds.
void MakeObject(const std::string& symbol, BuiltImage* built) {
  std::vector<abi::Code> codes;
  for (abi::Code& code : built->image.codes) {
    if (code.kind == abi::CodeKind::CpuObject) {
      const std::span<const std::byte> object = jit::KernelObject(code.bytes);
      codes.push_back(code);
      codes.back().bytes.assign(object.begin(), object.end());
      code.kind = abi::CodeKind::CpuLinked;
      code.bytes.clear();
    }
  }
  std::vector<std::string> kernels;
  for (const abi::KernelInfo& kernel : built->image.kernels) {
    kernels.push_back(kernel.symbol);
  }
  built->object =
      codegen::EmitLinkedObject({symbol, WriteImage(built->image)}, codes, kernels);
}

// Every target's code, with machine code where that was asked for, and the key of all: independent
// of each other.
std::vector<TargetOutput> CompileAll(const ImageRequest& request, std::string* key) {
  const std::size_t count = request.targets.size();
  std::vector<TargetOutput> made(count);
  ForEachInParallel(count + 1, [&](std::size_t i) {
    if (i == count) {
      *key = KeyOf(request.job);
      return;
    }
    CompileOptions options;
    options.link = true;
    made[i] = CompileFor(request, request.targets[i], options);
    Result<std::optional<CompileOutput>>& output = made[i].output;
    if (!output || !output->has_value()) {
      return;
    }
    const cache::Store* const store = request.job.unit->store();
    if (const Result<bool> added = AddCubin(store, request.gpu_code, &(*output)->image); !added) {
      output = added.failure();
    }
  });
  return made;
}

}  // namespace

std::string KeyOf(const CompileJob& job) {
  diag::CollectingConsumer consumer;
  diag::Emitter emitter(consumer);
  const std::span<const sema::KernelRequest> kernels(job.kernels.data(),
                                                     job.kernels.size() - job.variants.size());
  const std::optional<kir::Module> module =
      sema::Check(job.unit->index(), kernels, job.sema, emitter);
  if (!module) {
    return {};
  }
  const std::string text =
      fmt::format("{} O{} g{} f{} c{}{}{}{}\n{}", kImageVersion, job.target.opt_level,
                  job.target.debug, job.sema.fastmath, job.sema.checks.bounds, job.sema.checks.race,
                  job.sema.checks.init, job.sema.checks.errors, kir::Print(*module));
  return fmt::format("{:016x}", ChecksumOf(std::as_bytes(std::span(text))).high);
}

Result<std::optional<BuiltImage>> BuildImage(const ImageRequest& request,
                                             std::vector<diag::Diagnostic>* diagnostics) {
  BuiltImage built;
  built.image.compiler_version = Version();
  std::vector<TargetOutput> made = CompileAll(request, &built.image.key);
  for (std::size_t i = 0; i < made.size(); ++i) {
    AddNew(std::move(made[i].diagnostics), diagnostics);
    Result<std::optional<CompileOutput>>& output = made[i].output;
    if (!output) {
      return output.failure();
    }
    if (!output->has_value()) {
      return std::optional<BuiltImage>();
    }
    for (cache::FileFact& fact : (*output)->facts) {
      cache::AddFact(built.facts, std::move(fact));
    }
    built.has_all_facts = built.has_all_facts && (*output)->has_all_facts;
    std::ranges::copy((*output)->times, std::back_inserter(built.times));
    MergeInto(std::move(**output), &built.image);
  }
  for (const abi::Code& code : built.image.codes) {
    CheckDefines(code, built.image.kernels);
  }
  if (!request.linked_symbol.empty()) {
    MakeObject(request.linked_symbol, &built);
  }
  return std::optional(std::move(built));
}

}  // namespace kernelc::driver
