// Which 64-bit integers are computed in 32 bits. Private to narrow.
#pragma once

#include <vector>

#include "compiler/kir/kir.h"

namespace kernelc::passes {

// How a 64-bit integer, or slot of one, is computed.
enum class Width : std::uint8_t {
  Wide,
  // The value fits int32, or uint32.
  Signed,
  Unsigned,
  // Only the low 32 bits are right, and used.
  Low,
};

// Operands and result of an operation, where it stands.
struct Fit {
  // All 64-bit integers among the operands fit int32; they fit uint32.
  bool operands_signed = false;
  bool operands_unsigned = false;
  bool result_signed = false;
  bool result_unsigned = false;
  // Operand 1 is from 0 to 31.
  bool count = false;
  // No operand is negative.
  bool not_negative = false;

  bool in_signed() const { return operands_signed && result_signed; }
  bool in_unsigned() const { return operands_unsigned && result_unsigned; }
};

struct NarrowPlan {
  // By operation, slots included; Wide for what is no 64-bit integer.
  std::vector<Width> widths;
  std::vector<Fit> fits;
};

bool IsWideInteger(TypeId type);

// A division of int64 that stays in 64 bits and whose operands are never negative: without a sign
// it takes fewer operations.
bool DividesUnsigned(const kir::Inst& inst, Width width, const Fit& fit);

NarrowPlan PlanNarrow(const kir::Module& module, const kir::Function& function);

}  // namespace kernelc::passes
