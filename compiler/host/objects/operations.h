// What operators are called.
#pragma once

#include <string_view>

#include "compiler/ast/ast.h"

namespace kernelc::host {

// The methods that an operator stands for, and NumPy's function.
struct BinaryNames {
  std::string_view plain;
  std::string_view reflected;
  std::string_view in_place;
  std::string_view ufunc;
};
const BinaryNames& NamesOf(ast::BinaryOperator op);
// The operator that a method stands for, `__add__` or `__radd__`.
struct BinaryMethod {
  ast::BinaryOperator op;
  bool is_reflected;
};
BinaryMethod FindBinary(std::string_view method);

// An operator that compares by order or value.
struct Comparison {
  ast::CompareOperator op;
  std::string_view method;
  std::string_view ufunc;
  ast::CompareOperator reflected;
  // Where the left one is less, equal, greater.
  bool holds[3];
};
// Null for `is`, `in` and the like.
const Comparison* FindComparison(ast::CompareOperator op);
const Comparison* FindComparison(std::string_view method);

}  // namespace kernelc::host
