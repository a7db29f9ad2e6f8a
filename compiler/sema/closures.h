// Which local names of a function may hold functions that are defined in it, and what those read.
#pragma once

#include <map>
#include <set>
#include <string_view>

#include "compiler/sema/locals.h"

namespace kernelc::sema {

// By local name: the variables around that a call of what the name holds may read.
using ClosureNames = std::map<std::string_view, std::set<std::string_view>>;

ClosureNames FindClosures(const LocalNames& locals, ast::NodeList<ast::Stmt> body,
                          const ast::Expr* expression);

// Adds what the functions that `expr` names or defines may read. What calls in it give is no function.
void AddClosureNames(const ast::Node* expr, const ClosureNames& closures,
                     std::set<std::string_view>* names);

}  // namespace kernelc::sema
