// Vector types: float32x4(x, y, z, w) and its lanes. Vectors are values; their lanes do not change.
// Pairs and quadruples of 8-bit floats are vectors as well.
#pragma once

#include <string_view>

#include "compiler/sema/function_context.h"

namespace kernelc::sema {

// A vector of CUDA, `float4`.
bool IsVector(FunctionContext& fn, const Value& value);

// Whether the argument is a vector of this type; otherwise a diagnostic.
bool RequireVector(FunctionContext& fn, const Argument& argument, TypeId type,
                   std::string_view function);

// Numbers and vectors one after the other; together they have as many lanes as the type.
Value EmitVectorCall(FunctionContext& fn, const ast::Call& call, const abi::ArgType& type);

// `v.x`.
Value EmitVectorAttribute(FunctionContext& fn, const Value& vector,
                          const ast::Attribute& attribute);

}  // namespace kernelc::sema
