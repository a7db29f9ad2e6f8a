// What passes of LLVM need to find anything to do: without it they only take time.
#pragma once

#include <llvm/ADT/Any.h>
#include <llvm/ADT/StringRef.h>

namespace kernelc::codegen {

// Whether `pass`, by LLVM's name, may change `unit`: a module, a function, a loop or functions that call each other, as
// LLVM hands them to those who look at passes. True of passes that are not known here.
bool MayFindWork(llvm::StringRef pass, const llvm::Any& unit);

}  // namespace kernelc::codegen
