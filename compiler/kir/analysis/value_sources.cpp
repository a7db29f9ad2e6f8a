#include "compiler/kir/analysis/value_sources.h"

namespace kernelc::kir {
namespace {

// Variables and conversions that a number is followed through.
constexpr unsigned kMaxSteps = 8;

}  // namespace

bool KeepsValue(const Function& function, const Inst& convert, const RangeQuery& ranges) {
  const InstId source = function.operand(convert, 0);
  const Interval from = ranges.range(source);
  const Interval all = IntervalOf(convert.type);
  return types::IsInteger(function.inst(source).type) && types::IsInteger(convert.type) &&
         from.lo >= all.lo && from.hi <= all.hi;
}

bool ValueSources::IsCurrent(InstId load) const {
  const InstId slot = function_.operand(function_.inst(load), 0);
  return load_versions_[load.index] == versions_[slot.index];
}

bool ValueSources::IsSame(InstId a, InstId b) const {
  const Inst& left = function_.inst(a);
  const Inst& right = function_.inst(b);
  if (a == b || left.op != right.op || left.type != right.type) {
    return a == b;
  }
  if (left.op == Op::ConstInt) {
    return left.imm == right.imm;
  }
  const bool has_one_operand = left.op == Op::SlotLoad || left.op == Op::ArrayExtent;
  if (!has_one_operand || function_.operand(left, 0) != function_.operand(right, 0)) {
    return false;
  }
  return left.op == Op::SlotLoad ? load_versions_[a.index] == load_versions_[b.index]
                                 : left.imm == right.imm;
}

// The operation that made the number that `value` is, as far as it can be followed.
InstId ValueSources::SourceOf(InstId value, const RangeQuery& ranges) const {
  for (unsigned step = 0; step < kMaxSteps; ++step) {
    const Inst& inst = function_.inst(value);
    InstId next;
    if (inst.op == Op::SlotLoad && IsCurrent(value)) {
      next = slots_[function_.operand(inst, 0)].value;
    } else if (inst.op == Op::Convert && KeepsValue(function_, inst, ranges)) {
      next = function_.operand(inst, 0);
    }
    if (!next.has_value()) {
      return value;
    }
    value = next;
  }
  return value;
}

std::optional<ValueSources::Division> ValueSources::RestOf(const Inst& difference,
                                                           const RangeQuery& ranges) const {
  const auto source = [&](const Inst& inst, std::uint32_t i) {
    return SourceOf(function_.operand(inst, i), ranges);
  };
  const InstId whole = source(difference, 0);
  const Inst& product = function_.inst(source(difference, 1));
  for (std::uint32_t i = 0; product.op == Op::Mul && i < 2; ++i) {
    const Inst& quotient = function_.inst(source(product, i));
    const InstId divisor = source(product, 1 - i);
    // An unsigned product is at most the whole, and wraps where its type is too narrow for that.
    const bool is_exact = types::IsSigned(product.type) ||
                          ranges.range(whole).hi <= IntervalOf(product.type).hi;
    if (quotient.op == Op::FloorDiv && types::IsInteger(quotient.type) && is_exact &&
        IsSame(source(quotient, 0), whole) && IsSame(source(quotient, 1), divisor)) {
      return Division{whole, divisor};
    }
  }
  return std::nullopt;
}

}  // namespace kernelc::kir
