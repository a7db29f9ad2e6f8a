// Objects of the program's classes: attributes, methods.
#include <algorithm>

#include "compiler/constants/const_eval.h"

namespace kernelc::constants {
namespace {

using ast::As;

bool HasDecorator(const FunctionInfo& function, std::string_view wanted) {
  return function.def != nullptr &&
         std::ranges::any_of(function.def->decorator_list, [&](const ast::Expr* decorator) {
           const auto* name = As<ast::Name>(decorator);
           const auto* attribute = As<ast::Attribute>(decorator);
           return (name != nullptr && name->id == wanted) ||
                  (attribute != nullptr && attribute->attr == wanted);
         });
}

// The attribute that an object has of its own.
const Object* OwnMember(const Object& object, std::string_view name) {
  for (std::size_t i = 0; i + 1 < object.elements.size(); i += 2) {
    if (object.elements[i].text == name) {
      return &object.elements[i + 1];
    }
  }
  return nullptr;
}

}  // namespace

// Whether it inherits from something outside of the program.
bool Evaluator::HasForeignBase(const Scope& cls) {
  return std::ranges::any_of(cls.class_def->bases, [&](const ast::Expr* base) {
    const std::optional<Object> object = EvalIn(base, {cls.parent, nullptr});
    const bool is_plain = object && object->kind == ObjectKind::External &&
                          (object->text == "object" || object->text.starts_with(".typing."));
    return !is_plain &&
           (!object || object->kind != ObjectKind::Class || HasForeignBase(*object->class_scope));
  });
}

// `instance.name`; methods are functions with the object as `elements`.
std::optional<Object> Evaluator::InstanceMember(const Object& given, std::string_view name) {
  const Object* instance = &given;
  if (name == "__dict__") {
    Object dict = Object::Tuple(instance->elements);
    dict.kind = ObjectKind::Dict;
    return dict;
  }
  if (const Object* own = OwnMember(*instance, name)) {
    return *own;
  }
  std::optional<Object> member = ClassMember(*instance->class_scope, name);
  const bool is_bound = member && member->kind == ObjectKind::Function &&
                        member->elements.empty() && member->names.empty();
  if (!is_bound) {
    return member;
  }
  return BoundMethod(*member, *instance, *instance->class_scope);
}

// What `object.method` is: bound to the object, or to its class.
std::optional<Object> Evaluator::BoundMethod(const Object& member, const Object& self,
                                             const Scope& cls) {
  if (member.function->is_kernel || member.function->options.device ||
      HasDecorator(*member.function, "staticmethod")) {
    return member;
  }
  Object bound = member;
  if (HasDecorator(*member.function, "classmethod")) {
    Object type;
    type.kind = ObjectKind::Class;
    type.class_scope = &cls;
    bound.elements = {type};
    return bound;
  }
  bound.elements = {self};
  if (HasDecorator(*member.function, "cached_property")) {
    // It runs once for each object, and what it gave may be changed or replaced.
    return std::nullopt;
  }
  return HasDecorator(*member.function, "property") ? CallObject(bound, {})
                                                    : std::optional(bound);
}

bool Evaluator::IsClassMethod(const FunctionInfo& function) {
  return HasDecorator(function, "classmethod");
}

// `super()`: the object, looked at as one of the class that the method's class inherits from.
std::optional<Object> Evaluator::SuperOf(const Context& context) {
  const Scope* scope = context.scope;
  while (scope != nullptr &&
         (scope->parent == nullptr || scope->parent->kind != ScopeKind::Class)) {
    scope = scope->parent;
  }
  if (scope == nullptr || scope->parent->class_def->bases.size() != 1) {
    return std::nullopt;
  }
  const std::optional<Object> self = NameAt("self", {scope, nullptr});
  const std::optional<Object> base =
      EvalIn(scope->parent->class_def->bases.front(), {scope->parent->parent, nullptr});
  if (!self || self->kind != ObjectKind::Instance || !base || base->kind != ObjectKind::Class) {
    return std::nullopt;
  }
  // What methods of the base read through it may be the derived class's.
  for (const auto& [name, binding] : self->class_scope->bindings) {
    if (binding.kind != BindingKind::Function ||
        (!name.starts_with("__") && base->class_scope->bindings.contains(name))) {
      return std::nullopt;
    }
  }
  Object object = *self;
  object.class_scope = base->class_scope;
  return object;
}

// len(object), object[i], object(...), object + other: the method of that name.
std::optional<Object> Evaluator::CallSpecial(const Object& object, std::string_view name,
                                             std::vector<Object> arguments) {
  const std::optional<Object> method = ClassMember(*object.class_scope, name);
  if (!method || method->kind != ObjectKind::Function) {
    return std::nullopt;
  }
  arguments.insert(arguments.begin(), object);
  return CallFunction(*method->function, {std::move(arguments), {}});
}

}  // namespace kernelc::constants
