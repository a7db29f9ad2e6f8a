// `kernelc run`: compiles a kernel for the arguments given, and runs it.
#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <optional>
#include <ostream>
#include <utility>

#include "compiler/base/check.h"
#include "compiler/driver/argument_values.h"
#include "compiler/driver/cached_compile.h"
#include "compiler/driver/command_compile.h"
#include "compiler/driver/command_context.h"
#include "compiler/driver/crash_report.h"
#include "compiler/driver/jit_diagnostics.h"
#include "compiler/driver/jit_kernel.h"
#include "compiler/driver/launch_choice.h"
#include "compiler/driver/run_arguments.h"
#include "compiler/driver/run_faults.h"
#include "compiler/driver/run_results.h"
#include "compiler/driver/run_timing.h"
#include "compiler/driver/text_diagnostics.h"
#include "compiler/driver/variant_text.h"
#include "kernelc/program.h"

namespace kernelc::driver {
namespace {

// What the options say about the launch, checked before anything is compiled.
struct RunPlan {
  std::optional<Dim3> grid;
  std::optional<Dim3> block;
};

Result<std::optional<Dim3>> ReadExtents(const std::vector<std::uint32_t>& extents,
                                        std::string_view option) {
  if (extents.empty()) {
    return std::optional<Dim3>();
  }
  if (extents.size() > 3) {
    return Failure{fmt::format("{} takes one to three extents, {} given", option, extents.size())};
  }
  Dim3 dim(extents[0], extents.size() > 1 ? extents[1] : 1, extents.size() > 2 ? extents[2] : 1);
  return std::optional(dim);
}

Result<RunPlan> MakePlan(const RunOptions& options) {
  RunPlan plan;
  const Result<std::optional<Dim3>> grid = ReadExtents(options.grid, "--grid");
  const Result<std::optional<Dim3>> block = ReadExtents(options.block, "--block");
  if (!grid || !block) {
    return grid ? block.failure() : grid.failure();
  }
  plan.grid = *grid;
  plan.block = *block;
  return plan;
}

// Device copies of the arrays and records among the arguments, those in tuples too, and the argument list that refers
// to them.
class DeviceArguments {
 public:
  DeviceArguments(const Context& context, std::vector<ArgumentValue>& values) {
    for (ArgumentValue& value : values) {
      args_.push_back(MakeArg(context, value));
    }
  }
  DeviceArguments(const DeviceArguments&) = delete;
  DeviceArguments& operator=(const DeviceArguments&) = delete;

  std::span<const Arg> args() const { return args_; }
  // Copies everything back to its host value.
  void Fetch() {
    for (Copy& copy : copies_) {
      copy.array.CopyToHost(copy.value->array);
    }
  }
  std::uint64_t total_bytes() const {
    std::uint64_t bytes = 0;
    for (const Copy& copy : copies_) {
      bytes += copy.array.nbytes();
    }
    return bytes;
  }

 private:
  struct Copy {
    ArgumentValue* value;
    DeviceArrayAny array;
  };

  Arg MakeArg(const Context& context, ArgumentValue& value) {
    switch (value.kind) {
      case abi::ArgKind::Array:
        return Arg(MakeCopy(context, value));
      case abi::ArgKind::Scalar:
        return Arg(value.scalar);
      case abi::ArgKind::Record:
        return Arg::Record(MakeCopy(context, value));
      case abi::ArgKind::Tuple:
        return MakeTuple(context, value);
      case abi::ArgKind::None:
      case abi::ArgKind::Vector:
      case abi::ArgKind::Pointer:
        return Arg();
    }
    return Arg();
  }

  const DeviceArrayAny& MakeCopy(const Context& context, ArgumentValue& value) {
    copies_.push_back({&value, DeviceArrayAny::FromHost(context, value.array)});
    return copies_.back().array;
  }

  Arg MakeTuple(const Context& context, ArgumentValue& value) {
    std::vector<Arg> elements;
    for (ArgumentValue& element : value.elements) {
      elements.push_back(MakeArg(context, element));
    }
    tuples_.push_back(std::move(elements));
    return Arg::Tuple(tuples_.back());
  }

  // Neither moves.
  std::deque<Copy> copies_;
  std::deque<std::vector<Arg>> tuples_;
  std::vector<Arg> args_;
};

// The launch that the options ask for, completed by what the kernel asks for, and warnings of what does not fit.
// Nothing where a warning was made an error.
std::optional<LaunchConfig> MakeConfig(CommandContext& context, const RunOptions& options,
                                       const RunPlan& plan, const LaunchSubject& subject,
                                       const Kernel& kernel) {
  LaunchRequest request;
  request.grid = plan.grid;
  request.block = plan.block;
  request.most_threads = static_cast<std::uint32_t>(std::max(kernel.attributes().max_threads_per_block, 1));
  const std::uint64_t shared = options.shared_bytes.value_or(0);
  request.suggest = [&] { return kernel.suggest_block(shared).block; };
  request.most_blocks = [&](std::uint32_t threads) {
    return kernel.info().cooperative ? kernel.max_cooperative_blocks(threads, shared) : 0;
  };
  const LaunchChoice choice = ChooseLaunch(subject, request);
  if (!choice.chosen.empty()) {
    context.Remark(fmt::format("chosen: {}", choice.chosen), "");
  }
  diag::CollectingConsumer consumer;
  diag::Emitter emitter(consumer);
  diag::WarningFilter filter(options.compile.warnings, subject.unit->sources());
  emitter.set_filter(&filter);
  WarnOfLaunch(subject, choice.grid, choice.block, emitter);
  context.Add(subject.unit, consumer.diagnostics());
  if (emitter.has_errors()) {
    return std::nullopt;
  }
  LaunchConfig config;
  config.dynamic_shared_bytes = shared;
  config.grid = choice.grid;
  config.block = choice.block;
  return config;
}

ProgramOptions ToProgramOptions(const CompileFlags& flags, abi::DeviceKind device) {
  ProgramOptions options;
  switch (flags.literals) {
    case sema::LiteralMode::Auto:
      options.literals = Literals::Auto;
      break;
    case sema::LiteralMode::Numba:
      options.literals = Literals::Numba;
      break;
    case sema::LiteralMode::Weak:
      options.literals = Literals::Weak;
      break;
  }
  options.fastmath = flags.fastmath;
  options.max_registers = flags.max_registers;
  options.backend = flags.backend;
  options.opt_level = flags.opt_level;
  options.debug = flags.debug;
  options.warnings = flags.warnings.flags();
  options.link = flags.link;
  for (const std::string& check : flags.checks) {
    const bool all = check == "all";
    options.check.bounds = options.check.bounds || all || check == "bounds";
    const bool all_here = all && device == abi::DeviceKind::Cpu;
    options.check.barrier = options.check.barrier || all_here || check == "barrier";
    options.check.init = options.check.init || all_here || check == "init";
    options.check.race = options.check.race || all_here || check == "race";
  }
  return options;
}

// Artifacts of --emit, for the types of these arguments and the device they are on.
int EmitForms(CommandContext& context, const RunOptions& options,
              const std::shared_ptr<const SourceUnit>& unit, std::size_t function,
              const Device& device, const std::vector<abi::ArgType>& types) {
  for (const Artifact artifact : options.emit) {
    BuildOptions build;
    build.emit = artifact;
    build.compile = options.compile;
    const bool on_cpu = device.kind() == abi::DeviceKind::Cpu;
    const bool needs_cuda =
        artifact == Artifact::Ptx || artifact == Artifact::Cubin ||
        artifact == Artifact::Sass || artifact == Artifact::Cuda;
    if (!on_cpu) {
      build.targets.push_back(device.arch());
    } else if (!needs_cuda) {
      build.targets.emplace_back("cpu");
    }
    const Result<codegen::TargetOptions> target = ChooseTarget(build);
    if (!target) {
      return context.Fail(Fault::UnknownTarget, target.failure().message);
    }
    CompileJob job;
    job.unit = unit;
    sema::KernelRequest& request = job.kernels.emplace_back();
    request.function = function;
    request.arg_types = types;
    job.sema = SemaOptions(options.compile);
    // The compilation for the launch reports them.
    static_cast<void>(job.warnings.Add("none"));
    job.target = *target;
    if (const Result<bool> linked = AddLinkFiles(options.compile, &job); !linked) {
      return context.Fail(Fault::UnreadableFile, linked.failure().message);
    }
    MadeArtifact made;
    if (const int status = CompileArtifact(context, job, artifact, options.compile, &made);
        status != kExitDone) {
      return status;
    }
    context.out() << made.contents;
  }
  return kExitDone;
}

// The device of that name; nothing where there is none, and it was said so. Throws for one that
// cannot be used.
std::optional<Device> ChooseDevice(CommandContext& context, const std::string& name) {
  try {
    return name.empty() ? default_device() : device(name);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::InvalidArgument && error.code() != ErrorCode::NoDevice) {
      throw;
    }
    context.Fail(Fault::UnknownDevice, error.what());
    return std::nullopt;
  }
}

Fault FaultOf(const Error& error) {
  switch (error.code()) {
    case ErrorCode::InvalidArgument:
    case ErrorCode::TypeMismatch:
      return Fault::ArgumentMismatch;
    case ErrorCode::LaunchLimit:
    case ErrorCode::NotSupported:
      return Fault::LaunchLimit;
    case ErrorCode::NotFound:
    case ErrorCode::FileFormat:
      return Fault::BadFile;
    case ErrorCode::FileAccess:
      return error.operation() == "write" ? Fault::UnwritableFile : Fault::UnreadableFile;
    case ErrorCode::Compile:
      return Fault::Toolkit;
    case ErrorCode::DriverUnavailable:
      return Fault::NoCuda;
    case ErrorCode::NotReady:
    case ErrorCode::NoDevice:
    case ErrorCode::Driver:
    case ErrorCode::OutOfMemory:
    case ErrorCode::ModuleLoad:
    case ErrorCode::ContextDestroyed:
    case ErrorCode::Forked:
    case ErrorCode::DeviceFault:
    case ErrorCode::PeerLost:
    case ErrorCode::TimedOut:
    case ErrorCode::StreamRace:
    case ErrorCode::HostBlocked:
    case ErrorCode::Capture:
      return Fault::DeviceFailure;
  }
  KC_FATAL("error code {}", static_cast<int>(error.code()));
}

// What `--check` asks for and a GPU does not do: refused, rather than left out without a word. `all`
// means all that the device does.
std::string UnavailableCheck(const CompileFlags& flags, const Device& device) {
  for (const std::string& check : flags.checks) {
    if (check != "all" && check != "bounds" && device.kind() == abi::DeviceKind::Cuda) {
      return fmt::format("--check {}: the CPU device has this check; add --device cpu", check);
    }
  }
  return "";
}

// What a crash of a launch most likely means.
std::string CrashText(const std::string& kernel, const CompileFlags& flags) {
  const bool checks_bounds = flags.debug || std::ranges::any_of(flags.checks, [](const std::string& check) {
                               return check == "all" || check == "bounds";
                             });
  return fmt::format("kernel `{}` crashed: {}", kernel,
                     checks_bounds
                         ? "an access that no check sees, through a pointer or in linked code, is the likely cause"
                         : "an access outside of an array (or a recursion without end) is the likely "
                           "cause; run it again with `--check bounds` to see where");
}

// The program of the file, which tells of its diagnostics and of what it compiles.
std::shared_ptr<JitState> MakeProgram(CommandContext& context, const RunOptions& options,
                                      const std::shared_ptr<const SourceUnit>& unit,
                                      const Device& device) {
  ProgramOptions program_options = ToProgramOptions(options.compile, device.kind());
  program_options.coarsen = !options.no_coarsen;
  const auto program =
      std::make_shared<JitState>(unit, program_options, options.compile.warnings);
  program->set_diagnostic_sink(
      [&context, unit](const std::vector<diag::Diagnostic>& diagnostics) { context.Add(unit, diagnostics); });
  program->set_output_sink([&context, &options, unit](const CompileOutput& output) {
    if (options.compile.time_phases) {
      PrintTimes(context.err(), *unit, output);
    }
    if (options.explain_variants) {
      context.err() << VariantText(output.image);
    }
  });
  return program;
}

// Everything from the device on; errors of the runtime pass through.
int RunOnDevice(CommandContext& context, const RunOptions& options, const RunPlan& plan,
                const std::shared_ptr<const SourceUnit>& unit, std::size_t function,
                RunArguments& arguments, const RunResults& results, const Device& chosen) {
  const Context device_context(chosen);
  const Device device = device_context.device();
  if (std::string unavailable = UnavailableCheck(options.compile, device); !unavailable.empty()) {
    return context.Fail(Fault::UselessOption, std::move(unavailable));
  }
  const std::shared_ptr<JitState> program = MakeProgram(context, options, unit, device);
  const std::shared_ptr<JitKernelState> kernel = program->KernelFor(program, function);
  DeviceArguments device_arguments(device_context, arguments.values());
  std::vector<abi::ArgType> types;
  bool is_declared = false;
  for (std::size_t i = 0; i < device_arguments.args().size(); ++i) {
    const ArgumentValue& value = arguments.values()[i];
    types.push_back(DeclaredType(value, ArgTypeOf(device_arguments.args()[i])));
    is_declared = is_declared || HasDeclaredType(value);
  }
  if (!options.emit.empty()) {
    const int status =
        EmitForms(context, options, unit, function, device_context.device(), types);
    if (status != kExitDone) {
      return status;
    }
  }
  // The kernel's own signature knows such types itself.
  const Kernel code = is_declared && !kernel->has_signature()
                          ? kernel->SpecializeTypes(device_context, types)
                          : kernel->VariantFor(device_context, device_arguments.args());
  if (code.info().uses_dynamic_shared && !options.shared_bytes) {
    return context.Fail(
        Fault::Conflict,
        fmt::format(
            "kernel `{}` has a shared array whose size the launch gives: add --shared BYTES",
            unit->functions()[function].name));
  }
  // A launch that says all, of a kernel without shared memory, leaves nothing to look at.
  const bool is_given = plan.grid && plan.block && code.info().static_shared_bytes == 0;
  LaunchSubject subject;
  subject.unit = unit;
  if (!is_given) {
    subject = FindLaunchSubject(unit, function, types, SemaOptions(options.compile), arguments.values());
  }
  const std::optional<LaunchConfig> config = MakeConfig(context, options, plan, subject, code);
  if (!config) {
    return StatusOf(Fault::Program);
  }
  if (context.owns_process() && device.kind() == abi::DeviceKind::Cpu) {
    ReportCrashes(context.Rendered(CrashText(unit->functions()[function].name, options.compile)),
                  StatusOf(Fault::Crash));
  }
  code.LaunchArgs(*config, device_arguments.args());
  device_context.Synchronize();
  device_arguments.Fetch();
  const int status = ShowResults(context, options, results);
  // After the results were taken: timed launches change arrays that the kernel also reads.
  if (options.time_launches > 0) {
    context.out() << TimeLaunches(code, *config, device_arguments.args(), options.time_launches,
                                  device_arguments.total_bytes());
  }
  return status;
}

// What values on the command line may name.
FileNames NamesOf(const SourceUnit& unit) {
  FileNames names;
  names.values = [&](std::string_view name) { return sema::FindNamed(unit.index(), name); };
  names.types = [&](std::string_view name) -> std::optional<ElementType> {
    std::string error;
    const auto found = unit.ParseSignature(name, &error);
    const bool is_record =
        found && found->size() == 1 && found->front().kind == abi::ArgKind::Record;
    return is_record ? std::optional(ElementType(found->front().record)) : std::nullopt;
  };
  return names;
}

// The arguments as text. What may be left out is None then.
std::vector<std::string> TextsOf(const RunOptions& options, const sema::FunctionEntry& entry) {
  std::vector<std::string> texts = options.arguments;
  const std::vector<std::string>& params = entry.params;
  for (std::size_t i = params.size() - entry.optional_params; i < params.size(); ++i) {
    const auto is_given = [&](const std::string& text) {
      return text.starts_with(params[i] + "=");
    };
    if (std::ranges::none_of(texts, is_given)) {
      texts.push_back(params[i] + "=none");
    }
  }
  return texts;
}

}  // namespace

int RunKernel(CommandContext& context, const RunOptions& options) {
  const Result<std::shared_ptr<const SourceUnit>> opened =
      OpenFile(options.file, options.compile, OpenStore(!options.compile.no_cache));
  if (!opened) {
    return context.Fail(Fault::UnreadableFile, opened.failure().message);
  }
  const std::shared_ptr<const SourceUnit>& unit = *opened;
  if (!AddText(context, unit, options.compile.warnings)) {
    return StatusOf(Fault::Program);
  }
  // `kernelc run FILE a=...` has no kernel's name either.
  const bool is_named = !options.kernel.empty() && options.kernel.find('=') == std::string::npos;
  const Result<std::size_t> function = unit->FindFunction(is_named ? options.kernel : "");
  if (!function) {
    return context.Fail(is_named ? Fault::UnknownKernel : Fault::MissingWord,
                        function.failure().message);
  }
  if (const std::vector<diag::Diagnostic>& errors = unit->decorator_errors(*function);
      !errors.empty()) {
    context.Add(unit, errors);
    return StatusOf(Fault::Program);
  }
  const std::string signature = SpellFunction(*unit, *function);
  const sema::FunctionEntry& entry = unit->functions()[*function];
  const Result<RunPlan> plan = MakePlan(options);
  if (!plan) {
    return context.Fail(Fault::BadArgument, plan.failure().message);
  }
  const FileNames names = NamesOf(*unit);
  try {
    Result<RunArguments> arguments =
        RunArguments::Read(TextsOf(options, entry), entry.params, signature, names);
    if (!arguments) {
      return context.Fail(Fault::BadArgument, arguments.failure().message);
    }
    const Result<RunResults> results = ReadResults(options, *arguments, signature, names);
    if (!results) {
      return context.Fail(Fault::BadArgument, results.failure().message);
    }
    const std::optional<Device> device = ChooseDevice(context, options.device);
    return device
               ? RunOnDevice(context, options, *plan, unit, *function, *arguments, *results, *device)
               : StatusOf(Fault::UnknownDevice);
  } catch (const InternalCompileError& error) {
    return context.Fail(Fault::InternalError, error.message());
  } catch (const CompileError& error) {
    // Diagnostics have gone to the sink; without any it was the target or the machine that refused.
    return error.diagnostics().empty() ? context.Fail(Fault::Toolkit, error.message())
                                       : StatusOf(Fault::Program);
  } catch (const KernelError& error) {
    return ReportKernelError(context, unit, error);
  } catch (const Error& error) {
    return context.Fail(FaultOf(error), error.what());
  }
}

}  // namespace kernelc::driver
