// What may define or change names beside the statements that bind them.
#include <algorithm>
#include <functional>

#include "compiler/ast/walk.h"
#include "compiler/index/index.h"
#include "compiler/scopes/scopes.h"

namespace kernelc::index {
namespace {

using ast::As;

// With these, names of a file can get values that its text does not give them.
bool IsDynamic(std::string_view identifier) {
  static constexpr std::string_view kNames[] = {
      "__builtins__", "__code__",    "__delattr__", "__dict__", "__globals__", "__import__",
      "__main__",     "__setattr__", "_getframe",   "builtins", "delattr",     "eval",
      "exec",         "f_globals",   "globals",     "importlib", "inspect",    "locals",
      "modules",      "patch",       "reload",      "setattr",  "vars"};
  return std::ranges::find(kNames, identifier) != std::end(kNames);
}

bool HasDynamic(const ast::Node* node) {
  const auto* name = As<ast::Name>(node);
  const auto* attribute = As<ast::Attribute>(node);
  // An attribute of a module may be given another value.
  const bool is_stored = attribute != nullptr && attribute->ctx != ast::ExprContext::Load;
  if ((name != nullptr && IsDynamic(name->id)) ||
      (attribute != nullptr && (is_stored || IsDynamic(attribute->attr)))) {
    return true;
  }
  if (const auto* import = As<ast::Import>(node)) {
    return std::ranges::any_of(import->names, [](const ast::Alias* alias) {
      return IsDynamic(alias->name.substr(0, alias->name.find('.')));
    });
  }
  if (const auto* from = As<ast::ImportFrom>(node)) {
    return IsDynamic(from->module) || std::ranges::any_of(from->names, [](const ast::Alias* alias) {
             return alias->name == "*" || IsDynamic(alias->name);
           });
  }
  bool has = false;
  ast::ForEachChild(node, [&](const ast::Node* child) { has = has || HasDynamic(child); });
  return has;
}

// Functions that hand an array on to functions, and names for it or its parts.
constexpr unsigned kMaxDepth = 8;

bool IsOf(const ast::Expr* expr, std::string_view name) {
  const ast::Name* first = expr == nullptr ? nullptr : scopes::FirstName(expr);
  return first != nullptr && first->id == name;
}

const FunctionInfo* FunctionCalled(const ast::Call& call, const Scope* scope) {
  const auto* callee = As<ast::Name>(call.func);
  const Scope* owner = nullptr;
  const Binding* binding = callee == nullptr ? nullptr : FindBinding(scope, callee->id, &owner);
  return binding != nullptr && binding->kind == BindingKind::Function &&
                 binding->previous == nullptr
             ? binding->function
             : nullptr;
}

bool MayWrite(const FunctionInfo& function, std::string_view name, unsigned depth);

// What a call may do to an argument, which is the array or a part of it.
bool MayWriteArgument(const ast::Call& call, std::size_t place, const Scope* scope,
                      unsigned depth) {
  const FunctionInfo* function = FunctionCalled(call, scope);
  if (function == nullptr) {
    // Other functions of kernels write to what their names say.
    const auto* attribute = As<ast::Attribute>(call.func);
    const std::string_view last = scopes::LastPart(call.func);
    return (attribute != nullptr && scopes::LastPart(attribute->value) == "atomic") ||
           last.starts_with("st");
  }
  const ast::NodeList<ast::Arg> parameters = function->arguments().args;
  return place >= parameters.size() || MayWrite(*function, parameters[place]->arg, depth + 1);
}

bool MayWriteIn(const ast::Node* node, std::string_view name, const FunctionInfo& function,
                unsigned depth) {
  const auto* subscript = As<ast::Subscript>(node);
  const auto* attribute = As<ast::Attribute>(node);
  const bool is_stored =
      (subscript != nullptr && subscript->ctx != ast::ExprContext::Load && IsOf(subscript, name)) ||
      (attribute != nullptr && attribute->ctx != ast::ExprContext::Load && IsOf(attribute, name));
  bool writes = is_stored;
  // Another name for it, or for a part.
  if (const auto* assign = As<ast::Assign>(node); assign != nullptr && IsOf(assign->value, name)) {
    for (const ast::Expr* target : assign->targets) {
      // What is stored to an element is copied; parts that are unpacked are not looked at one by
      // one.
      const auto* other = As<ast::Name>(target);
      const bool unpacks = As<ast::Tuple>(target) != nullptr || As<ast::List>(target) != nullptr;
      writes = writes || unpacks ||
               (other != nullptr && other->id != name && MayWrite(function, other->id, depth + 1));
    }
  }
  if (const auto* call = As<ast::Call>(node)) {
    for (std::size_t i = 0; i < call->args.size() && !writes; ++i) {
      writes = IsOf(call->args[i], name) && MayWriteArgument(*call, i, function.scope, depth);
    }
    writes = writes || std::ranges::any_of(call->keywords, [&](const ast::Keyword* each) {
               return IsOf(each->value, name);
             });
  }
  ast::ForEachChild(node, [&](const ast::Node* child) {
    writes = writes || MayWriteIn(child, name, function, depth);
  });
  return writes;
}

bool MayWrite(const FunctionInfo& function, std::string_view name, unsigned depth) {
  return depth > kMaxDepth || MayWriteIn(function.node(), name, function, depth);
}

}  // namespace

SourceRange HiddenDefinition(const ast::Module& module) {
  SourceRange first;
  const std::function<void(const ast::Node*)> find = [&](const ast::Node* node) {
    const auto* call = As<ast::Call>(node);
    const auto* name = call == nullptr ? nullptr : As<ast::Name>(call->func);
    const auto* space =
        call == nullptr || call->args.size() < 2 ? nullptr : As<ast::Call>(call->args[1]);
    const bool is_of_file = call != nullptr && (call->args.size() < 2 || space != nullptr);
    const bool is_it =
        name != nullptr && ((name->id == "exec" && is_of_file) || name->id == "globals");
    first = is_it && !first.has_value() ? node->range : first;
    if (!first.has_value()) {
      ast::ForEachChild(node, find);
    }
  };
  for (const ast::Stmt* stmt : module.body()) {
    find(stmt);
  }
  return first;
}

bool MayRebindNames(const ast::Module& module) {
  return std::ranges::any_of(module.body(), [](const ast::Stmt* stmt) { return HasDynamic(stmt); });
}

bool ChangesOnDevice(std::string_view name, const Scope& owner) {
  bool writes = false;
  ForEachBinding(*owner.file, [&](const Binding& each) {
    const Scope* found = nullptr;
    writes = writes || (each.kind == BindingKind::Function && each.function->is_for_devices() &&
                        FindBinding(each.function->scope, name, &found) != nullptr && found == &owner &&
                        MayWrite(*each.function, name, 0));
  });
  return writes;
}

}  // namespace kernelc::index
