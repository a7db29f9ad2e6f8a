#include "compiler/passes/barrier_masks.h"

#include <algorithm>
#include <map>
#include <optional>

#include "compiler/passes/barrier_bounds.h"
#include "compiler/passes/barrier_outer.h"
#include "compiler/passes/barrier_plan.h"

namespace kernelc::passes {
namespace {

using kir::ComparePredicate;
using kir::Inst;
using kir::InstId;
using kir::Op;
using kir::RegionId;

// The operand of a thread_loop that is its mask.
constexpr std::uint32_t kMask = 6;

// An operation that uses a mask, in the order of the function.
struct Use {
  InstId inst;
  // The thread loop around it; none outside of those. `in_body`: nothing else is around it there.
  InstId loop;
  bool in_body = false;
};

// How a mask comes to be: by one store, `mask = condition`, or by `mask = true` for all threads and
// `if condition: mask = false; return` in a later loop.
struct Origin {
  InstId condition;
  bool negated = false;
  // The loop of the (last) store, and the region that it stands in.
  InstId loop;
  RegionId region;
  // The branch that returns; none in the first form.
  InstId branch;
};

class MaskBounds {
 public:
  MaskBounds(kir::Module& module, kir::Function& function)
      : builder_(module, function),
        function_(function),
        variance_(ComputeVariance(module, function)),
        is_outer_(function) {}

  void Run() {
    Visit(function_.body);
    for (const auto& [index, uses] : uses_) {
      if (const std::optional<Origin> origin = OriginOf(InstId(index), uses)) {
        Bind(InstId(index), uses, *origin);
      }
    }
  }

 private:
  // Notes what uses masks outside of thread loops, and what stands there.
  void Visit(RegionId region) {
    for (const InstId id : function_.region(region).insts) {
      const Inst& inst = function_.inst(id);
      around_[id.index] = region;
      is_outer_.Add(id);
      Note(id, InstId(), false);
      if (inst.op == Op::ThreadLoop) {
        VisitThreads(function_.region_of(inst, 0), id, true);
        continue;
      }
      for (const RegionId nested : function_.regions_of(inst)) {
        parents_[nested.index] = region;
        Visit(nested);
      }
    }
  }

  void VisitThreads(RegionId region, InstId loop, bool in_body) {
    for (const InstId id : function_.region(region).insts) {
      Note(id, loop, in_body);
      for (const RegionId nested : function_.regions_of(function_.inst(id))) {
        VisitThreads(nested, loop, false);
      }
    }
  }

  void Note(InstId id, InstId loop, bool in_body) {
    for (const InstId operand : function_.operands(function_.inst(id))) {
      const Inst& slot = function_.inst(operand);
      if (slot.op == Op::ThreadSlot && types::IsBool(slot.type)) {
        uses_[operand.index].push_back({id, loop, in_body});
      }
    }
  }

  // None where it is something else, or is used for something else.
  std::optional<Origin> OriginOf(InstId mask, const std::vector<Use>& uses) const {
    std::vector<const Use*> stores;
    for (const Use& use : uses) {
      const Inst& inst = function_.inst(use.inst);
      if (inst.op == Op::SlotStore && function_.operand(inst, 0) == mask) {
        stores.push_back(&use);
      } else if (inst.op != Op::AnyThread && !(inst.op == Op::ThreadLoop && IsWhole(inst))) {
        return std::nullopt;
      }
    }
    std::optional<Origin> origin;
    if (stores.size() == 1 && stores[0] == &uses[0]) {
      origin = OriginOfStore(*stores[0]);
    } else if (stores.size() == 2 && stores[0] == &uses[0] && uses[1].inst == stores[1]->loop &&
               stores[1] == &uses[2]) {
      origin = OriginOfReturn(mask, *stores[0], *stores[1]);
    }
    if (!origin || !StandBehind(uses, *origin)) {
      return std::nullopt;
    }
    return origin;
  }

  std::optional<Origin> OriginOfStore(const Use& store) const {
    if (!store.loop.has_value() || !store.in_body || !IsOfAll(function_.inst(store.loop))) {
      return std::nullopt;
    }
    return Origin{function_.operand(function_.inst(store.inst), 1), false, store.loop, around_.at(store.loop.index),
                  InstId()};
  }

  std::optional<Origin> OriginOfReturn(InstId mask, const Use& fill, const Use& clear) const {
    if (!fill.in_body || !IsOfAll(function_.inst(fill.loop)) || !IsConstant(fill.inst, true) ||
        !IsConstant(clear.inst, false) || around_.at(fill.loop.index) != around_.at(clear.loop.index) ||
        MaskOf(function_.inst(clear.loop)) != mask) {
      return std::nullopt;
    }
    for (const InstId id : function_.region(function_.region_of(function_.inst(clear.loop), 0)).insts) {
      const Inst& inst = function_.inst(id);
      if (inst.op == Op::If && ReturnsWith(inst, clear.inst)) {
        return Origin{function_.operand(inst, 0), true, clear.loop, around_.at(clear.loop.index), id};
      }
      // Threads that return do not do what stands in front of the branch any more: nobody may see it.
      if (!IsPure(inst) && inst.op != Op::Slot && inst.op != Op::SlotStore && inst.op != Op::Load &&
          !IsCondition(function_, inst)) {
        return std::nullopt;
      }
    }
    return std::nullopt;
  }

  // `if ...: store; return`
  bool ReturnsWith(const Inst& branch, InstId store) const {
    const auto& insts = function_.region(function_.region_of(branch, 0)).insts;
    return insts.size() == 3 && function_.inst(insts[0]).op == Op::ConstInt && insts[1] == store &&
           function_.inst(insts[2]).op == Op::Return &&
           function_.region(function_.region_of(branch, 1)).insts.empty();
  }

  bool IsConstant(InstId store, bool value) const {
    const Inst& stored = function_.inst(function_.operand(function_.inst(store), 1));
    return stored.op == Op::ConstInt && (stored.imm != 0) == value;
  }

  InstId MaskOf(const Inst& loop) const {
    return loop.operands.count > kMask ? function_.operand(loop, kMask) : InstId();
  }
  bool IsOfAll(const Inst& loop) const {
    return loop.op == Op::ThreadLoop && !MaskOf(loop).has_value() && IsWhole(loop);
  }

  // Over all threads of the block but for its mask.
  bool IsWhole(const Inst& loop) const {
    for (std::uint32_t dim = 0; dim < 3; ++dim) {
      const Inst& begin = function_.inst(function_.operand(loop, dim));
      const Inst& end = function_.inst(function_.operand(loop, dim + 3));
      if (begin.op != Op::ConstInt || begin.imm != 0 || end.op != Op::ThreadCount || end.imm != dim) {
        return false;
      }
    }
    return true;
  }

  // Whatever else uses the mask runs after its origin, as often.
  bool StandBehind(const std::vector<Use>& uses, const Origin& origin) const {
    const auto behind = [&](const Use& use) {
      RegionId region = around_.at(use.loop.has_value() ? use.loop.index : use.inst.index);
      while (region != origin.region) {
        const auto parent = parents_.find(region.index);
        if (parent == parents_.end()) {
          return false;
        }
        region = parent->second;
      }
      return true;
    };
    return std::all_of(uses.begin(), uses.end(), behind);
  }

  void Bind(InstId mask, const std::vector<Use>& uses, const Origin& origin) {
    const BoundFacts facts = {&function_, &variance_, &is_outer_};
    const auto bounds = CollectBounds(facts, origin.condition, origin.negated);
    if (!bounds) {
      return;
    }
    const RegionId computed = builder_.NewRegion();
    builder_.set_insertion_region(computed);
    builder_.set_range(function_.inst(origin.loop).range);
    const auto whole = function_.operands(function_.inst(origin.loop)).first(kMask);
    std::vector<InstId> box(whole.begin(), whole.end());
    for (const Bound& bound : *bounds) {
      ApplyBound(builder_, facts, bound, box);
    }
    const InstId any = IsAny(box);
    for (const InstId id : function_.region(computed).insts) {
      variance_.resize(function_.insts.size(), kUniform);
      is_outer_.Add(id);
    }
    auto& insts = function_.region(origin.region).insts;
    const auto& added = function_.region(computed).insts;
    insts.insert(std::find(insts.begin(), insts.end(), origin.loop), added.begin(), added.end());
    for (const Use& use : uses) {
      Replace(use, box, any);
    }
    if (origin.branch.has_value()) {
      std::erase(function_.region(function_.region_of(function_.inst(origin.loop), 0)).insts, origin.branch);
    }
    std::erase(function_.region(around_.at(mask.index)).insts, mask);
  }

  // Some thread is in the box.
  InstId IsAny(const std::vector<InstId>& box) {
    InstId any;
    for (std::uint32_t dim = 0; dim < 3; ++dim) {
      const InstId some = builder_.Compare(ComparePredicate::Lt, box[dim], box[dim + 3]);
      any = any.has_value() ? builder_.Binary(Op::And, any, some) : some;
    }
    return any;
  }

  void Replace(const Use& use, const std::vector<InstId>& box, InstId any) {
    Inst& inst = function_.inst(use.inst);
    if (inst.op == Op::ThreadLoop) {
      std::copy(box.begin(), box.end(), function_.operands(inst).begin());
      inst.operands.count = kMask;
    } else if (inst.op == Op::AnyThread) {
      // `any and any`: the operation has its users.
      const InstId twice[] = {any, any};
      inst.op = Op::And;
      inst.operands = function_.AddOperands(twice);
    } else if (use.in_body) {
      std::erase(function_.region(function_.region_of(function_.inst(use.loop), 0)).insts, use.inst);
    }
  }


  kir::Builder builder_;
  kir::Function& function_;
  std::vector<Variance> variance_;
  OuterValues is_outer_;
  // By slot, in the order of the function.
  std::map<std::uint32_t, std::vector<Use>> uses_;
  // The region around an operation outside of thread loops, and that around a region.
  std::map<std::uint32_t, RegionId> around_;
  std::map<std::uint32_t, RegionId> parents_;
};

}  // namespace

void BoundMaskedLoops(kir::Module& module, kir::Function& function) { MaskBounds(module, function).Run(); }

}  // namespace kernelc::passes
