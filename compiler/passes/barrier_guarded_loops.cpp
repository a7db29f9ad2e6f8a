#include "compiler/passes/barrier_guarded_loops.h"

#include <algorithm>

#include "compiler/kir/analysis/synchronisation.h"
#include "compiler/passes/barrier_affine.h"
#include "compiler/passes/barrier_outer.h"
#include "compiler/passes/barrier_plan.h"

namespace kernelc::passes {
namespace {

using kir::Inst;
using kir::InstId;
using kir::Op;
using kir::RegionId;

class GuardedLoops {
 public:
  GuardedLoops(kir::Module& module, kir::Function& function)
      : builder_(module, function),
        function_(function),
        variance_(ComputeVariance(module, function)),
        is_outer_(function) {}

  void Run() {
    Walk(function_.body);
  }

 private:
  void Walk(RegionId region) {
    // The region's list grows where a loop goes out.
    for (std::size_t i = 0; i < function_.region(region).insts.size(); ++i) {
      const InstId id = function_.region(region).insts[i];
      is_outer_.Add(id);
      const Inst inst = function_.inst(id);
      if (inst.op == Op::ThreadLoop) {
        i += TakeOut(id, region, i);
        continue;
      }
      for (const RegionId nested : function_.regions_of(inst)) {
        Walk(nested);
      }
    }
  }


  // Gives how many operations were put in front of the loop.
  std::size_t TakeOut(InstId threads, RegionId outer, std::size_t place) {
    const RegionId body = function_.region_of(function_.inst(threads), 0);
    std::vector<InstId> front = function_.region(body).insts;
    if (front.empty() || !IsGuardedLoop(front)) {
      return 0;
    }
    const InstId loop = front.back();
    front.pop_back();
    const RegionId computed = builder_.NewRegion();
    builder_.set_insertion_region(computed);
    builder_.set_range(function_.inst(loop).range);
    for (std::uint32_t i = 0; i < 3; ++i) {
      const InstId bound =
          CopyForFirstThread(builder_, function_.operand(function_.inst(loop), i), is_outer_);
      function_.operands(function_.inst(loop))[i] = bound;
    }
    const RegionId turn = function_.region_of(function_.inst(loop), 0);
    std::vector<InstId> insts = function_.region(turn).insts;
    function_.region(turn).insts = {insts.front(), threads};
    front.insert(front.end(), insts.begin() + 1, insts.end());
    function_.region(body).insts = std::move(front);

    const std::vector<InstId> added = function_.region(computed).insts;
    auto& list = function_.region(outer).insts;
    list[place] = loop;
    list.insert(list.begin() + static_cast<std::ptrdiff_t>(place), added.begin(), added.end());
    variance_.resize(function_.insts.size(), kUniform);
    return added.size();
  }

  // What is computed, then a loop whose bounds all threads share, around a guard.
  bool IsGuardedLoop(const std::vector<InstId>& insts) const {
    const Inst& loop = function_.inst(insts.back());
    if (loop.op != Op::ForRange || !ArePure(insts)) {
      return false;
    }
    for (const InstId bound : function_.operands(loop)) {
      if (variance_[bound.index] != kUniform || !CanCopy(function_, bound, is_outer_)) {
        return false;
      }
    }
    const auto& turn = function_.region(function_.region_of(loop, 0)).insts;
    const Inst& guard = function_.inst(turn.back());
    return turn.size() > 1 && guard.op == Op::If && guard.type == types::kVoid && ArePure(turn) &&
           function_.region(function_.region_of(guard, 1)).insts.empty() &&
           IsStraight(function_.region_of(guard, 0)) && IsBound(function_.operand(guard, 0));
  }

  // All but the last.
  bool ArePure(const std::vector<InstId>& insts) const {
    return std::all_of(insts.begin(), insts.end() - 1,
                       [this](InstId id) { return IsPure(function_.inst(id)); });
  }

  // Loads, stores and arithmetic: no variables that live from turn to turn, nothing that others
  // see.
  bool IsStraight(RegionId region) const {
    const auto& insts = function_.region(region).insts;
    return std::all_of(insts.begin(), insts.end(), [this](InstId id) {
      const Inst& inst = function_.inst(id);
      return inst.op == Op::Load || inst.op == Op::Store ||
             (IsPure(inst) && inst.op != Op::LocalArray);
    });
  }

  // Comparisons of the thread's place in a direction with what all threads share.
  bool IsBound(InstId condition) const {
    const Inst& inst = function_.inst(condition);
    const auto operands = function_.operands(inst);
    if (inst.op == Op::And || inst.op == Op::Select) {
      return std::all_of(operands.begin(), operands.end(), [this](InstId operand) {
        return function_.inst(operand).op == Op::ConstInt || IsBound(operand);
      });
    }
    return inst.op == Op::Compare && std::any_of(operands.begin(), operands.end(), [&](InstId id) {
             return UnitDirection(function_, variance_, id).has_value();
           });
  }

  kir::Builder builder_;
  kir::Function& function_;
  std::vector<Variance> variance_;
  // Stands outside of loops over threads.
  OuterValues is_outer_;
};

}  // namespace

void TakeGuardedLoopsOut(kir::Module& module, kir::Function& function,
                         const std::vector<bool>& waiting) {
  if (!kir::MayWait(function, function.body, waiting)) {
    GuardedLoops(module, function).Run();
  }
}

}  // namespace kernelc::passes
