#include "compiler/codegen/nvptx/optimize.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/CGSCCPassManager.h>
#include <llvm/Analysis/LoopAnalysisManager.h>
#include <llvm/Analysis/ProfileSummaryInfo.h>
#include <llvm/CodeGen/AtomicExpand.h>
#include <llvm/CodeGen/CodeGenPrepare.h>
#include <llvm/CodeGen/UnreachableBlockElim.h>
#include <llvm/IR/DiagnosticHandler.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/PassInstrumentation.h>
#include <llvm/Passes/OptimizationLevel.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/InferAddressSpaces.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SeparateConstOffsetFromGEP.h>
#include <llvm/Transforms/Scalar/SpeculativeExecution.h>
#include <llvm/Transforms/Scalar/StraightLineStrengthReduce.h>
#include <llvm/Transforms/Utils/CanonicalizeFreezeInLoops.h>
#include <llvm/Transforms/Vectorize/LoadStoreVectorizer.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>

#include "compiler/base/check.h"
#include "compiler/codegen/llvm/hidden_conditions.h"
#include "compiler/codegen/llvm/simplify.h"
#include "compiler/codegen/nvptx/address_distances.h"
#include "compiler/codegen/nvptx/chosen_values.h"
#include "compiler/codegen/nvptx/contract.h"
#include "compiler/codegen/nvptx/float_bits.h"
#include "compiler/codegen/nvptx/joined_guards.h"
#include "compiler/codegen/nvptx/local_arrays.h"
#include "compiler/codegen/nvptx/local_atomics.h"
#include "compiler/codegen/nvptx/moving_pointers.h"
#include "compiler/codegen/nvptx/narrow_integers.h"
#include "compiler/codegen/nvptx/pass_limits.h"
#include "compiler/codegen/nvptx/pass_needs.h"
#include "compiler/codegen/nvptx/reconverge.h"
#include "compiler/codegen/nvptx/register_arrays.h"
#include "compiler/codegen/nvptx/signed_indices.h"
#include "compiler/codegen/nvptx/split_blocks.h"
#include "compiler/codegen/nvptx/strength_reduction.h"
#include "compiler/codegen/nvptx/wide_divisions.h"
#include "compiler/codegen/nvptx/word_arithmetic.h"
#include "compiler/codegen/nvptx/word_conversions.h"
#include "compiler/codegen/nvptx/word_divisions.h"
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

// LLVM combines instructions eight times before loops are unrolled. The first time, the third,
// which is behind the first passes over loops, and the fourth find what there is: with the first
// and third alone the PTX of bench/suite is the same for types alone, but loads of rows that a
// launch knows to be aligned stay apart (cholesky4 took 2.7 times as long).
constexpr unsigned kCombined = 0b1101;
// Left out in long functions, where the third time and that behind the unrolling of loops do.
constexpr unsigned kCombinedAgain = 3;

// Passes that run once where LLVM's pipeline repeats them.
class Repetitions {
 public:
  bool ShouldRun(llvm::StringRef pass, const llvm::Any& unit) {
    if (!MayFindWork(pass, unit)) {
      return false;
    }
    const auto* function = llvm::any_cast<const llvm::Function*>(&unit);
    if (function == nullptr) {
      return true;
    }
    if (IsTooLargeFor(pass, **function, /*repeated=*/!IsFirst(pass, *function))) {
      return false;
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
    if (time == kCombinedAgain && IsLong(**function)) {
      return false;
    }
    return time < 32 && (kCombined >> time & 1u) != 0;
  }

 private:
  // Of the passes that LLVM's pipeline repeats, those whose repetitions have a limit.
  bool IsFirst(llvm::StringRef pass, const llvm::Function* function) {
    return pass != "CorrelatedValuePropagationPass" || propagated_.insert(function).second;
  }

  llvm::SmallPtrSet<const llvm::Function*, 4> propagated_;
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

// What a run of LLVM's passes needs.
class Optimizer::Managers {
 public:
  explicit Managers(llvm::TargetMachine& machine)
      : builder_(&machine, Tuning(), std::nullopt, &callbacks_) {
    callbacks_.registerShouldRunOptionalPassCallback(
        [this](llvm::StringRef pass, const llvm::Any& unit) {
          return !llvm::is_contained(kIdlePasses, pass) && repetitions_.ShouldRun(pass, unit);
        });
    HideConditionsFromCombining(callbacks_);
    builder_.registerModuleAnalyses(modules_);
    builder_.registerCGSCCAnalyses(components_);
    builder_.registerFunctionAnalyses(functions_);
    builder_.registerLoopAnalyses(loops_);
    builder_.crossRegisterProxies(loops_, functions_, components_, modules_);
  }

  llvm::PassBuilder& builder() { return builder_; }
  void Run(llvm::ModulePassManager passes, llvm::Module& module) { passes.run(module, modules_); }

 private:
  llvm::LoopAnalysisManager loops_;
  llvm::FunctionAnalysisManager functions_;
  llvm::CGSCCAnalysisManager components_;
  llvm::ModuleAnalysisManager modules_;
  llvm::PassInstrumentationCallbacks callbacks_;
  Repetitions repetitions_;
  llvm::PassBuilder builder_;
};

namespace {

// A pass of the machine, which no header of LLVM declares.
void AddByName(llvm::PassBuilder& builder, llvm::StringRef name,
               llvm::FunctionPassManager* passes) {
  const bool failed = static_cast<bool>(builder.parsePassPipeline(*passes, name));
  KC_CHECK(!failed, "LLVM has no pass {}", name.str());
}

// In the order of the back end's own list, but for the reordering of sums, which helped only to
// undo what strength reduction made of loops.
llvm::FunctionPassManager Preparations(llvm::PassBuilder& builder, llvm::TargetMachine& machine) {
  llvm::FunctionPassManager passes;
  passes.addPass(WideDivisionsPass());
  AddByName(builder, "nvptx-lower-args", &passes);
  passes.addPass(llvm::SROAPass(llvm::SROAOptions::PreserveCFG));
  passes.addPass(LocalArraysPass());
  passes.addPass(llvm::InferAddressSpacesPass());
  passes.addPass(MovingPointersPass());
  passes.addPass(AddressDistancesPass());
  passes.addPass(llvm::SeparateConstOffsetFromGEPPass());
  passes.addPass(llvm::SpeculativeExecutionPass());
  passes.addPass(llvm::StraightLineStrengthReducePass());
  llvm::LoopPassManager loops;
  loops.addPass(llvm::CanonicalizeFreezeInLoopsPass());
  loops.addPass(StrengthReductionPass());
  passes.addPass(llvm::createFunctionToLoopPassAdaptor(std::move(loops)));
  // LLVM removes equal values three times here, twice by numbering them, which is an eighth of the
  // back end's time: once, and simpler, leaves no more machine instructions in any kernel of
  // bench/suite.
  passes.addPass(llvm::EarlyCSEPass());
  passes.addPass(SplitBlocksPass());
  passes.addPass(llvm::LoadStoreVectorizerPass());
  passes.addPass(llvm::SROAPass(llvm::SROAOptions::PreserveCFG));
  AddByName(builder, "nvptx-tag-invariant-loads", &passes);
  AddByName(builder, "nvptx-ir-peephole", &passes);
  passes.addPass(WideDivisionsPass());
  passes.addPass(llvm::CodeGenPreparePass(machine));
  passes.addPass(WordDivisionsPass());
  passes.addPass(llvm::UnreachableBlockElimPass());
  return passes;
}

}  // namespace

Optimizer::Optimizer(llvm::Module& module, llvm::TargetMachine& machine, unsigned opt_level)
    : module_(module),
      machine_(machine),
      opt_level_(opt_level),
      managers_(std::make_unique<Managers>(machine)) {}

Optimizer::~Optimizer() = default;

void Optimizer::Optimize() {
  module_.getContext().setDiagnosticHandler(std::make_unique<WithoutMissedLoops>());
  llvm::PassBuilder& builder = managers_->builder();
  const bool has_debug_info = !module_.debug_compile_units().empty();
  builder.registerPipelineStartEPCallback(
      [has_debug_info](llvm::ModulePassManager& passes, llvm::OptimizationLevel level) {
        // Costs the back end less than it costs. A debugger is to find variables.
        if (level == llvm::OptimizationLevel::O0 && !has_debug_info) {
          passes.addPass(SimplifyPasses());
        }
        passes.addPass(llvm::createModuleToFunctionPassAdaptor(LocalAtomicsPass()));
      });
  builder.registerLateLoopOptimizationsEPCallback([](llvm::LoopPassManager& passes, llvm::OptimizationLevel level) {
    if (level.getSpeedupLevel() >= 2) {
      passes.addPass(RegisterArraysPass());
    }
  });
  builder.registerOptimizerLastEPCallback([this, has_debug_info](llvm::ModulePassManager& passes,
                                                                 llvm::OptimizationLevel level,
                                                                 llvm::ThinOrFullLTOPhase) {
    if (level != llvm::OptimizationLevel::O0 || !has_debug_info) {
      passes.addPass(llvm::createModuleToFunctionPassAdaptor(ContractPass()));
    }
    if (level != llvm::OptimizationLevel::O0) {
      passes.addPass(llvm::createModuleToFunctionPassAdaptor(JoinedGuardsPass()));
    }
    passes.addPass(llvm::createModuleToFunctionPassAdaptor(ChosenValuesPass()));
    passes.addPass(llvm::createModuleToFunctionPassAdaptor(SignedIndicesPass()));
    passes.addPass(llvm::createModuleToFunctionPassAdaptor(WordConversionsPass()));
    passes.addPass(llvm::createModuleToFunctionPassAdaptor(LocalAtomicsPass()));
    passes.addPass(llvm::createModuleToFunctionPassAdaptor(FloatBitsPass()));
    passes.addPass(llvm::createModuleToFunctionPassAdaptor(NarrowIntegersPass()));
    if (level != llvm::OptimizationLevel::O0) {
      passes.addPass(llvm::createModuleToFunctionPassAdaptor(WordArithmeticPass()));
    }
    passes.addPass(llvm::createModuleToFunctionPassAdaptor(WrappingLoopsPass()));
    // The back end would make loops of atomic operations behind our back.
    passes.addPass(llvm::createModuleToFunctionPassAdaptor(llvm::AtomicExpandPass(machine_)));
    passes.addPass(llvm::createModuleToFunctionPassAdaptor(ReconvergePass()));
  });
  managers_->Run(builder.buildPerModuleDefaultPipeline(LevelOf(opt_level_)), module_);
}

bool Optimizer::PrepareForBackEnd() {
  llvm::ModulePassManager passes;
  if (opt_level_ == 0) {
    passes.addPass(llvm::createModuleToFunctionPassAdaptor(WideDivisionsPass()));
  } else {
    // Code generation is prepared with what is known of the module alone.
    passes.addPass(llvm::RequireAnalysisPass<llvm::ProfileSummaryAnalysis, llvm::Module>());
    passes.addPass(
        llvm::createModuleToFunctionPassAdaptor(Preparations(managers_->builder(), machine_)));
  }
  managers_->Run(std::move(passes), module_);
  return opt_level_ != 0;
}

}  // namespace kernelc::codegen
