// Pieces of CUDA C++ expressions, with what is needed to put them together without more parentheses
// than a person would write.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kernelc::codegen::cuda_cpp {

// How tightly an expression's outermost operator binds, as C++ has it; higher is tighter.
enum class Binding : std::uint8_t {
  Conditional,
  LogicalOr,
  LogicalAnd,
  BitOr,
  BitXor,
  BitAnd,
  Equality,
  Relational,
  Shift,
  Add,
  Multiply,
  Unary,
  // A call, a subscript, a conversion.
  Primary,
  // A name or a number, or a member of what has a name: nothing is computed to have it again.
  Name,
};

struct Expr {
  std::string text;
  Binding binding = Binding::Primary;
  // The same value where the context converts it anyway, or empty: `threadIdx.x` for
  // `int32_t(threadIdx.x)`. And how that binds.
  std::string bare = {};
  Binding bare_binding = Binding::Primary;
  // `bare` is of a type that C++ itself widens to this one next to an operand that has it.
  bool widens = false;
  // `bare` has the same value before it is converted, too: `threadIdx.x` has, `a + b` for `int8_t(a
  // + b)` has not.
  bool same_value = false;
  // The outermost operator, a literal of ours, and its operands without parentheses; of one
  // operand, that is `right`. Empty where there is none.
  std::string_view op = {};
  std::string left = {};
  std::string right = {};
  Binding right_binding = Binding::Primary;
  // Of a place that is the first element of a C++ array: the array.
  std::string array = {};
  // Of `true` and `false`.
  std::optional<bool> truth = std::nullopt;

  // The text for a place that converts: an initialiser, a cast, a subscript.
  const std::string& converted() const { return bare.empty() ? text : bare; }
  // What is written in a place that converts to some other type.
  bool has_value() const { return same_value && !bare.empty(); }
  Expr value() const { return has_value() ? Expr{bare, bare_binding} : *this; }
  // Can be said again and again.
  bool is_name() const { return binding == Binding::Name && bare.empty(); }
};

// `true` or `false`.
inline Expr Truth(bool truth) {
  Expr expr{truth ? "true" : "false", Binding::Name};
  expr.truth = truth;
  return expr;
}

// `type(expr)`, of which the context may leave `expr`.
Expr Cast(std::string_view type, const Expr& expr);
// The same, where `expr` has the same value in its own type.
inline Expr SameValue(std::string_view type, const Expr& expr) {
  Expr cast = Cast(type, expr);
  cast.same_value = true;
  return cast;
}

// `expr` as an operand of something that binds as `least`, in parentheses where it binds less.
std::string Operand(const Expr& expr, Binding least);
// `left op right`. Operators that people mix up get parentheses around unlike operands.
Expr Infix(const Expr& left, std::string_view op, const Expr& right, Binding binding);
// `condition ? yes : no`.
Expr Conditional(const Expr& condition, const Expr& yes, const Expr& no);
// Whether the value is `place op rest`, of which C++ has an assignment.
bool IsUpdate(const std::string& place, const Expr& value);
// `place = value;`, or `place += rest;` and the like.
std::string Assignment(const std::string& place, const Expr& value);
Expr Prefix(std::string_view op, const Expr& operand);
// `!operand`, or what is negated in it.
Expr Not(const Expr& operand);
Expr Call(std::string_view function, std::string_view arguments);
Expr Subscript(const Expr& base, std::string_view index);
// `type{parts}`, of which an initialiser may leave the type.
Expr Braces(std::string_view type, std::string_view parts);
// `base.member`; `->` for `by`.
Expr Member(const Expr& base, std::string_view member, std::string_view by = ".");

}  // namespace kernelc::codegen::cuda_cpp
