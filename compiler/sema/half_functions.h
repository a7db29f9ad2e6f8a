// The table of functions on 16-bit floats.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "compiler/builtins/builtins.h"
#include "compiler/kir/kir.h"
#include "compiler/types/type.h"

namespace kernelc::sema {

enum class HalfOperation : std::uint8_t {
#define KC_HALF_OPERATION(name, operands, form, detail) name,
#include "compiler/sema/half_operations.def"
  kCount,
};

// See half_operations.def.
enum class HalfForm : std::uint8_t {
  Arithmetic, Saturated, Fused, FusedSaturated, FusedPositive, Neg, Abs, Ordered, Unordered, Differ,
  NotDiffer, Extreme, ExtremeNan, IsInf, IsNan, Math, Reciprocal, ReciprocalRoot, FromNumber,
  ToNumber, FromBits, ToBits,
};

enum class HalfRounding : std::uint8_t { Nearest, Zero, Down, Up };

struct HalfFunction {
  std::string_view path;
  // Float16 or BFloat16; and the type of numbers that are converted from or to.
  TypeId type;
  TypeId other;
  HalfRounding rounding;
  std::size_t operands;
  HalfForm form;
  // Of Arithmetic and Saturated; Ordered and Unordered; Extreme, ExtremeNan and Math.
  kir::Op op;
  kir::ComparePredicate predicate;
  builtins::BuiltinId builtin;
};

// All canonical paths, as the table has them.
std::span<const std::string_view> HalfFunctionPaths();

// By canonical path; null when there is none.
const HalfFunction* FindHalfFunction(std::string_view path);

}  // namespace kernelc::sema
