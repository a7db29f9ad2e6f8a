#include "compiler/passes/unread_defaults.h"

#include <algorithm>
#include <vector>

#include "compiler/builtins/builtins.h"

namespace kernelc::passes {
namespace {

using kir::Function;
using kir::Inst;
using kir::InstId;
using kir::Op;
using kir::RegionId;

// Operations that are the same when they are computed twice, over a few steps.
constexpr unsigned kMaxDepth = 8;

class DefaultDropper {
 public:
  explicit DefaultDropper(Function& function)
      : function_(function), readers_(function.insts.size()), order_(function.insts.size()) {}

  void Run() {
    FindReaders(function_.body);
    DropIn(function_.body);
  }

 private:
  // The first region of an `if`, by the region around it and its place among all `if`s.
  struct Guard {
    RegionId region;
    std::size_t order = 0;
    InstId condition;
  };
  // Of a slot.
  struct Readers {
    // The guards around each load, the innermost one last.
    std::vector<std::vector<Guard>> guards;
    // Something other than loads and stores uses it.
    bool is_open = false;
  };

  void FindReaders(RegionId region) {
    const std::vector<InstId>& insts = function_.region(region).insts;
    for (std::size_t place = 0; place < insts.size(); ++place) {
      const Inst& inst = function_.inst(insts[place]);
      const auto operands = function_.operands(inst);
      for (std::size_t i = 0; i < operands.size(); ++i) {
        if (function_.inst(operands[i]).op != Op::Slot) {
          continue;
        }
        Readers& readers = readers_[operands[i].index];
        if (inst.op == Op::SlotLoad) {
          readers.guards.push_back(around_);
        } else {
          readers.is_open = readers.is_open || inst.op != Op::SlotStore || i != 0;
        }
      }
      for (std::uint32_t i = 0; i < inst.regions.count; ++i) {
        const bool guards = inst.op == Op::If && i == 0;
        if (guards) {
          order_[insts[place].index] = ++ifs_;
          around_.push_back({region, ifs_, operands[0]});
        }
        FindReaders(function_.region_of(inst, i));
        if (guards) {
          around_.pop_back();
        }
      }
    }
  }

  void DropIn(RegionId region) {
    for (std::size_t place = 0; place < function_.region(region).insts.size(); ++place) {
      const Inst& inst = function_.inst(function_.region(region).insts[place]);
      if (inst.op == Op::If && inst.type == types::kVoid) {
        const InstId id = function_.region(region).insts[place];
        DropElse({region, order_[id.index], function_.operand(inst, 0)}, function_.region_of(inst, 0),
                 function_.region_of(inst, 1));
      }
      for (const RegionId nested : function_.regions_of(inst)) {
        DropIn(nested);
      }
    }
  }

  void DropElse(const Guard& guard, RegionId then_region, RegionId else_region) {
    std::vector<InstId>& insts = function_.region(else_region).insts;
    const auto is_unread = [&](InstId id) {
      const Inst& inst = function_.inst(id);
      return inst.op == Op::SlotStore && Stores(then_region, function_.operand(inst, 0)) &&
             IsReadUnder(function_.operand(inst, 0), guard);
    };
    if (std::erase_if(insts, is_unread) == 0) {
      return;
    }
    const bool does_nothing = std::all_of(insts.begin(), insts.end(), [&](InstId id) {
      return kir::op_info(function_.inst(id).op).effects == kir::Effects::Pure;
    });
    if (does_nothing) {
      insts.clear();
    }
  }

  bool Stores(RegionId region, InstId slot) const {
    const std::vector<InstId>& insts = function_.region(region).insts;
    return std::any_of(insts.begin(), insts.end(), [&](InstId id) {
      const Inst& inst = function_.inst(id);
      return inst.op == Op::SlotStore && function_.operand(inst, 0) == slot;
    });
  }

  // Each load of the slot stands behind the branch in the same turn of the loops around, under the
  // condition of `guard`, computed from the same values.
  bool IsReadUnder(InstId slot, const Guard& guard) const {
    const Readers& readers = readers_[slot.index];
    return function_.inst(slot).op == Op::Slot && !readers.is_open &&
           std::all_of(readers.guards.begin(), readers.guards.end(),
                       [&](const std::vector<Guard>& around) {
                         return std::any_of(around.begin(), around.end(), [&](const Guard& other) {
                           return other.region == guard.region && other.order > guard.order &&
                                  IsSame(other.condition, guard.condition);
                         });
                       });
  }

  bool IsSame(InstId a, InstId b, unsigned depth = 0) const {
    if (a == b) {
      return true;
    }
    const Inst& left = function_.inst(a);
    const Inst& right = function_.inst(b);
    const auto left_operands = function_.operands(left);
    const auto right_operands = function_.operands(right);
    return depth < kMaxDepth && left.op == right.op && left.type == right.type &&
           left.imm == right.imm && left.regions.count == 0 && IsFixed(left) &&
           left_operands.size() == right_operands.size() &&
           std::equal(left_operands.begin(), left_operands.end(), right_operands.begin(),
                      [&](InstId x, InstId y) { return IsSame(x, y, depth + 1); });
  }

  // The same for a thread wherever it is computed from the same operands.
  static bool IsFixed(const Inst& inst) {
    if (inst.op == Op::CallBuiltin) {
      const builtins::BuiltinEffects effects =
          builtins::builtin_info(static_cast<builtins::BuiltinId>(inst.imm)).effects;
      return effects == builtins::BuiltinEffects::Pure ||
             effects == builtins::BuiltinEffects::ThreadPure;
    }
    return inst.op == Op::ConstInt || inst.op == Op::Compare || inst.op == Op::Convert ||
           inst.op == Op::Add || inst.op == Op::Sub || inst.op == Op::Mul ||
           inst.op == Op::FloorDiv || inst.op == Op::Mod || inst.op == Op::And ||
           inst.op == Op::Or || inst.op == Op::Select || inst.op == Op::LogicalNot;
  }

  Function& function_;
  // By slot.
  std::vector<Readers> readers_;
  std::vector<Guard> around_;
  // By `if`. Places would change where operations before them are dropped.
  std::vector<std::size_t> order_;
  std::size_t ifs_ = 0;
};

}  // namespace

void DropUnreadDefaults(kir::Module& module) {
  for (Function& function : module.functions) {
    DefaultDropper(function).Run();
  }
}

}  // namespace kernelc::passes
