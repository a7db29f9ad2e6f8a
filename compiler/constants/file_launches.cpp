// How a file itself launches its kernels.
#include <algorithm>

#include "compiler/ast/walk.h"
#include "compiler/constants/const_eval.h"
#include "compiler/scopes/scopes.h"
#include "compiler/constants/constants.h"

namespace kernelc::constants {
namespace {

using ast::As;

class LaunchFinder {
 public:
  LaunchFinder(const FileIndexImpl& index, std::string_view kernel)
      : index_(&index), evaluator_(index, arena_), kernel_(kernel) {}

  std::vector<FileLaunch> Find() {
    for (const ast::Stmt* stmt : index_->module().body()) {
      Visit(stmt, &index_->module_scope());
    }
    return std::move(launches_);
  }

 private:
  void Visit(const ast::Node* node, const Scope* scope) {
    if (const auto* subscript = As<ast::Subscript>(node)) {
      AddLaunch(*subscript, scope);
    }
    const Scope* inner = ScopeInside(node, scope);
    ast::ForEachChild(node, [&](const ast::Node* child) { Visit(child, inner); });
  }

  const Scope* ScopeInside(const ast::Node* node, const Scope* scope) const {
    if (const FunctionInfo* function =
            As<ast::FunctionDef>(node) != nullptr ? evaluator_.FunctionAt(node, scope) : nullptr) {
      return function->scope;
    }
    if (const auto* def = As<ast::ClassDef>(node)) {
      const auto found = scope->bindings.find(def->name);
      const bool is_known = found != scope->bindings.end() && found->second.class_scope != nullptr;
      return is_known ? found->second.class_scope : scope;
    }
    return scope;
  }

  // `kernel[grid, block]`, with or without a call behind it.
  void AddLaunch(const ast::Subscript& subscript, const Scope* scope) {
    const auto* configuration = As<ast::Tuple>(subscript.slice);
    if (configuration == nullptr || configuration->elts.size() < 2 ||
        scopes::LastPart(subscript.value) != kernel_) {
      return;
    }
    if (const std::optional<std::array<std::uint32_t, 3>> block =
            Extents(configuration->elts[1], scope)) {
      launches_.push_back({*block, index_->sources().begin(subscript.range).line});
    }
  }

  // A number or a tuple of one to three, where all are known.
  std::optional<std::array<std::uint32_t, 3>> Extents(const ast::Expr* expr, const Scope* scope) {
    const std::optional<Object> object = evaluator_.Eval(expr, scope);
    std::array<std::uint32_t, 3> extents = {1, 1, 1};
    if (!object) {
      return std::nullopt;
    }
    if (object->kind != ObjectKind::Tuple) {
      return Extent(*object, &extents[0]) ? std::optional(extents) : std::nullopt;
    }
    if (object->elements.empty() || object->elements.size() > extents.size()) {
      return std::nullopt;
    }
    for (std::size_t i = 0; i < object->elements.size(); ++i) {
      if (!Extent(object->elements[i], &extents[i])) {
        return std::nullopt;
      }
    }
    return extents;
  }

  static bool Extent(const Object& object, std::uint32_t* extent) {
    constexpr Int128 kMost = 1024;
    if (!object.is_number() || !object.number.is_integral() || object.number.integer < 1 ||
        object.number.integer > kMost) {
      return false;
    }
    *extent = static_cast<std::uint32_t>(object.number.integer);
    return true;
  }

  const FileIndexImpl* index_;
  CodeArena arena_;
  Evaluator evaluator_;
  std::string_view kernel_;
  std::vector<FileLaunch> launches_;
};

}  // namespace

std::vector<FileLaunch> FindFileLaunches(const FileIndex& index, std::size_t function) {
  const FunctionInfo& info = index.impl().entry_function(function);
  return info.def == nullptr ? std::vector<FileLaunch>()
                             : LaunchFinder(index.impl(), info.def->name).Find();
}

}  // namespace kernelc::constants
