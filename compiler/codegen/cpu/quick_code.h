// What makes machine code quickly where nothing optimises it.
//
// LLVM inlines by copying a function and deleting it, a tenth of the time from text to code; a function that is called once
// can be moved. Its fast selection of instructions leaves a block, from the first operation that it does not know upwards,
// to the slow one: minima and maxima of integers, `and` and `or` as choices, tuples that two branches give.
#pragma once

#include <llvm/ADT/SmallString.h>
#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

namespace kernelc::codegen {

// Moves functions that are to be inlined, and are called in one place, to that place. What their parameters say of them,
// such as that memory does not overlap, is lost.
void MoveFunctionsCalledOnce(llvm::Module& module);

// Writes what fast selection does not know in operations that it knows. Last: other passes know less of these.
void UsePlainOperations(llvm::Module& module);

// An object file by the back end's passes, as `machine` has them, without those that look for what kernels do not have: a
// twelfth of its time goes into making the list. For modules that no debugger reads; `is_own` where nothing in them comes
// from other compilers.
llvm::SmallString<0> WriteQuickObject(llvm::Module& module, llvm::TargetMachine& machine, bool is_own);

}  // namespace kernelc::codegen
