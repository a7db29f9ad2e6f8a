#include "compiler/codegen/nvptx/optimize.h"

#include <llvm/Analysis/CGSCCPassManager.h>
#include <llvm/Analysis/LoopAnalysisManager.h>
#include <llvm/CodeGen/AtomicExpand.h>
#include <llvm/IR/DiagnosticHandler.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/PassInstrumentation.h>
#include <llvm/Passes/OptimizationLevel.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Target/TargetMachine.h>

#include <algorithm>
#include <iterator>
#include <memory>

#include "compiler/codegen/llvm/simplify.h"
#include "compiler/codegen/nvptx/contract.h"
#include "compiler/codegen/nvptx/float_bits.h"
#include "compiler/codegen/nvptx/local_atomics.h"
#include "compiler/codegen/nvptx/narrow_integers.h"
#include "compiler/codegen/nvptx/reconverge.h"
#include "compiler/codegen/nvptx/wrapping_loops.h"

namespace kernelc::codegen {

namespace {

llvm::OptimizationLevel LevelOf(unsigned opt_level) {
  const llvm::OptimizationLevel levels[] = {
      llvm::OptimizationLevel::O0, llvm::OptimizationLevel::O1, llvm::OptimizationLevel::O2,
      llvm::OptimizationLevel::O3};
  return levels[std::min<std::size_t>(opt_level, std::size(levels) - 1)];
}

llvm::PipelineTuningOptions Tuning() {
  llvm::PipelineTuningOptions tuning;
  // A GPU thread is scalar; memory accesses are widened by the back end.
  tuning.LoopVectorization = false;
  tuning.LoopInterleaving = false;
  tuning.SLPVectorization = false;
  return tuning;
}

// Passes of LLVM's pipeline that look for what kernels do not have, such as profiles and calls
// through pointers. Without them the PTX of bench/suite and tests/exec is the same, byte for byte.
constexpr llvm::StringLiteral kIdlePasses[] = {"CGProfilePass", "CalledValuePropagationPass",
                                               "MemProfRemoveInfo"};

// A loop that we ask LLVM to write out, and that stays a loop, is nothing to tell the user.
class WithoutMissedLoops : public llvm::DiagnosticHandler {
 public:
  bool handleDiagnostics(const llvm::DiagnosticInfo& info) override {
    return info.getKind() == llvm::DK_OptimizationFailure ||
           DiagnosticHandler::handleDiagnostics(info);
  }
};

}  // namespace

void Optimize(llvm::Module& module, llvm::TargetMachine& machine, unsigned opt_level) {
  module.getContext().setDiagnosticHandler(std::make_unique<WithoutMissedLoops>());
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassInstrumentationCallbacks callbacks;
  callbacks.registerShouldRunOptionalPassCallback(
      [](llvm::StringRef pass, llvm::Any) { return !llvm::is_contained(kIdlePasses, pass); });
  llvm::PassBuilder builder(&machine, Tuning(), std::nullopt, &callbacks);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  const bool has_debug_info = !module.debug_compile_units().empty();
  builder.registerPipelineStartEPCallback(
      [has_debug_info](llvm::ModulePassManager& passes, llvm::OptimizationLevel level) {
        // Costs the back end less than it costs. A debugger is to find variables.
        if (level == llvm::OptimizationLevel::O0 && !has_debug_info) {
          passes.addPass(SimplifyPasses());
        }
        passes.addPass(llvm::createModuleToFunctionPassAdaptor(LocalAtomicsPass()));
      });
  builder.registerOptimizerLastEPCallback(
      [&machine, has_debug_info](llvm::ModulePassManager& passes, llvm::OptimizationLevel level,
                                 llvm::ThinOrFullLTOPhase) {
        if (level != llvm::OptimizationLevel::O0 || !has_debug_info) {
          passes.addPass(llvm::createModuleToFunctionPassAdaptor(ContractPass()));
        }
        passes.addPass(llvm::createModuleToFunctionPassAdaptor(LocalAtomicsPass()));
        passes.addPass(llvm::createModuleToFunctionPassAdaptor(FloatBitsPass()));
        passes.addPass(llvm::createModuleToFunctionPassAdaptor(NarrowIntegersPass()));
        passes.addPass(llvm::createModuleToFunctionPassAdaptor(WrappingLoopsPass()));
        // The back end would make loops of atomic operations behind our back.
        passes.addPass(llvm::createModuleToFunctionPassAdaptor(llvm::AtomicExpandPass(machine)));
        passes.addPass(llvm::createModuleToFunctionPassAdaptor(ReconvergePass()));
      });
  builder.buildPerModuleDefaultPipeline(LevelOf(opt_level)).run(module, modules);
}

}  // namespace kernelc::codegen
