#include "kernelc/program.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "compiler/base/check.h"
#include "compiler/base/unicode.h"
#include "compiler/diag/renderer.h"
#include "compiler/diag/warnings.h"
#include "compiler/driver/cached_compile.h"
#include "compiler/driver/jit_diagnostics.h"
#include "compiler/driver/jit_kernel.h"
#include "compiler/driver/source_unit.h"
#include "compiler/driver/text_diagnostics.h"

namespace kernelc {
namespace {

std::shared_ptr<driver::JitState> MakeState(std::shared_ptr<const driver::SourceUnit> unit,
                                            const ProgramOptions& options) {
  diag::WarningOptions warnings;
  for (const std::string& flag : options.warnings) {
    if (const Result<bool> added = warnings.Add(flag); !added) {
      ErrorInfo info;
      info.code = ErrorCode::InvalidArgument;
      info.operation = "read options";
      info.object = unit->path();
      info.message = added.failure().message;
      throw Error(std::move(info));
    }
  }
  const std::vector<diag::Diagnostic> diagnostics = driver::TextDiagnostics(*unit, warnings);
  if (driver::HasErrors(diagnostics)) {
    driver::ThrowCompileError(*unit, diagnostics, unit->path(), "");
  }
  return std::make_shared<driver::JitState>(std::move(unit), options, std::move(warnings));
}

driver::ModuleOptions ModulesOf(const ProgramOptions& options) {
  driver::ModuleOptions modules;
  modules.include_path = options.include_path;
  modules.texts = options.modules;
  for (const auto& [name, constant] : options.constants) {
    if (!IsIdentifier(name)) {
      ErrorInfo info;
      info.code = ErrorCode::InvalidArgument;
      info.operation = "read options";
      info.object = name;
      info.message = "constants: this is no name";
      throw Error(std::move(info));
    }
    modules.constants.emplace(name, constant.given());
  }
  return modules;
}

[[noreturn]] void ThrowMovedFrom(const char* what) {
  ErrorInfo info;
  info.code = ErrorCode::InvalidArgument;
  info.operation = std::string("use ") + what;
  info.object = what;
  info.message = "it was moved from";
  throw Error(std::move(info));
}

}  // namespace

namespace driver {

std::vector<CompileDiagnostic> ToCompileDiagnostics(
    const SourceManager& sources, const std::vector<diag::Diagnostic>& diagnostics) {
  std::vector<CompileDiagnostic> converted;
  for (const diag::Diagnostic& diagnostic : diagnostics) {
    CompileDiagnostic& out = converted.emplace_back();
    out.severity = diagnostic.severity == diag::Severity::Error ? "error" : "warning";
    out.kind = diag::kind_info(diagnostic.kind).name;
    out.message = diagnostic.message;
    out.help = diagnostic.help;
    if (diagnostic.range.has_value()) {
      const LineColumn begin = sources.begin(diagnostic.range);
      out.file = sources.file(diagnostic.range.file).path();
      out.line = begin.line;
      out.column = begin.column;
    }
  }
  return converted;
}

void ThrowCompileError(const SourceUnit& unit, const std::vector<diag::Diagnostic>& diagnostics,
                       const std::string& object, const std::string& failure) {
  ErrorInfo info;
  info.code = ErrorCode::Compile;
  info.operation = "compile";
  info.object = object;
  diag::Report report;
  report.batches.push_back({&unit.sources(), diagnostics});
  info.message = failure.empty() ? "\n" + diag::RenderText(report) : failure;
  throw CompileError(std::move(info), ToCompileDiagnostics(unit.sources(), diagnostics));
}

}  // namespace driver

CompileError::CompileError(ErrorInfo info, std::vector<CompileDiagnostic> diagnostics)
    : Error(std::move(info)),
      diagnostics_(std::make_shared<const std::vector<CompileDiagnostic>>(std::move(diagnostics))) {
}
CompileError::~CompileError() = default;

Program Program::FromFile(const std::string& path, const ProgramOptions& options) {
  Result<std::shared_ptr<const driver::SourceUnit>> unit =
      driver::SourceUnit::FromFile(path, ModulesOf(options), driver::OpenStore(options.cache));
  if (!unit) {
    ErrorInfo info;
    info.code = ErrorCode::FileAccess;
    info.operation = "read";
    info.object = path;
    info.message = unit.failure().message;
    throw Error(std::move(info));
  }
  return Program(MakeState(*unit, options));
}

Program Program::FromSource(std::string text, std::string name, const ProgramOptions& options) {
  return Program(
      MakeState(driver::SourceUnit::FromText(std::move(name), std::move(text), ModulesOf(options),
                                             driver::OpenStore(options.cache)),
                options));
}

driver::JitState& Program::state() const {
  if (state_ == nullptr) {
    ThrowMovedFrom("program");
  }
  return *state_;
}

driver::JitKernelState& JitKernel::state() const {
  if (state_ == nullptr) [[unlikely]] {
    ThrowMovedFrom("kernel");
  }
  return *state_;
}

JitKernel Program::kernel(std::string_view name) const {
  const Result<std::size_t> found = state().unit()->FindFunction(name);
  if (!found) {
    ErrorInfo info;
    info.code = ErrorCode::NotFound;
    info.operation = "find kernel";
    info.object = state().unit()->path();
    info.message = found.failure().message;
    throw Error(std::move(info));
  }
  return JitKernel(state().KernelFor(state_, *found));
}

std::vector<std::string> Program::kernel_names() const {
  std::vector<std::string> names;
  for (const sema::FunctionEntry& entry : state().unit()->functions()) {
    if (entry.is_kernel && !entry.is_replaced) {
      names.push_back(entry.name);
    }
  }
  return names;
}

std::vector<CompileDiagnostic> Program::warnings() const { return state().warnings(); }

const std::string& JitKernel::name() const { return state().name(); }

const std::vector<std::string>& JitKernel::params() const { return state().params(); }

void JitKernel::LaunchArgs(const LaunchConfig& config, std::span<const Arg> args) const {
  state().Launch(config, args);
}

void JitKernel::WaitUntilOptimized() const { state().WaitUntilOptimized(); }

BoundKernel JitKernel::BindArgs(std::span<const Arg> args) const { return state().Bind(args); }

Kernel JitKernel::Specialize(const Context& context, std::span<const Arg> args) const {
  return state().VariantFor(context, args);
}

Kernel JitKernel::Specialize(const Context& context, std::string_view signature) const {
  return state().Specialize(context, signature);
}

std::string JitKernel::Inspect(CodeForm form, const Context& context,
                               std::span<const Arg> args) const {
  return state().Inspect(form, context, args);
}

std::string JitKernel::BuildDevice(DeviceForm form, std::string_view target,
                                   std::string_view signature,
                                   const DeviceFunctionOptions& options) const {
  return state().BuildDevice(form, target, signature, options);
}

std::string JitKernel::Inspect(CodeForm form, std::string_view target,
                               std::span<const Arg> args) const {
  return state().Inspect(form, target, args);
}

std::string JitKernel::Inspect(CodeForm form, std::string_view target,
                               std::string_view signature) const {
  return state().Inspect(form, target, signature);
}

void JitKernel::LaunchForAll(std::int64_t elements, const ForAllOptions& options,
                             std::span<const Arg> args) const {
  state().LaunchForAll(elements, options, args);
}

LaunchConfig JitKernel::ConfigFor(std::int64_t elements, const Context& context,
                                  std::span<const Arg> args) const {
  return state()
      .VariantFor(context, args,
                  {.large = true, .by_value = true, .tier = driver::JitKernelState::Tier::First})
      .ConfigFor(elements);
}

}  // namespace kernelc
