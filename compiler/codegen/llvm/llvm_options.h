// Switches that LLVM has on its command line alone, which no user of ours reaches. They are the process's: set them
// before LLVM compiles.
#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/Support/CommandLine.h>

#include "compiler/base/check.h"

namespace kernelc::codegen {

// An option that LLVM declares as `cl::opt<Type>`.
template <typename Type>
llvm::cl::opt<Type>& LlvmOption(llvm::StringRef name) {
  auto& options = llvm::cl::getRegisteredOptions();
  const auto found = options.find(name);
  KC_CHECK(found != options.end(), "LLVM has no option {}", name.str());
  return *static_cast<llvm::cl::opt<Type>*>(found->second);
}

// LLVM's last pass before instructions are chosen (CodeGenPrepare) starts over at a function's first block whenever a
// block was split or joined; where a function has very many, it goes through all blocks, and then through those that
// changed. The result is the same, but the first way takes a time that grows with more than the square of a function's
// length: 38 s for 3,000 conditions. The second is for all functions but small ones.
void PrepareBlocksOnce();

}  // namespace kernelc::codegen
