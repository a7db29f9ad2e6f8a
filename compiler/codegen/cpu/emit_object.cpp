// EmitCpuObject: KIR with threads as loops to LLVM IR, optimisation, a relocatable ELF object.
#include <llvm/ADT/SmallString.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/OptBisect.h>
#include <llvm/IR/Verifier.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <chrono>

#include "compiler/codegen/codegen.h"
#include "compiler/codegen/cpu/bfloat_rounding.h"
#include "compiler/codegen/cpu/cpu_target.h"
#include "compiler/codegen/cpu/kernel.h"
#include "compiler/codegen/cpu/lane_arrays.h"
#include "compiler/codegen/cpu/libdevice_lowering.h"
#include "compiler/codegen/cpu/optimize.h"
#include "compiler/codegen/cpu/partial_results.h"
#include "compiler/codegen/cpu/quick_code.h"
#include "compiler/codegen/llvm/debug_info.h"
#include "compiler/codegen/llvm/libdevice.h"
#include "compiler/codegen/llvm/link_bitcode.h"
#include "compiler/kir/analysis/synchronisation.h"
#include "compiler/kir/printer.h"

namespace kernelc::codegen {

namespace {

using Clock = std::chrono::steady_clock;

// The architecture that libdevice is asked for, times 10.
constexpr int kReflectedArch = 900;

// Appends the time since the last call to `times`.
class StepTimer {
 public:
  explicit StepTimer(std::vector<PhaseTime>& times) : times_(times) {}
  void Done(std::string_view name) {
    const Clock::time_point now = Clock::now();
    times_.push_back({name, std::chrono::duration<double, std::milli>(now - last_).count()});
    last_ = now;
  }

 private:
  std::vector<PhaseTime>& times_;
  Clock::time_point last_ = Clock::now();
};

std::string TextOf(const llvm::Module& module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module.print(stream, nullptr);
  return text;
}

void CheckModule(const llvm::Module& module) {
#ifndef NDEBUG
  std::string error;
  llvm::raw_string_ostream stream(error);
  KC_CHECK(!llvm::verifyModule(module, &stream), "bad LLVM IR: {}\n{}", error, TextOf(module));
#else
  static_cast<void>(module);
#endif
}

// A kernel with code of its own.
struct EmittedKernel {
  std::string text;
  SourceRange range;
  abi::KernelInfo info;
};

// What a kernel's code is made of: its KIR without its symbol and the facts that mean nothing here.
std::string CodeTextOf(const kir::Module& module, kir::Function kernel) {
  kernel.symbol.clear();
  for (kir::Param& param : kernel.params) {
    param.facts.array = UsedFacts(abi::DeviceKind::Cpu, param.facts.array);
  }
  return kir::Print(module, kernel);
}

// Several kernels are made of one function.
bool HasVariants(const kir::Module& module) {
  std::vector<SourceRange> ranges;
  for (const kir::Function& function : module.functions) {
    if (function.kind == kir::FunctionKind::Kernel) {
      if (std::ranges::find(ranges, function.range) != ranges.end()) {
        return true;
      }
      ranges.push_back(function.range);
    }
  }
  return false;
}

// Makes the code of `kernel`, and notes in `info` what it needs.
void EmitKernel(ModuleContext& module, const kir::Function& kernel, CpuTargetHooks& hooks,
                abi::KernelInfo* info) {
  const SharedLayout shared = MakeSharedLayout(module.kir_module(), kernel);
  hooks.EnterKernel(shared, FindLaneArrays(module.kir_module(), kernel));
  EmitCpuKernel(module, kernel, hooks);
  info->cpu_scratch_bytes_per_thread = hooks.scratch_bytes_per_thread();
  info->cpu_scratch_bytes_per_block =
      static_cast<std::uint32_t>(hooks.state().partial_results.size() * kPartialDistance);
  module.EmitPendingDeviceFunctions();
}

// Each kernel once: variants for facts that change nothing are other names of the same code.
void EmitModule(ModuleContext& module, CpuTargetHooks& hooks, CodegenOutput& output) {
  const kir::Module& kir_module = module.kir_module();
  const std::vector<bool> waiting = kir::FindWaiting(kir_module);
  hooks.set_waiting(waiting);
  const bool has_variants = HasVariants(kir_module);
  std::vector<EmittedKernel> emitted;
  for (const kir::Function& function : kir_module.functions) {
    // A part has the kernels of one function.
    const bool is_own = module.Has(function) ||
                        (!emitted.empty() && emitted.front().range == function.range);
    if (function.kind != kir::FunctionKind::Kernel || !is_own) {
      continue;
    }
    abi::KernelInfo info = MakeKernelInfo(kir_module, function);
    // Dynamic shared memory starts behind the static part.
    info.static_shared_bytes =
        (info.static_shared_bytes + kArrayAlign - 1) / kArrayAlign * kArrayAlign;
    info.waits = kir::MayWait(function, function.body, waiting);
    const std::string text = has_variants ? CodeTextOf(kir_module, function) : std::string();
    const auto same = std::ranges::find_if(emitted, [&](const EmittedKernel& other) {
      return has_variants && other.range == function.range && other.text == text;
    });
    if (same == emitted.end()) {
      EmitKernel(module, function, hooks, &info);
      emitted.push_back({text, function.range, info});
    } else {
      info.cpu_scratch_bytes_per_thread = same->info.cpu_scratch_bytes_per_thread;
      info.cpu_scratch_bytes_per_block = same->info.cpu_scratch_bytes_per_block;
      llvm::GlobalAlias::create(function.symbol,
                                module.llvm_module().getFunction(same->info.symbol));
    }
    output.kernels.push_back(std::move(info));
  }
  if (DebugInfo* debug = module.debug_info()) {
    debug->Finalize();
  }
}

// Instructions of a function beyond which the back end's preparation, which starts over after most of
// its changes, takes longer than all else together.
constexpr unsigned kMaxPrepared = 3000;
// Instructions of one basic block beyond which schedulers, which compare memory accesses in pairs, do.
constexpr std::size_t kMaxScheduled = 600;

// Turns passes off for functions that are too large for them, and one for all.
class BackEndLimits final : public llvm::OptPassGate {
 public:
  explicit BackEndLimits(const llvm::Module& module) {
    for (const llvm::Function& function : module) {
      // As LLVM describes functions to a gate.
      const std::string name = ("function (" + function.getName() + ")").str();
      if (function.getInstructionCount() > kMaxPrepared) {
        large_.insert(name);
      }
      if (llvm::any_of(function, [](const llvm::BasicBlock& block) {
            return block.size() > kMaxScheduled;
          })) {
        long_blocks_.insert(name);
      }
    }
  }
  bool isEnabled() const override { return true; }
  bool shouldRunPass(llvm::StringRef pass, llvm::StringRef description) const override {
    if (pass == "codegenprepare") {
      return !large_.contains(description);
    }
    if (pass == "machine-scheduler") {
      return !long_blocks_.contains(description);
    }
    // CPUs that have vectors order instructions themselves; the others change nothing in kernels.
    constexpr llvm::StringLiteral kOff[] = {"post-RA-sched", "mergeicmps", "x86-partial-reduction",
                                            "x86-domain-reassignment",
                                            "Canonicalize Freeze Instructions in Loops"};
    return !llvm::is_contained(kOff, pass);
  }

 private:
  llvm::StringSet<> large_;
  llvm::StringSet<> long_blocks_;
};

void SetCode(const CpuTarget& target, const llvm::TargetMachine& machine,
             const llvm::SmallString<0>& object, abi::Code* code) {
  code->device = abi::DeviceKind::Cpu;
  code->kind = abi::CodeKind::CpuObject;
  code->arch = target.arch;
  // A level says what it has by its name; a CPU's name means nothing to a host without LLVM.
  code->features = !target.features.empty() || target.arch.starts_with("x86-64")
                             ? target.features
                             : ExtensionsOf(machine);
  const auto* bytes = reinterpret_cast<const std::byte*>(object.data());
  code->bytes.assign(bytes, bytes + object.size());
}

llvm::SmallString<0> WriteObject(llvm::Module& module, llvm::TargetMachine& machine, bool is_own) {
  if (machine.getOptLevel() == llvm::CodeGenOptLevel::None && module.debug_compile_units().empty()) {
    return WriteQuickObject(module, machine, is_own);
  }
  llvm::SmallString<0> bytes;
  llvm::raw_svector_ostream stream(bytes);
  // Lives as long as the passes that ask it.
  BackEndLimits limits(module);
  llvm::legacy::PassManager passes;
  const bool unsupported = machine.addPassesToEmitFile(
      passes, stream, nullptr, llvm::CodeGenFileType::ObjectFile, /*DisableVerify=*/true);
  KC_CHECK(!unsupported, "the x86 back end cannot write objects");
  // The context does not outlive the caller, nor does it use the gate once the bytes are there.
  module.getContext().setOptPassGate(limits);
  passes.run(module);
  return bytes;
}

}  // namespace

Result<CodegenOutput> EmitCpuObject(const kir::Module& kir_module, const SourceManager* sources,
                                    const TargetOptions& options,
                                    std::span<const LinkedBitcode> bitcode,
                                    kir::FunctionId part) {
  Result<CpuTarget> target = FindCpuTarget(options);
  if (!target) {
    return target.failure();
  }
  CodegenOutput output;
  StepTimer timer(output.times);
  const unsigned opt_level = options.opt_level;
  llvm::TargetMachine& machine = MachineFor(*target, opt_level);
  timer.Done("llvm.target");

  llvm::LLVMContext context;
  // The text form of bitcode has names.
  context.setDiscardValueNames(!options.keep_llvm_ir && bitcode.empty());
  llvm::Module module("kernelc", context);
  module.setTargetTriple(machine.getTargetTriple());
  module.setDataLayout(machine.createDataLayout());
  CpuTargetHooks hooks;
  hooks.set_has_half_conversions(machine.getMCSubtargetInfo()->checkFeatures("+f16c"));
  hooks.set_vector_level(VectorLevelOf(machine));
  ModuleContext module_context(module, kir_module, sources, options, hooks, part);
  EmitModule(module_context, hooks, output);
  if (module_context.failed()) {
    return Failure{module_context.failure()};
  }
  CheckModule(module);
  timer.Done("llvm.emit");

  if (const Result<bool> linked = LinkBitcode(module, bitcode); !linked) {
    return linked.failure();
  }
  output.unresolved = UnresolvedFunctions(module, kir_module);
  // The functions of the newest GPUs, computed exactly.
  ReflectValues reflect;
  reflect.cuda_arch = kReflectedArch;
  Result<bool> linked = LinkLibdevice(module, reflect);
  if (!linked) {
    return linked.failure();
  }
  if (*linked) {
    LowerLibdevice(module);
    CheckModule(module);
    timer.Done("llvm.libdevice");
  }

  OptimizeForCpu(module, machine, opt_level);
  DefineBFloatRounding(module);
  module_context.CheckEntries();
  module_context.MakeNamesDistinct();
  timer.Done("llvm.optimize");
  if (options.keep_llvm_ir) {
    output.llvm_ir = TextOf(module);
    timer.Done("llvm.print");
  }

  if (options.keep_bitcode) {
    llvm::raw_string_ostream stream(output.bitcode);
    llvm::WriteBitcodeToFile(module, stream);
  }
  const llvm::SmallString<0> object = WriteObject(module, machine, bitcode.empty());
  timer.Done("llvm.object");
  SetCode(*target, machine, object, &output.code);
  output.locations = std::move(module_context.locations().locations());
  return output;
}

}  // namespace kernelc::codegen
