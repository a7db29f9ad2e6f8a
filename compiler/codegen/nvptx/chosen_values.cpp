#include "compiler/codegen/nvptx/chosen_values.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

namespace kernelc::codegen {

namespace {

// Selects of a switch at most. Threads that go six ways cost more than twenty.
constexpr unsigned kMaxSelects = 24;

// The block where `arm`, a successor of `from`, does nothing but go; `arm` itself where it does
// more or others come to it.
llvm::BasicBlock* BehindArm(llvm::BasicBlock* arm, const llvm::BasicBlock* from) {
  const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&arm->front());
  const bool is_empty =
      branch != nullptr && branch->isUnconditional() && arm->getUniquePredecessor() == from;
  return is_empty ? branch->getSuccessor(0) : arm;
}

// Where all ways of a switch meet at once; null when they do anything before.
llvm::BasicBlock* MeetingOf(llvm::SwitchInst& choice) {
  llvm::BasicBlock* from = choice.getParent();
  llvm::BasicBlock* meeting = nullptr;
  for (llvm::BasicBlock* arm : llvm::successors(from)) {
    llvm::BasicBlock* behind = BehindArm(arm, from);
    if (meeting != nullptr && behind != meeting) {
      return nullptr;
    }
    meeting = behind;
  }
  const bool has_values =
      meeting != nullptr && meeting != from && llvm::isa<llvm::PHINode>(meeting->front());
  return has_values ? meeting : nullptr;
}

bool IsSmall(const llvm::SwitchInst& choice, llvm::BasicBlock& meeting) {
  const auto values =
      static_cast<unsigned>(std::distance(meeting.phis().begin(), meeting.phis().end()));
  return choice.getNumCases() > 0 && choice.getNumCases() * values <= kMaxSelects;
}

// What `phi` gets by way of `arm`.
llvm::Value* Incoming(const llvm::PHINode& phi, llvm::BasicBlock* arm, llvm::BasicBlock* from) {
  return phi.getIncomingValueForBlock(arm == phi.getParent() ? from : arm);
}

llvm::Value* Choose(llvm::IRBuilder<>& builder, const llvm::PHINode& phi, llvm::SwitchInst& choice,
                    llvm::ArrayRef<llvm::Value*> tests) {
  llvm::BasicBlock* from = choice.getParent();
  llvm::Value* chosen = Incoming(phi, choice.getDefaultDest(), from);
  for (const auto& way : choice.cases()) {
    chosen = builder.CreateSelect(tests[way.getCaseIndex()],
                                  Incoming(phi, way.getCaseSuccessor(), from), chosen);
  }
  return chosen;
}

void Replace(llvm::SwitchInst& choice, llvm::BasicBlock& meeting) {
  llvm::BasicBlock* from = choice.getParent();
  llvm::IRBuilder<> builder(&choice);
  llvm::SmallVector<llvm::Value*> tests;
  for (const auto& way : choice.cases()) {
    tests.push_back(builder.CreateICmpEQ(choice.getCondition(), way.getCaseValue()));
  }
  llvm::SmallVector<llvm::Value*> chosen;
  for (llvm::PHINode& phi : meeting.phis()) {
    chosen.push_back(Choose(builder, phi, choice, tests));
  }
  llvm::SmallPtrSet<llvm::BasicBlock*, 8> arms(llvm::succ_begin(from), llvm::succ_end(from));
  arms.erase(&meeting);
  for (auto [phi, value] : llvm::zip(meeting.phis(), chosen)) {
    phi.removeIncomingValueIf(
        [&, incoming = &phi](unsigned i) {
          return incoming->getIncomingBlock(i) == from ||
                 arms.contains(incoming->getIncomingBlock(i));
        },
        /*DeletePHIIfEmpty=*/false);
    phi.addIncoming(value, from);
  }
  builder.CreateBr(&meeting);
  choice.eraseFromParent();
  for (llvm::BasicBlock* arm : arms) {
    arm->eraseFromParent();
  }
}

}  // namespace

llvm::PreservedAnalyses ChosenValuesPass::run(llvm::Function& function,
                                              llvm::FunctionAnalysisManager& /*analyses*/) {
  llvm::SmallVector<llvm::SwitchInst*> choices;
  for (llvm::BasicBlock& block : function) {
    if (auto* choice = llvm::dyn_cast<llvm::SwitchInst>(block.getTerminator())) {
      choices.push_back(choice);
    }
  }
  bool changed = false;
  for (llvm::SwitchInst* choice : choices) {
    llvm::BasicBlock* meeting = MeetingOf(*choice);
    if (meeting != nullptr && IsSmall(*choice, *meeting)) {
      Replace(*choice, *meeting);
      changed = true;
    }
  }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace kernelc::codegen
