// `kernelc check`: all diagnostics, nothing generated.
#include <fmt/format.h>

#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "compiler/driver/command_compile.h"
#include "compiler/driver/command_context.h"
#include "compiler/driver/compile.h"
#include "compiler/passes/pipeline.h"

namespace kernelc::driver {
namespace {

// A kernel with types is typed and runs through the analyses for both devices; one without is
// checked as far as that goes without types. Device functions are checked through their kernels,
// and for names on their own.
void CheckFunction(const SourceUnit& unit, std::size_t function, const sema::Options& options,
                   diag::WarningFilter& filter, diag::Emitter& emitter) {
  const sema::FunctionEntry& entry = unit.functions()[function];
  if (entry.signatures.empty()) {
    sema::CheckUntyped(unit.index(), function, options, emitter);
    return;
  }
  for (const std::vector<abi::ArgType>& types : entry.signatures) {
    const sema::KernelRequest request{function, types};
    diag::CollectingConsumer typed;
    diag::Emitter typed_emitter(typed);
    typed_emitter.set_filter(&filter);
    for (const abi::DeviceKind device : {abi::DeviceKind::Cuda, abi::DeviceKind::Cpu}) {
      std::optional<kir::Module> module =
          CheckKernels(unit, {&request, 1}, options, typed_emitter);
      if (!module) {
        break;
      }
      passes::PipelineOptions pipeline;
      pipeline.device = device;
      // What the CPU device alone cannot run is no fault of the file.
      diag::CollectingConsumer of_device;
      diag::Emitter device_emitter(of_device);
      passes::RunPipeline(*module, pipeline, device_emitter);
    }
    if (NeedsOuterCall(typed.diagnostics())) {
      // What does not depend on that call is checked without types.
      sema::CheckUntyped(unit.index(), function, options, emitter);
      return;
    }
    for (const diag::Diagnostic& diagnostic : typed.diagnostics()) {
      emitter.Emit(diagnostic);
    }
  }
}

// Lines that cannot be read may be those that define the names.
std::vector<diag::Diagnostic> WithoutUnknownNames(std::vector<diag::Diagnostic> diagnostics) {
  std::erase_if(diagnostics, [](const diag::Diagnostic& diagnostic) {
    return diagnostic.kind == diag::Kind::UnknownName || diagnostic.kind == diag::Kind::UndefinedVariable;
  });
  return diagnostics;
}

}  // namespace

int RunCheck(CommandContext& context, const CheckOptions& options) {
  int status = kExitDone;
  const sema::Options sema_options = SemaOptions(options.compile);
  for (const std::string& file : options.files) {
    std::error_code ignored;
    if (std::filesystem::is_directory(file, ignored)) {
      status = context.Fail(kExitBadInput,
                            fmt::format("`{}` is a folder: name its files, `kernelc check {}`", file,
                                        (std::filesystem::path(file) / "*.py").string()));
      continue;
    }
    const Result<std::shared_ptr<const SourceUnit>> opened = SourceUnit::FromFile(file, ModulesOf(options.compile));
    if (!opened) {
      status = context.Fail(kExitBadInput, opened.failure().message);
      continue;
    }
    const std::shared_ptr<const SourceUnit>& unit = *opened;
    diag::CollectingConsumer consumer;
    diag::Emitter emitter(consumer);
    diag::WarningFilter filter(options.compile.warnings, unit->sources());
    emitter.set_filter(&filter);
    const std::vector<sema::FunctionEntry>& functions = unit->functions();
    for (std::size_t i = 0; i < functions.size(); ++i) {
      const std::vector<diag::Diagnostic>& errors = unit->decorator_errors(i);
      for (const diag::Diagnostic& diagnostic : errors) {
        emitter.Emit(diagnostic);
      }
      if (functions[i].is_kernel && errors.empty()) {
        CheckFunction(*unit, i, sema_options, filter, emitter);
      }
    }
    context.Add(unit, unit->diagnostics());
    context.Add(unit, unit->has_errors() ? WithoutUnknownNames(consumer.Take()) : consumer.Take());
    if (unit->has_errors() || emitter.has_errors()) {
      status = kExitBadInput;
    }
  }
  return status;
}

}  // namespace kernelc::driver
