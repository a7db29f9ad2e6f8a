#include "compiler/passes/barrier_bounds.h"

#include "compiler/kir/predicates.h"
#include "compiler/passes/barrier_plan.h"

namespace kernelc::passes {
namespace {

using kir::ComparePredicate;
using kir::Inst;
using kir::InstId;
using kir::Op;
using kir::RegionId;

// Divisors up to this; limits of places beyond which no place is, far from the end of int64.
constexpr std::int64_t kMaxDivisor = std::int64_t{1} << 20;
constexpr std::int64_t kMaxPlace = std::int64_t{1} << 61;

class Collector {
 public:
  explicit Collector(const BoundFacts& facts) : facts_(facts), function_(*facts.function) {}

  bool Collect(InstId condition, bool negated) {
    const Inst& inst = function_.inst(condition);
    if (inst.op == Op::LogicalNot) {
      return Collect(function_.operand(inst, 0), !negated);
    }
    if (inst.op == (negated ? Op::Or : Op::And)) {
      return Collect(function_.operand(inst, 0), negated) && Collect(function_.operand(inst, 1), negated);
    }
    if (inst.op == Op::If) {
      return CollectFromBranch(inst, negated);
    }
    if (inst.op == Op::Select) {
      return CollectFromChoice(function_.operand(inst, 0), function_.operand(inst, 1), function_.operand(inst, 2),
                               negated);
    }
    return inst.op == Op::Compare && CollectCompare(inst, negated);
  }

  std::vector<Bound> Take() { return std::move(bounds_); }

 private:
  bool CollectFromBranch(const Inst& inst, bool negated) {
    const auto yielded = [&](std::uint32_t i) {
      const auto& insts = function_.region(function_.region_of(inst, i)).insts;
      return function_.operand(function_.inst(insts.back()), 0);
    };
    return IsCondition(function_, inst) &&
           CollectFromChoice(function_.operand(inst, 0), yielded(0), yielded(1), negated);
  }

  // `b if a else False` is `a and b`; `True if a else b` is `a or b`.
  bool CollectFromChoice(InstId condition, InstId if_true, InstId if_false, bool negated) {
    const InstId skipped = negated ? if_true : if_false;
    const InstId other = negated ? if_false : if_true;
    const Inst& constant = function_.inst(skipped);
    const bool matches =
        skipped == condition || (constant.op == Op::ConstInt && (constant.imm != 0) == negated);
    return matches && Collect(condition, negated) && Collect(other, negated);
  }

  bool CollectCompare(const Inst& inst, bool negated) {
    InstId left = function_.operand(inst, 0);
    InstId right = function_.operand(inst, 1);
    auto predicate = static_cast<ComparePredicate>(inst.imm);
    if (!types::IsInteger(function_.inst(left).type) || !types::IsSigned(function_.inst(left).type)) {
      return false;
    }
    predicate = negated ? kir::Negated(predicate) : predicate;
    if (IsUniform(left)) {
      std::swap(left, right);
      predicate = kir::Swapped(predicate);
    }
    const std::int64_t divisor = TakeDivisor(left);
    const std::optional<Direction> direction = UnitDirection(function_, *facts_.variance, left);
    if (!direction || predicate == ComparePredicate::Ne || !IsUniform(right) ||
        !CanCopy(function_, left, *facts_.is_outer) || !CanCopy(function_, right, *facts_.is_outer)) {
      return false;
    }
    if (predicate == ComparePredicate::Eq) {
      bounds_.push_back({*direction, left, right, true, true, divisor});
      bounds_.push_back({*direction, left, right, false, true, divisor});
      return true;
    }
    bounds_.push_back({*direction, left, right,
                       predicate == ComparePredicate::Lt || predicate == ComparePredicate::Le,
                       predicate == ComparePredicate::Le || predicate == ComparePredicate::Ge, divisor});
    return true;
  }

  // Of place // divisor the place.
  std::int64_t TakeDivisor(InstId& place) const {
    const Inst& inst = function_.inst(place);
    if (inst.op != Op::FloorDiv || inst.type != types::kInt64) {
      return 1;
    }
    const Inst& divisor = function_.inst(function_.operand(inst, 1));
    if (divisor.op != Op::ConstInt || divisor.imm < 2 || divisor.imm > kMaxDivisor) {
      return 1;
    }
    place = function_.operand(inst, 0);
    return divisor.imm;
  }

  bool IsUniform(InstId id) const { return (*facts_.variance)[id.index] == kUniform; }

  const BoundFacts& facts_;
  const kir::Function& function_;
  std::vector<Bound> bounds_;
};

InstId Chosen(kir::Builder& builder, ComparePredicate predicate, InstId a, InstId b) {
  return builder.Select(builder.Compare(predicate, a, b), a, b);
}

// place // divisor < limit is place < limit * divisor, and <= is place < (limit + 1) * divisor; >= and > likewise.
// Gives the product.
InstId ScaledLimit(kir::Builder& builder, const Bound& bound, InstId limit) {
  const auto constant = [&](std::int64_t value) { return builder.ConstInt(types::kInt64, value); };
  const std::int64_t most = kMaxPlace / bound.divisor;
  limit = Chosen(builder, ComparePredicate::Lt, limit, constant(most));
  limit = Chosen(builder, ComparePredicate::Gt, limit, constant(-most));
  if (bound.inclusive == bound.upper) {
    limit = builder.Binary(Op::Add, limit, constant(1));
  }
  return builder.Binary(Op::Mul, limit, constant(bound.divisor));
}

}  // namespace

bool IsCondition(const kir::Function& function, const Inst& inst) {
  if (inst.op != Op::If || inst.type != types::kBool) {
    return false;
  }
  for (const RegionId region : function.regions_of(inst)) {
    for (const InstId id : function.region(region).insts) {
      const Inst& part = function.inst(id);
      if (!IsPure(part) && part.op != Op::Yield && !IsCondition(function, part)) {
        return false;
      }
    }
  }
  return true;
}

std::optional<std::vector<Bound>> CollectBounds(const BoundFacts& facts, InstId condition, bool negated) {
  Collector collector(facts);
  if (!collector.Collect(condition, negated)) {
    return std::nullopt;
  }
  return collector.Take();
}

void ApplyBound(kir::Builder& builder, const BoundFacts& facts, const Bound& bound, std::span<InstId> range) {
  const InstId first =
      builder.Convert(CopyForFirstThread(builder, bound.place, *facts.is_outer), types::kInt64);
  InstId limit =
      builder.Convert(CopyForFirstThread(builder, bound.limit, *facts.is_outer), types::kInt64);
  const bool scaled = bound.divisor != 1;
  limit = scaled ? ScaledLimit(builder, bound, limit) : limit;
  InstId edge = builder.Binary(Op::Sub, limit, first);
  if (!scaled && bound.inclusive == bound.upper) {
    edge = builder.Binary(Op::Add, edge, builder.ConstInt(types::kInt64, 1));
  }
  InstId& old = range[static_cast<std::size_t>(bound.direction) + (bound.upper ? 3 : 0)];
  old = Chosen(builder, bound.upper ? ComparePredicate::Lt : ComparePredicate::Gt, edge, old);
}

}  // namespace kernelc::passes
