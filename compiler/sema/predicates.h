// Python's comparisons as KIR has them.
#pragma once

#include <optional>

#include "compiler/ast/ast.h"
#include "compiler/kir/kir.h"

namespace kernelc::sema {

// None for `is`, `in` and their negations, which compare no values.
constexpr std::optional<kir::ComparePredicate> PredicateOf(ast::CompareOperator op) {
  switch (op) {
    case ast::CompareOperator::Eq:
      return kir::ComparePredicate::Eq;
    case ast::CompareOperator::NotEq:
      return kir::ComparePredicate::Ne;
    case ast::CompareOperator::Lt:
      return kir::ComparePredicate::Lt;
    case ast::CompareOperator::LtE:
      return kir::ComparePredicate::Le;
    case ast::CompareOperator::Gt:
      return kir::ComparePredicate::Gt;
    case ast::CompareOperator::GtE:
      return kir::ComparePredicate::Ge;
    case ast::CompareOperator::In:
    case ast::CompareOperator::NotIn:
    case ast::CompareOperator::Is:
    case ast::CompareOperator::IsNot:
      return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace kernelc::sema
