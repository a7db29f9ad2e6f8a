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
  Expr result{fmt::format("{} {} {}", left_text, op, right_text), binding};
  result.op = op;
  result.left = left.text;
  result.right = right.text;
  result.right_binding = right.binding;
  return result;
}

Expr Cast(std::string_view type, const Expr& expr) {
  return {fmt::format("{}({})", type, expr.text), Binding::Primary, expr.text, expr.binding};
}

bool IsUpdate(const std::string& place, const Expr& value) {
  const bool assigns = (value.binding >= Binding::BitOr && value.binding <= Binding::BitAnd) ||
                       (value.binding >= Binding::Shift && value.binding <= Binding::Multiply);
  return assigns && !value.op.empty() && value.left == place;
}

std::string Assignment(const std::string& place, const Expr& value) {
  return IsUpdate(place, value) ? fmt::format("{} {}= {};", place, value.op, value.right)
                                : fmt::format("{} = {};", place, value.converted());
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
          Binding::Conditional};
}

Expr Prefix(std::string_view op, const Expr& operand) {
  // `-(-x)`, not `--x`.
  const bool joins = operand.binding == Binding::Unary && operand.op == op;
  Expr result{fmt::format("{}{}", op, Operand(operand, joins ? Binding::Primary : Binding::Unary)),
              Binding::Unary};
  result.op = op;
  result.right = operand.text;
  result.right_binding = operand.binding;
  return result;
}

Expr Not(const Expr& operand) {
  return operand.op == "!" ? Expr{operand.right, operand.right_binding} : Prefix("!", operand);
}

Expr Call(std::string_view function, std::string_view arguments) {
  return {fmt::format("{}({})", function, arguments)};
}

Expr Subscript(const Expr& base, std::string_view index) {
  return {fmt::format("{}[{}]", Operand(base, Binding::Primary), index)};
}

Expr Braces(std::string_view type, std::string_view parts) {
  return {fmt::format("{}{{{}}}", type, parts), Binding::Primary, fmt::format("{{{}}}", parts)};
}

Expr Member(const Expr& base, std::string_view member, std::string_view by) {
  return {fmt::format("{}{}{}", Operand(base, Binding::Primary), by, member),
          base.binding == Binding::Name ? Binding::Name : Binding::Primary};
}

}  // namespace kernelc::codegen::cuda_cpp
