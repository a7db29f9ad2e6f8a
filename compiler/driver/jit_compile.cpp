// From a kernel of the JIT API and the types of its arguments to code: loaded into a context, or as
// text.
#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <optional>
#include <utility>

#include "compiler/base/check.h"
#include "compiler/driver/cached_code.h"
#include "compiler/driver/compile.h"
#include "compiler/driver/device_form.h"
#include "compiler/driver/jit_diagnostics.h"
#include "compiler/driver/jit_kernel.h"
#include "compiler/jit/jit.h"
#include "kernelc/object_loader.h"
#include "kernelc/trace.h"

namespace kernelc::driver {
namespace {

// The newest PTX that a driver knows, times 10: CUDA 11.x reads PTX 7.x, 12.x reads 8.x, 13.x
// reads 9.x (CUDA binary utilities documentation, release notes of the PTX ISA).
std::uint32_t PtxVersionOf(int driver_version) {
  const int major = driver_version / 1000;
  const int minor = driver_version % 1000 / 10;
  return static_cast<std::uint32_t>((major - 4) * 10 + minor);
}

void ApplyOptions(const ProgramOptions& options, codegen::TargetOptions* target) {
  target->opt_level = options.opt_level;
  target->assembler_level = options.assembler_level;
  target->cuda_backend =
      options.backend == Backend::Nvrtc ? codegen::CudaBackend::Nvrtc : codegen::CudaBackend::Llvm;
  target->debug = options.debug;
  target->line_info = options.line_info;
}

codegen::TargetOptions TargetFor(const Device& device, const ProgramOptions& options) {
  codegen::TargetOptions target;
  target.device = device.kind();
  ApplyOptions(options, &target);
  switch (device.kind()) {
    case abi::DeviceKind::Cuda:
      target.arch = device.arch();
      target.exact = true;
      target.ptx_version =
          codegen::PtxVersionFor(device.arch(), PtxVersionOf(device.properties().driver_version));
      break;
    case abi::DeviceKind::Cpu:
      target.arch = "native";
      break;
  }
  return target;
}

sema::Options SemaOptionsOf(const ProgramOptions& options) {
  sema::Options sema;
  switch (options.literals) {
    case Literals::Auto:
      sema.literals = sema::LiteralMode::Auto;
      break;
    case Literals::Numba:
      sema.literals = sema::LiteralMode::Numba;
      break;
    case Literals::Weak:
      sema.literals = sema::LiteralMode::Weak;
      break;
  }
  sema.fastmath = options.fastmath;
  sema.max_registers = options.max_registers;
  sema.checks.errors = options.debug || options.check.bounds || options.check.barrier ||
                       options.check.init || options.check.race;
  sema.checks.init = options.check.init;
  sema.checks.race = options.check.race;
  sema.checks.bounds = options.debug || options.check.bounds;
  sema.checks.float_division = options.debug;
  return sema;
}

// A bug of ours reaches a host as an error of the compilation, never as an exception that it does
// not know.
Result<std::optional<CompileOutput>> CompileOrReport(const CompileJob& job,
                                                     const CompileOptions& options,
                                                     const std::string& object,
                                                     diag::Emitter& emitter) {
  const TraceSpan span("compile " + object, "compile");
  try {
    return driver::Compile(job, options, emitter);
  } catch (const InternalError& error) {
    ErrorInfo info;
    info.code = ErrorCode::Compile;
    info.operation = "compile";
    info.object = object;
    info.message = fmt::format(
        "internal compiler error: {}; this is a bug in kernelc {}, please report it with the "
        "kernel file",
        error.what(), Version());
    throw InternalCompileError(std::move(info), {});
  }
}

void EnsureObjectLoader() {
  static std::once_flag once;
  std::call_once(once, [] { runtime::SetObjectLoader(jit::MakeObjectLoader()); });
}

[[noreturn]] void ThrowInspect(ErrorCode code, const std::string& kernel, std::string message) {
  ErrorInfo info;
  info.code = code;
  info.operation = "inspect";
  info.object = fmt::format("kernel `{}`", kernel);
  info.message = std::move(message);
  throw Error(std::move(info));
}

void DropUnusedFacts(abi::DeviceKind device, abi::ArgType& type) {
  type.facts = codegen::UsedFacts(device, type.facts);
  for (abi::ArgType& element : type.elements) {
    DropUnusedFacts(device, element);
  }
}

// "sm_90", "cpu", "cpu:x86-64-v3".
codegen::TargetOptions TargetNamed(std::string_view name, const std::string& kernel,
                                   const ProgramOptions& options) {
  codegen::TargetOptions target;
  ApplyOptions(options, &target);
  if (name == "cpu" || name.starts_with("cpu:")) {
    target.device = abi::DeviceKind::Cpu;
    target.arch = name == "cpu" ? "native" : name.substr(4);
    return target;
  }
  const std::vector<std::string> known = codegen::CudaArchitectures();
  if (std::find(known.begin(), known.end(), name) == known.end()) {
    ThrowInspect(ErrorCode::InvalidArgument, kernel,
                 fmt::format("`{}` is no target: there are {}, cpu and cpu:ARCH", name,
                             fmt::join(known, ", ")));
  }
  target.arch = name;
  return target;
}

// The driver compiles PTX, and keeps the code; where it does not, we do. Code that our cache has may be of no use to this driver;
// its PTX always is.
Kernel LoadKernel(const Context& context, const CompileJob& job, abi::KernelImage image,
                  bool renew) {
  const bool debug = job.target.debug || job.target.line_info;
  const unsigned level = job.target.assembler_level;
  if (job.target.device == abi::DeviceKind::Cuda && !debug &&
      (level != abi::kAssemblerLevel || (job.unit->store() != nullptr && !DriverKeepsCode()))) {
    for (const bool anew : {renew, true}) {
      abi::KernelImage assembled = image;
      const MachineCode code = AddMachineCode(context, job.unit->store(), level, anew, &assembled);
      if (code == MachineCode::None) {
        break;
      }
      try {
        return Module(context, std::make_shared<const abi::KernelImage>(std::move(assembled)))
            .kernels()
            .front();
      } catch (const Error& error) {
        if (error.code() != ErrorCode::ModuleLoad) {
          throw;
        }
      }
      if (code == MachineCode::Assembled) {
        break;
      }
    }
  }
  return Module(context, std::make_shared<const abi::KernelImage>(std::move(image)))
      .kernels()
      .front();
}

}  // namespace

void ThrowTypeMismatch(const std::string& kernel, std::string message) {
  ErrorInfo info;
  info.code = ErrorCode::TypeMismatch;
  info.operation = "launch";
  info.object = fmt::format("kernel `{}`", kernel);
  info.message = std::move(message);
  throw Error(std::move(info));
}

CompileJob JitKernelState::MakeJob(std::vector<abi::ArgType> types, bool no_overlap,
                                   codegen::TargetOptions target) const {
  CompileJob job;
  // A launch of arrays that differ in nothing else finds the same code, here and in the cache.
  for (abi::ArgType& type : types) {
    DropUnusedFacts(target.device, type);
  }
  job.unit = program_->unit();
  job.kernels.push_back({function_, std::move(types)});
  job.assume_no_overlap = no_overlap;
  job.sema = SemaOptionsOf(program_->options());
  job.warnings = program_->warning_options();
  job.target = std::move(target);
  job.link = program_->link();
  return job;
}

void JitKernelState::Tell(std::vector<diag::Diagnostic> diagnostics,
                          const CompileOutput& output) const {
  program_->Report(diagnostics);
  program_->AddWarnings(std::move(diagnostics));
  program_->ReportOutput(output);
}

CompileOutput JitKernelState::RunJob(const CompileJob& job, const CompileOptions& options,
                                     Report report) const {
  diag::CollectingConsumer consumer;
  diag::Emitter emitter(consumer);
  const std::string object = fmt::format("kernel `{}`", name());
  Result<std::optional<CompileOutput>> compiled = CompileOrReport(job, options, object, emitter);
  if (!compiled || !compiled->has_value()) {
    program_->Report(consumer.diagnostics());
    ThrowCompileError(*job.unit, consumer.Take(), object,
                      compiled ? std::string() : compiled.failure().message);
  }
  if (report == Report::All) {
    Tell(consumer.Take(), **compiled);
  }
  return std::move(**compiled);
}

CompileJob JitKernelState::JobFor(const Context& context, std::vector<abi::ArgType> types,
                                  bool no_overlap, bool large) const {
  const Checks& check = program_->options().check;
  if (context.device().kind() == DeviceKind::Cuda && (check.race || check.init || check.barrier)) {
    ErrorInfo info;
    info.code = ErrorCode::NotSupported;
    info.operation = "compile";
    info.object = fmt::format("kernel `{}`", name());
    info.message = "checks for races, uninitialised reads and barriers are the CPU device's";
    throw Error(std::move(info));
  }
  CompileJob job =
      MakeJob(std::move(types), no_overlap, TargetFor(context.device(), program_->options()));
  job.target.coarsen = large;
  return job;
}

Kernel JitKernelState::Load(const Context& context, const CompileJob& job, Report report) const {
  return LoadOutput(context, job, RunJob(job, {.link = true}, report), report);
}

Kernel JitKernelState::LoadOutput(const Context& context, const CompileJob& job,
                                  CompileOutput output, Report report) const {
  if (job.target.device == abi::DeviceKind::Cpu) {
    EnsureObjectLoader();
  }
  if (!output.from_cache) {
    return LoadKernel(context, job, std::move(output.image), false);
  }
  try {
    return LoadKernel(context, job, std::move(output.image), false);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::ModuleLoad) {
      throw;
    }
  }
  // What the cache had cannot be loaded, whatever its checksum says.
  return LoadKernel(context, job, RunJob(job, {.renew = true, .link = true}, report).image, true);
}

std::vector<abi::ArgType> JitKernelState::TypesOf(std::string_view signature) const {
  std::vector<abi::ArgType> types;
  if (!signature.empty()) {
    std::string error;
    std::optional<std::vector<abi::ArgType>> parsed =
        program_->unit()->ParseSignature(signature, &error);
    if (!parsed) {
      ThrowTypeMismatch(name(), fmt::format("signature '{}': {}", signature, error));
    }
    types = std::move(*parsed);
  } else if (!entry().signatures.empty()) {
    types = entry().signatures.front();
  } else {
    ThrowTypeMismatch(name(), fmt::format("`{}` has no signature of its own; one must be given, "
                                          "for example `void(float32[::1], int64)`",
                                          SpellFunction(*program_->unit(), function_)));
  }
  if (!entry().TakesArguments(types.size())) {
    ThrowTypeMismatch(name(), fmt::format("`{}` takes {}, the signature has {}",
                                          SpellFunction(*program_->unit(), function_),
                                          SpellCount(entry()), types.size()));
  }
  return types;
}

Kernel JitKernelState::Specialize(const Context& context, std::string_view signature) {
  return SpecializeTypes(context, TypesOf(signature));
}

Kernel JitKernelState::SpecializeTypes(const Context& context, std::vector<abi::ArgType> types) {
  const std::lock_guard lock(compile_mutex_);
  for (const Eager& eager : eager_) {
    if (eager.kernel.context() == context && eager.types == types) {
      return eager.kernel;
    }
  }
  eager_.push_back({types, Load(context, JobFor(context, types, false, false))});
  return eager_.back().kernel;
}

std::string JitKernelState::Inspect(CodeForm form, const Context& context,
                                    std::span<const Arg> args) {
  return Show(form, MakeJob(ArgTypes(args, true), ArraysDisjoint(args),
                            TargetFor(context.device(), program_->options())));
}

std::string JitKernelState::Inspect(CodeForm form, std::string_view target,
                                    std::string_view signature) {
  return Show(form,
              MakeJob(TypesOf(signature), false, TargetNamed(target, name(), program_->options())));
}

std::string JitKernelState::Inspect(CodeForm form, std::string_view target,
                                    std::span<const Arg> args) {
  return Show(form, MakeJob(ArgTypes(args, false), false,
                            TargetNamed(target, name(), program_->options())));
}

std::string JitKernelState::BuildDevice(DeviceForm form, std::string_view target,
                                        std::string_view signature,
                                        const DeviceFunctionOptions& options) {
  CompileJob job =
      MakeJob(TypesOf(signature), false, TargetNamed(target, name(), program_->options()));
  if (job.target.device == abi::DeviceKind::Cpu) {
    ThrowInspect(ErrorCode::NotSupported, name(),
                 "device functions are code for GPUs: name `sm_90` or the like");
  }
  sema::ExportRequest& request = job.kernels.front().exported.emplace();
  request.abi = options.numba_abi ? sema::ExportRequest::Abi::Numba : sema::ExportRequest::Abi::C;
  request.name = options.name;
  std::string ignored;
  static_cast<void>(
      sema::ParseSignature(program_->unit()->index(), signature, &ignored, &request.result));
  const CompileOutput output = RunJob(job, DeviceFormOptions(form));
  Result<std::string> finished = FinishDeviceForm(form, output, job);
  if (!finished) {
    ThrowInspect(ErrorCode::NotSupported, name(), finished.failure().message);
  }
  return std::move(*finished);
}

std::string JitKernelState::Show(CodeForm form, const CompileJob& job) const {
  const bool needs_cuda = form == CodeForm::Cuda || form == CodeForm::Ptx || form == CodeForm::Sass;
  if (needs_cuda && job.target.device == abi::DeviceKind::Cpu) {
    ThrowInspect(
        ErrorCode::NotSupported, name(),
        "CUDA C++, PTX and SASS are code for GPUs; for the CPU there are CodeForm::Kir and Llvm");
  }
  CompileOptions options;
  options.last = form == CodeForm::Kir    ? Stage::Kir
                 : form == CodeForm::Cuda ? Stage::Source
                                          : Stage::Code;
  options.keep_kir = form == CodeForm::Kir;
  options.keep_llvm_ir = form == CodeForm::Llvm;
  CompileOutput output = RunJob(job, options);
  switch (form) {
    case CodeForm::Kir:
      return std::move(output.kir);
    case CodeForm::Llvm:
      return std::move(output.llvm_ir);
    case CodeForm::Cuda:
      return std::move(output.source);
    case CodeForm::Ptx:
    case CodeForm::Sass:
      break;
  }
  const std::vector<std::byte>& bytes = output.image.codes.front().bytes;
  std::string ptx(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (form == CodeForm::Ptx) {
    return ptx;
  }
  const Result<std::vector<std::byte>> cubin =
      AssembleCubinOnce(job.unit->store(), ptx, job.target.arch);
  if (!cubin) {
    ThrowInspect(ErrorCode::NotSupported, name(), cubin.failure().message);
  }
  Result<std::string> sass = Disassemble(*cubin);
  if (!sass) {
    ThrowInspect(ErrorCode::NotSupported, name(), sass.failure().message);
  }
  return std::move(*sass);
}

}  // namespace kernelc::driver
