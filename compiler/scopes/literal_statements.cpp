#include "compiler/scopes/scopes.h"

#include <algorithm>

namespace kernelc::scopes {
namespace {

using ast::As;

bool IsLiteral(const ast::Node* node) {
  if (const auto* sign = As<ast::UnaryOp>(node)) {
    return As<ast::Constant>(sign->operand) != nullptr;
  }
  const auto* tuple = As<ast::Tuple>(node);
  const auto* list = As<ast::List>(node);
  if (tuple != nullptr || list != nullptr) {
    return std::ranges::all_of(tuple != nullptr ? tuple->elts : list->elts, IsLiteral);
  }
  return As<ast::Constant>(node) != nullptr;
}

}  // namespace

bool BindsLiteral(const ast::Stmt* stmt) {
  const auto* assign = As<ast::Assign>(stmt);
  return assign != nullptr && assign->targets.size() == 1 &&
         As<ast::Name>(assign->targets.front()) != nullptr && IsLiteral(assign->value);
}

}  // namespace kernelc::scopes
