#include "compiler/parse/operator_chain.h"

namespace kernelc::parse {
namespace {

template <typename Enum>
constexpr std::uint8_t Code(Enum op) {
  return static_cast<std::uint8_t>(op);
}

}  // namespace

OperatorChain::Operator OperatorChain::ReadPrefix(const Token& token) {
  using ast::UnaryOperator;
  switch (token.type) {
    case T::NOT:
      return {Level::Not, true, Code(UnaryOperator::Not), token.begin};
    case T::PLUS:
      return {Level::Sign, true, Code(UnaryOperator::UAdd), token.begin};
    case T::MINUS:
      return {Level::Sign, true, Code(UnaryOperator::USub), token.begin};
    case T::TILDE:
      return {Level::Sign, true, Code(UnaryOperator::Invert), token.begin};
    case T::AWAIT:
      return {Level::Await, true, 0, token.begin};
    default:
      KC_FATAL("not a prefix: token {}", token.type);
  }
}

OperatorChain::Operator OperatorChain::ReadBinary(const Token* token, std::uint32_t& count) {
  using ast::BinaryOperator;
  using ast::BoolOperator;
  using ast::CompareOperator;
  struct Row {
    TokenType token;
    Level level;
    std::uint8_t op;
  };
  static constexpr Row kRows[] = {
      {T::OR, Level::Or, Code(BoolOperator::Or)},
      {T::AND, Level::And, Code(BoolOperator::And)},
      {T::NOT, Level::Compare, Code(CompareOperator::NotIn)},
      {T::IS, Level::Compare, Code(CompareOperator::Is)},
      {T::IN, Level::Compare, Code(CompareOperator::In)},
      {T::LESS, Level::Compare, Code(CompareOperator::Lt)},
      {T::GREATER, Level::Compare, Code(CompareOperator::Gt)},
      {T::LESS_EQUAL, Level::Compare, Code(CompareOperator::LtE)},
      {T::GREATER_EQUAL, Level::Compare, Code(CompareOperator::GtE)},
      {T::EQUAL_EQUAL, Level::Compare, Code(CompareOperator::Eq)},
      {T::NOT_EQUAL, Level::Compare, Code(CompareOperator::NotEq)},
      {T::BAR, Level::BitOr, Code(BinaryOperator::BitOr)},
      {T::CARET, Level::BitXor, Code(BinaryOperator::BitXor)},
      {T::AMPERSAND, Level::BitAnd, Code(BinaryOperator::BitAnd)},
      {T::LEFT_SHIFT, Level::Shift, Code(BinaryOperator::LShift)},
      {T::RIGHT_SHIFT, Level::Shift, Code(BinaryOperator::RShift)},
      {T::PLUS, Level::Sum, Code(BinaryOperator::Add)},
      {T::MINUS, Level::Sum, Code(BinaryOperator::Sub)},
      {T::STAR, Level::Product, Code(BinaryOperator::Mult)},
      {T::SLASH, Level::Product, Code(BinaryOperator::Div)},
      {T::SLASH_SLASH, Level::Product, Code(BinaryOperator::FloorDiv)},
      {T::PERCENT, Level::Product, Code(BinaryOperator::Mod)},
      {T::AT, Level::Product, Code(BinaryOperator::MatMult)},
      {T::STAR_STAR, Level::Power, Code(BinaryOperator::Pow)},
  };
  for (const Row& row : kRows) {
    if (row.token == token->type) {
      const bool is_not = token->type == T::IS && token[1].type == T::NOT;
      count = is_not || token->type == T::NOT ? 2 : 1;
      return {row.level, false, is_not ? Code(CompareOperator::IsNot) : row.op, token->begin};
    }
  }
  KC_FATAL("not an operator: token {}", token->type);
}

// `not` binds weaker than what stands before it in `a == not b`, and `await` takes no operator.
void OperatorChain::CheckPrefix(const Token& token, Level level) {
  if (operators_.empty()) {
    return;
  }
  const Level before = operators_.back().level;
  const bool weak_not = level == Level::Not && before > Level::Not;
  if (weak_not || before == Level::Await) {
    emitter_->Build({file_, token.begin, token.end}, diag::Kind::SyntaxError, "invalid syntax")
        .Help(weak_not ? "put the `not` expression into parentheses"
                       : "put the operand of `await` into parentheses")
        .Emit();
  }
}

std::uint32_t OperatorChain::AddOperator(const Token* token) {
  if (expects_operand_) {
    const Operator op = ReadPrefix(*token);
    CheckPrefix(*token, op.level);
    operators_.push_back(op);
    return 1;
  }
  std::uint32_t count = 1;
  Push(ReadBinary(token, count));
  expects_operand_ = true;
  return count;
}

void OperatorChain::AddOperand(const ast::Expr* expr, SourceRange range) {
  operands_.push_back({expr, range.begin, range.end});
  expects_operand_ = false;
}

const ast::Expr* OperatorChain::Finish() {
  while (!operators_.empty()) {
    Reduce();
  }
  return operands_.back().expr;
}

void OperatorChain::Push(const Operator& op) {
  // Operators of one level: arithmetic goes from the left, `**` from the right, and comparisons,
  // `and` and `or` stay together as one list.
  const bool from_left = op.level >= Level::BitOr && op.level <= Level::Product;
  while (!operators_.empty() && (operators_.back().level > op.level ||
                                 (from_left && operators_.back().level == op.level))) {
    Reduce();
  }
  operators_.push_back(op);
}

void OperatorChain::Reduce() {
  const Operator op = operators_.back();
  if (op.is_prefix) {
    operators_.pop_back();
    ReducePrefix(op);
  } else if (op.level == Level::Compare || op.level == Level::And || op.level == Level::Or) {
    ReduceList(op.level);
  } else {
    operators_.pop_back();
    ReduceBinary(op);
  }
}

void OperatorChain::ReducePrefix(const Operator& op) {
  Operand& operand = operands_.back();
  const SourceRange range{file_, op.begin, operand.end};
  if (op.level == Level::Await) {
    auto* await = module_->Create<ast::Await>(range);
    await->value = operand.expr;
    operand.expr = await;
  } else {
    auto* unary = module_->Create<ast::UnaryOp>(range);
    unary->op = static_cast<ast::UnaryOperator>(op.op);
    unary->operand = operand.expr;
    operand.expr = unary;
  }
  operand.begin = op.begin;
}

void OperatorChain::ReduceBinary(const Operator& op) {
  const Operand right = operands_.back();
  operands_.pop_back();
  Operand& left = operands_.back();
  auto* binary = module_->Create<ast::BinOp>(SourceRange{file_, left.begin, right.end});
  binary->left = left.expr;
  binary->op = static_cast<ast::BinaryOperator>(op.op);
  binary->right = right.expr;
  left.expr = binary;
  left.end = right.end;
}

void OperatorChain::ReduceList(Level level) {
  std::size_t first = operators_.size();
  while (first > 0 && operators_[first - 1].level == level) {
    --first;
  }
  const std::size_t first_operand = operands_.size() - (operators_.size() - first) - 1;
  const ast::Expr* expr =
      level == Level::Compare ? MakeCompare(first, first_operand) : MakeBool(first_operand, level);
  const std::uint32_t end = operands_.back().end;
  operators_.resize(first);
  operands_.resize(first_operand + 1);
  operands_.back().expr = expr;
  operands_.back().end = end;
}

const ast::Expr* OperatorChain::MakeCompare(std::size_t first_operator, std::size_t first_operand) {
  auto* compare = module_->Create<ast::Compare>(
      SourceRange{file_, operands_[first_operand].begin, operands_.back().end});
  std::vector<ast::CompareOperator> ops;
  for (std::size_t i = first_operator; i < operators_.size(); ++i) {
    ops.push_back(static_cast<ast::CompareOperator>(operators_[i].op));
  }
  std::vector<const ast::Expr*> comparators;
  for (std::size_t i = first_operand + 1; i < operands_.size(); ++i) {
    comparators.push_back(operands_[i].expr);
  }
  compare->left = operands_[first_operand].expr;
  compare->ops = module_->CopyList(ops);
  compare->comparators = module_->CopyList(comparators);
  return compare;
}

const ast::Expr* OperatorChain::MakeBool(std::size_t first_operand, Level level) {
  auto* list = module_->Create<ast::BoolOp>(
      SourceRange{file_, operands_[first_operand].begin, operands_.back().end});
  std::vector<const ast::Expr*> values;
  for (std::size_t i = first_operand; i < operands_.size(); ++i) {
    values.push_back(operands_[i].expr);
  }
  list->op = level == Level::And ? ast::BoolOperator::And : ast::BoolOperator::Or;
  list->values = module_->CopyList(values);
  return list;
}

}  // namespace kernelc::parse
