#include "compiler/kir/analysis/place_value.h"

#include <algorithm>

namespace kernelc::kir {
namespace {

using Factors = decltype(PlaceValue::factors);

constexpr Factors kNoFactors{};

bool HasOnly(const PlaceValue& value, PlaceTerm term, unsigned direction) {
  Factors others = value.factors;
  others[direction][static_cast<std::size_t>(term)] = 0;
  return value.is_linear && value.constant == 0 && others == kNoFactors;
}

// The sum of `a` and `sign` times `b`, or nothing where a number leaves 64 bits.
std::optional<PlaceValue> Sum(const PlaceValue& a, const PlaceValue& b, std::int64_t sign) {
  if (!a.is_linear || !b.is_linear) {
    return std::nullopt;
  }
  PlaceValue sum = a;
  const auto add = [sign](std::int64_t& to, std::int64_t value) {
    std::int64_t product = 0;
    return !__builtin_mul_overflow(sign, value, &product) &&
           !__builtin_add_overflow(to, product, &to);
  };
  for (unsigned d = 0; d < kDirections; ++d) {
    for (unsigned t = 0; t < kPlaceTerms; ++t) {
      if (!add(sum.factors[d][t], b.factors[d][t])) {
        return std::nullopt;
      }
    }
  }
  if (!sum.constant || !b.constant || !add(*sum.constant, *b.constant)) {
    sum.constant.reset();
  }
  return sum;
}

std::optional<PlaceValue> Scaled(const PlaceValue& value, std::int64_t by) {
  PlaceValue zero = PlaceValue::Constant(0);
  return Sum(zero, value, by);
}

std::optional<PlaceValue> Product(const PlaceValue& a, const PlaceValue& b) {
  if (!a.is_linear || !b.is_linear) {
    return std::nullopt;
  }
  if (a.is_constant() || b.is_constant()) {
    return a.is_constant() ? Scaled(b, *a.constant) : Scaled(a, *b.constant);
  }
  for (unsigned d = 0; d < kDirections; ++d) {
    for (const auto& [block, size] : {std::pair(&a, &b), std::pair(&b, &a)}) {
      if (HasOnly(*block, PlaceTerm::Block, d) && HasOnly(*size, PlaceTerm::BlockSize, d)) {
        PlaceValue start = PlaceValue::Term(PlaceTerm::BlockStart, d);
        return Scaled(start,
                      block->factor(PlaceTerm::Block, d) * size->factor(PlaceTerm::BlockSize, d));
      }
    }
  }
  return std::nullopt;
}

std::int64_t FloorDivision(std::int64_t a, std::int64_t b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
}

bool Holds(ComparePredicate predicate, std::int64_t a, std::int64_t b) {
  switch (predicate) {
    case ComparePredicate::Eq:
      return a == b;
    case ComparePredicate::Ne:
      return a != b;
    case ComparePredicate::Lt:
      return a < b;
    case ComparePredicate::Le:
      return a <= b;
    case ComparePredicate::Gt:
      return a > b;
    case ComparePredicate::Ge:
      return a >= b;
  }
  KC_FATAL("predicate");
}

// Of two known integers.
std::optional<std::int64_t> Fold(const Inst& inst, std::int64_t a, std::int64_t b) {
  constexpr std::int64_t kMostShift = 30;
  if (inst.op == Op::FloorDiv && b != 0 && b != -1) {
    return FloorDivision(a, b);
  }
  if (inst.op == Op::Mod && b != 0 && b != -1) {
    return a - FloorDivision(a, b) * b;
  }
  if (inst.op == Op::Compare) {
    return Holds(static_cast<ComparePredicate>(inst.imm), a, b) ? 1 : 0;
  }
  if (inst.op == Op::And || inst.op == Op::Or || inst.op == Op::Xor) {
    return inst.op == Op::And ? (a & b) : inst.op == Op::Or ? (a | b) : (a ^ b);
  }
  if (inst.op == Op::Shr && b >= 0 && b < 64) {
    return a >> b;
  }
  return inst.op == Op::Shl && b >= 0 && b <= kMostShift && a >= 0 && a >> kMostShift == 0
             ? std::optional(a << b)
             : std::nullopt;
}

// Exact arithmetic, where the operation has one.
std::optional<PlaceValue> Exact(const Inst& inst, const std::vector<PlaceValue>& operands) {
  if (inst.op == Op::Convert && operands[0].is_linear) {
    return operands[0];
  }
  if (inst.op == Op::Neg) {
    return Scaled(operands[0], -1);
  }
  if (inst.op == Op::Select && operands[0].is_constant()) {
    return *operands[0].constant != 0 ? operands[1] : operands[2];
  }
  if (operands.size() != 2) {
    return std::nullopt;
  }
  if (inst.op == Op::Add || inst.op == Op::Sub) {
    return Sum(operands[0], operands[1], inst.op == Op::Add ? 1 : -1);
  }
  if (inst.op == Op::Mul) {
    return Product(operands[0], operands[1]);
  }
  if (!operands[1].is_constant()) {
    return std::nullopt;
  }
  if (inst.op == Op::Shl && *operands[1].constant >= 0 && *operands[1].constant < 32) {
    return Scaled(operands[0], std::int64_t{1} << *operands[1].constant);
  }
  if (!operands[0].is_constant()) {
    return std::nullopt;
  }
  const std::optional<std::int64_t> folded =
      Fold(inst, *operands[0].constant, *operands[1].constant);
  return folded ? std::optional(PlaceValue::Constant(*folded)) : std::nullopt;
}

}  // namespace

PlaceValue PlaceValue::Constant(std::int64_t value) {
  PlaceValue result;
  result.is_unset = false;
  result.is_linear = true;
  result.constant = value;
  return result;
}

PlaceValue PlaceValue::Term(PlaceTerm term, unsigned direction) {
  PlaceValue result = Constant(0);
  result.factors[direction][static_cast<std::size_t>(term)] = 1;
  result.depends = term == PlaceTerm::Thread      ? ThreadBit(direction)
                   : term == PlaceTerm::BlockSize ? Places{0}
                                                  : BlockBit(direction);
  return result;
}

PlaceValue PlaceValue::DependingOn(Places places) {
  PlaceValue result;
  result.is_unset = false;
  result.depends = places;
  // What depends on no place is a number like any other.
  result.is_linear = places == 0;
  return result;
}

bool PlaceValue::is_constant() const {
  return is_linear && constant.has_value() && factors == kNoFactors;
}

PlaceValue JoinPlaces(const PlaceValue& a, const PlaceValue& b) {
  if (a.is_unset || b.is_unset) {
    return a.is_unset ? b : a;
  }
  PlaceValue joined = a;
  joined.depends = static_cast<Places>(a.depends | b.depends);
  joined.compared = static_cast<Places>(a.compared | b.compared);
  if (a.constant != b.constant) {
    joined.constant.reset();
  }
  if (a.factors == b.factors && a.is_linear && b.is_linear) {
    return joined;
  }
  joined.constant.reset();
  // The size of the block is the same number for all: what a loop adds.
  const auto without_size = [](Factors factors) {
    for (auto& direction : factors) {
      direction[static_cast<std::size_t>(PlaceTerm::BlockSize)] = 0;
    }
    return factors;
  };
  const bool is_step =
      a.is_linear && b.is_linear && without_size(a.factors) == without_size(b.factors);
  joined.factors = is_step ? without_size(a.factors) : kNoFactors;
  joined.is_linear = is_step || joined.depends == 0;
  return joined;
}

PlaceValue TransferPlaces(const Inst& inst, const std::vector<PlaceValue>& operands) {
  Places depends = 0;
  Places compared = 0;
  for (const PlaceValue& operand : operands) {
    if (operand.is_unset) {
      return PlaceValue();
    }
    depends = static_cast<Places>(depends | operand.depends);
    compared = static_cast<Places>(compared | operand.compared);
  }
  PlaceValue result = PlaceValue::DependingOn(depends);
  if (std::optional<PlaceValue> exact = Exact(inst, operands)) {
    result = std::move(*exact);
    // A difference may cancel what it is made of.
    result.depends = depends;
  }
  // `i < n` speaks of the grid and not of the thread in its block.
  const bool mixes = (depends & kThreadBits) != 0 && (depends & kBlockBits) != 0;
  result.compared = inst.op != Op::Compare ? compared
                    : mixes                ? static_cast<Places>(depends & kBlockBits)
                                           : depends;
  return result;
}

}  // namespace kernelc::kir
