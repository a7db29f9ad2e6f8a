// Structured operations that hold synchronisation: outside of thread loops where all threads agree,
// by masks where not.
#include "compiler/passes/barrier_split.h"

#include <unordered_set>
#include <utility>

#include "compiler/builtins/builtins.h"

namespace kernelc::passes {

using builtins::BuiltinId;
using kir::ComparePredicate;
using kir::Inst;
using kir::InstId;
using kir::Op;
using kir::RegionId;

namespace {

// More lanes than any group has.
constexpr std::int64_t kMaxLanes = 1 << 20;

// A load of memory that lanes share may stand in front of it: it ends no turn and writes nothing
// but slots.
bool IsPassedByLoads(const Inst& inst) {
  if (inst.op == Op::CallBuiltin) {
    const auto effects = builtins::builtin_info(static_cast<BuiltinId>(inst.imm)).effects;
    return effects == builtins::BuiltinEffects::Pure ||
           effects == builtins::BuiltinEffects::ThreadPure;
  }
  return inst.op == Op::SlotLoad || inst.op == Op::SlotStore || inst.op == Op::Load ||
         kir::op_info(inst.op).effects == kir::Effects::Pure;
}

}  // namespace

void Splitter::EndThreadLoop(RegionId body, InstId mask) {
  std::vector<InstId> operands;
  Op op = Op::ThreadLoop;
  if (!group_slots_.has_value()) {
    operands = {first_, first_, first_, counts_[0], counts_[1], counts_[2]};
  } else {
    op = Op::LaneLoop;
    if (lane_bound_.has_value() || mask.has_value()) {
      operands.push_back(lane_bound_.has_value() ? lane_bound_
                                                 : Constant(types::kInt64, kMaxLanes, outer_));
    }
  }
  if (mask.has_value()) {
    operands.push_back(mask);
    if (op == Op::LaneLoop && std::exchange(any_active_, false)) {
      HoistSharedLoads(body);
    }
  }
  builder_.set_insertion_region(outer_);
  builder_.Append(op, types::kVoid, operands, 0, 0, std::span(&body, 1));
}

// Some lane comes to the first operations of `body`: what all lanes load there from one place is
// loaded once, in front of the loop, where LLVM would do it under each lane's condition.
void Splitter::HoistSharedLoads(RegionId body) {
  std::unordered_set<std::uint32_t> own;
  std::vector<InstId> kept;
  std::vector<InstId>& insts = out_.region(body).insts;
  std::size_t i = 0;
  for (; i < insts.size(); ++i) {
    const Inst& inst = out_.inst(insts[i]);
    if (inst.regions.count != 0 || !IsPassedByLoads(inst)) {
      break;
    }
    const bool shared = inst.op == Op::Load && !own.contains(out_.operand(inst, 0).index) &&
                        out_.inst(out_.operand(inst, 0)).op == Op::ElementPtr;
    if (shared) {
      out_.region(outer_).insts.push_back(insts[i]);
    } else {
      own.insert(insts[i].index);
      kept.push_back(insts[i]);
    }
  }
  kept.insert(kept.end(), insts.begin() + static_cast<std::ptrdiff_t>(i), insts.end());
  insts = std::move(kept);
}

InstId Splitter::NewMask(std::string_view name) {
  // The lanes beyond the bound would have no value in it.
  KC_CHECK(!lane_bound_.has_value(), "a mask in a strided loop of {}", in_.name);
  return NewThreadSlot(types::kBool, name);
}

void Splitter::FillMask(InstId mask, bool value) {
  const RegionId body = BeginThreadLoop();
  Emit(body, Op::SlotStore, types::kVoid, {mask, Constant(types::kBool, value ? 1 : 0, body)});
  EndThreadLoop(body, InstId());
}

InstId Splitter::NewLoopMask(std::string_view name) {
  const InstId mask = NewMask(name);
  const RegionId body = BeginThreadLoop();
  InstId value;
  if (CurrentMask().has_value()) {
    value = Emit(body, Op::SlotLoad, types::kBool, {CurrentMask()});
  } else {
    value = Constant(types::kBool, 1, body);
  }
  Emit(body, Op::SlotStore, types::kVoid, {mask, value});
  EndThreadLoop(body, InstId());
  return mask;
}

std::size_t Splitter::FirstMaskOf(const Inst& exit, InstId loop) const {
  if (exit.op == Op::Return) {
    return 0;
  }
  const MaskKind kind = exit.op == Op::Break ? MaskKind::Active : MaskKind::Iteration;
  for (std::size_t i = 0; i < masks_.size(); ++i) {
    if (masks_[i].kind == kind && masks_[i].loop == loop) {
      return i;
    }
  }
  KC_FATAL("a loop of {} has no mask for those that leave it", in_.name);
}

// Takes the thread out of masks and ends its turn.
void Splitter::Kill(std::size_t first_mask, RegionId region) {
  for (std::size_t i = first_mask; i < masks_.size(); ++i) {
    Emit(region, Op::SlotStore, types::kVoid, {masks_[i].slot, Constant(types::kBool, 0, region)});
  }
  Emit(region, Op::Return, types::kVoid, {});
}

void Splitter::RewriteIf(InstId id) {
  const Inst& inst = in_.inst(id);
  if (inst.type != types::kVoid) {
    spills_[id.index] = NewThreadSlot(inst.type, "value");
    if_results_.push_back(spills_[id.index]);
  }
  if (plan_.outer[id.index]) {
    RewriteUniformIf(id, inst);
  } else {
    const RegionId then_region = in_.region_of(inst, 0);
    const RegionId else_region = in_.region_of(inst, 1);
    const bool has_else = !in_.region(else_region).insts.empty();
    bool barriers[2] = {false, false};
    for (unsigned i = 0; i < 2; ++i) {
      for (const InstId part : in_.region(in_.region_of(inst, i)).insts) {
        barriers[i] = barriers[i] || plan_.has_barrier[part.index];
      }
    }
    const bool after = plan_.barrier_after[id.index];
    const InstId then_mask = NewMask("then");
    const InstId else_mask = has_else ? NewMask("else") : InstId();
    if (CurrentMask().has_value()) {
      FillMask(then_mask, false);
      if (has_else) {
        FillMask(else_mask, false);
      }
    }
    OpenSegment();
    const InstId condition = Use(in_.operand(inst, 0), true);
    Emit(segment_->body, Op::SlotStore, types::kVoid, {then_mask, condition});
    if (has_else) {
      const InstId negated = Emit(segment_->body, Op::LogicalNot, types::kBool, {condition});
      Emit(segment_->body, Op::SlotStore, types::kVoid, {else_mask, negated});
    }
    CloseSegment();
    RewriteMaskedBranch(then_region, then_mask, after || barriers[1]);
    if (has_else) {
      RewriteMaskedBranch(else_region, else_mask, after || barriers[0]);
    }
  }
  if (inst.type != types::kVoid) {
    if_results_.pop_back();
  }
}

void Splitter::RewriteUniformIf(InstId /*id*/, const Inst& inst) {
  CloseSegment();
  const InstId condition = Use(in_.operand(inst, 0), false);
  const RegionId regions[] = {builder_.NewRegion(), builder_.NewRegion()};
  builder_.set_insertion_region(outer_);
  builder_.If(condition, regions[0], regions[1]);
  const RegionId outer = outer_;
  for (unsigned i = 0; i < 2; ++i) {
    outer_ = regions[i];
    RewriteRegion(in_.region_of(inst, i));
    CloseSegment();
  }
  outer_ = outer;
}

void Splitter::RewriteMaskedBranch(RegionId from, InstId mask, bool meets_barrier) {
  const InstId any = Emit(outer_, Op::AnyThread, types::kBool, {mask});
  const RegionId then_region = builder_.NewRegion();
  builder_.set_insertion_region(outer_);
  builder_.If(any, then_region, builder_.NewRegion());
  const RegionId outer = outer_;
  outer_ = then_region;
  masks_.push_back({MaskKind::Branch, mask, InstId(), meets_barrier});
  any_active_ = true;
  RewriteRegion(from);
  CloseSegment();
  any_active_ = false;
  masks_.pop_back();
  outer_ = outer;
}

void Splitter::EndBlockIf(InstId failed) {
  const RegionId end = builder_.NewRegion();
  builder_.set_insertion_region(outer_);
  builder_.If(failed, end, builder_.NewRegion());
  Emit(end, Op::Return, types::kVoid, {});
}

// The body of a lifted loop, with the mask of those that have not gone on to the next iteration.
void Splitter::RewriteLoopBody(InstId id, RegionId from, RegionId to, std::size_t skip) {
  const RegionId outer = outer_;
  outer_ = to;
  // Loops of groups hold no barrier.
  if (module_.checks.errors && choices_.empty()) {
    // Threads that have failed may be those that would have ended the loop.
    EndBlockIf(Emit(outer_, Op::BlockFailed, types::kBool, {}));
  }
  loops_.push_back(id);
  // A loop with a mask of its own has just asked whether a lane is left.
  const bool asks = !masks_.empty() && masks_.back().loop == id;
  const bool iteration = plan_.needs_iteration[id.index];
  if (iteration) {
    masks_.push_back({MaskKind::Iteration, NewLoopMask("iteration"), id, true});
  }
  any_active_ = asks;
  RewriteInsts(std::span(in_.region(from).insts).subspan(skip));
  CloseSegment();
  any_active_ = false;
  if (iteration) {
    masks_.pop_back();
  }
  loops_.pop_back();
  outer_ = outer;
}

void Splitter::RewriteWhile(InstId id) {
  const Inst& inst = in_.inst(id);
  const RegionId condition_region = in_.region_of(inst, 0);
  const bool uniform = plan_.outer[id.index];
  const bool masked = !uniform || plan_.needs_active[id.index];
  CloseSegment();
  if (masked) {
    const InstId active = NewLoopMask("active");
    masks_.push_back({MaskKind::Active, active, id, plan_.barrier_after[id.index]});
  }
  const RegionId regions[] = {builder_.NewRegion(), builder_.NewRegion()};
  builder_.set_range(inst.range);
  builder_.set_insertion_region(outer_);
  builder_.While(regions[0], regions[1]);

  const RegionId outer = outer_;
  outer_ = regions[0];
  loops_.push_back(id);
  RewriteRegion(condition_region);
  const InstId value = in_.operand(in_.inst(in_.region(condition_region).insts.back()), 0);
  InstId goes_on;
  if (!uniform) {
    OpenSegment();
    Emit(segment_->body, Op::SlotStore, types::kVoid, {CurrentMask(), Use(value, true)});
    CloseSegment();
    goes_on = Emit(outer_, Op::AnyThread, types::kBool, {CurrentMask()});
  } else {
    CloseSegment();
    goes_on = Use(value, false);
    if (masked) {
      const InstId any = Emit(outer_, Op::AnyThread, types::kBool, {CurrentMask()});
      goes_on = Emit(outer_, Op::And, types::kBool, {goes_on, any});
    }
  }
  Emit(outer_, Op::Condition, types::kVoid, {goes_on});
  loops_.pop_back();
  outer_ = outer;
  RewriteLoopBody(id, in_.region_of(inst, 1), regions[1], 0);
  if (masked) {
    masks_.pop_back();
  }
}

void Splitter::RewriteFor(InstId id) {
  const Inst& inst = in_.inst(id);
  if (plan_.strided[id.index]) {
    RewriteStridedFor(id, inst);
  } else if (plan_.outer[id.index]) {
    RewriteUniformFor(id, inst);
  } else {
    RewriteDivergentFor(id, inst);
  }
}

void Splitter::RewriteUniformFor(InstId id, const Inst& inst) {
  CloseSegment();
  const bool masked = plan_.needs_active[id.index];
  if (masked) {
    const InstId active = NewLoopMask("active");
    masks_.push_back({MaskKind::Active, active, id, plan_.barrier_after[id.index]});
  }
  const RegionId from = in_.region_of(inst, 0);
  const RegionId body = builder_.NewRegion();
  const InstId bounds[] = {Use(in_.operand(inst, 0), false), Use(in_.operand(inst, 1), false),
                           Use(in_.operand(inst, 2), false)};
  builder_.set_range(inst.range);
  builder_.set_insertion_region(outer_);
  outer_values_[in_.region(from).insts.front().index] =
      builder_.ForRange(bounds[0], bounds[1], bounds[2], body);
  if (masked) {
    const InstId any = Emit(body, Op::AnyThread, types::kBool, {CurrentMask()});
    const InstId none = Emit(body, Op::LogicalNot, types::kBool, {any});
    const RegionId leave = builder_.NewRegion();
    builder_.set_insertion_region(body);
    builder_.If(none, leave, builder_.NewRegion());
    Emit(leave, Op::Break, types::kVoid, {});
  }
  RewriteLoopBody(id, from, body, 1);
  if (masked) {
    masks_.pop_back();
  }
}

InstId Splitter::TripCount(InstId start, InstId stop, InstId step, RegionId region) {
  const auto signed64 = [&](InstId value) {
    builder_.set_insertion_region(region);
    return builder_.Convert(value, types::kInt64);
  };
  const auto unsigned64 = [&](InstId value) {
    builder_.set_insertion_region(region);
    return builder_.Convert(value, types::kUInt64);
  };
  const InstId first = signed64(start);
  const InstId last = signed64(stop);
  const InstId by = signed64(step);
  const InstId zero = Constant(types::kInt64, 0, region);
  const InstId one = Constant(types::kUInt64, 1, region);
  builder_.set_insertion_region(region);
  const InstId upward = builder_.Compare(ComparePredicate::Gt, by, zero);
  const InstId low = builder_.Select(upward, first, last);
  const InstId high = builder_.Select(upward, last, first);
  const InstId by_bits = unsigned64(by);
  const InstId none = Constant(types::kUInt64, 0, region);
  const InstId down_by = builder_.Binary(Op::Sub, none, by_bits);
  const InstId distance = builder_.Select(upward, by_bits, down_by);
  const InstId span = builder_.Binary(Op::Sub, unsigned64(high), unsigned64(low));
  const InstId whole = builder_.Binary(Op::FloorDiv, builder_.Binary(Op::Sub, span, one), distance);
  const InstId moves = builder_.Compare(ComparePredicate::Ne, by, zero);
  const InstId enters =
      builder_.Binary(Op::And, builder_.Compare(ComparePredicate::Lt, low, high), moves);
  return builder_.Select(enters, builder_.Binary(Op::Add, whole, one), none);
}

void Splitter::RewriteDivergentFor(InstId id, const Inst& inst) {
  const TypeId type = in_.inst(in_.operand(inst, 0)).type;
  const RegionId from = in_.region_of(inst, 0);
  const InstId variable = in_.region(from).insts.front();
  const InstId value = NewThreadSlot(type, "index");
  const InstId count = NewThreadSlot(types::kUInt64, "count");
  const InstId active = NewMask("active");
  if (CurrentMask().has_value()) {
    FillMask(active, false);
  }
  OpenSegment();
  const InstId start = Use(in_.operand(inst, 0), true);
  const InstId stop = Use(in_.operand(inst, 1), true);
  const InstId step = Use(in_.operand(inst, 2), true);
  const InstId trips = TripCount(start, stop, step, segment_->body);
  const InstId none = Constant(types::kUInt64, 0, segment_->body);
  Emit(segment_->body, Op::SlotStore, types::kVoid, {value, start});
  Emit(segment_->body, Op::SlotStore, types::kVoid, {count, trips});
  const InstId enters = builder_.Compare(ComparePredicate::Ne, trips, none);
  Emit(segment_->body, Op::SlotStore, types::kVoid, {active, enters});
  CloseSegment();
  masks_.push_back({MaskKind::Active, active, id, plan_.barrier_after[id.index]});
  spills_[variable.index] = value;

  const RegionId regions[] = {builder_.NewRegion(), builder_.NewRegion()};
  builder_.set_insertion_region(outer_);
  builder_.While(regions[0], regions[1]);
  const InstId any = Emit(regions[0], Op::AnyThread, types::kBool, {active});
  Emit(regions[0], Op::Condition, types::kVoid, {any});
  RewriteLoopBody(id, from, regions[1], 1);

  const RegionId outer = outer_;
  outer_ = regions[1];
  OpenSegment();
  const InstId by = Use(in_.operand(inst, 2), true);
  const RegionId body = segment_->body;
  const InstId old = Emit(body, Op::SlotLoad, type, {value});
  Emit(body, Op::SlotStore, types::kVoid, {value, Emit(body, Op::Add, type, {old, by})});
  const InstId before = Emit(body, Op::SlotLoad, types::kUInt64, {count});
  const InstId left =
      Emit(body, Op::Sub, types::kUInt64, {before, Constant(types::kUInt64, 1, body)});
  Emit(body, Op::SlotStore, types::kVoid, {count, left});
  const InstId more =
      builder_.Compare(ComparePredicate::Ne, left, Constant(types::kUInt64, 0, body));
  Emit(body, Op::SlotStore, types::kVoid, {active, more});
  CloseSegment();
  outer_ = outer;
  masks_.pop_back();
}

}  // namespace kernelc::passes
