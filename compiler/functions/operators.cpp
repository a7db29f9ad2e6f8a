#include "compiler/functions/functions.h"

namespace kernelc::functions {
namespace {

constexpr OperatorInfo MakeBinary(std::string_view names, ast::BinaryOperator op) {
  OperatorInfo info;
  info.names = names;
  info.binary = op;
  return info;
}

constexpr OperatorInfo MakeInPlace(std::string_view names, ast::BinaryOperator op) {
  OperatorInfo info = MakeBinary(names, op);
  info.kind = OperatorKind::InPlace;
  return info;
}

constexpr OperatorInfo MakeUnary(std::string_view names, ast::UnaryOperator op) {
  OperatorInfo info;
  info.names = names;
  info.kind = OperatorKind::Unary;
  info.unary = op;
  return info;
}

constexpr OperatorInfo MakeCompare(std::string_view names, ast::CompareOperator op) {
  OperatorInfo info;
  info.names = names;
  info.kind = OperatorKind::Compare;
  info.compare = op;
  return info;
}

// The enumeration that a kind of row takes its operator from.
namespace operator_types {
using Binary = ast::BinaryOperator;
using InPlace = ast::BinaryOperator;
using Unary = ast::UnaryOperator;
using Compare = ast::CompareOperator;
}  // namespace operator_types

constexpr OperatorInfo kRows[] = {
#define KC_OPERATOR(names, kind, op) Make##kind(names, operator_types::kind::op),
#include "compiler/functions/operators.def"
};

}  // namespace

const OperatorInfo* FindOperator(std::string_view path) {
  constexpr std::string_view kModule = "operator.";
  if (!path.starts_with(kModule)) {
    return nullptr;
  }
  for (const OperatorInfo& row : kRows) {
    for (const std::string_view name : SplitBlanks(row.names)) {
      if (name == path.substr(kModule.size())) {
        return &row;
      }
    }
  }
  return nullptr;
}

}  // namespace kernelc::functions
