// Pieces of CUDA C++ expressions, with what is needed to put them together without more parentheses
// than a person would write.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kernelc::codegen::cuda_cpp {

// How tightly an expression's outermost operator binds, as C++ has it; higher is tighter.
enum class Binding : std::uint8_t {
  Conditional, LogicalOr, LogicalAnd, BitOr, BitXor, BitAnd, Equality, Relational, Shift, Add,
  Multiply, Unary, Primary,
};

struct Expr {
  std::string text;
  Binding binding = Binding::Primary;
  // The same value where the context converts it anyway: `threadIdx.x` for `int32_t(threadIdx.x)`.
  std::string bare;
  // `bare` is of a type that C++ itself widens to this one next to an operand that has it.
  bool widens = false;
  // `bare` has the same value before it is converted, too: `threadIdx.x` has, `a + b` for `int8_t(a + b)` has not.
  bool same_value = false;
  // How `bare` binds, where it is known.
  Binding bare_binding = Binding::Conditional;
  // Where the outermost operator stands in `text`, if it is one of two operands; else 0. And the operator, a literal of ours,
  // of one operand as well.
  std::size_t operator_at = 0;
  std::string_view op = {};
  // Of `true` and `false`.
  std::optional<bool> truth = std::nullopt;

  // The text for a place that converts: an initialiser, a cast, a subscript.
  const std::string& converted() const { return bare.empty() ? text : bare; }
  // The text for a place that converts to some other type.
  const std::string& value() const { return same_value && !bare.empty() ? bare : text; }
};

// `true` or `false`.
inline Expr Truth(bool truth) {
  Expr expr{truth ? "true" : "false", Binding::Primary, {}};
  expr.truth = truth;
  return expr;
}

// `expr`, whose `bare` has the same value in its own type.
inline Expr SameValue(Expr expr) {
  expr.same_value = true;
  return expr;
}

// `expr` as an operand of something that binds as `least`, in parentheses where it binds less.
std::string Operand(const Expr& expr, Binding least);
// `left op right`. Operators that people mix up get parentheses around unlike operands.
Expr Infix(const Expr& left, std::string_view op, const Expr& right, Binding binding);
// `condition ? yes : no`.
Expr Conditional(const Expr& condition, const Expr& yes, const Expr& no);
// `place = value`, or `place += rest` and the like where the value says that.
std::string Assignment(const std::string& place, const Expr& value);
Expr Prefix(std::string_view op, const Expr& operand);
// `!operand`, or what is negated in it.
Expr Not(const Expr& operand);
Expr Call(std::string_view function, std::string_view arguments);

}  // namespace kernelc::codegen::cuda_cpp
