// Calls of device functions: their parameters, and the instance that the types of the arguments ask
// for.
#pragma once

#include <span>
#include <vector>

#include "compiler/sema/function_context.h"

namespace kernelc::sema {

// With `literals`, the callee knows the numbers that are known here.
ParamBinding BindArgument(FunctionContext& fn, const Value& value, bool literals,
                          std::vector<kir::InstId>* operands);

// A call of a function or lambda of the program, for the types of its arguments.
Value EmitDeviceCall(FunctionContext& fn, const ast::Call& call, const Value& callee);

// The call itself; None for a function that returns nothing.
Value CallInstance(FunctionContext& fn, const Instance& callee,
                   std::span<const kir::InstId> operands);

// The function calls `callee`, whose reports and limits count for it too.
void NoteCallee(FunctionContext& fn, Instance* callee);

}  // namespace kernelc::sema
