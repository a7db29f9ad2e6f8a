// Optional values: None on some ways, a value on others. At run time they are a pair, whether there is a value and the
// value. An expression that needs the value ends the thread where there is none, as in Numba.
#include "compiler/sema/choices.h"
#include "compiler/sema/function_emitter.h"

namespace kernelc::sema {

using ast::CompareOperator;

bool FunctionEmitter::IsOptional(const Value& value) {
  return value.kind == ValueKind::Runtime && type_of(value).kind == types::TypeKind::Optional;
}

kir::InstId FunctionEmitter::HasValue(const Value& optional) {
  return builder_.TupleGet(optional.inst, 0);
}

Value FunctionEmitter::ValueInside(const Value& optional) {
  return Value::Runtime(builder_.TupleGet(optional.inst, 1), type_of(optional).element,
                        optional.weak);
}

Value FunctionEmitter::Unwrap(const Value& value, SourceRange range) {
  if (!IsOptional(value)) {
    return value;
  }
  CheckMissingReturn(value, range);
  const RangeScope scope(builder_, range);
  FailUnless(Value::Runtime(HasValue(value), types::kBool), abi::DeviceErrorCode::NoneValue,
             Spell(type_of(value).element), {});
  return ValueInside(value);
}

Value FunctionEmitter::Emit(const ast::Expr* expr) {
  return Unwrap(EmitMaybeNone(expr), expr->range);
}

TypeId FunctionEmitter::TypeOrNone(const Value& value) {
  if (IsPlainText(value)) {
    return ChoiceType(program_->types(), {value.object->text});
  }
  return value.is_none() ? types::kNone : RuntimeType(value);
}

std::optional<types::NumericType> FunctionEmitter::UnifyOptional(types::NumericType left,
                                                                 types::NumericType right) {
  types::TypeStore& store = program_->types();
  const auto inside = [&](types::NumericType type) {
    const types::Type& found = store.get(type.type);
    return types::NumericType{
        found.kind == types::TypeKind::Optional ? found.element : type.type, type.weak};
  };
  const types::NumericType a = inside(left);
  const types::NumericType b = inside(right);
  const bool one_none = a.type == types::kNone || b.type == types::kNone;
  const std::optional<types::NumericType> common =
      one_none ? std::optional(a.type == types::kNone ? b : a) : UnifyTypes(a, b);
  if (!common) {
    return std::nullopt;
  }
  return types::NumericType{store.Optional(common->type), common->weak};
}

kir::InstId FunctionEmitter::MakeOptional(const Value& value, TypeId type) {
  const TypeId element = program_->types().get(type).element;
  if (value.is_none() || (value.kind == ValueKind::Runtime && value.type == types::kNone)) {
    return builder_.Zero(type);
  }
  if (!IsOptional(value)) {
    const kir::InstId inst = ConvertTo(value, element);
    return builder_.Append(kir::Op::TupleMake, type, {builder_.ConstBool(true), inst});
  }
  if (value.type == type) {
    return value.inst;
  }
  const kir::InstId has_value = HasValue(value);
  const kir::InstId inst = ConvertTo(ValueInside(value), element);
  return builder_.Append(kir::Op::TupleMake, type, {has_value, inst});
}

// Comparisons in which at least one side is optional. Equality is Python's: None equals None alone. An order needs
// values.
Value FunctionEmitter::CompareOptional(CompareOperator op, const Value& left, const Value& right,
                                       SourceRange range, SourceRange left_range,
                                       SourceRange right_range) {
  const bool is_in = op == CompareOperator::In || op == CompareOperator::NotIn;
  const bool negated = op == CompareOperator::IsNot || op == CompareOperator::NotEq;
  const bool equality = negated || op == CompareOperator::Is || op == CompareOperator::Eq;
  const auto negate = [&](kir::InstId inst) {
    return Value::Runtime(negated ? builder_.LogicalNot(inst) : inst, types::kBool);
  };
  if (is_in) {
    return EmitContains(op == CompareOperator::NotIn, left, Unwrap(right, right_range), range,
                        left_range, right_range);
  }
  if (equality && (left.is_none() || right.is_none())) {
    tested_.push_back(left.is_none() ? right.inst : left.inst);
    return negate(builder_.LogicalNot(HasValue(left.is_none() ? right : left)));
  }
  const auto is_plain = [&](const Value& value) {
    return value.is_scalar() ||
           (IsOptional(value) && types::IsScalar(type_of(value).element));
  };
  // What is compared in memory must be there.
  if (!equality || !is_plain(left) || !is_plain(right)) {
    return EmitComparison(op, Unwrap(left, left_range), Unwrap(right, right_range), range,
                          left_range, right_range);
  }
  const auto has_value = [&](const Value& value) {
    return IsOptional(value) ? HasValue(value) : builder_.ConstBool(true);
  };
  const kir::InstId left_has = has_value(left);
  const kir::InstId right_has = has_value(right);
  const Value equal = EmitComparison(
      CompareOperator::Eq, IsOptional(left) ? ValueInside(left) : left,
      IsOptional(right) ? ValueInside(right) : right, range, left_range, right_range);
  if (equal.is_poison()) {
    return equal;
  }
  const kir::InstId none = builder_.ConstBool(false);
  const kir::InstId both = builder_.Select(right_has, Materialize(equal), none);
  return negate(builder_.Select(left_has, both, builder_.LogicalNot(right_has)));
}

// True where there is a value that is true.
Value FunctionEmitter::OptionalTruth(const Value& optional, SourceRange range) {
  tested_.push_back(optional.inst);
  const Value inside = Truth(ValueInside(optional), range);
  if (inside.is_poison()) {
    return inside;
  }
  const kir::InstId has_value = HasValue(optional);
  return Value::Runtime(
      builder_.Select(has_value, Materialize(inside), builder_.ConstBool(false)), types::kBool);
}

}  // namespace kernelc::sema
