#include "compiler/passes/barrier_webs.h"

#include <algorithm>

#include "compiler/kir/builder.h"
#include "compiler/passes/barrier_plan.h"

namespace kernelc::passes {
namespace {

using kir::Function;
using kir::Inst;
using kir::InstId;
using kir::Op;
using kir::RegionId;

// Loops within loops are walked until nothing changes, each for every walk of the one around it.
constexpr unsigned kMaxDepth = 5;

// By number of the slot.
using SlotSet = std::vector<bool>;

void Join(SlotSet& set, const SlotSet& add) {
  for (std::size_t i = 0; i < set.size(); ++i) {
    set[i] = set[i] || add[i];
  }
}

class WebSeparator {
 public:
  WebSeparator(kir::Module& module, Function& function)
      : builder_(module, function), function_(function), homes_(function.insts.size()) {}

  SlotHomes Run() {
    FindSplits(function_.body, 0);
    if (candidates_.empty() || depth_ > kMaxDepth) {
      return std::move(homes_);
    }
    NumberSlots();
    Walk(function_.body, SlotSet(slots_.size()));
    for (const RegionId region : candidates_) {
      Separate(region);
    }
    homes_.resize(function_.insts.size());
    return std::move(homes_);
  }

 private:
  struct Liveness {
    SlotSet before;
    SlotSet behind;
  };
  struct LoopExits {
    SlotSet on_break;
    SlotSet on_continue;
  };

  // Notes candidates, the innermost ones first; `region` holds one, or synchronises itself.
  bool FindSplits(RegionId region, unsigned loops) {
    bool any = false;
    depth_ = std::max(depth_, loops);
    for (const InstId id : function_.region(region).insts) {
      const Inst& inst = function_.inst(id);
      bool split = IsBlockSync(inst) || IsWarpSync(inst);
      for (const RegionId nested : function_.regions_of(inst)) {
        if (FindSplits(nested, loops + (IsLoop(inst) ? 1 : 0))) {
          split = true;
          AddCandidate(inst, nested);
        }
      }
      any = any || split;
    }
    return any;
  }

  void AddCandidate(const Inst& inst, RegionId region) {
    const bool is_condition = inst.op == Op::While && region == function_.region_of(inst, 0);
    if (IsStructured(inst) && !is_condition) {
      candidates_.push_back(region);
    }
  }

  void NumberSlots() {
    numbers_.assign(function_.insts.size(), kNone);
    for (std::uint32_t i = 0; i < function_.insts.size(); ++i) {
      if (function_.insts[i].op == Op::Slot) {
        numbers_[i] = slots_.size();
        slots_.push_back(InstId(i));
      }
    }
    is_open_.assign(slots_.size(), false);
    liveness_.resize(function_.regions.size());
  }

  // Gives what is live in front of the region; `live` is live behind it.
  SlotSet Walk(RegionId region, SlotSet live) {
    Liveness& liveness = liveness_[region.index];
    liveness.behind = live;
    const auto& insts = function_.region(region).insts;
    for (std::size_t i = insts.size(); i-- > 0;) {
      Visit(function_.inst(insts[i]), live);
    }
    liveness.before = live;
    return live;
  }

  void Visit(const Inst& inst, SlotSet& live) {
    if (inst.op == Op::If) {
      SlotSet otherwise = Walk(function_.region_of(inst, 1), live);
      live = Walk(function_.region_of(inst, 0), std::move(live));
      Join(live, otherwise);
    } else if (inst.op == Op::While) {
      VisitLoop(inst, live, true);
    } else if (inst.regions.count > 0) {
      VisitLoop(inst, live, false);
    } else if (inst.op == Op::Break || inst.op == Op::Continue) {
      live = inst.op == Op::Break ? loops_.back().on_break : loops_.back().on_continue;
    } else if (inst.op == Op::Return || inst.op == Op::Fail) {
      live.assign(slots_.size(), false);
    }
    const auto operands = function_.operands(inst);
    for (std::size_t i = 0; i < operands.size(); ++i) {
      const std::size_t number = numbers_[operands[i].index];
      if (number == kNone) {
        continue;
      }
      live[number] = inst.op != Op::SlotStore;
      is_open_[number] = is_open_[number] || (inst.op != Op::SlotLoad && (inst.op != Op::SlotStore || i != 0));
    }
  }

  // A loop over numbers, or anything else with regions, may run its regions any number of times.
  void VisitLoop(const Inst& inst, SlotSet& live, bool has_condition) {
    const SlotSet behind = live;
    SlotSet head = live;
    SlotSet before;
    do {
      before = head;
      loops_.push_back({behind, head});
      for (const RegionId region : function_.regions_of(inst).subspan(has_condition ? 1 : 0)) {
        Join(head, Walk(region, before));
      }
      loops_.pop_back();
      if (has_condition) {
        SlotSet tested = head;
        Join(tested, behind);
        head = Walk(function_.region_of(inst, 0), std::move(tested));
      }
      Join(head, before);
    } while (head != before);
    live = std::move(head);
  }

  void Separate(RegionId region) {
    used_.assign(slots_.size(), InstId());
    Collect(region);
    const Liveness& liveness = liveness_[region.index];
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      const bool own = used_[i].has_value() && !is_open_[i] && !liveness.before[i] && !liveness.behind[i];
      used_[i] = own ? NewSlot(slots_[i], region) : InstId();
    }
    Rename(region);
  }

  // Notes which slots are used there that no region within has for itself.
  void Collect(RegionId region) {
    for (const InstId id : function_.region(region).insts) {
      const Inst& inst = function_.inst(id);
      for (const InstId operand : function_.operands(inst)) {
        if (operand.index < numbers_.size() && numbers_[operand.index] != kNone) {
          used_[numbers_[operand.index]] = operand;
        }
      }
      for (const RegionId nested : function_.regions_of(inst)) {
        Collect(nested);
      }
    }
  }

  InstId NewSlot(InstId slot, RegionId home) {
    builder_.set_range(function_.inst(slot).range);
    const std::string name(function_.text_of(function_.inst(slot)));
    const InstId result = builder_.Slot(function_.inst(slot).type, name);
    homes_.resize(function_.insts.size());
    homes_[result.index] = home;
    return result;
  }

  void Rename(RegionId region) {
    for (const InstId id : function_.region(region).insts) {
      for (InstId& operand : function_.operands(function_.inst(id))) {
        const std::size_t number = operand.index < numbers_.size() ? numbers_[operand.index] : kNone;
        if (number != kNone && used_[number].has_value()) {
          operand = used_[number];
        }
      }
      for (const RegionId nested : function_.regions_of(function_.inst(id))) {
        Rename(nested);
      }
    }
  }

  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  kir::Builder builder_;
  Function& function_;
  // Branches and bodies of loops that hold synchronisation; how many loops stand around the innermost operation.
  std::vector<RegionId> candidates_;
  unsigned depth_ = 0;
  // Slots that were there, and by operation the number among them.
  std::vector<InstId> slots_;
  std::vector<std::size_t> numbers_;
  // Something other than a load or a store uses it.
  SlotSet is_open_;
  // By region.
  std::vector<Liveness> liveness_;
  std::vector<LoopExits> loops_;
  // Of the region at hand: slots used, then those in their place.
  std::vector<InstId> used_;
  SlotHomes homes_;
};

}  // namespace

SlotHomes SeparateWebs(kir::Module& module, Function& function) { return WebSeparator(module, function).Run(); }

}  // namespace kernelc::passes
