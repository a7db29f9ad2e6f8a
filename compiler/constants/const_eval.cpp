#include "compiler/constants/const_eval.h"
#include "compiler/constants/extern_functions.h"

#include <algorithm>
#include <cmath>

#include "compiler/ast/walk.h"
#include "compiler/base/unicode.h"
#include "compiler/constants/paths.h"
#include "compiler/scopes/scopes.h"

namespace kernelc::constants {

using ast::As;

std::optional<Object> Evaluator::Eval(const ast::Expr* expr, const Scope* scope,
                                      const LocalLookup* locals, const ExprLookup* expressions) {
  if (depth_ == 0) {
    steps_ = 0;
  }
  return EvalIn(expr, {scope, locals, expressions});
}

std::optional<Object> Evaluator::EvalIn(const ast::Expr* expr, const Context& context) {
  if (depth_ >= kMaxDepth || ++steps_ > kMaxSteps) {
    return std::nullopt;
  }
  ++depth_;
  std::optional<Object> result = EvalNode(expr, context);
  --depth_;
  if (result && result->parts > kMaxConstantParts) {
    return std::nullopt;
  }
  // Sequences are copied, and arrays computed: that takes time for each part.
  constexpr std::size_t kPartsOfAStep = 16;
  if (result && result->array == nullptr) {
    steps_ += result->parts / kPartsOfAStep;
  } else if (result && As<ast::Name>(expr) == nullptr && As<ast::Attribute>(expr) == nullptr) {
    steps_ += static_cast<std::size_t>(result->array->size()) / kPartsOfAStep;
  }
  return result;
}

std::optional<Object> Evaluator::EvalNode(const ast::Expr* expr, const Context& context) {
  if (const auto* constant = As<ast::Constant>(expr)) {
    return EvalConstant(*constant);
  }
  if (const auto* name = As<ast::Name>(expr)) {
    std::optional<Object> result;
    if (context.locals != nullptr && (*context.locals)(*name, &result)) {
      return result;
    }
    return NameAt(name->id, context);
  }
  if (context.expressions != nullptr) {
    if (std::optional<Object> known = (*context.expressions)(expr)) {
      return known;
    }
  }
  if (const auto* attribute = As<ast::Attribute>(expr)) {
    return EvalAttribute(*attribute, context);
  }
  if (const auto* compare = As<ast::Compare>(expr); compare != nullptr && IsIdentity(*compare)) {
    return EvalIdentity(*compare, context);
  }
  if (const auto* if_exp = As<ast::IfExp>(expr)) {
    return EvalChoice(*if_exp, context);
  }
  if (const auto* tuple = As<ast::Tuple>(expr)) {
    return EvalSequence(expr, tuple->elts, false, context);
  }
  if (const auto* list = As<ast::List>(expr)) {
    return EvalSequence(expr, list->elts, true, context);
  }
  if (const auto* subscript = As<ast::Subscript>(expr)) {
    return EvalSubscript(*subscript, context);
  }
  if (const auto* call = As<ast::Call>(expr)) {
    return EvalCall(*call, context);
  }
  if (const auto* lambda = As<ast::Lambda>(expr)) {
    const FunctionInfo* function = FindLambda(*lambda, context.scope);
    return function == nullptr ? std::nullopt : std::optional(Object::Function(function));
  }
  return EvalByHost(expr, context);
}

std::optional<Object> Evaluator::EvalChoice(const ast::IfExp& choice, const Context& context) {
  const std::optional<Object> test = EvalIn(choice.test, context);
  const std::optional<bool> truth = test ? ObjectTruth(*test) : std::nullopt;
  return truth ? EvalIn(*truth ? choice.body : choice.orelse, context) : std::nullopt;
}

std::optional<Object> Evaluator::EvalSequence(const ast::Expr* expr, ast::NodeList<ast::Expr> items,
                                              bool is_list, const Context& context) {
  std::vector<Object> elements;
  for (const ast::Expr* item : items) {
    if (As<ast::Starred>(item) != nullptr) {
      return EvalByHost(expr, context);
    }
    std::optional<Object> value = EvalIn(item, context);
    if (!value) {
      return std::nullopt;
    }
    elements.push_back(std::move(*value));
  }
  Object result = Object::Tuple(std::move(elements));
  result.is_list = is_list;
  return result.parts > kMaxConstantParts ? std::nullopt : std::optional(std::move(result));
}

std::optional<Object> Evaluator::EvalConstant(const ast::Constant& constant) {
  const ast::ConstantValue& value = constant.value;
  switch (value.kind) {
    case ast::ConstantKind::None:
      return Object();
    case ast::ConstantKind::True:
      return Object::Of(Number::Bool(true));
    case ast::ConstantKind::False:
      return Object::Of(Number::Bool(false));
    case ast::ConstantKind::Ellipsis: {
      Object object;
      object.kind = ObjectKind::Ellipsis;
      return object;
    }
    case ast::ConstantKind::Int:
      return value.is_big ? std::nullopt
                          : std::optional(Object::Of(Number::Int(Int128(value.int_value))));
    case ast::ConstantKind::Float:
      return Object::Of(Number::Float(value.float_value));
    case ast::ConstantKind::Imaginary:
      return Object::Of(Number::Complex(0.0, value.float_value));
    case ast::ConstantKind::Str:
      return Object::Str(value.text);
    case ast::ConstantKind::Bytes: {
      Object bytes = Object::Str(value.text);
      bytes.is_bytes = true;
      return bytes;
    }
  }
  return std::nullopt;
}

// What stands before the dot.
std::optional<Object> Evaluator::EvalBase(const ast::Attribute& attribute, const Context& context) {
  const std::optional<Object> base = EvalIn(attribute.value, context);
  const auto* name = As<ast::Name>(attribute.value);
  return name == nullptr ? base : MeantByImport(name->id, context.scope, base);
}

std::optional<Object> Evaluator::EvalAttribute(const ast::Attribute& attribute,
                                               const Context& context) {
  const std::optional<Object> base = EvalBase(attribute, context);
  if (!base) {
    return std::nullopt;
  }
  const bool is_computed =
      base->is_path || base->is_number() ||
      (base->kind == ObjectKind::Array &&
       (attribute.attr == "T" || attribute.attr == "real" || attribute.attr == "imag"));
  if (is_computed) {
    return EvalByHost(&attribute, context);
  }
  std::optional<Object> member = Member(*base, attribute.attr);
  // `sys.version_info`: kernels know nothing of it, and programs have a value.
  const bool is_of_host =
      member && member->kind == ObjectKind::External && member->text.starts_with('.');
  std::optional<Object> known = is_of_host ? EvalByHost(&attribute, context) : std::nullopt;
  return known && IsData(*known) ? known : member;
}

// `a is b`, of names of one thing, which are two to the interpreter of the host.
std::optional<Object> Evaluator::EvalIdentity(const ast::Compare& compare, const Context& context) {
  const std::optional<Object> left = EvalIn(compare.left, context);
  const std::optional<Object> right =
      left && compare.ops.size() == 1 ? EvalIn(compare.comparators.front(), context) : std::nullopt;
  const bool are_things = right && left->identity != 0 && right->identity != 0;
  if (!right || (IsMutable(*left) && IsMutable(*right) && !are_things)) {
    return std::nullopt;
  }
  return Object::Of(
      Number::Bool(IsSame(*left, *right) == (compare.ops.front() == ast::CompareOperator::Is)));
}

}  // namespace kernelc::constants
