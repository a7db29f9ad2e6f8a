#pragma once

#include <string_view>

#include "compiler/sema/function_context.h"

namespace kernelc::sema {

// Compiles the instance: fills its KIR function, result type and diagnostics.
void CompileFunction(Program& program, Instance& instance);
void RenameFunction(FunctionContext& fn);
Value ParameterValue(FunctionContext& fn, const ParamBinding& binding, std::string_view name,
                     SourceRange range);

}  // namespace kernelc::sema
