// Methods of arrays: views, and numbers made of whole arrays.
#pragma once

#include <optional>
#include <string_view>

#include "compiler/functions/functions.h"
#include "compiler/sema/function_context.h"

namespace kernelc::sema {

// A function of reductions.def; with `self`, the method of that array. Poison after an error.
Value EmitReductionCall(FunctionContext& fn, const ast::Call& call,
                        const functions::ReductionInfo& info, const Value* self);

// np.dot and np.vdot of vectors.
Value EmitDotProduct(FunctionContext& fn, std::string_view name, const Argument& left,
                     const Argument& right, bool conjugates, SourceRange range);

// Whether arrays have a method of this name, reductions among them.
bool IsArrayMethod(std::string_view name);

// Methods whose arguments are positional; null for names that are none of these.
std::optional<Value> EmitArrayFunction(FunctionContext& fn, std::string_view name,
                                       const Value& array, const Arguments& arguments,
                                       SourceRange range);

// A method of an array, reported where kernels have none by that name.
Value EmitArrayMethod(FunctionContext& fn, const ast::Call& call, const ast::Attribute& attribute,
                      const Value& array);

}  // namespace kernelc::sema
