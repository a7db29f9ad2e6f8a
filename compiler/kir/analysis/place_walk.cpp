#include "compiler/kir/analysis/place_walk.h"

#include <algorithm>
#include <deque>
#include <utility>

#include "compiler/builtins/builtins.h"
#include "compiler/kir/analysis/control.h"
#include "compiler/kir/predicates.h"
#include "compiler/kir/static_array.h"

namespace kernelc::kir {
namespace {

using builtins::BuiltinId;

// How deep calls are followed, and how many operations altogether; what is left counts as unknown.
constexpr unsigned kMaxDepth = 8;
constexpr std::size_t kMaxSteps = 200000;
// Rounds until slots hold what they hold.
constexpr unsigned kMaxRounds = 16;

// A value of any type.
struct Followed {
  PlaceValue value;
  // Index into Walk::arrays, of an array or of a pointer into one.
  std::optional<std::size_t> array;
  // Of a tuple.
  std::vector<Followed> elements;
  friend bool operator==(const Followed&, const Followed&) = default;
};

Followed Join(const Followed& a, const Followed& b) {
  Followed joined;
  joined.value = JoinPlaces(a.value, b.value);
  joined.array = a.array == b.array || !b.array ? a.array : a.array ? std::nullopt : b.array;
  if (a.elements.size() != b.elements.size()) {
    joined.elements = a.elements.empty() ? b.elements : a.elements;
    return joined;
  }
  for (std::size_t i = 0; i < a.elements.size(); ++i) {
    joined.elements.push_back(Join(a.elements[i], b.elements[i]));
  }
  return joined;
}

Followed Number(PlaceValue value) { return {std::move(value), std::nullopt, {}}; }

// What a builtin says of the launch; nothing for all others.
struct PlaceBuiltin {
  BuiltinId id;
  unsigned direction;
  enum Kind : std::uint8_t { Grid, Thread, Block, BlockSize, GridSize } kind;
};
constexpr PlaceBuiltin kPlaceBuiltins[] = {
    {BuiltinId::BlockDimX, 0, PlaceBuiltin::BlockSize},
    {BuiltinId::BlockDimY, 1, PlaceBuiltin::BlockSize},
    {BuiltinId::BlockDimZ, 2, PlaceBuiltin::BlockSize},
    {BuiltinId::BlockIdxX, 0, PlaceBuiltin::Block},
    {BuiltinId::BlockIdxY, 1, PlaceBuiltin::Block},
    {BuiltinId::BlockIdxZ, 2, PlaceBuiltin::Block},
    {BuiltinId::GridDimX, 0, PlaceBuiltin::GridSize},
    {BuiltinId::GridDimY, 1, PlaceBuiltin::GridSize},
    {BuiltinId::GridDimZ, 2, PlaceBuiltin::GridSize},
    {BuiltinId::GridSizeX, 0, PlaceBuiltin::GridSize},
    {BuiltinId::GridSizeY, 1, PlaceBuiltin::GridSize},
    {BuiltinId::GridSizeZ, 2, PlaceBuiltin::GridSize},
    {BuiltinId::GridX, 0, PlaceBuiltin::Grid},
    {BuiltinId::GridY, 1, PlaceBuiltin::Grid},
    {BuiltinId::GridZ, 2, PlaceBuiltin::Grid},
    {BuiltinId::ThreadIdxX, 0, PlaceBuiltin::Thread},
    {BuiltinId::ThreadIdxY, 1, PlaceBuiltin::Thread},
    {BuiltinId::ThreadIdxZ, 2, PlaceBuiltin::Thread},
};

// What all calls of one analysis share.
struct Walk {
  const Module* module;
  std::optional<LaunchExtents> block;
  PlaceFacts facts;
  std::deque<PlacedArray> arrays;
  std::size_t steps = 0;
};

// One call of a function: first what its values are, then a walk through what it does.
class Frame {
 public:
  Frame(Walk& walk, const Function& function, const std::vector<Followed>& arguments,
        unsigned depth)
      : walk_(walk), function_(function), depth_(depth), values_(function.insts.size()) {
    for (std::size_t i = 0; i < function.params.size(); ++i) {
      values_[function.params[i].value.index] =
          i < arguments.size() ? arguments[i] : Number(PlaceValue::DependingOn(0));
    }
    for (unsigned round = 0; round < kMaxRounds; ++round) {
      changed_ = false;
      result_ = Followed();
      FlowRegion(function_.body);
      if (!changed_) {
        break;
      }
    }
  }

  const Followed& result() const { return result_; }
  // Adds to the facts of the walk.
  void Collect(Places guarded) { CollectRegion(function_.body, guarded); }

 private:
  const Followed& Operand(const Inst& inst, std::uint32_t i) const {
    return values_[function_.operand(inst, i).index];
  }

  void FlowRegion(RegionId region) {
    for (const InstId id : function_.region(region).insts) {
      ++walk_.steps;
      const Inst& inst = function_.inst(id);
      if (inst.op == Op::ForRange) {
        SetLoopVariable(inst);
      }
      for (const RegionId inner : function_.regions_of(inst)) {
        FlowRegion(inner);
      }
      if (inst.op == Op::SlotStore) {
        const std::size_t slot = function_.operand(inst, 0).index;
        Followed joined = Join(values_[slot], Operand(inst, 1));
        changed_ = changed_ || !(joined == values_[slot]);
        values_[slot] = std::move(joined);
      } else if (inst.op == Op::Return && inst.operands.count == 1) {
        result_ = Join(result_, Operand(inst, 0));
      } else if (inst.type != types::kVoid && inst.op != Op::Slot && inst.op != Op::RegionArg &&
                 inst.op != Op::Param) {
        values_[id.index] = Flow(id, inst);
      }
    }
  }

  void SetLoopVariable(const Inst& inst) {
    const auto& body = function_.region(function_.region_of(inst, 0)).insts;
    if (body.empty() || function_.inst(body.front()).op != Op::RegionArg) {
      return;
    }
    const PlaceValue& start = Operand(inst, 0).value;
    const PlaceValue& step = Operand(inst, 2).value;
    // Each turn adds the same for all threads.
    PlaceValue variable = start;
    variable.constant.reset();
    if (!start.is_linear || step.depends != 0) {
      variable = PlaceValue::DependingOn(static_cast<Places>(start.depends | step.depends));
    }
    values_[body.front().index] = Number(std::move(variable));
  }

  Followed Flow(InstId id, const Inst& inst) {
    if (inst.op == Op::ConstInt || inst.op == Op::Zero) {
      return Number(PlaceValue::Constant(inst.op == Op::ConstInt ? inst.imm : 0));
    }
    if (inst.op == Op::SlotLoad) {
      return Operand(inst, 0);
    }
    if (inst.op == Op::Load || inst.op == Op::AtomicRmw || inst.op == Op::AtomicCas) {
      return Number(PlaceValue::DependingOn(0));
    }
    if (inst.op == Op::CallBuiltin) {
      return FlowBuiltin(inst);
    }
    if (inst.op == Op::Call) {
      return FlowCall(inst);
    }
    if (inst.op == Op::If) {
      return FlowIf(inst);
    }
    if (inst.op == Op::TupleMake || inst.op == Op::TupleGet) {
      return FlowTuple(inst);
    }
    if (std::optional<Followed> array = FlowArray(id, inst)) {
      return std::move(*array);
    }
    std::vector<PlaceValue> operands;
    for (const InstId operand : function_.operands(inst)) {
      operands.push_back(values_[operand.index].value);
    }
    return Number(TransferPlaces(inst, operands));
  }

  Followed FlowBuiltin(const Inst& inst) {
    const auto builtin = static_cast<BuiltinId>(inst.imm);
    const auto* const found = std::ranges::find(kPlaceBuiltins, builtin, &PlaceBuiltin::id);
    if (found == std::end(kPlaceBuiltins)) {
      if (const std::optional<std::int64_t> extreme = Extreme(builtin, inst)) {
        return Number(PlaceValue::Constant(*extreme));
      }
      Places depends = 0;
      for (const InstId operand : function_.operands(inst)) {
        depends = static_cast<Places>(depends | values_[operand.index].value.depends);
      }
      const builtins::BuiltinEffects effects = builtins::builtin_info(builtin).effects;
      if (effects == builtins::BuiltinEffects::ThreadPure ||
          effects == builtins::BuiltinEffects::WarpSync) {
        walk_.facts.used = static_cast<Places>(walk_.facts.used | ThreadBit(0));
        depends = static_cast<Places>(depends | ThreadBit(0));
      }
      return Number(PlaceValue::DependingOn(depends));
    }
    const PlaceValue value = ValueOf(*found);
    walk_.facts.used = static_cast<Places>(walk_.facts.used | value.depends);
    return Number(value);
  }

  // min and max of two known numbers, which bound slices.
  std::optional<std::int64_t> Extreme(BuiltinId builtin, const Inst& inst) const {
    if ((builtin != BuiltinId::Min && builtin != BuiltinId::Max) ||
        !Operand(inst, 0).value.is_constant() || !Operand(inst, 1).value.is_constant()) {
      return std::nullopt;
    }
    const std::int64_t a = *Operand(inst, 0).value.constant;
    const std::int64_t b = *Operand(inst, 1).value.constant;
    return builtin == BuiltinId::Min ? std::min(a, b) : std::max(a, b);
  }

  PlaceValue ValueOf(const PlaceBuiltin& builtin) {
    const unsigned direction = builtin.direction;
    switch (builtin.kind) {
      case PlaceBuiltin::Grid: {
        PlaceValue value = PlaceValue::Term(PlaceTerm::Thread, direction);
        value.factors[direction][static_cast<std::size_t>(PlaceTerm::BlockStart)] = 1;
        value.depends = static_cast<Places>(ThreadBit(direction) | BlockBit(direction));
        return value;
      }
      case PlaceBuiltin::Thread:
        return PlaceValue::Term(PlaceTerm::Thread, direction);
      case PlaceBuiltin::Block:
        return PlaceValue::Term(PlaceTerm::Block, direction);
      case PlaceBuiltin::BlockSize:
        return walk_.block ? PlaceValue::Constant((*walk_.block)[direction])
                           : PlaceValue::Term(PlaceTerm::BlockSize, direction);
      case PlaceBuiltin::GridSize:
        walk_.facts.asks_grid_size = true;
        return PlaceValue::DependingOn(0);
    }
    KC_FATAL("place");
  }

  std::vector<Followed> Arguments(const Inst& call) const {
    std::vector<Followed> arguments;
    for (const InstId operand : function_.operands(call)) {
      arguments.push_back(values_[operand.index]);
    }
    return arguments;
  }

  bool MayFollow() const { return depth_ < kMaxDepth && walk_.steps < kMaxSteps; }

  Followed FlowCall(const Inst& inst) {
    const std::vector<Followed> arguments = Arguments(inst);
    if (MayFollow()) {
      return Frame(walk_, walk_.module->functions[static_cast<std::size_t>(inst.imm)], arguments,
                   depth_ + 1)
          .result();
    }
    Places depends = 0;
    for (const Followed& argument : arguments) {
      depends = static_cast<Places>(depends | argument.value.depends);
    }
    return Number(PlaceValue::DependingOn(depends));
  }

  Followed FlowIf(const Inst& inst) {
    Followed joined;
    for (const RegionId region : function_.regions_of(inst)) {
      const Inst& last = function_.inst(function_.region(region).insts.back());
      joined = Join(joined, Operand(last, 0));
    }
    const PlaceValue& condition = Operand(inst, 0).value;
    joined.value.depends = static_cast<Places>(joined.value.depends | condition.depends);
    joined.value.compared = static_cast<Places>(joined.value.compared | condition.compared);
    return joined;
  }

  Followed FlowTuple(const Inst& inst) {
    if (inst.op == Op::TupleMake) {
      Followed tuple = Number(PlaceValue::DependingOn(0));
      tuple.elements = Arguments(inst);
      return tuple;
    }
    const std::vector<Followed>& elements = Operand(inst, 0).elements;
    const auto index = static_cast<std::size_t>(inst.imm);
    return index < elements.size() ? elements[index] : Number(PlaceValue::DependingOn(0));
  }

  // Arrays, pointers into them and their extents; nothing for all else.
  std::optional<Followed> FlowArray(InstId id, const Inst& inst) {
    if (IsStaticArray(inst) || inst.op == Op::ConstArray) {
      return OwnArray(id, inst);
    }
    if (inst.op == Op::ArrayMake) {
      return View(id, inst);
    }
    if (inst.op == Op::ElementPtr || inst.op == Op::ArrayData || inst.op == Op::FieldPtr) {
      Followed pointer = Number(PlaceValue::DependingOn(0));
      pointer.array = Operand(inst, 0).array;
      return pointer;
    }
    if (inst.op == Op::ArrayExtent) {
      const std::optional<std::size_t> array = Operand(inst, 0).array;
      const auto dim = static_cast<std::size_t>(inst.imm);
      const bool is_known =
          array && dim < walk_.arrays[*array].extents.size() && walk_.arrays[*array].extents[dim];
      return Number(is_known ? PlaceValue::Constant(*walk_.arrays[*array].extents[dim])
                             : PlaceValue::DependingOn(0));
    }
    if (inst.op == Op::ArrayStride) {
      return Number(PlaceValue::DependingOn(0));
    }
    return std::nullopt;
  }

  // The array that an operation of this frame makes: one, however often it is looked at.
  Followed Made(InstId id, PlacedArray array) {
    Followed made = Number(PlaceValue::DependingOn(0));
    made.array = values_[id.index].array;
    if (!made.array) {
      made.array = walk_.arrays.size();
      walk_.arrays.emplace_back();
    }
    walk_.arrays[*made.array] = std::move(array);
    return made;
  }

  Followed OwnArray(InstId id, const Inst& inst) {
    PlacedArray array;
    const auto named = std::ranges::find(function_.value_names, id, &ValueName::value);
    if (named != function_.value_names.end()) {
      array.name = function_.strings[named->text];
    }
    array.owner = inst.op == Op::SharedArray  ? ArrayOwner::Block
                  : inst.op == Op::LocalArray ? ArrayOwner::Thread
                                              : ArrayOwner::Launch;
    if (inst.op == Op::ConstArray) {
      const auto& extents = walk_.module->constants[static_cast<std::size_t>(inst.imm)].extents;
      array.extents.assign(extents.begin(), extents.end());
    } else {
      const std::span<const std::int64_t> extents = StaticExtents(function_, inst);
      array.extents.assign(extents.begin(), extents.end());
    }
    return Made(id, std::move(array));
  }

  // A part of an array, or the same elements in another shape.
  Followed View(InstId id, const Inst& inst) {
    PlacedArray view;
    const std::optional<std::size_t> root = Operand(inst, 0).array;
    if (!root) {
      return Number(PlaceValue::DependingOn(0));
    }
    view.owner = walk_.arrays[*root].owner;
    view.name = walk_.arrays[*root].name;
    const unsigned ndim = walk_.module->types.get(inst.type).ndim;
    for (unsigned d = 0; d < ndim && d + 1 < inst.operands.count; ++d) {
      const PlaceValue& extent = Operand(inst, d + 1).value;
      view.extents.push_back(extent.is_constant() ? extent.constant : std::nullopt);
    }
    return Made(id, std::move(view));
  }

  // Second part. Gives the places that hold behind the region.
  Places CollectRegion(RegionId region, Places guarded) {
    for (const InstId id : function_.region(region).insts) {
      const Inst& inst = function_.inst(id);
      if (inst.op == Op::ElementPtr) {
        CollectAccess(inst, guarded);
      } else if (inst.op == Op::Call && MayFollow()) {
        Frame(walk_, walk_.module->functions[static_cast<std::size_t>(inst.imm)], Arguments(inst),
              depth_ + 1)
            .Collect(guarded);
      } else if (inst.op == Op::If) {
        guarded = CollectIf(inst, guarded);
      } else if (inst.op == Op::While) {
        const RegionId head = function_.region_of(inst, 0);
        CollectRegion(head, guarded);
        const InstId condition =
            function_.operand(function_.inst(function_.region(head).insts.back()), 0);
        CollectBounds(condition, true);
        CollectRegion(function_.region_of(inst, 1),
                      static_cast<Places>(guarded | values_[condition.index].value.compared));
      } else {
        for (const RegionId inner : function_.regions_of(inst)) {
          CollectRegion(inner, guarded);
        }
      }
    }
    return guarded;
  }

  Places CollectIf(const Inst& inst, Places guarded) {
    const InstId condition = function_.operand(inst, 0);
    const Places inner = static_cast<Places>(guarded | values_[condition.index].value.compared);
    const RegionId then_region = function_.region_of(inst, 0);
    const RegionId else_region = function_.region_of(inst, 1);
    const bool then_goes_on = FallsThrough(function_, then_region);
    const bool else_goes_on = FallsThrough(function_, else_region);
    // `if i >= n: return`
    CollectBounds(condition, then_goes_on || !else_goes_on);
    CollectRegion(then_region, inner);
    CollectRegion(else_region, inner);
    return then_goes_on && else_goes_on ? guarded : inner;
  }

  // The upper bounds that comparisons in a condition set where it is `holds`. Those of both sides
  // of `and` and `or` are taken: which of them a program writes is a matter of taste as long as it
  // tests for places outside.
  void CollectBounds(InstId id, bool holds) {
    const Inst& inst = function_.inst(id);
    if (inst.op == Op::Compare) {
      const auto written = static_cast<ComparePredicate>(inst.imm);
      const ComparePredicate predicate = holds ? written : Negated(written);
      CollectBound(Operand(inst, 0).value, predicate, Operand(inst, 1).value);
      CollectBound(Operand(inst, 1).value, Swapped(predicate), Operand(inst, 0).value);
    } else if (inst.op == Op::LogicalNot) {
      CollectBounds(function_.operand(inst, 0), !holds);
    } else if (inst.op == Op::Select || inst.op == Op::And || inst.op == Op::Or) {
      for (const InstId operand : function_.operands(inst)) {
        CollectBounds(operand, holds);
      }
    } else if (inst.op == Op::If) {
      CollectBounds(function_.operand(inst, 0), holds);
      for (const RegionId region : function_.regions_of(inst)) {
        CollectBounds(function_.operand(function_.inst(function_.region(region).insts.back()), 0),
                      holds);
      }
    }
  }

  void CollectBound(const PlaceValue& index, ComparePredicate predicate, const PlaceValue& limit) {
    const bool is_upper = predicate == ComparePredicate::Lt || predicate == ComparePredicate::Le;
    std::int64_t count = 0;
    if (is_upper && index.is_linear && index.depends != 0 && limit.is_constant() &&
        index.constant && !__builtin_sub_overflow(*limit.constant, *index.constant, &count) &&
        count < INT64_MAX) {
      walk_.facts.bounds.push_back({index, count + (predicate == ComparePredicate::Le ? 1 : 0)});
    }
  }

  void CollectAccess(const Inst& inst, Places guarded) {
    const std::optional<std::size_t> array = Operand(inst, 0).array;
    if (!array || walk_.arrays[*array].owner == ArrayOwner::Thread) {
      return;
    }
    PlacedAccess access{walk_.arrays[*array], {}, guarded, inst.range};
    for (std::uint32_t i = 1; i < inst.operands.count; ++i) {
      access.indices.push_back(Operand(inst, i).value);
    }
    walk_.facts.accesses.push_back(std::move(access));
  }

  Walk& walk_;
  const Function& function_;
  unsigned depth_;
  std::vector<Followed> values_;
  Followed result_;
  bool changed_ = false;
};

Followed Given(Walk& walk, const LaunchArgument& argument, const std::string& name) {
  Followed given =
      Number(argument.value ? PlaceValue::Constant(*argument.value) : PlaceValue::DependingOn(0));
  if (!argument.extents.empty()) {
    given.array = walk.arrays.size();
    PlacedArray& array = walk.arrays.emplace_back();
    array.name = name;
    array.extents.assign(argument.extents.begin(), argument.extents.end());
  }
  for (std::size_t i = 0; i < argument.elements.size(); ++i) {
    given.elements.push_back(
        Given(walk, argument.elements[i], name + "[" + std::to_string(i) + "]"));
  }
  return given;
}

}  // namespace

PlaceFacts FindPlaces(const Module& module, const Function& kernel,
                      const std::vector<LaunchArgument>& arguments,
                      const std::optional<LaunchExtents>& block) {
  Walk walk{&module, block, {}, {}, 0};
  std::vector<Followed> given;
  for (std::size_t i = 0; i < arguments.size() && i < kernel.params.size(); ++i) {
    given.push_back(Given(walk, arguments[i], kernel.params[i].name));
  }
  Frame(walk, kernel, given, 0).Collect(0);
  return std::move(walk.facts);
}

}  // namespace kernelc::kir
