// Large functions in pieces.
#pragma once

#include <llvm/IR/Module.h>

namespace kernelc::codegen {

// Moves loops of large functions into functions of their own, which stay apart. Several passes of
// LLVM (loop strength reduction, the preparation for code generation, register allocation) take a
// time that grows with the square of a function's length, and a kernel with many barriers is one
// function with hundreds of loops over threads; a call costs nothing beside such a loop. Stands
// behind AnnotateThreadLoops, whose marks go with the loops.
void OutlineLoops(llvm::Module& module);

}  // namespace kernelc::codegen
