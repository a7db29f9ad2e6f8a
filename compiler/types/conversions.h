// Numeric promotion, unification and conversion: the tables of the language reference as functions.
//
// "Numba" rules are those of Numba-CUDA (integer arithmetic in 64 bits, floats with 32-bit integers are double);
// "weak" rules are those of native mode: literals take the other operand's type, integers promote as in NumPy, and
// an integer beside a float takes the float's type.
#pragma once

#include <cstdint>
#include <span>

#include "compiler/types/type.h"

namespace kernelc::types {

enum class PromotionRules : std::uint8_t { Numba, Weak };

// The type of an expression as promotion sees it. Only the weak rules look at `weak`, which marks a literal and what
// was computed from literals alone.
struct NumericType {
  TypeId type;
  bool weak = false;
  friend bool operator==(const NumericType&, const NumericType&) = default;
};

enum class ArithmeticOp : std::uint8_t { Add, Sub, Mul, TrueDiv, FloorDiv, Mod, Pow, And, Or, Xor, Shl, Shr };
enum class UnaryArithmeticOp : std::uint8_t { Neg, Pos, Invert };

// The result type of `left op right`, with no type where the operator does not exist for these operands. Operands are
// scalars. The operation is computed in the result type, except that a shift count and an integer exponent keep
// their own type.
NumericType PromoteArithmetic(PromotionRules rules, ArithmeticOp op, NumericType left, NumericType right);

// The result type of a unary operator; no type where it does not exist. Numba computes in the operand's type (bool: in
// int64) and widens after.
NumericType PromoteUnary(PromotionRules rules, UnaryArithmeticOp op, NumericType operand);

// The type in which a comparison is evaluated. Complex operands compare for equality alone; that is the caller's rule.
TypeId PromoteCompare(PromotionRules rules, NumericType left, NumericType right);

// The common type of two scalars where control flow joins, and of the operands of min and max.
NumericType UnifyScalars(PromotionRules rules, NumericType left, NumericType right);

// int32, int64 or uint64: the type in which range() with these integer arguments counts. Float arguments count as
// int32's best match, as Numba resolves them.
TypeId RangeType(PromotionRules rules, std::span<const NumericType> arguments);

// The floating type in which a function of the `math` module is computed: float32 when promotion of the operands gives
// float32 (or a narrower float), else float64. Operands are real scalars.
NumericType PromoteMath(PromotionRules rules, std::span<const NumericType> operands);

// How well a value of one scalar type fits a parameter of another, as Numba ranks it when it chooses between signatures.
// Ordered: the larger, the worse.
enum class Conversion : std::uint8_t { None, Exact, Promote, Safe, Unsafe };
Conversion RankConversion(TypeId from, TypeId to);

// Whether a value of type `from`, a scalar or 8-bit float, may be stored where `to` is wanted: every pair but complex to
// real, and complex numbers with 8-bit floats.
bool CanConvert(TypeId from, TypeId to);

}  // namespace kernelc::types
