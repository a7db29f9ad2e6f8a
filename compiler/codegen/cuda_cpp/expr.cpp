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
  } else if (binding == Binding::LogicalAnd && left.binding == Binding::LogicalAnd) {
    left_text = left.text;
  }
  return {fmt::format("{} {} {}", left_text, op, right_text), binding, {}};
}

Expr Conditional(const Expr& condition, const Expr& yes, const Expr& no) {
  if (no.text == "false") {
    return Infix(condition, "&&", yes, Binding::LogicalAnd);
  }
  if (yes.text == "true") {
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
  return {fmt::format("{}{}", op, text), Binding::Unary, {}};
}

Expr Call(std::string_view function, std::string_view arguments) {
  return {fmt::format("{}({})", function, arguments), Binding::Primary, {}};
}

}  // namespace kernelc::codegen::cuda_cpp
