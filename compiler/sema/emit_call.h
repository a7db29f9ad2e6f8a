// Calls: methods, functions of linked code, builtins, special functions.
#pragma once

#include <initializer_list>
#include <string_view>

#include "compiler/functions/functions.h"
#include "compiler/sema/function_context.h"

namespace kernelc::sema {

// The arguments by position, those behind a star one by one; with `maybe_none`, optional values
// stay what they are. False where one is poison.
bool CollectArguments(FunctionContext& fn, const ast::Call& call, std::string_view name,
                      Arguments* positional, bool maybe_none = false);

// Gives the parameters of `info` their arguments, by position and by keyword. False, with a
// diagnostic, where they do not fit.
bool BindNamed(FunctionContext& fn, const ast::Call& call, const functions::SpecialInfo& info,
               Arguments* arguments);

// The operation for operands that have the types of the builtin's row.
Value CallBuiltin(FunctionContext& fn, builtins::BuiltinId builtin, TypeId result,
                  std::initializer_list<kir::InstId> operands);

}  // namespace kernelc::sema
