// Expressions: dispatch, names, truth.
#pragma once

#include "compiler/sema/function_context.h"

namespace kernelc::sema {

// The same, but an optional value stays one: where None is as good as a value.
Value EmitMaybeNone(FunctionContext& fn, const ast::Expr* expr);
Value EmitAttributeOf(FunctionContext& fn, const Value& base, const ast::Attribute& node);

// What stands after `in`: a list or set written there is a tuple, as for CPython's compiler.
Value EmitMembers(FunctionContext& fn, const ast::Expr* expr);
Value EmitElements(FunctionContext& fn, ast::NodeList<ast::Expr> written, SourceRange range);
Value Truth(FunctionContext& fn, const Value& value, SourceRange range);
Value EmitTruth(FunctionContext& fn, const ast::Expr* expr);

}  // namespace kernelc::sema
