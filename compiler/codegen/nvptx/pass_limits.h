// Keeps passes of the back end away from functions where they would take long.
#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Function.h>

namespace kernelc::codegen {

// Whether a pass, by the name of its class, would take too long for a function.
//
// The load and store vectorizer compares the accesses of a block pair by pair, up to 64 unrelated
// ones each, which takes seconds for a thousand lines of straight code whose indices have nothing
// to do with each other. Accesses at constant distances, which are those that it joins, count once.
// Straight-line strength reduction takes quadratic time in the length of a function.
bool IsTooLargeFor(llvm::StringRef pass, const llvm::Function& function);

}  // namespace kernelc::codegen
