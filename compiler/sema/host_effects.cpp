// What code of the host may change, from the text alone.
#include "compiler/sema/host_effects.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "compiler/ast/walk.h"

namespace kernelc::sema {
namespace {

using ast::As;
using Nodes = HostVariables::Nodes;

class EffectFinder {
 public:
  EffectFinder(const ScopesByNode& scopes, CodeArena& arena)
      : variables_(scopes, arena), arena_(&arena) {}

  HostEffects Find(ast::NodeList<ast::Stmt> body) {
    WalkBody(body, &arena_->scopes.front());
    // Functions that are mentioned mention others.
    for (bool grows = true; grows;) {
      grows = false;
      for (std::size_t i = 0; i < pending_.size(); ++i) {
        const ast::FunctionDef* def = pending_[i];
        const bool is_special = def->name.starts_with("__");
        if (!is_special && !mentioned_.contains(def->name)) {
          continue;
        }
        pending_.erase(pending_.begin() + static_cast<std::ptrdiff_t>(i--));
        WalkBody(def->body, variables_.ScopeOf<Scope>(def, nullptr));
        grows = true;
      }
    }
    // What nobody calls here may be called by other files: it changes its own variables.
    is_reached_ = false;
    while (!pending_.empty()) {
      const ast::FunctionDef* def = pending_.back();
      pending_.pop_back();
      unreached_ = def;
      WalkBody(def->body, variables_.ScopeOf<Scope>(def, nullptr));
    }
    LinkUnknownCalls();
    Mark();
    return std::move(effects_);
  }

 private:
  // What variables refer to may be any function that is not only called.
  void LinkUnknownCalls() {
    for (const auto& [call, scope] : unknown_calls_) {
      for (const FunctionInfo* function : taken_) {
        variables_.PassArguments(*function, *call, scope);
      }
      for (const FunctionInfo& function : arena_->functions) {
        if (function.lambda != nullptr) {
          variables_.PassArguments(function, *call, scope);
        }
      }
    }
  }

  // `self.name = value` in a constructor makes the object.
  bool MakesObject(const ast::Expr* target, const Scope* scope) {
    const auto* attribute = As<ast::Attribute>(target);
    const auto* self = attribute == nullptr ? nullptr : As<ast::Name>(attribute->value);
    const bool is_constructor =
        scope->parent != nullptr && scope->parent->kind == ScopeKind::Class &&
        (scope->name.ends_with(".__init__") || scope->name.ends_with(".__post_init__"));
    return is_constructor && self != nullptr && self->id == "self";
  }
  void Change(const ast::Expr* target, const Scope* scope) {
    if (MakesObject(target, scope)) {
      return;
    }
    const auto* subscript = As<ast::Subscript>(target);
    const auto* of = subscript == nullptr ? nullptr : As<ast::Call>(subscript->value);
    if (of != nullptr && is_reached_ && LastPart(of->func) == "globals") {
      const auto* key = As<ast::Constant>(subscript->slice);
      RebindGlobal(key == nullptr ? std::string_view() : std::string_view(key->value.text),
                   target->range);
      return;
    }
    const Nodes roots = variables_.RootsOf(target, scope);
    ChangeAll(roots, target->range);
    // `module.name = value`, `module.name.append(value)`, also of what comes from a module.
    for (const ast::Expr* part = target; part != nullptr && As<ast::Name>(part) == nullptr;) {
      const auto* member = As<ast::Attribute>(part);
      const auto* element = As<ast::Subscript>(part);
      if (member != nullptr) {
        member_changes_.emplace_back(roots, member->attr == "__dict__" ? std::string_view()
                                                                       : std::string_view(member->attr));
      }
      part = member != nullptr ? member->value : element != nullptr ? element->value : nullptr;
    }
    // `vars(module).update(...)`
    if (As<ast::Call>(target) != nullptr) {
      member_changes_.emplace_back(roots, std::string_view());
    }
    // `Class.attribute = value`, `module.name = value`: of the class, not of what is made of it.
    if (const auto* attribute = As<ast::Attribute>(target)) {
      if (is_reached_) {
        ChangeAttribute(*attribute, scope);
      } else {
        ChangeLate(attribute->attr);
      }
    }
  }
  void ChangeAttribute(const ast::Attribute& attribute, const Scope* scope) {
    for (Scope& each : arena_->scopes) {
      const auto found = each.bindings.find(attribute.attr);
      if (each.kind != ScopeKind::Class || found == each.bindings.end() ||
          found->second.kind == BindingKind::Function) {
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
      if (!is_instance && !is_other) {
        Rebind(&found->second, attribute.range);
      }
    }
  }
  void ChangeAll(const Nodes& roots, SourceRange range) {
    for (const std::size_t root : roots) {
      if (is_reached_ || variables_.owner(root)->kind == ScopeKind::Function) {
        changes_.push_back({root, range});
      } else {
        late_changes_.push_back(root);
        effects_.late_functions.insert(unreached_->name);
      }
    }
  }
  // What an unreached function changes.
  void ChangeLate(std::string_view name) {
    effects_.late_names.insert(name);
    effects_.late_functions.insert(unreached_->name);
  }
  static void Rebind(Binding* binding, SourceRange range) {
    for (Binding* each = binding; each != nullptr; each = each->previous) {
      if (!each->rebound) {
        each->rebound = true;
        each->changed_at = range;
      }
    }
  }
  // All names of the file, where the name is not known.
  void RebindGlobal(std::string_view name, SourceRange range) {
    for (auto& [each, binding] : arena_->scopes.front().bindings) {
      const bool is_variable =
          binding.kind == BindingKind::Assign || binding.kind == BindingKind::Opaque;
      if (each == name || (name.empty() && is_variable)) {
        Rebind(&binding, range);
      }
    }
  }
  void RebindOuter(std::string_view name, Scope* scope, SourceRange range) {
    if (!scope->outer_names.contains(name)) {
      return;
    }
    if (scope->global_names.contains(name)) {
      if (is_reached_) {
        RebindGlobal(name, range);
      } else {
        ChangeLate(name);
      }
      return;
    }
    for (Scope& each : arena_->scopes) {
      for (const Scope* around = scope->parent; around != nullptr; around = around->parent) {
        const auto found = each.bindings.find(name);
        if (around == &each && each.kind == ScopeKind::Function && found != each.bindings.end()) {
          Rebind(&found->second, range);
          nonlocals_.emplace_back(&found->second, scope);
          return;
        }
      }
    }
  }

  void WalkBody(ast::NodeList<ast::Stmt> body, Scope* scope) {
    for (const ast::Stmt* stmt : body) {
      Walk(stmt, scope);
    }
  }
  void WalkChildren(const ast::Node* node, Scope* scope) {
    ast::ForEachChild(node, [&](const ast::Node* child) { Walk(child, scope); });
  }

  void WalkFunction(const ast::FunctionDef& def, Scope* scope) {
    RebindOuter(def.name, scope, def.range);
    WalkChildren(def.args, scope);
    for (const ast::Expr* decorator : def.decorator_list) {
      Walk(decorator, scope);
      const auto* name = As<ast::Name>(decorator);
      const auto* call = As<ast::Call>(decorator);
      // What the decorator calls when it likes.
      if ((name != nullptr && !variables_.Callees(name, scope).empty()) ||
          (call != nullptr && !variables_.Callees(call->func, scope).empty())) {
        mentioned_.insert(def.name);
      }
    }
    const Scope* inner = variables_.ScopeOf<Scope>(&def, nullptr);
    if (inner == nullptr || std::ranges::any_of(def.decorator_list, IsKernelDecoratorText)) {
      return;
    }
    const ast::Arguments& parameters = *def.args;
    const std::size_t first =
        parameters.args.size() - std::min(parameters.args.size(), parameters.defaults.size());
    for (std::size_t i = 0; i < parameters.defaults.size() && first + i < parameters.args.size();
         ++i) {
      variables_.Join(variables_.Node(inner, parameters.args[first + i]->arg),
                      variables_.RootsOf(parameters.defaults[i], scope));
    }
    pending_.push_back(&def);
  }

  void WalkCall(const ast::Call& call, const Scope* scope) {
    const std::string_view callee = LastPart(call.func);
    const auto* attribute = As<ast::Attribute>(call.func);
    if (attribute != nullptr && IsChangingMethod(callee)) {
      Change(attribute->value, scope);
      const auto* of = As<ast::Call>(attribute->value);
      if (of != nullptr && LastPart(of->func) == "globals") {
        RebindGlobal({}, call.range);
      }
      // What a list takes in may be reached through it.
      for (const ast::Expr* argument : call.args) {
        for (const std::size_t root : variables_.RootsOf(attribute->value, scope)) {
          variables_.Join(root, variables_.RootsOf(argument, scope));
        }
      }
    }
    // list.append(table, 1), getattr(table, "append")(1)
    if (attribute != nullptr && IsChangingMethod(callee) && !call.args.empty()) {
      const auto* type = As<ast::Name>(attribute->value);
      if (type != nullptr && (type->id == "list" || type->id == "dict" || type->id == "set")) {
        ChangeAll(variables_.RootsOf(call.args[0], scope), call.range);
      }
    }
    if (const auto* got = As<ast::Call>(call.func); got != nullptr && !got->args.empty()) {
      ChangeAll(variables_.RootsOf(got->args[0], scope), call.range);
    }
    if (RunsText(call)) {
      RebindGlobal({}, call.range);
    }
    if (IsChangingFunction(callee) && !call.args.empty()) {
      ChangeAll(variables_.RootsOf(call.args[0], scope), call.range);
      const auto* name = As<ast::Constant>(call.args.size() > 1 ? call.args[1] : nullptr);
      if (callee == "setattr" || callee == "delattr") {
        member_changes_.emplace_back(
            variables_.RootsOf(call.args[0], scope),
            name == nullptr ? std::string_view() : std::string_view(name->value.text));
      }
      for (Scope& each : arena_->scopes) {
        const auto found = name == nullptr || (callee != "setattr" && callee != "delattr")
                               ? each.bindings.end()
                               : each.bindings.find(std::string_view(name->value.text));
        if (each.kind == ScopeKind::Class && found != each.bindings.end()) {
          Rebind(&found->second, call.range);
        }
      }
    }
    if (const ast::Expr* out = OutArgument(call, scope)) {
      ChangeAll(variables_.RootsOf(out, scope), call.range);
    }
    // What `(lambda a: ...)(x)` does to it.
    if (As<ast::Name>(call.func) == nullptr && attribute == nullptr &&
        As<ast::Subscript>(call.func) == nullptr) {
      for (const ast::Expr* argument : call.args) {
        ChangeAll(variables_.RootsOf(argument, scope), call.range);
      }
    }
    for (const FunctionInfo* function : variables_.Callees(call.func, scope)) {
      variables_.PassArguments(*function, call, scope);
    }
    variables_.PassToHandedOn(call, scope);
    if (variables_.IsVariableCall(call.func, scope)) {
      unknown_calls_.emplace_back(&call, scope);
    }
  }

  // A call whose result nobody takes is made for what it changes.
  void WalkCallStatement(const ast::Call& call, const Scope* scope) {
    const ast::Name* first = FirstName(call.func);
    const Scope* owner = nullptr;
    const Binding* binding = first == nullptr ? nullptr : FindBinding(scope, first->id, &owner);
    const bool is_import = binding != nullptr && binding->kind == BindingKind::Import;
    const bool is_launch = As<ast::Subscript>(call.func) != nullptr;
    if (!is_launch && (!is_import || IsHarmlessImport(*binding, first->id))) {
      return;
    }
    for (const ast::Expr* argument : call.args) {
      ChangeAll(variables_.RootsOf(argument, scope), call.range);
    }
  }

  void WalkTarget(const ast::Expr* target, const Nodes& roots, Scope* scope) {
    if (const auto* name = As<ast::Name>(target)) {
      for (const std::size_t node : variables_.VariableOf(name->id, scope)) {
        variables_.Join(node, roots);
      }
      return;
    }
    if (As<ast::Subscript>(target) != nullptr || As<ast::Attribute>(target) != nullptr) {
      Change(target, scope);
      for (const std::size_t node : variables_.RootsOf(target, scope)) {
        variables_.Join(node, roots);
      }
      return;
    }
    ast::ForEachChild(target, [&](const ast::Node* child) {
      if (ast::node_class(child->kind) == ast::NodeClass::Expr) {
        WalkTarget(static_cast<const ast::Expr*>(child), roots, scope);
      }
    });
  }

  void FindWild(const ast::Node* node, const Scope* scope) {
    if (ReachesAnyName(node, scope)) {
      effects_.is_wild = true;
      RebindGlobal({}, node->range);
    }
  }

  void WalkStatement(const ast::Node* node, Scope* scope) {
    if (const auto* assign = As<ast::Assign>(node)) {
      Nodes roots = variables_.RootsOf(assign->value, scope);
      for (const ast::Expr* target : assign->targets) {
        WalkTarget(target, roots, scope);
        // `a = b = []`
        variables_.AddRoots(target, scope, &roots);
      }
    } else if (const auto* annotated = As<ast::AnnAssign>(node)) {
      WalkTarget(annotated->target, variables_.RootsOf(annotated->value, scope), scope);
    } else if (const auto* augmented = As<ast::AugAssign>(node)) {
      // Lists and arrays change where they are.
      Change(augmented->target, scope);
      WalkTarget(augmented->target, variables_.RootsOf(augmented->value, scope), scope);
    } else if (const auto* loop = As<ast::For>(node)) {
      WalkTarget(loop->target, variables_.RootsOf(loop->iter, scope), scope);
    } else if (const auto* item = As<ast::WithItem>(node); item != nullptr && item->optional_vars) {
      WalkTarget(item->optional_vars, variables_.RootsOf(item->context_expr, scope), scope);
    } else if (const auto* named = As<ast::NamedExpr>(node)) {
      WalkTarget(named->target, variables_.RootsOf(named->value, scope), scope);
    } else if (const auto* removal = As<ast::Delete>(node)) {
      for (const ast::Expr* target : removal->targets) {
        if (As<ast::Name>(target) == nullptr) {
          Change(target, scope);
        }
      }
    } else if (const auto* result = As<ast::Return>(node)) {
      variables_.Join(variables_.Node(scope, "return"), variables_.RootsOf(result->value, scope));
    } else if (const auto* expression = As<ast::ExprStmt>(node)) {
      if (const auto* call = As<ast::Call>(expression->value)) {
        WalkCallStatement(*call, scope);
      }
    }
  }

  void Walk(const ast::Node* node, Scope* scope) {
    if (const auto* name = As<ast::Name>(node)) {
      mentioned_.insert(name->id);
      if (name->ctx != ast::ExprContext::Load) {
        RebindOuter(name->id, scope, name->range);
      } else if (!is_callee_) {
        for (const FunctionInfo* function : variables_.Callees(name, scope)) {
          taken_.insert(function);
        }
      }
      is_callee_ = false;
      return;
    }
    const bool is_called = std::exchange(is_callee_, false);
    if (const auto* def = As<ast::FunctionDef>(node)) {
      WalkFunction(*def, scope);
      return;
    }
    if (const auto* cls = As<ast::ClassDef>(node)) {
      RebindOuter(cls->name, scope, cls->range);
      for (const ast::Expr* base : cls->bases) {
        Walk(base, scope);
      }
      for (const ast::Expr* decorator : cls->decorator_list) {
        Walk(decorator, scope);
      }
      WalkBody(cls->body, variables_.ScopeOf(cls, scope));
      return;
    }
    if (const auto* lambda = As<ast::Lambda>(node)) {
      WalkChildren(lambda->args, scope);
      Walk(lambda->body, variables_.ScopeOf(lambda, scope));
      return;
    }
    if (const auto* attribute = As<ast::Attribute>(node)) {
      mentioned_.insert(attribute->attr);
      // `add = table.append`; the module that the file itself is.
      if (!is_called && IsChangingMethod(attribute->attr)) {
        Change(attribute->value, scope);
      }
    } else if (const auto* call = As<ast::Call>(node)) {
      WalkCall(*call, scope);
      FindWild(node, scope);
      ast::ForEachChild(node, [&](const ast::Node* child) {
        is_callee_ = child == call->func;
        Walk(child, scope);
      });
      return;
    } else if (const auto* alias = As<ast::Alias>(node)) {
      const std::string_view bound = alias->asname.empty() ? alias->name : alias->asname;
      RebindOuter(bound, scope, alias->range);
    }
    FindWild(node, scope);
    WalkStatement(node, scope);
    WalkChildren(node, scope);
  }

  void Mark() {
    MarkForeign();
    std::map<std::size_t, SourceRange> changed;
    for (const ContentsChange& change : changes_) {
      changed.try_emplace(variables_.Root(change.node), change.range);
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
          effects_.any =
              effects_.any || scope.kind != ScopeKind::Function || around.contains(&scope);
          if (!each->rebound) {
            each->changed_at = found->second;
          }
        }
      }
    }
    MarkForeignContents();
  }

  // Attributes that are changed of what imports give, and what unreached functions change.
  void MarkForeign() {
    std::set<std::size_t> imports;
    std::set<std::size_t> late;
    for (const std::size_t node : late_changes_) {
      late.insert(variables_.Root(node));
    }
    for (const Scope& scope : arena_->scopes) {
      for (const auto& [name, binding] : scope.bindings) {
        const std::size_t* node = variables_.FindNode(&scope, name);
        effects_.any = effects_.any || binding.rebound;
        if (node != nullptr && binding.kind == BindingKind::Import) {
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
  void MarkForeignContents() {
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

  HostVariables variables_;
  CodeArena* arena_;
  HostEffects effects_;
  // Attributes that are changed, of what these variables refer to.
  std::vector<std::pair<Nodes, std::string_view>> member_changes_;
  Nodes late_changes_;
  const ast::FunctionDef* unreached_ = nullptr;
  // What is changed, and where.
  struct ContentsChange {
    std::size_t node;
    SourceRange range;
  };
  std::vector<ContentsChange> changes_;
  // `nonlocal` names, with the function that gives them another value.
  std::vector<std::pair<Binding*, const Scope*>> nonlocals_;
  // The function that is looked at may be called by the file's own statements.
  bool is_reached_ = true;
  std::set<std::string_view> mentioned_;
  std::vector<const ast::FunctionDef*> pending_;
  // Functions that are handed on.
  std::set<const FunctionInfo*> taken_;
  std::vector<std::pair<const ast::Call*, const Scope*>> unknown_calls_;
  bool is_callee_ = false;
};

}  // namespace

const ast::Name* FirstName(const ast::Expr* expr) {
  while (true) {
    if (const auto* attribute = As<ast::Attribute>(expr)) {
      expr = attribute->value;
    } else if (const auto* subscript = As<ast::Subscript>(expr)) {
      expr = subscript->value;
    } else {
      return As<ast::Name>(expr);
    }
  }
}

bool IsKernelDecoratorText(const ast::Expr* decorator) {
  static constexpr std::string_view kNames[] = {"device", "guvectorize", "jit",      "kernel",
                                                "njit",   "reduce",      "vectorize"};
  if (const auto* call = As<ast::Call>(decorator)) {
    decorator = call->func;
  }
  return std::ranges::find(kNames, LastPart(decorator)) != std::end(kNames);
}

HostEffects MarkHostEffects(ast::NodeList<ast::Stmt> body, const ScopesByNode& scopes,
                            CodeArena& arena) {
  return EffectFinder(scopes, arena).Find(body);
}

}  // namespace kernelc::sema
