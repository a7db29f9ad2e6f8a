#include "compiler/codegen/llvm/hidden_conditions.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace kernelc::codegen {

namespace {

// No name of a program has such a character.
constexpr const char* kHidden = "kernelc$hidden";

// Gives its argument, which passes do not know.
llvm::Function* HiddenFunction(llvm::Module& module) {
  if (llvm::Function* const known = module.getFunction(kHidden)) {
    return known;
  }
  llvm::Type* const flag = llvm::Type::getInt1Ty(module.getContext());
  auto* const function =
      llvm::Function::Create(llvm::FunctionType::get(flag, {flag}, false),
                             llvm::GlobalValue::ExternalLinkage, kHidden, module);
  function->setDoesNotAccessMemory();
  function->setDoesNotThrow();
  function->setWillReturn();
  return function;
}

void ForCombining(llvm::StringRef pass, const llvm::Any& unit, void (*action)(llvm::Function&)) {
  const auto* function = llvm::any_cast<const llvm::Function*>(&unit);
  if (pass == "InstCombinePass" && function != nullptr) {
    // Passes get what they change as constant here.
    action(const_cast<llvm::Function&>(**function));
  }
}

}  // namespace

void HideConditions(llvm::Function& function) {
  llvm::DenseMap<const llvm::Value*, unsigned> counts;
  for (llvm::BasicBlock& block : function) {
    auto* const branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
    if (branch == nullptr || !branch->isConditional() ||
        !llvm::isa<llvm::Instruction>(branch->getCondition())) {
      continue;
    }
    bool has_many = false;
    llvm::findValuesAffectedByCondition(
        branch->getCondition(), /*IsAssume=*/false,
        [&](const llvm::Value* value) { has_many = ++counts[value] > kMaxConditions || has_many; });
    if (has_many) {
      llvm::Function* const hidden = HiddenFunction(*function.getParent());
      branch->setCondition(llvm::CallInst::Create(hidden, {branch->getCondition()}, "",
                                                  branch->getIterator()));
    }
  }
}

void ShowConditions(llvm::Function& function) {
  llvm::Function* const hidden = function.getParent()->getFunction(kHidden);
  if (hidden == nullptr) {
    return;
  }
  for (llvm::User* const user : llvm::make_early_inc_range(hidden->users())) {
    auto* const call = llvm::cast<llvm::CallInst>(user);
    call->replaceAllUsesWith(call->getArgOperand(0));
    call->eraseFromParent();
  }
  hidden->eraseFromParent();
}

void HideConditionsFromCombining(llvm::PassInstrumentationCallbacks& callbacks) {
  callbacks.registerBeforeNonSkippedPassCallback(
      [](llvm::StringRef pass, const llvm::Any& unit) { ForCombining(pass, unit, HideConditions); });
  callbacks.registerAfterPassCallback(
      [](llvm::StringRef pass, const llvm::Any& unit, const llvm::PreservedAnalyses&) {
        ForCombining(pass, unit, ShowConditions);
      });
}

}  // namespace kernelc::codegen
