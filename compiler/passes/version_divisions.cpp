#include "compiler/passes/version_divisions.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "compiler/kir/analysis/control.h"
#include "compiler/kir/analysis/interval.h"
#include "compiler/kir/analysis/synchronisation.h"
#include "compiler/kir/analysis/value_ranges.h"
#include "compiler/kir/builder.h"
#include "compiler/passes/loop_versions.h"

namespace kernelc::passes {
namespace {

using kir::Function;
using kir::Inst;
using kir::InstId;
using kir::Op;
using kir::RegionId;

// Numbers that may be looked at.
constexpr std::size_t kMaxNumbers = 4;

// A loop and what its divisions are made of.
struct Candidate {
  RegionId region;
  InstId loop;
  std::vector<InstId> divisions;
  // Operations of the loop behind their operands.
  std::vector<InstId> operations;
  // Variables that they come from, and values from outside of the loop.
  std::set<InstId> slots;
  std::set<InstId> values;
  // An operand may be negative as far as is known.
  bool may_be_negative = false;
  // Of the second version: what was put before the loop, with the branch last, and the divisions
  // and operations.
  std::vector<InstId> added;
  std::vector<InstId> copies;
};

class DivisionVersioner {
 public:
  DivisionVersioner(kir::Module& module, Function& function, const std::vector<bool>& synchronises)
      : module_(module),
        function_(function),
        synchronises_(synchronises),
        builder_(module, function) {}

  void Run() {
    FindLoops(function_.body);
    if (candidates_.empty()) {
      return;
    }
    FindNegatives();
    std::erase_if(candidates_, [this](Candidate& candidate) {
      return !candidate.may_be_negative || !HasFewNumbers(candidate);
    });
    for (Candidate& candidate : candidates_) {
      Version(candidate);
    }
    if (!candidates_.empty()) {
      DropUseless();
    }
  }

 private:
  // Loops without others in them that divide by what is no constant.
  void FindLoops(RegionId region) {
    for (const InstId id : function_.region(region).insts) {
      const Inst& inst = function_.inst(id);
      for (const RegionId inner : function_.regions_of(inst)) {
        FindLoops(inner);
      }
      if (IsLoop(inst) && MayHaveVersions(function_, inst, synchronises_)) {
        Candidate candidate;
        candidate.region = region;
        candidate.loop = id;
        FindSources(&candidate);
        if (!candidate.divisions.empty()) {
          candidates_.push_back(std::move(candidate));
        }
      }
    }
  }

  bool IsDivision(const Inst& inst) const {
    return (inst.op == Op::Mod || inst.op == Op::FloorDiv) && types::IsSigned(inst.type) &&
           function_.inst(function_.operand(inst, 1)).op != Op::ConstInt;
  }

  // Follows the operands of the divisions back through the loop.
  void FindSources(Candidate* candidate) const {
    std::set<InstId> inside;
    std::multimap<InstId, InstId> stored;
    for (const RegionId region : function_.regions_of(function_.inst(candidate->loop))) {
      kir::ForEachInst(function_, region, [&](InstId id, const Inst& inst) {
        inside.insert(id);
        if (inst.op == Op::SlotStore) {
          stored.emplace(function_.operand(inst, 0), function_.operand(inst, 1));
        } else if (IsDivision(inst)) {
          candidate->divisions.push_back(id);
        }
      });
    }
    std::vector<InstId> open = candidate->divisions;
    for (std::set<InstId> seen; !open.empty();) {
      const InstId id = open.back();
      open.pop_back();
      const Inst& inst = function_.inst(id);
      if (!seen.insert(id).second) {
        continue;
      }
      if (!inside.contains(id)) {
        candidate->values.insert(id);
      } else if (inst.op == Op::SlotLoad) {
        candidate->slots.insert(function_.operand(inst, 0));
        const auto [begin, end] = stored.equal_range(function_.operand(inst, 0));
        std::transform(begin, end, std::back_inserter(open),
                       [](const auto& store) { return store.second; });
      } else if (kir::op_info(inst.op).effects == kir::Effects::Pure) {
        candidate->operations.push_back(id);
        open.insert(open.end(), function_.operands(inst).begin(), function_.operands(inst).end());
      }
    }
  }

  bool IsNegative(InstId division, const kir::RangeQuery& ranges) const {
    const auto operands = function_.operands(function_.inst(division));
    return std::ranges::any_of(
        operands, [&](InstId operand) { return !ranges.range(operand).non_negative(); });
  }

  // Which divisions are signed, and which values need no test.
  void FindNegatives() {
    kir::AnalyzeRanges(module_, function_, [this](InstId id, const kir::RangeQuery& ranges) {
      for (Candidate& candidate : candidates_) {
        if (std::ranges::count(candidate.divisions, id) != 0 && IsNegative(id, ranges)) {
          candidate.may_be_negative = true;
        }
        if (candidate.values.contains(id) && ranges.range(id).non_negative()) {
          candidate.values.erase(id);
        }
      }
    });
  }

  bool HasFewNumbers(const Candidate& candidate) const {
    const auto has_sign = [this](InstId id) { return types::IsSigned(function_.inst(id).type); };
    const std::size_t count = candidate.slots.size() + candidate.values.size();
    return count != 0 && count <= kMaxNumbers && std::ranges::all_of(candidate.slots, has_sign) &&
           std::ranges::all_of(candidate.values, has_sign);
  }

  // loop  =>  if none is negative { copy of loop } else { loop }, in the place of the loop.
  void Version(Candidate& candidate) {
    const RegionId written = builder_.NewRegion();
    builder_.set_insertion_region(written);
    builder_.set_range(function_.inst(candidate.loop).range);
    InstId condition;
    const auto test = [&](InstId number) {
      const InstId zero = builder_.ConstInt(builder_.type_of(number), 0);
      const InstId fits = builder_.Compare(kir::ComparePredicate::Ge, number, zero);
      condition = condition.has_value()
                      ? builder_.Select(condition, fits, builder_.ConstBool(false))
                      : fits;
    };
    for (const InstId slot : candidate.slots) {
      test(builder_.SlotLoad(slot));
    }
    std::ranges::for_each(candidate.values, test);
    const kir::ValueMap values = BranchToCopy(builder_, function_, condition, candidate.loop);
    std::ranges::transform(candidate.operations, std::back_inserter(candidate.copies),
                           [&values](InstId operation) { return values.at(operation); });
    candidate.added = std::exchange(function_.region(written).insts, {});
    std::vector<InstId>& insts = function_.region(candidate.region).insts;
    const auto place = insts.erase(std::ranges::find(insts, candidate.loop));
    insts.insert(place, candidate.added.begin(), candidate.added.end());
  }

  // What the operation gives may not fit its type. That this does not happen, as ranges take it,
  // would be relied on for no other reason than speed.
  bool MayOverflow(const Inst& inst, const kir::RangeQuery& ranges) const {
    if (inst.op != Op::Add && inst.op != Op::Sub && inst.op != Op::Mul) {
      return inst.op == Op::Shl;
    }
    const kir::Interval a = ranges.range(function_.operand(inst, 0));
    const kir::Interval b = ranges.range(function_.operand(inst, 1));
    const kir::Interval exact = inst.op == Op::Add   ? kir::AddIntervals(a, b)
                                : inst.op == Op::Sub ? kir::SubIntervals(a, b)
                                                     : kir::MulIntervals(a, b);
    const kir::Interval all = kir::IntervalOf(inst.type);
    return !exact.empty() && (exact.lo < all.lo || exact.hi > all.hi);
  }

  // Versions in which a division may still be of negative numbers go.
  void DropUseless() {
    std::set<InstId> useless;
    kir::AnalyzeRanges(module_, function_, [&](InstId id, const kir::RangeQuery& ranges) {
      const Inst& inst = function_.inst(id);
      if ((IsDivision(inst) && IsNegative(id, ranges)) || MayOverflow(inst, ranges)) {
        useless.insert(id);
      }
    });
    for (const Candidate& candidate : candidates_) {
      if (std::ranges::none_of(candidate.copies,
                               [&](InstId copy) { return useless.contains(copy); })) {
        continue;
      }
      std::vector<InstId>& insts = function_.region(candidate.region).insts;
      const auto first = std::ranges::find(insts, candidate.added.front());
      *first = candidate.loop;
      insts.erase(first + 1, first + static_cast<std::ptrdiff_t>(candidate.added.size()));
    }
  }

  kir::Module& module_;
  Function& function_;
  const std::vector<bool>& synchronises_;
  kir::Builder builder_;
  std::vector<Candidate> candidates_;
};

}  // namespace

void VersionDivisions(kir::Module& module) {
  const std::vector<bool> synchronises = kir::FindSynchronisation(module);
  for (Function& function : module.functions) {
    DivisionVersioner(module, function, synchronises).Run();
  }
}

}  // namespace kernelc::passes
