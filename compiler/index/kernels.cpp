// What the text of a file says about kernels: launches, and names for them.
#include <algorithm>

#include "compiler/ast/walk.h"
#include "compiler/index/index.h"
#include "compiler/scopes/scopes.h"

namespace kernelc::index {
namespace {

using ast::As;

// `k[grid, block]`, `k.forall(n)`
void FindLaunches(const ast::Node* node, std::set<std::string_view>* launched) {
  const auto* subscript = As<ast::Subscript>(node);
  const auto* member = As<ast::Attribute>(node);
  if (subscript != nullptr) {
    launched->insert(scopes::LastPart(subscript->value));
  } else if (member != nullptr && member->attr == "forall") {
    launched->insert(scopes::LastPart(member->value));
  }
  ast::ForEachChild(node, [&](const ast::Node* child) { FindLaunches(child, launched); });
}

void CollectTarget(const ast::Expr* target, const ast::Expr* value, bool is_indirect,
                   std::vector<Assignment>* found) {
  if (const auto* name = As<ast::Name>(target)) {
    found->push_back({name, value, is_indirect});
  } else if (const auto* names = As<ast::Tuple>(target)) {
    for (std::size_t i = 0; i < names->elts.size(); ++i) {
      if (const auto* part = As<ast::Name>(names->elts[i])) {
        found->push_back({part, value, true, i});
      }
    }
  }
}

// The assignments of names that run when the file is imported, as far as nobody knows
// otherwise.
void CollectAssignments(ast::NodeList<ast::Stmt> body, bool in_loop,
                        std::vector<Assignment>* found) {
  for (const ast::Stmt* stmt : body) {
    const auto* assign = As<ast::Assign>(stmt);
    const auto* annotated = As<ast::AnnAssign>(stmt);
    const ast::Expr* value = annotated != nullptr ? annotated->value
                             : assign != nullptr  ? assign->value
                                                  : nullptr;
    if (value != nullptr && annotated != nullptr) {
      CollectTarget(annotated->target, value, in_loop, found);
    } else if (value != nullptr) {
      for (const ast::Expr* target : assign->targets) {
        CollectTarget(target, value, in_loop, found);
      }
    }
    if (const auto* branch = As<ast::If>(stmt)) {
      CollectAssignments(branch->body, in_loop, found);
      CollectAssignments(branch->orelse, in_loop, found);
    } else if (const auto* attempt = As<ast::Try>(stmt)) {
      CollectAssignments(attempt->body, in_loop, found);
    } else if (const auto* block = As<ast::With>(stmt)) {
      CollectAssignments(block->body, in_loop, found);
    } else if (const auto* loop = As<ast::For>(stmt)) {
      CollectAssignments(loop->body, true, found);
    }
  }
}

bool MakesKernelsIn(const File& file, const ast::Node* node, bool in_function) {
  const auto* def = As<ast::FunctionDef>(node);
  const auto* call = As<ast::Call>(node);
  const auto* name = As<ast::Name>(node);
  if ((def != nullptr && in_function && std::ranges::any_of(def->decorator_list, scopes::IsKernelDecoratorText)) ||
      (call != nullptr && (scopes::IsKernelDecoratorText(call) || scopes::LastPart(call->func) == "Reduce")) ||
      (name != nullptr && !in_function && file.names_kernel(name->id))) {
    return true;
  }
  bool makes = false;
  const auto visit = [&](const ast::Node* child) {
    makes = makes || MakesKernelsIn(file, child, in_function || def != nullptr);
  };
  if (def != nullptr) {
    // Its decorators are no calls that make others.
    std::ranges::for_each(def->body, visit);
  } else if (const auto* launch = As<ast::Subscript>(node)) {
    makes = As<ast::Name>(launch->value) == nullptr && MakesKernelsIn(file, launch->value, in_function);
  } else {
    ast::ForEachChild(node, visit);
  }
  return makes;
}

}  // namespace

bool HasLaunch(const ast::Node* node) {
  const auto* call = As<ast::Call>(node);
  if (call != nullptr && As<ast::Subscript>(call->func) != nullptr) {
    return true;
  }
  bool found = false;
  ast::ForEachChild(node, [&](const ast::Node* child) { found = found || HasLaunch(child); });
  return found;
}

std::set<std::string_view> LaunchedNames(const ast::Module& module) {
  std::set<std::string_view> launched;
  for (const ast::Stmt* stmt : module.body()) {
    if (!scopes::BindsLiteral(stmt)) {
      FindLaunches(stmt, &launched);
    }
  }
  return launched;
}

std::vector<Assignment> FileAssignments(const ast::Module& module) {
  std::vector<Assignment> found;
  CollectAssignments(module.body(), false, &found);
  return found;
}

bool MakesKernels(const File& file) {
  return std::ranges::any_of(file.module().body(),
                             [&](const ast::Stmt* stmt) { return MakesKernelsIn(file, stmt, false); });
}

}  // namespace kernelc::index
