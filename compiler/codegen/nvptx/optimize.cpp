#include "compiler/codegen/nvptx/optimize.h"

#include <llvm/ADT/SmallPtrSet.h>
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
#include <map>
#include <memory>

#include "compiler/codegen/llvm/simplify.h"
#include "compiler/codegen/nvptx/chosen_values.h"
#include "compiler/codegen/nvptx/contract.h"
#include "compiler/codegen/nvptx/float_bits.h"
#include "compiler/codegen/nvptx/local_atomics.h"
#include "compiler/codegen/nvptx/narrow_integers.h"
#include "compiler/codegen/nvptx/reconverge.h"
#include "compiler/codegen/nvptx/signed_indices.h"
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

// Passes of LLVM's pipeline that look for what kernels do not have, such as profiles, coroutines,
// calls through pointers, loops that a library could run or loops for vectors. Constants that are
// known across functions are found again behind the inliner. Without them the PTX of bench/suite is
// the same, byte for byte.
constexpr llvm::StringLiteral kIdlePasses[] = {"AlignmentFromAssumptionsPass",
                                               "CGProfilePass",
                                               "CalledValuePropagationPass",
                                               "ControlHeightReductionPass",
                                               "CoroAnnotationElidePass",
                                               "CoroElidePass",
                                               "Float2IntPass",
                                               "IPSCCPPass",
                                               "InferFunctionAttrsPass",
                                               "InjectTLIMappings",
                                               "LibCallsShrinkWrapPass",
                                               "LoopDistributePass",
                                               "LoopIdiomRecognizePass",
                                               "LoopLoadEliminationPass",
                                               "LoopSinkPass",
                                               "LoopVectorizePass",
                                               "MemProfRemoveInfo",
                                               "OpenMPOptCGSCCPass",
                                               "OpenMPOptPass",
                                               "RecomputeGlobalsAAPass"};

// LLVM combines instructions eight times before loops are unrolled. The first time, the third, which
// is behind the first passes over loops, and the fourth find what there is: with the first and third
// alone the PTX of bench/suite is the same for types alone, but loads of rows that a launch knows to
// be aligned stay apart (cholesky4 took 2.7 times as long).
constexpr unsigned kCombined = 0b1101;

// The removal of equal values takes time that is more than proportional to a function's blocks,
// which it numbers anew whenever it splits one: it is left out where there are very many.
constexpr std::size_t kMaxBlocks = 2000;
// Instructions of a function beyond which stores that nobody reads are left: each store is compared
// with the hundred behind it.
constexpr unsigned kMaxStoresCompared = 8000;

// Passes that run once where LLVM's pipeline repeats them.
class Repetitions {
 public:
  bool ShouldRun(llvm::StringRef pass, const llvm::Any& unit) {
    const auto* function = llvm::any_cast<const llvm::Function*>(&unit);
    if (function == nullptr) {
      return true;
    }
    if (pass == "GVNPass") {
      return (*function)->size() <= kMaxBlocks;
    }
    if (pass == "DSEPass") {
      return (*function)->getInstructionCount() <= kMaxStoresCompared;
    }
    if (pass == "LoopUnrollPass") {
      unrolled_.insert(*function);
    }
    // The alignment of accesses is of use to the back end alone.
    if (pass == "InferAlignmentPass") {
      return unrolled_.contains(*function);
    }
    if (pass != "InstCombinePass" || unrolled_.contains(*function)) {
      return true;
    }
    const unsigned time = combined_[*function]++;
    return time < 32 && (kCombined >> time & 1u) != 0;
  }

 private:
  llvm::SmallPtrSet<const llvm::Function*, 4> unrolled_;
  // How often a function might have been combined.
  std::map<const llvm::Function*, unsigned> combined_;
};

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
  Repetitions repetitions;
  callbacks.registerShouldRunOptionalPassCallback(
      [&repetitions](llvm::StringRef pass, const llvm::Any& unit) {
        return !llvm::is_contained(kIdlePasses, pass) && repetitions.ShouldRun(pass, unit);
      });
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
        passes.addPass(llvm::createModuleToFunctionPassAdaptor(ChosenValuesPass()));
        passes.addPass(llvm::createModuleToFunctionPassAdaptor(SignedIndicesPass()));
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
