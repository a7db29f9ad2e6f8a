#include "compiler/constants/const_eval.h"

#include "compiler/constants/paths.h"

namespace kernelc::constants {
namespace {

// What an annotation that has a value stands for.
std::optional<abi::ArgType> TypeOfAnnotation(const Object& object) {
  abi::ArgType type;
  if (object.kind == ObjectKind::None) {
    type.kind = abi::ArgKind::None;
    return type;
  }
  if (object.kind != ObjectKind::Tuple || object.is_list || object.fields != nullptr ||
      object.elements.empty()) {
    return Evaluator::AsType(object);
  }
  type.kind = abi::ArgKind::Tuple;
  for (const Object& element : object.elements) {
    std::optional<abi::ArgType> part = TypeOfAnnotation(element);
    if (!part) {
      return std::nullopt;
    }
    type.elements.push_back(std::move(*part));
  }
  return type;
}

}  // namespace

types::TypeNames NamesIn(Evaluator& evaluator, const Scope* scope) {
  return [&evaluator, scope](std::string_view name) -> std::optional<abi::ArgType> {
    const std::optional<Object> object = evaluator.EvalName(name, scope);
    // The type of random states is known without an import, as those of numbers are.
    return TypeNamed(object ? *object : ResolvePath(CanonicalMember("cuda.random", name)));
  };
}

std::optional<std::vector<abi::ArgType>> ParseSignature(const FileIndex& index,
                                                        std::string_view text, std::string* error,
                                                        std::optional<abi::ArgType>* result) {
  CodeArena arena;
  Evaluator evaluator(index.impl(), arena);
  return types::ParseSignature(text, NamesIn(evaluator, &index.impl().module_scope()), error, result);
}

std::optional<abi::ArgType> AnnotatedType(const ast::Expr& annotation, const FunctionInfo& function,
                                          Evaluator& evaluator, std::string* reason) {
  const std::optional<Object> object = evaluator.Eval(&annotation, function.outer);
  if (object) {
    if (std::optional<abi::ArgType> type = TypeOfAnnotation(*object)) {
      return type;
    }
  }
  const bool is_text = object && object->kind == ObjectKind::Str;
  const std::string text(is_text ? std::string_view(object->text)
                                 : function.file->sources().text(annotation.range));
  std::optional<abi::ArgType> type = types::ParseType(text, reason, NamesIn(evaluator, function.outer));
  // A class of named tuples says nothing of its fields' types where it has none.
  if (type && type->kind == abi::ArgKind::Tuple &&
      type->elements.size() != type->field_names.size() && !type->name.empty()) {
    *reason = "the fields of `" + type->name + "` have no types";
    return std::nullopt;
  }
  return type;
}

}  // namespace kernelc::constants
