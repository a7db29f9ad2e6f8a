#include "compiler/sema/emit_int.h"

#include "compiler/sema/emit_call.h"
#include "compiler/sema/emit_value.h"

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

Value IntAdd(FunctionContext& fn, const Value& left, const Value& right) {
  if (left.is_number() && right.is_number()) {
    return MakeTyped(Number::Int(left.number.integer + right.number.integer), types::kInt64);
  }
  if (IsKnown(right, 0)) {
    return left;
  }
  if (IsKnown(left, 0)) {
    return right;
  }
  return RuntimeInt(fn.builder.Binary(kir::Op::Add, ConvertTo(fn, left, types::kInt64),
                                      ConvertTo(fn, right, types::kInt64)),
                    left.nonnegative && right.nonnegative);
}

Value IntSub(FunctionContext& fn, const Value& left, const Value& right) {
  if (left.is_number() && right.is_number()) {
    return MakeTyped(Number::Int(left.number.integer - right.number.integer), types::kInt64);
  }
  if (IsKnown(right, 0)) {
    return left;
  }
  return RuntimeInt(fn.builder.Binary(kir::Op::Sub, ConvertTo(fn, left, types::kInt64),
                                      ConvertTo(fn, right, types::kInt64)),
                    false);
}

Value IntMul(FunctionContext& fn, const Value& left, const Value& right) {
  if (left.is_number() && right.is_number()) {
    return MakeTyped(Number::Int(left.number.integer * right.number.integer), types::kInt64);
  }
  if (IsKnown(right, 1)) {
    return left;
  }
  if (IsKnown(left, 1)) {
    return right;
  }
  return RuntimeInt(fn.builder.Binary(kir::Op::Mul, ConvertTo(fn, left, types::kInt64),
                                      ConvertTo(fn, right, types::kInt64)),
                    left.nonnegative && right.nonnegative);
}

Value IntMin(FunctionContext& fn, const Value& left, const Value& right) {
  if (left.is_number() && right.is_number()) {
    return left.number.integer < right.number.integer ? left : right;
  }
  Value value =
      CallBuiltin(fn, builtins::BuiltinId::Min, types::kInt64,
                  {ConvertTo(fn, left, types::kInt64), ConvertTo(fn, right, types::kInt64)});
  value.nonnegative = left.nonnegative && right.nonnegative;
  return value;
}

Value IntMax(FunctionContext& fn, const Value& left, const Value& right) {
  if (left.is_number() && right.is_number()) {
    return left.number.integer > right.number.integer ? left : right;
  }
  // A value that is not negative needs no lower bound of zero.
  if (IsKnown(right, 0) && left.nonnegative) {
    return left;
  }
  Value value =
      CallBuiltin(fn, builtins::BuiltinId::Max, types::kInt64,
                  {ConvertTo(fn, left, types::kInt64), ConvertTo(fn, right, types::kInt64)});
  value.nonnegative = left.nonnegative || right.nonnegative;
  return value;
}

Value IntSelectNegative(FunctionContext& fn, const Value& tested, const Value& if_negative,
                        const Value& otherwise) {
  const kir::InstId zero = fn.builder.ConstInt(types::kInt64, 0);
  const kir::InstId is_negative =
      fn.builder.Compare(kir::ComparePredicate::Lt, ConvertTo(fn, tested, types::kInt64), zero);
  return RuntimeInt(fn.builder.Select(is_negative, ConvertTo(fn, if_negative, types::kInt64),
                                      ConvertTo(fn, otherwise, types::kInt64)),
                    if_negative.nonnegative && otherwise.nonnegative);
}

}  // namespace kernelc::sema
