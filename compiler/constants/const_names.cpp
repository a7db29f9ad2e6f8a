// Names of files: which of several bindings holds, imports, attributes.
#include <algorithm>

#include "compiler/constants/const_eval.h"
#include "compiler/constants/extern_functions.h"
#include "compiler/constants/paths.h"
#include "compiler/host/host.h"
#include "compiler/scopes/scopes.h"

namespace kernelc::constants {

std::optional<Object> Evaluator::EvalName(std::string_view name, const Scope* scope) {
  std::optional<Object> known = NameAt(name, {scope, nullptr});
  const Scope* owner = nullptr;
  const bool is_changed = known && HoldsDeviceArray(*known) &&
                          index::FindBinding(scope, name, &owner) != nullptr &&
                          ChangesOnDevice(name, *owner);
  return is_changed ? std::nullopt : MeantByImport(name, scope, known);
}

// A name that is None here, where the program finds no device, and that the file imports elsewhere:
// kernels mean the import.
std::optional<Object> Evaluator::MeantByImport(std::string_view name, const Scope* scope,
                                               const std::optional<Object>& known) {
  const Scope* owner = nullptr;
  const bool is_none = known && known->kind == ObjectKind::None;
  const Binding* binding = is_none ? index::FindBinding(scope, name, &owner) : nullptr;
  while (binding != nullptr && binding->kind != BindingKind::Import) {
    binding = binding->previous;
  }
  const std::optional<Object> import =
      binding == nullptr ? std::nullopt : Definition(*binding, owner);
  const bool is_of_kernels =
      import && import->kind == ObjectKind::External && index::IsKnownPath(import->text);
  return is_of_kernels ? import : known;
}

// Whether libraries alone say what a name is, whatever the program does.
bool Evaluator::IsOfLibraries(std::string_view name, const Scope& scope) const {
  const auto is_of_program = [](std::string_view module) {
    return index::CanonicalModule(module).starts_with('.');
  };
  const Scope* owner = nullptr;
  const Binding* binding = index::FindBinding(&scope, name, &owner);
  if (binding == nullptr) {
    return std::ranges::none_of(scope.file->module_scope().star_imports, is_of_program,
                                &ImportRef::module);
  }
  return binding->kind == BindingKind::Import && binding->previous == nullptr &&
         !binding->condition.is_open && owner->kind == ScopeKind::Module &&
         !is_of_program(binding->import.module);
}

std::optional<Object> Evaluator::NameAt(std::string_view name, const Context& context) {
  std::optional<Object> given;
  const bool is_in_text = !AsksHost(context.scope) || !index::IsOuterName(name, context.scope) ||
                          (kernel_ == nullptr && IsOfLibraries(name, *context.scope));
  if (is_in_text || IsGiven(name, context.scope, &given)) {
    return NameInText(name, context);
  }
  const Scope* owner = nullptr;
  const bool is_bound = index::FindBinding(context.scope, name, &owner) != nullptr;
  const Scope& scope = is_bound ? *owner : context.scope->file->module_scope();
  if (const host::Found* found = FoundIn(scope, name)) {
    // Code that may reach all names of the file leaves those alone that it binds nowhere, or by an
    // import alone.
    const bool is_reached = found->value == nullptr && (found->is_changed || !is_bound);
    return is_reached && IsOfLibraries(name, *context.scope) ? NameInText(name, context)
                                                             : ObjectOf(*found);
  }
  // Of a function that the program does not call, or calls several times.
  if (scope.kind == ScopeKind::Function) {
    return NameInText(name, context);
  }
  if (const host::Found* changed = ChangedInLibrary("builtins", name)) {
    return ObjectOf(*changed);
  }
  return NameOfLibraries(name, *context.scope);
}

// What a name is without the run: what a library or the one definition in the text says.
std::optional<Object> Evaluator::NameInText(std::string_view name, const Context& context) {
  if (std::optional<Object> given; IsGiven(name, context.scope, &given)) {
    return given;
  }
  const Scope* owner = nullptr;
  if (const Binding* binding = index::FindBinding(context.scope, name, &owner)) {
    const bool is_one = binding->previous == nullptr && !binding->condition.is_open;
    return is_one ? Definition(*binding, owner) : std::nullopt;
  }
  return context.scope == nullptr ? std::nullopt : NameOfLibraries(name, *context.scope);
}

// What is not bound: names of star imports, the last one first, and Python's own, which no library
// has.
std::optional<Object> Evaluator::NameOfLibraries(std::string_view name, const Scope& scope) const {
  if (IsPythonBuiltin(name)) {
    return Object::External(std::string(name));
  }
  if (name == "__file__") {
    return Object::Str(FileOf(ImplOf(*scope.file)));
  }
  const std::vector<ImportRef>& stars = scope.file->module_scope().star_imports;
  for (auto star = stars.rbegin(); star != stars.rend(); ++star) {
    // What files give, the run has.
    const std::string module = index::CanonicalModule(star->module);
    const std::string path = CanonicalMember(module, name);
    Object object = ResolvePath(path);
    if (!module.starts_with('.') && (object.kind != ObjectKind::External || IsKnownMember(path))) {
      return object;
    }
  }
  return std::nullopt;
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
      const ImportRef& import = binding.import;
      const std::string dotted = std::string(import.level, '.') + std::string(import.module);
      return import.name.empty() ? Object::External(index::CanonicalModule(dotted))
                                 : LibraryAt(host::MeantPath(dotted, import.name));
    }
    case BindingKind::Function:
      return Object::Function(binding.function);
    case BindingKind::Assign: {
      const bool is_whole =
          binding.value != nullptr && !binding.augmented && binding.unpack.empty();
      return is_whole ? EvalIn(binding.value, {scope, nullptr}) : std::nullopt;
    }
    case BindingKind::Value:
      return static_cast<const BoundObject&>(*binding.bound).object;
    case BindingKind::Class:
    case BindingKind::Parameter:
    case BindingKind::Opaque:
      return std::nullopt;
  }
  return std::nullopt;
}

std::optional<Object> Evaluator::TupleMember(const Object& base, std::string_view name) {
  for (std::size_t i = 0; base.fields && i < base.fields->names.size(); ++i) {
    if (base.fields->names[i] == name) {
      return base.elements[i];
    }
  }
  return base.class_scope == nullptr ? std::nullopt : UnboundMember(*base.class_scope, name);
}

std::optional<Object> Evaluator::Member(const Object& base, std::string_view name) {
  switch (base.kind) {
    case ObjectKind::External:
      if (const host::Found* changed = ChangedInLibrary(base.text, name)) {
        return ObjectOf(*changed);
      }
      return ResolvePath(CanonicalMember(base.text, name));
    case ObjectKind::Instance:
      // Private names are mangled.
      return name.starts_with("__") && !name.ends_with("__") ? std::nullopt
                                                             : InstanceMember(base, name);
    case ObjectKind::Module:
      return ModuleMember(*base.module, name);
    case ObjectKind::Class: {
      const std::optional<Object> member = ClassMember(*base.class_scope, name);
      const bool is_class_method =
          member && member->kind == ObjectKind::Function && IsClassMethod(*member->function);
      return is_class_method ? std::nullopt : member;
    }
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
    case ObjectKind::Tuple:
      return TupleMember(base, name);
    case ObjectKind::Array:
      return ArrayMember(base, name);
    case ObjectKind::Function:
      // `py_func` is the function that a decorator was applied to.
      if (name == "__name__" && base.function->def != nullptr) {
        return Object::Str(base.function->def->name);
      }
      return name == "py_func" ? std::optional(base) : std::nullopt;
    case ObjectKind::None:
    case ObjectKind::Ellipsis:
    case ObjectKind::Number:
    case ObjectKind::Dict:
    case ObjectKind::NamedTupleType:
    case ObjectKind::Signature:
    case ObjectKind::Str:
      break;
  }
  return std::nullopt;
}

}  // namespace kernelc::constants
