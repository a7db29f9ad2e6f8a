// `kernelc check`: all diagnostics, nothing generated.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "compiler/advice/advice.h"
#include "compiler/driver/build_signatures.h"
#include "compiler/driver/command_compile.h"
#include "compiler/driver/command_constants.h"
#include "compiler/driver/command_context.h"
#include "compiler/driver/compile.h"
#include "compiler/driver/launch_choice.h"
#include "compiler/driver/text_diagnostics.h"
#include "compiler/passes/pipeline.h"

namespace kernelc::driver {
namespace {

// A kernel with types is typed and runs through the analyses for both devices; one without is
// checked as far as that goes without types. Device functions are checked through their kernels,
// and for names on their own.
void CheckFunction(const SourceUnit& unit, std::size_t function, const sema::Options& options,
                   const std::vector<std::vector<abi::ArgType>>& signatures, diag::WarningFilter& filter,
                   diag::Emitter& emitter) {
  if (signatures.empty()) {
    advice::CheckUntyped(unit.index(), function, emitter);
    return;
  }
  for (const std::vector<abi::ArgType>& types : signatures) {
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
      if (device == abi::DeviceKind::Cuda) {
        WarnOfFileLaunches(*module, unit, function, typed_emitter);
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
      advice::CheckUntyped(unit.index(), function, emitter);
      return;
    }
    for (const diag::Diagnostic& diagnostic : typed.diagnostics()) {
      emitter.Emit(diagnostic);
    }
  }
}

// A function that others may call instead of launching it, as far as the file tells: it may do what kernels cannot.
bool MayBeCalled(const sema::FunctionEntry& function) {
  return function.for_host || (function.from_annotations && !function.is_launched);
}

// What is no fault of such a function.
bool IsOfKernels(const diag::Diagnostic& diagnostic, const sema::FunctionEntry& function) {
  return function.for_host ? diagnostic.severity == diag::Severity::Error
                           : diagnostic.kind == diag::Kind::KernelReturnsValue;
}

// What is wrong with `--sig`: a kernel whose name it lacks, or that takes another number of arguments. Empty for nothing.
std::string FaultOf(const SourceUnit& unit, const GivenSignature& signature) {
  if (!signature.kernel) {
    return fmt::format("--sig '{0}' names no kernel of `{1}`: write its name before the types, 'NAME({0})'",
                       signature.text, unit.path());
  }
  const sema::FunctionEntry& entry = unit.functions()[*signature.kernel];
  if (!entry.is_kernel) {
    return fmt::format("`{}` is no kernel: it is checked for the types of each call", entry.name);
  }
  return entry.TakesArguments(signature.types.size())
             ? std::string()
             : fmt::format("`{}` takes {}, the signature has {}", SpellFunction(unit, *signature.kernel),
                           SpellCount(entry), signature.types.size());
}

// Says of kernels without types that most of them was not looked at.
void RemarkUntyped(CommandContext& context, const SourceUnit& unit, const std::vector<std::size_t>& untyped) {
  constexpr std::size_t kMostNames = 3;
  if (untyped.empty()) {
    return;
  }
  const auto name_of = [&](std::size_t function) { return unit.functions()[function].name; };
  std::string names;
  for (std::size_t i = 0; i < untyped.size() && i < kMostNames; ++i) {
    names += fmt::format("{}`{}`", i == 0 ? "" : ", ", name_of(untyped[i]));
  }
  const std::size_t more = untyped.size() - std::min(untyped.size(), kMostNames);
  const bool is_one = untyped.size() == 1;
  const std::size_t first = untyped.front();
  const std::string_view file = unit.path() == kStandardInputName ? kStandardInput : unit.path();
  context.Remark(
      fmt::format("{}: {}{} {} no types and {} checked for syntax and names only", unit.path(),
                  names, more == 0 ? "" : fmt::format(" and {} more", more),
                  is_one ? "has" : "have", is_one ? "was" : "were"),
      fmt::format("give the types of the arguments, `kernelc check {} --sig '{}({})'`, or write "
                  "them in the "
                  "decorator",
                  file, name_of(first), advice::ExplainMissingTypes(unit.index(), first).example));
}

// Says of names that the file may define as it runs, as `found` does, that nobody looked at what kernels do with them.
void RemarkHidden(CommandContext& context, const SourceUnit& unit, const diag::Diagnostic& found) {
  context.Remark(fmt::format("{}: kernels use names that line {} may define, in a way that is not followed", unit.path(),
                             unit.sources().begin(found.labels.front().range).line),
                 "define them by statements of the file, and their uses are checked");
}

// Lines that cannot be read may be those that define the names.
std::vector<diag::Diagnostic> WithoutUnknownNames(std::vector<diag::Diagnostic> diagnostics) {
  std::erase_if(diagnostics, [](const diag::Diagnostic& diagnostic) {
    return diagnostic.kind == diag::Kind::UnknownName || diagnostic.kind == diag::Kind::UndefinedVariable;
  });
  return diagnostics;
}

// What checking the functions of a file found beside diagnostics.
struct Checked {
  // Kernels that nobody gave types to.
  std::vector<std::size_t> untyped;
  // The report that a name may be defined as the file runs.
  std::optional<diag::Diagnostic> hidden;
};

// Checks function number `i`, for the types of the command line or else of the file.
void CheckEntry(const SourceUnit& unit, std::size_t i, const CheckOptions& options,
                const std::vector<GivenSignature>& given, diag::WarningFilter& filter,
                diag::Emitter& emitter, Checked* checked) {
  const sema::FunctionEntry& entry = unit.functions()[i];
  const std::vector<std::vector<abi::ArgType>> of_options = SignaturesOf(given, i);
  // What depends on values that nobody knows yet is a fault for those who ask for the kernel.
  std::vector<diag::Diagnostic> errors = unit.decorator_errors(i);
  const bool is_open = of_options.empty() &&
                       std::erase_if(errors, [](const diag::Diagnostic& error) {
                         return error.kind == diag::Kind::NotConstant;
                       }) > 0;
  for (const diag::Diagnostic& diagnostic : errors) {
    emitter.Emit(diagnostic);
  }
  if (!entry.is_kernel && !entry.is_replaced && errors.empty()) {
    if (std::optional<diag::Diagnostic> left_out = advice::ExplainLeftOut(unit.index(), i)) {
      emitter.Emit(std::move(*left_out));
    }
  }
  if (!entry.is_kernel || !errors.empty()) {
    return;
  }
  const auto& signatures = is_open || !of_options.empty() ? of_options : entry.signatures;
  diag::CollectingConsumer of_function;
  diag::Emitter function_emitter(of_function);
  CheckFunction(unit, i, SemaOptions(options.compile), signatures, filter, function_emitter);
  const bool may_be_called = of_options.empty() && MayBeCalled(entry);
  for (const diag::Diagnostic& diagnostic : of_function.diagnostics()) {
    if (diagnostic.kind == diag::Kind::HiddenDefinition) {
      checked->hidden = diagnostic;
    } else if (!may_be_called || !IsOfKernels(diagnostic, entry)) {
      emitter.Emit(diagnostic);
    }
  }
  if (signatures.empty() && !entry.is_replaced) {
    checked->untyped.push_back(i);
  }
}

// The status of one file; `*is_end` where the others are not looked at.
int CheckFile(CommandContext& context, const CheckOptions& options, const std::string& file,
              bool* is_end) {
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored)) {
    return context.Fail(Fault::UnreadableFile,
                        fmt::format("`{}` is a folder: name its files, `kernelc check {}`", file,
                                    (std::filesystem::path(file) / "*.py").string()));
  }
  const Result<std::shared_ptr<const SourceUnit>> opened = OpenFile(file, options.compile, nullptr);
  if (!opened) {
    return context.Fail(Fault::UnreadableFile, opened.failure().message);
  }
  const std::shared_ptr<const SourceUnit>& unit = *opened;
  if (options.constants) {
    PrintConstants(context, *unit);
  }
  const Result<std::vector<GivenSignature>> given = ReadSignatures(*unit, options.signatures);
  if (!given) {
    *is_end = true;
    return context.Fail(Fault::BadSignature, given.failure().message);
  }
  for (const GivenSignature& signature : *given) {
    if (std::string fault = FaultOf(*unit, signature); !fault.empty()) {
      *is_end = true;
      return context.Fail(Fault::BadSignature, std::move(fault));
    }
  }
  diag::CollectingConsumer consumer;
  diag::Emitter emitter(consumer);
  diag::WarningFilter filter(options.compile.warnings, unit->sources());
  emitter.set_filter(&filter);
  Checked checked;
  for (std::size_t i = 0; i < unit->functions().size(); ++i) {
    CheckEntry(*unit, i, options, *given, filter, emitter, &checked);
  }
  if (checked.hidden) {
    RemarkHidden(context, *unit, *checked.hidden);
  }
  const bool is_sound = AddText(context, unit, options.compile.warnings);
  context.Add(unit, unit->has_errors() ? WithoutUnknownNames(consumer.Take()) : consumer.Take());
  if (!is_sound || emitter.has_errors()) {
    return StatusOf(Fault::Program);
  }
  RemarkUntyped(context, *unit, checked.untyped);
  return kExitDone;
}

}  // namespace

int RunCheck(CommandContext& context, const CheckOptions& options) {
  if (!options.signatures.empty() && options.files.size() > 1) {
    return context.Fail(Fault::Conflict,
                        "--sig is for the kernels of one file: check the others on their own");
  }
  if (std::ranges::count(options.files, kStandardInput) > 1) {
    return context.Fail(Fault::Conflict, "standard input is named twice, and can be read once");
  }
  int status = kExitDone;
  for (const std::string& file : options.files) {
    bool is_end = false;
    const int of_file = CheckFile(context, options, file, &is_end);
    if (is_end) {
      return of_file;
    }
    status = of_file == kExitDone ? status : of_file;
  }
  return status;
}

}  // namespace kernelc::driver
