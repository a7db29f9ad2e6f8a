// Attributes of arrays and numbers.
#pragma once

#include "compiler/sema/function_context.h"

namespace kernelc::sema {

Value ArrayExtent(FunctionContext& fn, const Value& array, unsigned dim);
Value ArrayStride(FunctionContext& fn, const Value& array, unsigned dim);
Value ArraySize(FunctionContext& fn, const Value& array);
Value EmitArrayAttribute(FunctionContext& fn, const Value& array, const ast::Attribute& attribute);

// The same elements with the dimensions in the other order.
Value Transpose(FunctionContext& fn, const Value& array);
Value ComplexPart(FunctionContext& fn, const Value& value, bool imag);

// `a.real` and `a.imag`: a strided view of the parts of a complex array.
Value ComplexPartView(FunctionContext& fn, const Value& array, bool imag);
Value EmitScalarAttribute(FunctionContext& fn, const Value& scalar,
                          const ast::Attribute& attribute);

}  // namespace kernelc::sema
