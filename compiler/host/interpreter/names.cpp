// Names of the program: variables of functions, of class bodies and of files.
#include <fmt/format.h>
#include <llvm/ADT/STLExtras.h>

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "compiler/host/interpreter/context.h"

namespace kernelc::host {
namespace {

// Builtins without a row: they exist, what they do is not known.
constexpr std::string_view kOtherBuiltins[] = {"BaseExceptionGroup",
                                               "ExceptionGroup",
                                               "PythonFinalizationError",
                                               "__build_class__",
                                               "__doc__",
                                               "__loader__",
                                               "__package__",
                                               "__spec__",
                                               "aiter",
                                               "anext",
                                               "ascii",
                                               "breakpoint",
                                               "copyright",
                                               "credits",
                                               "dir",
                                               "help",
                                               "input",
                                               "license",
                                               "memoryview"};

// Behind `from x import *` of something unknown, any name may be one of it.
constexpr std::string_view kStar = "*";

// Where the names of a scope that is no function's are kept.
Table& NamesOf(Object* owner) {
  if (!owner->state.attributes) {
    owner->state.attributes = std::make_unique<Table>();
  }
  return *owner->state.attributes;
}

void StoreInNames(Context& c, Object* owner, std::string_view name, const Value& value) {
  Table& names = NamesOf(owner);
  const std::uint64_t hash = Table::HashName(name);
  Entry* entry = names.FindName(name, hash);
  if (entry == nullptr || entry->value.is_undefined()) {
    // A name that waited for a value comes last now.
    const std::uint8_t flags = entry == nullptr ? std::uint8_t{0} : entry->value.flags;
    if (entry != nullptr) {
      names.Remove(*entry);
    }
    entry = &names.Add(c.heap.Str(name), hash, Value());
    entry->value.flags = flags;
  }
  entry->where = c.where;
  StorePlace(c, entry->value, value);
}

// The frame whose slot holds `name`, from `frame` outwards; null for none.
Object* FindSlot(Object* frame, std::string_view name, std::uint32_t& slot) {
  while (frame != nullptr) {
    const FrameInfo& info = frame->As<FrameInfo>();
    if (info.space == nullptr) {
      if (const auto* found = info.scope->slots.find(name); found != info.scope->slots.end()) {
        slot = found->second;
        return frame;
      }
      if (info.scope->globals.contains(name)) {
        return nullptr;
      }
    }
    frame = info.outer;
  }
  return nullptr;
}

// Whether a place that is not known to be empty may be so.
bool MayLack(const Value& place) {
  return place.is_unknown() || (place.flags & (kMaybe | kVolatile)) != 0;
}

Value LoadSlot(Context& c, Object* frame, std::uint32_t slot, std::string_view name) {
  const Value& value = frame->state.items[slot];
  if (frame->state.top) {
    return c.heap.PartOfTop(*frame);
  }
  if (value.is_undefined()) {
    if ((value.flags & kVolatile) != 0) {
      MayRaise(c);
      return Lose(c, "may have no value");
    }
    RaiseError(c, "UnboundLocalError",
               "cannot access local variable '{}' where it is not associated with a value", name);
  }
  return value;
}

Value LoadBuiltin(Context& c, std::string_view name) {
  std::unordered_map<std::string_view, Object*>& known = c.library->builtin_names;
  if (const auto found = known.find(name); found != known.end()) {
    return Value::Of(found->second);
  }
  const bool is_old_name = name == "IOError" || name == "EnvironmentError";
  if (Object* cls = BuiltinClass(c, is_old_name ? "OSError" : name)) {
    if (!IsHiddenType(name)) {
      if (!is_old_name) {
        known.emplace(cls->text, cls);
      }
      return Value::Of(cls);
    }
  }
  if (const NativeRow* row = FindNative("builtins", name)) {
    const Value value = NativeValue(c, *row);
    if (value.is(Kind::Native)) {
      known.emplace(row->name(), value.object);
    }
    return value;
  }
  if (name == "__builtins__") {
    return ImportModule(c, "builtins", 0);
  }
  return llvm::is_contained(kOtherBuiltins, name)
             ? Lose(c, fmt::format("`{}` is not followed", name))
             : Value();
}

// A name that may be the builtin function: some of these reach the frame that calls them, without
// an argument.
void LoseFrameFor(Context& c, std::string_view name) {
  constexpr std::string_view kReaching[] = {"__builtins__", "__import__", "eval",  "exec",
                                            "globals",      "locals",     "super", "vars"};
  if (!llvm::is_contained(kReaching, name)) {
    return;
  }
  for (const Value& value : ValueList(c.frame->state.items)) {
    c.heap.Escape(value, c.where);
  }
  if (name == "super") {
    return;
  }
  const FrameInfo& info = c.frame->As<FrameInfo>();
  if (info.space != nullptr) {
    c.heap.MakeTop(info.space, c.where);
  }
  c.heap.MakeTop(info.module, c.where);
}

Value LoadGlobal(Context& c, Object* module, std::string_view name) {
  Table& names = NamesOf(module);
  const std::uint64_t hash = Table::HashName(name);
  const Entry* entry = module->state.top ? nullptr : names.FindName(name, hash);
  if (entry != nullptr && !entry->value.is_undefined()) {
    // What handles an exception may add names.
    const Value value = entry->value;
    if ((value.flags & kMaybe) != 0) {
      MayRaise(c);
    }
    return value;
  }
  static const std::uint64_t star_hash = Table::HashName(kStar);
  const std::string_view why = module->state.top ? "is handed on"
                               : names.FindName(kStar, star_hash) != nullptr
                                   ? "may be a name of a module that is not known"
                               : entry != nullptr && (entry->value.flags & kVolatile) != 0
                                   ? "may be given by code that is not known"
                                   : "";
  if (!why.empty()) {
    LoseFrameFor(c, name);
    MayRaise(c);
    return module->state.top ? c.heap.PartOfTop(*module) : Lose(c, why);
  }
  if (c.library->builtins != nullptr) {
    const Entry* own = NamesOf(c.library->builtins).FindName(name, hash);
    if (own != nullptr && !own->value.is_undefined()) {
      return own->value;
    }
  }
  const Object* cell = c.frame->As<FrameInfo>().class_cell;
  if (name == "__class__" && cell != nullptr && !cell->state.items.empty()) {
    return cell->state.items[0];
  }
  const Value builtin = LoadBuiltin(c, name);
  if (builtin.is_undefined()) {
    for (const Entry& star : names.named()) {
      // `from kernelc import *`
      if (star.key.text().size() > 1 && star.key.text()[0] == '*') {
        return ExternalAttribute(c, MakeExternal(c, star.key.text().substr(1)).object, name);
      }
    }
    RaiseError(c, "NameError", "name '{}' is not defined", name);
  }
  return builtin;
}

}  // namespace

Object* FunctionFrame(Object* frame) {
  const FrameInfo& info = frame->As<FrameInfo>();
  return info.space == nullptr ? frame : info.outer;
}

void Capture(Object* frame) {
  for (; frame != nullptr; frame = frame->As<FrameInfo>().outer) {
    frame->As<FrameInfo>().is_captured = true;
  }
}

const Scope* ScopeOf(Context& c, const ast::Node* node) {
  std::unique_ptr<Scope>& scope = c.frame->As<FrameInfo>().unit->scopes[node];
  if (!scope) {
    scope = std::make_unique<Scope>(FindScope(node));
  }
  return scope.get();
}

Object* NewFrame(Context& c, const Scope* scope) {
  const FrameInfo& here = c.frame->As<FrameInfo>();
  Object* frame = c.heap.New(Kind::Frame);
  FrameInfo& info = frame->Attach<FrameInfo>();
  info.scope = scope;
  info.outer = FunctionFrame(c.frame);
  info.module = here.module;
  info.function = here.function;
  info.class_cell = here.class_cell;
  info.unit = here.unit;
  frame->state.items.resize(scope->slots.size());
  return frame;
}

void StorePlace(Context& c, Value& place, const Value& value) {
  const std::uint8_t flags = static_cast<std::uint8_t>(place.flags & ~kMaybe);
  if ((flags & kFixed) != 0) {
    return;
  }
  const bool escapes = (flags & (kVolatile | kExposed)) != 0;
  place = value;
  place.flags = flags;
  if ((flags & kVolatile) != 0 && (!value.is_unknown() || value.meant != 0)) {
    place = Lose(c, "may be changed by code that is not known");
    place.flags = flags;
  }
  // Last: it may move the place.
  if (escapes) {
    c.heap.Escape(value, c.where);
  }
}

void StoreName(Context& c, Object* owner, std::string_view name, const Value& value) {
  if (owner->state.top) {
    c.heap.Escape(value, c.where);
    return;
  }
  c.heap.Change(owner);
  StoreInNames(c, owner, name, value);
}

Value LoadName(Context& c, std::string_view name) {
  const FrameInfo& info = c.frame->As<FrameInfo>();
  if (info.scope != nullptr && info.scope->globals.contains(name)) {
    return LoadGlobal(c, info.module, name);
  }
  if (info.space != nullptr && info.space->kind != Kind::Module) {
    const Entry* entry = NamesOf(info.space).FindName(name);
    if (entry != nullptr && !entry->value.is_undefined()) {
      return entry->value;
    }
  }
  std::uint32_t slot = 0;
  if (Object* frame = FindSlot(c.frame, name, slot)) {
    return LoadSlot(c, frame, slot, name);
  }
  return LoadGlobal(c, info.module, name);
}

void StoreVariable(Context& c, std::string_view name, const Value& value) {
  const FrameInfo& info = c.frame->As<FrameInfo>();
  if (info.scope != nullptr && info.scope->globals.contains(name)) {
    StoreName(c, info.module, name, value);
    return;
  }
  if (info.space != nullptr && (info.scope == nullptr || !info.scope->nonlocals.contains(name))) {
    if (c.skips && info.space == c.main && !c.main->state.top && c.heap.is_plain()) {
      // What a statement of the file binds is unknown where it is skipped.
      c.heap.NoteChange();
      StoreInNames(c, info.space, name, value);
    } else {
      StoreName(c, info.space, name, value);
    }
    return;
  }
  std::uint32_t slot = 0;
  Object* frame = FindSlot(c.frame, name, slot);
  if (frame == nullptr) {
    // `:=` of a comprehension outside of functions.
    StoreName(c, info.module, name, value);
    return;
  }
  if (frame->state.top) {
    c.heap.Escape(value, c.where);
    return;
  }
  StorePlace(c, c.heap.Change(frame).items[slot], value);
}

void DeleteVariable(Context& c, std::string_view name) {
  const FrameInfo& info = c.frame->As<FrameInfo>();
  const bool is_global = info.scope != nullptr && info.scope->globals.contains(name);
  std::uint32_t slot = 0;
  Object* frame = info.space == nullptr && !is_global ? FindSlot(c.frame, name, slot) : nullptr;
  Object* owner = frame != nullptr                     ? frame
                  : is_global || info.space == nullptr ? info.module
                                                       : info.space;
  const auto find = [&]() -> Value* {
    Entry* entry = frame == nullptr ? NamesOf(owner).FindName(name) : nullptr;
    return frame != nullptr   ? &frame->state.items[slot]
           : entry != nullptr ? &entry->value
                              : nullptr;
  };
  const Value* found = find();
  const bool is_there = found != nullptr && !found->is_undefined();
  const bool may_lack = (found != nullptr && MayLack(*found)) ||
                        (!is_there && frame == nullptr &&
                         (owner->state.top || NamesOf(owner).FindName(kStar) != nullptr));
  if (may_lack) {
    MayRaise(c);
  } else if (!is_there) {
    RaiseError(c, frame != nullptr ? "UnboundLocalError" : "NameError", "name '{}' is not defined",
               name);
  }
  if (!is_there) {
    return;
  }
  c.heap.Change(owner);
  Value& place = *find();
  const std::uint8_t flags = place.flags;
  if (frame != nullptr || (flags & (kExposed | kVolatile)) != 0) {
    place = Value();
    place.flags = flags;
  } else if ((flags & kFixed) == 0) {
    NamesOf(owner).Remove(*NamesOf(owner).FindName(name));
  }
}

namespace {

// The names that Python gives a file of the program come before its own, in this order.
void AddPythonsNames(Context& c, Object* module) {
  constexpr std::string_view kOfMain[] = {"__name__",     "__doc__",  "__package__",
                                          "__loader__",   "__spec__", "__annotations__",
                                          "__builtins__", "__file__", "__cached__"};
  constexpr std::string_view kOfImported[] = {"__name__",   "__doc__",    "__package__",
                                              "__loader__", "__spec__",   "__path__",
                                              "__file__",   "__cached__", "__builtins__"};
  const auto own = std::move(c.heap.Change(module).attributes);
  module->state.attributes = std::make_unique<Table>();
  module->state.attributes->is_uncertain = own->is_uncertain;
  const auto add = [&](const Value& key, const Value& value, SourceRange where) {
    module->state.attributes->Add(key, Table::HashName(key.text()), value).where = where;
  };
  const bool is_main = module == c.main;
  for (const std::string_view name :
       is_main ? std::span<const std::string_view>(kOfMain) : kOfImported) {
    const Entry* entry = own->FindName(name);
    if (entry != nullptr && !entry->value.is_undefined()) {
      add(entry->key, entry->value, entry->where);
    } else if (name != "__path__" || !module->As<ModuleInfo>().folder.empty()) {
      Value value = name == "__builtins__"      ? FindLibrary(c, "builtins")
                    : name == "__annotations__" ? Value::Of(c.heap.NewDict())
                                                : Lose(c, "is what Python says of the file");
      value.flags = entry == nullptr ? std::uint8_t{0} : entry->value.flags;
      add(c.heap.Str(name), value, {});
    }
  }
  for (const Entry& entry : own->live()) {
    if (module->state.attributes->FindName(entry.key.text()) == nullptr) {
      add(entry.key, entry.value, entry.where);
    }
  }
}

}  // namespace

Value AttributesAsDict(Context& c, Object* owner) {
  // stdlib/host asks for what classes of the program have.
  if (owner->kind == Kind::Class && owner->As<ClassInfo>().is_builtin &&
      !c.frame->As<FrameInfo>().unit->is_library) {
    return Lose(c, "are the attributes of a builtin type");
  }
  if (!owner->state.attributes) {
    c.heap.Change(owner).attributes = std::make_unique<Table>();
  }
  const bool is_file = owner->kind == Kind::Module && !owner->As<ModuleInfo>().is_library;
  if (is_file && !owner->state.top && owner->state.attributes->FindName("__spec__") == nullptr) {
    AddPythonsNames(c, owner);
  }
  Object* dict = c.heap.NewDict();
  dict->state.items = {Value::Of(owner)};
  return Value::Of(dict);
}

}  // namespace kernelc::host
