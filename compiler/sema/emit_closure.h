// Functions and lambdas inside functions: each is compiled as a device function that gets the
// variables it reads as further parameters, with the values that they have where it is called or
// passed on.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "compiler/sema/function_context.h"

namespace kernelc::sema {

// A function or lambda defined here.
Value MakeClosure(FunctionContext& fn, const ast::Node& node, const ast::Arguments& arguments);

// The default of parameter number `index`, counting those that have one; poison where it is not
// from here.
Value ClosureDefault(FunctionContext& fn, const Value& callee, std::size_t index);

// The function with what it takes from here; `call` is where it is called or passed on. Null after
// an error, or while a type is not known.
std::optional<Value> BoundClosure(FunctionContext& fn, const Value& function,
                                  const ast::Call& call);
void ReportFunctionChoice(FunctionContext& fn, const Value& left, const Value& right,
                          SourceRange left_range, SourceRange right_range);

// BoundClosure of all functions among the arguments of a call. False after an error.
bool BindClosures(FunctionContext& fn, const ast::Call& call, std::vector<Value>* values);

// Adds what a bound function takes from here to the operands of a call.
void BindClosure(FunctionContext& fn, const Value& function, ParamBinding* binding,
                 std::vector<kir::InstId>* operands);

// The value of a parameter that a function with variables from elsewhere is passed for.
Value ClosureParameter(FunctionContext& fn, const ParamBinding& binding, std::string_view name,
                       SourceRange range);

}  // namespace kernelc::sema
