// EmitPtx: KIR to LLVM IR, libdevice, optimisation, PTX text.
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "compiler/codegen/codegen.h"
#include "compiler/codegen/llvm/debug_info.h"
#include "compiler/codegen/llvm/emit.h"
#include "compiler/codegen/llvm/libdevice.h"
#include "compiler/codegen/llvm/link_bitcode.h"
#include "compiler/codegen/nvptx/call_numbers.h"
#include "compiler/codegen/nvptx/coarse_kernel.h"
#include "compiler/codegen/nvptx/hooks.h"
#include "compiler/codegen/nvptx/kernel.h"
#include "compiler/codegen/nvptx/libdevice_ptx.h"
#include "compiler/codegen/nvptx/optimize.h"
#include "compiler/codegen/nvptx/reductions.h"
#include "compiler/codegen/nvptx/target.h"
#include "compiler/codegen/nvptx/write_ptx.h"
#include "compiler/kir/analysis/external.h"

namespace kernelc::codegen {

namespace {

using Clock = std::chrono::steady_clock;

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

bool AllKernelsFast(const kir::Module& module) {
  bool any = false;
  for (const kir::Function& function : module.functions) {
    if (function.kind == kir::FunctionKind::Kernel) {
      any = true;
      if (!function.options.fastmath) {
        return false;
      }
    }
  }
  return any;
}

kir::Coarsening CoarseningOf(const ModuleContext& module, const kir::Function& kernel) {
  return module.options().debug ? kir::Coarsening()
                                : kir::FindCoarsening(module.kir_module(), kernel);
}

// Of arrays that may overlap, loads must not come before the stores of a neighbour.
bool IsCoarsened(const ModuleContext& module, const kir::Function& kernel) {
  return module.options().coarsen && kernel.options.no_overlap;
}

void EmitModule(ModuleContext& module) {
  const std::deque<kir::Function>& functions = module.kir_module().functions;
  for (std::size_t i = 0; i < functions.size(); ++i) {
    if (functions[i].kind == kir::FunctionKind::Kernel) {
      if (!module.Has(functions[i])) {
        continue;
      }
      EmitKernel(module, functions[i]);
      if (const kir::Coarsening found = CoarseningOf(module, functions[i]);
          found.factor > 1 && IsCoarsened(module, functions[i])) {
        EmitCoarseKernel(module, functions[i], found);
      }
    } else if (functions[i].options.exported != kir::Export::None) {
      module.DeviceFunction(kir::FunctionId(i));
    }
  }
  module.EmitPendingDeviceFunctions();
  if (DebugInfo* debug = module.debug_info()) {
    debug->Finalize();
  }
}

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

// Whether functions of libdevice are called, and their PTX put beside the kernel's: to compile them
// takes long. Kernels of fast mathematics have others, and each part of a module would define them.
bool CallsLibdevice(const kir::Module& module, const TargetOptions& options,
                    std::span<const LinkedBitcode> bitcode, kir::FunctionId part) {
  return options.opt_level == 0 && !options.debug && !options.keep_bitcode && bitcode.empty() &&
         !part.has_value() &&
         std::ranges::none_of(module.functions, [](const kir::Function& function) {
           return function.options.fastmath;
         });
}

// Defines the functions of libdevice that `module` calls, but for those whose PTX is put beside the
// kernel's.
Result<bool> AddLibdevice(llvm::Module& module, const kir::Module& kir_module,
                          const CudaTarget& target, bool calls_libdevice) {
  ReflectValues reflect;
  reflect.ftz = AllKernelsFast(kir_module);
  reflect.cuda_arch = static_cast<int>(target.sm) * 10;
  const auto is_called = [&](llvm::StringRef name) {
    return calls_libdevice && HasLibdevicePtx(name);
  };
  for (llvm::Function& function : module) {
    const auto has_pointer = [](const llvm::Argument& argument) {
      return argument.getType()->isPointerTy();
    };
    if (function.isDeclaration() && is_called(function.getName()) &&
        llvm::none_of(function.args(), has_pointer)) {
      function.setDoesNotAccessMemory();
    }
  }
  return LinkLibdevice(module, reflect, is_called);
}

void AddKernels(ModuleContext& module, CodegenOutput* output) {
  const kir::Module& kir_module = module.kir_module();
  for (const kir::Function& function : kir_module.functions) {
    if (function.kind == kir::FunctionKind::Kernel && module.Has(function)) {
      output->kernels.push_back(MakeKernelInfo(kir_module, function));
      abi::KernelInfo& info = output->kernels.back();
      info.coarse_factor = CoarseningOf(module, function).factor;
      info.has_coarse = info.coarse_factor > 1 && IsCoarsened(module, function);
    }
  }
}

}  // namespace

Result<CodegenOutput> EmitPtx(const kir::Module& kir_module, const SourceManager* sources,
                              const TargetOptions& options, std::span<const LinkedBitcode> bitcode,
                              kir::FunctionId part) {
  Result<CudaTarget> target = FindCudaTarget(options);
  if (!target) {
    return target.failure();
  }
  CodegenOutput output;
  StepTimer timer(output.times);
  const bool has_float8 = UseFloat8Conversions(kir_module, options, &*target);
  llvm::TargetMachine& machine = MachineFor(*target, options.opt_level);
  timer.Done("llvm.target");

  llvm::LLVMContext context;
  // The text form of bitcode has names.
  context.setDiscardValueNames(!options.keep_llvm_ir && bitcode.empty());
  llvm::Module module("kernelc", context);
  module.setTargetTriple(machine.getTargetTriple());
  module.setDataLayout(machine.createDataLayout());
  NvptxHooks hooks;
  hooks.set_has_float8_conversions(has_float8);
  hooks.set_target(*target);
  ModuleContext module_context(module, kir_module, sources, options, hooks, part);
  EmitModule(module_context);
  if (module_context.failed()) {
    return Failure{module_context.failure()};
  }
  CheckModule(module);
  timer.Done("llvm.emit");

  if (const Result<bool> linked = LinkBitcode(module, bitcode); !linked) {
    return linked.failure();
  }
  output.unresolved = UnresolvedFunctions(module, kir_module);
  const bool calls_libdevice = CallsLibdevice(kir_module, options, bitcode, part);
  if (Result<bool> added = AddLibdevice(module, kir_module, *target, calls_libdevice); !added) {
    return added.failure();
  }
  timer.Done("llvm.libdevice");

  Optimizer optimizer(module, machine, options.opt_level);
  optimizer.Optimize();
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
  const bool is_prepared = optimizer.PrepareForBackEnd();
  const llvm::SmallString<0> ptx = WritePtx(module, machine, is_prepared);
  timer.Done("llvm.ptx");
  output.code.device = abi::DeviceKind::Cuda;
  output.code.kind = abi::CodeKind::Ptx;
  output.code.arch = target->arch;
  std::string text = AvoidAssemblerFaults(DropOldValues(ptx.str()));
  output.code.bytes = RenumberCalls(calls_libdevice ? DefineLibdevice(text) : std::move(text));
  AddKernels(module_context, &output);
  output.locations = std::move(module_context.locations().locations());
  timer.Done("kernel_info");
  return output;
}

Result<std::string> EmitBitcodePtx(const kir::Module& kir_module, const TargetOptions& options,
                                   std::span<const LinkedBitcode> bitcode) {
  Result<CudaTarget> target = FindCudaTarget(options);
  if (!target) {
    return target.failure();
  }
  llvm::TargetMachine& machine = MachineFor(*target, options.opt_level);
  llvm::LLVMContext context;
  llvm::Module module("linked", context);
  module.setTargetTriple(machine.getTargetTriple());
  module.setDataLayout(machine.createDataLayout());
  NvptxHooks hooks;
  ModuleContext module_context(module, kir_module, nullptr, options, hooks);
  std::vector<llvm::Function*> functions;
  for (std::size_t i = 0; i < kir_module.functions.size(); ++i) {
    if (kir::IsExternal(kir_module.functions[i])) {
      functions.push_back(module_context.DeviceFunction(kir::FunctionId(i)));
    }
  }
  std::vector<std::string> names;
  for (const llvm::Function* function : functions) {
    names.push_back(function->getName().str());
  }
  if (const Result<bool> linked = LinkBitcode(module, bitcode); !linked) {
    return linked.failure();
  }
  for (const std::string& name : names) {
    if (llvm::Function* function = module.getFunction(name); !function->isDeclaration()) {
      function->setLinkage(llvm::GlobalValue::ExternalLinkage);
    }
  }
  ReflectValues reflect;
  reflect.cuda_arch = static_cast<int>(target->sm) * 10;
  if (const Result<bool> linked = LinkLibdevice(module, reflect); !linked) {
    return linked.failure();
  }
  Optimizer optimizer(module, machine, options.opt_level);
  optimizer.Optimize();
  const bool is_prepared = optimizer.PrepareForBackEnd();
  return AvoidAssemblerFaults(WritePtx(module, machine, is_prepared).str().str());
}

}  // namespace kernelc::codegen
