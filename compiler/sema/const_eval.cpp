#include "compiler/sema/const_eval.h"

#include <algorithm>

#include "compiler/sema/fold.h"
#include "compiler/sema/paths.h"
#include "compiler/sema/signature.h"

namespace kernelc::sema {
namespace {

using ast::As;

// Constants that are defined by constants; deeper ones count as unknown.
constexpr unsigned kMaxDepth = 400;
// Elements of a constant tuple.
constexpr std::size_t kMaxTuple = 100000;

std::optional<Object> FromNumber(const std::optional<Number>& number) {
  return number ? std::optional(Object::Of(*number)) : std::nullopt;
}

// The kind of the result of an operation in which at least one operand is a NumPy scalar: the other's Python number
// adapts to it.
std::optional<abi::ScalarKind> TypedResult(const Object& left, const Object& right) {
  if (left.typed && right.typed) {
    return left.scalar == right.scalar ? std::optional(left.scalar) : std::nullopt;
  }
  return left.typed ? left.scalar : right.scalar;
}

std::optional<Object> ConcatTuples(const Object& left, const Object& right) {
  if (left.elements.size() + right.elements.size() > kMaxTuple) {
    return std::nullopt;
  }
  Object result = left;
  result.elements.insert(result.elements.end(), right.elements.begin(), right.elements.end());
  return result;
}

bool SameObject(const Object& left, const Object& right) {
  return ObjectKey(left) == ObjectKey(right);
}

}  // namespace

std::optional<bool> ObjectTruth(const Object& object) {
  switch (object.kind) {
    case ObjectKind::None:
      return false;
    case ObjectKind::Number:
      return object.number.truth();
    case ObjectKind::Str:
      return !object.text.empty();
    case ObjectKind::Tuple:
      return !object.elements.empty();
    case ObjectKind::Ellipsis:
    case ObjectKind::Type:
    case ObjectKind::Signature:
    case ObjectKind::Function:
    case ObjectKind::Decorator:
      return true;
    // May be a value of the running thread, such as cuda.laneid.
    case ObjectKind::External:
      return std::nullopt;
  }
  return std::nullopt;
}

std::optional<Object> Evaluator::Eval(const ast::Expr* expr, const Scope* scope,
                                      const LocalLookup* locals) {
  return EvalIn(expr, {scope, locals});
}

std::optional<Object> Evaluator::EvalIn(const ast::Expr* expr, const Context& context) {
  if (depth_ >= kMaxDepth) {
    return std::nullopt;
  }
  ++depth_;
  std::optional<Object> result;
  if (const auto* constant = As<ast::Constant>(expr)) {
    result = EvalConstant(*constant);
  } else if (const auto* name = As<ast::Name>(expr)) {
    if (context.locals == nullptr || !(*context.locals)(*name, &result)) {
      result = EvalName(name->id, context.scope);
    }
  } else if (const auto* attribute = As<ast::Attribute>(expr)) {
    result = EvalAttribute(*attribute, context);
  } else if (const auto* binary = As<ast::BinOp>(expr)) {
    result = EvalBinary(*binary, context);
  } else if (const auto* unary = As<ast::UnaryOp>(expr)) {
    result = EvalUnary(*unary, context);
  } else if (const auto* boolean = As<ast::BoolOp>(expr)) {
    result = EvalBoolean(*boolean, context);
  } else if (const auto* compare = As<ast::Compare>(expr)) {
    result = EvalCompare(*compare, context);
  } else if (const auto* if_exp = As<ast::IfExp>(expr)) {
    const std::optional<Object> test = EvalIn(if_exp->test, context);
    const std::optional<bool> truth = test ? ObjectTruth(*test) : std::nullopt;
    if (truth) {
      result = EvalIn(*truth ? if_exp->body : if_exp->orelse, context);
    }
  } else if (const auto* tuple = As<ast::Tuple>(expr)) {
    result = EvalTuple(*tuple, context);
  } else if (const auto* subscript = As<ast::Subscript>(expr)) {
    result = EvalSubscript(*subscript, context);
  } else if (const auto* call = As<ast::Call>(expr)) {
    result = EvalCall(*call, context);
  } else if (const auto* lambda = As<ast::Lambda>(expr)) {
    if (const FunctionInfo* function = index_->lambda_function(lambda)) {
      result = Object::Function(function);
    }
  }
  --depth_;
  return result;
}

std::optional<Object> Evaluator::EvalUnary(const ast::UnaryOp& unary, const Context& context) {
  const std::optional<Object> operand = EvalIn(unary.operand, context);
  if (!operand) {
    return std::nullopt;
  }
  if (unary.op == ast::UnaryOperator::Not) {
    const std::optional<bool> truth = ObjectTruth(*operand);
    return truth ? std::optional(Object::Of(Number::Bool(!*truth))) : std::nullopt;
  }
  std::optional<Object> result =
      operand->is_number() ? FromNumber(FoldUnary(unary.op, operand->number)) : std::nullopt;
  if (result && operand->typed) {
    result->typed = true;
    result->scalar = operand->scalar;
  }
  return result;
}

std::optional<Object> Evaluator::EvalTuple(const ast::Tuple& tuple, const Context& context) {
  std::vector<Object> elements;
  for (const ast::Expr* element : tuple.elts) {
    std::optional<Object> value = EvalIn(element, context);
    if (!value) {
      return std::nullopt;
    }
    elements.push_back(std::move(*value));
  }
  return Object::Tuple(std::move(elements));
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
    case ast::ConstantKind::Bytes:
      return std::nullopt;
  }
  return std::nullopt;
}

std::optional<Object> Evaluator::EvalName(std::string_view name, const Scope* scope) {
  const Scope* owner = nullptr;
  const Binding* binding = FindBinding(scope, name, &owner);
  if (binding == nullptr) {
    // Names of a star import; the last one that has it wins. No module exports Python's own names.
    const bool is_own = IsPythonBuiltin(name);
    for (const Scope* around = is_own ? nullptr : scope; around != nullptr;
         around = around->parent) {
      for (auto star = around->star_imports.rbegin(); star != around->star_imports.rend(); ++star) {
        const std::string path = CanonicalMember(*star, name);
        Object object = ResolvePath(path);
        if (object.kind != ObjectKind::External || IsKnownMember(path)) {
          return object;
        }
      }
    }
    if (IsPythonBuiltin(name)) {
      return Object::External(std::string(name));
    }
    if (name == "__debug__") {
      return Object::Of(Number::Bool(true));
    }
    return std::nullopt;
  }
  const auto known = values_.find(binding);
  if (known != values_.end()) {
    return known->second;
  }
  // A constant that is defined by itself has no value.
  values_[binding] = std::nullopt;
  std::optional<Object> value = EvalBinding(*binding, owner);
  values_[binding] = value;
  return value;
}

std::optional<Object> Evaluator::EvalBinding(const Binding& binding, const Scope* scope) {
  switch (binding.kind) {
    case BindingKind::Import:
      return ResolvePath(binding.path);
    case BindingKind::Function: {
      Object object = Object::Function(binding.function);
      return object;
    }
    case BindingKind::Assign: {
      if (binding.value == nullptr || binding.ambiguous) {
        return std::nullopt;
      }
      std::optional<Object> value = Eval(binding.value, scope);
      for (const std::uint32_t index : binding.unpack) {
        if (!value || value->kind != ObjectKind::Tuple || index >= value->elements.size()) {
          return std::nullopt;
        }
        Object element = value->elements[index];
        value = std::move(element);
      }
      return value;
    }
    case BindingKind::Class:
    case BindingKind::Parameter:
    case BindingKind::Opaque:
      return std::nullopt;
  }
  return std::nullopt;
}

std::optional<Object> Evaluator::EvalAttribute(const ast::Attribute& attribute,
                                               const Context& context) {
  // Class attributes: `Config.N`.
  if (const auto* name = As<ast::Name>(attribute.value)) {
    const Scope* owner = nullptr;
    const Binding* binding = FindBinding(context.scope, name->id, &owner);
    if (binding != nullptr && binding->kind == BindingKind::Class &&
        binding->class_scope != nullptr) {
      const auto member = binding->class_scope->bindings.find(attribute.attr);
      return member == binding->class_scope->bindings.end()
                 ? std::nullopt
                 : EvalName(attribute.attr, binding->class_scope);
    }
  }
  const std::optional<Object> base = EvalIn(attribute.value, context);
  if (!base) {
    return std::nullopt;
  }
  if (base->kind == ObjectKind::External) {
    return ResolvePath(CanonicalMember(base->text, attribute.attr));
  }
  if (base->kind == ObjectKind::Type && (attribute.attr == "type" || attribute.attr == "dtype")) {
    return base;
  }
  if (base->is_number() && (attribute.attr == "real" || attribute.attr == "imag")) {
    const bool real = attribute.attr == "real";
    if (base->number.kind == NumberKind::Complex) {
      return Object::Of(Number::Float(real ? base->number.real : base->number.imag));
    }
    return real ? base : std::optional(Object::Of(Number::Int(0)));
  }
  // `py_func` is the function that a decorator was applied to.
  if (base->kind == ObjectKind::Function && attribute.attr == "py_func") {
    return base;
  }
  return std::nullopt;
}

std::optional<Object> Evaluator::EvalBinary(const ast::BinOp& binary, const Context& context) {
  const std::optional<Object> left = EvalIn(binary.left, context);
  const std::optional<Object> right = left ? EvalIn(binary.right, context) : std::nullopt;
  if (!right) {
    return std::nullopt;
  }
  if (left->kind == ObjectKind::Tuple && right->kind == ObjectKind::Tuple &&
      binary.op == ast::BinaryOperator::Add) {
    return ConcatTuples(*left, *right);
  }
  if (left->kind == ObjectKind::Tuple && right->is_number() && right->number.is_integral() &&
      binary.op == ast::BinaryOperator::Mult) {
    const Int128 count = right->number.integer;
    if (count > Int128(kMaxTuple) || count * Int128(left->elements.size()) > Int128(kMaxTuple)) {
      return std::nullopt;
    }
    Object result = Object::Tuple({});
    for (Int128 i = 0; i < count; ++i) {
      result.elements.insert(result.elements.end(), left->elements.begin(), left->elements.end());
    }
    return result;
  }
  if (!left->is_number() || !right->is_number()) {
    return std::nullopt;
  }
  const std::optional<Number> number = FoldBinary(binary.op, left->number, right->number);
  if (!number || (!left->typed && !right->typed)) {
    return FromNumber(number);
  }
  const std::optional<abi::ScalarKind> kind = TypedResult(*left, *right);
  const bool is_integer = kind && abi::scalar_info(*kind).cls != abi::ScalarClass::Float &&
                          abi::scalar_info(*kind).cls != abi::ScalarClass::Complex;
  if (!kind || is_integer != number->is_integral()) {
    return std::nullopt;
  }
  const std::optional<Number> cast = CastNumber(*number, *kind);
  return cast ? std::optional(Object::OfTyped(*cast, *kind)) : std::nullopt;
}

std::optional<Object> Evaluator::EvalBoolean(const ast::BoolOp& boolean, const Context& context) {
  std::optional<Object> value;
  for (const ast::Expr* operand : boolean.values) {
    value = EvalIn(operand, context);
    const std::optional<bool> truth = value ? ObjectTruth(*value) : std::nullopt;
    if (!truth) {
      return std::nullopt;
    }
    if (*truth == (boolean.op == ast::BoolOperator::Or)) {
      return value;
    }
  }
  return value;
}

std::optional<Object> Evaluator::EvalCompare(const ast::Compare& compare, const Context& context) {
  std::optional<Object> left = EvalIn(compare.left, context);
  for (std::size_t i = 0; i < compare.ops.size(); ++i) {
    std::optional<Object> right = left ? EvalIn(compare.comparators[i], context) : std::nullopt;
    if (!right) {
      return std::nullopt;
    }
    const ast::CompareOperator op = compare.ops[i];
    std::optional<bool> holds;
    if (op == ast::CompareOperator::Is || op == ast::CompareOperator::IsNot) {
      holds = SameObject(*left, *right) == (op == ast::CompareOperator::Is);
    } else if (left->is_number() && right->is_number()) {
      holds = FoldCompare(op, left->number, right->number);
    } else if (left->kind == ObjectKind::External || right->kind == ObjectKind::External) {
      // May be a value of the running thread, such as cuda.laneid.
      return std::nullopt;
    } else if (op == ast::CompareOperator::Eq || op == ast::CompareOperator::NotEq) {
      holds = SameObject(*left, *right) == (op == ast::CompareOperator::Eq);
    } else if ((op == ast::CompareOperator::In || op == ast::CompareOperator::NotIn) &&
               right->kind == ObjectKind::Tuple) {
      const bool found = std::ranges::any_of(
          right->elements, [&](const Object& element) { return SameObject(*left, element); });
      holds = found == (op == ast::CompareOperator::In);
    }
    if (!holds) {
      return std::nullopt;
    }
    if (!*holds) {
      return Object::Of(Number::Bool(false));
    }
    left = std::move(right);
  }
  return Object::Of(Number::Bool(true));
}

std::optional<Object> Evaluator::EvalSubscript(const ast::Subscript& subscript,
                                               const Context& context) {
  const std::optional<Object> base = EvalIn(subscript.value, context);
  if (!base) {
    return std::nullopt;
  }
  if (base->is_element_type() && base->types.front().kind != abi::ArgKind::Vector) {
    // float32[:, ::1]
    std::vector<const ast::Expr*> slices;
    if (const auto* tuple = As<ast::Tuple>(subscript.slice)) {
      slices.assign(tuple->elts.begin(), tuple->elts.end());
    } else {
      slices.push_back(subscript.slice);
    }
    std::vector<bool> unit_stride;
    for (const ast::Expr* item : slices) {
      const auto* slice = As<ast::Slice>(item);
      if (slice == nullptr || slice->lower != nullptr || slice->upper != nullptr) {
        return std::nullopt;
      }
      const auto* step = As<ast::Constant>(slice->step);
      if (slice->step != nullptr &&
          (step == nullptr || step->value.kind != ast::ConstantKind::Int ||
           step->value.int_value != 1)) {
        return std::nullopt;
      }
      unit_stride.push_back(step != nullptr);
    }
    const std::optional<abi::ArgType> array = ArrayOfSlices(base->types.front(), unit_stride);
    return array ? std::optional(Object::Type(*array)) : std::nullopt;
  }
  if (base->kind == ObjectKind::Tuple) {
    const std::optional<Object> index = EvalIn(subscript.slice, context);
    if (!index || !index->is_number() || !index->number.is_integral()) {
      return std::nullopt;
    }
    Int128 position = index->number.integer;
    const Int128 size = Int128(base->elements.size());
    position += position < 0 ? size : Int128(0);
    if (position < 0 || position >= size) {
      return std::nullopt;
    }
    return base->elements[static_cast<std::size_t>(position)];
  }
  return std::nullopt;
}

}  // namespace kernelc::sema
