#include "compiler/kir/analysis/index_bounds.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>

#include "compiler/builtins/builtins.h"
#include "compiler/kir/analysis/range_transfer.h"

namespace kernelc::kir {
namespace {

using builtins::BuiltinId;

// How far back min and max are followed.
constexpr unsigned kMaxDepth = 4;

struct FloatBounds {
  double lo = -std::numeric_limits<double>::infinity();
  double hi = std::numeric_limits<double>::infinity();
};

// Of a number, which is no NaN; nothing where it may be one. The smaller and the larger of a number
// and NaN are the number.
std::optional<FloatBounds> BoundsOf(const Function& function, InstId value, unsigned depth = 0) {
  const Inst& inst = function.inst(value);
  if (inst.op == Op::ConstFloat) {
    const auto wide = std::bit_cast<double>(inst.imm);
    const double number =
        types::scalar_bits(inst.type) == 32 ? static_cast<double>(static_cast<float>(wide)) : wide;
    return std::isnan(number) ? std::nullopt : std::optional(FloatBounds{number, number});
  }
  const auto builtin = static_cast<BuiltinId>(inst.imm);
  if (inst.op != Op::CallBuiltin || depth == kMaxDepth ||
      (builtin != BuiltinId::Min && builtin != BuiltinId::Max)) {
    return std::nullopt;
  }
  const auto a = BoundsOf(function, function.operand(inst, 0), depth + 1);
  const auto b = BoundsOf(function, function.operand(inst, 1), depth + 1);
  if (!a && !b) {
    return std::nullopt;
  }
  FloatBounds bounds;
  if (builtin == BuiltinId::Max) {
    bounds.lo = std::max(a ? a->lo : b->lo, b ? b->lo : a->lo);
    bounds.hi = a && b ? std::max(a->hi, b->hi) : bounds.hi;
  } else {
    bounds.hi = std::min(a ? a->hi : b->hi, b ? b->hi : a->hi);
    bounds.lo = a && b ? std::min(a->lo, b->lo) : bounds.lo;
  }
  return bounds;
}

// Far beyond int64; doubles and Wide both have it.
constexpr double kFar = 1e30;

// Of the integer that the float `value` becomes, were there no largest one.
Interval BoundsOfConverted(const Function& function, InstId value) {
  const bool is_exact = types::scalar_bits(function.inst(value).type) >= 32;
  const FloatBounds bounds =
      is_exact ? BoundsOf(function, value).value_or(FloatBounds()) : FloatBounds();
  return {static_cast<Wide>(std::clamp(bounds.lo, -kFar, kFar)),
          static_cast<Wide>(std::clamp(bounds.hi, -kFar, kFar))};
}

bool IsConversion(const Function& function, const Inst& inst) {
  return inst.op == Op::Convert && inst.type == types::kInt64 &&
         types::IsFloat(function.inst(function.operand(inst, 0)).type);
}

// Control may not come behind it, or not soon.
bool MayLeave(const Inst& inst) {
  switch (op_info(inst.op).flow) {
    case Flow::Next:
    case Flow::Branches:
    case Flow::Ends:
      return false;
    case Flow::Late:
      // Builtins that give something do not wait.
      return inst.op != Op::CallBuiltin || inst.type == types::kVoid;
    case Flow::Loops:
    case Flow::Threads:
    case Flow::Leaves:
      return true;
  }
  KC_FATAL("unknown flow");
}

}  // namespace

Interval RangeOfConverted(const Function& function, InstId value, TypeId to) {
  const Interval all = IntervalOf(to);
  const Interval bounds = BoundsOfConverted(function, value);
  return bounds.lo >= all.lo && bounds.hi <= all.hi ? bounds : all;
}

IndexBounds::IndexBounds(const Module& module, const Function& function) : function_(function) {
  if (!module.checks.bounds && std::ranges::any_of(function.insts, [&](const Inst& inst) {
        return IsConversion(function, inst);
      })) {
    bounds_.assign(function.insts.size(), IntervalOf(types::kInt64));
    stretches_.resize(function.insts.size());
    Visit(function.body);
  }
}

// Whether control may leave the region in its midst.
bool IndexBounds::Visit(RegionId region) {
  bool leaves = false;
  unsigned stretch = ++last_stretch_;
  for (const InstId id : function_.region(region).insts) {
    const Inst& inst = function_.inst(id);
    bool ends = MayLeave(inst);
    for (const RegionId inner : function_.regions_of(inst)) {
      ends |= Visit(inner);
    }
    if (ends) {
      stretch = ++last_stretch_;
      leaves = true;
    } else if (inst.op == Op::Load || inst.op == Op::Store) {
      Access(inst, stretch);
    } else if (IsConversion(function_, inst)) {
      stretches_[id.index] = stretch;
    }
  }
  return leaves;
}

void IndexBounds::Access(const Inst& access, unsigned stretch) {
  const Inst& element = function_.inst(function_.operand(access, 0));
  if (element.op != Op::ElementPtr || (element.imm >> kSliceStartShift) != 0) {
    return;
  }
  const Interval fits = ExtentsOf(function_.operand(element, 0));
  for (std::uint32_t i = 1; i < element.operands.count; ++i) {
    const InstId index = function_.operand(element, i);
    if (stretches_[index.index] == stretch) {
      const InstId number = function_.operand(function_.inst(index), 0);
      const Interval both = Meet(fits, BoundsOfConverted(function_, number));
      bounds_[index.index] = Meet(bounds_[index.index], both.empty() ? fits : both);
    }
  }
}

// What can be an index, from the end also.
Interval IndexBounds::ExtentsOf(InstId array) const {
  const Inst& inst = function_.inst(array);
  const bool small = inst.op == Op::Param &&
                     function_.params[static_cast<std::size_t>(inst.imm)].facts.array.small;
  return small ? Interval{-kMaxSmallExtent, kMaxSmallExtent - 1} : IntervalOf(types::kInt64);
}

}  // namespace kernelc::kir
