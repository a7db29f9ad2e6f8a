// Names that come from other files, and from modules outside of the program.
#include <algorithm>

#include "compiler/constants/const_eval.h"
#include "compiler/host/host.h"
#include "compiler/constants/extern_functions.h"
#include "compiler/scopes/scopes.h"
#include "compiler/constants/paths.h"
#include "compiler/types/written_types.h"

namespace kernelc::constants {
namespace {

// Calls of methods that stand as statements, outside of functions and classes.
void CollectMethodCalls(ast::NodeList<ast::Stmt> body, std::vector<const ast::Call*>* calls) {
  for (const ast::Stmt* stmt : body) {
    if (const auto* branch = ast::As<ast::If>(stmt)) {
      CollectMethodCalls(branch->body, calls);
      CollectMethodCalls(branch->orelse, calls);
    } else if (const auto* attempt = ast::As<ast::Try>(stmt)) {
      CollectMethodCalls(attempt->body, calls);
    }
    const auto* expression = ast::As<ast::ExprStmt>(stmt);
    const auto* call = expression == nullptr ? nullptr : ast::As<ast::Call>(expression->value);
    if (call != nullptr && ast::As<ast::Attribute>(call->func) != nullptr) {
      calls->push_back(call);
    }
  }
}

}  // namespace

// `sys.path.insert(0, folder)`, `sys.path.append(folder)`, `sys.path.extend([folder])`
void Evaluator::AddSearchFolders() {
  std::vector<const ast::Call*> calls;
  CollectMethodCalls(index_->module().body(), &calls);
  // No run finds modules before.
  ++asked_;
  for (const ast::Call* call : calls) {
    const auto* method = ast::As<ast::Attribute>(call->func);
    const bool inserts = method->attr == "insert" && call->args.size() == 2;
    const bool extends = method->attr == "extend" && call->args.size() == 1;
    const bool appends = extends || (method->attr == "append" && call->args.size() == 1);
    const Scope* scope = &index_->module_scope();
    const auto* list = ast::As<ast::Attribute>(method->value);
    const auto* name = ast::As<ast::Name>(method->value);
    const bool may_be_path = (list != nullptr && list->attr == "path") ||
                             (name != nullptr && name->id == "path");
    const std::optional<Object> path =
        may_be_path && (inserts || appends) ? Eval(method->value, scope) : std::nullopt;
    if (index_->resolver() == nullptr || !path || path->kind != ObjectKind::External ||
        path->text != ".sys.path") {
      continue;
    }
    const std::optional<Object> given = Eval(call->args.back(), scope);
    const std::optional<ObjectList> folders =
        given && extends ? ObjectElements(*given) : ObjectList{given.value_or(Object())};
    for (const Object& folder : folders.value_or(ObjectList())) {
      if (folder.kind == ObjectKind::Str) {
        index_->resolver()->AddFolder(folder.text, inserts);
      }
    }
  }
  --asked_;
}

// The scope of a module's names, those of functions with what their decorators say; null where it has no file.
const Scope* Evaluator::NamesOf(const ImportedModule& module) {
  if (!module.index) {
    return nullptr;
  }
  index_->resolver()->ReadFunctions(module);
  return &module.index->impl().module_scope();
}

Object Evaluator::UseModule(const ImportedModule* module) {
  used_modules_.insert(module);
  Object object;
  object.kind = ObjectKind::Module;
  object.module = module;
  return object;
}

std::optional<Object> Evaluator::ModuleMember(const ImportedModule& module, std::string_view name) {
  used_modules_.insert(&module);
  const Scope* scope = NamesOf(module);
  std::optional<Object> given;
  if (IsGiven(name, scope, &given)) {
    return given;
  }
  if (scope != nullptr && !module.syntax_errors.empty()) {
    // What is wrong with its text is reported by itself.
    return NameInText(name, {scope, nullptr});
  }
  const host::Found* found = Run().InFile(module.path.empty() ? module.folder : module.path, name);
  std::optional<Object> known = found == nullptr ? std::nullopt : ObjectOf(*found);
  const bool is_changed = known && scope != nullptr && HoldsDeviceArray(*known) && ChangesOnDevice(name, *scope);
  return is_changed ? std::nullopt : known;
}

}  // namespace kernelc::constants
