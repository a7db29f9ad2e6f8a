#include "compiler/sema/emit_literal.h"

#include <limits>

#include "compiler/constants/const_eval.h"
#include "compiler/sema/emit_report.h"
#include "compiler/sema/emit_value.h"

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

Value ReportLargeInteger(FunctionContext& fn, SourceRange range) {
  constexpr std::size_t kMostCharacters = 60;
  std::string text(SpellingAt(fn, range));
  if (text.size() > kMostCharacters) {
    text.resize(kMostCharacters);
    text += "...";
  }
  fn.Report(range, diag::Kind::IntegerTooLarge, text)
      .Help("integers have at most 64 bits in kernels")
      .Emit();
  return Value();
}

std::optional<Value> EmitLiterals(FunctionContext& fn, const ast::BinOp& node) {
  const ast::Expr* expr = &node;
  if (!IsLiteralExpression(expr)) {
    return std::nullopt;
  }
  if (const std::optional<Object> value = fn.evaluator().Eval(expr, fn.function.scope)) {
    const bool is_large =
        value->is_number() && value->number.is_integral() && !FitsRegister(value->number);
    return is_large ? ReportLargeInteger(fn, expr->range) : FromObject(fn, *value);
  }
  const std::optional<Object> left = fn.evaluator().Eval(node.left, fn.function.scope);
  const std::optional<Object> right = fn.evaluator().Eval(node.right, fn.function.scope);
  if (left && right && left->is_number() && right->is_number() &&
      FailsBySize(node.op, left->number, right->number)) {
    return ReportLargeInteger(fn, expr->range);
  }
  return std::nullopt;
}

}  // namespace kernelc::sema
