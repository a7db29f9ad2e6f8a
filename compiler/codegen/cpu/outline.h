// Large functions in pieces.
#pragma once

#include <llvm/IR/Module.h>

namespace kernelc::codegen {

// Of functions that are optimised briefly, because there is so much of them.
inline constexpr const char* kBrieflyAttribute = "kernelc-briefly";

// Moves loops of large functions into functions of their own, which stay apart. Several passes of
// LLVM (loop strength reduction, the preparation for code generation, register allocation) take a
// time that grows with the square of a function's length, and a kernel with many barriers is one
// function with hundreds of loops over threads; a call costs nothing beside such a loop. Stands
// behind AnnotateThreadLoops, whose marks go with the loops.
//
// What is left of a large function, and pieces without loops that may become vectors, get the
// attribute `kBrieflyAttribute`.
void OutlineLoops(llvm::Module& module);

}  // namespace kernelc::codegen
