#include "compiler/passes/barrier_split.h"

#include <bit>

namespace kernelc::passes {

using kir::Inst;
using kir::InstId;
using kir::Op;
using kir::RegionId;

namespace {

// A value that takes more operations than this is kept in a slot for each thread instead of being
// computed again.
constexpr unsigned kMaxAgain = 8;
constexpr unsigned kTooMany = kMaxAgain + 1;

bool DividesByPowerOf2(const kir::Function& function, const Inst& inst) {
  const Inst& divisor = function.inst(function.operand(inst, 1));
  return types::IsInteger(inst.type) && divisor.op == Op::ConstInt && divisor.imm > 0 &&
         std::has_single_bit(static_cast<std::uint64_t>(divisor.imm));
}

}  // namespace

Splitter::Splitter(kir::Module& module, const kir::Function& in, const SplitPlan& plan)
    : module_(module),
      in_(in),
      plan_(plan),
      builder_(module, out_),
      outer_values_(in.insts.size()) {}

kir::Function Splitter::Split() {
  CopyHeader();
  MakeCounts();
  outer_ = out_.AddRegion();
  if (CanMissBarriers()) {
    missed_ = NewMask("missed");
    FillMask(missed_, false);
  }
  if (plan_.needs_live) {
    const InstId live = NewMask("live");
    FillMask(live, true);
    masks_.push_back({MaskKind::Live, live, InstId(), false});
  }
  RewriteRegion(in_.body);
  CloseSegment();
  // Slots and thread counts were put into the body while the rest grew beside it.
  auto& body = out_.region(out_.body).insts;
  const auto& rest = out_.region(outer_).insts;
  body.insert(body.end(), rest.begin(), rest.end());
  return std::move(out_);
}

void Splitter::CopyHeader() {
  out_.name = in_.name;
  out_.symbol = in_.symbol;
  out_.kind = in_.kind;
  out_.options = in_.options;
  out_.result = in_.result;
  out_.range = in_.range;
  out_.strings = in_.strings;
  out_.int_lists = in_.int_lists;
  for (const kir::Param& param : in_.params) {
    builder_.set_range(param.range);
    outer_values_[param.value.index] = builder_.AddParam(param.name, param.type, param.facts);
  }
  out_.body = out_.AddRegion();
}

void Splitter::MakeCounts() {
  builder_.set_range(SourceRange());
  builder_.set_insertion_region(out_.body);
  first_ = builder_.ConstInt(types::kInt64, 0);
  for (unsigned i = 0; i < 3; ++i) {
    counts_[i] = builder_.Append(Op::ThreadCount, types::kInt64, {}, i);
  }
}

void Splitter::RewriteRegion(RegionId region) { RewriteInsts(in_.region(region).insts); }

void Splitter::RewriteInsts(std::span<const InstId> insts) {
  for (const InstId id : insts) {
    builder_.set_range(in_.inst(id).range);
    if (!RewriteInst(id)) {
      return;
    }
  }
}

bool Splitter::RewriteInst(InstId id) {
  const Inst& inst = in_.inst(id);
  if (inst.op == Op::Slot || inst.op == Op::RegionArg || inst.op == Op::Condition) {
    // Slots come with their first use; loops see to the others.
    return true;
  }
  if (inst.op == Op::Break || inst.op == Op::Continue || inst.op == Op::Return) {
    return RewriteExit(id, inst);
  }
  if (inst.op == Op::Yield) {
    OpenSegment();
    Emit(segment_->body, Op::SlotStore, types::kVoid,
         {if_results_.back(), Use(in_.operand(inst, 0), true)});
    return false;
  }
  if (inst.op == Op::LocalArray) {
    outer_values_[id.index] = Clone(id, group_slots_.has_value() ? group_slots_ : out_.body, false);
  } else if (plan_.lifted[id.index]) {
    if (inst.op == Op::If) {
      RewriteIf(id);
    } else if (inst.op == Op::While) {
      RewriteWhile(id);
    } else {
      RewriteFor(id);
    }
  } else if (IsBlockSync(inst) || IsWarpSync(inst)) {
    RewriteSync(id);
  } else if (plan_.outer[id.index]) {
    outer_values_[id.index] = Clone(id, outer_, false);
  } else {
    OpenSegment();
    const InstId value = Clone(id, segment_->body, true);
    if (inst.type != types::kVoid) {
      segment_values_[id.index] = value;
      definitions_[id.index] = {value, segment_->body};
    }
    return inst.op != Op::Fail;
  }
  return true;
}

bool Splitter::RewriteExit(InstId id, const Inst& inst) {
  if (plan_.clean_exit[id.index]) {
    CloseSegment();
    Emit(outer_, inst.op, types::kVoid, {});
  } else {
    OpenSegment();
    CloneExit(id, inst, segment_->body);
  }
  return false;
}

void Splitter::OpenSegment() {
  if (!segment_.has_value()) {
    segment_ = Segment{builder_.NewRegion(), builder_.NewRegion()};
  }
}

void Splitter::CloseSegment() {
  if (!segment_.has_value()) {
    return;
  }
  auto& body = out_.region(segment_->body).insts;
  const auto& prologue = out_.region(segment_->prologue).insts;
  body.insert(body.begin(), prologue.begin(), prologue.end());
  EndThreadLoop(segment_->body, CurrentMask());
  segment_.reset();
  segment_values_.clear();
}

InstId Splitter::Clone(InstId id, RegionId region, bool threads) {
  const Inst& inst = in_.inst(id);
  builder_.set_range(inst.range);
  if (inst.op == Op::SlotLoad && threads) {
    const InstId slot = SlotOf(in_.operand(inst, 0));
    // A slot that is stored to outside of thread loops has one value while an operation of a
    // segment runs.
    const RegionId place = out_.inst(slot).op == Op::Slot ? outer_ : region;
    return Emit(place, Op::SlotLoad, inst.type, {slot});
  }
  std::vector<InstId> operands;
  for (const InstId operand : in_.operands(inst)) {
    operands.push_back(Use(operand, threads));
  }
  std::vector<RegionId> regions;
  if (IsLoop(inst)) {
    loops_.push_back(id);
  }
  for (const RegionId from : in_.regions_of(inst)) {
    const RegionId to = builder_.NewRegion();
    CloneRegion(from, to, threads);
    regions.push_back(to);
  }
  if (IsLoop(inst)) {
    loops_.pop_back();
  }
  builder_.set_range(inst.range);
  builder_.set_insertion_region(region);
  const InstId copy = builder_.Append(inst.op, inst.type, operands, inst.imm, inst.text, regions);
  if (inst.op == Op::Slot || inst.op == Op::ThreadSlot) {
    slots_[id.index] = copy;
  }
  return copy;
}

void Splitter::CloneRegion(RegionId from, RegionId to, bool threads) {
  for (const InstId id : in_.region(from).insts) {
    const Inst& inst = in_.inst(id);
    const bool exits = inst.op == Op::Break || inst.op == Op::Continue || inst.op == Op::Return;
    if (exits && threads && CloneExit(id, inst, to)) {
      return;
    }
    const InstId value = Clone(id, to, threads);
    if (inst.type == types::kVoid) {
      continue;
    }
    if (threads) {
      segment_values_[id.index] = value;
    } else {
      outer_values_[id.index] = value;
    }
  }
}

bool Splitter::CloneExit(InstId /*id*/, const Inst& inst, RegionId region) {
  builder_.set_range(inst.range);
  if (inst.op != Op::Return && !plan_.lifted[loops_.back().index]) {
    // The loop is within the thread loop.
    return false;
  }
  Kill(FirstMaskOf(inst, inst.op == Op::Return ? InstId() : loops_.back()), region);
  return true;
}

InstId Splitter::Use(InstId id, bool threads) {
  if (in_.inst(id).op == Op::Slot || in_.inst(id).op == Op::ThreadSlot) {
    return SlotOf(id);
  }
  if (threads) {
    return UseInThreads(id);
  }
  KC_CHECK(outer_values_[id.index].has_value(), "operation {} of {} is not computed once", id.index,
           in_.name);
  return outer_values_[id.index];
}

InstId Splitter::UseInThreads(InstId id) {
  if (outer_values_[id.index].has_value()) {
    return outer_values_[id.index];
  }
  if (const auto found = segment_values_.find(id.index); found != segment_values_.end()) {
    return found->second;
  }
  const SourceRange range = builder_.range();
  InstId value;
  if (strided_.contains(id.index)) {
    value = StridedVariable(id);
  } else if (!spills_.contains(id.index) && CostAgain(id) <= kMaxAgain) {
    value = ComputeAgain(id);
  } else {
    if (!spills_.contains(id.index)) {
      Spill(id);
    }
    value = Emit(segment_->prologue, Op::SlotLoad, in_.inst(id).type, {spills_.at(id.index)});
  }
  builder_.set_range(range);
  segment_values_[id.index] = value;
  return value;
}

unsigned Splitter::CostAgain(InstId id) const {
  if (outer_values_[id.index].has_value() || segment_values_.contains(id.index)) {
    return 0;
  }
  if (strided_.contains(id.index)) {
    return 1;
  }
  const Inst& inst = in_.inst(id);
  if (inst.op == Op::CallBuiltin && inst.operands.count == 0 && IsPure(inst)) {
    return 1;
  }
  // Divisions and calls cost more than a load, but for the place of a warp and in it: shifts, which barrier_periods
  // takes out of the loop.
  const bool divides = inst.op == Op::Div || inst.op == Op::FloorDiv || inst.op == Op::Mod;
  const bool slow = inst.op == Op::CallBuiltin || (divides && !DividesByPowerOf2(in_, inst)) ||
                    inst.op == Op::RegionArg || inst.op == Op::LocalArray;
  if (slow || !IsPure(inst)) {
    return kTooMany;
  }
  unsigned cost = 1;
  for (const InstId operand : in_.operands(inst)) {
    cost += spills_.contains(operand.index) ? 1 : CostAgain(operand);
    if (cost > kMaxAgain) {
      return kTooMany;
    }
  }
  return cost;
}

InstId Splitter::ComputeAgain(InstId id) {
  const Inst& inst = in_.inst(id);
  std::vector<InstId> operands;
  for (const InstId operand : in_.operands(inst)) {
    operands.push_back(UseInThreads(operand));
  }
  builder_.set_range(inst.range);
  builder_.set_insertion_region(segment_->prologue);
  return builder_.Append(inst.op, inst.type, operands, inst.imm, inst.text);
}

InstId Splitter::SlotOf(InstId slot) {
  if (const auto found = slots_.find(slot.index); found != slots_.end()) {
    return found->second;
  }
  const Inst& inst = in_.inst(slot);
  const std::string_view name = in_.text_of(inst);
  InstId result;
  if (plan_.outer[slot.index]) {
    const std::uint32_t text = out_.AddString(name);
    builder_.set_insertion_region(group_slots_.has_value() ? group_slots_ : out_.body);
    result = builder_.Append(Op::Slot, inst.type, std::span<const InstId>(), 0, text);
  } else {
    result = NewThreadSlot(inst.type, name);
  }
  slots_[slot.index] = result;
  return result;
}

InstId Splitter::NewThreadSlot(TypeId type, std::string_view name) {
  const std::uint32_t text = out_.AddString(name);
  builder_.set_insertion_region(group_slots_.has_value() ? group_slots_ : out_.body);
  return builder_.Append(Op::ThreadSlot, type, std::span<const InstId>(), 0, text);
}

// Keeps a value of an earlier segment for later ones.
void Splitter::Spill(InstId id) {
  const auto found = definitions_.find(id.index);
  KC_CHECK(found != definitions_.end(), "operation {} of {} is used before it is computed",
           id.index, in_.name);
  const InstId slot = NewThreadSlot(in_.inst(id).type, "kept");
  spills_[id.index] = slot;
  const RegionId end = builder_.NewRegion();
  const InstId store = Emit(end, Op::SlotStore, types::kVoid, {slot, found->second.value});
  auto& insts = out_.region(found->second.region).insts;
  for (std::size_t i = 0; i < insts.size(); ++i) {
    if (insts[i] == found->second.value) {
      insts.insert(insts.begin() + static_cast<std::ptrdiff_t>(i) + 1, store);
      return;
    }
  }
  KC_FATAL("the definition of operation {} of {} is gone", id.index, in_.name);
}

InstId Splitter::Emit(RegionId region, Op op, TypeId type, std::initializer_list<InstId> operands,
                      std::int64_t imm) {
  builder_.set_insertion_region(region);
  return builder_.Append(op, type, operands, imm);
}

InstId Splitter::Constant(TypeId type, std::int64_t value, RegionId region) {
  builder_.set_insertion_region(region);
  return builder_.ConstInt(type, value);
}

}  // namespace kernelc::passes
