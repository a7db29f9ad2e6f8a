// Subscripts: elements, views, stores of elements.
#pragma once

#include <vector>

#include "compiler/sema/function_context.h"

namespace kernelc::sema {

// What `a[i]` designates; not valid after an error.
Place EmitSubscriptPlace(FunctionContext& fn, const ast::Subscript& subscript);

// Adds what an index is: an integer, slice, None or tuple of these. False, with a diagnostic, for
// others.
bool AddIndexValue(FunctionContext& fn, const Value& value, SourceRange range,
                   std::vector<IndexItem>* items);

// What `array[items]` designates: an element, or a view.
Place EmitPlace(FunctionContext& fn, const Value& array, const std::vector<IndexItem>& items,
                SourceRange range);

// The array of this layout at a pointer; strides count for layout A alone.
Value MakeView(FunctionContext& fn, kir::InstId pointer, const types::Type& array,
               types::Layout layout, const std::vector<ViewDimension>& dimensions);

// Element number `index` of the first dimension: a scalar or a view.
Value ElementAt(FunctionContext& fn, const Value& array, const Value& index);

// The value at a place: an element, or the view itself.
Value LoadPlace(FunctionContext& fn, const Place& place);

// Element `index`, an integer or slice that `index_expr` writes, of a tuple or range.
Value TupleItem(FunctionContext& fn, const Value& tuple, const Value& index,
                const ast::Expr* index_expr, SourceRange range);

}  // namespace kernelc::sema
