#include "compiler/passes/bit_loop_match.h"

#include <bit>
#include <map>
#include <set>
#include <utility>

#include "compiler/kir/analysis/control.h"
#include "compiler/kir/predicates.h"

namespace kernelc::passes {

namespace {

using kir::ComparePredicate;
using kir::Inst;
using kir::InstId;
using kir::Op;
using kir::RegionId;

// Integers whose bits are counted.
bool IsCountable(TypeId type) { return types::IsInteger(type) && types::scalar_bits(type) >= 32; }

// Every number of the type `from` is one of `to`, or of its order where that is a float64: zero is zero, and larger
// ones are not smaller.
bool KeepsNumbers(TypeId from, TypeId to) {
  if (!types::IsInteger(from) || to == types::kFloat64) {
    return types::IsInteger(from);
  }
  if (!types::IsInteger(to)) {
    return false;
  }
  const std::uint32_t bits = types::scalar_bits(from);
  return types::IsSigned(from) == types::IsSigned(to) ? bits <= types::scalar_bits(to)
                                                      : types::IsUnsigned(from) && bits < types::scalar_bits(to);
}

class Matcher {
 public:
  Matcher(const kir::Function& function, const Inst& loop)
      : function_(function), test_(function.region_of(loop, 0)), body_(function.region_of(loop, 1)) {}

  std::optional<BitLoop> Match() {
    if (!Read(test_, Op::Condition) || !stored_.empty() || !Read(body_, Op::SlotStore)) {
      return std::nullopt;
    }
    const InstId test = function_.operand(function_.inst(function_.region(test_).insts.back()), 0);
    for (const auto& [slot, value] : stored_) {
      loop_.number = slot;
      loop_.shift = 0;
      if (IsCountable(function_.inst(slot).type) && MatchStep(value) && MatchTest(test)) {
        return MatchSums() ? std::optional(loop_) : std::nullopt;
      }
    }
    return std::nullopt;
  }

 private:
  // Nothing but arithmetic and slots; the last operation may be `end`.
  bool Read(RegionId region, Op end) {
    for (const InstId id : function_.region(region).insts) {
      const Inst& inst = function_.inst(id);
      inside_.insert(id);
      if (inst.op == Op::SlotLoad) {
        const auto stored = stored_.find(function_.operand(inst, 0));
        if (stored != stored_.end()) {
          loaded_[id] = stored->second;
        }
      } else if (inst.op == Op::SlotStore) {
        stored_[function_.operand(inst, 0)] = function_.operand(inst, 1);
      } else if (kir::op_info(inst.op).effects != kir::Effects::Pure && inst.op != end) {
        return false;
      }
    }
    return true;
  }

  // Behind what the loop stored to slots.
  InstId Source(InstId id) const {
    for (auto found = loaded_.find(id); found != loaded_.end(); found = loaded_.find(id)) {
      id = found->second;
    }
    return id;
  }

  // Behind conversions that keep the low bits of the slot's width.
  InstId LowBits(InstId id, std::uint32_t bits) const {
    id = Source(id);
    while (function_.inst(id).op == Op::Convert) {
      const InstId operand = function_.operand(function_.inst(id), 0);
      const TypeId from = function_.inst(operand).type;
      const TypeId to = function_.inst(id).type;
      if (!types::IsInteger(from) || !types::IsInteger(to) || types::scalar_bits(from) < bits ||
          types::scalar_bits(to) < bits) {
        break;
      }
      id = Source(operand);
    }
    return id;
  }

  // Behind conversions that change no number.
  InstId Number(InstId id) const {
    id = Source(id);
    while (function_.inst(id).op == Op::Convert) {
      const InstId operand = function_.operand(function_.inst(id), 0);
      if (!KeepsNumbers(function_.inst(operand).type, function_.inst(id).type)) {
        break;
      }
      id = Source(operand);
    }
    return id;
  }

  // What `slot` holds at the iteration's beginning.
  bool IsFirst(InstId id, InstId slot) const {
    const Inst& inst = function_.inst(id);
    return inst.op == Op::SlotLoad && function_.operand(inst, 0) == slot && inside_.contains(id) &&
           !loaded_.contains(id);
  }

  // It is zero where the number is.
  bool IsZeroWithNumber(InstId id) const {
    return IsFirst(Number(id), loop_.number) ||
           IsFirst(LowBits(id, types::scalar_bits(function_.inst(loop_.number).type)), loop_.number);
  }

  std::optional<std::int64_t> Constant(InstId id) const {
    const Inst& inst = function_.inst(Number(id));
    if (inst.op == Op::ConstInt) {
      return inst.imm;
    }
    const double value = inst.op == Op::ConstFloat ? std::bit_cast<double>(inst.imm) : -1;
    const bool is_whole =
        value >= 0 && value < 1LL << 31 && value == static_cast<double>(static_cast<std::int64_t>(value));
    return is_whole ? std::optional(static_cast<std::int64_t>(value)) : std::nullopt;
  }

  bool MatchStep(InstId value) {
    const std::uint32_t bits = types::scalar_bits(function_.inst(loop_.number).type);
    const Inst& step = function_.inst(LowBits(value, bits));
    if (step.op == Op::And) {
      const InstId left = function_.operand(step, 0);
      const InstId right = function_.operand(step, 1);
      return (IsFirst(LowBits(left, bits), loop_.number) && IsOneLess(right, bits)) ||
             (IsFirst(LowBits(right, bits), loop_.number) && IsOneLess(left, bits));
    }
    if ((step.op != Op::Shr && step.op != Op::FloorDiv) || !IsFirst(Number(function_.operand(step, 0)), loop_.number)) {
      return false;
    }
    const std::int64_t by = Constant(function_.operand(step, 1)).value_or(0);
    const bool is_power = by > 1 && std::has_single_bit(static_cast<std::uint64_t>(by));
    if (by <= 0 || by >= bits || (step.op == Op::FloorDiv && !is_power)) {
      return false;
    }
    loop_.shift =
        static_cast<std::uint32_t>(step.op == Op::Shr ? by : std::countr_zero(static_cast<std::uint64_t>(by)));
    return true;
  }

  bool IsOneLess(InstId id, std::uint32_t bits) const {
    const Inst& inst = function_.inst(LowBits(id, bits));
    const std::int64_t by = inst.op == Op::Sub ? 1 : -1;
    return (inst.op == Op::Sub || inst.op == Op::Add) &&
           IsFirst(LowBits(function_.operand(inst, 0), bits), loop_.number) &&
           Constant(function_.operand(inst, 1)) == by;
  }

  bool MatchTest(InstId test) {
    const Inst& inst = function_.inst(test);
    loop_.positive = false;
    loop_.left = 0;
    if (inst.op == Op::Convert) {
      return inst.type == types::kBool && IsZeroWithNumber(function_.operand(inst, 0));
    }
    if (inst.op != Op::Compare) {
      return false;
    }
    auto predicate = static_cast<ComparePredicate>(inst.imm);
    InstId left = function_.operand(inst, 0);
    InstId right = function_.operand(inst, 1);
    if (!IsZeroWithNumber(left)) {
      std::swap(left, right);
      predicate = kir::Swapped(predicate);
    }
    const std::optional<std::int64_t> bound = Constant(right);
    if (predicate == ComparePredicate::Ne) {
      return IsZeroWithNumber(left) && bound == 0;
    }
    return IsFirst(Number(left), loop_.number) && bound && MatchBound(predicate, *bound);
  }

  // The number is greater than a mask of its low bits.
  bool MatchBound(ComparePredicate predicate, std::int64_t bound) {
    const std::int64_t most = predicate == ComparePredicate::Ge ? bound - 1 : bound;
    if ((predicate != ComparePredicate::Ge && predicate != ComparePredicate::Gt) || most < 0 ||
        !std::has_single_bit(static_cast<std::uint64_t>(most) + 1)) {
      return false;
    }
    loop_.left = static_cast<std::uint32_t>(std::bit_width(static_cast<std::uint64_t>(most)));
    loop_.positive = types::IsSigned(function_.inst(loop_.number).type);
    // What is left of a number is its upper bits where they are known to be that many.
    return loop_.left == 0 || loop_.shift == 1;
  }

  bool MatchSums() {
    for (const auto& [slot, value] : stored_) {
      if (slot != loop_.number && !MatchSum(slot, value) && !IsOwn(slot)) {
        return false;
      }
    }
    return true;
  }

  bool MatchSum(InstId slot, InstId value) {
    const TypeId type = function_.inst(slot).type;
    if (!types::IsInteger(type)) {
      return false;
    }
    const std::uint32_t bits = types::scalar_bits(type);
    const Inst& sum = function_.inst(LowBits(value, bits));
    if (sum.op != Op::Add && sum.op != Op::Sub && sum.op != Op::Xor) {
      return false;
    }
    InstId from = function_.operand(sum, 0);
    InstId amount = function_.operand(sum, 1);
    if (sum.op != Op::Sub && !IsFirst(LowBits(from, bits), slot)) {
      std::swap(from, amount);
    }
    if (!IsFirst(LowBits(from, bits), slot)) {
      return false;
    }
    if (loop_.shift == 1 && loop_.left == 0 && IsLowestBit(amount)) {
      loop_.sums.push_back({slot, sum.op, InstId()});
      return true;
    }
    amount = LowBits(amount, bits);
    if (!types::IsInteger(function_.inst(amount).type) ||
        (inside_.contains(amount) && function_.inst(amount).op != Op::ConstInt)) {
      return false;
    }
    loop_.sums.push_back({slot, sum.op, amount});
    return true;
  }

  // Of the number before it is shifted.
  bool IsLowestBit(InstId id) const {
    const Inst& inst = function_.inst(LowBits(id, 1));
    if (inst.op != Op::And && inst.op != Op::Mod) {
      return false;
    }
    const auto is_bit_of = [&](InstId number, InstId by) {
      return inst.op == Op::And ? IsFirst(LowBits(number, 1), loop_.number) && Constant(by) == 1
                                : IsFirst(Number(number), loop_.number) && Constant(by) == 2;
    };
    const InstId left = function_.operand(inst, 0);
    const InstId right = function_.operand(inst, 1);
    return is_bit_of(left, right) || (inst.op == Op::And && is_bit_of(right, left));
  }

  // Nothing reads what the loop leaves in the slot, nor an iteration what the one before did.
  bool IsOwn(InstId slot) const {
    bool is_own = true;
    kir::ForEachInst(function_, function_.body, [&](InstId id, const Inst& inst) {
      const bool reads = inst.op != Op::SlotStore && inst.op != Op::Slot && inst.operands.count > 0 &&
                         function_.operand(inst, 0) == slot;
      is_own = is_own && !(reads && !(inside_.contains(id) && loaded_.contains(id)));
    });
    return is_own;
  }

  const kir::Function& function_;
  RegionId test_;
  RegionId body_;
  BitLoop loop_;
  std::set<InstId> inside_;
  // By slot, what was stored last; by slot_load, what it gives where the loop stored that before.
  std::map<InstId, InstId> stored_;
  std::map<InstId, InstId> loaded_;
};

}  // namespace

std::optional<BitLoop> MatchBitLoop(const kir::Function& function, const Inst& loop) {
  return Matcher(function, loop).Match();
}

}  // namespace kernelc::passes
