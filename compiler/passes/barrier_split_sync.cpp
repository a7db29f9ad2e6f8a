// Barriers and warp operations: the places where thread loops end.
#include <algorithm>

#include "compiler/builtins/builtins.h"
#include "compiler/passes/barrier_split.h"
#include "runtime/abi/cpu_abi.h"

namespace kernelc::passes {

using builtins::BuiltinId;
using kir::ComparePredicate;
using kir::Inst;
using kir::InstId;
using kir::Op;
using kir::RegionId;

namespace {

constexpr std::int64_t kWarpSize = 32;

}  // namespace

void Splitter::RewriteSync(InstId id) {
  const Inst& inst = in_.inst(id);
  const auto builtin = static_cast<BuiltinId>(inst.imm);
  const std::string_view form = builtins::builtin_info(builtin).cpu.name;
  if (IsBlockSync(inst) && inst.type != types::kVoid) {
    RewriteBlockVote(id);
  } else if (IsBlockSync(inst)) {
    CloseSegment();
    builder_.set_range(inst.range);
    CheckBarrier();
    if (builtin == BuiltinId::GridSync) {
      builder_.set_insertion_region(outer_);
      builder_.CallBuiltin(builtin, types::kVoid, std::span<const InstId>());
      if (module_.checks.errors) {
        // Gives an error of another block, too.
        EndBlockIf(Emit(outer_, Op::WaitTurn, types::kBool, {}));
      }
    }
  } else if (form == "vote") {
    RewriteVote(id);
  } else if (form == "match") {
    RewriteMatch(id);
  } else if (form == "mma") {
    RewriteMma(id);
  } else if (form == "ldmatrix") {
    RewriteLoadMatrix(id);
  } else if (inst.type == types::kVoid) {
    CloseSegment();
  } else {
    RewriteShuffle(id);
  }
  if (module_.checks.init || module_.checks.race) {
    const auto kind = IsBlockSync(inst) ? abi::CpuEpoch::Block : abi::CpuEpoch::Warp;
    Emit(outer_, Op::NewEpoch, types::kVoid, {}, static_cast<std::int64_t>(kind));
  }
}

bool Splitter::CanMissBarriers() const {
  for (std::size_t i = 0; i < in_.insts.size(); ++i) {
    if (!plan_.lifted[i] || !plan_.has_barrier[i]) {
      continue;
    }
    const Inst& inst = in_.insts[i];
    const bool masked = !plan_.outer[i] || (IsLoop(inst) && plan_.needs_active[i]);
    // A branch of an `if` may meet the barrier of the other one.
    const bool meets = plan_.barrier_after[i] || inst.op == Op::If;
    if ((masked && meets) || (IsLoop(inst) && plan_.needs_iteration[i])) {
      return true;
    }
  }
  return false;
}

// Threads that are not here may have nothing more to wait for: exited threads do not count. So they are remembered, and it
// is an error when one of them comes to a barrier after all.
void Splitter::CheckBarrier() {
  if (!missed_.has_value()) {
    return;
  }
  const RegionId arrival = BeginThreadLoop();
  const InstId missed = Emit(arrival, Op::SlotLoad, types::kBool, {missed_});
  const RegionId fail = builder_.NewRegion();
  builder_.set_insertion_region(arrival);
  builder_.If(missed, fail, builder_.NewRegion());
  const std::uint32_t text =
      out_.AddString("some threads of the block come here that others have waited for at another barrier");
  builder_.set_insertion_region(fail);
  builder_.Append(Op::Fail, types::kVoid, std::span<const InstId>(),
                  static_cast<std::int64_t>(abi::DeviceErrorCode::DivergentBarrier), text);
  EndThreadLoop(arrival, CurrentMask());
  const bool may_miss = std::any_of(masks_.begin(), masks_.end(),
                                    [](const Mask& mask) { return mask.meets_barrier; });
  if (!may_miss) {
    return;
  }
  // Nobody waits where all have left the construct around the barrier.
  const InstId any = Emit(outer_, Op::AnyThread, types::kBool, {CurrentMask()});
  const RegionId waited = builder_.NewRegion();
  builder_.set_insertion_region(outer_);
  builder_.If(any, waited, builder_.NewRegion());
  const RegionId outer = outer_;
  outer_ = waited;
  for (std::size_t i = 0; i < masks_.size(); ++i) {
    if (!masks_[i].meets_barrier) {
      continue;
    }
    const RegionId body = BeginThreadLoop();
    const InstId here = Emit(body, Op::SlotLoad, types::kBool, {masks_[i].slot});
    const InstId absent = Emit(body, Op::LogicalNot, types::kBool, {here});
    const RegionId elsewhere = builder_.NewRegion();
    builder_.set_insertion_region(body);
    builder_.If(absent, elsewhere, builder_.NewRegion());
    const InstId yes = Constant(types::kBool, 1, elsewhere);
    Emit(elsewhere, Op::SlotStore, types::kVoid, {missed_, yes});
    EndThreadLoop(body, i == 0 ? InstId() : masks_[i - 1].slot);
  }
  outer_ = outer;
}

InstId Splitter::ThreadNumber(RegionId region) {
  const BuiltinId places[] = {BuiltinId::ThreadIdxX, BuiltinId::ThreadIdxY, BuiltinId::ThreadIdxZ};
  InstId number;
  builder_.set_insertion_region(region);
  for (unsigned i = 3; i-- > 0;) {
    const InstId place =
        builder_.Convert(builder_.CallBuiltin(places[i], types::kInt32, {}), types::kInt64);
    number = number.has_value()
                 ? builder_.Binary(Op::Add, builder_.Binary(Op::Mul, number, counts_[i]), place)
                 : place;
  }
  return number;
}

// The number in the block of the thread that `inst` reads from, for thread `number`; `*valid`: it
// is one of the warp's lanes. By nothing but a sum or an exclusive or, which code generation knows
// as places that lie side by side.
InstId Splitter::ShuffleSource(const Inst& inst, InstId number, RegionId region, InstId* valid) {
  const auto id = static_cast<BuiltinId>(inst.imm);
  const InstId argument = Use(in_.operand(inst, 2), true);
  builder_.set_insertion_region(region);
  const InstId by = builder_.Convert(argument, types::kInt64);
  const InstId lanes = builder_.ConstInt(types::kInt64, kWarpSize - 1);
  const InstId lane = builder_.Binary(Op::And, number, lanes);
  if (id == BuiltinId::ShflSync) {
    *valid = builder_.ConstBool(true);
    return builder_.Binary(Op::Add, builder_.Binary(Op::Sub, number, lane),
                           builder_.Binary(Op::And, by, lanes));
  }
  Op op = Op::Xor;
  if (id == BuiltinId::ShflDownSync) {
    op = Op::Add;
  } else if (id == BuiltinId::ShflUpSync) {
    op = Op::Sub;
  } else {
    KC_CHECK(id == BuiltinId::ShflXorSync, "warp operation {} has no split form",
             builtins::builtin_info(id).name());
  }
  const InstId source_lane = builder_.Binary(op, lane, by);
  const InstId first = builder_.ConstInt(types::kInt64, 0);
  const InstId end = builder_.ConstInt(types::kInt64, kWarpSize);
  *valid = builder_.Binary(Op::And, builder_.Compare(ComparePredicate::Ge, source_lane, first),
                           builder_.Compare(ComparePredicate::Lt, source_lane, end));
  return builder_.Binary(op, number, by);
}

// Each thread shows its value; behind the split each reads that of its source lane, or its own
// where there is no such thread. The value of a thread that takes no part is whatever its place
// holds.
void Splitter::RewriteShuffle(InstId id) {
  const Inst& inst = in_.inst(id);
  const InstId exchange = NewThreadSlot(inst.type, "exchange");
  OpenSegment();
  const InstId own = Use(in_.operand(inst, 1), true);
  builder_.set_range(inst.range);
  Emit(segment_->body, Op::SlotStore, types::kVoid, {exchange, own});
  CloseSegment();

  OpenSegment();
  const RegionId body = segment_->body;
  builder_.set_range(inst.range);
  const InstId number = ThreadNumber(body);
  InstId valid;
  const InstId source = ShuffleSource(inst, number, body, &valid);
  const InstId threads =
      builder_.Binary(Op::Mul, builder_.Binary(Op::Mul, counts_[0], counts_[1]), counts_[2]);
  valid = builder_.Binary(Op::And, valid, builder_.Compare(ComparePredicate::Lt, source, threads));
  const InstId value = SourceValue(inst, exchange, valid, source, number);
  segment_values_[id.index] = value;
  definitions_[id.index] = {value, body};
}

// By a branch where the source lanes of neighbours are neighbours, or a vector turned around in
// itself: these are then read at once.
InstId Splitter::SourceValue(const Inst& inst, InstId exchange, InstId valid, InstId source,
                             InstId number) {
  const auto id = static_cast<BuiltinId>(inst.imm);
  if (id == BuiltinId::ShflSync) {
    const InstId from = builder_.Select(valid, source, number);
    return builder_.Append(Op::ThreadSlotAt, inst.type, {exchange, from});
  }
  const RegionId body = segment_->body;
  const InstId own = builder_.Append(Op::SlotLoad, inst.type, {exchange});
  const RegionId there = builder_.NewRegion();
  const RegionId nowhere = builder_.NewRegion();
  builder_.set_insertion_region(there);
  builder_.Append(Op::Yield, types::kVoid,
                  {builder_.Append(Op::ThreadSlotAt, inst.type, {exchange, source})});
  builder_.set_insertion_region(nowhere);
  builder_.Append(Op::Yield, types::kVoid, {own});
  builder_.set_insertion_region(body);
  return builder_.If(valid, there, nowhere, inst.type);
}

}  // namespace kernelc::passes
