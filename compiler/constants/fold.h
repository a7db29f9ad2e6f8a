// Arithmetic on constants with Python's semantics.
#pragma once

#include <optional>

#include "compiler/ast/ast.h"
#include "compiler/constants/object.h"

namespace kernelc::constants {

// Null where Python raises (division by zero, wrong types) or where the result needs more bits than are kept.
std::optional<Number> FoldBinary(ast::BinaryOperator op, const Number& left, const Number& right);
std::optional<Number> FoldUnary(ast::UnaryOperator op, const Number& operand);
// Comparisons of value; `is` and `in` are the caller's.
std::optional<bool> FoldCompare(ast::CompareOperator op, const Number& left, const Number& right);

// The value of the floating-point type that is nearest to `value`, of two the even one; an infinity beyond its range.
double RoundFloat(double value, abi::ScalarKind kind);

// `number` as a NumPy scalar of this kind holds it; null where NumPy raises.
std::optional<Number> CastNumber(const Number& number, abi::ScalarKind kind);

// int(number); null where Python raises.
std::optional<Number> Truncated(const Number& number);

// host_values.cpp: whether it asks if things are the same: names of one thing are two to the interpreter of the host.
bool IsIdentity(const ast::Compare& compare);

}  // namespace kernelc::constants
