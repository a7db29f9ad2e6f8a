#include "compiler/passes/bit_loops.h"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <utility>
#include <vector>

#include "compiler/builtins/builtins.h"
#include "compiler/kir/analysis/interval.h"
#include "compiler/kir/analysis/value_ranges.h"
#include "compiler/kir/builder.h"
#include "compiler/passes/bit_loop_match.h"

namespace kernelc::passes {
namespace {

using builtins::BuiltinId;
using kir::ComparePredicate;
using kir::Function;
using kir::InstId;
using kir::Op;
using kir::RegionId;

// Amounts of which as many as a number has bits are computed with the sign of their type.
constexpr std::int64_t kSmallAmount = 1 << 20;

TypeId WithoutSign(TypeId type) {
  switch (types::scalar_bits(type)) {
    case 8:
      return types::kUInt8;
    case 16:
      return types::kUInt16;
    case 32:
      return types::kUInt32;
    default:
      return types::kUInt64;
  }
}

// A loop and what is known of its number where it begins.
struct Found {
  RegionId region;
  InstId loop;
  BitLoop what;
  // A slot_load before the loop.
  InstId number;
  kir::Interval range;
};

bool Fits(const kir::Interval& range, TypeId type) {
  const kir::Interval all = kir::IntervalOf(type);
  return range.empty() || (range.lo >= all.lo && range.hi <= all.hi);
}

// Writes what comes in the place of a loop.
class BitLoopWriter {
 public:
  BitLoopWriter(kir::Builder& builder, const Found& found)
      : builder_(builder),
        function_(builder.function()),
        loop_(found.what),
        number_(found.number),
        type_(builder.type_of(found.number)),
        counts_(Fits(found.range, types::kInt32) || Fits(found.range, types::kUInt32) ? types::kUInt32 : type_),
        has_upper_half_(loop_.shift == 0 && !loop_.positive &&
                        types::scalar_bits(type_) > types::scalar_bits(counts_) && !found.range.non_negative()) {}

  // For numbers of which the loop ends.
  void Write() {
    counted_ = number_;
    if (loop_.positive) {
      is_positive_ = builder_.Compare(ComparePredicate::Gt, number_, Constant(type_, 0));
      counted_ = builder_.Select(is_positive_, number_, Constant(type_, 0));
    }
    counted_ = builder_.Convert(counted_, counts_);
    const InstId count = Count();
    for (const BitLoopSum& sum : loop_.sums) {
      builder_.SlotStore(sum.slot, Sum(sum, count));
    }
    builder_.SlotStore(loop_.number, Left(count));
  }

 private:
  InstId Constant(TypeId type, std::int64_t value) { return builder_.ConstInt(type, value); }

  InstId SetBits() {
    const InstId bits = builder_.CallBuiltin(BuiltinId::PopulationCount, counts_, std::array{counted_});
    if (!has_upper_half_) {
      return bits;
    }
    // 32 where the sign is set.
    const InstId sign = builder_.Binary(Op::Shr, counted_, Constant(counts_, 26));
    return builder_.Binary(Op::Add, bits, builder_.Binary(Op::And, sign, Constant(counts_, 32)));
  }

  // How many iterations the loop runs.
  InstId Count() {
    if (loop_.shift == 0) {
      return SetBits();
    }
    const InstId zeros = builder_.CallBuiltin(BuiltinId::LeadingZeros, counts_, std::array{counted_});
    const InstId width = Constant(counts_, types::scalar_bits(counts_));
    InstId bits = builder_.Binary(Op::Sub, width, zeros);
    if (loop_.left != 0) {
      const InstId left = Constant(counts_, loop_.left);
      const InstId has_more = builder_.Compare(ComparePredicate::Gt, bits, left);
      const InstId more = builder_.Binary(Op::Sub, bits, left);
      bits = builder_.Select(has_more, more, Constant(counts_, 0));
    }
    if (loop_.shift == 1) {
      return bits;
    }
    bits = builder_.Binary(Op::Add, bits, Constant(counts_, loop_.shift - 1));
    return std::has_single_bit(loop_.shift)
               ? builder_.Binary(Op::Shr, bits, Constant(counts_, std::countr_zero(loop_.shift)))
               : builder_.Binary(Op::FloorDiv, bits, Constant(counts_, loop_.shift));
  }

  InstId Left(InstId count) {
    if (loop_.left != 0) {
      return builder_.Binary(Op::Shr, number_, builder_.Convert(count, type_));
    }
    const InstId zero = Constant(type_, 0);
    return loop_.positive ? builder_.Select(is_positive_, zero, number_) : zero;
  }

  // What a variable holds behind the loop.
  InstId Sum(const BitLoopSum& sum, InstId count) {
    const TypeId type = function_.inst(sum.slot).type;
    const InstId first = builder_.SlotLoad(sum.slot);
    if (sum.op == Op::Xor) {
      return builder_.Binary(Op::Xor, first, XorOf(sum, count));
    }
    if (!sum.amount.has_value()) {
      return builder_.Binary(sum.op, first, builder_.Convert(SetBits(), type));
    }
    const kir::Inst amount = function_.inst(sum.amount);
    const bool is_small = amount.op == Op::ConstInt && amount.imm > -kSmallAmount && amount.imm < kSmallAmount &&
                          types::scalar_bits(type) >= 32;
    // Where it is not, the product alone may overflow though the sum does not.
    const TypeId as = is_small ? type : WithoutSign(type);
    InstId total = builder_.Convert(count, as);
    if (amount.op != Op::ConstInt || amount.imm != 1) {
      total = builder_.Binary(Op::Mul, total, AmountAs(sum, as));
    }
    const InstId before = builder_.Convert(first, as);
    return builder_.Convert(builder_.Binary(sum.op, before, total), type);
  }

  // A constant that stands in the loop goes with it.
  InstId AmountAs(const BitLoopSum& sum, TypeId type) {
    const kir::Inst amount = function_.inst(sum.amount);
    return amount.op == Op::ConstInt ? Constant(type, amount.imm) : builder_.Convert(sum.amount, type);
  }

  // The exclusive or of what all iterations give.
  InstId XorOf(const BitLoopSum& sum, InstId count) {
    const TypeId type = function_.inst(sum.slot).type;
    const InstId times = sum.amount.has_value() ? count : SetBits();
    const InstId odd = builder_.Binary(Op::And, times, Constant(counts_, 1));
    if (!sum.amount.has_value()) {
      return builder_.Convert(odd, type);
    }
    const InstId is_odd = builder_.Compare(ComparePredicate::Ne, odd, Constant(counts_, 0));
    const InstId amount = AmountAs(sum, type);
    return builder_.Select(is_odd, amount, Constant(type, 0));
  }

  kir::Builder& builder_;
  Function& function_;
  const BitLoop& loop_;
  InstId number_;
  TypeId type_;
  // In which bits are counted.
  TypeId counts_;
  // Where that is narrower, whether bits of a sign above it count.
  bool has_upper_half_;
  // The number in that type, or 0 where the loop does not run since the number is not positive.
  InstId counted_;
  InstId is_positive_;
};

class Replacer {
 public:
  Replacer(kir::Module& module, Function& function)
      : module_(module), function_(function), builder_(module, function) {}

  void Run() {
    for (std::size_t i = 0; i < function_.regions.size(); ++i) {
      Find(RegionId(i));
    }
    if (found_.empty()) {
      return;
    }
    kir::AnalyzeRanges(module_, function_, [this](InstId id, const kir::RangeQuery& ranges) {
      for (Found& found : found_) {
        found.range = found.number == id ? ranges.range(id) : found.range;
      }
    });
    for (const Found& found : found_) {
      Replace(found);
    }
  }

 private:
  void Find(RegionId region) {
    const std::vector<InstId> insts = function_.region(region).insts;
    for (const InstId id : insts) {
      if (function_.inst(id).op != Op::While) {
        continue;
      }
      if (std::optional<BitLoop> loop = MatchBitLoop(function_, function_.inst(id))) {
        const RegionId before = builder_.NewRegion();
        builder_.set_range(function_.inst(id).range);
        builder_.set_insertion_region(before);
        const InstId number = builder_.SlotLoad(loop->number);
        Put(region, id, before, true);
        found_.push_back({region, id, std::move(*loop), number, {}});
      }
    }
  }

  void Replace(const Found& found) {
    BitLoopWriter writer(builder_, found);
    builder_.set_range(function_.inst(found.loop).range);
    const RegionId quick = builder_.NewRegion();
    builder_.set_insertion_region(quick);
    writer.Write();
    if (found.what.shift == 0 || found.what.positive || found.range.empty() || found.range.non_negative()) {
      Put(found.region, found.loop, quick, false);
      return;
    }
    // Of a negative number the loop never ends.
    const RegionId written = builder_.NewRegion();
    const RegionId kept = builder_.NewRegion();
    builder_.set_insertion_region(written);
    const InstId zero = builder_.ConstInt(builder_.type_of(found.number), 0);
    builder_.If(builder_.Compare(ComparePredicate::Ge, found.number, zero), quick, kept);
    Put(found.region, found.loop, written, false);
    function_.region(kept).insts.push_back(found.loop);
  }

  // Moves the operations of `from` to the place of `loop`, or before it.
  void Put(RegionId region, InstId loop, RegionId from, bool keeps_loop) {
    const std::vector<InstId> own = std::exchange(function_.region(from).insts, {});
    std::vector<InstId>& insts = function_.region(region).insts;
    auto place = std::find(insts.begin(), insts.end(), loop);
    place = keeps_loop ? place : insts.erase(place);
    insts.insert(place, own.begin(), own.end());
  }

  kir::Module& module_;
  Function& function_;
  kir::Builder builder_;
  std::vector<Found> found_;
};

}  // namespace

void ReplaceBitLoops(kir::Module& module) {
  for (Function& function : module.functions) {
    Replacer(module, function).Run();
  }
}

}  // namespace kernelc::passes
