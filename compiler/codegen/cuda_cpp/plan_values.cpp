// What is known of a function before its text is written: which values are used how often, which
// variables are declared where, and what need not be written at all.
#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "compiler/codegen/cuda_cpp/function_writer.h"
#include "compiler/codegen/cuda_cpp/known_optionals.h"
#include "compiler/kir/analysis/control.h"
#include "compiler/kir/analysis/value_ranges.h"

namespace kernelc::codegen::cuda_cpp {

using kir::Op;

void FunctionWriter::Plan() {
  idle_checks_ = FindIdleChecks(function_);
  idle_checks_.insert(assignments_.questions.begin(), assignments_.questions.end());
  for (const kir::Inst& value : function_.insts) {
    if (value.op == Op::SlotLoad) {
      loaded_slots_.insert(operand(value, 0).index);
    }
  }
  FindForwarded();
  FindPlainDivisions();
  CountUses(function_.body);
}

// Variables that only hold what an optional value is made of: `x = a[0]` where another way leaves
// None. The optional value is the variable that people see.
void FunctionWriter::FindForwarded() {
  struct Accesses {
    std::vector<kir::InstId> stores;
    std::vector<kir::InstId> loads;
    std::vector<kir::InstId> users;
  };
  std::unordered_map<std::uint32_t, Accesses> slots;
  kir::ForEachInst(function_, function_.body, [&](kir::InstId id, const kir::Inst& value) {
    if (value.op == Op::SlotLoad || value.op == Op::SlotStore) {
      Accesses& accesses = slots[operand(value, 0).index];
      (value.op == Op::SlotLoad ? accesses.loads : accesses.stores).push_back(id);
    }
    for (const kir::InstId source : function_.operands(value)) {
      if (inst(source).op == Op::SlotLoad) {
        slots[operand(inst(source), 0).index].users.push_back(id);
      }
    }
  });
  const auto visit = [&](const auto& self, kir::RegionId region) -> void {
    const std::vector<kir::InstId>& insts = function_.region(region).insts;
    for (auto store = insts.begin(); store != insts.end(); ++store) {
      for (const kir::RegionId inner : function_.regions_of(inst(*store))) {
        self(self, inner);
      }
      if (inst(*store).op != Op::SlotStore) {
        continue;
      }
      const std::uint32_t slot = operand(inst(*store), 0).index;
      const Accesses& accesses = slots[slot];
      const bool once =
          accesses.stores.size() == 1 && accesses.loads.size() == 1 && accesses.users.size() == 1;
      if (once && inst(accesses.users[0]).op == Op::TupleMake &&
          type(type_of(accesses.users[0])).kind == types::TypeKind::Optional &&
          std::find(store, insts.end(), accesses.loads[0]) != insts.end()) {
        forwarded_.emplace(accesses.loads[0].index, operand(inst(*store), 1));
        loaded_slots_.erase(slot);
      }
    }
  };
  visit(visit, function_.body);
}

// Python's division and remainder are those of C++ where nothing is negative.
void FunctionWriter::FindPlainDivisions() {
  const auto divides = [](const kir::Inst& value) {
    return (value.op == Op::FloorDiv || value.op == Op::Mod) && types::IsInteger(value.type);
  };
  if (std::ranges::none_of(function_.insts, divides)) {
    return;
  }
  kir::AnalyzeRanges(module_.kir(), function_, [&](kir::InstId id, const kir::RangeQuery& ranges) {
    if (divides(inst(id)) && ranges.range(operand(inst(id), 0)).non_negative() &&
        ranges.range(operand(inst(id), 1)).lo > 0) {
      plain_divisions_.insert(id.index);
    }
  });
}

// From the end, so that what only dead operations use is not counted.
void FunctionWriter::CountUses(kir::RegionId region) {
  const std::vector<kir::InstId>& insts = function_.region(region).insts;
  for (auto place = insts.rbegin(); place != insts.rend(); ++place) {
    const kir::Inst& user = inst(*place);
    if ((uses_[place->index] == 0 && IsDroppable(user)) || idle_checks_.contains(place->index)) {
      continue;
    }
    if (const ElementAssignment* assignment = FindAssignment(*place); assignment != nullptr) {
      CountUses(*place, *assignment);
      continue;
    }
    if (const auto source = forwarded_.find(place->index); source != forwarded_.end()) {
      ++uses_[source->second.index];
      user_[source->second.index] = *place;
      continue;
    }
    const auto regions = function_.regions_of(user);
    for (auto inner = regions.rbegin(); inner != regions.rend(); ++inner) {
      CountUses(*inner);
    }
    const auto operands = function_.operands(user);
    for (std::uint32_t i = 0; i < operands.size(); ++i) {
      ++uses_[operands[i].index];
      user_[operands[i].index] = *place;
      if (IsWholeUse(user, i)) {
        is_whole_[operands[i].index] = true;
      }
      if (user.op == Op::ArrayData) {
        is_address_taken_[operands[i].index] = true;
      }
    }
  }
}

void FunctionWriter::CountUses(kir::InstId user, const ElementAssignment& assignment) {
  const auto count = [&](kir::InstId operand, kir::InstId by) {
    ++uses_[operand.index];
    user_[operand.index] = by;
  };
  count(assignment.stored, user);
  for (const kir::InstId array : {assignment.to, assignment.from}) {
    if (array.has_value()) {
      count(array, user);
      is_whole_[array.index] = true;
    }
  }
  for (auto id = assignment.computed.rbegin(); id != assignment.computed.rend(); ++id) {
    for (const kir::InstId operand : function_.operands(inst(*id))) {
      count(operand, *id);
    }
  }
}

// Without a use the operation has no effect.
bool FunctionWriter::IsDroppable(const kir::Inst& value) const {
  Hazards hazards;
  if (value.op == Op::SlotStore) {
    return !loaded_slots_.contains(operand(value, 0).index);
  }
  if (value.op == Op::If && value.type != types::kVoid) {
    return IsExpression(function_.region_of(value, 0)) &&
           IsExpression(function_.region_of(value, 1));
  }
  return !Writes(value, &hazards) && kir::op_info(value.op).effects != kir::Effects::Control;
}

// Whether an array is needed as one value there, not by its parts.
bool FunctionWriter::IsWholeUse(const kir::Inst& user, std::uint32_t operand) const {
  if (type(type_of(function_.operand(user, operand))).kind != types::TypeKind::Array) {
    return false;
  }
  return operand != 0 ||
         (user.op != Op::ElementPtr && user.op != Op::ArrayExtent && user.op != Op::ArrayData);
}

// Declares each slot where the program first assigns it, when that assignment stands before all its
// uses; else at the top, where it is zero.
void FunctionWriter::PlanSlots() {
  struct Uses {
    kir::InstId first;
    bool in_one_region = true;
    kir::RegionId region;
  };
  std::unordered_map<std::uint32_t, Uses> found;
  const auto visit = [&](const auto& self, kir::RegionId region, auto&& path) -> void {
    path.push_back(region);
    for (const kir::InstId id : function_.region(region).insts) {
      const kir::Inst& user = inst(id);
      if (user.op == Op::SlotLoad || user.op == Op::SlotStore) {
        const kir::InstId slot = function_.operand(user, 0);
        const auto [place, is_new] = found.try_emplace(slot.index);
        if (is_new) {
          place->second.first = id;
          place->second.region = region;
          place->second.in_one_region = user.op == Op::SlotStore;
        } else if (std::ranges::find(path, place->second.region) == path.end()) {
          place->second.in_one_region = false;
        }
      }
      for (const kir::RegionId inner : function_.regions_of(user)) {
        self(self, inner, path);
      }
    }
    path.pop_back();
  };
  std::vector<kir::RegionId> path;
  visit(visit, function_.body, path);
  for (const kir::InstId id : function_.region(function_.body).insts) {
    if (inst(id).op != Op::Slot || !loaded_slots_.contains(id.index)) {
      continue;
    }
    slots_[id.index] = names_.Add(function_.text_of(inst(id)));
    const auto place = found.find(id.index);
    if (place == found.end()) {
      continue;
    }
    if (place->second.in_one_region) {
      declaring_.insert(place->second.first.index);
    } else {
      const std::string spelled = Spell(inst(id).type);
      const bool plain = types::IsScalar(inst(id).type) && !types::IsComplex(inst(id).type) &&
                         types::scalar_bits(inst(id).type) != 16;
      Declare(spelled, slots_[id.index], plain ? "0" : "", plain ? "" : "{}");
    }
  }
}

}  // namespace kernelc::codegen::cuda_cpp
