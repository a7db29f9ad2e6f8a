// Calls: methods, functions of linked code, builtins, special functions.
#pragma once

#include <initializer_list>
#include <string_view>

#include "compiler/functions/functions.h"
#include "compiler/sema/function_context.h"

namespace kernelc::sema {

bool CollectArguments(FunctionContext& fn, const ast::Call& call, std::string_view name,
                      Arguments* positional, bool maybe_none = false);
bool BindNamed(FunctionContext& fn, const ast::Call& call, const functions::SpecialInfo& info,
               Arguments* arguments);
Value CallBuiltin(FunctionContext& fn, builtins::BuiltinId builtin, TypeId result,
                  std::initializer_list<kir::InstId> operands);

}  // namespace kernelc::sema
