// The environment, as host code reads it while it computes constants. What it says is an input as
// files are: the resolver that is asked for it remembers the answer.
#include <algorithm>

#include "compiler/ast/walk.h"
#include "compiler/sema/const_eval.h"
#include "compiler/sema/const_host.h"

namespace kernelc::sema {
namespace {

using ast::As;

// Methods of `os.environ` that leave it as it is.
bool OnlyReads(std::string_view method) {
  static constexpr std::string_view kMethods[] = {"copy", "get", "items", "keys", "values"};
  return std::ranges::find(kMethods, method) != std::end(kMethods);
}

// Whether a text does nothing to `os.environ` but to look names up: `os.environ["N"]`,
// `os.environ.get("N")`,
// `"N" in os.environ`. `is_looked_up`: the node stands where that is done.
bool LeavesEnvironment(const ast::Node* node, bool is_looked_up) {
  const auto* attribute = As<ast::Attribute>(node);
  const auto* word = As<ast::Name>(node);
  const bool is_environment = (attribute != nullptr && attribute->attr == "environ") ||
                              (word != nullptr && word->id == "environ");
  const auto* alias = As<ast::Alias>(node);
  const bool renames = alias != nullptr && alias->name == "environ" && !alias->asname.empty();
  const bool puts =
      attribute != nullptr && (attribute->attr == "putenv" || attribute->attr == "unsetenv");
  if ((is_environment && !is_looked_up) || renames || puts) {
    return false;
  }
  const auto* subscript = As<ast::Subscript>(node);
  bool leaves = true;
  ast::ForEachChild(node, [&](const ast::Node* child) {
    const bool looks_up = (subscript != nullptr && child == subscript->value &&
                           subscript->ctx == ast::ExprContext::Load) ||
                          (attribute != nullptr && OnlyReads(attribute->attr)) ||
                          As<ast::Compare>(node) != nullptr;
    leaves = leaves && LeavesEnvironment(child, looks_up);
  });
  return leaves;
}

bool LeavesEnvironment(const FileIndexImpl& file) {
  return std::ranges::all_of(file.module().body(),
                             [](const ast::Stmt* stmt) { return LeavesEnvironment(stmt, false); });
}

}  // namespace

std::optional<Object> Evaluator::Variable(const Object& name) {
  if (name.kind != ObjectKind::Str || name.is_bytes || index_->resolver() == nullptr) {
    return std::nullopt;
  }
  const auto leave_it = [](const std::set<const ImportedModule*>& modules) {
    return std::ranges::all_of(modules, [](const ImportedModule* module) {
      return !module->index || LeavesEnvironment(module->index->impl());
    });
  };
  // As in ChangedByOthers.
  if (!LeavesEnvironment(*index_) || !leave_it(used_modules_) ||
      (reader_ != nullptr && !leave_it(ModulesOfProgram()))) {
    return std::nullopt;
  }
  const std::optional<std::string> value = index_->resolver()->Variable(name.text);
  if (!value) {
    return Object();
  }
  // Other characters depend on how Python decodes them.
  return IsAscii(*value) ? std::optional(Object::Str(*value)) : std::nullopt;
}

}  // namespace kernelc::sema
