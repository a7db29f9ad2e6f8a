// Statements. What is emitted says whether control falls through.
#pragma once

#include "compiler/sema/function_context.h"

namespace kernelc::sema {

bool EmitBody(FunctionContext& fn, ast::NodeList<ast::Stmt> body);
void EmitReturn(FunctionContext& fn, const Value& value, SourceRange range);
void CheckGlobalWrite(FunctionContext& fn, const ast::Name& name);
void Assign(FunctionContext& fn, const ast::Expr* target, const Value& value,
            SourceRange value_range);

}  // namespace kernelc::sema
