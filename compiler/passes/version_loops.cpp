#include "compiler/passes/version_loops.h"

#include <array>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "compiler/kir/analysis/control.h"
#include "compiler/kir/analysis/synchronisation.h"
#include "compiler/kir/analysis/value_ranges.h"
#include "compiler/kir/clone.h"

namespace kernelc::passes {
namespace {

using kir::Function;
using kir::Inst;
using kir::InstId;
using kir::Op;
using kir::RegionId;

// Operations of a loop's body beyond which a second version costs more than it gains.
constexpr std::size_t kMaxBody = 60;

class LoopVersioner {
 public:
  LoopVersioner(const kir::Module& module, Function& function,
                const std::vector<bool>& synchronises)
      : module_(module), function_(function), synchronises_(synchronises) {}

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

  // Short, plain, and with an index that wraps only because of the loop's variable.
  bool IsWorthIt(const Inst& loop) const {
    const RegionId body = function_.region_of(loop, 0);
    const InstId variable = function_.region(body).insts[0];
    std::size_t count = 0;
    bool plain = true;
    bool gains = false;
    kir::ForEachInst(function_, body, [&](InstId, const Inst& inst) {
      ++count;
      // Memory of the block that stands in the loop is one for all threads, whichever version they take.
      plain = plain && inst.op != Op::ForRange && inst.op != Op::While && inst.op != Op::SharedArray &&
              !kir::IsSynchronisation(inst) &&
              !(inst.op == Op::Call && synchronises_[static_cast<std::size_t>(inst.imm)]);
      for (std::uint32_t i = 1; inst.op == Op::ElementPtr && i < inst.operands.count; ++i) {
        const bool wraps = (inst.imm >> (i - 1) & 1) != 0;
        gains = gains || (wraps && IsVariable(function_.operand(inst, i), variable));
      }
    });
    return plain && gains && count <= kMaxBody;
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
    const std::vector<InstId> insts = function_.region(region).insts;
    std::vector<InstId> rewritten;
    for (const InstId id : insts) {
      if (chosen.contains(id)) {
        Version(id, &rewritten);
      } else {
        rewritten.push_back(id);
      }
    }
    function_.region(region).insts = std::move(rewritten);
  }

  // loop  =>  if start >= 0 { copy of loop } else { loop }, in the place of the loop.
  void Version(InstId loop, std::vector<InstId>* rewritten) {
    const InstId start = function_.operand(function_.inst(loop), 0);
    const RegionId fast = function_.AddRegion();
    const RegionId general = function_.AddRegion();
    Inst zero;
    zero.op = Op::ConstInt;
    zero.type = function_.inst(start).type;
    const InstId zero_id = function_.AddInst(zero);
    Inst compare;
    compare.op = Op::Compare;
    compare.type = types::kBool;
    compare.imm = static_cast<std::int64_t>(kir::ComparePredicate::Ge);
    compare.operands = function_.AddOperands(std::array{start, zero_id});
    const InstId compare_id = function_.AddInst(compare);
    Inst branch;
    branch.op = Op::If;
    branch.range = function_.inst(loop).range;
    branch.operands = function_.AddOperands(std::span(&compare_id, 1));
    branch.regions = function_.AddRegions(std::array{fast, general});
    const InstId branch_id = function_.AddInst(branch);
    function_.region(general).insts.push_back(loop);
    kir::ValueMap values;
    kir::CloneRegion(function_, general, fast, &values);
    rewritten->insert(rewritten->end(), {zero_id, compare_id, branch_id});
  }

  const kir::Module& module_;
  Function& function_;
  const std::vector<bool>& synchronises_;
};

}  // namespace

void VersionLoops(kir::Module& module) {
  const std::vector<bool> synchronises = kir::FindSynchronisation(module);
  for (Function& function : module.functions) {
    LoopVersioner(module, function, synchronises).Run();
  }
}

}  // namespace kernelc::passes
