// Names of a file that need no run of it: bound once by its text, to what nothing can change.
#include <algorithm>

#include "compiler/ast/walk.h"
#include "compiler/constants/const_eval.h"
#include "compiler/host/host.h"
#include "compiler/scopes/scopes.h"
#include "compiler/constants/paths.h"
#include "compiler/functions/functions.h"

namespace kernelc::constants {
namespace {

using ast::As;

// What is imported in any scope is a library's.
bool ImportsLibrariesAlone(const FileIndexImpl& file) {
  bool alone = true;
  ForEachBinding(file, [&](const Binding& binding) {
    const ImportRef& import = binding.import;
    const std::string_view dotted = import.module;
    alone = alone && (binding.kind != BindingKind::Import ||
                      (import.level == 0 &&
                       (!index::CanonicalModule(dotted).starts_with('.') || host::IsLibraryModule(dotted) ||
                        file.resolver() == nullptr ||
                        file.resolver()->Import(file.path(), 0, dotted.substr(0, dotted.find('.'))) == nullptr)));
  });
  return alone;
}

}  // namespace

bool FileIndexImpl::imports_libraries_alone() const {
  std::call_once(imports_once_,
                 [this] { imports_libraries_alone_ = ImportsLibrariesAlone(*this); });
  return imports_libraries_alone_;
}

bool FileIndexImpl::is_plain() const {
  std::call_once(plain_once_, [this] {
    is_plain_ =
        options_.resolver != nullptr && !index::MayRebindNames(module()) && imports_libraries_alone();
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
      return !index::CanonicalModule(binding.import.module).starts_with('.');
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
  if (const auto* subscript = As<ast::Subscript>(expr)) {
    return IsPlainExpr(subscript->value, file) && IsPlainExpr(subscript->slice, file);
  }
  if (const auto* slice = As<ast::Slice>(expr)) {
    return slice->lower == nullptr && slice->upper == nullptr &&
           (slice->step == nullptr || As<ast::Constant>(slice->step) != nullptr);
  }
  const auto* call = As<ast::Call>(expr);
  if (call == nullptr || !call->keywords.empty() || !all(call->args) ||
      !IsPlainExpr(call->func, file)) {
    return false;
  }
  const std::optional<Object> callee = EvalIn(call->func, {&file.module_scope(), nullptr});
  return callee && (callee->kind == ObjectKind::Type || IsVoid(*callee) ||
                    (callee->kind == ObjectKind::External && functions::IsPure(callee->text)));
}

// Whether an argument of a decorator is what its text says whatever the program does. A list that is written out belongs to
// nobody else.
bool Evaluator::IsPlainArgument(const ast::Expr* expr, const Scope& scope) {
  if (As<ast::Constant>(expr) != nullptr) {
    return true;
  }
  const FileIndexImpl& file = ImplOf(*scope.file);
  bool is_of_file = file.is_plain();
  scopes::ForEachName(expr, [&](const ast::Name& name) {
    const Scope* owner = nullptr;
    is_of_file = is_of_file && (index::FindBinding(&scope, name.id, &owner) == nullptr ||
                                owner->kind == ScopeKind::Module);
  });
  const auto* list = As<ast::List>(expr);
  return is_of_file && (list == nullptr ? IsPlainExpr(expr, file)
                                        : std::ranges::all_of(list->elts, [&](const ast::Expr* element) {
                                            return IsPlainExpr(element, file);
                                          }));
}

bool Evaluator::IsPlain(std::string_view name, const Scope& owner,
                        const std::optional<Object>& object) {
  const bool is_fixed = object && !IsMutable(*object) && object->kind != ObjectKind::Array;
  if (!is_fixed || owner.kind != ScopeKind::Module || owner.file != index_ ||
      !index_->is_plain()) {
    return false;
  }
  const auto [place, is_new] = plain_.try_emplace(name);
  if (is_new) {
    const bool is_plain = IsPlainName(name, *index_);
    plain_[name] = is_plain;
    return is_plain;
  }
  return place->second;
}

}  // namespace kernelc::constants
