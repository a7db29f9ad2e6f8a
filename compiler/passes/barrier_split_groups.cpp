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
  group_width_ = choice.width;
  builder_.set_insertion_region(outer_);
  lanes_ = builder_.Binary(Op::Sub, counts[3], counts[0]);
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
  if (group_width_ != 0) {
    RewriteMaskedStridedFor(id, inst, {start, stop, step});
    return;
  }
  const RegionId body = builder_.NewRegion();
  const InstId rest = lane_bound_.has_value() ? start : RewriteStridedRows(id, {start, stop, step});
  builder_.set_insertion_region(outer_);
  const InstId first = builder_.ForRange(rest, stop, step, body);
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

// The same where lanes part in the loop's body: those that are still below stop are a mask.
void Splitter::RewriteMaskedStridedFor(InstId id, const Inst& inst, const StridedRange& range) {
  const RegionId from = in_.region_of(inst, 0);
  const InstId variable = in_.region(from).insts.front();
  const InstId within = NewMask("within");
  const RegionId body = builder_.NewRegion();
  builder_.set_insertion_region(outer_);
  const InstId first = builder_.ForRange(range.start, range.stop, range.step, body);
  strided_[variable.index] = first;
  const RegionId outer = outer_;
  outer_ = body;
  if (CurrentMask().has_value()) {
    FillMask(within, false);
  }
  builder_.set_insertion_region(body);
  const InstId bound = builder_.Binary(Op::Sub, builder_.Convert(range.stop, types::kInt64),
                                       builder_.Convert(first, types::kInt64));
  const InstId first_place = builder_.CallBuiltin(BuiltinId::GridX, types::kInt64, {});
  OpenSegment();
  builder_.set_insertion_region(segment_->body);
  const InstId place = builder_.CallBuiltin(BuiltinId::GridX, types::kInt64, {});
  const InstId below =
      builder_.Compare(ComparePredicate::Lt, builder_.Binary(Op::Sub, place, first_place), bound);
  Emit(segment_->body, Op::SlotStore, types::kVoid, {within, below});
  CloseSegment();
  outer_ = outer;
  masks_.push_back({MaskKind::Branch, within, InstId(), false});
  RewriteLoopBody(id, from, body, 1);
  masks_.pop_back();
}

namespace {

// Iterations of a strided loop that one loop over lanes takes, so that their memory comes at the
// same time; by the operations of the loop's body, as LLVM makes straight lines of them.
constexpr unsigned kMaxRows = 8;
constexpr unsigned kMaxRowOperations = 64;
// Steps beyond it are left alone: sums of several must fit int64.
constexpr std::int64_t kMaxRowStep = std::int64_t{1} << 40;

// How many operations a lane's iteration has, when it only reads memory and has no loops; else
// too many.
unsigned RowOperations(const kir::Function& function, RegionId region) {
  unsigned count = 0;
  for (const InstId id : function.region(region).insts) {
    const Inst& inst = function.inst(id);
    if (inst.op == Op::If && inst.type == types::kVoid) {
      for (const RegionId nested : function.regions_of(inst)) {
        count += RowOperations(function, nested);
      }
    } else if (!IsPure(inst) && inst.op != Op::Load && inst.op != Op::SlotLoad &&
               inst.op != Op::SlotStore && inst.op != Op::Yield) {
      return kMaxRowOperations + 1;
    }
    ++count;
  }
  return count;
}

}  // namespace

// As many iterations as are whole for all lanes, several at a time: rows of threads that lie far
// apart would come from memory one after the other. Gives where the rest starts.
InstId Splitter::RewriteStridedRows(InstId id, const StridedRange& range) {
  const RegionId from = in_.region_of(in_.inst(id), 0);
  const unsigned operations = RowOperations(in_, from);
  unsigned rows = kMaxRows;
  while (rows > 1 && rows * operations > kMaxRowOperations) {
    rows /= 2;
  }
  if (rows == 1) {
    return range.start;
  }
  const InstId variable = in_.region(from).insts.front();
  const TypeId type = in_.inst(variable).type;
  builder_.set_insertion_region(outer_);
  const InstId start = builder_.Convert(range.start, types::kInt64);
  const InstId stop = builder_.Convert(range.stop, types::kInt64);
  const InstId step = builder_.Convert(range.step, types::kInt64);
  const InstId zero = builder_.ConstInt(types::kInt64, 0);
  const InstId one = builder_.ConstInt(types::kInt64, 1);
  const InstId count = builder_.ConstInt(types::kInt64, rows);
  const InstId most = builder_.ConstInt(types::kInt64, kMaxRowStep);
  const InstId is_small = builder_.Compare(ComparePredicate::Lt, step, most);
  const InstId by = builder_.Select(is_small, builder_.Binary(Op::Mul, step, count), count);
  // The first lane of a turn's last row is this far from its first row's without the lanes, and the
  // last lane of that row must be below stop.
  const InstId reach = builder_.Binary(Op::Add, builder_.Binary(Op::Sub, by, step), lanes_);
  const InstId distance = builder_.Binary(Op::Sub, stop, start);
  const InstId left = builder_.Binary(Op::Sub, distance, reach);
  const InstId whole = builder_.Binary(Op::Add, builder_.Binary(Op::FloorDiv, left, by), one);
  const InstId enters = builder_.Compare(ComparePredicate::Lt, start, stop);
  const InstId is_enough = builder_.Compare(ComparePredicate::Ge, left, zero);
  const InstId fits =
      builder_.Binary(Op::And, builder_.Binary(Op::And, enters, is_enough), is_small);
  const InstId turns = builder_.Select(fits, whole, zero);
  const RegionId body = builder_.NewRegion();
  const InstId turn = builder_.ForRange(zero, turns, one, body);
  builder_.set_insertion_region(body);
  const InstId first = builder_.Binary(Op::Add, range.start,
                                       builder_.Convert(builder_.Binary(Op::Mul, turn, by), type));
  RewriteRows(id, first, range.step, rows, body);
  builder_.set_insertion_region(outer_);
  return builder_.Binary(Op::Add, range.start,
                         builder_.Convert(builder_.Binary(Op::Mul, turns, by), type));
}

// One loop over lanes in `to`, each of which takes `rows` iterations from `first` on.
void Splitter::RewriteRows(InstId id, InstId first, InstId step, unsigned rows, RegionId to) {
  const RegionId from = in_.region_of(in_.inst(id), 0);
  const InstId variable = in_.region(from).insts.front();
  const TypeId type = in_.inst(variable).type;
  const RegionId outer = outer_;
  outer_ = to;
  strided_[variable.index] = first;
  OpenSegment();
  const InstId lane = UseInThreads(variable);
  const RegionId body = segment_->body;
  const RegionId row_body = builder_.NewRegion();
  builder_.set_insertion_region(body);
  const InstId zero = builder_.ConstInt(types::kInt64, 0);
  const InstId one = builder_.ConstInt(types::kInt64, 1);
  const InstId count = builder_.ConstInt(types::kInt64, rows);
  const InstId row = builder_.ForRange(zero, count, one, row_body);
  builder_.set_insertion_region(row_body);
  segment_values_[variable.index] =
      builder_.Binary(Op::Add, lane, builder_.Binary(Op::Mul, builder_.Convert(row, type), step));
  segment_->body = row_body;
  loops_.push_back(id);
  RewriteInsts(std::span(in_.region(from).insts).subspan(1));
  loops_.pop_back();
  segment_->body = body;
  CloseSegment();
  strided_.erase(variable.index);
  outer_ = outer;
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
