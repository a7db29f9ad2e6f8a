// Names of files: which of several bindings holds, imports, attributes.
#include <algorithm>

#include "compiler/constants/const_eval.h"
#include "compiler/constants/extern_functions.h"
#include "compiler/scopes/scopes.h"
#include "compiler/constants/paths.h"

namespace kernelc::constants {
std::optional<Object> CodeAmong(const std::vector<std::optional<Object>>& values) {
  std::vector<const Object*> kernels;
  std::vector<const Object*> others;
  for (const std::optional<Object>& value : values) {
    // A library that kernels do not know may be there or not.
    const bool is_unknown = !value || IsData(*value) ||
                            (value->kind == ObjectKind::External && value->text.starts_with('.'));
    if (is_unknown) {
      return std::nullopt;
    }
    const bool makes = value->kind == ObjectKind::Decorator ||
                       (value->kind == ObjectKind::Function && value->function->undecorated != nullptr) ||
                       (value->kind == ObjectKind::External && index::IsDecoratorPath(value->text));
    if (value->kind != ObjectKind::None) {
      (makes ? kernels : others).push_back(&*value);
    }
  }
  const bool are_functions = std::ranges::all_of(
      others, [](const Object* each) { return each->kind == ObjectKind::Function; });
  const std::vector<const Object*>& meant = kernels.empty() ? others : kernels;
  if (meant.size() != 1 || (!kernels.empty() && !are_functions)) {
    return std::nullopt;
  }
  Object object = *meant.front();
  object.is_choice = true;
  return object;
}

std::optional<Object> Evaluator::EvalName(std::string_view name, const Scope* scope) {
  const std::optional<Object> known = NameAt(name, {scope, nullptr});
  const Scope* owner = nullptr;
  if (known && HoldsDeviceArray(*known)) {
    const Binding* binding = index::FindBinding(scope, name, &owner);
    return binding != nullptr && ChangesOnDevice(name, *owner) ? std::nullopt : known;
  }
  // Without a dot behind it `nb` may be a number.
  return name == "nb" ? known : MeantAsNumba(name, scope, known);
}

std::optional<Object> Evaluator::EvalAssigned(std::string_view name, const ast::Expr* value,
                                              const Scope* scope) {
  const auto found = scope->bindings.find(name);
  const Binding* binding = found == scope->bindings.end() ? nullptr : &found->second;
  while (binding != nullptr && (binding->value != value || !binding->unpack.empty())) {
    binding = binding->previous;
  }
  if (binding == nullptr) {
    return Eval(value, scope);
  }
  std::optional<Object> object = Definition(*binding, scope);
  return object || binding != &found->second ? object : EvalName(name, scope);
}

std::optional<Object> Evaluator::NameAt(std::string_view name, const Context& context) {
  if (!AsksHost(context.scope)) {
    return NameInText(name, context);
  }
  const auto in_text = [&] {
    ++asked_;
    std::optional<Object> object = NameInText(name, context);
    --asked_;
    return object;
  };
  std::optional<Object> given;
  if (!index::IsOuterName(name, context.scope) || IsGiven(name, context.scope, &given)) {
    return in_text();
  }
  const Scope* owner = nullptr;
  bool is_bound = index::FindBinding(context.scope, name, &owner) != nullptr;
  if (is_bound && owner->kind == ScopeKind::Module && IsPythonBuiltin(name)) {
    // `try: range = xrange` that failed has bound nothing.
    bool is_run = false;
    is_bound = FoundIn(*owner, name, &is_run) != nullptr || !is_run;
    if (!is_bound && ChangedInLibrary("builtins", name) == nullptr) {
      return Object::External(std::string(name));
    }
  }
  if (const host::Found* changed = is_bound ? nullptr : ChangedInLibrary("builtins", name)) {
    return changed->value == nullptr ? std::nullopt : HostObject(changed->value);
  }
  owner = is_bound ? owner : &context.scope->file->module_scope();
  if (!is_bound && IsPythonBuiltin(name)) {
    // Names of Python's own that the file binds nowhere stay Python's, whoever may reach its names.
    bool is_run = false;
    const host::Found* found = FoundIn(*owner, name, &is_run);
    if (found == nullptr || found->value == nullptr) {
      return in_text();
    }
  }
  return FromHost(name, *owner, [&] { return NameInText(name, context); });
}

std::optional<Object> Evaluator::NameInText(std::string_view name, const Context& context) {
  if (std::optional<Object> given; IsGiven(name, context.scope, &given)) {
    return given;
  }
  const Scope* owner = nullptr;
  if (const Binding* binding = index::FindBinding(context.scope, name, &owner)) {
    // A star import after it takes its place.
    if (std::optional<Object> object = FromStarImports(name, owner, binding->order)) {
      return object;
    }
    std::optional<Object> value = FromBinding(*binding, owner);
    return value ? value : NumbaTypeBeside(name, *binding, *owner);
  }
  // No module exports Python's own names, but files may.
  if (std::optional<Object> object = FromStarImports(name, context.scope)) {
    return object;
  }
  if (IsPythonBuiltin(name)) {
    return Object::External(std::string(name));
  }
  if (name == "__file__" && context.scope != nullptr) {
    return Object::Str(FileOf(ImplOf(*context.scope->file)));
  }
  return std::nullopt;
}

// What a name whose last binding is `last` is by the text: any of its bindings, down to one that is under no condition.
std::optional<Object> Evaluator::FromBinding(const Binding& last, const Scope* scope) {
  const auto known = names_.find(&last);
  if (known != names_.end()) {
    return known->second;
  }
  // What is defined by itself has no value.
  names_[&last] = std::nullopt;
  std::vector<std::optional<Object>> values;
  for (const Binding* binding = &last; binding != nullptr;
       binding = binding->condition.is_open ? binding->previous : nullptr) {
    values.push_back(Definition(*binding, scope));
  }
  return names_[&last] = values.size() == 1 ? values.front() : CodeAmong(values);
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
      if (IsNamedTupleClass(*binding.class_scope)) {
        return NamedTupleClass(*binding.class_scope);
      }
      return Object::Class(binding.class_scope);
    }
    case BindingKind::Assign: {
      const bool is_whole = binding.value != nullptr && !binding.augmented && binding.unpack.empty();
      return is_whole ? EvalIn(binding.value, {scope, nullptr}) : std::nullopt;
    }
    case BindingKind::Value:
      return static_cast<const BoundObject&>(*binding.bound).object;
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
        return changed->value == nullptr ? std::nullopt : HostObject(changed->value);
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
      const bool is_class_method = member && member->kind == ObjectKind::Function &&
                                   IsClassMethod(*member->function);
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
    case ObjectKind::Decorator:
    case ObjectKind::Str:
      break;
  }
  return std::nullopt;
}

}  // namespace kernelc::constants
