// The functions of Python's `operator` module, which kernels call and pass to functions.
#pragma once

#include <cstdint>
#include <string_view>

#include "compiler/ast/ast.h"

namespace kernelc::sema {

enum class OperatorKind : std::uint8_t { Binary, InPlace, Unary, Compare };

// The row of operators.def; only the operator of its kind means something.
struct OperatorInfo {
  std::string_view names;
  OperatorKind kind = OperatorKind::Binary;
  ast::BinaryOperator binary = ast::BinaryOperator::Add;
  ast::UnaryOperator unary = ast::UnaryOperator::UAdd;
  ast::CompareOperator compare = ast::CompareOperator::Eq;
};

// By canonical path ("operator.add"); null when there is none.
const OperatorInfo* FindOperator(std::string_view path);

}  // namespace kernelc::sema
