// Arithmetic on sizes and positions, which are int64, with what is known folded.
#include "compiler/sema/function_emitter.h"

namespace kernelc::sema {

namespace {

bool IsKnown(const Value& value, std::int64_t number) {
  return value.is_number() && value.number.integer == number;
}

Value RuntimeInt(kir::InstId inst, bool nonnegative) {
  Value value = Value::Runtime(inst, types::kInt64);
  value.nonnegative = nonnegative;
  return value;
}

}  // namespace

Value FunctionEmitter::IntAdd(const Value& left, const Value& right) {
  if (left.is_number() && right.is_number()) {
    return MakeTyped(Number::Int(left.number.integer + right.number.integer), types::kInt64);
  }
  if (IsKnown(right, 0)) {
    return left;
  }
  if (IsKnown(left, 0)) {
    return right;
  }
  return RuntimeInt(builder_.Binary(kir::Op::Add, ConvertTo(left, types::kInt64),
                                    ConvertTo(right, types::kInt64)),
                    left.nonnegative && right.nonnegative);
}

Value FunctionEmitter::IntSub(const Value& left, const Value& right) {
  if (left.is_number() && right.is_number()) {
    return MakeTyped(Number::Int(left.number.integer - right.number.integer), types::kInt64);
  }
  if (IsKnown(right, 0)) {
    return left;
  }
  return RuntimeInt(builder_.Binary(kir::Op::Sub, ConvertTo(left, types::kInt64),
                                    ConvertTo(right, types::kInt64)),
                    false);
}

Value FunctionEmitter::IntMul(const Value& left, const Value& right) {
  if (left.is_number() && right.is_number()) {
    return MakeTyped(Number::Int(left.number.integer * right.number.integer), types::kInt64);
  }
  if (IsKnown(right, 1)) {
    return left;
  }
  if (IsKnown(left, 1)) {
    return right;
  }
  return RuntimeInt(builder_.Binary(kir::Op::Mul, ConvertTo(left, types::kInt64),
                                    ConvertTo(right, types::kInt64)),
                    left.nonnegative && right.nonnegative);
}

Value FunctionEmitter::IntMin(const Value& left, const Value& right) {
  if (left.is_number() && right.is_number()) {
    return left.number.integer < right.number.integer ? left : right;
  }
  Value value = CallBuiltin(builtins::BuiltinId::Min, types::kInt64,
                            {ConvertTo(left, types::kInt64), ConvertTo(right, types::kInt64)});
  value.nonnegative = left.nonnegative && right.nonnegative;
  return value;
}

Value FunctionEmitter::IntMax(const Value& left, const Value& right) {
  if (left.is_number() && right.is_number()) {
    return left.number.integer > right.number.integer ? left : right;
  }
  // A value that is not negative needs no lower bound of zero.
  if (IsKnown(right, 0) && left.nonnegative) {
    return left;
  }
  Value value = CallBuiltin(builtins::BuiltinId::Max, types::kInt64,
                            {ConvertTo(left, types::kInt64), ConvertTo(right, types::kInt64)});
  value.nonnegative = left.nonnegative || right.nonnegative;
  return value;
}

Value FunctionEmitter::IntSelectNegative(const Value& tested, const Value& if_negative,
                                         const Value& otherwise) {
  const kir::InstId zero = builder_.ConstInt(types::kInt64, 0);
  const kir::InstId is_negative = builder_.Compare(kir::ComparePredicate::Lt,
                                                   ConvertTo(tested, types::kInt64), zero);
  return RuntimeInt(builder_.Select(is_negative, ConvertTo(if_negative, types::kInt64),
                                    ConvertTo(otherwise, types::kInt64)),
                    if_negative.nonnegative && otherwise.nonnegative);
}

}  // namespace kernelc::sema
