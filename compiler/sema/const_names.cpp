// Names of files: which of several bindings holds, imports, attributes.
#include <algorithm>

#include "compiler/sema/const_eval.h"
#include "compiler/sema/const_host.h"
#include "compiler/sema/const_numpy.h"
#include "compiler/sema/extern_functions.h"
#include "compiler/sema/paths.h"

namespace kernelc::sema {
namespace {

using ast::As;

// Functions, classes and imports are what somebody meant a name to be, under whatever condition.
bool IsDeclaration(const Binding& binding) {
  return binding.kind == BindingKind::Import || binding.kind == BindingKind::Function ||
         binding.kind == BindingKind::Class;
}

// Assigned inside a loop, and no constant of the text.
bool IsComputedInLoop(const Binding* binding) {
  const Guard* guard = binding->guard;
  while (guard != nullptr && guard->kind != Guard::Kind::Loop) {
    guard = guard->outer;
  }
  return guard != nullptr && binding->kind == BindingKind::Assign &&
         (binding->augmented || As<ast::Constant>(binding->value) == nullptr);
}

bool IsUnknownModule(const std::optional<Object>& object) {
  return !object || (object->kind == ObjectKind::External && object->text.starts_with('.'));
}

// Whether `from path import cuda` is a program's own way to Numba's names: not where the package has a `cuda` itself.
bool MayForwardNumba(std::string_view path) {
  static constexpr std::string_view kOthers[] = {".chainer", ".cuda", ".cupy",
                                                 ".jax",     ".tensorflow", ".torch"};
  return path.starts_with('.') && std::ranges::none_of(kOthers, [&](std::string_view other) {
           return path == other || path.starts_with(std::string(other) + '.');
         });
}

}  // namespace

std::optional<Object> FunctionBesideNone(const std::vector<std::optional<Object>>& values) {
  std::optional<Object> function;
  for (const std::optional<Object>& value : values) {
    if (!value || (value->kind == ObjectKind::Function && function)) {
      return std::nullopt;
    }
    if (value->kind == ObjectKind::Function) {
      function = value;
    } else if (value->kind != ObjectKind::None) {
      return std::nullopt;
    }
  }
  return function;
}

std::optional<Object> AskedOfDevice(const Object& callee) {
  if (callee.kind == ObjectKind::External && callee.text == "cuda.get_current_device") {
    return Object::External(std::string(kCurrentDevice));
  }
  // Kernels are compiled to be launched.
  if (callee.kind == ObjectKind::External && callee.text == "cuda.is_available") {
    return Object::Of(Number::Bool(true));
  }
  return std::nullopt;
}

std::optional<Object> Evaluator::EvalName(std::string_view name, const Scope* scope) {
  return NameAt(name, {scope, nullptr});
}

std::optional<Object> Evaluator::NameAt(std::string_view name, const Context& context) {
  const Scope* owner = nullptr;
  if (const Binding* binding = FindBinding(context.scope, name, &owner)) {
    return FromBinding(*binding, owner, owner == context.scope ? context.order : kEnd);
  }
  // No module exports Python's own names, but files may.
  if (std::optional<Object> object = FromStarImports(name, context.scope)) {
    return object;
  }
  if (IsPythonBuiltin(name)) {
    return Object::External(std::string(name));
  }
  if (name == "__debug__") {
    return Object::Of(Number::Bool(true));
  }
  if (name == "__name__" && context.scope != nullptr) {
    return Object::Str(context.scope->file->module_name());
  }
  if (name == "__file__" && context.scope != nullptr) {
    return Object::Str(FileOf(*context.scope->file));
  }
  return std::nullopt;
}

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

std::optional<Object> Evaluator::SearchStarImports(std::string_view name, const Scope* scope) {
  for (const Scope* around = scope; around != nullptr; around = around->parent) {
    for (auto star = around->star_imports.rbegin(); star != around->star_imports.rend(); ++star) {
      const std::optional<Object> module = Import(*star, around);
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

// The value of a name whose last binding is `last`, among the bindings before `order`.
std::optional<Object> Evaluator::FromBinding(const Binding& last, const Scope* scope,
                                             std::uint32_t order) {
  if (order == kEnd) {
    const auto known = names_.find(&last);
    if (known != names_.end()) {
      return known->second;
    }
    // What is defined by itself has no value.
    names_[&last] = std::nullopt;
  }
  // Those that may hold, the last one of the text first; ends with one that does.
  std::vector<const Binding*> candidates;
  for (const Binding* binding = &last; binding != nullptr; binding = binding->previous) {
    const std::optional<bool> holds =
        binding->order < order ? Holds(binding->guard, scope) : std::optional(false);
    if (holds != std::optional(false)) {
      candidates.push_back(binding);
    }
    if (holds == std::optional(true)) {
      break;
    }
  }
  std::optional<Object> value;
  if (candidates.size() == 1) {
    value = Definition(*candidates.front(), scope);
  } else if (!candidates.empty()) {
    std::vector<std::optional<Object>> values;
    for (const Binding* binding : candidates) {
      values.push_back(Definition(*binding, scope));
    }
    // What a loop computes may differ from turn to turn, whatever the first gives.
    const bool same = std::ranges::none_of(candidates, IsComputedInLoop) &&
                      std::ranges::all_of(values, [&](const std::optional<Object>& other) {
                        return other && values.front() &&
                               ObjectKey(*other) == ObjectKey(*values.front());
                      });
    if (same) {
      value = values.front();
    } else if (std::ranges::any_of(candidates, [](const Binding* b) { return IsDeclaration(*b); })) {
      const auto first = std::find_if(values.rbegin(), values.rend(),
                                      [](const auto& other) { return !IsUnknownModule(other); });
      value = first != values.rend() ? *first : values.back();
    } else {
      value = FunctionBesideNone(values);
      value = value ? value : WithoutMissingModules(candidates, scope);
    }
  } else if (order == kEnd) {
    // Functions under a flag that is false are better than none.
    const Binding* binding = &last;
    while (binding != nullptr && binding->kind != BindingKind::Function) {
      binding = binding->previous;
    }
    value = binding == nullptr ? std::nullopt : Definition(*binding, scope);
  }
  const bool is_variable = last.kind == BindingKind::Assign || last.kind == BindingKind::Opaque;
  if (order == kEnd && !value && is_variable && scope->kind == ScopeKind::Module) {
    const auto named = std::ranges::find_if(
        scope->bindings, [&](const auto& entry) { return &entry.second == &last; });
    value = named == scope->bindings.end() ? std::nullopt : FinalValue(named->first, *scope);
  }
  if (order == kEnd) {
    names_[&last] = value;
  }
  return value;
}

// The value of the one binding that needs no module which is not there: `HAVE = False` beside `import x; HAVE = True`.
std::optional<Object> Evaluator::WithoutMissingModules(
    const std::vector<const Binding*>& candidates, const Scope* scope) {
  const Binding* only = nullptr;
  for (const Binding* binding : candidates) {
    bool needs_module = false;
    bool depends = false;
    for (const Guard* guard = binding->guard; guard != nullptr; guard = guard->outer) {
      const bool unknown = guard->kind == Guard::Kind::Try && !TrySucceeds(*guard->attempt, scope);
      needs_module = needs_module || (unknown && !guard->negated);
      depends = depends || guard->kind != Guard::Kind::Try;
    }
    if (needs_module) {
      continue;
    }
    if (depends || only != nullptr) {
      return std::nullopt;
    }
    only = binding;
  }
  return only == nullptr || only->written_elsewhere ? std::nullopt : Definition(*only, scope);
}

// Whether what stands under `guard` runs; null where that is not known.
std::optional<bool> Evaluator::Holds(const Guard* guard, const Scope* scope) {
  std::optional<bool> all = true;
  bool never = false;
  for (; guard != nullptr; guard = guard->outer) {
    std::optional<bool> holds;
    switch (guard->kind) {
      case Guard::Kind::Test: {
        const std::optional<Object> test = EvalIn(guard->test, {scope, nullptr, guard->order});
        holds = test ? ObjectTruth(*test) : std::nullopt;
        break;
      }
      case Guard::Kind::Loop:
        // A test inside may come out otherwise the next time.
        never = false;
        break;
      case Guard::Kind::Try:
        holds = TrySucceeds(*guard->attempt, scope);
        break;
    }
    never = never || (holds && *holds == guard->negated);
    if (!holds) {
      all = std::nullopt;
    }
  }
  return never ? std::optional(false) : all;
}

// What a `try` holds is taken to work, save for imports of modules that are not there: who knows.
std::optional<bool> Evaluator::TrySucceeds(const ast::Try& attempt, const Scope* scope) {
  for (const ast::Stmt* stmt : attempt.body) {
    std::vector<ImportRef> imports;
    if (const auto* import = As<ast::Import>(stmt)) {
      for (const ast::Alias* alias : import->names) {
        imports.push_back({0, alias->name, {}});
      }
    } else if (const auto* from = As<ast::ImportFrom>(stmt)) {
      imports.push_back({static_cast<unsigned>(from->level), from->module, {}});
    }
    for (const ImportRef& import : imports) {
      if (IsUnknownModule(Import(import, scope))) {
        return std::nullopt;
      }
    }
  }
  return true;
}

std::optional<Object> Evaluator::Definition(const Binding& binding, const Scope* scope) {
  const auto known = values_.find(&binding);
  if (known != values_.end()) {
    return known->second;
  }
  values_[&binding] = std::nullopt;
  std::optional<Object> value = EvalDefinition(binding, scope);
  values_[&binding] = value;
  return value;
}

std::optional<Object> Evaluator::EvalDefinition(const Binding& binding, const Scope* scope) {
  switch (binding.kind) {
    case BindingKind::Import: {
      if (depth_ >= kMaxDepth) {
        return std::nullopt;
      }
      steps_ = depth_ == 0 ? 0 : steps_;
      ++depth_;
      std::optional<Object> object = Import(binding.import, scope);
      --depth_;
      return object;
    }
    case BindingKind::Function:
      return Object::Function(binding.function);
    case BindingKind::Class: {
      Object object;
      object.kind = ObjectKind::Class;
      object.class_scope = binding.class_scope;
      if (KindOf(*binding.class_scope) == ClassKind::NamedTuple) {
        return NamedTupleClass(*binding.class_scope);
      }
      return object;
    }
    case BindingKind::Assign: {
      if (binding.value == nullptr || binding.written_elsewhere) {
        return std::nullopt;
      }
      std::optional<Object> value = EvalIn(binding.value, {scope, nullptr, binding.order});
      if (binding.augmented) {
        const std::optional<Object> before =
            value && binding.previous != nullptr
                ? FromBinding(*binding.previous, scope, binding.order)
                : std::nullopt;
        return before ? FoldObjects(*binding.augmented, *before, *value) : std::nullopt;
      }
      for (const std::uint32_t index : binding.unpack) {
        const std::optional<std::vector<Object>> elements =
            value ? ObjectElements(*value) : std::nullopt;
        if (!elements || index >= elements->size()) {
          return std::nullopt;
        }
        value = (*elements)[index];
      }
      return value;
    }
    case BindingKind::Value:
      return *binding.object;
    case BindingKind::Parameter:
      return OuterParameter(binding, *scope);
    case BindingKind::Opaque:
      return std::nullopt;
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
  const std::string dotted =
      std::string(import.level, '.') + std::string(import.module);
  std::string path = CanonicalModule(dotted);
  if (path.starts_with('.')) {
    ModuleResolver* resolver = scope->file->resolver();
    const ImportedModule* module =
        resolver == nullptr
            ? nullptr
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

std::optional<Object> Evaluator::ModuleMember(const ImportedModule& module,
                                              std::string_view name) {
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

std::optional<Object> Evaluator::Member(const Object& base, std::string_view name) {
  switch (base.kind) {
    case ObjectKind::External:
      if (base.text == kCurrentDevice) {
        return name == "WARP_SIZE"               ? std::optional(Object::Of(Number::Int(32)))
               : name == "MAX_THREADS_PER_BLOCK" ? std::optional(Object::Of(Number::Int(1024)))
                                                 : std::nullopt;
      }
      if (!base.types.empty()) {
        return LimitsMember(base, name);
      }
      return ResolvePath(CanonicalMember(base.text, name));
    case ObjectKind::Str:
      return base.is_path ? PathMember(base, name) : std::nullopt;
    case ObjectKind::Module:
      return ModuleMember(*base.module, name);
    case ObjectKind::Class:
      return ClassMember(*base.class_scope, name);
    case ObjectKind::EnumMember:
      if (name == "value" || name == "_value_") {
        return base.elements.front();
      }
      return name == "name" || name == "_name_" ? std::optional(Object::Str(base.text))
                                                : std::nullopt;
    case ObjectKind::Type:
      if (name == "itemsize" && base.is_scalar_type()) {
        return Object::Of(Number::Int(abi::scalar_info(base.scalar_type()).size));
      }
      return name == "type" || name == "dtype" ? std::optional(base) : std::nullopt;
    case ObjectKind::Number: {
      if (name == "dtype" && base.typed) {
        return Object::Type(abi::ArgType::Scalar(base.scalar));
      }
      if (name != "real" && name != "imag") {
        return std::nullopt;
      }
      const bool real = name == "real";
      if (base.number.kind == NumberKind::Complex) {
        const Number part = Number::Float(real ? base.number.real : base.number.imag);
        const bool is_single = base.typed && base.scalar == abi::ScalarKind::Complex64;
        return !base.typed ? std::optional(Object::Of(part))
                           : TypedNumber(part, is_single ? abi::ScalarKind::Float32
                                                         : abi::ScalarKind::Float64);
      }
      if (real) {
        return base;
      }
      return base.typed ? TypedNumber(Number::Int(0), base.scalar)
                        : std::optional(Object::Of(base.number.kind == NumberKind::Float
                                                       ? Number::Float(0.0)
                                                       : Number::Int(0)));
    }
    case ObjectKind::Tuple:
      for (std::size_t i = 0; base.fields && i < base.fields->names.size(); ++i) {
        if (base.fields->names[i] == name) {
          return base.elements[i];
        }
      }
      return std::nullopt;
    case ObjectKind::Array:
      return ArrayMember(base, name);
    case ObjectKind::Function:
      // `py_func` is the function that a decorator was applied to.
      return name == "py_func" ? std::optional(base) : std::nullopt;
    case ObjectKind::None:
    case ObjectKind::Ellipsis:
    case ObjectKind::Dict:
    case ObjectKind::Signature:
    case ObjectKind::Decorator:
    case ObjectKind::NamedTupleType:
      return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace kernelc::sema
