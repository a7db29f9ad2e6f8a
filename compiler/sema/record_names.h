// Names of record types, for text that people read.
#pragma once

#include "compiler/constants/files.h"
#include "compiler/kir/kir.h"
#include "compiler/sema/value.h"

namespace kernelc::sema {

// Gives the record types of the module that have no name the one that `function` sees: the first in
// the order of the text that is bound to that type, in the functions around it, in its file, in
// files that it uses. Whoever made the types, decorators, launches or the kernel itself, the layout
// says which they are.
void NameRecords(const FunctionInfo& function, Evaluator& evaluator, kir::Module* module);

}  // namespace kernelc::sema
