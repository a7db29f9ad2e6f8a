// Statements. What is emitted says whether control falls through.
#pragma once

#include "compiler/sema/function_context.h"

namespace kernelc::sema {

// What stands behind a statement that does not fall through is not emitted.
bool EmitBody(FunctionContext& fn, ast::NodeList<ast::Stmt> body);

// `return value`, in the type that all returns of the function unify to.
void EmitReturn(FunctionContext& fn, const Value& value, SourceRange range);

// Reports a store to a name of the module.
void CheckGlobalWrite(FunctionContext& fn, const ast::Name& name);

// `target = value`: names, tuples of targets, elements, attributes.
void Assign(FunctionContext& fn, const ast::Expr* target, const Value& value,
            SourceRange value_range);

}  // namespace kernelc::sema
