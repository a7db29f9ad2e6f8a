#include "compiler/passes/version_loops.h"

#include <set>
#include <utility>
#include <vector>

#include "compiler/kir/analysis/control.h"
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

class LoopVersioner {
 public:
  LoopVersioner(kir::Module& module, Function& function, const std::vector<bool>& synchronises)
      : module_(module), function_(function), synchronises_(synchronises), builder_(module, function) {}

  void Run() {
    std::vector<InstId> loops;
    kir::AnalyzeRanges(module_, function_, [&](InstId id, const kir::RangeQuery& ranges) {
      const Inst& inst = function_.inst(id);
      if (inst.op == Op::ForRange && types::IsSigned(StartType(inst)) &&
          ranges.range(function_.operand(inst, 2)).lo > 0 &&
          !ranges.range(function_.operand(inst, 0)).non_negative() && IsWorthIt(inst)) {
        loops.push_back(id);
      }
    });
    if (loops.empty()) {
      return;
    }
    // No loop of the list holds another one, so that regions can be taken one by one.
    const std::set<InstId> chosen(loops.begin(), loops.end());
    const std::size_t region_count = function_.regions.size();
    for (std::size_t i = 0; i < region_count; ++i) {
      VersionRegion(RegionId(i), chosen);
    }
  }

 private:
  TypeId StartType(const Inst& loop) const {
    return function_.inst(function_.operand(loop, 0)).type;
  }

  // Short, without what is there once only, and with an index that wraps only because of the loop's variable.
  bool IsWorthIt(const Inst& loop) const {
    const RegionId body = function_.region_of(loop, 0);
    const InstId variable = function_.region(body).insts[0];
    bool gains = false;
    kir::ForEachInst(function_, body, [&](InstId, const Inst& inst) {
      for (std::uint32_t i = 1; inst.op == Op::ElementPtr && i < inst.operands.count; ++i) {
        const bool wraps = (inst.imm >> (i - 1) & 1) != 0;
        gains = gains || (wraps && IsVariable(function_.operand(inst, i), variable));
      }
    });
    return gains && MayHaveVersions(function_, loop, synchronises_);
  }

  // The variable itself, widened, or with a constant added.
  bool IsVariable(InstId id, InstId variable) const {
    const Inst& inst = function_.inst(id);
    if (inst.op == Op::Convert) {
      return IsVariable(function_.operand(inst, 0), variable);
    }
    if (inst.op == Op::Add) {
      const Inst& right = function_.inst(function_.operand(inst, 1));
      return right.op == Op::ConstInt && right.imm >= 0 &&
             IsVariable(function_.operand(inst, 0), variable);
    }
    return id == variable;
  }

  void VersionRegion(RegionId region, const std::set<InstId>& chosen) {
    const std::vector<InstId> insts = std::exchange(function_.region(region).insts, {});
    builder_.set_insertion_region(region);
    for (const InstId id : insts) {
      if (chosen.contains(id)) {
        Version(id);
      } else {
        function_.region(region).insts.push_back(id);
      }
    }
  }

  // loop  =>  if start >= 0 { copy of loop } else { loop }, in the place of the loop.
  void Version(InstId loop) {
    const InstId start = function_.operand(function_.inst(loop), 0);
    builder_.set_range(function_.inst(loop).range);
    const InstId zero = builder_.ConstInt(builder_.type_of(start), 0);
    BranchToCopy(builder_, function_, builder_.Compare(kir::ComparePredicate::Ge, start, zero), loop);
  }

  kir::Module& module_;
  Function& function_;
  const std::vector<bool>& synchronises_;
  kir::Builder builder_;
};

}  // namespace

void VersionLoops(kir::Module& module) {
  const std::vector<bool> synchronises = kir::FindSynchronisation(module);
  for (Function& function : module.functions) {
    LoopVersioner(module, function, synchronises).Run();
  }
}

}  // namespace kernelc::passes
