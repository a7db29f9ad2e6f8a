// Device functions with signatures in their decorators: the one that fits a call best, arguments
// and results in its types. As in Numba, such a function is compiled for its signatures alone.
#pragma once

#include <vector>

#include "compiler/sema/function_context.h"

namespace kernelc::sema {

// Brings the arguments to the types of the signature that fits them best; `*result` becomes the
// type of the result that it declares. False, with a diagnostic, where none fits.
bool FitSignature(FunctionContext& fn, const ast::Call& call, const FunctionInfo& function,
                  std::vector<Value>* values, TypeId* result);

// Returns `value` in the type that the signature declares.
void EmitDeclaredReturn(FunctionContext& fn, const Value& value, SourceRange range);

}  // namespace kernelc::sema
