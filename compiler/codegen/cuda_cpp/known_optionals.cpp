#include "compiler/codegen/cuda_cpp/known_optionals.h"

#include <optional>
#include <vector>

#include "compiler/kir/analysis/control.h"

namespace kernelc::codegen::cuda_cpp {
namespace {

using kir::Inst;
using kir::InstId;
using kir::Op;

class CheckFinder {
 public:
  explicit CheckFinder(const kir::Function& function)
      : function_(function), versions_(function.insts.size()), seen_(function.insts.size()) {}

  std::set<std::uint32_t> Run() {
    Visit(function_.body);
    return std::move(idle_);
  }

 private:
  void Visit(kir::RegionId region) {
    for (const InstId id : function_.region(region).insts) {
      const Inst& inst = function_.inst(id);
      if (inst.op == Op::SlotLoad) {
        seen_[id.index] = versions_[function_.operand(inst, 0).index];
      } else if (inst.op == Op::SlotStore) {
        Forget(function_.operand(inst, 0));
      } else if (inst.op == Op::If) {
        VisitIf(id, inst);
      } else if (inst.regions.count > 0) {
        VisitLoop(inst);
      }
    }
  }

  void VisitIf(InstId id, const Inst& inst) {
    const InstId condition = function_.operand(inst, 0);
    const kir::RegionId regions[] = {function_.region_of(inst, 0), function_.region_of(inst, 1)};
    const bool falls[] = {kir::FallsThrough(function_, regions[0]),
                          kir::FallsThrough(function_, regions[1])};
    const bool is_check =
        inst.type == types::kVoid && !falls[0] && function_.region(regions[1]).insts.empty();
    if (is_check && IsKnown(condition, false)) {
      idle_.insert(id.index);
      return;
    }
    const std::set<std::uint32_t> before = present_;
    for (const bool holds : {true, false}) {
      Assume(condition, holds);
      Visit(regions[holds ? 0 : 1]);
      present_ = before;
    }
    for (const InstId slot : kir::StoredSlots(function_, inst)) {
      Forget(slot);
    }
    if (falls[0] != falls[1]) {
      Assume(condition, falls[0]);
    }
  }

  // Each turn begins with what the others left.
  void VisitLoop(const Inst& inst) {
    const std::vector<InstId> stored = kir::StoredSlots(function_, inst);
    for (const InstId slot : stored) {
      Forget(slot);
    }
    const std::set<std::uint32_t> before = present_;
    for (const kir::RegionId region : function_.regions_of(inst)) {
      Visit(region);
    }
    present_ = before;
    for (const InstId slot : stored) {
      Forget(slot);
    }
  }

  void Forget(InstId slot) {
    ++versions_[slot.index];
    present_.erase(slot.index);
  }

  // What holds the optional value that `flag` tells of: a variable, where it has not changed since,
  // or a value.
  std::optional<std::uint32_t> HolderOf(const Inst& flag) const {
    if (flag.op != Op::TupleGet || flag.imm != 0) {
      return std::nullopt;
    }
    const InstId source = function_.operand(flag, 0);
    const Inst& value = function_.inst(source);
    if (value.op != Op::SlotLoad) {
      return source.index;
    }
    const std::uint32_t slot = function_.operand(value, 0).index;
    return seen_[source.index] == versions_[slot] ? std::optional(slot) : std::nullopt;
  }

  // Whether the bool is known to be `outcome`.
  bool IsKnown(InstId id, bool outcome) const {
    const Inst& inst = function_.inst(id);
    if (inst.op == Op::LogicalNot) {
      return IsKnown(function_.operand(inst, 0), !outcome);
    }
    const std::optional<std::uint32_t> holder = HolderOf(inst);
    return outcome && holder && present_.contains(*holder);
  }

  // The bool is `outcome` from here on.
  void Assume(InstId id, bool outcome) {
    const Inst& inst = function_.inst(id);
    if (inst.op == Op::LogicalNot) {
      Assume(function_.operand(inst, 0), !outcome);
    } else if (inst.op == Op::TupleGet && outcome) {
      if (const std::optional<std::uint32_t> holder = HolderOf(inst)) {
        present_.insert(*holder);
      }
    } else if ((inst.op == Op::And && outcome) || (inst.op == Op::Or && !outcome)) {
      Assume(function_.operand(inst, 0), outcome);
      Assume(function_.operand(inst, 1), outcome);
    } else if (inst.op == Op::Select) {
      AssumeChoice(inst, function_.operand(inst, 1), function_.operand(inst, 2), outcome);
    } else if (inst.op == Op::If && inst.type == types::kBool) {
      AssumeChoice(inst, Yielded(inst, 0), Yielded(inst, 1), outcome);
    }
  }

  // `a and b` is `b if a else False`.
  void AssumeChoice(const Inst& inst, InstId yes, InstId no, bool outcome) {
    const InstId condition = function_.operand(inst, 0);
    if (IsConstant(no, !outcome)) {
      Assume(condition, true);
      Assume(yes, outcome);
    } else if (IsConstant(yes, !outcome)) {
      Assume(condition, false);
      Assume(no, outcome);
    }
  }

  InstId Yielded(const Inst& inst, std::uint32_t region) const {
    return function_.operand(
        function_.inst(function_.region(function_.region_of(inst, region)).insts.back()), 0);
  }

  bool IsConstant(InstId id, bool value) const {
    const Inst& inst = function_.inst(id);
    return (inst.op == Op::ConstInt && (inst.imm != 0) == value) || (inst.op == Op::Zero && !value);
  }

  const kir::Function& function_;
  // Slots and values that hold something.
  std::set<std::uint32_t> present_;
  // Counts stores to slots, and says at which of them a slot_load read.
  std::vector<std::uint32_t> versions_;
  std::vector<std::uint32_t> seen_;
  std::set<std::uint32_t> idle_;
};

}  // namespace

std::set<std::uint32_t> FindIdleChecks(const kir::Function& function) {
  return CheckFinder(function).Run();
}

}  // namespace kernelc::codegen::cuda_cpp
