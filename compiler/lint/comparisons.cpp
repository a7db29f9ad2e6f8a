#include <fmt/format.h>

#include <bit>
#include <optional>
#include <string>

#include "compiler/builtins/builtins.h"
#include "compiler/kir/analysis/control.h"
#include "compiler/kir/analysis/interval.h"
#include "compiler/lint/checks.h"

namespace kernelc::lint {
namespace {

using kir::ComparePredicate;
using kir::Inst;
using kir::InstId;
using kir::Interval;
using kir::Op;

// What an operand can be, by the type that the program gave it, and how the program calls that.
struct Operand {
  Interval range;
  TypeId type;
  bool is_constant = false;
};

// Through conversions that keep every value: the narrowest type that the operand had.
std::optional<Operand> OperandOf(const Context& context, InstId id) {
  const Inst* inst = &context.inst(id);
  if (inst->op == Op::ConstFloat) {
    const double value = std::bit_cast<double>(inst->imm);
    constexpr double kExact = 9007199254740992.0;
    if (!(value >= -kExact && value <= kExact) ||
        value != static_cast<double>(static_cast<std::int64_t>(value))) {
      return std::nullopt;
    }
    const auto integer = static_cast<kir::Wide>(static_cast<std::int64_t>(value));
    return Operand{{integer, integer}, inst->type, true};
  }
  if (inst->op == Op::ConstInt || (inst->op == Op::Zero && types::IsScalar(inst->type))) {
    const std::int64_t bits = inst->op == Op::ConstInt ? inst->imm : 0;
    const kir::Wide integer = inst->type == types::kUInt64
                                  ? static_cast<kir::Wide>(static_cast<std::uint64_t>(bits))
                                  : static_cast<kir::Wide>(bits);
    return Operand{{integer, integer}, inst->type, true};
  }
  while (inst->op == Op::Convert) {
    const Inst& source = context.inst(context.function->operand(*inst, 0));
    if (!types::IsInteger(source.type)) {
      break;
    }
    if (types::IsInteger(inst->type)) {
      const Interval from = kir::IntervalOf(source.type);
      const Interval to = kir::IntervalOf(inst->type);
      if (from.lo < to.lo || from.hi > to.hi) {
        break;
      }
    }
    inst = &source;
  }
  if (!types::IsInteger(inst->type)) {
    return std::nullopt;
  }
  return Operand{kir::IntervalOf(inst->type), inst->type, false};
}

// The outcome for all values; none where it depends on them.
std::optional<bool> Outcome(ComparePredicate predicate, const Interval& x, const Interval& y) {
  const auto decide = [](bool always, bool never) {
    return always ? std::optional(true) : never ? std::optional(false) : std::nullopt;
  };
  switch (predicate) {
    case ComparePredicate::Lt:
      return decide(x.hi < y.lo, x.lo >= y.hi);
    case ComparePredicate::Le:
      return decide(x.hi <= y.lo, x.lo > y.hi);
    case ComparePredicate::Gt:
      return decide(x.lo > y.hi, x.hi <= y.lo);
    case ComparePredicate::Ge:
      return decide(x.lo >= y.hi, x.hi < y.lo);
    case ComparePredicate::Eq:
      return decide(false, x.hi < y.lo || y.hi < x.lo);
    case ComparePredicate::Ne:
      return decide(x.hi < y.lo || y.hi < x.lo, false);
  }
  return std::nullopt;
}

void CheckComparison(const Context& context, const Inst& inst) {
  const std::optional<Operand> left = OperandOf(context, context.function->operand(inst, 0));
  const std::optional<Operand> right = OperandOf(context, context.function->operand(inst, 1));
  if (!left || !right || left->is_constant == right->is_constant) {
    return;
  }
  const std::optional<bool> outcome =
      Outcome(static_cast<ComparePredicate>(inst.imm), left->range, right->range);
  const TypeId type = left->is_constant ? right->type : left->type;
  const std::string_view text = context.text(inst.range);
  // Comparisons that the compiler made itself, for ranges and slices, have the text of those.
  if (!outcome || type == types::kBool || text.find_first_of("<>=!") == std::string_view::npos) {
    return;
  }
  context.emitter->Build(inst.range, diag::Kind::ConstantComparison, text, *outcome ? "true" : "false")
      .Help(fmt::format("a value of type {} is never outside of {} to {}; drop the comparison, or "
                        "convert to a type that holds what is meant",
                        types::Spell(context.module->types, type), static_cast<std::int64_t>(kir::IntervalOf(type).lo),
                        static_cast<std::uint64_t>(kir::IntervalOf(type).hi)))
      .Emit();
}

}  // namespace

void CheckComparisons(const Context& context) {
  kir::ForEachInst(*context.function, context.function->body, [&](InstId, const Inst& inst) {
    if (inst.op == Op::Compare) {
      CheckComparison(context, inst);
    }
  });
}

}  // namespace kernelc::lint
