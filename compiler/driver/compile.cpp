#include "compiler/driver/compile.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "compiler/advice/advice.h"
#include "compiler/driver/cached_compile.h"
#include "compiler/driver/compile_link.h"
#include "compiler/driver/defined_functions.h"
#include "compiler/driver/emit_code.h"
#include "compiler/driver/nvrtc.h"
#include "compiler/driver/phase_timer.h"
#include "compiler/driver/target_limits.h"
#include "compiler/kir/analysis/external.h"
#include "compiler/kir/printer.h"
#include "compiler/lint/lint.h"
#include "compiler/passes/pipeline.h"

namespace kernelc::driver {
namespace {

// CUDA C++, and for Stage::Code what NVRTC makes of it; its registers are limited by what it says
// itself.
Result<codegen::CodegenOutput> EmitThroughSource(const kir::Module& module, const CompileJob& job,
                                                 const codegen::TargetOptions& target, Stage last,
                                                 std::string* text) {
  for (const kir::Function& function : module.functions) {
    if (kir::IsExported(function) && !codegen::CanBeNamedInCudaCpp(function.symbol)) {
      return Failure{fmt::format(
          "`{}` is a word or a function of CUDA C++ already, so that no other function "
          "can have this symbol there: give it another with --name (DeviceFunctionOptions::name)",
          function.symbol)};
    }
  }
  codegen::CodegenOutput output;
  {
    const PhaseTimer timer(output.times, "cuda_cpp");
    codegen::CudaSource source =
        codegen::EmitCudaCpp(module, &job.unit->sources(), target.line_directives);
    *text = std::move(source.text);
    output.kernels = std::move(source.kernels);
    output.locations = std::move(source.locations);
  }
  if (last == Stage::Source) {
    return output;
  }
  const PhaseTimer timer(output.times, "nvrtc");
  NvrtcOptions options;
  options.arch = target.arch;
  options.debug = target.debug;
  options.line_info = target.line_info;
  options.relocatable = std::ranges::any_of(module.functions, kir::IsExternal) ||
                        std::ranges::any_of(module.functions, kir::IsExported);
  const std::vector<NvrtcHeader> headers = {
      {std::string(codegen::kCudaSupportFile), std::string(codegen::CudaSupportHeader())}};
  const Result<std::string> written = CompileWithNvrtc(*text, "kernelc.cu", headers, options);
  if (!written) {
    return written.failure();
  }
  const std::string ptx = codegen::AvoidAssemblerFaults(*written);
  for (const kir::Function& function : module.functions) {
    if (kir::IsExternal(function)) {
      output.unresolved.push_back(function.symbol);
    }
  }
  output.code.device = abi::DeviceKind::Cuda;
  output.code.kind = abi::CodeKind::Ptx;
  output.code.arch = target.arch;
  const auto* bytes = reinterpret_cast<const std::byte*>(ptx.data());
  output.code.bytes.assign(bytes, bytes + ptx.size());
  return output;
}

// The emitter treats warnings as `filter` says while this lives.
class FilterScope {
 public:
  FilterScope(diag::Emitter& emitter, diag::WarningFilter& filter) : emitter_(&emitter) {
    emitter.set_filter(&filter);
  }
  ~FilterScope() { emitter_->set_filter(nullptr); }
  FilterScope(const FilterScope&) = delete;
  FilterScope& operator=(const FilterScope&) = delete;

 private:
  diag::Emitter* emitter_;
};

// What the decorators of the kernels ask of the code: opt=False, lineinfo=True.
void ApplyDecorators(const CompileJob& job, codegen::TargetOptions* target) {
  for (const sema::KernelRequest& request : job.kernels) {
    const sema::FunctionEntry& entry = job.unit->functions()[request.function];
    target->opt_level = entry.no_opt ? 0 : target->opt_level;
    target->line_info = target->line_info || entry.line_info;
  }
}

// Every kernel and every exported function is in the code.
void CheckCode(const kir::Module& module, const codegen::CodegenOutput& output) {
  std::vector<std::string> symbols;
  for (const abi::KernelInfo& kernel : output.kernels) {
    symbols.push_back(kernel.symbol);
  }
  for (const kir::Function& function : module.functions) {
    if (kir::IsExported(function)) {
      symbols.push_back(function.symbol);
    }
  }
  CheckDefines(output.code, symbols);
}

// A job on its way through the phases.
struct Compilation {
  const CompileJob& job;
  const CompileOptions& options;
  // Null for none.
  CachedJob* cached;
  diag::Emitter& emitter;
  // The code is made by way of CUDA C++.
  bool through_source = false;
  // The code is linked; else it may have holes.
  bool links = false;
  codegen::TargetOptions target = {};
  std::optional<kir::Module> module = std::nullopt;
  // All that the code is linked with, gathered once.
  GatheredInputs link_inputs = {};
  CompileOutput output = {};
};

// What the kernels of the module assume of launches, and the symbols of those that are variants.
void SetVariants(const CompileJob& job, kir::Module* module) {
  const std::size_t first = job.kernels.size() - job.variants.size();
  std::vector<std::size_t> count(first, 0);
  for (std::size_t i = 0; i < job.kernels.size(); ++i) {
    kir::Function& kernel = module->functions[i];
    kernel.options.no_overlap = job.assume_no_overlap || i >= first;
    if (i >= first) {
      const std::uint32_t general = job.variants[i - first];
      kernel.symbol = abi::VariantSymbol(module->functions[general].symbol, ++count[general]);
    }
  }
}

// From types to KIR for one device; false after an error, which was reported.
bool MakeModule(Compilation& run) {
  const CompileJob& job = run.job;
  {
    const PhaseTimer timer(run.output.times, "sema");
    run.module = CheckKernels(*job.unit, job.kernels, job.sema, run.emitter, job.target.arch);
  }
  if (!run.module) {
    return false;
  }
  SetVariants(job, &*run.module);
  ApplyDecorators(job, &run.target);
  {
    const PhaseTimer timer(run.output.times, "passes");
    passes::PipelineOptions pipeline;
    pipeline.device = job.target.device;
    pipeline.opt_level = run.target.opt_level;
    if (job.target.device == abi::DeviceKind::Cpu) {
      pipeline.masked_load_bits = codegen::MaskedLoadBits(run.target);
    }
    pipeline.for_source = run.through_source;
    pipeline.verify_each = run.options.verify_each;
    passes::RunPipeline(*run.module, pipeline, run.emitter);
  }
  if (run.emitter.has_errors()) {
    return false;
  }
  run.target.arch = codegen::ArchFor(*run.module, run.target);
  return true;
}

// What the output depends on beside the job's own text.
void NoteFacts(Compilation& run) {
  run.link_inputs = GatherLinkInputs(*run.module, run.job);
  CompileOutput& output = run.output;
  output.facts = run.job.unit->facts();
  for (cache::FileFact& fact : LinkFacts(*run.module, run.job)) {
    cache::AddFact(output.facts, std::move(fact));
  }
  output.has_all_facts =
      !run.link_inputs.missing && std::ranges::none_of(run.link_inputs.found, IncludesFiles);
}

// What the cache has for the module. Code with holes, which is linked later, is not kept.
std::optional<CompileOutput> FindCached(Compilation& run) {
  const bool has_holes =
      !run.links && (!run.link_inputs.found.empty() || kir::HasExternals(*run.module));
  if (run.cached == nullptr || run.link_inputs.missing || has_holes) {
    return std::nullopt;
  }
  std::optional<CompileOutput> found =
      run.cached->FindByModule(*run.module, run.target, run.link_inputs.found);
  if (found) {
    const auto& times = run.output.times;
    found->times.insert(found->times.begin(), times.begin(), times.end());
    found->facts = std::move(run.output.facts);
    found->has_all_facts = run.output.has_all_facts;
  }
  return found;
}

// The code of the module, linked where that is asked for. Null after an error that was reported.
Result<std::optional<codegen::CodegenOutput>> MakeCode(Compilation& run) {
  const kir::Module& module = *run.module;
  const CompileOptions& options = run.options;
  Result<LinkInputs> inputs = PrepareLink(run.link_inputs, run.job.target, run.links);
  if (!inputs) {
    return inputs.failure();
  }
  if (run.links && run.through_source && !inputs->bitcode.empty()) {
    // NVRTC takes none: it is linked as PTX.
    Result<std::string> ptx = codegen::EmitBitcodePtx(module, run.target, inputs->bitcode);
    if (!ptx) {
      return ptx.failure();
    }
    inputs->code.push_back({LinkKind::Ptx, inputs->bitcode.front().name, std::move(*ptx)});
  }
  run.target.keep_llvm_ir = options.keep_llvm_ir;
  run.target.keep_bitcode = options.keep_bitcode;
  std::optional<TraceSpan> span(std::in_place, "codegen", "compile");
  Result<codegen::CodegenOutput> code =
      run.through_source
          ? EmitThroughSource(module, run.job, run.target, options.last, &run.output.source)
          : EmitCode(module, run.job.unit->sources(), run.target, inputs->bitcode);
  span.reset();
  if (!code) {
    return code.failure();
  }
  if (options.last == Stage::Code) {
    CheckCode(module, *code);
  }
  if (run.links) {
    const PhaseTimer timer(run.output.times, "link");
    const Result<bool> linked = LinkCode(module, *inputs, &*code, run.emitter);
    if (!linked) {
      return linked.failure();
    }
    if (run.emitter.has_errors()) {
      return std::optional<codegen::CodegenOutput>();
    }
  }
  return std::optional(std::move(*code));
}

// Everything from types to code. `cached`, null for none, is asked once it is known what the code
// is made of.
Result<std::optional<CompileOutput>> RunPhases(const CompileJob& job, const CompileOptions& options,
                                               CachedJob* cached, diag::Emitter& emitter) {
  diag::WarningFilter filter(job.warnings, job.unit->sources());
  const FilterScope scope(emitter, filter);
  Compilation run{.job = job, .options = options, .cached = cached, .emitter = emitter};
  run.through_source = options.last == Stage::Source ||
                       (options.last == Stage::Code && job.target.device == abi::DeviceKind::Cuda &&
                        job.target.cuda_backend == codegen::CudaBackend::Nvrtc);
  run.links = options.link && options.last == Stage::Code;
  run.target = job.target;
  if (!MakeModule(run)) {
    return std::optional<CompileOutput>();
  }
  NoteFacts(run);
  CompileOutput& output = run.output;
  if (options.keep_kir) {
    output.kir = kir::Print(*run.module);
  }
  if (options.last == Stage::Kir) {
    return std::optional(std::move(output));
  }
  if (std::optional<CompileOutput> found = FindCached(run)) {
    return found;
  }
  Result<std::optional<codegen::CodegenOutput>> made = MakeCode(run);
  if (!made) {
    return made.failure();
  }
  if (!*made) {
    return std::optional<CompileOutput>();
  }
  codegen::CodegenOutput& code = **made;
  output.unresolved = std::move(code.unresolved);
  output.times.insert(output.times.end(), code.times.begin(), code.times.end());
  output.llvm_ir = std::move(code.llvm_ir);
  output.bitcode = std::move(code.bitcode);
  output.image.compiler_version = Version();
  if (options.last == Stage::Code) {
    output.image.codes.push_back(std::move(code.code));
  }
  output.image.kernels = std::move(code.kernels);
  for (std::size_t i = 0; i < job.variants.size(); ++i) {
    output.image.kernels[job.kernels.size() - job.variants.size() + i].variant_of = job.variants[i];
  }
  output.image.locations = std::move(code.locations);
  if (cached != nullptr) {
    cached->KeepImage(*run.module, output);
  }
  return std::optional(std::move(output));
}

}  // namespace

std::optional<kir::Module> CheckKernels(const SourceUnit& unit,
                                        std::span<const sema::KernelRequest> kernels,
                                        const sema::Options& options, diag::Emitter& emitter,
                                        std::string_view arch) {
  for (const sema::KernelRequest& kernel : kernels) {
    if (unit.diagnostics().empty()) {
      break;
    }
    const std::vector<diag::Diagnostic> misuses =
        advice::MisusesOf(unit.index(), kernel.function, unit.diagnostics());
    for (const diag::Diagnostic& misuse : misuses) {
      emitter.Emit(misuse);
    }
    if (!misuses.empty()) {
      return std::nullopt;
    }
  }
  std::optional<kir::Module> module = sema::Check(unit.index(), kernels, options, emitter);
  if (module) {
    lint::Check(*module, unit.sources(), emitter);
    CheckLaunchBounds(*module, unit.index(), arch, emitter);
  }
  // A warning may have been made an error.
  return emitter.has_errors() ? std::nullopt : std::move(module);
}

std::string_view Version() { return KERNELC_VERSION; }

Result<std::optional<CompileOutput>> Compile(const CompileJob& job, const CompileOptions& options,
                                             diag::Emitter& emitter) {
  std::optional<CachedJob> cached = CachedJob::For(job, options);
  if (!cached) {
    return RunPhases(job, options, nullptr, emitter);
  }
  std::vector<diag::Diagnostic> diagnostics;
  if (std::optional<CompileOutput> found = cached->FindByText(&diagnostics)) {
    for (diag::Diagnostic& diagnostic : diagnostics) {
      emitter.Emit(std::move(diagnostic));
    }
    return found;
  }
  // What this compilation alone says is kept with it.
  diag::CollectingConsumer consumer;
  diag::Emitter collector(consumer);
  Result<std::optional<CompileOutput>> output = RunPhases(job, options, &*cached, collector);
  for (const diag::Diagnostic& diagnostic : consumer.diagnostics()) {
    emitter.Emit(diagnostic);
  }
  if (output && output->has_value()) {
    cached->KeepJob(**output, consumer.diagnostics());
  }
  return output;
}

}  // namespace kernelc::driver
