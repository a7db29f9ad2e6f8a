#include "compiler/sema/kernel_values.h"

#include <algorithm>

#include "compiler/ast/walk.h"
#include "compiler/sema/host_effects.h"
#include "compiler/sema/index.h"
#include "compiler/sema/literal_statements.h"
#include "compiler/sema/paths.h"

namespace kernelc::sema {
namespace {

using ast::As;

bool IsKernelDefinition(const ast::Node* node) {
  const auto* def = As<ast::FunctionDef>(node);
  return def != nullptr && std::ranges::any_of(def->decorator_list, IsKernelDecoratorText);
}

}  // namespace

KernelValues::KernelValues(const FileIndexImpl& file)
    : file_(&file), mentions_(file.module().body()) {
  for (const ast::Stmt* stmt : file.module().body()) {
    if (!IsDefinition(stmt) && !BindsLiteral(stmt) && IsIn(stmt)) {
      const Names& names = mentions_.Of(stmt).names;
      holders_.insert(names.begin(), names.end());
    }
  }
}

// Whether the name comes from a module that may have kernels: none that is known here.
bool KernelValues::IsImported(std::string_view name) const {
  const auto found = file_->module_scope().bindings.find(name);
  if (found == file_->module_scope().bindings.end() || found->second.kind != BindingKind::Import) {
    return false;
  }
  const ImportRef& import = found->second.import;
  // from numba.cuda import jit as _jit
  if (import.name == "jit" || import.name == "kernel") {
    return true;
  }
  const std::string dotted = std::string(import.level, '.') + std::string(import.module);
  return !IsHarmlessImport(found->second, name) && CanonicalModule(dotted).starts_with('.');
}

// Whether what a variable of the file is given, or a call of a function, class or method of that name, may have kernels as
// values.
bool KernelValues::IsInDefinition(std::string_view name) {
  const auto [place, inserted] = known_.try_emplace(name, false);
  if (!inserted) {
    return place->second;
  }
  bool found = std::ranges::any_of(
      mentions_.DefinitionsOf(name), [&](const ast::Node* each) { return IsInside(each); });
  const auto last = file_->module_scope().bindings.find(name);
  const Binding* binding = last == file_->module_scope().bindings.end() ? nullptr : &last->second;
  for (; binding != nullptr; binding = binding->previous) {
    const bool is_given = binding->kind == BindingKind::Assign && binding->value != nullptr;
    found = found || (is_given && IsIn(binding->value));
  }
  return known_[name] = found;
}

bool KernelValues::IsInside(const ast::Node* definition) {
  // A call of a kernel gives none.
  bool found = false;
  if (!IsKernelDefinition(definition)) {
    ast::ForEachChild(definition, [&](const ast::Node* child) { found = found || IsIn(child); });
  }
  return found;
}

bool KernelValues::IsIn(const ast::Node* node) {
  const bool is_expr = ast::node_class(node->kind) == ast::NodeClass::Expr;
  if (IsKernelDefinition(node) ||
      (is_expr && IsKernelDecoratorText(static_cast<const ast::Expr*>(node)))) {
    return true;
  }
  if (const auto* name = As<ast::Name>(node)) {
    return file_->names_kernel(name->id) || IsImported(name->id) || IsInDefinition(name->id);
  }
  bool found = false;
  const auto* call = As<ast::Call>(node);
  const auto* attribute = As<ast::Attribute>(call != nullptr ? call->func : node);
  const auto* launch = call == nullptr ? nullptr : As<ast::Subscript>(call->func);
  if (attribute != nullptr &&
      (file_->names_kernel(attribute->attr) || IsInDefinition(attribute->attr))) {
    return true;
  }
  ast::ForEachChild(node, [&](const ast::Node* child) {
    if (launch != nullptr && child == launch) {
      // `kernel[grid, block](...)`; what stands before the brackets may be a call that makes it.
      const bool is_name = As<ast::Name>(launch->value) != nullptr;
      found = found || IsIn(launch->slice) || (!is_name && IsIn(launch->value));
      return;
    }
    const auto* callee = call == nullptr || child != call->func ? nullptr : As<ast::Name>(child);
    found = found || (callee != nullptr ? IsImported(callee->id) || IsInDefinition(callee->id)
                                        : IsIn(child));
  });
  return found;
}

}  // namespace kernelc::sema
