// When Numba compiles: a function of the device with the first kernel that calls it, which later
// kernels share, and what has a signature where it is defined. What is read of outer names is what
// they are then.
#include <fmt/format.h>

#include <algorithm>

#include "compiler/host/frozen.h"

namespace kernelc::host {
namespace {

void Freeze(Context& c, const Value& value) {
  if (value.is(Kind::Tuple, Kind::Kernel)) {
    for (const Value& item : ValueList(value.items())) {
      Freeze(c, item);
    }
  }
  if (value.is(Kind::Function) && !value.As<FunctionInfo>().unit->is_library &&
      c.frozen_functions.insert(value.object).second) {
    ForEachOuterName(
        value.As<FunctionInfo>(), [&](Object* owner, std::string_view name, const Value& read) {
          c.frozen.push_back(
              {owner, name, value.text(), owner->state.top ? nullptr : KnownConstant(c, read)});
          Freeze(c, read);
        });
  }
}

}  // namespace

void ForEachOuterName(const FunctionInfo& info, const OuterNameVisitor& visit) {
  for (const std::string_view name : info.unit->walks->NamesOf(info.node).sorted_reads) {
    if (const Entry* entry = info.module->state.attributes->FindName(name)) {
      visit(info.module, name, Value(entry->value));
    }
    for (Object* frame = info.outer; frame != nullptr; frame = frame->As<FrameInfo>().outer) {
      const auto& slots = frame->As<FrameInfo>().scope->slots;
      const auto* slot = slots.find(name);
      if (slot != slots.end() && slot->second < frame->state.items.size()) {
        visit(frame, name, Value(frame->state.items[slot->second]));
      }
    }
  }
}

// The function itself is compiled for its own sake.
void FreezeCallees(Context& c, const Value& function) {
  ForEachOuterName(function.As<FunctionInfo>(),
                   [&](Object*, std::string_view, const Value& read) { Freeze(c, read); });
}

void FreezeFunction(Context& c, const Value& function) { Freeze(c, function); }

std::string WhyFrozen(const Context& c, const Object& owner, std::string_view name,
                      const ConstantRef& value, const NameTest& is_wanted) {
  for (const Frozen& frozen : c.frozen) {
    const bool is_same =
        value == nullptr || (frozen.value != nullptr && IsEqual(*value, *frozen.value));
    if (frozen.owner == &owner && frozen.name == name && !is_same && is_wanted(frozen.function)) {
      return fmt::format("had another value when `{}` was compiled", frozen.function);
    }
  }
  return {};
}

}  // namespace kernelc::host
