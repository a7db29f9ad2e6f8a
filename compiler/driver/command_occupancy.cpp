// `kernelc occupancy`: how many blocks of a kernel a multiprocessor holds, over sizes of blocks.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "compiler/driver/build_signatures.h"
#include "compiler/driver/cached_code.h"
#include "compiler/driver/cached_compile.h"
#include "compiler/driver/command_compile.h"
#include "compiler/driver/command_context.h"
#include "compiler/driver/compile.h"
#include "compiler/driver/cubin_use.h"
#include "compiler/driver/link.h"
#include "compiler/driver/text_diagnostics.h"
#include "kernelc/device.h"
#include "kernelc/launch.h"
#include "kernelc/occupancy.h"

namespace kernelc::driver {
namespace {

constexpr std::string_view kWayOut =
    "give the registers of a thread by --registers N to do without";

// The architecture asked for, else that of the first CUDA device, else the one that `build` takes
// too, which is said.
Result<codegen::TargetOptions> ChooseGpu(CommandContext& context, const OccupancyOptions& options) {
  BuildOptions build;
  build.emit = Artifact::Cubin;
  build.compile = options.compile;
  std::string target = options.target;
  if (target == "cpu" || target.starts_with("cpu:")) {
    return Failure{fmt::format(
        "`{}` has no multiprocessors: occupancy is that of GPUs, such as sm_90", target)};
  }
  if (target.empty() && default_device().kind() == DeviceKind::Cuda) {
    target = default_device().arch();
  }
  if (!target.empty()) {
    build.targets.push_back(target);
  }
  Result<codegen::TargetOptions> chosen = ChooseTarget(build);
  if (chosen && target.empty()) {
    context.Remark(fmt::format("for {}, as there is no CUDA device here", chosen->arch),
                   "choose another architecture by --target");
  }
  return chosen;
}

// Machine code by the toolkit, else by the driver of a device of that architecture.
Result<std::vector<std::byte>> Assemble(const CompileJob& job, const abi::Code& code) {
  if (code.kind == abi::CodeKind::Cubin) {
    return code.bytes;
  }
  const std::string_view ptx(reinterpret_cast<const char*>(code.bytes.data()), code.bytes.size());
  const std::string& arch = job.target.arch;
  Result<std::vector<std::byte>> cubin = AssembleCubinOnce(job.unit->store(), ptx, arch);
  const bool has_device =
      std::ranges::any_of(devices(), [&](const Device& device) { return device.arch() == arch; });
  return cubin || !has_device ? std::move(cubin) : LinkCubin(ptx, arch, {});
}

// What the kernel takes; nothing where that was said to be a fault.
struct KernelUse {
  // "saxpy(float32 a, float32[::1] x)"
  std::string signature;
  CubinUse code;
  int max_threads = 0;
  bool needs_shared_bytes = false;
};

std::optional<KernelUse> FindUse(CommandContext& context, const OccupancyOptions& options,
                                 const CompileJob& job, int* status) {
  CompileOptions compile;
  compile.link = !options.registers;
  diag::CollectingConsumer consumer;
  diag::Emitter emitter(consumer);
  const Result<std::optional<CompileOutput>> compiled = Compile(job, compile, emitter);
  context.Add(job.unit, consumer.diagnostics());
  if (!compiled) {
    *status = context.Fail(Fault::Toolkit, compiled.failure().message);
    return std::nullopt;
  }
  if (!compiled->has_value()) {
    *status = StatusOf(Fault::Program);
    return std::nullopt;
  }
  const CompileOutput& output = **compiled;
  if (options.compile.time_phases) {
    PrintTimes(context.err(), *job.unit, output);
  }
  const abi::KernelInfo& info = output.image.kernels.front();
  KernelUse use;
  use.signature = SignatureText(info);
  use.max_threads = static_cast<int>(info.max_threads_per_block);
  use.needs_shared_bytes = info.uses_dynamic_shared;
  if (options.registers) {
    use.code = {*options.registers, info.static_shared_bytes};
    return use;
  }
  const Result<std::vector<std::byte>> cubin = Assemble(job, output.image.codes.front());
  const Result<CubinUse> read =
      cubin ? ReadCubinUse(*cubin, info.symbol) : Result<CubinUse>(cubin.failure());
  if (!read) {
    *status = context.Fail(Fault::Toolkit, fmt::format("{}; {}", read.failure().message, kWayOut));
    return std::nullopt;
  }
  use.code = *read;
  return use;
}

void PrintBest(std::ostream& out, const std::vector<OccupancyRecord>& curve) {
  const std::optional<OccupancyRecord> best = BestOccupancy(curve);
  if (!best) {
    out << "no block of it fits on a multiprocessor\n";
    return;
  }
  out << fmt::format("best block: {} threads", best->threads);
  std::vector<int> others;
  for (const OccupancyRecord& record : curve) {
    if (record.warps_per_mp == best->warps_per_mp && record.threads != best->threads) {
      others.push_back(record.threads);
    }
  }
  out << (others.empty() ? "\n"
                         : fmt::format("; as many warps with {}\n", fmt::join(others, ", ")));
}

void PrintCurve(std::ostream& out, const std::string& heading, const DeviceData& device,
                const KernelUse& use, std::uint64_t dynamic_bytes) {
  const std::uint64_t bytes = use.code.static_shared_bytes + dynamic_bytes;
  const auto registers = static_cast<int>(use.code.registers);
  const int most = use.max_threads == 0 ? 0 : std::min(use.max_threads, device.max_threads);
  const std::vector<OccupancyRecord> curve = OccupancyCurve(device, bytes, registers, most);
  out << fmt::format(
      "{}\n{} registers of a thread, {} + {} bytes of static and dynamic shared memory of a "
      "block\n",
      heading, registers, use.code.static_shared_bytes, dynamic_bytes);
  out << fmt::format("{} holds {} blocks, {} warps, {} registers, {} bytes on a multiprocessor\n\n",
                     device.arch, device.thread_blocks_per_mp, device.warps_per_mp,
                     device.registers_per_mp, device.shared_memory_per_mp);
  out << fmt::format("{:>7} {:>7} {:>7} {:>10}  {}\n", "threads", "blocks", "warps", "occupancy",
                     "limited by");
  for (const OccupancyRecord& record : curve) {
    out << fmt::format("{:>7} {:>7} {:>7} {:>9.1f}%  {}\n", record.threads, record.tb_per_mp,
                       record.warps_per_mp, record.occupancy * 100,
                       occupancy_limit_name(record.limited_by));
  }
  out << '\n';
  PrintBest(out, curve);
}

// One kernel for one list of types. Gives the exit status.
int ShowOccupancy(CommandContext& context, const OccupancyOptions& options, const CompileJob& job,
                  const DeviceData& device) {
  int status = kExitDone;
  const std::optional<KernelUse> use = FindUse(context, options, job, &status);
  if (!use) {
    return status;
  }
  const sema::KernelRequest& request = job.kernels.front();
  const std::string& name = job.unit->functions()[request.function].name;
  if (use->needs_shared_bytes && !options.shared_bytes) {
    return context.Fail(Fault::Conflict,
                        fmt::format("kernel `{}` has a shared array whose size the launch gives: "
                                    "add --shared BYTES",
                                    name));
  }
  PrintCurve(context.out(), use->signature, device, *use, options.shared_bytes.value_or(0));
  return kExitDone;
}

// The function, and the types to compile it for; nothing where that was said to be a fault.
std::optional<std::vector<Specialization>> FindKernel(CommandContext& context,
                                                      const OccupancyOptions& options,
                                                      const std::shared_ptr<const SourceUnit>& unit,
                                                      int* status) {
  const Result<std::size_t> function = unit->FindFunction(options.kernel);
  if (!function) {
    *status = context.Fail(options.kernel.empty() ? Fault::MissingWord : Fault::UnknownKernel,
                           function.failure().message);
    return std::nullopt;
  }
  const Result<std::vector<GivenSignature>> given =
      ReadSignatures(*unit, options.signatures, {*function});
  if (!given) {
    *status = context.Fail(Fault::BadSignature, given.failure().message);
    return std::nullopt;
  }
  diag::CollectingConsumer faults;
  diag::Emitter emitter(faults);
  Result<std::vector<Specialization>> types =
      ChooseTypes(*unit, {*function}, *given, true, emitter);
  context.Add(unit, faults.diagnostics());
  if (!types) {
    *status = context.Fail(given->empty() ? Fault::MissingTypes : Fault::BadSignature,
                           types.failure().message);
    return std::nullopt;
  }
  if (emitter.has_errors()) {
    *status = StatusOf(Fault::MissingTypes);
    return std::nullopt;
  }
  return std::move(*types);
}

}  // namespace

int RunOccupancy(CommandContext& context, const OccupancyOptions& options) {
  const Result<std::shared_ptr<const SourceUnit>> opened =
      OpenFile(options.file, options.compile, OpenStore(!options.compile.no_cache));
  if (!opened) {
    return context.Fail(Fault::UnreadableFile, opened.failure().message);
  }
  const std::shared_ptr<const SourceUnit>& unit = *opened;
  if (!AddText(context, unit, options.compile.warnings)) {
    return StatusOf(Fault::Program);
  }
  int status = kExitDone;
  std::optional<std::vector<Specialization>> specializations =
      FindKernel(context, options, unit, &status);
  if (!specializations) {
    return status;
  }
  if (options.registers && options.compile.max_registers != 0) {
    return context.Fail(
        Fault::Conflict,
        "--registers says how many there are: --max-registers would change nothing");
  }
  const Result<codegen::TargetOptions> target = ChooseGpu(context, options);
  if (!target) {
    return context.Fail(Fault::UnknownTarget, target.failure().message);
  }
  const DeviceData device(target->arch);
  CompileJob job;
  job.unit = unit;
  job.sema = SemaOptions(options.compile);
  job.warnings = options.compile.warnings;
  job.target = *target;
  if (const Result<bool> linked = AddLinkFiles(options.compile, &job); !linked) {
    return context.Fail(Fault::UnreadableFile, linked.failure().message);
  }
  for (Specialization& specialization : *specializations) {
    context.out() << (&specialization == specializations->data() ? "" : "\n");
    sema::KernelRequest request;
    request.function = specialization.function;
    request.arg_types = std::move(specialization.arg_types);
    job.kernels.assign(1, std::move(request));
    if (status = ShowOccupancy(context, options, job, device); status != kExitDone) {
      return status;
    }
  }
  return kExitDone;
}

}  // namespace kernelc::driver
