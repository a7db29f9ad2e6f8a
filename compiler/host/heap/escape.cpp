// Escape: what code that is not known may reach, now or at any later time, is unknown from here on.
#include <llvm/ADT/STLExtras.h>

#include <algorithm>

#include "compiler/host/interpreter/context.h"

namespace kernelc::host {
namespace {

constexpr std::string_view kEscaped = "was handed to code that is not known";

bool IsOfLibrary(const Object* module) {
  return module == nullptr || module->As<ModuleInfo>().is_library;
}

bool HasContents(const Value& value) {
  if (!value.is_object()) {
    return false;
  }
  const Object& object = *value.object;
  if (object.kind == Kind::Str || object.kind == Kind::Bytes) {
    return object.cls != nullptr;
  }
  if (object.kind == Kind::Class) {
    return !object.As<ClassInfo>().is_builtin && !object.As<ClassInfo>().is_library;
  }
  return HasTrait(object.kind, kHolds) &&
         (object.kind != Kind::Module || !object.As<ModuleInfo>().is_library);
}

}  // namespace

bool Heap::Escape(const Value& value, SourceRange where) {
  if (value.is(Kind::Kernel) &&
      (escaped_kernels_.empty() || escaped_kernels_.back() != value.object)) {
    escaped_kernels_.push_back(value.object);
  }
  if (!HasContents(value) || (value.object->state.top && value.object->kind != Kind::Frame)) {
    return false;
  }
  escaping_.push_back(value);
  return Flush(where);
}

bool Heap::Flush(SourceRange where) {
  if (is_flushing_ || joining_ > 0) {
    return false;
  }
  is_flushing_ = true;
  bool changed = false;
  while (!escaping_.empty()) {
    const Value value = escaping_.back();
    escaping_.pop_back();
    changed |= EscapeOne(value, where);
  }
  is_flushing_ = false;
  return changed;
}

bool Heap::EscapeOne(const Value& value, SourceRange where) {
  Object* object = value.object;
  if (HasTrait(object->kind, kBinds)) {
    for (const Value& item : object->state.items) {
      Escape(item, where);
    }
    if (object->cls == nullptr) {
      return false;
    }
  }
  return MakeTop(object, where);
}

bool Heap::MakeTop(Object* object, SourceRange where) {
  if (object->state.top) {
    return false;
  }
  State& state = Change(object);
  state.top = true;
  escapes_.insert_or_assign(object, where);
  state.ForEachValue([&](const Value& value) { Escape(value, where); });
  if (object->cls != nullptr) {
    Escape(Value::Of(object->cls), where);
  }
  if (object->kind == Kind::Function) {
    EscapeFunction(object, where);
  } else if (object->kind == Kind::Class) {
    for (Object* base : object->As<ClassInfo>().bases) {
      Escape(Value::Of(base), where);
    }
  } else if (object->kind == Kind::Frame) {
    const FrameInfo& info = object->As<FrameInfo>();
    if (info.function != nullptr) {
      Escape(Value::Of(info.function), where);
    }
  }
  return true;
}

Value Heap::PartOfTop(const Object& object) {
  const auto at = escapes_.find(&object);
  return Unknown(kEscaped, at == escapes_.end() ? SourceRange() : at->second);
}

void Heap::GiveUpIfTop(const Object& object) {
  if (object.state.top) {
    throw GivenUp{PartOfTop(object).why};
  }
}

void Heap::ExposeModulesOf(const CodeNames& names, SourceRange where) {
  exposed_modules_.insert(names.modules.begin(), names.modules.end());
  for (const auto& [module, parts] : names.parts_of_modules) {
    exposed_parts_[module].insert(parts.begin(), parts.end());
  }
  if (imported == nullptr || (names.modules.empty() && names.parts_of_modules.empty())) {
    return;
  }
  for (const Entry& entry : Entries(imported->state.attributes->entries())) {
    if (entry.value.is(Kind::Module)) {
      EscapeIfExposed(entry.value.object, where);
    }
  }
}

void Heap::EscapeIfExposed(Object* module, SourceRange where) {
  const std::string_view last = module->text.substr(module->text.rfind('.') + 1);
  for (const std::string_view name : {module->text, last}) {
    if (exposed_modules_.contains(std::string(name))) {
      Escape(Value::Of(module), where);
    }
    if (const auto parts = exposed_parts_.find(std::string(name)); parts != exposed_parts_.end()) {
      ExposeValue(Value::Of(module), &parts->second, where);
    }
  }
}

bool Heap::ExposeNames(const CodeNames& names, Object* frame, Object* module, const Scope* own,
                       SourceRange where) {
  const auto is_own = [&](std::string_view name) {
    return own != nullptr && own->slots.contains(name);
  };
  bool changed = false;
  for (const std::string_view name : names.reads) {
    changed |= !is_own(name) && ExposeName(frame, name, kExposed, where);
  }
  for (const auto& [name, members] : names.members) {
    changed |= !is_own(name) && ExposeName(frame, name, kExposed, where, &members);
  }
  for (const std::string_view name : names.writes) {
    changed |= !is_own(name) && ExposeName(frame, name, kVolatile, where);
  }
  for (const std::string_view name : names.globals) {
    changed |= ExposeName(module, name, kExposed | kVolatile, where);
  }
  ExposeModulesOf(names, where);
  return (names.is_wild && !IsOfLibrary(module) && MakeTop(module, where)) || changed;
}

bool Heap::EscapeFunction(const Object* function, SourceRange where) {
  const FunctionInfo& info = function->As<FunctionInfo>();
  if (info.class_cell != nullptr && !info.class_cell->state.items.empty()) {
    Escape(info.class_cell->state.items[0], where);
  }
  return ExposeNames(info.unit->walks->NamesOf(info.node),
                     info.outer != nullptr ? info.outer : info.module, info.module, info.scope,
                     where);
}

void Heap::EscapeCode(const ast::Node* node, Object* frame, bool runs_here, SourceRange where) {
  ExposeNames(FindNames(node), frame, frame->As<FrameInfo>().module, nullptr, where);
  if (runs_here) {
    ForEachBinding(node, [&](std::string_view name) { ExposeName(frame, name, kVolatile, where); });
  }
}

// Of a module of the program, what code reads of it escapes rather than the module.
bool Heap::ExposeValue(const Value& value, const Members* members, SourceRange where) {
  const bool has_members = members != nullptr && value.is(Kind::Module) &&
                           !value.object->state.top && !IsOfLibrary(value.object) &&
                           value.object->state.attributes->FindName("__getattr__") == nullptr;
  if (!has_members) {
    return Escape(value, where);
  }
  bool changed = false;
  for (const std::string_view name : *members) {
    changed |= ExposeName(value.object, name, kExposed, where);
  }
  return changed;
}

bool Heap::ExposePlace(Value& place, std::uint8_t wanted, SourceRange where,
                       const Members* members) {
  const std::uint8_t flags = place.flags;
  const Value value = place;
  place.flags |= wanted;
  const std::uint8_t now = place.flags;
  if ((wanted & kVolatile) != 0 && (!place.is_unknown() || place.meant != 0)) {
    place = Unknown(kEscaped, where);
    place.flags = now;
  }
  // Last: it may move the place.
  const bool escaped = ExposeValue(value, members, where);
  return escaped || flags != now;
}

bool Heap::ExposeName(Object* frame, std::string_view name, std::uint8_t wanted, SourceRange where,
                      const Members* members) {
  const auto is_exposed = [&](const Value& place) { return (place.flags & wanted) == wanted; };
  // Of a module, another part may have been meant so far.
  const auto again = [&](const Value& value) {
    return value.is(Kind::Module) && ExposeValue(value, members, where);
  };
  Object* owner = frame;
  while (owner != nullptr && owner->kind == Kind::Frame) {
    const FrameInfo& info = owner->As<FrameInfo>();
    if (info.space != nullptr) {
      // The body of a class is seen from itself alone, which is where this began.
      owner = info.space;
      if (info.space->kind == Kind::Module ||
          (owner->state.attributes && owner->state.attributes->FindName(name))) {
        break;
      }
      owner = info.outer != nullptr ? info.outer : info.module;
      continue;
    }
    if (const auto* slot = info.scope->slots.find(name); slot != info.scope->slots.end()) {
      const Value& place = owner->state.items[slot->second];
      return is_exposed(place)
                 ? again(place)
                 : ExposePlace(Change(owner).items[slot->second], wanted, where, members);
    }
    owner = info.outer != nullptr ? info.outer : info.module;
  }
  if (owner == nullptr || (owner->kind == Kind::Module && IsOfLibrary(owner))) {
    return false;
  }
  const Entry* found = owner->state.attributes->FindName(name);
  if (found != nullptr && is_exposed(found->value)) {
    return again(found->value);
  }
  Table& table = *Change(owner).attributes;
  Entry* entry = table.FindName(name);
  if (entry == nullptr) {
    // It has no value yet: the mark waits for one.
    entry = &table.Add(Str(name), Table::HashName(name), Value());
  }
  table.is_uncertain |= (wanted & kVolatile) != 0 && entry->value.is_undefined();
  return ExposePlace(entry->value, wanted, where, members);
}

}  // namespace kernelc::host
