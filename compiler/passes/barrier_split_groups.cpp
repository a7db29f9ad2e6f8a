// Thread loops that are split again, by groups of neighbouring threads: uniform and strided loops
// stand outside of the loops over the lanes of a group.
#include "compiler/builtins/builtins.h"
#include "compiler/passes/barrier_split.h"

namespace kernelc::passes {

using builtins::BuiltinId;
using kir::ComparePredicate;
using kir::Inst;
using kir::InstId;
using kir::Op;
using kir::RegionId;

kir::Function Splitter::SplitGroups(std::span<const GroupChoice> choices) {
  choices_ = choices;
  CopyHeader();
  CopyOutside(in_.body, out_.body);
  return std::move(out_);
}

bool Splitter::HoldsChoice(InstId id) const {
  for (const GroupChoice& choice : choices_) {
    if (choice.thread_loop == id) {
      return true;
    }
  }
  for (const RegionId region : in_.regions_of(in_.inst(id))) {
    for (const InstId child : in_.region(region).insts) {
      if (HoldsChoice(child)) {
        return true;
      }
    }
  }
  return false;
}

void Splitter::CopyOutside(RegionId from, RegionId to) {
  const RegionId outer = outer_;
  outer_ = to;
  for (const InstId id : in_.region(from).insts) {
    const Inst& inst = in_.inst(id);
    if (!HoldsChoice(id)) {
      outer_values_[id.index] = Clone(id, outer_, false);
      continue;
    }
    if (inst.op == Op::ThreadLoop) {
      for (const GroupChoice& choice : choices_) {
        if (choice.thread_loop == id) {
          RewriteGroup(choice);
        }
      }
      continue;
    }
    std::vector<InstId> operands;
    for (const InstId operand : in_.operands(inst)) {
      operands.push_back(Use(operand, false));
    }
    std::vector<RegionId> regions;
    for (const RegionId nested : in_.regions_of(inst)) {
      regions.push_back(builder_.NewRegion());
      CopyOutside(nested, regions.back());
    }
    builder_.set_range(inst.range);
    builder_.set_insertion_region(outer_);
    builder_.Append(inst.op, inst.type, operands, inst.imm, inst.text, regions);
  }
  outer_ = outer;
}

void Splitter::RewriteGroup(const GroupChoice& choice) {
  const Inst& inst = in_.inst(choice.thread_loop);
  const RegionId group = builder_.NewRegion();
  std::vector<InstId> counts;
  for (std::uint32_t i = 0; i < 6; ++i) {
    counts.push_back(Use(in_.operand(inst, i), false));
  }
  builder_.set_range(inst.range);
  builder_.set_insertion_region(outer_);
  builder_.Append(Op::GroupLoop, types::kVoid, counts, choice.width, 0, std::span(&group, 1));

  const RegionId outer = outer_;
  outer_ = builder_.NewRegion();
  group_slots_ = group;
  if (inst.operands.count > 6) {
    const InstId mask = Use(in_.operand(inst, 6), false);
    masks_.push_back({MaskKind::Live, mask, InstId(), false});
  }
  RewriteRegion(in_.region_of(inst, 0));
  CloseSegment();
  auto& slots = out_.region(group).insts;
  const auto& rest = out_.region(outer_).insts;
  slots.insert(slots.end(), rest.begin(), rest.end());
  masks_.clear();
  spills_.clear();
  group_slots_ = RegionId();
  outer_ = outer;
}

InstId Splitter::ForFirstLane(InstId id) {
  if (outer_values_[id.index].has_value()) {
    return outer_values_[id.index];
  }
  const Inst& inst = in_.inst(id);
  std::vector<InstId> operands;
  for (const InstId operand : in_.operands(inst)) {
    operands.push_back(ForFirstLane(operand));
  }
  builder_.set_insertion_region(outer_);
  return builder_.Append(inst.op, inst.type, operands, inst.imm, inst.text);
}

// for i in range(start of the lane, stop, step), where start is that of the first lane plus the
// lane: for each step of the first lane, the lanes that are still below stop.
void Splitter::RewriteStridedFor(InstId id, const Inst& inst) {
  CloseSegment();
  builder_.set_range(inst.range);
  const RegionId from = in_.region_of(inst, 0);
  const InstId variable = in_.region(from).insts.front();
  const InstId start = ForFirstLane(in_.operand(inst, 0));
  const InstId stop = Use(in_.operand(inst, 1), false);
  const InstId step = Use(in_.operand(inst, 2), false);
  const RegionId body = builder_.NewRegion();
  builder_.set_insertion_region(outer_);
  const InstId first = builder_.ForRange(start, stop, step, body);
  builder_.set_insertion_region(body);
  InstId bound = builder_.Binary(Op::Sub, builder_.Convert(stop, types::kInt64),
                                 builder_.Convert(first, types::kInt64));
  const InstId outer_bound = lane_bound_;
  if (outer_bound.has_value()) {
    const InstId fewer = builder_.Compare(ComparePredicate::Lt, bound, outer_bound);
    bound = builder_.Select(fewer, bound, outer_bound);
  }
  strided_[variable.index] = first;
  lane_bound_ = bound;
  RewriteLoopBody(id, from, body, 1);
  lane_bound_ = outer_bound;
}

// The first lane's value plus the lane's distance from it. By grid.x, which does not tell blocks
// apart.
InstId Splitter::StridedVariable(InstId id) {
  const TypeId type = in_.inst(id).type;
  builder_.set_insertion_region(outer_);
  const InstId first = builder_.CallBuiltin(BuiltinId::GridX, types::kInt64, {});
  builder_.set_insertion_region(segment_->prologue);
  const InstId own = builder_.CallBuiltin(BuiltinId::GridX, types::kInt64, {});
  const InstId lane = builder_.Convert(builder_.Binary(Op::Sub, own, first), type);
  return builder_.Binary(Op::Add, strided_.at(id.index), lane);
}

}  // namespace kernelc::passes
