#pragma once

#include <string_view>

#include "compiler/sema/function_context.h"

namespace kernelc::sema {

// Compiles the instance: fills its KIR function, result type and diagnostics.
void CompileFunction(Program& program, Instance& instance);

// Gives the function's variables their versions, by what is known of its conditions.
void RenameFunction(FunctionContext& fn);

// The value of a parameter, by how the call binds it.
Value ParameterValue(FunctionContext& fn, const ParamBinding& binding, std::string_view name,
                     SourceRange range);

}  // namespace kernelc::sema
