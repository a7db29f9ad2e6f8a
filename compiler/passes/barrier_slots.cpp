#include "compiler/passes/barrier_slots.h"

#include <algorithm>

#include "compiler/passes/barrier_plan.h"

namespace kernelc::passes {
namespace {

using kir::Inst;
using kir::InstId;
using kir::Op;
using kir::RegionId;

// How one thread_slot or local_array is used.
struct Usage {
  bool used = false;
  // By code outside of thread loops, or by more than one of them.
  bool shared = false;
  InstId loop;
  // The first access in the loop stores, whatever else happens there.
  bool stored_first = false;
  // The loop stands in a loop, and may so run again and see what it stored.
  bool repeated = false;
};

class Localizer {
 public:
  explicit Localizer(kir::Function& function) : function_(function), usages_(function.insts.size()) {}

  void Run() {
    WalkOuter(function_.body, false);
    auto& body = function_.region(function_.body).insts;
    std::vector<InstId> kept;
    // Backwards, so that those which move to the same place keep their order.
    for (std::size_t i = body.size(); i-- > 0;) {
      if (!Moves(body[i])) {
        kept.push_back(body[i]);
      }
    }
    std::reverse(kept.begin(), kept.end());
    function_.region(function_.body).insts = std::move(kept);
  }

 private:
  bool IsThreadMemory(InstId id) const {
    const Op op = function_.inst(id).op;
    return op == Op::ThreadSlot || op == Op::LocalArray;
  }

  // True when `id` no longer stands in the body.
  bool Moves(InstId id) {
    if (!IsThreadMemory(id)) {
      return false;
    }
    const Usage& usage = usages_[id.index];
    if (!usage.used) {
      return true;
    }
    Inst& inst = function_.inst(id);
    const bool fresh = !usage.repeated || (usage.stored_first && inst.op == Op::ThreadSlot);
    if (usage.shared || !fresh) {
      return false;
    }
    if (inst.op == Op::ThreadSlot) {
      inst.op = Op::Slot;
    }
    auto& insts = function_.region(function_.region_of(function_.inst(usage.loop), 0)).insts;
    insts.insert(insts.begin(), id);
    return true;
  }

  void WalkOuter(RegionId region, bool in_loop) {
    for (const InstId id : function_.region(region).insts) {
      const Inst& inst = function_.inst(id);
      for (const InstId operand : function_.operands(inst)) {
        if (IsThreadMemory(operand)) {
          usages_[operand.index].used = true;
          usages_[operand.index].shared = true;
        }
      }
      const bool threads = inst.op == Op::ThreadLoop || inst.op == Op::LaneLoop;
      for (const RegionId nested : function_.regions_of(inst)) {
        if (threads) {
          loop_ = id;
          WalkThreads(nested, in_loop, true);
        } else {
          WalkOuter(nested, in_loop || IsLoop(inst));
        }
      }
    }
  }

  void WalkThreads(RegionId region, bool in_loop, bool always) {
    for (const InstId id : function_.region(region).insts) {
      const Inst& inst = function_.inst(id);
      for (const InstId operand : function_.operands(inst)) {
        if (IsThreadMemory(operand)) {
          Note(usages_[operand.index], in_loop, always && inst.op == Op::SlotStore);
        }
      }
      for (const RegionId nested : function_.regions_of(inst)) {
        WalkThreads(nested, in_loop, false);
      }
    }
  }

  void Note(Usage& usage, bool in_loop, bool stores) {
    if (!usage.used) {
      usage = {true, false, loop_, stores, in_loop};
    } else if (usage.loop != loop_) {
      usage.shared = true;
    }
  }

  kir::Function& function_;
  std::vector<Usage> usages_;
  InstId loop_;
};

}  // namespace

void LocalizeThreadSlots(kir::Function& function) { Localizer(function).Run(); }

}  // namespace kernelc::passes
