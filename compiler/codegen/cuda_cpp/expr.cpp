#include "compiler/codegen/cuda_cpp/expr.h"

#include <fmt/format.h>

namespace kernelc::codegen::cuda_cpp {

std::string Operand(const Expr& expr, Binding least) {
  return expr.binding < least ? fmt::format("({})", expr.text) : expr.text;
}

Expr Infix(const Expr& left, std::string_view op, const Expr& right, Binding binding) {
  // Sums and products read well in a row; shifts, bits, comparisons and truth do not when mixed.
  const bool arithmetic = binding == Binding::Add || binding == Binding::Multiply;
  const bool logical = binding == Binding::LogicalAnd || binding == Binding::LogicalOr;
  Binding least = arithmetic ? binding : Binding::Unary;
  if (logical) {
    least = binding == Binding::LogicalAnd ? Binding::Equality : Binding::LogicalOr;
  } else if (binding == Binding::Relational || binding == Binding::Equality) {
    least = Binding::Add;
  }
  const auto next = static_cast<Binding>(static_cast<unsigned>(least) + 1);
  std::string left_text = Operand(left, least);
  std::string right_text = Operand(right, logical || !arithmetic ? least : next);
  if (binding == Binding::LogicalOr) {
    // `a && b || c` makes compilers warn.
    left_text = left.binding == Binding::LogicalAnd ? fmt::format("({})", left.text) : left_text;
    right_text =
        right.binding == Binding::LogicalAnd ? fmt::format("({})", right.text) : right_text;
  } else if (binding == Binding::LogicalAnd) {
    left_text = left.binding == Binding::LogicalAnd ? left.text : left_text;
    right_text = right.binding == Binding::LogicalAnd ? right.text : right_text;
  }
  Expr result{fmt::format("{} {} {}", left_text, op, right_text), binding, {}};
  result.operator_at = left_text.size() + 1;
  result.op = op;
  return result;
}

namespace {

// `a + b` of `(a + b)`.
std::string WithoutParentheses(const std::string& text) {
  if (!text.starts_with('(') || !text.ends_with(')')) {
    return text;
  }
  int depth = 0;
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    if (depth == 0) {
      return text;
    }
  }
  return text.substr(1, text.size() - 2);
}

}  // namespace

std::string Assignment(const std::string& place, const Expr& value) {
  if (value.operator_at != 0 && value.bare.empty() &&
      value.text.substr(0, value.operator_at - 1) == place) {
    const std::size_t right = value.operator_at + value.op.size() + 1;
    for (const std::string_view known : {"+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"}) {
      if (value.op == known) {
        return fmt::format("{} {}= {};", place, known,
                           WithoutParentheses(value.text.substr(right)));
      }
    }
  }
  return fmt::format("{} = {};", place, value.converted());
}

Expr Conditional(const Expr& condition, const Expr& yes, const Expr& no) {
  if (no.truth == false) {
    return Infix(condition, "&&", yes, Binding::LogicalAnd);
  }
  if (yes.truth == true) {
    return Infix(condition, "||", no, Binding::LogicalOr);
  }
  return {fmt::format("{} ? {} : {}", Operand(condition, Binding::LogicalOr),
                      Operand(yes, Binding::LogicalOr), Operand(no, Binding::LogicalOr)),
          Binding::Conditional,
          {}};
}

Expr Prefix(std::string_view op, const Expr& operand) {
  // `- -x`, not `--x`.
  const bool joins = !operand.text.empty() && operand.text.front() == op.back();
  const std::string text = joins && operand.binding >= Binding::Unary
                               ? fmt::format("({})", operand.text)
                               : Operand(operand, Binding::Unary);
  Expr result{fmt::format("{}{}", op, text), Binding::Unary, {}};
  result.op = op;
  return result;
}

Expr Not(const Expr& operand) {
  if (operand.binding != Binding::Unary || operand.op != "!") {
    return Prefix("!", operand);
  }
  const std::string inner = operand.text.substr(1);
  const std::string bare = WithoutParentheses(inner);
  return {bare, bare == inner ? Binding::Unary : Binding::Conditional, {}};
}

Expr Call(std::string_view function, std::string_view arguments) {
  return {fmt::format("{}({})", function, arguments), Binding::Primary, {}};
}

}  // namespace kernelc::codegen::cuda_cpp
