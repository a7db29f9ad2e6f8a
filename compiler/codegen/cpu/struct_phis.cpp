#include "compiler/codegen/cpu/struct_phis.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <vector>

namespace kernelc::codegen {

namespace {

// The phis of its fields, which may be structs again.
std::vector<llvm::PHINode*> Split(llvm::PHINode& phi) {
  auto* type = llvm::cast<llvm::StructType>(phi.getType());
  std::vector<llvm::PHINode*> fields;
  llvm::IRBuilder<> builder(&phi);
  for (unsigned field = 0; field < type->getNumElements(); ++field) {
    fields.push_back(builder.CreatePHI(type->getElementType(field), phi.getNumIncomingValues()));
  }
  for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
    llvm::BasicBlock* from = phi.getIncomingBlock(i);
    builder.SetInsertPoint(from->getTerminator());
    for (unsigned field = 0; field < fields.size(); ++field) {
      // A block may stand there several times, and must give the same each time.
      const int before = fields[field]->getBasicBlockIndex(from);
      fields[field]->addIncoming(
          before >= 0 ? fields[field]->getIncomingValue(static_cast<unsigned>(before))
                      : builder.CreateExtractValue(phi.getIncomingValue(i), field),
          from);
    }
  }
  builder.SetInsertPoint(phi.getParent(), phi.getParent()->getFirstInsertionPt());
  llvm::Value* whole = llvm::PoisonValue::get(type);
  for (unsigned field = 0; field < fields.size(); ++field) {
    whole = builder.CreateInsertValue(whole, fields[field], field);
  }
  phi.replaceAllUsesWith(whole);
  phi.eraseFromParent();
  return fields;
}

}  // namespace

llvm::PreservedAnalyses SplitStructPhisPass::run(llvm::Function& function,
                                                 llvm::FunctionAnalysisManager& /*analyses*/) {
  std::vector<llvm::PHINode*> phis;
  for (llvm::Instruction& inst : llvm::instructions(function)) {
    if (auto* phi = llvm::dyn_cast<llvm::PHINode>(&inst)) {
      phis.push_back(phi);
    }
  }
  bool any = false;
  while (!phis.empty()) {
    llvm::PHINode* phi = phis.back();
    phis.pop_back();
    if (phi->getType()->isStructTy()) {
      const std::vector<llvm::PHINode*> fields = Split(*phi);
      phis.insert(phis.end(), fields.begin(), fields.end());
      any = true;
    }
  }
  if (!any) {
    return llvm::PreservedAnalyses::all();
  }
  llvm::PreservedAnalyses preserved;
  preserved.preserveSet<llvm::CFGAnalyses>();
  return preserved;
}

}  // namespace kernelc::codegen
