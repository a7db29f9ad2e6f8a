#include "compiler/kir/analysis/coarsening.h"

#include <algorithm>
#include <iterator>

#include "compiler/builtins/builtins.h"
#include "compiler/kir/analysis/control.h"
#include "compiler/kir/analysis/external.h"
#include "compiler/kir/analysis/uniformity.h"
#include "compiler/kir/predicates.h"

namespace kernelc::kir {
namespace {

using builtins::BuiltinEffects;
using builtins::BuiltinId;

// Operations of a thread. More are a kernel that computes, to which wider accesses are little, and
// code that takes long to make.
constexpr std::size_t kMostInsts = 512;
// Device functions within device functions.
constexpr unsigned kMostCalls = 8;
// Bytes of an array that a thread loads at once: as many as are worth it, measured on an H100 with
// elements of 1, 2, 4 and 8 bytes (2^20 to 2^26 of them), against one element a thread: 0.37, 0.64,
// 0.89 and 1.0 of the time.
constexpr std::uint32_t kWantedBytes = 8;
// Of its widest array; more than this is two loads.
constexpr std::uint32_t kMostBytes = 16;
// Neighbours in kernels with loops, which share what they load there: four of them are worth the
// registers.
constexpr unsigned kLoopFactor = 4;

bool IsBuiltin(const Inst& inst, BuiltinId id) {
  return inst.op == Op::CallBuiltin && static_cast<BuiltinId>(inst.imm) == id;
}

bool IsSignedIndex(TypeId type) { return type == types::kInt32 || type == types::kInt64; }

// Through conversions that keep a thread's place, or an extent, as it is.
InstId Widened(const Function& function, InstId id) {
  const Inst* inst = &function.inst(id);
  while (inst->op == Op::Convert && inst->type == types::kInt64 &&
         function.inst(function.operand(*inst, 0)).type == types::kInt32) {
    id = function.operand(*inst, 0);
    inst = &function.inst(id);
  }
  return id;
}

// Through conversions of integers: where elements lie does not depend on the width of an index.
InstId OfAnyWidth(const Function& function, InstId id) {
  while (function.inst(id).op == Op::Convert && IsSignedIndex(function.inst(id).type) &&
         IsSignedIndex(function.inst(function.operand(function.inst(id), 0)).type)) {
    id = function.operand(function.inst(id), 0);
  }
  return id;
}

// What differs from one block to another, or between a grid and a smaller one. What differs between
// threads is ThreadPure.
constexpr BuiltinId kBlockPlaces[] = {
    BuiltinId::BlockIdxX, BuiltinId::BlockIdxY, BuiltinId::BlockIdxZ,
    BuiltinId::GridDimX,  BuiltinId::GridDimY,  BuiltinId::GridDimZ,
    BuiltinId::GridSizeX, BuiltinId::GridSizeY, BuiltinId::GridSizeZ,
};

BuiltinEffects EffectsOf(const Inst& builtin_call) {
  return builtins::builtin_info(static_cast<BuiltinId>(builtin_call.imm)).effects;
}

bool ReadsPlace(const Inst& inst) {
  return inst.op == Op::CallBuiltin &&
         (EffectsOf(inst) == BuiltinEffects::ThreadPure ||
          std::ranges::find(kBlockPlaces, static_cast<BuiltinId>(inst.imm)) !=
              std::end(kBlockPlaces));
}

// Operations with an effect that threads which know nothing of each other may have. Of loops, those
// that end in one place.
constexpr Op kPlainEffects[] = {Op::Call, Op::ForRange, Op::If,        Op::Load,  Op::Return,
                                Op::Slot, Op::SlotLoad, Op::SlotStore, Op::Store, Op::Yield};
// Pure ones that give memory of the block, or memory that would have to be there several times.
constexpr Op kOwnMemory[] = {Op::DynamicSharedArray, Op::LocalArray, Op::SharedArray};

bool IsPlain(const Inst& inst) {
  if (inst.op == Op::CallBuiltin) {
    return EffectsOf(inst) == BuiltinEffects::Pure || EffectsOf(inst) == BuiltinEffects::ThreadPure;
  }
  if (op_info(inst.op).effects == Effects::Pure) {
    return std::ranges::find(kOwnMemory, inst.op) == std::end(kOwnMemory);
  }
  return std::ranges::find(kPlainEffects, inst.op) != std::end(kPlainEffects);
}

class Finder {
 public:
  Finder(const Module& module, const Function& kernel)
      : module_(module),
        kernel_(kernel),
        hidden_(kernel.insts.size(), false),
        computed_(kernel.insts.size(), false) {}

  Coarsening Find() {
    Coarsening found;
    if (kernel_.options.debug || module_.checks.errors || !Look(kernel_, 0)) {
      return found;
    }
    if (!stores_ || narrowest_ == 0 || !found_upper_ || (has_loop_ ? is_far_ : has_stride_)) {
      return found;
    }
    if (has_loop_ && !FindVarying()) {
      return found;
    }
    unsigned factor = has_loop_ ? kLoopFactor : kWantedBytes / narrowest_;
    while (factor > 1 && (factor * widest_ > kMostBytes || factor * count_ > kMostInsts)) {
      factor /= 2;
    }
    found.factor = std::max(factor, 1u);
    found.places = std::move(places_);
    found.guards = std::move(guards_);
    found.varying = std::move(varying_);
    return found;
  }

 private:
  bool Look(const Function& function, unsigned depth) {
    bool is_plain = depth < kMostCalls && !IsExternal(function);
    ForEachInst(function, function.body, [&](InstId id, const Inst& inst) {
      ++count_;
      is_plain = is_plain && IsPlain(inst) && LookAt(function, id, inst, depth);
    });
    return is_plain;
  }

  bool LookAt(const Function& function, InstId id, const Inst& inst, unsigned depth) {
    if (inst.op == Op::Call) {
      const Function& callee = module_.function(FunctionId(static_cast<std::uint32_t>(inst.imm)));
      if (!Look(callee, depth + 1)) {
        return false;
      }
    }
    if (inst.op == Op::Load || inst.op == Op::Store) {
      LookAtAccess(function, inst);
    }
    if (&function != &kernel_) {
      return !ReadsPlace(inst) && inst.op != Op::ForRange;
    }
    has_loop_ = has_loop_ || inst.op == Op::ForRange;
    return LookAtPlace(id, inst);
  }

  // The kernel's own operations. False where something but the place in the grid gets out.
  bool LookAtPlace(InstId id, const Inst& inst) {
    // What comes from memory is anywhere; what a slot holds is taken to be computed.
    computed_[id.index] =
        inst.op == Op::SlotLoad ||
        (inst.op != Op::Load && std::ranges::any_of(kernel_.operands(inst), [&](InstId operand) {
           return computed_[operand.index];
         }));
    if (IsPlace(inst)) {
      places_.push_back(id);
      computed_[id.index] = true;
      return true;
    }
    if (ReadsPlace(inst)) {
      hidden_[id.index] = true;
      return true;
    }
    if (inst.op == Op::Compare) {
      AddGuard(id, inst);
    }
    const bool hides = std::ranges::any_of(kernel_.operands(inst),
                                           [&](InstId operand) { return hidden_[operand.index]; });
    hidden_[id.index] = hides;
    return !hides || (op_info(inst.op).effects == Effects::Pure && inst.op != Op::Call);
  }

  bool IsPlace(const Inst& inst) const {
    if (IsBuiltin(inst, BuiltinId::GridX)) {
      return true;
    }
    if (inst.op != Op::Add || !IsSignedIndex(inst.type)) {
      return false;
    }
    const InstId sides[2] = {kernel_.operand(inst, 0), kernel_.operand(inst, 1)};
    return (IsRead(sides[0], BuiltinId::ThreadIdxX) && IsBlockStart(sides[1])) ||
           (IsRead(sides[1], BuiltinId::ThreadIdxX) && IsBlockStart(sides[0]));
  }

  bool IsRead(InstId id, BuiltinId builtin) const {
    return IsBuiltin(kernel_.inst(Widened(kernel_, id)), builtin);
  }

  bool IsBlockStart(InstId id) const {
    const Inst& inst = kernel_.inst(Widened(kernel_, id));
    if (inst.op != Op::Mul) {
      return false;
    }
    const InstId a = kernel_.operand(inst, 0);
    const InstId b = kernel_.operand(inst, 1);
    return (IsRead(a, BuiltinId::BlockIdxX) && IsRead(b, BuiltinId::BlockDimX)) ||
           (IsRead(b, BuiltinId::BlockIdxX) && IsRead(a, BuiltinId::BlockDimX));
  }

  void AddGuard(InstId id, const Inst& inst) {
    auto predicate = static_cast<ComparePredicate>(inst.imm);
    InstId place = kernel_.operand(inst, 0);
    InstId bound = kernel_.operand(inst, 1);
    if (!IsSignedIndex(kernel_.inst(place).type) || predicate == ComparePredicate::Eq ||
        predicate == ComparePredicate::Ne) {
      return;
    }
    if (!IsPlaceValue(place)) {
      std::swap(place, bound);
      predicate = Swapped(predicate);
    }
    if (!IsPlaceValue(place) || !EvaluatesAtEntry(kernel_, bound)) {
      return;
    }
    const bool is_upper = kernel_.inst(Widened(kernel_, bound)).op != Op::ConstInt;
    found_upper_ |= is_upper;
    guards_.push_back({id, bound, predicate, is_upper});
  }

  void LookAtAccess(const Function& function, const Inst& inst) {
    const types::Type& pointer = module_.types.get(function.inst(function.operand(inst, 0)).type);
    const types::Type& element = module_.types.get(pointer.element);
    stores_ |= inst.op == Op::Store;
    const Inst& place = function.inst(function.operand(inst, 0));
    has_stride_ |= &function != &kernel_ || !IsSideBySide(place, false);
    is_far_ |= &function != &kernel_ || !IsSideBySide(place, true);
    // Anything else than a number is wide enough.
    const std::uint32_t bytes = element.kind == types::TypeKind::Scalar
                                    ? abi::scalar_info(element.scalar).size
                                    : kMostBytes;
    narrowest_ = narrowest_ == 0 ? bytes : std::min(narrowest_, bytes);
    widest_ = std::max(widest_, bytes);
  }

  // Whether one loop may do the work of all neighbours: they run it equally often, and come to it
  // all or none. It pays where they share what they load there: a load that is the same for a whole
  // warp takes the same time as one of 32 elements.
  bool FindVarying() {
    const std::vector<Uniformity> all = FindUniformity(module_);
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (&module_.function(FunctionId(static_cast<std::uint32_t>(i))) == &kernel_) {
        varying_ = all[i].varies;
        return LoopsTogether(kernel_.body, all[i].loop_varies, false) && shares_;
      }
    }
    return false;
  }

  bool LoopsTogether(RegionId region, const std::vector<bool>& loop_varies, bool in_loop) {
    return std::ranges::all_of(kernel_.region(region).insts, [&](InstId id) {
      const Inst& inst = kernel_.inst(id);
      const bool is_let_through = inst.op == Op::If && IsGuarded(kernel_.operand(inst, 0));
      varying_[id.index] =
          varying_[id.index] ||
          (!is_let_through && std::ranges::any_of(kernel_.operands(inst), [this](InstId operand) {
            return varying_[operand.index];
          }));
      if (inst.op == Op::If && varying_[id.index]) {
        return IsAlone(inst);
      }
      if (inst.op == Op::Load && in_loop) {
        shares_ = shares_ || !varying_[kernel_.operand(inst, 0).index];
      }
      const bool is_loop = inst.op == Op::ForRange;
      return !(is_loop && loop_varies[id.index]) &&
             std::ranges::all_of(kernel_.regions_of(inst), [&](RegionId inner) {
               return LoopsTogether(inner, loop_varies, in_loop || is_loop);
             });
    });
  }

  // Made of guards, which let all neighbours through.
  bool IsGuarded(InstId condition) const {
    const Inst& inst = kernel_.inst(condition);
    constexpr Op kMade[] = {Op::And, Op::ConstInt, Op::LogicalNot, Op::Or, Op::Select};
    return std::ranges::find(guards_, condition, &PlaceGuard::compare) != guards_.end() ||
           (std::ranges::find(kMade, inst.op) != std::end(kMade) &&
            std::ranges::all_of(kernel_.operands(inst),
                                [this](InstId operand) { return IsGuarded(operand); }));
  }

  // Some neighbours may do it alone: no loop, and no return.
  bool IsAlone(const Inst& branch) const {
    bool is_alone = true;
    for (const RegionId region : kernel_.regions_of(branch)) {
      ForEachInst(kernel_, region, [&](InstId, const Inst& inst) {
        is_alone = is_alone && inst.op != Op::ForRange && inst.op != Op::Return;
      });
    }
    return is_alone;
  }

  // Neighbours use neighbouring elements, the same one, or any. Where they use every third one, or
  // each some around its own, threads that lie further apart need more of the memory's
  // transactions: 1.28 and 1.41 of the time on an H100. With `around` those around its own are
  // near too: loops load much of them for several neighbours at once.
  bool IsSideBySide(const Inst& pointer, bool around) const {
    if (pointer.op != Op::ElementPtr) {
      return false;
    }
    const auto operands = kernel_.operands(pointer);
    for (std::size_t i = 1; i < operands.size(); ++i) {
      const bool is_last = i + 1 == operands.size();
      const bool may_be_place =
          is_last &&
          (around ? IsPlaceSum(operands[i]) : IsPlaceValue(OfAnyWidth(kernel_, operands[i])));
      if (computed_[operands[i].index] && !may_be_place && !IsPart(operands[i], is_last)) {
        return false;
      }
    }
    return true;
  }

  // The row of a place, or the column of it, for rows of a length that has nothing to do with it:
  // neighbours are neighbours but where a row ends.
  bool IsPart(InstId value, bool is_last) const {
    const Inst& inst = kernel_.inst(OfAnyWidth(kernel_, value));
    return (inst.op == Op::FloorDiv || (inst.op == Op::Mod && is_last)) &&
           IsPlaceValue(OfAnyWidth(kernel_, kernel_.operand(inst, 0))) &&
           !computed_[kernel_.operand(inst, 1).index];
  }

  // The place, and something that has nothing to do with it.
  bool IsPlaceSum(InstId value) const {
    const InstId id = OfAnyWidth(kernel_, value);
    const Inst& inst = kernel_.inst(id);
    if (inst.op != Op::Add && inst.op != Op::Sub) {
      return IsPlaceValue(id);
    }
    const InstId left = kernel_.operand(inst, 0);
    const InstId right = kernel_.operand(inst, 1);
    return IsPlaceValue(id) || (IsPlaceSum(left) && !computed_[right.index]) ||
           (inst.op == Op::Add && IsPlaceSum(right) && !computed_[left.index]);
  }

  bool IsPlaceValue(InstId value) const {
    return std::ranges::find(places_, Widened(kernel_, value)) != places_.end();
  }

  const Module& module_;
  const Function& kernel_;
  // By operation: its value comes from places that are no place in the grid.
  std::vector<bool> hidden_;
  // Its value is computed from the place in the grid, in the kernel itself.
  std::vector<bool> computed_;
  std::vector<InstId> places_;
  std::vector<PlaceGuard> guards_;
  std::size_t count_ = 0;
  bool stores_ = false;
  bool found_upper_ = false;
  bool has_stride_ = false;
  bool is_far_ = false;
  bool has_loop_ = false;
  // A load in a loop is the same for all neighbours.
  bool shares_ = false;
  std::vector<bool> varying_;
  std::uint32_t narrowest_ = 0;
  std::uint32_t widest_ = 0;
};

}  // namespace

bool EvaluatesAtEntry(const Function& function, InstId id) {
  const Inst& inst = function.inst(id);
  if (inst.op == Op::ArrayExtent) {
    return function.inst(function.operand(inst, 0)).op == Op::Param;
  }
  constexpr Op kArithmetic[] = {Op::Add, Op::ConstInt, Op::Convert, Op::Mul, Op::Param, Op::Sub};
  return IsSignedIndex(inst.type) &&
         std::ranges::find(kArithmetic, inst.op) != std::end(kArithmetic) &&
         std::ranges::all_of(function.operands(inst),
                             [&](InstId operand) { return EvaluatesAtEntry(function, operand); });
}

Coarsening FindCoarsening(const Module& module, const Function& kernel) {
  return Finder(module, kernel).Find();
}

}  // namespace kernelc::kir
