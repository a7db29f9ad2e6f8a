// Names of a file that need no run of it: bound once by its text, to what nothing can change.
#include <algorithm>

#include "compiler/ast/walk.h"
#include "compiler/sema/const_eval.h"
#include "compiler/sema/const_host.h"
#include "compiler/scopes/scopes.h"
#include "compiler/sema/paths.h"

namespace kernelc::sema {
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

// What is imported in any scope is a library's.
bool ImportsLibrariesAlone(const FileIndexImpl& file) {
  const auto is_library = [&](const Binding& binding) {
    if (binding.kind != BindingKind::Import) {
      return true;
    }
    const ImportRef& import = binding.import;
    const std::string_view dotted = import.module;
    return import.level == 0 &&
           (!CanonicalModule(dotted).starts_with('.') || IsHostModule(dotted) ||
            file.resolver() == nullptr ||
            file.resolver()->Import(file.path(), 0, dotted.substr(0, dotted.find('.'))) == nullptr);
  };
  for (const Scope& scope : file.scopes()) {
    for (const auto& [name, last] : scope.bindings) {
      for (const Binding* each = &last; each != nullptr; each = each->previous) {
        if (!is_library(*each)) {
          return false;
        }
      }
    }
  }
  return true;
}

}  // namespace

SourceRange FileIndexImpl::hidden_definition() const {
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
  for (const ast::Stmt* stmt : module_->body()) {
    find(stmt);
  }
  return first;
}

bool FileIndexImpl::imports_libraries_alone() const {
  std::call_once(imports_once_,
                 [this] { imports_libraries_alone_ = ImportsLibrariesAlone(*this); });
  return imports_libraries_alone_;
}

bool FileIndexImpl::is_plain() const {
  std::call_once(plain_once_, [this] {
    is_plain_ = options_.resolver != nullptr &&
                std::ranges::none_of(module_->body(),
                                     [](const ast::Stmt* stmt) { return HasDynamic(stmt); }) &&
                imports_libraries_alone();
  });
  return is_plain_;
}

bool Evaluator::IsPlainName(std::string_view name, const FileIndexImpl& file) {
  const Scope& module = file.module_scope();
  const auto found = module.bindings.find(name);
  if (found == module.bindings.end()) {
    return IsPythonBuiltin(name);
  }
  const Binding& binding = found->second;
  const bool is_global = std::ranges::any_of(
      file.scopes(), [&](const Scope& scope) { return scope.global_names.contains(name); });
  if (binding.previous != nullptr || binding.guard != nullptr || is_global ||
      depth_ > kMaxDepth / 4) {
    return false;
  }
  switch (binding.kind) {
    case BindingKind::Import:
      return !CanonicalModule(binding.import.module).starts_with('.');
    case BindingKind::Function:
      // Until it is defined, a builtin has its name.
      return !IsPythonBuiltin(name) &&
             std::ranges::all_of(binding.function->def->decorator_list, scopes::IsKernelDecoratorText);
    case BindingKind::Assign: {
      ++depth_;
      const bool is_plain = binding.value != nullptr && binding.unpack.empty() &&
                            !binding.augmented && IsPlainExpr(binding.value, file);
      --depth_;
      return is_plain;
    }
    case BindingKind::Class:
    case BindingKind::Parameter:
    case BindingKind::Value:
    case BindingKind::Opaque:
      return false;
  }
  return false;
}

// Numbers, strings and tuples of them, computed from others; types and functions of libraries.
bool Evaluator::IsPlainExpr(const ast::Expr* expr, const FileIndexImpl& file) {
  const auto all = [&](ast::NodeList<ast::Expr> parts) {
    return std::ranges::all_of(parts,
                               [&](const ast::Expr* part) { return IsPlainExpr(part, file); });
  };
  if (As<ast::Constant>(expr) != nullptr) {
    return true;
  }
  if (const auto* name = As<ast::Name>(expr)) {
    return IsPlainName(name->id, file);
  }
  if (const auto* attribute = As<ast::Attribute>(expr)) {
    return IsPlainExpr(attribute->value, file);
  }
  if (const auto* unary = As<ast::UnaryOp>(expr)) {
    return IsPlainExpr(unary->operand, file);
  }
  if (const auto* binary = As<ast::BinOp>(expr)) {
    return IsPlainExpr(binary->left, file) && IsPlainExpr(binary->right, file);
  }
  if (const auto* tuple = As<ast::Tuple>(expr)) {
    return all(tuple->elts);
  }
  const auto* call = As<ast::Call>(expr);
  if (call == nullptr || !call->keywords.empty() || !all(call->args) ||
      !IsPlainExpr(call->func, file)) {
    return false;
  }
  const std::optional<Object> callee = EvalIn(call->func, {&file.module_scope(), nullptr});
  static constexpr std::string_view kPure[] = {"abs", "bool", "float", "int",
                                               "max", "min",  "round"};
  return callee && (callee->kind == ObjectKind::Type ||
                    (callee->kind == ObjectKind::External &&
                     (callee->text.starts_with("math.") ||
                      std::ranges::find(kPure, callee->text) != std::end(kPure))));
}

bool Evaluator::IsPlain(std::string_view name, const Scope& owner,
                        const std::optional<Object>& object) {
  const bool is_fixed = object && !IsMutable(*object) && object->kind != ObjectKind::Array;
  if (!is_fixed || owner.kind != ScopeKind::Module || owner.file != index_ ||
      !owner.file->is_plain()) {
    return false;
  }
  const auto [place, is_new] = plain_.try_emplace(name);
  if (is_new) {
    const bool is_plain = IsPlainName(name, *owner.file);
    plain_[name] = is_plain;
    return is_plain;
  }
  return place->second;
}

}  // namespace kernelc::sema
