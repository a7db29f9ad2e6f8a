// Attributes of arrays and numbers.
#pragma once

#include "compiler/sema/function_context.h"

namespace kernelc::sema {

// The extent in a dimension, int64.
Value ArrayExtent(FunctionContext& fn, const Value& array, unsigned dim);

// The stride in a dimension in bytes, int64.
Value ArrayStride(FunctionContext& fn, const Value& array, unsigned dim);

// The number of elements, int64.
Value ArraySize(FunctionContext& fn, const Value& array);

// `a.shape` and the like; poison, with a diagnostic, for what arrays do not have.
Value EmitArrayAttribute(FunctionContext& fn, const Value& array, const ast::Attribute& attribute);

// The same elements with the dimensions in the other order.
Value Transpose(FunctionContext& fn, const Value& array);

// `.real` or `.imag` of a number.
Value ComplexPart(FunctionContext& fn, const Value& value, bool imag);

// `a.real` and `a.imag`: a strided view of the parts of a complex array.
Value ComplexPartView(FunctionContext& fn, const Value& array, bool imag);

// An attribute of a number; poison, with a diagnostic, for what numbers do not have.
Value EmitScalarAttribute(FunctionContext& fn, const Value& scalar,
                          const ast::Attribute& attribute);

}  // namespace kernelc::sema
