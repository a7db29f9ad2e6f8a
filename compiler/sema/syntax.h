// Names in pieces of text, without what they stand for.
#pragma once

#include <functional>
#include <string_view>

#include "compiler/ast/ast.h"

namespace kernelc::sema {

// The last part of what a call calls: `c` of `a.b.c`; empty where it has no name.
std::string_view LastPart(const ast::Expr* callee);
// The name that `a.b[0].c` begins with; null where it begins with none.
const ast::Name* FirstName(const ast::Expr* expr);
// Calls `visit` for every name that stands in `node`.
void ForEachName(const ast::Node* node, const std::function<void(const ast::Name&)>& visit);
// Whether a decorator is one of those that make kernels, device functions and the like, by its
// spelling.
bool IsKernelDecoratorText(const ast::Expr* decorator);

}  // namespace kernelc::sema
