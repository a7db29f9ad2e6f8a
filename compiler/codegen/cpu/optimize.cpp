#include "compiler/codegen/cpu/optimize.h"

#include <llvm/Analysis/CGSCCPassManager.h>
#include <llvm/Analysis/LoopAnalysisManager.h>
#include <llvm/IR/DiagnosticHandler.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/Passes/OptimizationLevel.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/SROA.h>

#include "compiler/codegen/cpu/loop_metadata.h"

namespace kernelc::codegen {

namespace {

llvm::OptimizationLevel LevelOf(unsigned opt_level) {
  switch (opt_level) {
    case 0:
      return llvm::OptimizationLevel::O0;
    case 1:
      return llvm::OptimizationLevel::O1;
    case 2:
      return llvm::OptimizationLevel::O2;
    default:
      return llvm::OptimizationLevel::O3;
  }
}

llvm::PipelineTuningOptions Tuning() {
  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = true;
  tuning.LoopInterleaving = true;
  tuning.SLPVectorization = true;
  return tuning;
}

}  // namespace

void OptimizeForCpu(llvm::Module& module, llvm::TargetMachine& machine, unsigned opt_level) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(&machine, Tuning());
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  if (opt_level > 0) {
    // Slots must be gone and device functions inlined before memory can be told apart.
    llvm::ModulePassManager early;
    early.addPass(llvm::AlwaysInlinerPass());
    llvm::FunctionPassManager simplify;
    simplify.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
    simplify.addPass(llvm::EarlyCSEPass());
    early.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(simplify)));
    early.run(module, modules);
    AnnotateThreadLoops(module);
    AddVectorMath(module, VectorLevelOf(machine));
    modules.clear();
    functions.clear();
  }
  const llvm::OptimizationLevel level = LevelOf(opt_level);
  if (level == llvm::OptimizationLevel::O0) {
    builder.buildO0DefaultPipeline(level).run(module, modules);
  } else {
    builder.buildPerModuleDefaultPipeline(level).run(module, modules);
  }
}

}  // namespace kernelc::codegen
