#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "compiler/builtins/builtins.h"
#include "compiler/kir/analysis/control.h"
#include "compiler/kir/analysis/interval.h"
#include "compiler/lint/checks.h"

namespace kernelc::lint {
namespace {

using builtins::BuiltinId;
using kir::Inst;
using kir::InstId;
using kir::Op;

bool IsNarrow(TypeId type) { return types::IsInteger(type) && types::scalar_bits(type) <= 16; }

// What a loop does with one slot.
struct SlotUse {
  InstId slot;
  // The first addition to it; none where something else is stored as well.
  InstId sum;
  bool is_sum = true;
};

class AccumulatorChecker {
 public:
  explicit AccumulatorChecker(const Context& context) : context_(context) {}

  void Run() {
    kir::ForEachInst(*context_.function, context_.function->body, [&](InstId, const Inst& inst) {
      if (inst.op == Op::ForRange && IsOpen(inst)) {
        CheckLoop(inst);
      }
    });
  }

 private:
  InstId operand(const Inst& inst, unsigned index) const { return context_.function->operand(inst, index); }

  // The value behind conversions.
  InstId Converted(InstId value) const {
    while (context_.inst(value).op == Op::Convert) {
      value = operand(context_.inst(value), 0);
    }
    return value;
  }

  bool IsMinimum(const Inst& inst) const {
    return inst.op == Op::CallBuiltin && static_cast<BuiltinId>(inst.imm) == BuiltinId::Min;
  }

  // A number of the text, of a block, or of few bits.
  bool IsSmall(InstId value) const {
    const Inst& inst = context_.inst(Converted(value));
    if (inst.op == Op::ConstInt || inst.op == Op::Zero || IsNarrow(inst.type)) {
      return true;
    }
    if (inst.op == Op::Select) {
      return IsSmall(operand(inst, 1)) && IsSmall(operand(inst, 2));
    }
    if (inst.op != Op::CallBuiltin) {
      return false;
    }
    const std::string_view name = builtins::builtin_info(static_cast<BuiltinId>(inst.imm)).name();
    const bool is_of_block = name.starts_with("cuda.blockDim") || name.starts_with("cuda.threadIdx") ||
                             name == "cuda.laneid" || name == "cuda.warpsize";
    return is_of_block || (IsMinimum(inst) && (IsSmall(operand(inst, 0)) || IsSmall(operand(inst, 1))));
  }

  // What a number is added to that is small: `i` of `i - 2 + 3`.
  InstId Base(InstId value) const {
    value = Converted(value);
    const Inst& inst = context_.inst(value);
    if ((inst.op == Op::Add || inst.op == Op::Sub) && IsSmall(operand(inst, 1))) {
      return Base(operand(inst, 0));
    }
    return inst.op == Op::Add && IsSmall(operand(inst, 0)) ? Base(operand(inst, 1)) : value;
  }

  // Something that is known bounds the number of rounds.
  bool IsBounded(InstId start, InstId stop) const {
    const Inst& end = context_.inst(Converted(stop));
    return (IsSmall(start) && IsSmall(stop)) || Base(start) == Base(stop) ||
           (IsMinimum(end) && (IsBounded(start, operand(end, 0)) || IsBounded(start, operand(end, 1))));
  }

  bool IsOpen(const Inst& loop) const { return !IsBounded(operand(loop, 0), operand(loop, 1)); }

  InstId SlotOf(InstId value) const {
    const Inst& inst = context_.inst(value);
    return inst.op == Op::SlotLoad ? context_.function->operand(inst, 0) : InstId();
  }

  // The slot that a store adds something to; none for other stores.
  bool IsSum(const Inst& store, InstId slot) const {
    const Inst& value = context_.inst(context_.function->operand(store, 1));
    return value.op == Op::Add && IsNarrow(value.type) &&
           (SlotOf(context_.function->operand(value, 0)) == slot || SlotOf(context_.function->operand(value, 1)) == slot);
  }

  void CheckLoop(const Inst& loop) {
    std::vector<SlotUse> uses;
    bool leaves = false;
    kir::ForEachInst(*context_.function, context_.function->region_of(loop, 0), [&](InstId, const Inst& inst) {
      leaves = leaves || inst.op == Op::Break || inst.op == Op::Return;
      if (inst.op == Op::SlotStore && IsNarrow(context_.inst(context_.function->operand(inst, 0)).type)) {
        const InstId slot = context_.function->operand(inst, 0);
        auto use = std::ranges::find(uses, slot, &SlotUse::slot);
        if (use == uses.end()) {
          uses.push_back({slot, context_.function->operand(inst, 1), true});
          use = uses.end() - 1;
        }
        use->is_sum = use->is_sum && IsSum(inst, slot);
      }
    });
    for (const SlotUse& use : uses) {
      if (use.is_sum && !leaves && !IsTested(loop, use.slot) && std::ranges::find(reported_, use.slot) == reported_.end()) {
        reported_.push_back(use.slot);
        Report(use);
      }
    }
  }

  // The loop does something else with the sum than adding to it: it may watch over its size.
  bool IsTested(const Inst& loop, InstId slot) const {
    bool is_tested = false;
    kir::ForEachInst(*context_.function, context_.function->region_of(loop, 0), [&](InstId, const Inst& inst) {
      for (const InstId operand : context_.function->operands(inst)) {
        is_tested = is_tested || (inst.op != Op::Add && SlotOf(operand) == slot);
      }
    });
    return is_tested;
  }

  void Report(const SlotUse& use) {
    const Inst& slot = context_.inst(use.slot);
    const std::string_view name = context_.function->text_of(slot);
    // Code of the library stands at the place of its call, which does not name the variable.
    if (context_.text(context_.inst(use.sum).range).find(name) == std::string_view::npos) {
      return;
    }
    const auto most = static_cast<std::int64_t>(kir::IntervalOf(slot.type).hi);
    context_.emitter
        ->Build(context_.inst(use.sum).range, diag::Kind::NarrowSum, name,
                types::Spell(context_.module->types, slot.type))
        .Help(fmt::format("what is above {0} is lost: begin with a wider number, `{1} = int64(0)`; where the lower bits "
                          "are meant, say so with `& {0}`",
                          most, name))
        .Emit();
  }

  const Context& context_;
  std::vector<InstId> reported_;
};

}  // namespace

void CheckAccumulators(const Context& context) { AccumulatorChecker(context).Run(); }

}  // namespace kernelc::lint
