// What LLVM's vectoriser must know about loops over threads and calls of mathematics, added to a
// module before it is optimised.
#pragma once

#include <llvm/IR/Module.h>

#include "compiler/codegen/cpu/cpu_target.h"

namespace kernelc::codegen {

// The property (of `llvm.loop` metadata) that marks loops over threads.
inline constexpr const char* kThreadLoopProperty = "kernelc.threads";
// The same for those over rows of threads.
inline constexpr const char* kThreadRowsProperty = "kernelc.rows";

// Marks plain accesses that stand for an atomic operation: threads of a block may mean the same
// place.
inline constexpr const char* kUpdateMetadata = "kernelc.update";

// Marks memory of a group of threads in which each has elements of its own.
inline constexpr const char* kLanesMetadata = "kernelc.lanes";

// Iterations of a loop over threads do not depend on each other: gives the memory accesses in each
// marked loop an access group and declares it parallel. Memory of the function itself (allocas) is
// left out, but for that of groups: threads reuse it one after the other.
// `masks`: the machine has masked forms of all vector operations. A part of a block then ends with
// a vector of fewer threads.
void AnnotateThreadLoops(llvm::Module& module, bool masks);

// Tells the vectoriser of glibc's vector forms of the mathematics that the module calls, up to
// `level`.
void AddVectorMath(llvm::Module& module, VectorLevel level);

}  // namespace kernelc::codegen
