// Whether running a part of the text may change anything besides the names that it binds.
#include <algorithm>

#include "compiler/ast/walk.h"
#include "compiler/sema/const_eval.h"
#include "compiler/sema/host_calls.h"
#include "compiler/sema/host_effects.h"
#include "compiler/sema/locals.h"

namespace kernelc::sema {
namespace {

using ast::As;

const Binding* BindingOf(const ast::Name* name, const Scope* scope) {
  const Scope* owner = nullptr;
  return name == nullptr ? nullptr : FindBinding(scope, name->id, &owner);
}

// What the file itself has by that name: `register`, `registry.add`.
bool IsOwn(const ast::Expr* expr, const Scope* scope) {
  const auto* call = As<ast::Call>(expr);
  const Binding* binding = BindingOf(FirstName(call != nullptr ? call->func : expr), scope);
  return binding != nullptr && binding->kind != BindingKind::Import;
}

// Something that can be called and is not known to leave all as it is: a function of the file, a method that changes its
// object.
bool IsChangingValue(const ast::Expr* expr, const Scope* scope) {
  const auto* name = As<ast::Name>(expr);
  const auto* attribute = As<ast::Attribute>(expr);
  const Binding* binding = BindingOf(name, scope);
  return (binding != nullptr && binding->kind == BindingKind::Function) ||
         (attribute != nullptr &&
          (IsChangingMethod(attribute->attr) || scope->file->has_method(attribute->attr)));
}

// Of library functions and builtins, given such a thing: they may call it.
bool IsHandedOn(const ast::Call& call, const Scope* scope) {
  return std::ranges::any_of(
             call.args, [&](const ast::Expr* each) { return IsChangingValue(each, scope); }) ||
         std::ranges::any_of(call.keywords, [&](const ast::Keyword* each) {
           return IsChangingValue(each->value, scope);
         });
}

// The call itself, without what its arguments do.
bool CallMayChange(const ast::Call& call, const Scope* scope) {
  const CalledThing thing = ThingCalled(call, scope);
  if (thing.kind == CalledThing::Kind::Own || ChangeBy(call, scope) != CallChange::Nothing ||
      RunsText(call)) {
    return true;
  }
  const Binding* module = BindingOf(FirstName(call.func), scope);
  // What is registered runs when the program ends.
  const bool is_late = module != nullptr && module->kind == BindingKind::Import &&
                       module->import.module == "atexit";
  return !is_late && IsHandedOn(call, scope);
}

bool CallsAnything(const ast::Node* node) {
  bool found = As<ast::Call>(node) != nullptr;
  ast::ForEachChild(node, [&](const ast::Node* child) { found = found || CallsAnything(child); });
  return found;
}

bool HasDefaultDicts(const FileIndexImpl& file) {
  const auto& bindings = file.module_scope().bindings;
  return bindings.contains("defaultdict") || bindings.contains("collections");
}

}  // namespace

bool Evaluator::DefinitionMayChange(const ast::Node* node, const Scope* scope) {
  const auto changes = [&](const ast::Node* each) {
    return each != nullptr && MayChange(each, scope);
  };
  if (const auto* def = As<ast::FunctionDef>(node)) {
    return std::ranges::any_of(
               def->decorator_list,
               [&](const ast::Expr* each) {
                 return !IsKernelDecoratorText(each) &&
                        (As<ast::Name>(each) != nullptr || changes(each) || IsOwn(each, scope));
               }) ||
           changes(def->args) || changes(def->returns);
  }
  const auto* cls = As<ast::ClassDef>(node);
  if (cls == nullptr) {
    return false;
  }
  // What it inherits from, its attributes and its metaclass may run when it is made.
  const bool is_told =
      scope->file->has_method("__init_subclass__") || scope->file->has_method("__set_name__");
  if (is_told || std::ranges::any_of(cls->keywords, [&](const ast::Keyword* each) {
        return IsOwn(each->value, scope);
      })) {
    return true;
  }
  return std::ranges::any_of(cls->body,
                             [&](const ast::Stmt* stmt) {
                               const auto* method = As<ast::FunctionDef>(stmt);
                               return method == nullptr
                                          ? changes(stmt)
                                          : changes(method->args) || changes(method->returns);
                             }) ||
         std::ranges::any_of(cls->decorator_list, [&](const ast::Expr* each) {
           return changes(each) || IsOwn(each, scope);
         });
}

bool Evaluator::PartsMayChange(const ast::Call& call, const Scope* scope) {
  const auto* attribute = As<ast::Attribute>(call.func);
  return (attribute != nullptr && MayChange(attribute->value, scope)) ||
         std::ranges::any_of(
             call.args, [&](const ast::Expr* each) { return MayChange(each, scope); }) ||
         std::ranges::any_of(call.keywords, [&](const ast::Keyword* each) {
           return MayChange(each->value, scope);
         });
}

bool Evaluator::IsGivenValues(const ast::Call& call, const Scope* scope) {
  const CalledThing thing = ThingCalled(call, scope);
  static constexpr std::string_view kReachAll[] = {"builtins", "ctypes", "gc", "importlib", "runpy", "sys", "timeit"};
  const bool reaches_all = std::ranges::find(kReachAll, thing.module) != std::end(kReachAll);
  if (running_ == 0 || thing.kind != CalledThing::Kind::Library || thing.is_unbound || reaches_all ||
      RunsText(call) || IsHandedOn(call, scope)) {
    return false;
  }
  const auto is_value = [&](const ast::Expr* each) {
    // What calls something is not looked at twice.
    const std::optional<Object> value = CallsAnything(each) ? std::nullopt : EvalIn(each, {scope, nullptr});
    return value && (value->is_number() || value->kind == ObjectKind::Str || value->kind == ObjectKind::None);
  };
  return std::ranges::all_of(call.args, is_value) &&
         std::ranges::all_of(call.keywords, [&](const ast::Keyword* each) { return is_value(each->value); });
}

bool Evaluator::MayChange(const ast::Node* node, const Scope* scope) {
  if (HasOwnScope(node) && ast::node_class(node->kind) != ast::NodeClass::Expr) {
    return DefinitionMayChange(node, scope);
  }
  const auto* call = As<ast::Call>(node);
  if ((call != nullptr && CallMayChange(*call, scope) && !IsGivenValues(*call, scope)) || MayRunHidden(node, scope)) {
    return true;
  }
  // `with own:` enters and leaves it.
  const auto* item = As<ast::WithItem>(node);
  if (item != nullptr && IsOwn(item->context_expr, scope)) {
    return true;
  }
  const auto* subscript = As<ast::Subscript>(node);
  const auto* attribute = As<ast::Attribute>(node);
  const bool stores = (subscript != nullptr && subscript->ctx != ast::ExprContext::Load) ||
                      (attribute != nullptr && attribute->ctx != ast::ExprContext::Load);
  if (stores || As<ast::AugAssign>(node) != nullptr || As<ast::Delete>(node) != nullptr) {
    return true;
  }
  // A defaultdict makes what is not there.
  if (subscript != nullptr && scope != nullptr && HasDefaultDicts(*scope->file)) {
    return true;
  }
  bool changes = false;
  ast::ForEachChild(node, [&](const ast::Node* child) {
    changes = changes || MayChange(child, scope);
  });
  return changes;
}

}  // namespace kernelc::sema
