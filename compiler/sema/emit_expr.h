// Expressions: dispatch, names, truth.
#pragma once

#include "compiler/sema/function_context.h"

namespace kernelc::sema {

// The same, but an optional value stays one: where None is as good as a value.
Value EmitMaybeNone(FunctionContext& fn, const ast::Expr* expr);

// `base.name`, of modules, types and values.
Value EmitAttributeOf(FunctionContext& fn, const Value& base, const ast::Attribute& node);

// What stands after `in`: a list or set written there is a tuple, as for CPython's compiler.
Value EmitMembers(FunctionContext& fn, const ast::Expr* expr);

// A tuple of expressions, those behind a star one by one.
Value EmitElements(FunctionContext& fn, ast::NodeList<ast::Expr> written, SourceRange range);

// `bool(value)`; known where the value is.
Value Truth(FunctionContext& fn, const Value& value, SourceRange range);

// The truth of an expression; of `and` and `or`, without making their value.
Value EmitTruth(FunctionContext& fn, const ast::Expr* expr);

}  // namespace kernelc::sema
