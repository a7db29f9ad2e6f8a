#include "compiler/scopes/scopes.h"

#include <algorithm>

#include "compiler/ast/walk.h"

namespace kernelc::scopes {

std::string_view LastPart(const ast::Expr* callee) {
  if (const auto* name = ast::As<ast::Name>(callee)) {
    return name->id;
  }
  const auto* attribute = ast::As<ast::Attribute>(callee);
  return attribute == nullptr ? std::string_view() : attribute->attr;
}

const ast::Name* FirstName(const ast::Expr* expr) {
  while (true) {
    if (const auto* attribute = ast::As<ast::Attribute>(expr)) {
      expr = attribute->value;
    } else if (const auto* subscript = ast::As<ast::Subscript>(expr)) {
      expr = subscript->value;
    } else {
      return ast::As<ast::Name>(expr);
    }
  }
}

void ForEachName(const ast::Node* node, const std::function<void(const ast::Name&)>& visit) {
  if (const auto* name = ast::As<ast::Name>(node)) {
    visit(*name);
    return;
  }
  ast::ForEachChild(node, [&](const ast::Node* child) { ForEachName(child, visit); });
}

bool IsKernelDecoratorText(const ast::Expr* decorator) {
  static constexpr std::string_view kNames[] = {"device", "guvectorize", "jit",      "kernel",
                                                "njit",   "reduce",      "vectorize"};
  if (const auto* call = ast::As<ast::Call>(decorator)) {
    decorator = call->func;
  }
  return std::ranges::find(kNames, LastPart(decorator)) != std::end(kNames);
}

}  // namespace kernelc::scopes
