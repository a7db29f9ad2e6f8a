#include "compiler/passes/barrier_forward.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "compiler/builtins/builtins.h"
#include "compiler/kir/builder.h"
#include "compiler/passes/barrier_plan.h"

namespace kernelc::passes {
namespace {

using builtins::BuiltinId;
using kir::Inst;
using kir::InstId;
using kir::Op;
using kir::RegionId;

class Forwarder {
 public:
  explicit Forwarder(kir::Function& function)
      : function_(function),
        stores_(function.insts.size()),
        values_(function.insts.size()),
        replaced_(function.insts.size()) {}

  void Run() {
    CountStores(function_.body);
    Walk(function_.body);
  }

 private:
  void CountStores(RegionId region) {
    for (const InstId id : function_.region(region).insts) {
      const Inst& inst = function_.inst(id);
      if (inst.op == Op::SlotStore) {
        ++stores_[function_.operand(inst, 0).index];
      }
      for (const RegionId nested : function_.regions_of(inst)) {
        CountStores(nested);
      }
    }
  }

  void Walk(RegionId region) {
    std::vector<InstId> visible;
    auto& insts = function_.region(region).insts;
    std::vector<InstId> kept;
    for (const InstId id : insts) {
      const Inst& inst = function_.inst(id);
      for (InstId& operand : function_.operands(function_.inst(id))) {
        if (replaced_[operand.index].has_value()) {
          operand = replaced_[operand.index];
        }
      }
      const InstId slot = inst.op == Op::SlotLoad || inst.op == Op::SlotStore
                              ? function_.operand(inst, 0)
                              : InstId();
      const bool single =
          slot.has_value() && function_.inst(slot).op == Op::Slot && stores_[slot.index] == 1;
      if (single && inst.op == Op::SlotStore) {
        values_[slot.index] = function_.operand(inst, 1);
        visible.push_back(slot);
      } else if (single && values_[slot.index].has_value()) {
        replaced_[id.index] = values_[slot.index];
        continue;
      }
      kept.push_back(id);
      for (const RegionId nested : function_.regions_of(inst)) {
        Walk(nested);
      }
    }
    function_.region(region).insts = std::move(kept);
    // Behind this region the store may not have happened.
    for (const InstId slot : visible) {
      values_[slot.index] = InstId();
    }
  }

  kir::Function& function_;
  std::vector<unsigned> stores_;
  std::vector<InstId> values_;
  std::vector<InstId> replaced_;
};

class PlaceJoiner {
 public:
  PlaceJoiner(kir::Module& module, kir::Function& function)
      : builder_(module, function), function_(function) {}

  void Run(RegionId region) {
    for (std::size_t i = 0; i < function_.region(region).insts.size(); ++i) {
      const InstId id = function_.region(region).insts[i];
      if (const std::optional<unsigned> dim = GridDimension(id)) {
        i += Replace(id, *dim, region, i);
        continue;
      }
      const Inst inst = function_.inst(id);
      for (std::uint32_t part = 0; part < inst.regions.count; ++part) {
        Run(function_.region_of(inst, part));
      }
    }
  }

 private:
  // The place that `id` is, through conversions that keep it.
  std::optional<BuiltinId> PlaceOf(InstId id) const {
    const Inst& inst = function_.inst(id);
    if (inst.op == Op::Convert && types::IsSigned(inst.type) &&
        types::scalar_bits(inst.type) >= 32) {
      return PlaceOf(function_.operand(inst, 0));
    }
    if (inst.op != Op::CallBuiltin) {
      return std::nullopt;
    }
    return static_cast<BuiltinId>(inst.imm);
  }

  static std::optional<unsigned> DimensionOf(std::optional<BuiltinId> place, BuiltinId x) {
    for (unsigned dim = 0; dim < 3; ++dim) {
      if (place == static_cast<BuiltinId>(static_cast<unsigned>(x) + dim)) {
        return dim;
      }
    }
    return std::nullopt;
  }

  std::optional<unsigned> GridDimension(InstId id) const {
    const Inst& sum = function_.inst(id);
    if (sum.op != Op::Add || !types::IsSigned(sum.type) || types::scalar_bits(sum.type) < 32) {
      return std::nullopt;
    }
    for (std::uint32_t side = 0; side < 2; ++side) {
      const Inst* product = &function_.inst(function_.operand(sum, side));
      while (product->op == Op::Convert && types::IsSigned(product->type) &&
             types::IsSigned(function_.inst(function_.operand(*product, 0)).type)) {
        product = &function_.inst(function_.operand(*product, 0));
      }
      const auto thread =
          DimensionOf(PlaceOf(function_.operand(sum, 1 - side)), BuiltinId::ThreadIdxX);
      if (product->op != Op::Mul || !thread || !types::IsSigned(product->type) ||
          types::scalar_bits(product->type) < 32) {
        continue;
      }
      const auto a = PlaceOf(function_.operand(*product, 0));
      const auto b = PlaceOf(function_.operand(*product, 1));
      const auto is = [&](std::optional<BuiltinId> place, BuiltinId x) {
        return DimensionOf(place, x) == thread;
      };
      if ((is(a, BuiltinId::BlockIdxX) && is(b, BuiltinId::BlockDimX)) ||
          (is(b, BuiltinId::BlockIdxX) && is(a, BuiltinId::BlockDimX))) {
        return thread;
      }
    }
    return std::nullopt;
  }

  // The sum itself becomes the conversion of the place to its type. Gives how many operations are
  // new.
  std::size_t Replace(InstId id, unsigned dim, RegionId region, std::size_t place) {
    const auto builtin = static_cast<std::int64_t>(static_cast<unsigned>(BuiltinId::GridX) + dim);
    if (function_.inst(id).type == types::kInt64) {
      Inst& inst = function_.inst(id);
      inst.op = Op::CallBuiltin;
      inst.imm = builtin;
      inst.operands = kir::Slice();
      return 0;
    }
    const RegionId scratch = builder_.NewRegion();
    builder_.set_insertion_region(scratch);
    builder_.set_range(function_.inst(id).range);
    const InstId grid = builder_.Append(Op::CallBuiltin, types::kInt64, {}, builtin);
    Inst& inst = function_.inst(id);
    inst.op = Op::Convert;
    inst.imm = 0;
    inst.operands = function_.AddOperands(std::span(&grid, 1));
    auto& insts = function_.region(region).insts;
    insts.insert(insts.begin() + static_cast<std::ptrdiff_t>(place), grid);
    return 1;
  }

  kir::Builder builder_;
  kir::Function& function_;
};

class DeadValues {
 public:
  explicit DeadValues(kir::Function& function) : function_(function) {}

  void Run() {
    do {
      uses_.assign(function_.insts.size(), 0);
      changed_ = false;
      Count(function_.body);
      Sweep(function_.body);
    } while (changed_);
  }

 private:
  void Count(RegionId region) {
    for (const InstId id : function_.region(region).insts) {
      const Inst& inst = function_.inst(id);
      const auto operands = function_.operands(inst);
      // A store alone does not keep a slot.
      for (std::size_t i = inst.op == Op::SlotStore ? 1 : 0; i < operands.size(); ++i) {
        ++uses_[operands[i].index];
      }
      for (const RegionId nested : function_.regions_of(inst)) {
        Count(nested);
      }
    }
  }

  bool IsDead(InstId id) const {
    const Inst& inst = function_.inst(id);
    if (inst.op == Op::SlotStore) {
      return uses_[function_.operand(inst, 0).index] == 0;
    }
    if (inst.op == Op::If || inst.op == Op::ThreadLoop || inst.op == Op::LaneLoop) {
      return inst.type == types::kVoid && HoldsNothing(inst);
    }
    const bool droppable =
        IsPure(inst) || inst.op == Op::SlotLoad || inst.op == Op::Slot || inst.op == Op::ThreadSlot;
    return droppable && inst.op != Op::RegionArg && uses_[id.index] == 0;
  }

  bool HoldsNothing(const Inst& inst) const {
    for (const RegionId region : function_.regions_of(inst)) {
      if (!function_.region(region).insts.empty()) {
        return false;
      }
    }
    return true;
  }

  void Sweep(RegionId region) {
    auto& insts = function_.region(region).insts;
    const auto end =
        std::remove_if(insts.begin(), insts.end(), [this](InstId id) { return IsDead(id); });
    changed_ = changed_ || end != insts.end();
    insts.erase(end, insts.end());
    for (std::size_t i = 0; i < function_.region(region).insts.size(); ++i) {
      const Inst& inst = function_.inst(function_.region(region).insts[i]);
      for (const RegionId nested : function_.regions_of(inst)) {
        Sweep(nested);
      }
    }
  }

  kir::Function& function_;
  std::vector<unsigned> uses_;
  bool changed_ = false;
};

}  // namespace

void ForwardSingleStores(kir::Function& function) { Forwarder(function).Run(); }

void JoinGridPlaces(kir::Module& module, kir::Function& function) {
  PlaceJoiner(module, function).Run(function.body);
}

void RemoveDeadValues(kir::Function& function) { DeadValues(function).Run(); }

}  // namespace kernelc::passes
