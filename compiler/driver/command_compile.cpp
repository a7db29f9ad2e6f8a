#include "compiler/driver/command_compile.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <string_view>
#include <utility>

#include "compiler/codegen/known_targets.h"
#include "compiler/driver/cached_code.h"
#include "compiler/driver/constant_values.h"
#include "compiler/driver/device_form.h"
#include "compiler/driver/link.h"
#include "compiler/driver/near_word.h"

namespace kernelc::driver {
namespace {

std::string BytesToString(const std::vector<std::byte>& bytes) {
  return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

}  // namespace

void PrintTimes(std::ostream& err, const SourceUnit& unit, const CompileOutput& output) {
  std::vector<codegen::PhaseTime> times = unit.times();
  times.insert(times.end(), output.times.begin(), output.times.end());
  double total = 0.0;
  for (const codegen::PhaseTime& time : times) {
    err << fmt::format("{:>10.3f} ms  {}\n", time.milliseconds, time.name);
    total += time.milliseconds;
  }
  err << fmt::format("{:>10.3f} ms  total\n", total);
}

namespace {

// Machine code and what is read from it.
Result<std::string> FinishCode(const CompileOutput& output, Artifact artifact,
                               const CompileJob& job) {
  const std::string& arch = job.target.arch;
  const abi::Code& code = output.image.codes.front();
  if (artifact != Artifact::Cubin && artifact != Artifact::Sass) {
    return BytesToString(code.bytes);
  }
  if (code.kind == abi::CodeKind::Cubin) {
    return artifact == Artifact::Cubin ? Result<std::string>(BytesToString(code.bytes))
                                       : Disassemble(code.bytes);
  }
  const std::string ptx = BytesToString(code.bytes);
  const Result<std::vector<std::byte>> cubin =
      IsExport(job) ? AssembleRelocatable(ptx, arch)
                    : AssembleCubinOnce(job.unit->store(), ptx, arch);
  if (!cubin) {
    return cubin.failure();
  }
  if (artifact == Artifact::Cubin) {
    return BytesToString(*cubin);
  }
  return Disassemble(*cubin);
}

}  // namespace

Result<codegen::TargetOptions> ChooseTarget(const BuildOptions& options) {
  codegen::TargetOptions target;
  target.opt_level = options.compile.opt_level;
  target.debug = options.compile.debug;
  target.line_directives = options.compile.line_directives;
  target.ptx_version = options.ptx_version;
  target.cuda_backend = options.compile.backend == Backend::Nvrtc ? codegen::CudaBackend::Nvrtc
                                                                  : codegen::CudaBackend::Llvm;
  if (options.targets.size() > 1) {
    return Failure{
        "several --target need an artifact that holds code for several; `ptx`, `cubin` and "
        "`object` hold "
        "one: run the command once for each"};
  }
  const bool needs_cuda = options.emit == Artifact::Ptx || options.emit == Artifact::Cubin ||
                          options.emit == Artifact::Sass || options.emit == Artifact::Cuda ||
                          options.emit == Artifact::Ltoir || options.emit == Artifact::Bitcode;
  const std::string name = !options.targets.empty()           ? options.targets.front()
                           : options.emit == Artifact::Object ? "cpu"
                                                              : "sm_75";
  if (name == "cpu" || name.starts_with("cpu:")) {
    target.device = abi::DeviceKind::Cpu;
    target.arch = name == "cpu" ? "native" : name.substr(4);
    if (needs_cuda) {
      return Failure{
          "--emit ptx, cubin, sass and cuda are for CUDA targets such as sm_90; for the CPU there is "
          "--emit object"};
    }
    const Result<bool> known = codegen::CheckCpuTarget(target);
    return known ? Result<codegen::TargetOptions>(std::move(target))
                 : Failure{known.failure().message + DidYouMean(target.arch, codegen::CpuNames())};
  }
  if (options.emit == Artifact::Object) {
    return Failure{fmt::format("--emit object is for --target cpu, not `{}`", name)};
  }
  const std::vector<std::string> known = codegen::CudaArchitectures();
  if (std::find(known.begin(), known.end(), name) == known.end()) {
    return Failure{fmt::format("`{}` is no target: there are {}, cpu and cpu:ARCH{}", name,
                               fmt::join(known, " "), DidYouMean(name, known))};
  }
  target.arch = name;
  const Result<bool> fits = codegen::CheckCudaTarget(target);
  return fits ? Result<codegen::TargetOptions>(std::move(target)) : fits.failure();
}

bool NeedsOuterCall(const std::vector<diag::Diagnostic>& diagnostics) {
  return std::ranges::any_of(diagnostics, [](const diag::Diagnostic& diagnostic) {
    return diagnostic.kind == diag::Kind::OuterValue;
  });
}

sema::Options SemaOptions(const CompileFlags& flags) {
  sema::Options options;
  options.literals = flags.literals;
  options.fastmath = flags.fastmath;
  options.max_registers = flags.max_registers;
  options.checks.float_division = flags.debug;
  options.checks.bounds = flags.debug;
  for (const std::string& check : flags.checks) {
    options.checks.bounds = options.checks.bounds || check == "all" || check == "bounds";
    options.checks.init = options.checks.init || check == "all" || check == "init";
    options.checks.race = options.checks.race || check == "all" || check == "race";
  }
  options.checks.errors = flags.debug || !flags.checks.empty();
  return options;
}

Result<bool> AddLinkFiles(const CompileFlags& flags, CompileJob* job) {
  for (const std::string& file : flags.link) {
    Result<LinkInput> input = ReadLinkFile(file);
    if (!input) {
      return input.failure();
    }
    job->link.push_back(std::move(*input));
  }
  return true;
}

Result<std::shared_ptr<const SourceUnit>> OpenFile(const std::string& file,
                                                   const CompileFlags& flags,
                                                   std::shared_ptr<const cache::Store> store) {
  Result<sema::GivenConstants> constants = ReadDefinitions(flags.defines);
  if (!constants) {
    return constants.failure();
  }
  ModuleOptions modules;
  modules.include_path = flags.include_path;
  modules.constants = std::move(*constants);
  if (file != kStandardInput) {
    return SourceUnit::FromFile(file, std::move(modules), std::move(store));
  }
  std::string bytes(std::istreambuf_iterator<char>(std::cin), {});
  return SourceUnit::FromBytes(std::string(kStandardInputName), std::move(bytes),
                               std::move(modules), std::move(store));
}

std::string StemOf(const BuildOptions& options) {
  return options.file == kStandardInput ? "kernels"
                                        : std::filesystem::path(options.file).stem().string();
}

int CompileArtifact(CommandContext& context, const CompileJob& job, Artifact artifact,
                    const CompileFlags& flags, MadeArtifact* made) {
  CompileOptions options;
  options.last = artifact == Artifact::Kir    ? Stage::Kir
                 : artifact == Artifact::Cuda || artifact == Artifact::Ltoir ? Stage::Source
                                                                             : Stage::Code;
  options.keep_kir = artifact == Artifact::Kir;
  options.keep_llvm_ir = artifact == Artifact::Llvm;
  options.keep_bitcode = artifact == Artifact::Bitcode;
  options.link = (artifact == Artifact::Cubin || artifact == Artifact::Sass) && !IsExport(job);
  diag::CollectingConsumer consumer;
  diag::Emitter emitter(consumer);
  const Result<std::optional<CompileOutput>> compiled = Compile(job, options, emitter);
  context.Add(job.unit, consumer.diagnostics());
  if (!compiled) {
    return context.Fail(Fault::Toolkit, compiled.failure().message);
  }
  if (!compiled->has_value()) {
    return StatusOf(Fault::Program);
  }
  const CompileOutput& output = **compiled;
  made->diagnostics = consumer.diagnostics();
  made->facts = output.facts;
  made->has_all_facts = output.has_all_facts;
  if (flags.time_phases) {
    PrintTimes(context.err(), *job.unit, output);
  }
  if (artifact == Artifact::Bitcode) {
    made->contents = output.bitcode;
    return kExitDone;
  }
  if (artifact == Artifact::Kir || artifact == Artifact::Llvm || artifact == Artifact::Cuda) {
    made->contents = artifact == Artifact::Kir    ? output.kir
                : artifact == Artifact::Cuda ? output.source
                                             : output.llvm_ir;
    return kExitDone;
  }
  Result<std::string> finished = artifact == Artifact::Ltoir
                                     ? FinishDeviceForm(DeviceForm::LtoIr, output, job)
                                     : FinishCode(output, artifact, job);
  if (!finished) {
    return context.Fail(Fault::Toolkit, finished.failure().message);
  }
  made->contents = std::move(*finished);
  return kExitDone;
}

}  // namespace kernelc::driver
