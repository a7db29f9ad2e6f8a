// Subscripts: elements, views, stores of elements.
#pragma once

#include <vector>

#include "compiler/sema/function_context.h"

namespace kernelc::sema {

Place EmitSubscriptPlace(FunctionContext& fn, const ast::Subscript& subscript);
bool AddIndexValue(FunctionContext& fn, const Value& value, SourceRange range,
                   std::vector<IndexItem>* items);
Place EmitPlace(FunctionContext& fn, const Value& array, const std::vector<IndexItem>& items,
                SourceRange range);
Value MakeView(FunctionContext& fn, kir::InstId pointer, const types::Type& array,
               types::Layout layout, const std::vector<ViewDimension>& dimensions);

// Element number `index` of the first dimension: a scalar or a view.
Value ElementAt(FunctionContext& fn, const Value& array, const Value& index);
Value LoadPlace(FunctionContext& fn, const Place& place);

// Element `index`, an integer or slice that `index_expr` writes, of a tuple or range.
Value TupleItem(FunctionContext& fn, const Value& tuple, const Value& index,
                const ast::Expr* index_expr, SourceRange range);

}  // namespace kernelc::sema
