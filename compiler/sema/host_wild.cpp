// Code of the host that gets at names of its file through dictionaries and modules.
#include <algorithm>

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

// The names of the file as a dictionary. `globals()["n"] = 1` and `globals().update(n=1)` are seen as changes of names.
bool IsNames(const ast::Expr* expr, const Scope* scope) {
  const auto* call = As<ast::Call>(expr);
  return IsLocals(expr, scope) ||
         (call != nullptr && call->args.empty() && LastPart(call->func) == "globals");
}

bool CallReachesAnyName(const ast::Call& call, const Scope* scope) {
  // These leave the dictionary as it is, or are looked at elsewhere.
  static constexpr std::string_view kReaders[] = {"dict", "eval",   "exec", "len", "list",
                                                  "print", "set", "sorted", "str"};
  static constexpr std::string_view kImporters[] = {"__import__", "import_module", "reload"};
  const std::string_view callee = LastPart(call.func);
  const auto* method = As<ast::Attribute>(call.func);
  const bool is_reader = std::ranges::find(kReaders, callee) != std::end(kReaders);
  const bool imports = std::ranges::find(kImporters, callee) != std::end(kImporters);
  const auto is_wild = [&](const ast::Expr* each) {
    const auto* name = As<ast::Name>(each);
    return (!is_reader && IsNames(each, scope)) ||
           (imports && name != nullptr && name->id == "__name__");
  };
  return (method != nullptr && IsLocals(method->value, scope) && IsChangingMethod(callee)) ||
         std::ranges::any_of(call.args, is_wild);
}

}  // namespace

bool ReachesAnyName(const ast::Node* node, const Scope* scope) {
  if (const auto* subscript = As<ast::Subscript>(node)) {
    const bool is_load = subscript->ctx == ast::ExprContext::Load;
    // sys.modules[__name__]
    return is_load ? LastPart(subscript->value) == "modules" &&
                         As<ast::Constant>(subscript->slice) == nullptr
                   : IsLocals(subscript->value, scope);
  }
  if (const auto* assign = As<ast::Assign>(node)) {
    return IsNames(assign->value, scope);
  }
  if (const auto* result = As<ast::Return>(node)) {
    return result->value != nullptr && IsNames(result->value, scope);
  }
  if (const auto* import = As<ast::Import>(node)) {
    return std::ranges::any_of(import->names,
                               [](const ast::Alias* each) { return each->name == "__main__"; });
  }
  if (const auto* call = As<ast::Call>(node)) {
    return CallReachesAnyName(*call, scope);
  }
  // In the body of a class.
  return As<ast::Global>(node) != nullptr && scope->kind == ScopeKind::Class;
}

}  // namespace kernelc::sema
