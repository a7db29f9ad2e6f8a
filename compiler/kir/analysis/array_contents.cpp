#include "compiler/kir/analysis/array_contents.h"

#include "compiler/kir/analysis/control.h"

namespace kernelc::kir {

ArrayContents::ArrayContents(const Function& function) : function_(function) {
  for (std::size_t i = 0; i < function.insts.size(); ++i) {
    if (function.insts[i].op == Op::LocalArray) {
      numbers_.resize(function.insts.size(), kNone);
      numbers_[i] = static_cast<std::uint32_t>(arrays_.size());
      arrays_.emplace_back();
    }
  }
  if (any()) {
    ForEachInst(function, function.body, [this](InstId, const Inst& inst) {
      for (std::uint32_t i = 0; i < inst.operands.count; ++i) {
        Use(inst, i);
      }
    });
  }
}

void ArrayContents::Use(const Inst& inst, std::uint32_t operand) {
  const InstId used = function_.operand(inst, operand);
  if (const std::uint32_t array = NumberOf(used); array != kNone) {
    arrays_[array].known &=
        operand == 0 &&
        (inst.op == Op::ElementPtr || inst.op == Op::ArrayExtent || inst.op == Op::ArrayStride);
    return;
  }
  const std::uint32_t number = NumberOfElement(used);
  if (number == kNone) {
    return;
  }
  Array& array = arrays_[number];
  const bool is_access = operand == 0 && (inst.op == Op::Load || inst.op == Op::Store);
  const TypeId type = !is_access            ? types::kVoid
                      : inst.op == Op::Load ? inst.type
                                            : function_.inst(function_.operand(inst, 1)).type;
  array.known &= is_access && types::IsInteger(type) &&
                 (array.element == types::kVoid || array.element == type);
  array.element = type;
}

std::uint32_t ArrayContents::NumberOfElement(InstId pointer) const {
  const Inst& inst = function_.inst(pointer);
  return inst.op == Op::ElementPtr ? NumberOf(function_.operand(inst, 0)) : kNone;
}

Interval ArrayContents::RangeOfLoad(const Inst& load) const {
  const std::uint32_t number = any() ? NumberOfElement(function_.operand(load, 0)) : kNone;
  return number != kNone && arrays_[number].known ? arrays_[number].held : IntervalOf(load.type);
}

bool ArrayContents::Store(const Inst& store, const Interval& range) {
  const std::uint32_t number = any() ? NumberOfElement(function_.operand(store, 0)) : kNone;
  if (number == kNone || !arrays_[number].known) {
    return false;
  }
  Array& array = arrays_[number];
  if (!grows_) {
    array.found = Join(array.found, range);
    return false;
  }
  const Interval next = Widen(array.held, Join(array.held, range), array.element);
  const bool changed = !(next == array.held);
  array.held = next;
  return changed;
}

void ArrayContents::EndWalk() {
  if (grows_) {
    return;
  }
  for (Array& array : arrays_) {
    array.held = Meet(array.held, array.found);
    array.found = kCleared;
  }
}

void ArrayContents::Forget() {
  for (Array& array : arrays_) {
    array.known = false;
  }
}

}  // namespace kernelc::kir
