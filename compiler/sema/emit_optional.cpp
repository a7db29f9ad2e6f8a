#include "compiler/sema/emit_optional.h"

#include "compiler/sema/choices.h"
#include "compiler/sema/emit_error.h"
#include "compiler/sema/emit_expr.h"
#include "compiler/sema/emit_operator.h"
#include "compiler/sema/emit_value.h"
#include "compiler/sema/slips.h"
#include "compiler/sema/versions.h"

namespace kernelc::sema {

using ast::CompareOperator;

bool IsOptional(FunctionContext& fn, const Value& value) {
  return value.kind == ValueKind::Runtime && fn.type_of(value).kind == types::TypeKind::Optional;
}

kir::InstId HasValue(FunctionContext& fn, const Value& optional) {
  return fn.builder.TupleGet(optional.inst, 0);
}

Value ValueInside(FunctionContext& fn, const Value& optional) {
  return Value::Runtime(fn.builder.TupleGet(optional.inst, 1), fn.type_of(optional).element,
                        optional.weak);
}

Value Unwrap(FunctionContext& fn, const Value& value, SourceRange range) {
  if (!IsOptional(fn, value)) {
    return value;
  }
  CheckMissingReturn(fn, value, range);
  const RangeScope scope(fn.builder, range);
  FailUnless(fn, Value::Runtime(HasValue(fn, value), types::kBool), abi::DeviceErrorCode::NoneValue,
             fn.Spell(fn.type_of(value).element), {});
  return ValueInside(fn, value);
}

Value Emit(FunctionContext& fn, const ast::Expr* expr) {
  return Unwrap(fn, EmitMaybeNone(fn, expr), expr->range);
}

TypeId TypeOrNone(FunctionContext& fn, const Value& value) {
  if (IsPlainText(value)) {
    return ChoiceType(fn.program.types(), {value.object->text});
  }
  return value.is_none() ? types::kNone : RuntimeType(fn, value);
}

std::optional<types::NumericType> UnifyOptional(FunctionContext& fn, types::NumericType left,
                                                types::NumericType right) {
  types::TypeStore& store = fn.program.types();
  const auto inside = [&](types::NumericType type) {
    const types::Type& found = store.get(type.type);
    return types::NumericType{found.kind == types::TypeKind::Optional ? found.element : type.type,
                              type.weak};
  };
  const types::NumericType a = inside(left);
  const types::NumericType b = inside(right);
  const bool one_none = a.type == types::kNone || b.type == types::kNone;
  const std::optional<types::NumericType> common =
      one_none ? std::optional(a.type == types::kNone ? b : a) : UnifyTypes(fn, a, b);
  if (!common) {
    return std::nullopt;
  }
  return types::NumericType{store.Optional(common->type), common->weak};
}

kir::InstId MakeOptional(FunctionContext& fn, const Value& value, TypeId type) {
  const TypeId element = fn.program.types().get(type).element;
  if (value.is_none() || (value.kind == ValueKind::Runtime && value.type == types::kNone)) {
    return fn.builder.Zero(type);
  }
  if (!IsOptional(fn, value)) {
    const kir::InstId inst = ConvertTo(fn, value, element);
    return fn.builder.Append(kir::Op::TupleMake, type, {fn.builder.ConstBool(true), inst});
  }
  if (value.type == type) {
    return value.inst;
  }
  const kir::InstId has_value = HasValue(fn, value);
  const kir::InstId inst = ConvertTo(fn, ValueInside(fn, value), element);
  return fn.builder.Append(kir::Op::TupleMake, type, {has_value, inst});
}

Value CompareOptional(FunctionContext& fn, CompareOperator op, const Value& left,
                      const Value& right, SourceRange range, SourceRange left_range,
                      SourceRange right_range) {
  const bool is_in = op == CompareOperator::In || op == CompareOperator::NotIn;
  const bool negated = op == CompareOperator::IsNot || op == CompareOperator::NotEq;
  const bool equality = negated || op == CompareOperator::Is || op == CompareOperator::Eq;
  const auto negate = [&](kir::InstId inst) {
    return Value::Runtime(negated ? fn.builder.LogicalNot(inst) : inst, types::kBool);
  };
  if (is_in) {
    return EmitContains(fn, op == CompareOperator::NotIn, left, Unwrap(fn, right, right_range),
                        range, left_range, right_range);
  }
  if (equality && (left.is_none() || right.is_none())) {
    fn.tested.push_back(left.is_none() ? right.inst : left.inst);
    return negate(fn.builder.LogicalNot(HasValue(fn, left.is_none() ? right : left)));
  }
  const auto is_plain = [&](const Value& value) {
    return value.is_scalar() ||
           (IsOptional(fn, value) && types::IsScalar(fn.type_of(value).element));
  };
  // What is compared in memory must be there.
  if (!equality || !is_plain(left) || !is_plain(right)) {
    return EmitComparison(fn, op, Unwrap(fn, left, left_range), Unwrap(fn, right, right_range),
                          range, left_range, right_range);
  }
  const auto has_value = [&](const Value& value) {
    return IsOptional(fn, value) ? HasValue(fn, value) : fn.builder.ConstBool(true);
  };
  const kir::InstId left_has = has_value(left);
  const kir::InstId right_has = has_value(right);
  const Value equal = EmitComparison(
      fn, CompareOperator::Eq, IsOptional(fn, left) ? ValueInside(fn, left) : left,
      IsOptional(fn, right) ? ValueInside(fn, right) : right, range, left_range, right_range);
  if (equal.is_poison()) {
    return equal;
  }
  const kir::InstId none = fn.builder.ConstBool(false);
  const kir::InstId both = fn.builder.Select(right_has, Materialize(fn, equal), none);
  return negate(fn.builder.Select(left_has, both, fn.builder.LogicalNot(right_has)));
}

Value OptionalTruth(FunctionContext& fn, const Value& optional, SourceRange range) {
  fn.tested.push_back(optional.inst);
  const Value inside = Truth(fn, ValueInside(fn, optional), range);
  if (inside.is_poison()) {
    return inside;
  }
  const kir::InstId has_value = HasValue(fn, optional);
  return Value::Runtime(
      fn.builder.Select(has_value, Materialize(fn, inside), fn.builder.ConstBool(false)),
      types::kBool);
}

}  // namespace kernelc::sema
