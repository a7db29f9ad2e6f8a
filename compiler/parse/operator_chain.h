// Python's operator precedence over a flat list of operators and operands.
#pragma once

#include <vector>

#include "compiler/ast/ast.h"
#include "compiler/diag/emitter.h"
#include "compiler/parse/token.h"

namespace kernelc::parse {

// Takes the tokens and operands of one `operation` from left to right and gives the tree. Works
// with two stacks and no recursion, so that the length of a chain is bounded by nothing but
// limits.h's tree depth.
class OperatorChain {
 public:
  OperatorChain(FileId file, ast::Module& module, diag::Emitter& emitter)
      : file_(file), module_(&module), emitter_(&emitter) {}

  // Takes the operator that starts at `token`, a prefix if it stands where an operand could. Gives
  // the number of tokens that it has: two for `not in` and `is not`.
  std::uint32_t AddOperator(const Token* token);
  // `range` includes the parentheses around the operand.
  void AddOperand(const ast::Expr* expr, SourceRange range);
  const ast::Expr* Finish();

 private:
  // From weak to strong.
  enum class Level : std::uint8_t {
    Or,
    And,
    Not,
    Compare,
    BitOr,
    BitXor,
    BitAnd,
    Shift,
    Sum,
    Product,
    Sign,
    Power,
    Await,
  };
  struct Operator {
    Level level;
    bool is_prefix;
    std::uint8_t op;
    std::uint32_t begin;
  };
  struct Operand {
    const ast::Expr* expr;
    std::uint32_t begin;
    std::uint32_t end;
  };

  static Operator ReadPrefix(const Token& token);
  static Operator ReadBinary(const Token* token, std::uint32_t& count);
  void CheckPrefix(const Token& token, Level level);
  void Push(const Operator& op);
  // Applies the operator on top, together with those below it that belong to the same chain.
  void Reduce();
  void ReducePrefix(const Operator& op);
  void ReduceBinary(const Operator& op);
  void ReduceList(Level level);
  const ast::Expr* MakeCompare(std::size_t first_operator, std::size_t first_operand);
  const ast::Expr* MakeBool(std::size_t first_operand, Level level);

  FileId file_;
  ast::Module* module_;
  diag::Emitter* emitter_;
  std::vector<Operator> operators_;
  std::vector<Operand> operands_;
  bool expects_operand_ = true;
};

}  // namespace kernelc::parse
