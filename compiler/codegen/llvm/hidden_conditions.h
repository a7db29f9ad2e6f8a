// Conditions of branches that InstCombine is kept from, where there are very many.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/PassInstrumentation.h>

namespace kernelc::codegen {

// InstCombine asks of every value that it looks at what all branches on it say, and for each of them whether it comes
// before: 3,000 conditions of one variable, one after the other, took it seconds. It learns from the first branches on a
// value, up to this number.
inline constexpr unsigned kMaxConditions = 64;

// While InstCombine runs, the conditions of other branches go through the call of a function that it does not know;
// behind it they are what they were.
void HideConditionsFromCombining(llvm::PassInstrumentationCallbacks& callbacks);

// What is done before the pass and behind it.
void HideConditions(llvm::Function& function);
void ShowConditions(llvm::Function& function);

}  // namespace kernelc::codegen
