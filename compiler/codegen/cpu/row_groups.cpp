#include "compiler/codegen/cpu/row_groups.h"

#include <algorithm>

#include "compiler/builtins/builtins.h"

namespace kernelc::codegen {
namespace {

using builtins::BuiltinEffects;
using builtins::BuiltinId;
using kir::Inst;
using kir::InstId;
using kir::Op;
using kir::RegionId;

// Vectors that live from one operation to the next: as many slots as leave registers for the rest.
constexpr std::uint64_t kRows = 4;
constexpr unsigned kMostSlots = 3;

// What a value is computed from.
enum Names : std::uint8_t { kNothing = 0, kPlaceInRow = 1, kRow = 2 };

std::uint8_t NamesOf(const Inst& inst) {
  const auto id = static_cast<BuiltinId>(inst.imm);
  if (inst.op != Op::CallBuiltin) {
    return kNothing;
  }
  if (id == BuiltinId::ThreadIdxX || id == BuiltinId::GridX) {
    return kPlaceInRow;
  }
  const bool row = id == BuiltinId::ThreadIdxY || id == BuiltinId::ThreadIdxZ ||
                   id == BuiltinId::GridY || id == BuiltinId::GridZ;
  return row ? kRow : kNothing;
}

bool IsPure(const Inst& inst) {
  return inst.op == Op::CallBuiltin
             ? builtins::builtin_info(static_cast<BuiltinId>(inst.imm)).effects ==
                   BuiltinEffects::Pure
             : kir::op_info(inst.op).effects == kir::Effects::Pure;
}

class RowPlanner {
 public:
  explicit RowPlanner(const kir::Function& function) : function_(function) {
    plan_.by_row.resize(function.insts.size());
    varies_.resize(function.insts.size());
    names_.resize(function.insts.size());
  }

  RowGroups Plan(const Inst& group_loop) {
    const bool fits = VisitGroup(function_.region_of(group_loop, 0), false);
    if (fits && pays_ && slots_ <= kMostSlots) {
      plan_.rows = kRows;
    }
    return std::move(plan_);
  }

 private:
  bool AnyVaries(const Inst& inst) const {
    return std::ranges::any_of(function_.operands(inst),
                               [&](InstId id) { return varies_[id.index]; });
  }

  // What all lanes of a group do together; false where rows cannot do it together too.
  bool VisitGroup(RegionId region, bool in_loop) {
    return std::ranges::all_of(function_.region(region).insts, [&](InstId id) {
      const Inst& inst = function_.inst(id);
      if (inst.op == Op::ThreadSlot) {
        ++slots_;
        return true;
      }
      if (inst.op == Op::LaneLoop) {
        return VisitLanes(inst, in_loop);
      }
      if (inst.op == Op::ForRange || inst.op == Op::If || inst.op == Op::Yield) {
        const bool loops = inst.op == Op::ForRange;
        return !AnyVaries(inst) &&
               std::ranges::all_of(function_.regions_of(inst), [&](RegionId nested) {
                 return VisitGroup(nested, in_loop || loops);
               });
      }
      return VisitValue(id, inst);
    });
  }

  bool VisitValue(InstId id, const Inst& inst) {
    varies_[id.index] = plan_.by_row[id.index] = DiffersByRow(inst) || AnyVaries(inst);
    NoteNames(id, inst);
    const bool keeps = inst.op == Op::Slot || inst.op == Op::SlotLoad || inst.op == Op::SlotStore;
    return inst.op != Op::LocalArray && (IsPure(inst) || (keeps && !plan_.by_row[id.index]));
  }

  // The number of lanes must be the same in each row; the mask is a slot of each lane.
  bool VisitLanes(const Inst& inst, bool in_loop) {
    if (inst.operands.count > 0 && varies_[function_.operand(inst, 0).index]) {
      return false;
    }
    reads_same_ = false;
    differs_ = false;
    VisitTurn(function_.region_of(inst, 0));
    pays_ = pays_ || (in_loop && reads_same_ && differs_);
    return true;
  }

  // What a lane does: which loads give every row the same.
  void VisitTurn(RegionId region) {
    for (const InstId id : function_.region(region).insts) {
      const Inst& inst = function_.inst(id);
      const bool same_load = inst.op == Op::Load && !AnyVaries(inst);
      if (inst.op == Op::Load) {
        const std::uint8_t names = names_[function_.operand(inst, 0).index];
        reads_same_ = reads_same_ || (same_load && (names & kPlaceInRow) != 0);
        differs_ = differs_ || (names & kRow) != 0;
      }
      NoteNames(id, inst);
      // Slots and memory have what each thread stored there.
      varies_[id.index] = DiffersByRow(inst) || AnyVaries(inst) || (!IsPure(inst) && !same_load);
      for (const RegionId nested : function_.regions_of(inst)) {
        VisitTurn(nested);
      }
    }
  }

  static bool DiffersByRow(const Inst& inst) {
    return (NamesOf(inst) & kRow) != 0 ||
           (inst.op == Op::CallBuiltin && static_cast<BuiltinId>(inst.imm) == BuiltinId::LaneId);
  }

  void NoteNames(InstId id, const Inst& inst) {
    names_[id.index] = NamesOf(inst);
    if (IsPure(inst)) {
      for (const InstId operand : function_.operands(inst)) {
        names_[id.index] = names_[id.index] | names_[operand.index];
      }
    }
  }

  const kir::Function& function_;
  RowGroups plan_;
  // By instruction: differs by row, in lanes and outside.
  std::vector<bool> varies_;
  std::vector<std::uint8_t> names_;
  unsigned slots_ = 0;
  bool reads_same_ = false;
  bool differs_ = false;
  bool pays_ = false;
};

}  // namespace

RowGroups PlanRowGroups(const kir::Function& function, const kir::Inst& group_loop) {
  return RowPlanner(function).Plan(group_loop);
}

}  // namespace kernelc::codegen
