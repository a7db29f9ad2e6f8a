// Names that come from other files, and from modules outside of the program.
#include <algorithm>

#include "compiler/sema/const_eval.h"
#include "compiler/sema/const_host.h"
#include "compiler/sema/extern_functions.h"
#include "compiler/sema/paths.h"

namespace kernelc::sema {
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

}  // namespace

// Names of star imports; the last one that has it wins.
std::optional<Object> Evaluator::FromStarImports(std::string_view name, const Scope* scope) {
  // Files that import all of each other.
  const auto [visit, is_new] = star_names_.emplace(scope, name);
  if (!is_new) {
    return std::nullopt;
  }
  std::optional<Object> object = SearchStarImports(name, scope);
  star_names_.erase(visit);
  return object;
}

// Whether `from module import *` takes a name: those of `__all__`, else those without an
// underscore.
bool Evaluator::IsExported(const ImportedModule& module, std::string_view name) {
  const Scope* scope = module.index ? &module.index->impl().module_scope() : nullptr;
  const auto all = scope == nullptr
                       ? std::unordered_map<std::string_view, Binding>::const_iterator()
                       : scope->bindings.find("__all__");
  if (scope == nullptr || all == scope->bindings.end()) {
    return !name.starts_with('_');
  }
  const std::optional<Object> names = FromBinding(all->second, scope, kEnd);
  const std::optional<std::vector<Object>> elements = names ? ObjectElements(*names) : std::nullopt;
  return !elements || std::ranges::any_of(*elements, [&](const Object& each) {
    return each.kind == ObjectKind::Str && each.text == name;
  });
}

std::optional<Object> Evaluator::SearchStarImports(std::string_view name, const Scope* scope) {
  for (const Scope* around = scope; around != nullptr; around = around->parent) {
    for (auto star = around->star_imports.rbegin(); star != around->star_imports.rend(); ++star) {
      const std::optional<Object> module = Import(*star, around);
      if (!module) {
        continue;
      }
      if (module->kind == ObjectKind::Module) {
        if (!IsExported(*module->module, name)) {
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

Object Evaluator::UseModule(const ImportedModule* module) {
  used_modules_.insert(module);
  Object object;
  object.kind = ObjectKind::Module;
  object.module = module;
  return object;
}

std::optional<Object> Evaluator::Import(const ImportRef& import, const Scope* scope) {
  const std::string dotted = std::string(import.level, '.') + std::string(import.module);
  std::string path = CanonicalModule(dotted);
  if (path.starts_with('.')) {
    ModuleResolver* resolver = scope->file->resolver();
    const ImportedModule* module =
        resolver == nullptr ? nullptr
                            : resolver->Import(scope->file->path(), import.level, import.module);
    if (module != nullptr && (module->index || !IsHostModule(dotted))) {
      return import.name.empty() ? UseModule(module) : ModuleMember(*module, import.name);
    }
  }
  if (MayForwardNumba(path)) {
    if (import.name == "cuda") {
      return Object::External("cuda");
    }
    if (const std::optional<abi::ScalarKind> scalar = FindScalarType(import.name)) {
      return Object::Type(abi::ArgType::Scalar(*scalar));
    }
  }
  return import.name.empty() ? Object::External(std::move(path))
                             : ResolvePath(CanonicalMember(path, import.name));
}

std::optional<Object> Evaluator::ModuleMember(const ImportedModule& module, std::string_view name) {
  used_modules_.insert(&module);
  if (module.index) {
    const FileIndexImpl& file = module.index->impl();
    const Scope* scope = &file.module_scope();
    const Scope* owner = nullptr;
    const Binding* binding = FindBinding(scope, name, &owner);
    if (binding != nullptr) {
      // A package that imports its own submodule binds the name to that: there it has no value yet.
      std::optional<Object> value = FromBinding(*binding, scope, kEnd);
      if (value || binding->kind != BindingKind::Import) {
        return value;
      }
    } else if (std::optional<Object> object = FromStarImports(name, scope)) {
      return object;
    }
    if (name == "__name__") {
      return Object::Str(file.module_name());
    }
  }
  const ImportedModule* submodule =
      module.folder.empty() ? nullptr : index_->resolver()->Submodule(module, name);
  return submodule == nullptr ? std::nullopt : std::optional(UseModule(submodule));
}

}  // namespace kernelc::sema
