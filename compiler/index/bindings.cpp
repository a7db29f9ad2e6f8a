// Which place binds a name.
#include "compiler/index/index.h"

namespace kernelc::index {
namespace {

// Whether functions are defined inside of a function of the host, which may see its variables. A
// kernel's variables are its own, whoever is inside.
bool HasFunctionsOfHost(const Scope& function) {
  bool has_functions = false;
  for (const auto& [name, last] : function.bindings) {
    for (const Binding* each = &last; each != nullptr; each = each->previous) {
      has_functions =
          has_functions || each->kind == BindingKind::Function || each->kind == BindingKind::Class;
    }
  }
  if (!has_functions || function.parent == nullptr) {
    return has_functions;
  }
  for (const auto& [name, last] : function.parent->bindings) {
    for (const Binding* each = &last; each != nullptr; each = each->previous) {
      if (each->kind == BindingKind::Function && each->function->scope == &function) {
        return !each->function->is_for_devices();
      }
    }
  }
  return true;
}

}  // namespace

const Binding* FindBinding(const Scope* scope, std::string_view name, const Scope** owner) {
  for (const Scope* around = scope; around != nullptr; around = around->parent) {
    // The names of a class are seen from its own body alone.
    if (around != scope && around->kind == ScopeKind::Class) {
      continue;
    }
    if (around->global_names.contains(name)) {
      while (around->parent != nullptr) {
        around = around->parent;
      }
    }
    const auto found = around->bindings.find(name);
    if (found != around->bindings.end()) {
      *owner = around;
      return &found->second;
    }
  }
  return nullptr;
}

bool IsOuterName(std::string_view name, const Scope* scope) {
  const Scope* owner = nullptr;
  return FindBinding(scope, name, &owner) == nullptr || owner->kind == ScopeKind::Module ||
         (owner->kind == ScopeKind::Function && HasFunctionsOfHost(*owner));
}

std::optional<std::uint32_t> LineOfVariable(const File& file, std::string_view name) {
  const auto found = file.module_scope().bindings.find(name);
  if (found == file.module_scope().bindings.end() ||
      (found->second.kind != BindingKind::Assign && found->second.kind != BindingKind::Opaque)) {
    return std::nullopt;
  }
  return file.sources().begin(found->second.range).line;
}

}  // namespace kernelc::index
