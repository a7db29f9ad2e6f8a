#include "compiler/sema/emit_tuple_operator.h"

#include <algorithm>

#include "compiler/sema/emit_operator.h"
#include "compiler/sema/emit_value.h"

namespace kernelc::sema {

using ast::BinaryOperator;
using ast::CompareOperator;

std::optional<Value> EmitTupleBinary(FunctionContext& fn, BinaryOperator op, const Value& left,
                                     const Value& right, SourceRange range) {
  constexpr std::size_t kMaxElements = 1000;
  const TupleElements a = AsTuple(fn, left);
  const TupleElements b = AsTuple(fn, right);
  std::vector<Value> elements;
  if (op == BinaryOperator::Add && a && b) {
    elements = *a;
    elements.insert(elements.end(), b->begin(), b->end());
    return NewTuple(fn, std::move(elements), range);
  }
  const std::optional<std::int64_t> count = ConstantInt(right);
  if (op == BinaryOperator::Mult && a && count && a->size() <= kMaxElements &&
      *count <= static_cast<std::int64_t>(kMaxElements)) {
    for (std::int64_t i = 0; i < *count && elements.size() <= kMaxElements; ++i) {
      elements.insert(elements.end(), a->begin(), a->end());
    }
    return NewTuple(fn, std::move(elements), range);
  }
  return std::nullopt;
}

Value EmitTupleComparison(FunctionContext& fn, CompareOperator op, const Value& left,
                          const Value& right, SourceRange range, SourceRange left_range,
                          SourceRange right_range) {
  const TupleElements left_parts = AsTuple(fn, left);
  const TupleElements right_parts = AsTuple(fn, right);
  const std::vector<Value>& a = *left_parts;
  const std::vector<Value>& b = *right_parts;
  const bool equality = op == CompareOperator::Eq || op == CompareOperator::NotEq;
  if (equality && a.size() != b.size()) {
    return MakeNumber(fn, Number::Bool(op == CompareOperator::NotEq));
  }
  const std::size_t common = std::min(a.size(), b.size());
  // From the last element to the first: result = a[i] == b[i] ? result : a[i] op b[i].
  Value result = MakeNumber(fn, Number::Bool(*constants::FoldCompare(op, Number::Int(Int128(a.size())),
                                                               Number::Int(Int128(b.size())))));
  for (std::size_t i = common; i-- > 0;) {
    const Value equal =
        EmitComparison(fn, CompareOperator::Eq, a[i], b[i], range, left_range, right_range);
    if (equal.is_poison()) {
      return Value();
    }
    const Value decided = EmitComparison(fn, op, a[i], b[i], range, left_range, right_range);
    if (decided.is_poison()) {
      return Value();
    }
    // What is known needs no code.
    if (equal.is_number()) {
      result = equal.number.truth() ? result : decided;
      continue;
    }
    const kir::InstId inst =
        fn.builder.Select(Materialize(fn, equal), Materialize(fn, result), Materialize(fn, decided));
    result = Value::Runtime(inst, types::kBool);
  }
  return result;
}

}  // namespace kernelc::sema
