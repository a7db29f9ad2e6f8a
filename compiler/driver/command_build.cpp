// `kernelc build`: artifacts ahead of time.
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <utility>

#include "compiler/advice/advice.h"
#include "compiler/ast/printer.h"
#include "compiler/driver/artifacts/artifact_cache.h"
#include "compiler/driver/artifacts/depfile.h"
#include "compiler/driver/artifacts/write_artifact.h"
#include "compiler/driver/build_signatures.h"
#include "compiler/driver/cached_compile.h"
#include "compiler/driver/command_compile.h"
#include "compiler/driver/command_context.h"
#include "compiler/driver/compile.h"
#include "compiler/driver/constant_values.h"
#include "compiler/driver/phase_timer.h"
#include "compiler/driver/text_diagnostics.h"
#include "kernelc/image.h"

namespace kernelc::driver {
namespace {

bool IsText(Artifact artifact) {
  switch (artifact) {
    case Artifact::Ast:
    case Artifact::Kir:
    case Artifact::Cuda:
    case Artifact::Llvm:
    case Artifact::Ptx:
    case Artifact::Sass:
    case Artifact::Header:
      return true;
    case Artifact::Bitcode:
    case Artifact::Ltoir:
    case Artifact::Cubin:
    case Artifact::Object:
    case Artifact::StaticLibrary:
    case Artifact::Image:
      return false;
  }
  KC_FATAL("artifact {}", static_cast<int>(artifact));
}

// `kernel.py` gives `kernel.cubin`.
std::string DefaultOutput(const BuildOptions& options) {
  const std::string stem = StemOf(options);
  switch (options.emit) {
    case Artifact::Cubin:
      return stem + ".cubin";
    case Artifact::Bitcode:
      return stem + ".bc";
    case Artifact::Ltoir:
      return stem + ".ltoir";
    case Artifact::Object:
      return stem + ".o";
    case Artifact::StaticLibrary:
      return "lib" + stem + ".a";
    case Artifact::Image:
      return stem + std::string(kImageSuffix);
    case Artifact::Ast:
    case Artifact::Kir:
    case Artifact::Cuda:
    case Artifact::Llvm:
    case Artifact::Ptx:
    case Artifact::Sass:
    case Artifact::Header:
      break;
  }
  KC_FATAL("artifact {} has no file", static_cast<int>(options.emit));
}

// Those that -k names.
Result<std::vector<std::size_t>> NamedKernels(const SourceUnit& unit, const BuildOptions& options) {
  std::vector<std::size_t> named;
  for (const std::string& name : options.kernels) {
    const Result<std::size_t> found = unit.FindFunction(name);
    if (!found) {
      return found.failure();
    }
    named.push_back(*found);
  }
  return named;
}

// Without -k: those that signatures name or that have types, else all.
Result<std::vector<std::size_t>> ChooseKernels(const SourceUnit& unit,
                                               const std::vector<GivenSignature>& given) {
  std::vector<std::size_t> chosen;
  const std::vector<sema::FunctionEntry>& functions = unit.functions();
  std::vector<std::size_t> kernels;
  for (std::size_t i = 0; i < functions.size(); ++i) {
    const bool named = std::ranges::any_of(
        given, [&](const GivenSignature& signature) { return signature.kernel == i; });
    if (functions[i].is_replaced && !named) {
      continue;
    }
    if (functions[i].is_kernel) {
      kernels.push_back(i);
    }
    const bool has_types = functions[i].is_kernel && (!functions[i].signatures.empty() ||
                                                      !unit.decorator_errors(i).empty());
    if (named || has_types) {
      chosen.push_back(i);
    }
  }
  if (kernels.empty() && chosen.empty()) {
    return Failure{fmt::format(
        "`{}` holds no kernel: decorate a function with `@kernel` or `@cuda.jit`, or name one "
        "with -k",
        unit.path())};
  }
  const bool unnamed = std::ranges::any_of(
      given, [](const GivenSignature& signature) { return !signature.kernel; });
  return !unnamed && !chosen.empty() ? chosen : kernels;
}

// Of files whose kernels nobody names: warnings of those that `chosen` lacks though they have a signature.
std::vector<diag::Diagnostic> WarnOfLeftOut(const SourceUnit& unit, const BuildOptions& options,
                                            const std::vector<std::size_t>& chosen) {
  diag::WarningFilter filter(options.compile.warnings, unit.sources());
  diag::CollectingConsumer consumer;
  diag::Emitter emitter(consumer);
  emitter.set_filter(&filter);
  for (std::size_t i = 0; i < unit.functions().size(); ++i) {
    const sema::FunctionEntry& entry = unit.functions()[i];
    if (!entry.is_replaced && std::ranges::find(chosen, i) == chosen.end()) {
      if (std::optional<diag::Diagnostic> left_out = advice::ExplainLeftOut(unit.index(), i)) {
        emitter.Emit(std::move(*left_out));
      }
    }
  }
  return consumer.Take();
}

// The results that --sig names, of which only callers of device functions are told.
void AddResults(const SourceUnit& unit, const BuildOptions& options,
                std::vector<Specialization>* specializations) {
  for (const std::string& text : options.signatures) {
    std::string ignored;
    std::optional<abi::ArgType> result;
    const auto types = sema::ParseSignature(unit.index(), text, &ignored, &result);
    for (Specialization& specialization : *specializations) {
      if (types && specialization.arg_types == *types) {
        specialization.result = result;
      }
    }
  }
}

// Leaves away kernels of functions that give them values, unless there are no others: their calls make kernels of their own.
void DropUncalled(const SourceUnit& unit, const sema::Options& options,
                  std::vector<Specialization>* specializations) {
  std::vector<Specialization> kept;
  for (const Specialization& specialization : *specializations) {
    const std::string& name = unit.functions()[specialization.function].name;
    diag::CollectingConsumer consumer;
    diag::Emitter emitter(consumer);
    if (name.find('.') != std::string::npos) {
      const sema::KernelRequest request{specialization.function, specialization.arg_types};
      static_cast<void>(sema::Check(unit.index(), {&request, 1}, options, emitter));
    }
    if (!NeedsOuterCall(consumer.diagnostics())) {
      kept.push_back(specialization);
    }
  }
  if (!kept.empty()) {
    *specializations = std::move(kept);
  }
}

// After a write that failed.
Failure CannotWrite(const std::string& path) {
  return Failure{fmt::format("cannot write `{}`: {}", path, std::strerror(errno))};
}

Result<std::string> WriteOutput(CommandContext& context, const BuildOptions& options,
                                const std::string& contents) {
  const std::string path = !options.output.empty() ? options.output
                           : IsText(options.emit)  ? std::string()
                                                   : DefaultOutput(options);
  if (path.empty() || path == "-") {
    context.out() << contents;
    return std::string("-");
  }
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(contents.data(), static_cast<std::streamsize>(contents.size()));
  file.close();
  if (!file) {
    return CannotWrite(path);
  }
  if (options.emit == Artifact::Cuda) {
    // What the text includes stands beside it.
    const std::string header = (std::filesystem::path(path).parent_path() /
                                std::filesystem::path(codegen::kCudaSupportFile)).string();
    std::ofstream support(header, std::ios::binary | std::ios::trunc);
    support << codegen::CudaSupportHeader();
    support.close();
    if (!support) {
      return CannotWrite(header);
    }
  }
  return path;
}

// The artifact and the list of what it depends on, where they go. Gives the exit status.
int WriteFiles(CommandContext& context, const SourceUnit& unit, const BuildOptions& options,
               const MadeArtifact& made) {
  const Result<std::string> written = WriteOutput(context, options, made.contents);
  if (!written) {
    return context.Fail(Fault::UnwritableFile, written.failure().message);
  }
  if (options.depfile.empty()) {
    return kExitDone;
  }
  std::ofstream depfile(options.depfile, std::ios::binary | std::ios::trunc);
  std::vector<std::string> others = FilesOfDefinitions(options.compile.defines);
  others.insert(others.end(), options.compile.link.begin(), options.compile.link.end());
  depfile << WriteDepfile(*written, unit, made.facts, others);
  depfile.close();
  return depfile ? kExitDone
                 : context.Fail(Fault::UnwritableFile, CannotWrite(options.depfile).message);
}

bool IsSymbol(std::string_view text) {
  const auto is_word = [](char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  };
  return !text.empty() && std::ranges::all_of(text, is_word) && (text[0] < '0' || text[0] > '9');
}

// Whether the options of --device fit the others.
Result<bool> CheckExport(const BuildOptions& options, const codegen::TargetOptions& target,
                         std::size_t functions) {
  const bool links = options.emit == Artifact::Ltoir || options.emit == Artifact::Bitcode;
  if (!options.device_functions) {
    return links || !options.export_name.empty()
               ? Result<bool>(
                     Failure{"--emit ltoir and bitcode, and --name, are for device functions: "
                             "give --device and the function with -k"})
               : Result<bool>(true);
  }
  if (options.kernels.empty()) {
    return Failure{"--device needs the functions to build: name them with -k"};
  }
  if (target.device == abi::DeviceKind::Cpu || IsHostArtifact(options.emit)) {
    return Failure{
        "--device is for CUDA targets and --emit ptx, cubin, ltoir, bitcode, cuda, llvm and kir: a "
        "device function has no other form that code can call"};
  }
  if (!options.export_name.empty() && (functions > 1 || !IsSymbol(options.export_name))) {
    return Failure{fmt::format("--name {}: {}", options.export_name,
                               functions > 1 ? "it names one function, and there are several"
                                             : "that is no name of a C function")};
  }
  return true;
}

// The first target of an artifact for several, when all of them are there.
Result<codegen::TargetOptions> FirstTarget(const BuildOptions& options) {
  const Result<std::vector<codegen::TargetOptions>> targets = ChooseTargets(options);
  return targets ? Result<codegen::TargetOptions>(targets->front()) : targets.failure();
}

// The kernels and types that the options ask for; `*warnings` gets what is to be said of them with
// the artifact. Null after an error, whose status is in `*status`.
std::optional<std::vector<Specialization>> ChooseSpecializations(
    CommandContext& context, const BuildOptions& options,
    const std::shared_ptr<const SourceUnit>& unit, std::vector<diag::Diagnostic>* warnings,
    int* status) {
  const auto fail = [&](Fault fault, const std::string& message) {
    *status = context.Fail(fault, message);
    return std::nullopt;
  };
  const Result<std::vector<std::size_t>> named = NamedKernels(*unit, options);
  if (!named) {
    return fail(Fault::UnknownKernel, named.failure().message);
  }
  const Result<std::vector<GivenSignature>> given =
      ReadSignatures(*unit, options.signatures, *named);
  if (!given) {
    return fail(Fault::BadSignature, given.failure().message);
  }
  const Result<std::vector<std::size_t>> kernels =
      named->empty() ? ChooseKernels(*unit, *given) : *named;
  if (!kernels) {
    context.Add(unit, WarnOfLeftOut(*unit, options, {}));
    return fail(Fault::NoKernel, kernels.failure().message);
  }
  diag::CollectingConsumer faults;
  diag::Emitter emitter(faults);
  Result<std::vector<Specialization>> specializations =
      ChooseTypes(*unit, *kernels, *given, !options.device_functions, emitter);
  context.Add(unit, faults.diagnostics());
  if (!specializations) {
    return fail(given->empty() ? Fault::MissingTypes : Fault::BadSignature,
                        specializations.failure().message);
  }
  *warnings = named->empty() ? WarnOfLeftOut(*unit, options, *kernels) : std::vector<diag::Diagnostic>();
  context.Add(unit, *warnings);
  if (emitter.has_errors() ||
      std::ranges::any_of(*warnings, [](const diag::Diagnostic& warning) {
        return warning.severity == diag::Severity::Error;
      })) {
    *status = StatusOf(Fault::MissingTypes);
    return std::nullopt;
  }
  if (options.kernels.empty() && options.signatures.empty()) {
    DropUncalled(*unit, SemaOptions(options.compile), &*specializations);
  }
  return std::move(*specializations);
}

// Fails where options contradict each other.
Result<bool> CheckOptions(const BuildOptions& options, const codegen::TargetOptions& target,
                          std::size_t functions) {
  if (options.emit == Artifact::Header && options.host_api == HostApi::Driver &&
      options.compile.debug) {
    return Failure{
        "-g with --host-api driver: errors of threads are reported to the runtime, "
        "which such a header does without, and a thread that met one would end "
        "unheard; build with --host-api runtime to look for errors, or without -g"};
  }
  return CheckExport(options, target, functions);
}

// What is to be compiled: its status where that cannot be found out. `*warnings` gets what is said
// of the choice.
int MakeJob(CommandContext& context, const BuildOptions& options,
            const std::shared_ptr<const SourceUnit>& unit,
            std::vector<diag::Diagnostic>* warnings, CompileJob* made) {
  const Result<codegen::TargetOptions> target =
      IsHostArtifact(options.emit) ? FirstTarget(options) : ChooseTarget(options);
  if (!target) {
    return context.Fail(Fault::UnknownTarget, target.failure().message);
  }
  int status = kExitDone;
  std::optional<std::vector<Specialization>> specializations =
      ChooseSpecializations(context, options, unit, warnings, &status);
  if (!specializations) {
    return status;
  }
  if (const Result<bool> fits = CheckOptions(options, *target, specializations->size()); !fits) {
    return context.Fail(Fault::Conflict, fits.failure().message);
  }
  if (options.device_functions) {
    AddResults(*unit, options, &*specializations);
  }
  CompileJob& job = *made;
  job.unit = unit;
  for (Specialization& specialization : *specializations) {
    sema::KernelRequest& request = job.kernels.emplace_back();
    request.function = specialization.function;
    request.arg_types = std::move(specialization.arg_types);
    if (options.device_functions) {
      request.exported = {options.abi, options.export_name, specialization.result};
    }
  }
  if (const Result<bool> linked = AddLinkFiles(options.compile, &job); !linked) {
    return context.Fail(Fault::UnreadableFile, linked.failure().message);
  }
  job.sema = SemaOptions(options.compile);
  job.warnings = options.compile.warnings;
  job.target = *target;
  return kExitDone;
}

}  // namespace

int RunBuild(CommandContext& context, const BuildOptions& options) {
  const Result<std::shared_ptr<const SourceUnit>> opened =
      OpenFile(options.file, options.compile, OpenStore(!options.compile.no_cache));
  if (!opened) {
    return context.Fail(Fault::UnreadableFile, opened.failure().message);
  }
  const std::shared_ptr<const SourceUnit>& unit = *opened;
  const bool is_sound = AddText(context, unit, options.compile.warnings);
  const ArtifactCache known(*unit, options);
  CompileOutput hit;
  std::optional<MadeArtifact> found;
  {
    const PhaseTimer timer(hit.times, "cache");
    found = known.Find();
  }
  if (found && is_sound) {
    context.Add(unit, found->diagnostics);
    if (options.compile.time_phases) {
      PrintTimes(context.err(), *unit, hit);
    }
    return WriteFiles(context, *unit, options, *found);
  }
  if (options.emit == Artifact::Ast) {
    if (!is_sound) {
      return StatusOf(Fault::Program);
    }
    const Result<std::string> written = WriteOutput(context, options, ast::Print(unit->module()));
    return written ? kExitDone : context.Fail(Fault::UnwritableFile, written.failure().message);
  }
  if (!is_sound) {
    return StatusOf(Fault::Program);
  }
  CompileJob job;
  std::vector<diag::Diagnostic> warnings;
  if (const int status = MakeJob(context, options, unit, &warnings, &job); status != kExitDone) {
    return status;
  }
  MadeArtifact made;
  const int status = IsHostArtifact(options.emit)
                         ? MakeHostArtifact(context, job, options, &made)
                         : CompileArtifact(context, job, options.emit, options.compile, &made);
  if (status != kExitDone) {
    return status;
  }
  // What changes after it was read is seen the next time.
  for (const LinkInput& input : job.link) {
    if (input.kind == LinkKind::SharedLibrary) {
      made.has_all_facts = false;
    } else {
      cache::AddFact(made.facts, cache::ContentsFact(input.name, input.bytes));
    }
  }
  made.diagnostics.insert(made.diagnostics.begin(), warnings.begin(), warnings.end());
  known.Keep(made);
  return WriteFiles(context, *unit, options, made);
}

}  // namespace kernelc::driver
