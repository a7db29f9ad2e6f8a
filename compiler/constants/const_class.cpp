// Classes of the program as constants: attributes of them and of their objects, fields of named
// tuples.
#include <algorithm>

#include "compiler/constants/const_eval.h"
#include "compiler/scopes/scopes.h"

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

std::optional<Object> Evaluator::ClassMember(const Scope& cls, std::string_view name) {
  const host::Found* found = AsksHost(&cls) ? FoundIn(cls, name) : nullptr;
  return found == nullptr ? std::nullopt : ObjectOf(*found);
}

// `instance.name`
std::optional<Object> Evaluator::InstanceMember(const Object& given, std::string_view name) {
  const Object* instance = &given;
  if (const Object* own = OwnMember(*instance, name)) {
    return *own;
  }
  return UnboundMember(*instance->class_scope, name);
}

// Methods of objects are no functions of kernels, unless decorators make them so.
std::optional<Object> Evaluator::UnboundMember(const Scope& cls, std::string_view name) {
  std::optional<Object> member = ClassMember(cls, name);
  const bool is_method = member && member->kind == ObjectKind::Function &&
                         !member->function->is_kernel && !member->function->options.device &&
                         !HasDecorator(*member->function, "staticmethod");
  return is_method ? std::nullopt : member;
}

bool Evaluator::IsClassMethod(const FunctionInfo& function) {
  return HasDecorator(function, "classmethod");
}

// The types that the annotations of a class give its fields; none where one has no type.
std::vector<abi::ArgType> Evaluator::FieldTypes(const Scope& cls,
                                                const std::vector<std::string>& fields) {
  std::vector<std::string> names;
  std::vector<abi::ArgType> types;
  for (const ast::Stmt* stmt : cls.class_def->body) {
    const auto* field = As<ast::AnnAssign>(stmt);
    const auto* name = field == nullptr ? nullptr : As<ast::Name>(field->target);
    if (name == nullptr || std::ranges::find(fields, name->id) == fields.end()) {
      continue;
    }
    names.emplace_back(name->id);
    const std::optional<Object> annotation = EvalIn(field->annotation, {&cls, nullptr});
    if (const std::optional<abi::ArgType> type = annotation ? AsType(*annotation) : std::nullopt) {
      types.push_back(*type);
    }
  }
  return names == fields && types.size() == fields.size() ? types : std::vector<abi::ArgType>();
}

}  // namespace kernelc::constants
