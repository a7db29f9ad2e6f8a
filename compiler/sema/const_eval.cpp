#include "compiler/sema/const_eval.h"
#include "compiler/sema/extern_functions.h"

#include <fmt/format.h>

#include <algorithm>

#include "compiler/base/unicode.h"
#include "compiler/sema/const_host.h"
#include "compiler/sema/const_numpy.h"
#include "compiler/sema/const_times.h"
#include "compiler/sema/fold.h"
#include "compiler/sema/paths.h"

namespace kernelc::sema {
namespace {

using ast::As;

std::optional<Object> FromNumber(const std::optional<Number>& number) {
  return number ? std::optional(Object::Of(*number)) : std::nullopt;
}

std::optional<Object> ConcatTuples(const Object& left, const Object& right) {
  if (left.parts + right.parts > kMaxConstantParts) {
    return std::nullopt;
  }
  Object result = left;
  result.fields = nullptr;
  result.parts += right.parts;
  result.elements.insert(result.elements.end(), right.elements.begin(), right.elements.end());
  return result;
}

std::optional<Object> RepeatTuple(const Object& tuple, Int128 count) {
  if (count > Int128(kMaxConstantParts) || count * Int128(tuple.parts) > Int128(kMaxConstantParts)) {
    return std::nullopt;
  }
  std::vector<Object> elements;
  for (Int128 i = 0; i < count; ++i) {
    elements.insert(elements.end(), tuple.elements.begin(), tuple.elements.end());
  }
  Object result = Object::Tuple(std::move(elements));
  result.is_list = tuple.is_list;
  return result;
}

std::optional<Object> RepeatText(const Object& text, const Object& count) {
  if (!count.is_int() || text.is_path ||
      (count.number.integer > 0 && !text.text.empty() &&
       count.number.integer > Int128(kMaxConstantParts / text.text.size()))) {
    return std::nullopt;
  }
  Object result = Object::Str({});
  result.is_bytes = text.is_bytes;
  for (Int128 i = 0; !text.text.empty() && i < count.number.integer; ++i) {
    result.text += text.text;
  }
  return result;
}

// What a member of an IntEnum is in arithmetic.
const Object& PlainValue(const Object& object) {
  return object.kind == ObjectKind::EnumMember && object.is_int_enum ? object.elements.front()
                                                                     : object;
}

std::optional<bool> Contains(const Object& container, const Object& item) {
  if (container.kind == ObjectKind::Str && item.kind == ObjectKind::Str) {
    return container.text.find(item.text) != std::string::npos;
  }
  const std::optional<std::vector<Object>> elements = ObjectElements(container);
  if (!elements) {
    return std::nullopt;
  }
  for (const Object& element : *elements) {
    const std::optional<bool> same = SameValue(element, item);
    if (!same || *same) {
      return same;
    }
  }
  return false;
}

// A dictionary of key, value, key, value; of equal keys the last one counts.
std::optional<Object> MergeItems(const std::vector<Object>& items) {
  Object dict;
  dict.kind = ObjectKind::Dict;
  for (std::size_t i = 0; i < items.size(); i += 2) {
    if (!PutItem(&dict, items[i], items[i + 1])) {
      return std::nullopt;
    }
  }
  return dict;
}

}  // namespace

std::optional<bool> CompareObjects(ast::CompareOperator op, const Object& left_object,
                                   const Object& right_object) {
  using ast::CompareOperator;
  if (op == CompareOperator::Is || op == CompareOperator::IsNot) {
    return (ObjectKey(left_object) == ObjectKey(right_object)) == (op == CompareOperator::Is);
  }
  const Object& left = PlainValue(left_object);
  const Object& right = PlainValue(right_object);
  if (left.is_number() && right.is_number()) {
    return FoldCompare(op, left.number, right.number);
  }
  if ((op == CompareOperator::Eq || op == CompareOperator::NotEq) &&
      (left.kind == ObjectKind::Type) != (right.kind == ObjectKind::Type)) {
    // a.dtype == bool, a.dtype == "float32"
    const std::optional<abi::ArgType> a = Evaluator::AsType(left);
    const std::optional<abi::ArgType> b = Evaluator::AsType(right);
    if (a && b) {
      return (ObjectKey(Object::Type(*a)) == ObjectKey(Object::Type(*b))) ==
             (op == CompareOperator::Eq);
    }
  }
  // A value of the host (sys.platform) or of the running thread (cuda.laneid).
  if (left.kind == ObjectKind::External || right.kind == ObjectKind::External) {
    return std::nullopt;
  }
  if (op == CompareOperator::Eq || op == CompareOperator::NotEq) {
    const std::optional<bool> same = SameValue(left, right);
    return same ? std::optional(*same == (op == CompareOperator::Eq)) : std::nullopt;
  }
  if (op == CompareOperator::In || op == CompareOperator::NotIn) {
    const std::optional<bool> found = Contains(right, left);
    return found ? std::optional(*found == (op == CompareOperator::In)) : std::nullopt;
  }
  if (left.kind == ObjectKind::Tuple && right.kind == ObjectKind::Tuple) {
    for (std::size_t i = 0; i < std::min(left.elements.size(), right.elements.size()); ++i) {
      const std::optional<bool> same = SameValue(left.elements[i], right.elements[i]);
      if (!same || !*same) {
        return same ? CompareObjects(op, left.elements[i], right.elements[i]) : std::nullopt;
      }
    }
    return FoldCompare(op, Number::Int(Int128(left.elements.size())),
                       Number::Int(Int128(right.elements.size())));
  }
  if (left.kind == ObjectKind::Str && right.kind == ObjectKind::Str) {
    return FoldCompare(op, Number::Int(left.text.compare(right.text)), Number::Int(0));
  }
  return std::nullopt;
}

std::optional<bool> SameValue(const Object& left, const Object& right) {
  if (left.is_number() && right.is_number()) {
    return FoldCompare(ast::CompareOperator::Eq, left.number, right.number);
  }
  if (left.kind == ObjectKind::Array || right.kind == ObjectKind::Array) {
    return std::nullopt;
  }
  if (left.kind == ObjectKind::Tuple && right.kind == ObjectKind::Tuple &&
      left.is_list == right.is_list) {
    if (left.elements.size() != right.elements.size()) {
      return false;
    }
    for (std::size_t i = 0; i < left.elements.size(); ++i) {
      const std::optional<bool> same = SameValue(left.elements[i], right.elements[i]);
      if (!same || !*same) {
        return same;
      }
    }
    return true;
  }
  return ObjectKey(left) == ObjectKey(right);
}

std::optional<std::vector<Object>> ObjectElements(const Object& object) {
  switch (object.kind) {
    case ObjectKind::Tuple:
      return object.elements;
    case ObjectKind::Dict: {
      std::vector<Object> keys;
      for (std::size_t i = 0; i < object.elements.size(); i += 2) {
        keys.push_back(object.elements[i]);
      }
      return keys;
    }
    case ObjectKind::Array:
      return ArrayRows(object);
    case ObjectKind::Str: {
      std::vector<Object> letters;
      const std::string_view text = object.text;
      for (std::size_t at = 0; at < text.size();) {
        const std::size_t start = at;
        if (object.is_bytes) {
          letters.push_back(Object::Of(Number::Int(static_cast<unsigned char>(text[at++]))));
        } else {
          DecodeUtf8(text, at);
          letters.push_back(Object::Str(text.substr(start, at - start)));
        }
      }
      return letters;
    }
    case ObjectKind::None:
    case ObjectKind::Ellipsis:
    case ObjectKind::Number:
    case ObjectKind::Type:
    case ObjectKind::Signature:
    case ObjectKind::External:
    case ObjectKind::Function:
    case ObjectKind::Module:
    case ObjectKind::Class:
    case ObjectKind::EnumMember:
    case ObjectKind::NamedTupleType:
    case ObjectKind::Decorator:
      return std::nullopt;
  }
  return std::nullopt;
}

std::optional<bool> ObjectTruth(const Object& object) {
  switch (object.kind) {
    case ObjectKind::None:
      return false;
    case ObjectKind::Number:
      return object.number.truth();
    case ObjectKind::Str:
      return !object.text.empty();
    case ObjectKind::Tuple:
    case ObjectKind::Dict:
      return !object.elements.empty();
    case ObjectKind::EnumMember:
      return object.is_int_enum ? ObjectTruth(object.elements.front()) : std::optional(true);
    case ObjectKind::Ellipsis:
    case ObjectKind::Type:
    case ObjectKind::Signature:
    case ObjectKind::Function:
    case ObjectKind::Module:
    case ObjectKind::Class:
    case ObjectKind::NamedTupleType:
    case ObjectKind::Decorator:
      return true;
    // May be a value of the running thread, such as cuda.laneid.
    case ObjectKind::External:
      return IsKnownPath(object.text) && IsModulePath(object.text) ? std::optional(true)
                                                                   : std::nullopt;
    case ObjectKind::Array:
      return std::nullopt;
  }
  return std::nullopt;
}

std::optional<Object> FoldObject(ast::UnaryOperator op, const Object& given) {
  const Object& operand = PlainValue(given);
  if (operand.kind == ObjectKind::Array) {
    return FoldArray(op, operand);
  }
  if (op == ast::UnaryOperator::Invert && operand.typed &&
      operand.scalar == abi::ScalarKind::Bool) {
    return Object::OfTyped(Number::Bool(!operand.number.truth()), operand.scalar);
  }
  const std::optional<Number> number =
      operand.is_number() ? FoldUnary(op, operand.number) : std::nullopt;
  return number && operand.typed ? TypedNumber(number, operand.scalar) : FromNumber(number);
}

std::optional<Object> FoldObjects(ast::BinaryOperator op, const Object& given_left,
                                  const Object& given_right) {
  using ast::BinaryOperator;
  const Object& left = PlainValue(given_left);
  const Object& right = PlainValue(given_right);
  if (op == BinaryOperator::MatMult) {
    const bool has_array = left.kind == ObjectKind::Array || right.kind == ObjectKind::Array;
    return has_array ? MatrixProduct(left, right) : std::nullopt;
  }
  if (IsTime(left) || IsTime(right)) {
    return FoldTimes(op, left, right);
  }
  if (left.kind == ObjectKind::Array || right.kind == ObjectKind::Array ||
      (left.is_number() && right.is_number() && (left.typed || right.typed))) {
    return FoldArrays(op, left, right);
  }
  if (left.is_number() && right.is_number()) {
    return FromNumber(FoldBinary(op, left.number, right.number));
  }
  if (left.kind == ObjectKind::Str && right.kind == ObjectKind::Str &&
      op == BinaryOperator::Add && left.text.size() + right.text.size() < kMaxConstantParts) {
    return Object::Str(left.text + right.text);
  }
  if (left.kind == ObjectKind::Str && op == BinaryOperator::Mod) {
    return FormatPercent(left.text, right);
  }
  if (left.kind == ObjectKind::Tuple && right.kind == ObjectKind::Tuple &&
      left.is_list == right.is_list && op == BinaryOperator::Add) {
    return ConcatTuples(left, right);
  }
  if (op == BinaryOperator::BitOr && left.kind == ObjectKind::Dict &&
      right.kind == ObjectKind::Dict) {
    std::vector<Object> items = left.elements;
    items.insert(items.end(), right.elements.begin(), right.elements.end());
    return MergeItems(items);
  }
  if (op == BinaryOperator::Mult && (left.kind == ObjectKind::Str || right.kind == ObjectKind::Str)) {
    const bool text_first = left.kind == ObjectKind::Str;
    return RepeatText(text_first ? left : right, text_first ? right : left);
  }
  if (op == BinaryOperator::Mult && left.kind == ObjectKind::Tuple && right.is_int()) {
    return RepeatTuple(left, right.number.integer);
  }
  if (op == BinaryOperator::Mult && right.kind == ObjectKind::Tuple && left.is_int()) {
    return RepeatTuple(right, left.number.integer);
  }
  return std::nullopt;
}

std::optional<Object> Evaluator::Eval(const ast::Expr* expr, const Scope* scope,
                                      const LocalLookup* locals,
                                      const ExprLookup* expressions) {
  if (depth_ == 0) {
    steps_ = 0;
  }
  return EvalIn(expr, {scope, locals, kEnd, expressions});
}

std::optional<Object> Evaluator::EvalIn(const ast::Expr* expr, const Context& context) {
  if (depth_ >= kMaxDepth || ++steps_ > max_steps_) {
    return std::nullopt;
  }
  ++depth_;
  std::optional<Object> result = EvalNode(expr, context);
  --depth_;
  // Sequences are copied, and arrays computed: that takes time for each part.
  constexpr std::size_t kPartsOfAStep = 64;
  if (result && result->array == nullptr) {
    steps_ += result->parts / kPartsOfAStep;
  } else if (result && As<ast::Name>(expr) == nullptr && As<ast::Attribute>(expr) == nullptr) {
    steps_ += result->array->values.size() / kPartsOfAStep;
  }
  return result;
}

std::optional<Object> Evaluator::EvalNode(const ast::Expr* expr, const Context& context) {
  if (const auto* constant = As<ast::Constant>(expr)) {
    return EvalConstant(*constant);
  }
  if (const auto* name = As<ast::Name>(expr)) {
    std::optional<Object> result;
    return context.locals != nullptr && (*context.locals)(*name, &result)
               ? result
               : NameAt(name->id, context);
  }
  if (context.expressions != nullptr) {
    if (std::optional<Object> known = (*context.expressions)(expr)) {
      return known;
    }
  }
  if (const auto* attribute = As<ast::Attribute>(expr)) {
    return EvalAttribute(*attribute, context);
  }
  if (const auto* binary = As<ast::BinOp>(expr)) {
    return EvalBinary(*binary, context);
  }
  if (const auto* unary = As<ast::UnaryOp>(expr)) {
    return EvalUnary(*unary, context);
  }
  if (const auto* boolean = As<ast::BoolOp>(expr)) {
    return EvalBoolean(*boolean, context);
  }
  if (const auto* compare = As<ast::Compare>(expr)) {
    return EvalCompare(*compare, context);
  }
  if (const auto* if_exp = As<ast::IfExp>(expr)) {
    const std::optional<Object> test = EvalIn(if_exp->test, context);
    const std::optional<bool> truth = test ? ObjectTruth(*test) : std::nullopt;
    if (truth) {
      return EvalIn(*truth ? if_exp->body : if_exp->orelse, context);
    }
    return context.scope->kind == ScopeKind::Module
               ? FunctionBesideNone({EvalIn(if_exp->body, context), EvalIn(if_exp->orelse, context)})
               : std::nullopt;
  }
  if (const auto* tuple = As<ast::Tuple>(expr)) {
    return EvalSequence(tuple->elts, false, context);
  }
  if (const auto* list = As<ast::List>(expr)) {
    return EvalSequence(list->elts, true, context);
  }
  if (const auto* set = As<ast::Set>(expr)) {
    const std::optional<Object> items = EvalSequence(set->elts, true, context);
    return items ? HostCall("set", {*items}) : std::nullopt;
  }
  if (const auto* dict = As<ast::Dict>(expr)) {
    return EvalDict(*dict, context);
  }
  if (const auto* subscript = As<ast::Subscript>(expr)) {
    return EvalSubscript(*subscript, context);
  }
  if (const auto* call = As<ast::Call>(expr)) {
    return EvalCall(*call, context);
  }
  if (const auto* list = As<ast::ListComp>(expr)) {
    return EvalComprehension(list->elt, list->generators, context);
  }
  if (const auto* generator = As<ast::GeneratorExp>(expr)) {
    return EvalComprehension(generator->elt, generator->generators, context);
  }
  if (const auto* dict = As<ast::DictComp>(expr)) {
    return EvalDictComprehension(*dict, context);
  }
  if (const auto* text = As<ast::JoinedStr>(expr)) {
    return EvalFString(*text, context);
  }
  if (const auto* lambda = As<ast::Lambda>(expr)) {
    const FunctionInfo* function = FindLambda(*lambda, context.scope);
    return function == nullptr ? std::nullopt : std::optional(Object::Function(function));
  }
  return std::nullopt;
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
  return FoldObject(unary.op, *operand);
}

std::optional<Object> Evaluator::EvalSequence(ast::NodeList<ast::Expr> items, bool is_list,
                                              const Context& context) {
  std::vector<Object> elements;
  for (const ast::Expr* item : items) {
    const auto* starred = As<ast::Starred>(item);
    std::optional<Object> value = EvalIn(starred != nullptr ? starred->value : item, context);
    if (!value) {
      return std::nullopt;
    }
    if (starred == nullptr) {
      elements.push_back(std::move(*value));
      continue;
    }
    std::optional<std::vector<Object>> spread = ObjectElements(*value);
    if (!spread) {
      return std::nullopt;
    }
    std::ranges::move(*spread, std::back_inserter(elements));
  }
  Object result = Object::Tuple(std::move(elements));
  result.is_list = is_list;
  return result.parts > kMaxConstantParts ? std::nullopt : std::optional(std::move(result));
}

std::optional<Object> Evaluator::EvalDict(const ast::Dict& dict, const Context& context) {
  std::vector<Object> elements;
  for (std::size_t i = 0; i < dict.keys.size(); ++i) {
    std::optional<Object> key =
        dict.keys[i] == nullptr ? Object() : EvalIn(dict.keys[i], context);
    if (!key) {
      return std::nullopt;
    }
    std::optional<Object> value = EvalIn(dict.values[i], context);
    if (dict.keys[i] == nullptr) {
      // **other
      if (!value || value->kind != ObjectKind::Dict) {
        return std::nullopt;
      }
      std::ranges::move(value->elements, std::back_inserter(elements));
      continue;
    }
    if (!value) {
      // Options of a program: those that kernels do not ask for may be anything.
      value = Object::External(
          fmt::format(".{}", context.scope->file->sources().text(dict.values[i]->range)));
    }
    elements.push_back(std::move(*key));
    elements.push_back(std::move(*value));
  }
  const bool has_spread = std::ranges::find(dict.keys, nullptr) != dict.keys.end();
  if (has_spread) {
    return MergeItems(elements);
  }
  Object result = Object::Tuple(std::move(elements));
  result.kind = ObjectKind::Dict;
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

std::optional<Object> Evaluator::EvalAttribute(const ast::Attribute& attribute,
                                               const Context& context) {
  const std::optional<Object> base = EvalIn(attribute.value, context);
  return base ? Member(*base, attribute.attr) : std::nullopt;
}

std::optional<Object> Evaluator::EvalBinary(const ast::BinOp& binary, const Context& context) {
  const std::optional<Object> left = EvalIn(binary.left, context);
  const std::optional<Object> right = left ? EvalIn(binary.right, context) : std::nullopt;
  if (right && binary.op == ast::BinaryOperator::Div) {
    if (std::optional<Object> path = DividePaths(*left, *right)) {
      return path;
    }
  }
  if (right && binary.op == ast::BinaryOperator::MatMult && left->array && right->array &&
      !right->array->shape.empty()) {
    // What a product of matrices takes beyond its result.
    constexpr std::int64_t kProductsOfAStep = 64;
    const std::int64_t columns = right->array->shape.back();
    steps_ += static_cast<std::size_t>(
        std::min(left->array->size(), kMaxArrayElements) / kProductsOfAStep *
        std::min(columns, kMaxArrayElements));
  }
  return right ? FoldObjects(binary.op, *left, *right) : std::nullopt;
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
    const bool is_elementwise =
        compare.ops[i] != ast::CompareOperator::Is && compare.ops[i] != ast::CompareOperator::IsNot &&
        compare.ops[i] != ast::CompareOperator::In && compare.ops[i] != ast::CompareOperator::NotIn;
    if (right && is_elementwise && compare.ops.size() == 1 && context.expressions == nullptr &&
        (left->kind == ObjectKind::Array || right->kind == ObjectKind::Array)) {
      return CompareArrays(compare.ops[i], *left, *right);
    }
    const std::optional<bool> holds =
        right ? CompareObjects(compare.ops[i], *left, *right) : std::nullopt;
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

}  // namespace kernelc::sema
