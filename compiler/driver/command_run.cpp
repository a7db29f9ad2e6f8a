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
#include "compiler/driver/print_value.h"
#include "compiler/driver/run_arguments.h"
#include "compiler/driver/run_faults.h"
#include "compiler/driver/run_timing.h"
#include "compiler/driver/text_diagnostics.h"
#include "kernelc/program.h"

namespace kernelc::driver {
namespace {

// What the options say about the launch, checked before anything is compiled.
struct RunPlan {
  std::optional<Dim3> grid;
  std::optional<Dim3> block;
  std::vector<std::pair<std::string, std::string>> outputs;
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

Result<RunPlan> MakePlan(const RunOptions& options, const std::vector<std::string>& params,
                         const std::string& signature) {
  RunPlan plan;
  const Result<std::optional<Dim3>> grid = ReadExtents(options.grid, "--grid");
  const Result<std::optional<Dim3>> block = ReadExtents(options.block, "--block");
  if (!grid || !block) {
    return grid ? block.failure() : grid.failure();
  }
  plan.grid = *grid;
  plan.block = *block;
  const auto is_param = [&](const std::string& name) {
    return std::find(params.begin(), params.end(), name) != params.end();
  };
  for (const std::string& text : options.outputs) {
    const auto assignment = SplitAssignment(text);
    if (!assignment || !is_param(assignment->first)) {
      return Failure{
          fmt::format("--out {}: write NAME=FILE.npy with a parameter of `{}`", text, signature)};
    }
    plan.outputs.push_back(*assignment);
  }
  for (const std::string& name : options.prints) {
    if (!is_param(name)) {
      return Failure{fmt::format("--print {}: `{}` has no such parameter", name, signature)};
    }
  }
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
  // The shape of the array with the most elements; empty without arrays.
  Dims largest_shape() const {
    const DeviceArrayAny* largest = nullptr;
    for (const Copy& copy : copies_) {
      if (largest == nullptr || copy.array.size() > largest->size()) {
        largest = &copy.array;
      }
    }
    return largest == nullptr ? Dims() : largest->shape();
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

std::uint32_t BlocksFor(std::int64_t elements, std::uint32_t threads) {
  const std::int64_t blocks = (std::max<std::int64_t>(elements, 1) + threads - 1) / threads;
  return static_cast<std::uint32_t>(std::min<std::int64_t>(blocks, 0x7fffffff));
}

// The launch that covers the largest array: one dimension with as many threads as it has elements,
// where the kernel uses one index; a 2-D or 3-D kernel gets a grid over the array's last dimensions
// when the block is given so.
LaunchConfig MakeConfig(const RunOptions& options, const RunPlan& plan, const Kernel& kernel,
                        const DeviceArguments& arguments) {
  LaunchConfig config;
  config.dynamic_shared_bytes = options.shared_bytes.value_or(0);
  config.block =
      plan.block ? *plan.block : Dim3(kernel.suggest_block(config.dynamic_shared_bytes).block);
  const bool is_empty = config.block.x == 0 || config.block.y == 0 || config.block.z == 0;
  if (plan.grid || is_empty) {
    // A launch says what is wrong with a block.
    config.grid = plan.grid ? *plan.grid : Dim3(1);
    return config;
  }
  const Dims shape = arguments.largest_shape();
  std::int64_t elements = 1;
  for (const std::int64_t extent : shape) {
    elements *= extent;
  }
  if (config.block.y == 1 && config.block.z == 1) {
    config.grid = Dim3(BlocksFor(elements, config.block.x));
    return config;
  }
  // Numba's examples index a[i, j] with i, j = grid(2): x goes along the first dimension.
  const auto extent = [&](std::size_t d) { return d < shape.size() ? shape[d] : 1; };
  config.grid = Dim3(BlocksFor(extent(0), config.block.x), BlocksFor(extent(1), config.block.y),
                     BlocksFor(extent(2), config.block.z));
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

// Everything from the device on; errors of the runtime pass through.
int RunOnDevice(CommandContext& context, const RunOptions& options, const RunPlan& plan,
                const std::shared_ptr<const SourceUnit>& unit, std::size_t function,
                RunArguments& arguments, const Device& chosen) {
  const Context device_context(chosen);
  const Device device = device_context.device();
  if (std::string unavailable = UnavailableCheck(options.compile, device); !unavailable.empty()) {
    return context.Fail(Fault::UselessOption, std::move(unavailable));
  }
  const auto program = std::make_shared<JitState>(
      unit, ToProgramOptions(options.compile, device.kind()), options.compile.warnings);
  program->set_diagnostic_sink(
      [&](const std::vector<diag::Diagnostic>& diagnostics) { context.Add(unit, diagnostics); });
  if (options.compile.time_phases) {
    program->set_output_sink(
        [&](const CompileOutput& output) { PrintTimes(context.err(), *unit, output); });
  }
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
  const LaunchConfig config = MakeConfig(options, plan, code, device_arguments);
  if (context.owns_process() && device.kind() == abi::DeviceKind::Cpu) {
    ReportCrashes(context.Rendered(CrashText(unit->functions()[function].name, options.compile)),
                  StatusOf(Fault::Crash));
  }
  code.LaunchArgs(config, device_arguments.args());
  device_context.Synchronize();
  device_arguments.Fetch();
  for (const std::string& name : options.prints) {
    context.out() << PrintValue(name, *arguments.Find(name));
  }
  for (const auto& [name, path] : plan.outputs) {
    const ArgumentValue& value = *arguments.Find(name);
    if (value.kind != abi::ArgKind::Array && value.kind != abi::ArgKind::Record) {
      return context.Fail(Fault::BadArgument, fmt::format("--out {}: it is no array", name));
    }
    WriteNpy(path, value.array);
  }
  // After the results were taken: timed launches change arrays that the kernel also reads.
  if (options.time_launches > 0) {
    context.out() << TimeLaunches(code, config, device_arguments.args(), options.time_launches,
                                  device_arguments.total_bytes());
  }
  return kExitDone;
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
  const std::vector<std::string>& params = entry.params;
  const Result<RunPlan> plan = MakePlan(options, params, signature);
  if (!plan) {
    return context.Fail(Fault::BadArgument, plan.failure().message);
  }
  FileNames names;
  names.values = [&](std::string_view name) { return sema::FindNamed(unit->index(), name); };
  names.types = [&](std::string_view name) -> std::optional<ElementType> {
    std::string error;
    const auto found = unit->ParseSignature(name, &error);
    const bool is_record =
        found && found->size() == 1 && found->front().kind == abi::ArgKind::Record;
    return is_record ? std::optional(ElementType(found->front().record)) : std::nullopt;
  };
  try {
    // What may be left out is None then.
    std::vector<std::string> texts = options.arguments;
    for (std::size_t i = params.size() - entry.optional_params; i < params.size(); ++i) {
      const auto is_given = [&](const std::string& text) { return text.starts_with(params[i] + "="); };
      if (std::ranges::none_of(texts, is_given)) {
        texts.push_back(params[i] + "=none");
      }
    }
    Result<RunArguments> arguments = RunArguments::Read(texts, params, signature, names);
    if (!arguments) {
      return context.Fail(Fault::BadArgument, arguments.failure().message);
    }
    const std::optional<Device> device = ChooseDevice(context, options.device);
    return device ? RunOnDevice(context, options, *plan, unit, *function, *arguments, *device)
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
