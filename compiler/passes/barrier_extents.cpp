#include "compiler/passes/barrier_extents.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "compiler/kir/analysis/control.h"
#include "compiler/kir/analysis/synchronisation.h"
#include "compiler/kir/analysis/value_ranges.h"
#include "compiler/kir/builder.h"
#include "compiler/passes/barrier_forward.h"
#include "compiler/passes/barrier_variance.h"
#include "compiler/passes/loop_versions.h"

namespace kernelc::passes {
namespace {

using kir::Inst;
using kir::InstId;
using kir::Op;
using kir::RegionId;

// The largest extent that indices show.
constexpr kir::Wide kMaxExtent = 16;
// Comparisons of arrays' bytes beyond which nobody asks whether they lie apart.
constexpr std::size_t kMaxComparisons = 16;

// The array parameters that a loop over threads accesses, and whether it matters to a thread if
// they overlap: it stores to one in front of a load of another, which then stays where it is.
class ThreadAccesses {
 public:
  ThreadAccesses(const kir::Module& module, const kir::Function& function, RegionId body)
      : function_(function) {
    for (const kir::Param& param : function.params) {
      const types::Type& type = module.types.get(param.type);
      if (type.kind == types::TypeKind::Array && type.layout != types::Layout::A &&
          !param.facts.noalias && !param.facts.readonly) {
        params_.insert(param.value);
      }
    }
    Visit(body);
  }

  bool overlaps_matter() const {
    return overlaps_matter_ &&
           written_.size() * (written_.size() + read_.size()) <= kMaxComparisons;
  }
  const std::set<InstId>& written() const { return written_; }
  // Those that are not written.
  std::vector<InstId> only_read() const {
    std::vector<InstId> arrays;
    std::set_difference(read_.begin(), read_.end(), written_.begin(), written_.end(),
                        std::back_inserter(arrays));
    return arrays;
  }

 private:
  void Visit(RegionId region) {
    for (const InstId id : function_.region(region).insts) {
      const Inst& inst = function_.inst(id);
      if (IsLoop(inst)) {
        // A turn's loads stand behind the stores of the turn before.
        for (const RegionId nested : function_.regions_of(inst)) {
          kir::ForEachInst(function_, nested,
                           [this](InstId, const Inst& inner) { NoteStore(inner); });
        }
      }
      NoteStore(inst);
      if (inst.op == Op::Load) {
        NoteLoad(inst);
      }
      for (const RegionId nested : function_.regions_of(inst)) {
        Visit(nested);
      }
    }
  }

  void NoteStore(const Inst& inst) {
    const InstId array = inst.op == Op::Store ? ArrayOf(inst) : InstId();
    if (array.has_value()) {
      written_.insert(array);
    }
  }

  void NoteLoad(const Inst& inst) {
    const InstId array = ArrayOf(inst);
    if (array.has_value()) {
      read_.insert(array);
      overlaps_matter_ = overlaps_matter_ || written_.size() > written_.count(array);
    }
  }

  // The parameter whose elements are accessed; none for others.
  InstId ArrayOf(const Inst& access) const {
    const Inst& place = function_.inst(function_.operand(access, 0));
    const InstId array = place.op == Op::ElementPtr ? function_.operand(place, 0) : InstId();
    return params_.contains(array) ? array : InstId();
  }

  const kir::Function& function_;
  std::set<InstId> params_;
  std::set<InstId> written_;
  std::set<InstId> read_;
  bool overlaps_matter_ = false;
};

class ExtentVersions {
 public:
  // `waiting`: see FindWaiting.
  ExtentVersions(kir::Module& module, kir::Function& function, const std::vector<bool>& waiting)
      : module_(module),
        function_(function),
        waiting_(waiting),
        variance_(ComputeVariance(module, function)) {}

  void Run() {
    for (const kir::Param& param : function_.params) {
      const types::Type& type = module_.types.get(param.type);
      if (type.kind == types::TypeKind::Array && type.layout == types::Layout::C && type.ndim > 1) {
        arrays_[param.value.index] = type.ndim;
      }
    }
    if (arrays_.empty()) {
      return;
    }
    FindLoops(function_.body);
    kir::AnalyzeRanges(module_, function_, [this](InstId id, const kir::RangeQuery& ranges) {
      const Inst& inst = function_.inst(id);
      if (inst.op == Op::ElementPtr && arrays_.contains(function_.operand(inst, 0).index)) {
        std::vector<kir::Interval> indices;
        for (std::uint32_t i = 1; i < inst.operands.count; ++i) {
          indices.push_back(ranges.range(function_.operand(inst, i)));
        }
        indices_.emplace(id.index, std::move(indices));
      }
    });
    for (const auto& [loop, region] : loops_) {
      Consider(loop, region);
    }
  }

 private:
  void FindLoops(RegionId region) {
    for (const InstId id : function_.region(region).insts) {
      const Inst& inst = function_.inst(id);
      if (inst.op == Op::ThreadLoop) {
        if (MayHaveThreadVersions(function_, function_.region_of(inst, 0), waiting_)) {
          loops_.emplace_back(id, region);
        }
        continue;
      }
      for (const RegionId nested : function_.regions_of(inst)) {
        FindLoops(nested);
      }
    }
  }

  // What the accesses of one loop show of an array.
  struct Shown {
    // By axis: the largest index and one; 0 for what may be anything.
    std::vector<std::int64_t> extents;
    // By axis: its index differs between neighbouring threads.
    std::vector<bool> varies;
  };

  void Note(const Inst& inst, const std::vector<kir::Interval>& indices, Shown& shown) const {
    shown.extents.resize(indices.size(), 1);
    shown.varies.resize(indices.size(), false);
    for (std::size_t i = 0; i < indices.size(); ++i) {
      const kir::Interval& index = indices[i];
      const bool small = !index.empty() && index.lo >= 0 && index.hi < kMaxExtent;
      std::int64_t& extent = shown.extents[i];
      extent = small && extent != 0 ? std::max(extent, static_cast<std::int64_t>(index.hi) + 1) : 0;
      const InstId operand = function_.operand(inst, static_cast<std::uint32_t>(i) + 1);
      shown.varies[i] = shown.varies[i] || (variance_[operand.index] & kVariesX) != 0;
    }
  }

  // loop  =>  if the extents are those shown { copy of loop } else { loop }
  void Consider(InstId loop, RegionId region) {
    std::map<std::uint32_t, Shown> arrays;
    kir::ForEachInst(function_, function_.region_of(function_.inst(loop), 0),
                     [&](InstId id, const Inst& inst) {
                       if (const auto found = indices_.find(id.index); found != indices_.end()) {
                         Note(inst, found->second, arrays[function_.operand(inst, 0).index]);
                       }
                     });
    kir::Builder builder(module_, function_);
    builder.set_range(function_.inst(loop).range);
    const RegionId place = builder.NewRegion();
    builder.set_insertion_region(place);
    InstId condition;
    for (const auto& [array, shown] : arrays) {
      std::size_t first = shown.extents.size();
      while (first > 1 && shown.extents[first - 1] > 1) {
        --first;
      }
      // Axes behind the one along which threads lie.
      if (first == shown.extents.size() || !shown.varies[first - 1]) {
        continue;
      }
      for (std::size_t axis = first; axis < shown.extents.size(); ++axis) {
        const InstId equal =
            builder.Compare(kir::ComparePredicate::Eq,
                            builder.ArrayExtent(InstId(array), static_cast<unsigned>(axis)),
                            builder.ConstInt(types::kInt64, shown.extents[axis]));
        condition = condition.has_value()
                        ? builder.Select(condition, equal, builder.ConstBool(false))
                        : equal;
      }
    }
    if (condition.has_value()) {
      BranchToCopy(builder, function_, AndApart(loop, condition, builder), loop);
      ReplaceBy(function_, region, loop, place);
    }
  }

  // `condition`, and that the arrays of the loop lie apart, where that matters.
  InstId AndApart(InstId loop, InstId condition, kir::Builder& builder) const {
    const ThreadAccesses accesses(module_, function_, function_.region_of(function_.inst(loop), 0));
    if (!accesses.overlaps_matter()) {
      return condition;
    }
    std::vector<InstId> operands{condition};
    operands.insert(operands.end(), accesses.written().begin(), accesses.written().end());
    const std::vector<InstId> only_read = accesses.only_read();
    operands.insert(operands.end(), only_read.begin(), only_read.end());
    return builder.Append(Op::ArraysApart, types::kBool, operands,
                          static_cast<std::int64_t>(accesses.written().size()));
  }

  kir::Module& module_;
  kir::Function& function_;
  const std::vector<bool>& waiting_;
  std::vector<Variance> variance_;
  // Parameters that are arrays of several axes in C order, by value, with how many.
  std::map<std::uint32_t, unsigned> arrays_;
  // Loops over threads, with the regions that they stand in.
  std::vector<std::pair<InstId, RegionId>> loops_;
  // By element_ptr of one of the arrays.
  std::map<std::uint32_t, std::vector<kir::Interval>> indices_;
};

}  // namespace

void VersionThreadLoopsByExtents(kir::Module& module) {
  const std::vector<bool> waiting = kir::FindWaiting(module);
  for (kir::Function& function : module.functions) {
    if (function.kind == kir::FunctionKind::Kernel) {
      ExtentVersions(module, function, waiting).Run();
      RemoveDeadValues(function);
    }
  }
}

}  // namespace kernelc::passes
