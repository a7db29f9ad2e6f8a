// Code of the host that gets at names of its file through dictionaries and modules.
#include <algorithm>

#include "compiler/ast/walk.h"
#include "compiler/sema/const_effects.h"
#include "compiler/sema/host_effects.h"
#include "compiler/sema/host_variables.h"

namespace kernelc::sema {
namespace {

using ast::As;

// `locals()` and `vars()` of the file; those of a function change nothing.
bool IsLocals(const ast::Expr* expr, const Scope* scope) {
  const auto* call = As<ast::Call>(expr);
  const std::string_view callee = call == nullptr ? std::string_view() : LastPart(call->func);
  return call != nullptr && call->args.empty() && scope->kind != ScopeKind::Function &&
         (callee == "locals" || callee == "vars");
}

// The names of the file as a dictionary.
bool IsNames(const ast::Expr* expr, const Scope* scope) {
  const auto* call = As<ast::Call>(expr);
  return IsLocals(expr, scope) ||
         (call != nullptr && call->args.empty() && LastPart(call->func) == "globals");
}

// `sys.modules`
bool IsModules(const ast::Expr* expr) {
  const auto* attribute = As<ast::Attribute>(expr);
  return attribute != nullptr && attribute->attr == "modules";
}

bool IsOtherModule(const ast::Expr* key) {
  const auto* text = As<ast::Constant>(key);
  return text != nullptr && text->value.text != "__main__";
}

// Whether `name` is asked for its kind, or compared, at most.
bool IsAskedForKind(const ast::Node* node, std::string_view name) {
  static constexpr std::string_view kQuestions[] = {"callable",   "hasattr",    "isclass", "isfunction",
                                                    "isinstance", "issubclass", "type"};
  const auto* call = As<ast::Call>(node);
  if (As<ast::Compare>(node) != nullptr) {
    return true;
  }
  if (call != nullptr && std::ranges::find(kQuestions, LastPart(call->func)) != std::end(kQuestions)) {
    return true;
  }
  const auto* use = As<ast::Name>(node);
  bool is_asked = use == nullptr || use->id != name || use->ctx != ast::ExprContext::Load;
  ast::ForEachChild(node, [&](const ast::Node* child) { is_asked = is_asked && IsAskedForKind(child, name); });
  return is_asked;
}

// `[k for k, v in locals().items() if isinstance(v, type)]`: the names, of values that stay as they are.
void AddListedNames(const ast::Node* comprehension, const Scope* scope, std::set<const ast::Expr*>* tame) {
  for (const ast::Comprehension* each : GeneratorsOf(comprehension)) {
    const auto* call = As<ast::Call>(each->iter);
    const auto* method = call == nullptr ? nullptr : As<ast::Attribute>(call->func);
    const auto* pair = As<ast::Tuple>(each->target);
    const auto* value = pair == nullptr || pair->elts.size() != 2 ? nullptr : As<ast::Name>(pair->elts[1]);
    if (method != nullptr && method->attr == "items" && IsNames(method->value, scope) && value != nullptr &&
        IsAskedForKind(comprehension, value->id)) {
      tame->insert(method->value);
    }
  }
}

// What a node does with the names of the file or with `sys.modules` that leaves the contents of
// names alone, or is seen as a change of names elsewhere: `"n" in globals()`, `globals()["n"] = 1`,
// `sys.modules["numpy"]`.
void AddTame(const ast::Node* node, const Scope* scope, std::set<const ast::Expr*>* tame) {
  AddListedNames(node, scope, tame);
  static constexpr std::string_view kReaders[] = {"eval",  "exec", "len",    "list",
                                                  "print", "set",  "sorted", "str"};
  if (const auto* subscript = As<ast::Subscript>(node)) {
    const bool is_known = subscript->ctx != ast::ExprContext::Load
                              ? !IsLocals(subscript->value, scope)
                              : !NameThroughGlobals(subscript).empty();
    if (is_known || (IsModules(subscript->value) && IsOtherModule(subscript->slice))) {
      tame->insert(subscript->value);
    }
  } else if (const auto* compare = As<ast::Compare>(node)) {
    tame->insert(compare->comparators.begin(), compare->comparators.end());
  } else if (const auto* call = As<ast::Call>(node)) {
    const auto* method = As<ast::Attribute>(call->func);
    const std::string_view callee = LastPart(call->func);
    const bool is_other = method != nullptr && IsModules(method->value) && !call->args.empty() &&
                          IsOtherModule(call->args.front());
    const bool is_change = method != nullptr && !IsLocals(method->value, scope) &&
                           !IsModules(method->value) && IsChangingMethod(callee);
    const bool is_tame =
        is_other || is_change || callee == "keys" || !NameThroughGlobals(call).empty();
    if (method != nullptr && is_tame) {
      tame->insert(method->value);
    }
    if (std::ranges::find(kReaders, callee) != std::end(kReaders)) {
      tame->insert(call->args.begin(), call->args.end());
    }
  }
}

// Attributes of functions, frames and the collector that give everything there is.
bool IsWildAttribute(std::string_view name) {
  static constexpr std::string_view kNames[] = {"__builtins__",  "__globals__",   "f_back",
                                                "f_globals",     "f_locals",      "get_objects",
                                                "get_referents", "get_referrers", "gi_frame"};
  return std::ranges::find(kNames, name) != std::end(kNames);
}

bool ImportsItself(const ast::Call& call) {
  static constexpr std::string_view kImporters[] = {"__import__", "import_module", "reload"};
  return std::ranges::find(kImporters, LastPart(call.func)) != std::end(kImporters) &&
         std::ranges::any_of(call.args, [](const ast::Expr* each) {
           const auto* name = As<ast::Name>(each);
           return name != nullptr && name->id == "__name__";
         });
}

}  // namespace

bool WildFinder::Visit(const ast::Node* node, const Scope* scope, bool is_called) {
  AddTame(node, scope, &tame_);
  if (const auto* call = As<ast::Call>(node)) {
    return ImportsItself(*call) || (IsNames(call, scope) && !tame_.contains(call));
  }
  if (const auto* attribute = As<ast::Attribute>(node)) {
    return IsWildAttribute(attribute->attr) || (IsModules(attribute) && !tame_.contains(attribute));
  }
  if (const auto* name = As<ast::Name>(node)) {
    return name->id == "globals" && !is_called;
  }
  if (const auto* import = As<ast::Import>(node)) {
    return std::ranges::any_of(import->names,
                               [](const ast::Alias* each) { return each->name == "__main__"; });
  }
  if (const auto* from = As<ast::ImportFrom>(node)) {
    return from->module == "sys" && std::ranges::any_of(from->names, [](const ast::Alias* each) {
             return each->name == "modules";
           });
  }
  // In the body of a class.
  return As<ast::Global>(node) != nullptr && scope->kind == ScopeKind::Class;
}

bool ReachesLocals(const ast::Node* node) {
  const auto* call = As<ast::Call>(node);
  const auto* attribute = As<ast::Attribute>(node);
  const std::string_view callee = call == nullptr ? std::string_view() : LastPart(call->func);
  return (call != nullptr && call->args.empty() && (callee == "locals" || callee == "vars")) ||
         (call != nullptr && RunsText(*call)) ||
         (attribute != nullptr && attribute->attr == "f_locals");
}

}  // namespace kernelc::sema
