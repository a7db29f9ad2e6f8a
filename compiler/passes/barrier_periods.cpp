#include "compiler/passes/barrier_periods.h"

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "compiler/builtins/builtins.h"
#include "compiler/kir/analysis/control.h"
#include "compiler/kir/analysis/synchronisation.h"
#include "compiler/kir/analysis/value_ranges.h"
#include "compiler/kir/builder.h"
#include "compiler/kir/clone.h"
#include "compiler/passes/barrier_affine.h"
#include "compiler/passes/barrier_forward.h"
#include "compiler/passes/barrier_outer.h"
#include "compiler/passes/barrier_plan.h"
#include "compiler/passes/loop_versions.h"

namespace kernelc::passes {
namespace {

using kir::ComparePredicate;
using kir::Inst;
using kir::InstId;
using kir::Interval;
using kir::Op;
using kir::RegionId;

// The smallest divisor for which pieces pay: a few vectors of threads.
constexpr std::int64_t kLeastPeriod = 32;
// What counters may add to a place, from the least to the most: so many threads of a period run the
// code as it was.
constexpr std::int64_t kMaxSpread = 16;
// Above all places of threads in a row of blocks, with all bits below set.
constexpr std::int64_t kMaxPlace = (std::int64_t{1} << 42) - 1;
// Beyond all sums of places and what kernels add to them.
constexpr std::int64_t kFar = std::int64_t{1} << 61;
// Different quotients of one loop over threads.
constexpr std::size_t kMaxQuotients = 8;

// A number that is added to others or taken from them.
struct Term {
  InstId value;
  bool negative;
};

// A floor_div or mod, or a min or max with what all threads share, of which one operand is the thread's place, some
// terms that are known in front of the loop, and something from `lo` to `hi`.
struct Quotient {
  InstId id;
  std::vector<Term> terms;
  std::int64_t lo = 0;
  std::int64_t hi = 0;
  // Instead of the place it is a counter that begins there: below this. Unset where it is the place.
  InstId stop;
  // It is that where a clamp on the way changes nothing.
  bool needs_clamp = false;
  // Computed in front of the loops over a piece: the quotient, and the quotient times the divisor.
  InstId quotient;
  InstId product;
};

class Periods {
 public:
  // `waiting`: see FindWaiting.
  Periods(kir::Module& module, kir::Function& function, const std::vector<bool>& waiting)
      : module_(module),
        function_(function),
        waiting_(waiting),
        builder_(module, function),
        variance_(ComputeVariance(module, function)),
        is_outer_(function) {}

  void Run() {
    WalkOuter(function_.body);
    if (loops_.empty()) {
      return;
    }
    FindUses();
    // Before anything changes.
    kir::AnalyzeRanges(module_, function_, [this](InstId id, const kir::RangeQuery& ranges) {
      const Inst& inst = function_.inst(id);
      if (inst.op == Op::FloorDiv || inst.op == Op::Mod || IsClamp(inst)) {
        NoteQuotient(id, inst, ranges);
      }
    });
    for (const auto& [loop, region] : loops_) {
      std::vector<Quotient> found;
      FindQuotients(function_.region_of(function_.inst(loop), 0), found);
      if (found.size() > kMaxQuotients) {
        std::erase_if(found, [this](const Quotient& quotient) {
          return quotient.needs_clamp || IsClamp(function_.inst(quotient.id));
        });
      }
      if (!found.empty() && found.size() <= kMaxQuotients) {
        Split(loop, region, found);
      }
    }
  }

 private:
  void WalkOuter(RegionId region) {
    for (const InstId id : function_.region(region).insts) {
      const Inst& inst = function_.inst(id);
      is_outer_.Add(id);
      if (inst.op == Op::ThreadLoop) {
        // Without a mask: those of another loop stand where threads are.
        if (inst.operands.count == 6 && MayHaveThreadVersions(function_, function_.region_of(inst, 0), waiting_)) {
          loops_.emplace_back(id, region);
        }
        continue;
      }
      for (const RegionId nested : function_.regions_of(inst)) {
        WalkOuter(nested);
      }
    }
  }

  // Counters of loops, and clamps that indices are made of.
  void FindUses() {
    kir::ForEachInst(function_, function_.body, [this](InstId id, const Inst& inst) {
      if (inst.op == Op::ForRange) {
        counted_[function_.region(function_.region_of(inst, 0)).insts.front().index] = id;
      } else if (inst.op == Op::ElementPtr) {
        for (const InstId index : function_.operands(inst).subspan(1)) {
          NoteIndex(index);
        }
      }
    });
  }

  void NoteIndex(InstId id) {
    const Inst& inst = function_.inst(id);
    const bool passes = IsClamp(inst) || inst.op == Op::Add || inst.op == Op::Sub || inst.op == Op::Convert;
    if (!passes || !indices_.insert(id.index).second) {
      return;
    }
    for (const InstId operand : function_.operands(inst)) {
      NoteIndex(operand);
    }
  }

  bool CanCopyOut(InstId id) const {
    return CanCopy(function_, id, is_outer_);
  }

  static bool IsBuiltin(const Inst& inst, builtins::BuiltinId id) {
    return inst.op == Op::CallBuiltin && static_cast<builtins::BuiltinId>(inst.imm) == id;
  }
  static bool IsClamp(const Inst& inst) {
    return IsBuiltin(inst, builtins::BuiltinId::Min) || IsBuiltin(inst, builtins::BuiltinId::Max);
  }

  // Of a clamp what all threads share, which may stand in front of the other operand; of a division the divisor.
  std::uint32_t SharedOperand(const Inst& inst) const {
    return IsClamp(inst) && variance_[function_.operand(inst, 0).index] == kUniform ? 0 : 1;
  }

  void NoteQuotient(InstId id, const Inst& inst, const kir::RangeQuery& ranges) {
    const std::uint32_t shared = SharedOperand(inst);
    const InstId divisor = function_.operand(inst, shared);
    if (!types::IsInteger(inst.type) || !types::IsSigned(inst.type) || is_outer_(id) ||
        variance_[divisor.index] != kUniform || !CanCopyOut(divisor)) {
      return;
    }
    Quotient quotient;
    quotient.id = id;
    unsigned places = 0;
    const InstId dividend = function_.operand(inst, 1 - shared);
    const bool counts = Decompose(dividend, false, ranges, quotient, places) && places == 1;
    if (counts && (IsClamp(inst) ? indices_.contains(id.index) : !quotient.stop.has_value())) {
      quotients_.emplace(id.index, std::move(quotient));
    }
  }

  // Adds what `value` is made of; false when that is something else.
  bool Decompose(InstId value, bool negative, const kir::RangeQuery& ranges, Quotient& quotient,
                 unsigned& places) const {
    const Inst& inst = function_.inst(value);
    const bool uniform = variance_[value.index] == kUniform;
    const bool place = UnitDirection(function_, variance_, value) == Direction::X;
    if ((uniform || (place && !negative)) && CanCopyOut(value)) {
      places += place ? 1 : 0;
      quotient.terms.push_back({value, negative});
      return true;
    }
    if (IsClamp(inst) && quotients_.contains(value.index)) {
      // Pieces are for quotients of a clamp only where they are for the clamp too.
      quotient.needs_clamp = true;
      return Decompose(function_.operand(inst, 1 - SharedOperand(inst)), negative, ranges, quotient, places);
    }
    if (inst.op == Op::RegionArg && !negative && StartsAtPlace(value, quotient)) {
      ++places;
      return true;
    }
    const auto operand = [&](std::uint32_t i, bool minus) {
      return Decompose(function_.operand(inst, i), minus, ranges, quotient, places);
    };
    const bool exact = types::IsInteger(inst.type) && types::IsSigned(inst.type);
    if (exact && (inst.op == Op::Add || inst.op == Op::Sub)) {
      return operand(0, negative) && operand(1, negative != (inst.op == Op::Sub));
    }
    return uniform && AddSpread(ranges.range(value), negative, quotient);
  }

  // The counter of a rising loop that begins at the thread's place and ends where all threads do.
  bool StartsAtPlace(InstId counter, Quotient& quotient) const {
    const auto found = counted_.find(counter.index);
    if (found == counted_.end() || quotient.stop.has_value()) {
      return false;
    }
    const Inst& loop = function_.inst(found->second);
    const InstId start = function_.operand(loop, 0);
    const InstId stop = function_.operand(loop, 1);
    const Inst& step = function_.inst(function_.operand(loop, 2));
    const bool rises = step.op == Op::ConstInt && step.imm > 0;
    if (!rises || UnitDirection(function_, variance_, start) != Direction::X || !CanCopyOut(start) ||
        variance_[stop.index] != kUniform || !CanCopyOut(stop)) {
      return false;
    }
    quotient.terms.push_back({start, false});
    quotient.stop = stop;
    return true;
  }

  static bool AddSpread(const Interval& range, bool negative, Quotient& quotient) {
    if (range.empty() || range.lo < -kMaxSpread || range.hi > kMaxSpread) {
      return false;
    }
    const auto lo = static_cast<std::int64_t>(negative ? -range.hi : range.lo);
    const auto hi = static_cast<std::int64_t>(negative ? -range.lo : range.hi);
    quotient.lo += lo;
    quotient.hi += hi;
    return quotient.hi - quotient.lo <= kMaxSpread;
  }

  void FindQuotients(RegionId region, std::vector<Quotient>& found) const {
    kir::ForEachInst(function_, region, [&](InstId id, const Inst&) {
      if (const auto quotient = quotients_.find(id.index); quotient != quotients_.end()) {
        found.push_back(quotient->second);
      }
    });
  }

  InstId Int(std::int64_t value) { return builder_.ConstInt(types::kInt64, value); }
  InstId Less(InstId a, InstId b) { return builder_.Compare(ComparePredicate::Lt, a, b); }
  InstId Smaller(InstId a, InstId b) { return builder_.Select(Less(a, b), a, b); }
  InstId Both(InstId a, InstId b) { return builder_.Select(a, b, builder_.ConstBool(false)); }

  // For the first thread of the block.
  InstId CopyOut(InstId value) {
    return builder_.Convert(CopyForFirstThread(builder_, value, is_outer_), types::kInt64);
  }

  // thread_loop  =>  while there are threads { if pieces { thread_loop copy } else { thread_loop }
  // }
  void Split(InstId loop, RegionId region, std::vector<Quotient>& found) {
    builder_.set_range(function_.inst(loop).range);
    const InstId first = function_.operand(function_.inst(loop), 0);
    const InstId end = function_.operand(function_.inst(loop), 3);
    const RegionId place = builder_.NewRegion();
    builder_.set_insertion_region(place);
    const InstId slot = builder_.Slot(types::kInt64, "piece");
    builder_.SlotStore(slot, first);
    const RegionId condition = builder_.NewRegion();
    const RegionId body = builder_.NewRegion();
    builder_.While(condition, body);
    builder_.set_insertion_region(condition);
    builder_.Append(Op::Condition, types::kVoid, {Less(builder_.SlotLoad(slot), end)});

    builder_.set_insertion_region(body);
    const InstId begin = builder_.SlotLoad(slot);
    const Piece piece = NextPiece(begin, builder_.Binary(Op::Sub, end, begin), found);
    const InstId next = builder_.Binary(Op::Add, begin, piece.threads);
    // Known to be so, and shown to LLVM, which has ranges of what it counts from them.
    const InstId from = builder_.Binary(Op::And, begin, Int(kMaxPlace));
    const InstId to = Smaller(next, end);
    const RegionId plain = builder_.NewRegion();
    const RegionId general = builder_.NewRegion();
    builder_.If(piece.plain, plain, general);
    builder_.SlotStore(slot, next);
    MakeLoop(loop, from, to, ClonePlain(loop, found), plain);
    MakeLoop(loop, from, to, function_.region_of(function_.inst(loop), 0), general);

    auto& insts = function_.region(region).insts;
    const auto at = insts.erase(std::find(insts.begin(), insts.end(), loop));
    const auto& made = function_.region(place).insts;
    insts.insert(at, made.begin(), made.end());
  }

  // The next threads of a loop: how many, and whether each has the quotients of the first.
  struct Piece {
    InstId threads;
    InstId plain;
  };

  Piece NextPiece(InstId begin, InstId rest, std::vector<Quotient>& found) {
    InstId plain = builder_.ConstBool(true);
    InstId long_periods = builder_.ConstBool(true);
    InstId same = rest;
    InstId other = rest;
    for (Quotient& quotient : found) {
      const Inst inst = function_.inst(quotient.id);
      if (IsClamp(inst)) {
        const Room room = RoomOfClamp(inst, begin, rest, quotient);
        plain = Both(plain, room.is_plain);
        same = Smaller(same, room.plain);
        other = Smaller(other, builder_.Select(room.is_plain, rest, room.general));
        continue;
      }
      const InstId divisor = CopyOut(function_.operand(inst, 1));
      const InstId least = Least(begin, quotient);
      quotient.quotient = builder_.Binary(Op::FloorDiv, least, divisor);
      quotient.product = builder_.Binary(Op::Mul, quotient.quotient, divisor);
      const InstId left =
          builder_.Binary(Op::Sub, builder_.Binary(Op::Add, quotient.product, divisor), least);
      const InstId room = builder_.Binary(Op::Sub, left, Int(quotient.hi - quotient.lo));
      const InstId has_room = Less(Int(0), room);
      long_periods = Both(long_periods, Less(Int(kLeastPeriod - 1), divisor));
      plain = Both(plain, has_room);
      same = Smaller(same, room);
      other = Smaller(other, builder_.Select(has_room, rest, left));
      quotient.quotient = builder_.Convert(quotient.quotient, inst.type);
      quotient.product = builder_.Convert(quotient.product, inst.type);
    }
    plain = Both(long_periods, plain);
    const InstId general = builder_.Select(long_periods, other, rest);
    return {builder_.Select(plain, same, general), plain};
  }

  // What the operand is at least in the first thread from `begin` on.
  InstId Least(InstId begin, const Quotient& quotient) {
    InstId least = builder_.Binary(Op::Add, begin, Int(quotient.lo));
    for (const Term& term : quotient.terms) {
      least = builder_.Binary(term.negative ? Op::Sub : Op::Add, least, CopyOut(term.value));
    }
    return least;
  }

  // How many threads have a place that a clamp does not change, if the first one has; else after how many that begins.
  struct Room {
    InstId is_plain;
    InstId plain;
    InstId general;
  };
  Room RoomOfClamp(const Inst& inst, InstId begin, InstId rest, const Quotient& quotient) {
    // Nothing overflows that is compared with it.
    InstId limit = Smaller(CopyOut(function_.operand(inst, SharedOperand(inst))), Int(kFar));
    limit = builder_.Select(Less(limit, Int(-kFar)), Int(-kFar), limit);
    const InstId least = Least(begin, quotient);
    if (IsBuiltin(inst, builtins::BuiltinId::Max)) {
      const InstId missing = builder_.Binary(Op::Sub, limit, least);
      return {Less(missing, Int(1)), rest, missing};
    }
    // A counter's last value in any thread is below its end.
    InstId most = builder_.Binary(Op::Add, least, Int(quotient.hi - quotient.lo));
    if (quotient.stop.has_value()) {
      const InstId start = quotient.terms[StartOf(quotient)].value;
      most = builder_.Binary(Op::Sub, most, builder_.Binary(Op::Add, begin, CopyOut(start)));
      const InstId stop = Smaller(CopyOut(quotient.stop), Int(2 * kFar));
      most = builder_.Binary(Op::Add, most, builder_.Binary(Op::Sub, stop, Int(1)));
    }
    const InstId room = builder_.Binary(Op::Add, builder_.Binary(Op::Sub, limit, most), Int(1));
    return {Less(Int(0), room), quotient.stop.has_value() ? rest : room, rest};
  }

  // The term that a counter begins at.
  std::size_t StartOf(const Quotient& quotient) const {
    const auto is_place = [this](const Term& term) {
      return UnitDirection(function_, variance_, term.value) == Direction::X;
    };
    return static_cast<std::size_t>(
        std::find_if(quotient.terms.begin(), quotient.terms.end(), is_place) - quotient.terms.begin());
  }

  // The loop's body where quotients are known.
  RegionId ClonePlain(InstId loop, const std::vector<Quotient>& found) {
    const RegionId clone = builder_.NewRegion();
    kir::ValueMap values;
    kir::CloneRegion(function_, function_.region_of(function_.inst(loop), 0), clone, &values);
    for (const Quotient& quotient : found) {
      const bool is_quotient = function_.inst(quotient.id).op == Op::FloorDiv;
      const InstId copy = values.at(quotient.id);
      if (IsClamp(function_.inst(quotient.id))) {
        TakeClampOut(copy, SharedOperand(function_.inst(quotient.id)), clone);
        continue;
      }
      const InstId dividend = function_.operand(function_.inst(copy), 0);
      const InstId zero = NewZero(function_.inst(copy).type, clone);
      Inst& inst = function_.inst(copy);
      inst.op = is_quotient ? Op::Add : Op::Sub;
      inst.operands = is_quotient ? function_.AddOperands(std::array{quotient.quotient, zero})
                                  : function_.AddOperands(std::array{dividend, quotient.product});
    }
    return clone;
  }

  // The clamp's first operand in its place; what was at least 0 then needs no test of that as an index.
  void TakeClampOut(InstId clamp, std::uint32_t shared, RegionId body) {
    const InstId operand = function_.operand(function_.inst(clamp), 1 - shared);
    const Inst& limit = function_.inst(function_.operand(function_.inst(clamp), shared));
    if (IsBuiltin(function_.inst(clamp), builtins::BuiltinId::Max) && limit.op == Op::ConstInt && limit.imm >= 0) {
      not_negative_.insert(clamp.index);
    }
    if (not_negative_.contains(operand.index)) {
      not_negative_.insert(clamp.index);
    }
    const InstId zero = NewZero(function_.inst(clamp).type, body);
    Inst& inst = function_.inst(clamp);
    inst.op = Op::Add;
    inst.imm = 0;
    inst.operands = function_.AddOperands(std::array{operand, zero});
    kir::ForEachInst(function_, body, [&](InstId id, const Inst& user) {
      if (user.op != Op::ElementPtr) {
        return;
      }
      for (std::uint32_t i = 1; i < user.operands.count; ++i) {
        if (function_.operand(user, i) == clamp && not_negative_.contains(clamp.index)) {
          function_.inst(id).imm &= ~(std::int64_t{1} << (i - 1));
        }
      }
    });
  }

  // In front of everything else in `region`.
  InstId NewZero(TypeId type, RegionId region) {
    const RegionId saved = builder_.insertion_region();
    const RegionId scratch = builder_.NewRegion();
    builder_.set_insertion_region(scratch);
    const InstId zero = builder_.ConstInt(type, 0);
    builder_.set_insertion_region(saved);
    auto& insts = function_.region(region).insts;
    insts.insert(insts.begin(), zero);
    return zero;
  }

  void MakeLoop(InstId like, InstId begin, InstId end, RegionId body, RegionId place) {
    const Inst inst = function_.inst(like);
    std::vector<InstId> operands(function_.operands(inst).begin(), function_.operands(inst).end());
    operands[0] = begin;
    operands[3] = end;
    builder_.set_insertion_region(place);
    builder_.Append(Op::ThreadLoop, types::kVoid, operands, 0, 0, std::span(&body, 1));
  }

  kir::Module& module_;
  kir::Function& function_;
  const std::vector<bool>& waiting_;
  kir::Builder builder_;
  std::vector<Variance> variance_;
  OuterValues is_outer_;
  // Loops over threads, with the regions that they stand in.
  std::vector<std::pair<InstId, RegionId>> loops_;
  // By instruction.
  std::unordered_map<std::uint32_t, Quotient> quotients_;
  // What indices of elements are computed from.
  std::unordered_set<std::uint32_t> indices_;
  // The loops of counters.
  std::unordered_map<std::uint32_t, InstId> counted_;
  // Clamps that were taken out, whose values are not negative.
  std::unordered_set<std::uint32_t> not_negative_;
};

}  // namespace

void SplitThreadLoopsAtPeriods(kir::Module& module) {
  const std::vector<bool> waiting = kir::FindWaiting(module);
  for (kir::Function& function : module.functions) {
    if (function.kind == kir::FunctionKind::Kernel) {
      Periods(module, function, waiting).Run();
      RemoveDeadValues(function);
    }
  }
}

}  // namespace kernelc::passes
