// One EmitNode for each node of ast/nodes.def, in the files of their families (emit_*.cpp): a node
// without one does not link. That of an expression gives its value; that of a statement says
// whether control falls through.
#pragma once

#include "compiler/ast/ast.h"
#include "compiler/sema/function_context.h"

namespace kernelc::sema {

#define AST_EXPR(Name, fields) Value EmitNode(FunctionContext& fn, const ast::Name& node);
#define AST_STMT(Name, fields) bool EmitNode(FunctionContext& fn, const ast::Name& node);
#define AST_PATTERN(Name, fields)
#define AST_NODE(Name, fields)
#include "compiler/ast/nodes.def"

}  // namespace kernelc::sema
