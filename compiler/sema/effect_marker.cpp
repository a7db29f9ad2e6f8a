#include "compiler/sema/effect_marker.h"

#include <algorithm>
#include <map>

#include "compiler/sema/host_effects.h"

namespace kernelc::sema {

bool IsImportCall(const ast::Expr* expr, const Scope* scope) {
  const auto* call = ast::As<ast::Call>(expr);
  const std::string_view callee = call == nullptr ? std::string_view() : LastPart(call->func);
  const ast::Name* first = call == nullptr ? nullptr : FirstName(call->func);
  const Scope* owner = nullptr;
  const Binding* binding = first == nullptr ? nullptr : FindBinding(scope, first->id, &owner);
  return callee == "import_module" || callee == "__import__" ||
         (binding != nullptr && binding->kind == BindingKind::Import && binding->import.module.starts_with("importlib"));
}

// Whether what functions that nobody calls by name change is anything besides their own variables.
bool EffectMarker::HasHiddenChanges() {
  std::set<std::size_t> hidden;
  for (const std::size_t node : hidden_changes_) {
    hidden.insert(variables_.Root(node));
  }
  if (hidden.empty()) {
    return false;
  }
  for (const Scope& scope : arena_->scopes) {
    for (const auto& [name, binding] : scope.bindings) {
      const Binding* first = &binding;
      while (first->previous != nullptr) {
        first = first->previous;
      }
      const std::size_t* node = variables_.FindNode(&scope, name);
      const bool is_own =
          scope.kind == ScopeKind::Function && first->kind != BindingKind::Parameter;
      if (!is_own && node != nullptr && hidden.contains(variables_.Root(*node))) {
        return true;
      }
    }
  }
  return false;
}

void EffectMarker::Mark() {
  MarkForeign();
  effects_.hidden_changes = effects_.hidden_changes || HasHiddenChanges();
  std::map<std::size_t, SourceRange> changed;
  for (const ContentsChange& change : changes_) {
    changed.try_emplace(variables_.Root(change.node), change.range);
  }
  for (const FunctionInfo& function : arena_->functions) {
    const std::size_t* node = variables_.FindNode(function.scope, "return");
    if (node != nullptr && changed.contains(variables_.Root(*node))) {
      effects_.changed_results.insert(function.def);
    }
  }
  for (const auto& [binding, scope] : nonlocals_) {
    const bool is_taken = std::ranges::any_of(
        taken_, [&](const FunctionInfo* function) { return function->scope == scope; });
    for (Binding* each = binding; is_taken && each != nullptr; each = each->previous) {
      each->escapes = true;
    }
  }
  std::set<const Scope*> around;
  for (const Scope& scope : arena_->scopes) {
    around.insert(scope.parent);
  }
  for (Scope& scope : arena_->scopes) {
    for (auto& [name, last] : scope.bindings) {
      const std::size_t* node = variables_.FindNode(&scope, name);
      for (Binding* each = &last; node != nullptr && each != nullptr; each = each->previous) {
        each->alias_group = static_cast<std::uint32_t>(variables_.Root(*node) + 1);
      }
      const auto found = node == nullptr ? changed.end() : changed.find(variables_.Root(*node));
      for (Binding* each = &last; found != changed.end() && each != nullptr;
           each = each->previous) {
        each->contents_changed = true;
        // What a function changes of its own matters to those inside it alone.
        effects_.any = effects_.any || scope.kind != ScopeKind::Function || around.contains(&scope);
        if (!each->rebound) {
          each->changed_at = found->second;
        }
      }
    }
  }
  if (!changed.empty()) {
    MarkForeignContents();
  }
}

// Attributes that are changed of what imports give, and what unreached functions change.
void EffectMarker::MarkForeign() {
  std::set<std::size_t> imports;
  std::set<std::size_t> late;
  for (const std::size_t node : late_changes_) {
    late.insert(variables_.Root(node));
  }
  for (const Scope& scope : arena_->scopes) {
    for (const auto& [name, binding] : scope.bindings) {
      const std::size_t* node = variables_.FindNode(&scope, name);
      effects_.any = effects_.any || binding.rebound;
      if (node != nullptr && (binding.kind == BindingKind::Import || IsImportCall(binding.value, &scope))) {
        imports.insert(variables_.Root(*node));
      }
      if (node != nullptr && scope.kind != ScopeKind::Function &&
          late.contains(variables_.Root(*node))) {
        effects_.late_names.insert(name);
      }
    }
  }
  for (const auto& [roots, member] : member_changes_) {
    if (std::ranges::any_of(
            roots, [&](std::size_t root) { return imports.contains(variables_.Root(root)); })) {
      effects_.foreign_members.insert(member);
      effects_.any = true;
    }
  }
}

// Names of other files whose contents are changed here.
void EffectMarker::MarkForeignContents() {
  for (const Scope& scope : arena_->scopes) {
    for (const auto& [name, binding] : scope.bindings) {
      for (const Binding* each = &binding; each != nullptr; each = each->previous) {
        if (each->kind == BindingKind::Import && each->contents_changed &&
            !each->import.name.empty()) {
          effects_.foreign_contents.insert(each->import.name);
        }
      }
    }
  }
}

void EffectMarker::Rebind(Binding* binding, SourceRange range) {
  for (Binding* each = binding; each != nullptr; each = each->previous) {
    if (!each->rebound) {
      each->rebound = true;
      each->changed_at = range;
    }
  }
}

void EffectMarker::RebindGlobal(std::string_view name, SourceRange range, bool has_functions) {
  for (auto& [each, binding] : arena_->scopes.front().bindings) {
    const bool is_variable = binding.kind == BindingKind::Assign || binding.kind == BindingKind::Opaque ||
                             (has_functions && binding.kind == BindingKind::Function);
    if (each == name || (name.empty() && is_variable)) {
      Rebind(&binding, range);
    }
  }
}

void EffectMarker::ChangeAttribute(const ast::Attribute& attribute, const Scope* scope) {
  for (Scope& each : arena_->scopes) {
    const auto found = each.bindings.find(attribute.attr);
    if (each.kind != ScopeKind::Class || found == each.bindings.end()) {
      continue;
    }
    // `self.attribute = value` of an instance leaves the class as it is.
    const auto* name = As<ast::Name>(attribute.value);
    const Scope* owner = nullptr;
    const Binding* binding = name == nullptr ? nullptr : FindBinding(scope, name->id, &owner);
    const bool is_instance = name != nullptr && name->id == "self";
    // One that inherits may have it from there.
    const bool is_other = binding != nullptr && binding->kind == BindingKind::Class &&
                          binding->class_scope != &each &&
                          binding->class_scope->class_def->bases.empty();
    // Objects often have attributes that are named as some method elsewhere.
    const bool is_class = binding != nullptr && binding->kind == BindingKind::Class;
    if (!is_instance && !is_other && (is_class || found->second.kind != BindingKind::Function)) {
      Rebind(&found->second, attribute.range);
    }
  }
}

// `setattr(C, "n", 3)`, `type.__setattr__(C, "n", 3)`, `delattr(C, "n")`
void EffectMarker::SetAttribute(const ast::Call& call, const Scope* scope) {
  const std::string_view callee = LastPart(call.func);
  const bool sets = callee == "setattr" || callee == "__setattr__";
  const std::size_t behind = sets ? 2 : 1;
  if ((!sets && callee != "delattr" && callee != "__delattr__") || call.args.size() < behind) {
    return;
  }
  const std::size_t place = call.args.size() - behind;
  const auto* text = As<ast::Constant>(call.args[place]);
  const std::string_view name = text == nullptr ? std::string_view() : std::string_view(text->value.text);
  const auto* attribute = As<ast::Attribute>(call.func);
  const ast::Expr* of = place > 0 ? call.args[place - 1] : attribute != nullptr ? attribute->value : nullptr;
  if (of == nullptr) {
    return;
  }
  member_changes_.emplace_back(variables_.RootsOf(of, scope), name);
  // `setattr(self, key, value)` leaves the class as it is.
  const auto* self = As<ast::Name>(of);
  const bool is_instance = text == nullptr && self != nullptr && self->id == "self";
  for (Scope& each : arena_->scopes) {
    for (auto& [member, binding] : each.bindings) {
      const bool is_meant = text != nullptr ? member == name : binding.kind != BindingKind::Function;
      if (each.kind == ScopeKind::Class && is_meant && !is_instance) {
        Rebind(&binding, call.range);
      }
    }
  }
}

// Parameters are other names for their defaults.
void EffectMarker::JoinDefaults(const ast::Arguments& parameters, const Scope* inner, const Scope* scope) {
  std::vector<const ast::Arg*> all(parameters.posonlyargs.begin(), parameters.posonlyargs.end());
  all.insert(all.end(), parameters.args.begin(), parameters.args.end());
  const std::size_t first = all.size() - std::min(all.size(), parameters.defaults.size());
  for (std::size_t i = first; i < all.size(); ++i) {
    variables_.Join(variables_.Node(inner, all[i]->arg),
                    variables_.RootsOf(parameters.defaults[i - first], scope));
  }
  for (std::size_t i = 0; i < parameters.kw_defaults.size(); ++i) {
    variables_.Join(variables_.Node(inner, parameters.kwonlyargs[i]->arg),
                    variables_.RootsOf(parameters.kw_defaults[i], scope));
  }
}

}  // namespace kernelc::sema
