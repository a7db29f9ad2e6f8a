#include "compiler/codegen/cuda_cpp/assignments.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "compiler/builtins/builtins.h"
#include "compiler/kir/overlap.h"
#include "compiler/kir/static_array.h"

namespace kernelc::codegen::cuda_cpp {
namespace {

using kir::Inst;
using kir::InstId;
using kir::Op;
using types::TypeKind;

class AssignmentFinder {
 public:
  AssignmentFinder(const kir::Module& module, const kir::Function& function)
      : module_(module), function_(function), has_name_(function.insts.size()) {
    for (const kir::ValueName& name : function.value_names) {
      has_name_[name.value.index] = true;
    }
  }

  Assignments Run() {
    Visit(function_.body);
    return std::move(found_);
  }

 private:
  // Nested loops over all elements of an array.
  struct Loops {
    // By dimension.
    std::vector<InstId> indices;
    std::vector<InstId> extents;
    // All that the loops do.
    std::vector<InstId> insts;
  };

  void Visit(kir::RegionId region) {
    for (const InstId id : function_.region(region).insts) {
      const Inst& inst = function_.inst(id);
      const std::optional<ElementAssignment> found = inst.op == Op::ForRange ? OfLoops(id)
                                                     : inst.op == Op::If     ? OfChoice(inst)
                                                                             : std::nullopt;
      if (found) {
        found_.by_inst.emplace(id.index, *found);
        continue;
      }
      for (const kir::RegionId inner : function_.regions_of(inst)) {
        Visit(inner);
      }
    }
  }

  // `if` they overlap: the slow way; else: loops.
  std::optional<ElementAssignment> OfChoice(const Inst& inst) {
    const std::vector<InstId>& plain = function_.region(function_.region_of(inst, 1)).insts;
    if (inst.type != types::kVoid || plain.empty() ||
        !std::all_of(plain.begin(), plain.end() - 1, [&](InstId id) { return IsPure(id); })) {
      return std::nullopt;
    }
    std::optional<ElementAssignment> found = OfLoops(plain.back());
    if (!found || !found->from.has_value() || !IsSlowWay(function_.region_of(inst, 0), *found)) {
      return std::nullopt;
    }
    const InstId condition = function_.operand(inst, 0);
    if (IsQuestion(condition)) {
      found_.questions.insert(condition.index);
    }
    return found;
  }

  bool IsQuestion(InstId id) const {
    const Inst& inst = function_.inst(id);
    return inst.op == Op::Call &&
           module_.functions[static_cast<std::size_t>(inst.imm)].name == kir::kOverlapQuestion;
  }

  // A call that takes both arrays, stretched to one shape, and nothing else that counts.
  bool IsSlowWay(kir::RegionId region, const ElementAssignment& assignment) const {
    const std::vector<InstId>& insts = function_.region(region).insts;
    if (insts.empty() ||
        !std::all_of(insts.begin(), insts.end() - 1, [&](InstId id) { return IsPure(id); })) {
      return false;
    }
    const Inst& call = function_.inst(insts.back());
    return call.op == Op::Call && call.type == types::kVoid && call.operands.count >= 2 &&
           IsStretched(function_.operand(call, 0), assignment.to) &&
           IsStretched(function_.operand(call, 1), assignment.from);
  }

  bool IsStretched(InstId id, InstId array) const {
    const Inst& view = function_.inst(id);
    if (view.op != Op::ArrayMake) {
      return false;
    }
    const Inst& data = function_.inst(function_.operand(view, 0));
    return data.op == Op::ArrayData && function_.operand(data, 0) == array;
  }

  std::optional<ElementAssignment> OfLoops(InstId id) const {
    Loops loops;
    if (!Collect(id, &loops)) {
      return std::nullopt;
    }
    const Inst& store = function_.inst(loops.insts.back());
    if (store.op != Op::Store) {
      return std::nullopt;
    }
    ElementAssignment found;
    found.stored = function_.operand(store, 1);
    const std::optional<InstId> to = ArrayOf(function_.operand(store, 0), loops);
    const auto is_inside = [&](InstId array) {
      return std::ranges::find(loops.insts, array) != loops.insts.end();
    };
    if (!to || is_inside(*to) || !HasExtents(*to, loops) || !Takes(loops, &found, *to) ||
        (found.from.has_value() && is_inside(found.from)) || !IsOneExpression(found)) {
      return std::nullopt;
    }
    found.to = *to;
    return found;
  }

  // The loops from `id` on, each the last operation of the one around it.
  bool Collect(InstId id, Loops* loops) const {
    const Inst& loop = function_.inst(id);
    if (loop.op != Op::ForRange) {
      return false;
    }
    const std::vector<InstId>& body = function_.region(function_.region_of(loop, 0)).insts;
    if (body.size() < 2 || has_name_[body.front().index] || !CountsAll(loop, loops)) {
      return false;
    }
    loops->indices.push_back(body.front());
    for (std::size_t i = 1; i < body.size(); ++i) {
      const bool is_last = i + 1 == body.size();
      if (is_last && function_.inst(body[i]).op == Op::ForRange) {
        return Collect(body[i], loops);
      }
      if (has_name_[body[i].index] ||
          (!is_last && !IsPure(body[i]) && function_.inst(body[i]).op != Op::Load)) {
        return false;
      }
      loops->insts.push_back(body[i]);
    }
    return true;
  }

  // Up from 0, or down to it.
  bool CountsAll(const Inst& loop, Loops* loops) const {
    const InstId start = function_.operand(loop, 0);
    const InstId stop = function_.operand(loop, 1);
    const std::optional<std::int64_t> step = Known(function_.operand(loop, 2));
    if (step == 1 && Known(start) == 0) {
      loops->extents.push_back(stop);
      return true;
    }
    const Inst& last = function_.inst(start);
    if (step == -1 && Known(stop) == -1 && last.op == Op::Sub &&
        Known(function_.operand(last, 1)) == 1) {
      loops->extents.push_back(function_.operand(last, 0));
      return true;
    }
    return false;
  }

  bool IsPure(InstId id) const {
    const Inst& inst = function_.inst(id);
    const bool is_pure_builtin =
        inst.op == Op::CallBuiltin &&
        builtins::builtin_info(static_cast<builtins::BuiltinId>(inst.imm)).effects ==
            builtins::BuiltinEffects::Pure;
    return inst.regions.count == 0 &&
           (is_pure_builtin || kir::op_info(inst.op).effects == kir::Effects::Pure);
  }

  std::optional<std::int64_t> Known(InstId id) const {
    const Inst& inst = function_.inst(id);
    return inst.op == Op::ConstInt                              ? std::optional(inst.imm)
           : inst.op == Op::Zero && types::IsInteger(inst.type) ? std::optional<std::int64_t>(0)
                                                                : std::nullopt;
  }

  // Index number `dim` of the loops, counted from either end, or 0 where the array has one element.
  bool IsIndex(InstId id, InstId index, bool may_stretch) const {
    if (id == index) {
      return true;
    }
    const Inst& choice = function_.inst(id);
    if (choice.op != Op::Select) {
      return false;
    }
    const InstId yes = function_.operand(choice, 1);
    const InstId no = function_.operand(choice, 2);
    const Inst& condition = function_.inst(function_.operand(choice, 0));
    const Inst& from_end = function_.inst(yes);
    if (no == index && from_end.op == Op::Sub && function_.operand(from_end, 1) == index) {
      return true;
    }
    return may_stretch && Known(yes) == 0 && condition.op == Op::Compare &&
           static_cast<kir::ComparePredicate>(condition.imm) == kir::ComparePredicate::Eq &&
           Known(function_.operand(condition, 1)) == 1 && IsIndex(no, index, false);
  }

  // The array whose element at the indices of the loops this is; with fewer dimensions, at the last
  // ones.
  std::optional<InstId> ArrayOf(InstId pointer, const Loops& loops,
                                bool may_stretch = false) const {
    const Inst& place = function_.inst(pointer);
    if (place.op != Op::ElementPtr || static_cast<std::uint32_t>(place.imm) != 0 ||
        module_.types.get(place.type).unaligned) {
      return std::nullopt;
    }
    const std::size_t count = place.operands.count - 1;
    const std::size_t ndim = loops.indices.size();
    if (count == 0 || count > ndim || (count < ndim && !may_stretch)) {
      return std::nullopt;
    }
    for (std::size_t i = 0; i < count; ++i) {
      const InstId index = function_.operand(place, static_cast<std::uint32_t>(i + 1));
      if (!IsIndex(index, loops.indices[ndim - count + i], may_stretch)) {
        return std::nullopt;
      }
    }
    return function_.operand(place, 0);
  }

  bool HasExtents(InstId array, const Loops& loops) const {
    const Inst& made = function_.inst(array);
    if (module_.types.get(made.type).ndim != loops.extents.size()) {
      return false;
    }
    for (std::uint32_t d = 0; d < loops.extents.size(); ++d) {
      const Inst& extent = function_.inst(loops.extents[d]);
      const bool asks =
          extent.op == Op::ArrayExtent && extent.imm == d && function_.operand(extent, 0) == array;
      const bool is_given = made.op == Op::ArrayMake &&
                            (function_.operand(made, d + 1) == loops.extents[d] ||
                             (Known(loops.extents[d]).has_value() &&
                              Known(loops.extents[d]) == Known(function_.operand(made, d + 1))));
      const bool is_static =
          IsStaticArray(made) && Known(loops.extents[d]) == kir::StaticExtents(function_, made)[d];
      if (!asks && !is_given && !is_static) {
        return false;
      }
    }
    return true;
  }

  // Finds what is stored: an element of one other array, a value of it and of the old one, or one
  // value for all.
  bool Takes(const Loops& loops, ElementAssignment* found, InstId to) const {
    std::vector<InstId> open{found->stored};
    std::vector<InstId> needed;
    while (!open.empty()) {
      const InstId id = open.back();
      open.pop_back();
      const bool is_inside = std::ranges::find(loops.insts, id) != loops.insts.end();
      if (std::ranges::find(loops.indices, id) != loops.indices.end()) {
        return false;
      }
      if (!is_inside || std::ranges::find(needed, id) != needed.end()) {
        continue;
      }
      const Inst& inst = function_.inst(id);
      if (inst.op == Op::Load) {
        if (!TakesElement(id, loops, found, to)) {
          return false;
        }
        continue;
      }
      needed.push_back(id);
      for (const InstId operand : function_.operands(inst)) {
        open.push_back(operand);
      }
    }
    for (const InstId id : loops.insts) {
      if (std::ranges::find(needed, id) != needed.end()) {
        found->computed.push_back(id);
      }
    }
    // What changes elements in their place is a loop.
    return found->from.has_value() || !found->to_element.has_value();
  }

  // Whether nothing but numbers and the elements themselves is used twice.
  bool IsOneExpression(const ElementAssignment& assignment) const {
    std::vector<InstId> used{assignment.stored};
    for (const InstId id : assignment.computed) {
      const auto operands = function_.operands(function_.inst(id));
      used.insert(used.end(), operands.begin(), operands.end());
    }
    return std::ranges::all_of(assignment.computed, [&](InstId id) {
      const Op op = function_.inst(id).op;
      return op == Op::ConstInt || op == Op::ConstFloat || op == Op::Zero ||
             std::ranges::count(used, id) == 1;
    });
  }

  bool TakesElement(InstId load, const Loops& loops, ElementAssignment* found, InstId to) const {
    const std::optional<InstId> array =
        ArrayOf(function_.operand(function_.inst(load), 0), loops, true);
    if (!array) {
      return false;
    }
    InstId* const element = *array == to ? &found->to_element : &found->from_element;
    if (element->has_value() && *element != load) {
      return false;
    }
    *element = load;
    if (*array != to) {
      found->from = *array;
    }
    return true;
  }

  const kir::Module& module_;
  const kir::Function& function_;
  std::vector<bool> has_name_;
  Assignments found_;
};

}  // namespace

Assignments FindAssignments(const kir::Module& module, const kir::Function& function) {
  return AssignmentFinder(module, function).Run();
}

}  // namespace kernelc::codegen::cuda_cpp
