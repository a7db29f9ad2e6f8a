// Expressions of literals, which Python computes before Numba sees them.
#include <limits>

#include "compiler/sema/function_emitter.h"

namespace kernelc::sema {

using ast::As;
using ast::BinaryOperator;

namespace {

bool IsLiteralExpression(const ast::Expr* expr) {
  if (const auto* constant = As<ast::Constant>(expr)) {
    return constant->value.kind == ast::ConstantKind::Int ||
           constant->value.kind == ast::ConstantKind::Float;
  }
  if (const auto* unary = As<ast::UnaryOp>(expr)) {
    return IsLiteralExpression(unary->operand);
  }
  const auto* binary = As<ast::BinOp>(expr);
  return binary != nullptr && IsLiteralExpression(binary->left) &&
         IsLiteralExpression(binary->right);
}

// Whether an operator of integers fails for no other reason than the size of its result.
bool FailsBySize(BinaryOperator op, const Number& left, const Number& right) {
  if (!left.is_integral() || !right.is_integral()) {
    return false;
  }
  const bool needs_positive = op == BinaryOperator::Pow || op == BinaryOperator::LShift;
  return op == BinaryOperator::Add || op == BinaryOperator::Sub || op == BinaryOperator::Mult ||
         (needs_positive && right.integer >= 0);
}

bool FitsRegister(const Number& number) {
  return number.integer >= std::numeric_limits<std::int64_t>::min() &&
         number.integer <= std::numeric_limits<std::uint64_t>::max();
}

}  // namespace

Value FunctionEmitter::ReportLargeInteger(SourceRange range) {
  constexpr std::size_t kMostCharacters = 60;
  std::string text(SpellingAt(range));
  if (text.size() > kMostCharacters) {
    text.resize(kMostCharacters);
    text += "...";
  }
  Report(range, diag::Kind::IntegerTooLarge, text)
      .Help("integers have at most 64 bits in kernels")
      .Emit();
  return Value();
}

std::optional<Value> FunctionEmitter::EmitLiterals(const ast::BinOp& node) {
  const ast::Expr* expr = &node;
  if (!IsLiteralExpression(expr)) {
    return std::nullopt;
  }
  if (const std::optional<Object> value = evaluator().Eval(expr, function_->scope)) {
    const bool is_large =
        value->is_number() && value->number.is_integral() && !FitsRegister(value->number);
    return is_large ? ReportLargeInteger(expr->range) : FromObject(*value);
  }
  const std::optional<Object> left = evaluator().Eval(node.left, function_->scope);
  const std::optional<Object> right = evaluator().Eval(node.right, function_->scope);
  if (left && right && left->is_number() && right->is_number() &&
      FailsBySize(node.op, left->number, right->number)) {
    return ReportLargeInteger(expr->range);
  }
  return std::nullopt;
}

}  // namespace kernelc::sema
