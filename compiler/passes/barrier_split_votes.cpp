// What the threads of a block or warp find out together: votes, matches, counts at barriers.
//
// Each thread shows its part in a slot; behind the split it reads what the others showed. Threads
// that do not come here (masks) and lanes that the block does not have count as absent.
#include "compiler/builtins/builtins.h"
#include "compiler/passes/barrier_split.h"

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

InstId Splitter::ShowVote(const std::function<InstId(RegionId)>& value) {
  const InstId votes = NewThreadSlot(types::kBool, "votes");
  if (CurrentMask().has_value()) {
    // The ones that are not here show nothing. What this segment holds so far must stay in it.
    CloseSegment();
    FillMask(votes, false);
  }
  OpenSegment();
  const InstId shown = value(segment_->body);
  Emit(segment_->body, Op::SlotStore, types::kVoid, {votes, shown});
  return votes;
}

// The number of the first thread of this thread's warp.
InstId Splitter::WarpStart(RegionId region) {
  const InstId number = ThreadNumber(region);
  return builder_.Binary(Op::And, number, builder_.ConstInt(types::kInt64, -kWarpSize));
}

InstId Splitter::WarpBits(InstId votes, RegionId region) {
  const InstId start = WarpStart(region);
  return Emit(region, Op::ThreadVote, types::kInt32, {votes, start});
}

void Splitter::Define(InstId id, InstId value) {
  segment_values_[id.index] = value;
  definitions_[id.index] = {value, segment_->body};
}

void Splitter::RewriteBlockVote(InstId id) {
  const Inst& inst = in_.inst(id);
  const bool wants_all = static_cast<BuiltinId>(inst.imm) == BuiltinId::SyncThreadsAnd;
  const bool counts = static_cast<BuiltinId>(inst.imm) == BuiltinId::SyncThreadsCount;
  const InstId votes = ShowVote([&](RegionId region) {
    const InstId vote = Use(in_.operand(inst, 0), true);
    builder_.set_range(inst.range);
    builder_.set_insertion_region(region);
    return wants_all ? builder_.Append(Op::LogicalNot, types::kBool, {vote}) : vote;
  });
  CloseSegment();
  builder_.set_range(inst.range);
  CheckBarrier();
  const InstId count = Emit(outer_, Op::CountThreads, types::kInt64, {votes});
  InstId result = count;
  if (!counts) {
    const InstId none = Constant(types::kInt64, 0, outer_);
    result =
        builder_.Compare(wants_all ? ComparePredicate::Eq : ComparePredicate::Ne, count, none);
  }
  builder_.set_insertion_region(outer_);
  outer_values_[id.index] = builder_.Convert(result, types::kInt32);
}

void Splitter::RewriteVote(InstId id) {
  const Inst& inst = in_.inst(id);
  const auto builtin = static_cast<BuiltinId>(inst.imm);
  const auto show = [&](bool negated) {
    return ShowVote([&, negated](RegionId region) {
      if (builtin == BuiltinId::ActiveMask) {
        return Constant(types::kBool, 1, region);
      }
      const InstId vote = Use(in_.operand(inst, 1), true);
      builder_.set_range(inst.range);
      builder_.set_insertion_region(region);
      return negated ? builder_.Append(Op::LogicalNot, types::kBool, {vote}) : vote;
    });
  };
  // All agree where none says no.
  const InstId votes = show(builtin == BuiltinId::AllSync);
  const InstId against = builtin == BuiltinId::EqSync ? show(true) : InstId();
  CloseSegment();

  OpenSegment();
  const RegionId body = segment_->body;
  const auto named = [&](InstId shown) {
    const InstId bits = WarpBits(shown, body);
    const InstId mask = Use(in_.operand(inst, 0), true);
    return Emit(body, Op::And, types::kInt32, {bits, mask});
  };
  builder_.set_range(inst.range);
  if (builtin == BuiltinId::ActiveMask) {
    const InstId bits = WarpBits(votes, body);
    builder_.set_insertion_region(body);
    return Define(id, builder_.Convert(bits, types::kUInt32));
  }
  const InstId bits = named(votes);
  if (builtin == BuiltinId::BallotSync) {
    return Define(id, bits);
  }
  const InstId none = Constant(types::kInt32, 0, body);
  const bool any = builtin == BuiltinId::AnySync;
  InstId result =
      builder_.Compare(any ? ComparePredicate::Ne : ComparePredicate::Eq, bits, none);
  if (against.has_value()) {
    const InstId other = named(against);
    const InstId no_other = builder_.Compare(ComparePredicate::Eq, other, none);
    result = builder_.Binary(Op::Or, result, no_other);
  }
  Define(id, result);
}

void Splitter::RewriteMatch(InstId id) {
  const Inst& inst = in_.inst(id);
  const TypeId type = in_.inst(in_.operand(inst, 1)).type;
  const InstId values = NewThreadSlot(type, "exchange");
  const InstId present =
      ShowVote([&](RegionId region) { return Constant(types::kBool, 1, region); });
  const InstId own = Use(in_.operand(inst, 1), true);
  builder_.set_range(inst.range);
  Emit(segment_->body, Op::SlotStore, types::kVoid, {values, own});
  CloseSegment();

  OpenSegment();
  const RegionId body = segment_->body;
  const InstId mask = Use(in_.operand(inst, 0), true);
  const InstId value = Use(in_.operand(inst, 1), true);
  builder_.set_range(inst.range);
  const InstId here = Emit(body, Op::And, types::kInt32, {WarpBits(present, body), mask});
  const InstId equal =
      Emit(body, Op::ThreadMatch, types::kInt32, {values, WarpStart(body), value});
  const InstId matching = Emit(body, Op::And, types::kInt32, {here, equal});
  if (static_cast<BuiltinId>(inst.imm) == BuiltinId::MatchAnySync) {
    return Define(id, matching);
  }
  const InstId all = builder_.Compare(ComparePredicate::Eq, matching, here);
  Define(id, builder_.Select(all, matching, Constant(types::kInt32, 0, body)));
}

}  // namespace kernelc::passes
