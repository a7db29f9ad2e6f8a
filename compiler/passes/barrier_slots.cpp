#include "compiler/passes/barrier_slots.h"

#include <utility>
#include <vector>

#include "compiler/passes/barrier_plan.h"

namespace kernelc::passes {
namespace {

using kir::Inst;
using kir::InstId;
using kir::Op;
using kir::RegionId;

// How one thread_slot or local_array is used.
struct Usage {
  // Where it is declared, and in how many loops.
  RegionId region;
  unsigned depth = 0;
  bool used = false;
  // By code outside of thread loops, or by more than one of them.
  bool shared = false;
  InstId loop;
  // The first access in the loop stores, whatever else happens there.
  bool stored_first = false;
  // The thread loop may run again and see what it stored.
  bool repeated = false;
  // local_array: more is made of its address than places of elements.
  bool escapes = false;
};

class Localizer {
 public:
  explicit Localizer(kir::Function& function)
      : function_(function), usages_(function.insts.size()) {}

  void Run() {
    WalkOutside(function_.body);
    if (KeepsAddresses()) {
      for (Usage& usage : usages_) {
        usage.shared = usage.shared || usage.escapes;
      }
      for (const auto& [id, region] : inner_arrays_) {
        if (usages_[id.index].escapes) {
          std::erase(function_.region(region).insts, id);
          auto& insts = function_.region(function_.body).insts;
          insts.insert(insts.begin(), id);
        }
      }
    }
    // Backwards, so that those which move to the same place keep their order.
    for (std::size_t i = usages_.size(); i-- > 0;) {
      if (usages_[i].region.has_value()) {
        Place(InstId(i), usages_[i]);
      }
    }
  }

 private:
  bool IsThreadMemory(InstId id) const {
    const Op op = function_.inst(id).op;
    return op == Op::ThreadSlot || op == Op::LocalArray;
  }

  // Its memory is one that lasts from one thread loop to the next.
  bool Stays(InstId id) const {
    const Usage& usage = usages_[id.index];
    const bool fresh = !usage.repeated ||
                       (usage.stored_first && function_.inst(id).op == Op::ThreadSlot);
    return usage.used && (usage.shared || !fresh);
  }

  // Some variable that stays may hold the address of a local array, which must stay as well: arrays,
  // tuples of them.
  bool KeepsAddresses() const {
    for (std::size_t i = 0; i < usages_.size(); ++i) {
      const Inst& inst = function_.inst(InstId(i));
      if (usages_[i].region.has_value() && inst.op == Op::ThreadSlot &&
          !types::IsScalar(inst.type) && Stays(InstId(i))) {
        return true;
      }
    }
    return false;
  }

  void Place(InstId id, const Usage& usage) {
    Inst& inst = function_.inst(id);
    if (Stays(id)) {
      return;
    }
    std::erase(function_.region(usage.region).insts, id);
    if (!usage.used) {
      return;
    }
    if (inst.op == Op::ThreadSlot) {
      inst.op = Op::Slot;
    }
    auto& insts = function_.region(function_.region_of(function_.inst(usage.loop), 0)).insts;
    insts.insert(insts.begin(), id);
  }

  void WalkOutside(RegionId region) {
    for (const InstId id : function_.region(region).insts) {
      const Inst& inst = function_.inst(id);
      if (IsThreadMemory(id)) {
        usages_[id.index].region = region;
        usages_[id.index].depth = depth_;
      }
      for (const InstId operand : function_.operands(inst)) {
        if (IsThreadMemory(operand)) {
          usages_[operand.index].used = true;
          usages_[operand.index].shared = true;
        }
      }
      const bool threads = inst.op == Op::ThreadLoop || inst.op == Op::LaneLoop;
      depth_ += IsLoop(inst) ? 1u : 0u;
      for (const RegionId nested : function_.regions_of(inst)) {
        if (threads) {
          loop_ = id;
          WalkThreads(nested, true);
        } else {
          WalkOutside(nested);
        }
      }
      depth_ -= IsLoop(inst) ? 1u : 0u;
    }
  }

  void WalkThreads(RegionId region, bool always) {
    for (const InstId id : function_.region(region).insts) {
      const Inst& inst = function_.inst(id);
      if (inst.op == Op::LocalArray) {
        inner_arrays_.emplace_back(id, region);
      }
      for (const InstId operand : function_.operands(inst)) {
        if (IsThreadMemory(operand)) {
          Note(usages_[operand.index], always && inst.op == Op::SlotStore);
          usages_[operand.index].escapes |= inst.op != Op::ElementPtr;
        }
      }
      for (const RegionId nested : function_.regions_of(inst)) {
        WalkThreads(nested, false);
      }
    }
  }

  void Note(Usage& usage, bool stores) {
    if (!usage.used) {
      usage.used = true;
      usage.loop = loop_;
      usage.stored_first = stores;
      usage.repeated = depth_ > usage.depth;
    } else if (usage.loop != loop_) {
      usage.shared = true;
    }
  }

  kir::Function& function_;
  std::vector<Usage> usages_;
  // Local arrays that stand in a thread loop, and where.
  std::vector<std::pair<InstId, RegionId>> inner_arrays_;
  // The thread loop that is being looked at, and the number of loops around.
  InstId loop_;
  unsigned depth_ = 0;
};

}  // namespace

void LocalizeThreadSlots(kir::Function& function) { Localizer(function).Run(); }

}  // namespace kernelc::passes
