#include "compiler/driver/compile.h"

#include <utility>

#include "compiler/driver/phase_timer.h"
#include "compiler/kir/printer.h"
#include "compiler/lint/lint.h"
#include "compiler/passes/pipeline.h"

namespace kernelc::driver {
namespace {

Result<codegen::CodegenOutput> EmitCode(const kir::Module& module, const CompileJob& job,
                                        const codegen::TargetOptions& target) {
  const SourceManager* sources = &job.unit->sources();
  switch (target.device) {
    case abi::DeviceKind::Cuda:
      return codegen::EmitPtx(module, sources, target);
    case abi::DeviceKind::Cpu:
      return codegen::EmitCpuObject(module, sources, target);
  }
  KC_FATAL("device kind {}", static_cast<int>(target.device));
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

}  // namespace

std::optional<kir::Module> CheckKernels(const SourceUnit& unit,
                                        std::span<const sema::KernelRequest> kernels,
                                        const sema::Options& options, diag::Emitter& emitter) {
  std::optional<kir::Module> module = sema::Check(unit.index(), kernels, options, emitter);
  if (module) {
    lint::Check(*module, unit.sources(), emitter);
  }
  // A warning may have been made an error.
  return emitter.has_errors() ? std::nullopt : std::move(module);
}

std::string_view Version() { return KERNELC_VERSION; }

Result<std::optional<CompileOutput>> Compile(const CompileJob& job, const CompileOptions& options,
                                             diag::Emitter& emitter) {
  CompileOutput output;
  diag::WarningFilter filter(job.warnings, job.unit->sources());
  const FilterScope scope(emitter, filter);
  std::optional<kir::Module> module;
  {
    const PhaseTimer timer(output.times, "sema");
    module = CheckKernels(*job.unit, job.kernels, job.sema, emitter);
  }
  if (!module) {
    return std::optional<CompileOutput>();
  }
  module->assumes_no_overlap = job.assume_no_overlap;
  {
    const PhaseTimer timer(output.times, "passes");
    passes::PipelineOptions pipeline;
    pipeline.device = job.target.device;
    pipeline.opt_level = job.target.opt_level;
    pipeline.verify_each = options.verify_each;
    passes::RunPipeline(*module, pipeline, emitter);
  }
  if (emitter.has_errors()) {
    return std::optional<CompileOutput>();
  }
  if (options.keep_kir) {
    output.kir = kir::Print(*module);
  }
  if (options.last == Stage::Kir) {
    return std::optional(std::move(output));
  }
  codegen::TargetOptions target = job.target;
  target.keep_llvm_ir = options.keep_llvm_ir;
  Result<codegen::CodegenOutput> code = EmitCode(*module, job, target);
  if (!code) {
    return code.failure();
  }
  output.times.insert(output.times.end(), code->times.begin(), code->times.end());
  output.llvm_ir = std::move(code->llvm_ir);
  output.image.compiler_version = Version();
  output.image.codes.push_back(std::move(code->code));
  output.image.kernels = std::move(code->kernels);
  output.image.locations = std::move(code->locations);
  return std::optional(std::move(output));
}

}  // namespace kernelc::driver
