// Where the names in a diagnostic got their types.
#pragma once

#include <vector>

#include "compiler/sema/creep.h"
#include "compiler/sema/function_context.h"

namespace kernelc::sema {

// Keeps which type a variable had where it was read, for AddOrigins.
void NoteRead(FunctionContext& fn, const ast::Name& name, VersionId version, TypeId type);

// Labels the assignments that gave names in the diagnostics their types.
void AddOrigins(const FunctionContext& fn, CreepCandidate* creep);
void AddOrigins(FunctionContext& fn, std::vector<diag::Diagnostic>* diagnostics);

}  // namespace kernelc::sema
