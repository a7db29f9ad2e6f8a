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

// Whether `from path import cuda` is a program's own way to Numba's names: not where the package
// has a `cuda` itself.
bool MayForwardNumba(std::string_view path) {
  static constexpr std::string_view kOthers[] = {".chainer", ".cuda",       ".cupy",
                                                 ".jax",     ".tensorflow", ".torch"};
  return path.starts_with('.') && std::ranges::none_of(kOthers, [&](std::string_view other) {
           return path == other || path.starts_with(std::string(other) + '.');
         });
}

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
}

// Names of star imports; the last one that has it wins.
std::optional<Object> Evaluator::FromStarImports(std::string_view name, const Scope* scope,
                                                 std::uint32_t after) {
  // Files that import all of each other.
  const auto [visit, is_new] = star_names_.emplace(scope, name);
  if (!is_new) {
    return std::nullopt;
  }
  std::optional<Object> object = SearchStarImports(name, scope, after);
  star_names_.erase(visit);
  return object;
}

std::optional<Object> Evaluator::SearchStarImports(std::string_view name, const Scope* scope,
                                                   std::uint32_t after) {
  for (const Scope* around = scope; around != nullptr; around = around->parent) {
    for (auto star = around->star_imports.rbegin(); star != around->star_imports.rend(); ++star) {
      const std::optional<Object> module =
          star->order > after ? Import(*star, around) : std::nullopt;
      if (!module) {
        continue;
      }
      if (module->kind == ObjectKind::Module) {
        if (name.starts_with('_')) {
          continue;
        }
        if (std::optional<Object> member = ModuleMember(*module->module, name)) {
          return member;
        }
        continue;
      }
      if (IsPythonBuiltin(name)) {
        continue;
      }
      const std::string path = CanonicalMember(module->text, name);
      Object object = ResolvePath(path);
      if (object.kind != ObjectKind::External || IsKnownMember(path)) {
        return object;
      }
    }
  }
  return std::nullopt;
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

// Null where there is nothing of that name beside the file.
const ImportedModule* Evaluator::FindModule(const ImportRef& import, const FileIndexImpl& file) {
  const auto [place, inserted] =
      found_modules_.try_emplace({&file, import.level, import.module}, nullptr);
  if (inserted && file.resolver() != nullptr) {
    place->second = file.resolver()->Import(file.path(), import.level, import.module);
  }
  return place->second;
}

std::optional<Object> Evaluator::Import(const ImportRef& import, const Scope* scope) {
  const std::string dotted = std::string(import.level, '.') + std::string(import.module);
  std::string path = index::CanonicalModule(dotted);
  if (path.starts_with('.')) {
    const ImportedModule* module = FindModule(import, ImplOf(*scope->file));
    if (module != nullptr && (module->index || !host::IsLibraryModule(dotted))) {
      return import.name.empty() ? UseModule(module) : ModuleMember(*module, import.name);
    }
  }
  if (MayForwardNumba(path)) {
    if (import.name == "cuda") {
      return Object::External("cuda");
    }
    if (const std::optional<abi::ScalarKind> scalar = types::FindScalarType(import.name)) {
      return Object::Type(abi::ArgType::Scalar(*scalar));
    }
  }
  return import.name.empty() ? Object::External(std::move(path))
                             : ResolvePath(CanonicalMember(path, import.name));
}

// What `cuda`, `numba` and `nb` stand for before a dot: Numba's, where nothing is known of the name
// but that the file binds it, where it is None unless something else is there, and where it is the
// `cuda` of a module that is not there.
std::optional<Object> Evaluator::MeantAsNumba(std::string_view name, const Scope* scope,
                                              const std::optional<Object>& known) {
  const bool is_numba = name == "numba" || name == "nb";
  const Scope* owner = nullptr;
  if ((!is_numba && name != "cuda") || index::FindBinding(scope, name, &owner) == nullptr) {
    return known;
  }
  const bool is_meant = !known || known->kind == ObjectKind::None ||
                        (known->kind == ObjectKind::External && known->text.ends_with(".cuda") &&
                         MayForwardNumba(known->text));
  return is_meant ? Object::External(is_numba ? "numba" : "cuda") : known;
}

// `HAVE, cuda, float32 = detect()`: a type's name that is bound together with `cuda`, by what is not known.
std::optional<Object> Evaluator::NumbaTypeBeside(std::string_view name, const Binding& binding,
                                                 const Scope& scope) {
  const auto cuda = scope.bindings.find("cuda");
  if (cuda == scope.bindings.end() || binding.unpack.empty() || binding.previous != nullptr ||
      cuda->second.value != binding.value) {
    return std::nullopt;
  }
  const bool has_size = name.size() > 3 && name.back() >= '0' && name.back() <= '9';
  const std::optional<abi::ScalarKind> scalar = has_size ? types::FindScalarType(name) : std::nullopt;
  return scalar ? std::optional(Object::Type(abi::ArgType::Scalar(*scalar))) : std::nullopt;
}

std::optional<Object> Evaluator::ModuleMember(const ImportedModule& module, std::string_view name) {
  const Scope* scope = NamesOf(module);
  std::optional<Object> given;
  // What is wrong with its text is reported by itself.
  if (!AsksHost(scope) || IsGiven(name, scope, &given) || !module.syntax_errors.empty()) {
    return ModuleMemberInText(module, name);
  }
  return FromHost(name, *scope, [&] { return ModuleMemberInText(module, name); });
}

std::optional<Object> Evaluator::ModuleMemberInText(const ImportedModule& module,
                                                    std::string_view name) {
  used_modules_.insert(&module);
  if (const Scope* scope = NamesOf(module)) {
    if (std::optional<Object> given; IsGiven(name, scope, &given)) {
      return given;
    }
    const Scope* owner = nullptr;
    const Binding* binding = index::FindBinding(scope, name, &owner);
    if (binding != nullptr) {
      // A package that imports its own submodule binds the name to that: there it has no value yet.
      std::optional<Object> value = FromBinding(*binding, scope);
      if (value || binding->kind != BindingKind::Import) {
        return value && HoldsDeviceArray(*value) && ChangesOnDevice(name, *owner)
                   ? std::nullopt
                   : value;
      }
    } else if (std::optional<Object> object = FromStarImports(name, scope)) {
      return object;
    }
  }
  const ImportedModule* submodule =
      module.folder.empty() ? nullptr : index_->resolver()->Submodule(module, name);
  return submodule == nullptr ? std::nullopt : std::optional(UseModule(submodule));
}

}  // namespace kernelc::constants
