#include "compiler/codegen/cpu/optimize.h"

#include <llvm/Analysis/CGSCCPassManager.h>
#include <llvm/Analysis/LoopAnalysisManager.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/PassInstrumentation.h>
#include <llvm/Passes/OptimizationLevel.h>
#include <llvm/Passes/PassBuilder.h>

#include <optional>

#include "compiler/base/check.h"
#include "compiler/codegen/cpu/divisions.h"
#include "compiler/codegen/cpu/equal_kernels.h"
#include "compiler/codegen/cpu/float_branches.h"
#include "compiler/codegen/cpu/gathers.h"
#include "compiler/codegen/cpu/lane_masks.h"
#include "compiler/codegen/cpu/loop_metadata.h"
#include "compiler/codegen/cpu/narrow_clamps.h"
#include "compiler/codegen/cpu/narrow_vectors.h"
#include "compiler/codegen/cpu/outline.h"
#include "compiler/codegen/cpu/own_stores.h"
#include "compiler/codegen/cpu/prefetch.h"
#include "compiler/codegen/cpu/quick_code.h"
#include "compiler/codegen/cpu/same_stores.h"
#include "compiler/codegen/cpu/streams.h"
#include "compiler/codegen/cpu/struct_phis.h"
#include "compiler/codegen/cpu/vectorize.h"
#include "compiler/codegen/cpu/xor_places.h"
#include "compiler/codegen/llvm/hidden_conditions.h"
#include "compiler/codegen/llvm/llvm_options.h"
#include "compiler/codegen/llvm/simplify.h"

namespace kernelc::codegen {

namespace {

llvm::OptimizationLevel LevelOf(unsigned opt_level) {
  switch (opt_level) {
    case 0:
      return llvm::OptimizationLevel::O0;
    case 1:
      return llvm::OptimizationLevel::O1;
    default:
      // What O3 adds is copies of loops for each outcome of a condition: much code, and no faster.
      return llvm::OptimizationLevel::O2;
  }
}

// Instructions of a module, as it is emitted, beyond which some passes cost more time than they
// gain: there are many loops, and none of them runs long.
constexpr unsigned kLargeModule = 6000;

bool IsLarge(const llvm::Module& module) { return module.getInstructionCount() > kLargeModule; }

llvm::PipelineTuningOptions Tuning(bool is_large) {
  llvm::PipelineTuningOptions tuning;
  tuning.LoopUnrolling = !is_large;
  tuning.LoopVectorization = true;
  tuning.LoopInterleaving = true;
  // Threads are vectorised as loops; what is left in straight lines is not worth the search.
  tuning.SLPVectorization = false;
  return tuning;
}

// What pays for a module whose functions are all kernels, with everything they call inlined: LLVM's
// passes for one function, once each, and those before the vectoriser again behind it. Of LLVM's O2
// it leaves out what works on calls, second and third rounds, and passes that change nothing in
// loops over threads: a third of the time.
constexpr const char* kKernelPasses =
    // Straight lines and branches.
    "kernelc-struct-phis,simplifycfg,instcombine<no-verify-fixpoint>,early-cse<memssa>,"
    "correlated-propagation,simplifycfg,reassociate,"
    // Loops: what does not change moves out, short ones become straight lines.
    "loop-mssa(licm<no-allowspeculation>,"
    "loop-rotate<header-duplication>,licm<allowspeculation>,simple-loop-unswitch),"
    "simplifycfg,instcombine<no-verify-fixpoint>,"
    "loop(loop-idiom,indvars,loop-deletion,loop-unroll-full),"
    // What unrolling showed.
    "sroa<modify-cfg>,gvn,memcpyopt,bdce,instcombine<no-verify-fixpoint>,dse,"
    "loop-mssa(licm<allowspeculation>),simplifycfg,"
    // Threads as vectors (VectorizeLoopsPass), and loops of theirs in several copies.
    "kernelc-narrow-clamps,kernelc-float-branches,kernelc-divisions,kernelc-prefetch,kernelc-vectorize,infer-alignment,"
    "instcombine<no-verify-fixpoint>,"
    "simplifycfg<forward-switch-cond;switch-range-to-icmp;switch-to-lookup;hoist-common-insts;"
    "sink-common-insts>,"
    "kernelc-lane-masks,loop-unroll<O2>,sroa<preserve-cfg>,early-cse,kernelc-gathers,kernelc-xor-places,"
    "kernelc-own-stores,kernelc-same-stores,kernelc-streams,kernelc-narrow-vectors,"
    "instcombine<no-verify-fixpoint>,loop-mssa(licm<allowspeculation>),"
    "instsimplify,div-rem-pairs,simplifycfg";

// What functions with kBrieflyAttribute get: memory of threads as registers, each expression once,
// what does not change out of loops.
constexpr const char* kBriefPasses =
    "simplifycfg,early-cse<memssa>,"
    "loop-mssa(loop-rotate<header-duplication>,licm<allowspeculation>),"
    "sroa<modify-cfg>,instcombine<no-verify-fixpoint>,simplifycfg";

// Kernels alone: what they call is in them, or somewhere else.
bool HasKernelsOnly(const llvm::Module& module) {
  return llvm::none_of(module, [](const llvm::Function& function) {
    return !function.isDeclaration() && llvm::any_of(function.users(), [](const llvm::User* user) {
      return llvm::isa<llvm::CallBase>(user);
    });
  });
}

// Each function by its list; those of the short one get machine code quickly too.
void OptimizeKernels(llvm::Module& module, llvm::PassBuilder& builder,
                     llvm::FunctionAnalysisManager& analyses) {
  llvm::FunctionPassManager passes[2];
  for (const bool briefly : {false, true}) {
    llvm::Error error =
        builder.parsePassPipeline(passes[briefly], briefly ? kBriefPasses : kKernelPasses);
    KC_CHECK(!error, "LLVM does not know its passes: {}", llvm::toString(std::move(error)));
  }
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) {
      continue;
    }
    const bool briefly = function.hasFnAttribute(kBrieflyAttribute);
    passes[briefly].run(function, analyses);
    analyses.clear(function, function.getName());
    if (briefly) {
      function.addFnAttr(llvm::Attribute::NoInline);
      function.addFnAttr(llvm::Attribute::OptimizeNone);
    }
  }
}

// Our own passes, by their names in the list.
void RegisterPasses(llvm::PassBuilder& builder, VectorLevel level) {
  const bool wide = level == VectorLevel::Avx512;
  const unsigned permuted = wide ? 64 : level == VectorLevel::Avx2 ? 32 : 0;
  builder.registerPipelineParsingCallback(
      [wide, level, permuted](llvm::StringRef name, llvm::FunctionPassManager& passes,
                       llvm::ArrayRef<llvm::PassBuilder::PipelineElement>) {
        if (name == "kernelc-struct-phis") {
          passes.addPass(SplitStructPhisPass());
        } else if (name == "kernelc-narrow-clamps") {
          passes.addPass(NarrowClampsPass());
        } else if (name == "kernelc-narrow-vectors") {
          passes.addPass(NarrowVectorsPass(wide ? 512 : level == VectorLevel::Avx2 ? 256 : 128));
        } else if (name == "kernelc-float-branches") {
          passes.addPass(FloatBranchesPass());
        } else if (name == "kernelc-divisions") {
          passes.addPass(VectorDivisionsPass(wide));
        } else if (name == "kernelc-prefetch") {
          passes.addPass(PrefetchRowsPass());
        } else if (name == "kernelc-lane-masks") {
          passes.addPass(LaneMasksPass());
        } else if (name == "kernelc-vectorize") {
          passes.addPass(VectorizeLoopsPass());
        } else if (name == "kernelc-gathers") {
          passes.addPass(JoinGathersPass());
        } else if (name == "kernelc-xor-places") {
          passes.addPass(XorPlacesPass(permuted));
        } else if (name == "kernelc-own-stores") {
          passes.addPass(OwnStoresPass());
        } else if (name == "kernelc-same-stores") {
          passes.addPass(SameStoresPass());
        } else if (name == "kernelc-streams") {
          passes.addPass(StreamStoresPass());
        } else {
          return false;
        }
        return true;
      });
}

// The vectoriser has no parameters for these. Only loops over threads are vectorised in this
// process, and their remainders (of the last block, or a block of an odd size) are not worth a
// second vector loop each. Nor do extents that lie between neighbours' elements turn out to be 1: a
// vector loop for that case alone would leave all others scalar.
void DisableVectorVersions() {
  static const bool done = [] {
    for (const char* const name :
         {"enable-epilogue-vectorization", "enable-mem-access-versioning"}) {
      LlvmOption<bool>(name).setValue(false);
    }
    return true;
  }();
  static_cast<void>(done);
}

// What costs the back end less than it costs.
void OptimizeQuickly(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
  MoveFunctionsCalledOnce(module);
  llvm::ModulePassManager passes = SimplifyPasses();
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(SplitStructPhisPass()));
  passes.run(module, analyses);
  UsePlainOperations(module);
}

}  // namespace

void OptimizeForCpu(llvm::Module& module, llvm::TargetMachine& machine, unsigned opt_level) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  DisableVectorVersions();
  llvm::PassInstrumentationCallbacks callbacks;
  const bool is_large = opt_level > 0 && IsLarge(module);
  if (is_large) {
    // For every loop inside of another one it follows what depends on the outer one's variable, to
    // the end of the function.
    callbacks.registerShouldRunOptionalPassCallback(
        [](llvm::StringRef pass, llvm::Any) { return pass != "IndVarSimplifyPass"; });
  }
  HideConditionsFromCombining(callbacks);
  llvm::PassBuilder builder(&machine, Tuning(is_large), std::nullopt, &callbacks);
  RegisterPasses(builder, VectorLevelOf(machine));
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  bool kernels_only = false;
  if (opt_level > 0) {
    // Slots must be gone and device functions inlined before memory can be told apart.
    SimplifyPasses().run(module, modules);
    kernels_only = HasKernelsOnly(module);
    AnnotateThreadLoops(module, VectorLevelOf(machine) == VectorLevel::Avx512);
    OutlineLoops(module);
    AddVectorMath(module, VectorLevelOf(machine));
    modules.clear();
    functions.clear();
  }
  const llvm::OptimizationLevel level = LevelOf(opt_level);
  if (level == llvm::OptimizationLevel::O0) {
    // A debugger is to find variables.
    if (module.debug_compile_units().empty()) {
      OptimizeQuickly(module, modules);
    } else {
      builder.buildO0DefaultPipeline(level).run(module, modules);
    }
  } else if (level == llvm::OptimizationLevel::O2 && kernels_only) {
    OptimizeKernels(module, builder, functions);
  } else {
    // LLVM's own list has its vectoriser in the middle.
    const InterleavedAccessScope scope(false);
    builder.buildPerModuleDefaultPipeline(level).run(module, modules);
  }
  if (opt_level > 0 && module.debug_compile_units().empty()) {
    JoinEqualKernels(module);
  }
}

}  // namespace kernelc::codegen
