// Attributes: of instances through their classes, of classes, modules and functions.
#include <fmt/format.h>
#include <llvm/ADT/STLExtras.h>

#include <algorithm>
#include <span>

#include "compiler/host/arrays/array.h"
#include "compiler/host/library/natives.h"

namespace kernelc::host {
namespace {

const Entry* FindEntry(const Object* object, std::string_view name, std::uint64_t hash) {
  const Entry* entry =
      object->state.attributes ? object->state.attributes->FindName(name, hash) : nullptr;
  return entry != nullptr && !entry->value.is_undefined() ? entry : nullptr;
}

const Entry* FindEntry(const Object* object, std::string_view name) {
  return FindEntry(object, name, Table::HashName(name));
}

[[noreturn]] void RaiseMissing(Context& c, std::string_view name) {
  RaiseError(c, "AttributeError", "there is no attribute '{}'", name);
}

Value LoseAttribute(Context& c, const Object& top) {
  MayRaise(c);
  return c.heap.PartOfTop(top);
}

Value ModuleAttribute(Context& c, Object* module, std::string_view name) {
  if (module->state.top) {
    return LoseAttribute(c, *module);
  }
  if (const Entry* entry = FindEntry(module, name)) {
    return entry->value;
  }
  if (name == "__dict__") {
    return AttributesAsDict(c, module);
  }
  if (module->As<ModuleInfo>().is_library) {
    return LibraryAttribute(c, module, name);
  }
  if ((module->state.attributes && (module->state.attributes->FindName("*") != nullptr ||
                                    module->state.attributes->FindName(name) != nullptr)) ||
      FindEntry(module, "__getattr__") != nullptr) {
    MayRaise(c);
    return Lose(c, "may be given by code that is not known");
  }
  return name == "__doc__" ? Lose(c, "is a text of documentation") : Value();
}

ValueList SlotsOf(Context& c, const Entry& slots) {
  return slots.value.is(Kind::Str) ? ValueList{slots.value} : Elements(c, slots.value);
}

// Whether `__slots__` leave an object of the class no place for the name.
bool HasNoPlace(Context& c, const Object& cls, std::string_view name) {
  for (Object* one : cls.As<ClassInfo>().mro) {
    const ClassInfo& info = one->As<ClassInfo>();
    if (info.is_builtin) {
      continue;
    }
    const Entry* slots = FindEntry(one, "__slots__");
    if (slots == nullptr) {
      return false;
    }
    for (const Value& slot : SlotsOf(c, *slots)) {
      CheckKnown(c, slot);
      if (slot.is(Kind::Str) && (slot.text() == name || slot.text() == "__dict__")) {
        return false;
      }
    }
  }
  return !cls.As<ClassInfo>().is_builtin;
}

// Code that is not known has the variables that a function sees.
void LoseVariables(Context& c, const FunctionInfo& info) {
  for (Object* frame = info.outer; frame != nullptr; frame = frame->As<FrameInfo>().outer) {
    c.heap.MakeTop(frame, c.where);
  }
}

Value FunctionAttribute(Context& c, Object* function, std::string_view name) {
  if (function->state.top) {
    return LoseAttribute(c, *function);
  }
  if (const Entry* entry = FindEntry(function, name)) {
    return entry->value;
  }
  const FunctionInfo& info = function->As<FunctionInfo>();
  if (name == "__name__" || name == "__qualname__" || name == "__module__") {
    return c.heap.Str(name == "__name__"     ? function->text
                      : name == "__module__" ? info.module->text
                                             : info.qualified_name);
  }
  if (name == "__dict__") {
    return AttributesAsDict(c, function);
  }
  // What these give may reach the function's variables, or those of its file.
  if (name == "__call__") {
    return Value::Of(function);
  }
  if (name == "__defaults__") {
    const auto count = static_cast<std::ptrdiff_t>(info.arguments->defaults.size());
    const ValueList& items = function->state.items;
    return count == 0 ? Value::None() : c.heap.Tuple({items.begin(), items.begin() + count});
  }
  constexpr std::string_view kReaching[] = {"__builtins__", "__closure__", "__code__",
                                            "__get__",      "__globals__", "__kwdefaults__"};
  constexpr std::string_view kOthers[] = {"__annotations__", "__class__", "__doc__", "__hash__",
                                          "__type_params__"};
  if (llvm::is_contained(kOthers, name)) {
    return Lose(c, "is a part of a function that is not followed");
  }
  if (llvm::is_contained(kReaching, name) ||
      !FindInOne(c, BuiltinClass(c, "object"), name).is_undefined()) {
    c.heap.Escape(Value::Of(function), c.where);
    if (name == "__globals__") {
      c.heap.MakeTop(info.module, c.where);
    }
    if (name == "__closure__") {
      LoseVariables(c, info);
    }
    return Lose(c, "is a part of a function that is not followed");
  }
  return Value();
}

// A class of stdlib/host need not have all that Python's has, unless it says so; nor what derives
// from it. `mro` is what of the order is still to be searched.
void CheckWhole(Context& c, std::span<Object* const> mro, std::string_view name) {
  if (name.starts_with("_")) {
    return;
  }
  for (const Object* cls : mro) {
    if (IsPartialItself(cls)) {
      GiveUp(c, "`{}.{}` is not followed", cls->text, name);
    }
  }
}

Value ClassAttribute(Context& c, Object* cls, std::string_view name) {
  const ClassInfo& info = cls->As<ClassInfo>();
  Object* metaclass = info.metaclass;
  const Value of_meta = metaclass != nullptr ? FindInClass(c, metaclass, name) : Value();
  if (!of_meta.is_undefined() && IsData(c, of_meta)) {
    return Bind(c, of_meta, Value::Of(cls), metaclass);
  }
  if (name == "__name__") {
    return NameOfClass(c, *cls);
  }
  if (name == "__qualname__") {
    return c.heap.Str(info.qualified_name);
  }
  if (name == "__module__") {
    return c.heap.Str(info.is_builtin ? "builtins" : info.module_name);
  }
  if (name == "__class__") {
    return Value::Of(metaclass != nullptr ? metaclass : BuiltinClass(c, "type"));
  }
  if (name == "__mro__" || name == "__bases__") {
    return c.heap.Tuple(ListOf(name == "__mro__" ? info.mro : info.bases, Value::Of));
  }
  if (name == "__base__") {
    return info.bases.empty() ? Value::None() : Value::Of(info.bases.front());
  }
  if (name == "__dict__") {
    return AttributesAsDict(c, cls);
  }
  const Value found = FindInClass(c, cls, name);
  if (found.is_unknown()) {
    // It may be a descriptor, which gets the class.
    c.heap.Escape(Value::Of(cls), c.where);
    MayRaise(c);
    return found;
  }
  if (!found.is_undefined()) {
    return Bind(c, found, Value(), cls);
  }
  if (!of_meta.is_undefined()) {
    return Bind(c, of_meta, Value::Of(cls), metaclass);
  }
  if (name == "__doc__" || name == "__annotations__") {
    // Builtin types have none of the latter.
    MayRaise(c);
    return Lose(c, "is a text of documentation, or what is said of types");
  }
  for (Object* one : info.mro) {
    const Entry* slots = FindEntry(one, "__slots__");
    for (const Value& slot : slots == nullptr ? ValueList() : SlotsOf(c, *slots)) {
      GiveUpIf(c, slot.is(Kind::Str) && slot.text() == name,
               "is a slot of a class, which is not followed");
    }
  }
  CheckWhole(c, info.mro, name);
  return Value();
}

Value SuperAttribute(Context& c, Object* super, std::string_view name) {
  const Value& self = super->state.items[1];
  const bool of_class =
      self.is(Kind::Class) && IsSubclass(self.object, super->state.items[0].object);
  Object* from = of_class ? self.object : ClassOf(c, self);
  const std::vector<Object*>& mro = from->As<ClassInfo>().mro;
  const auto first = std::ranges::find(mro, super->state.items[0].object);
  const std::span<Object* const> behind(first == mro.end() ? first : first + 1, mro.end());
  for (Object* cls : behind) {
    if (const Value found = FindInOne(c, cls, name); !found.is_undefined()) {
      // Through the class itself, methods stay functions; class methods get the class that
      // `super` began with.
      return of_class ? Bind(c, found, Value(), from) : Bind(c, found, self, from);
    }
  }
  CheckWhole(c, behind, name);
  return Value();
}

Value InstanceAttribute(Context& c, const Value& object, std::string_view name) {
  if (IsNumpy(object) || object.is(Kind::DType)) {
    if (const Value of_array = ArrayAttribute(c, object, name); !of_array.is_undefined()) {
      return of_array;
    }
  }
  Object* cls = ClassOf(c, object);
  const Value of_class = FindInClass(c, cls, name);
  if (of_class.is_unknown()) {
    // It may be a property that does anything.
    c.heap.Escape(object, c.where);
    MayRaise(c);
    return of_class;
  }
  if (!of_class.is_undefined() && IsData(c, of_class)) {
    return Bind(c, of_class, object, cls);
  }
  if (name == "__class__" && of_class.is_undefined()) {
    return Value::Of(cls);
  }
  if (object.is_object() && object.object->state.attributes) {
    if (object.object->state.top) {
      return LoseAttribute(c, *object.object);
    }
    if (const Entry* entry = FindEntry(object.object, name)) {
      const Value value = entry->value;
      if ((value.flags & kMaybe) != 0) {
        MayRaise(c);
      }
      return value;
    }
  }
  if (name == "__dict__" && object.is_object() && cls->As<ClassInfo>().is_builtin == false &&
      !HasNoPlace(c, *cls, name)) {
    return AttributesAsDict(c, object.object);
  }
  if (!of_class.is_undefined()) {
    return Bind(c, of_class, object, cls);
  }
  CheckWhole(c, cls->As<ClassInfo>().mro, name);
  return Value();
}

}  // namespace

Value OwnAttribute(const Object& object, std::string_view name) {
  const Entry* entry = FindEntry(&object, name);
  return entry != nullptr ? entry->value : Value();
}

bool IsData(Context& c, const Value& attribute) {
  return attribute.is(Kind::Property) ||
         (attribute.is(Kind::Instance) && attribute.object->cls != nullptr &&
          !FindInClass(c, attribute.object->cls, "__set__").is_undefined());
}

static Value FindHashed(Context& c, Object* cls, std::string_view name, std::uint64_t hash) {
  if (cls->state.top) {
    return c.heap.PartOfTop(*cls);
  }
  if (cls->As<ClassInfo>().is_builtin) {
    return FindNativeMember(c, *cls, name);
  }
  const Entry* entry = FindEntry(cls, name, hash);
  return entry != nullptr ? entry->value : Value();
}

// `skips`: builtin types.
static Value FindInOrder(Context& c, const Object* cls, std::string_view name, bool skips) {
  const std::uint64_t hash = Table::HashName(name);
  for (Object* one : cls->As<ClassInfo>().mro) {
    const Value found =
        skips && one->As<ClassInfo>().is_builtin ? Value() : FindHashed(c, one, name, hash);
    if (!found.is_undefined()) {
      return found;
    }
  }
  return Value();
}

Value FindInOne(Context& c, Object* cls, std::string_view name) {
  return FindHashed(c, cls, name, Table::HashName(name));
}

Value FindInClass(Context& c, const Object* cls, std::string_view name) {
  return FindInOrder(c, cls, name, false);
}

Value FindOwn(Context& c, const Object* cls, std::string_view name) {
  return cls->As<ClassInfo>().is_builtin ? Value() : FindInOrder(c, cls, name, true);
}

Value Bind(Context& c, const Value& attribute, const Value& object, Object* cls) {
  if (!attribute.is_object()) {
    return attribute;
  }
  const Object& what = *attribute.object;
  const auto method = [&](const Value& self, const Value& function) {
    return c.heap.Of(Kind::Method, {self, function});
  };
  if (what.kind == Kind::Native && what.As<NativeInfo>().row->is_attribute) {
    return object.is_undefined() ? attribute : Call(c, attribute, {object});
  }
  if (what.kind == Kind::Native || what.kind == Kind::Function) {
    // Functions of the library are no methods wherever they stand; among a builtin type's members,
    // they are its class methods.
    const NativeRow* row = what.kind == Kind::Native ? what.As<NativeInfo>().row : nullptr;
    const bool is_function = row != nullptr && !row->is_method;
    GiveUpIf(c,
             is_function && !cls->As<ClassInfo>().is_builtin &&
                 c.library->classes.contains(row->owner()),
             "is a class method of a derived class that is not followed");
    const bool is_free = object.is_undefined() || is_function || what.text.ends_with("__new__");
    return is_free ? attribute : method(object, attribute);
  }
  if (what.kind == Kind::StaticMethod) {
    return what.state.items[0];
  }
  if (what.kind == Kind::ClassMethod) {
    return method(Value::Of(cls), what.state.items[0]);
  }
  if (what.kind == Kind::Property && !object.is_undefined()) {
    RaiseIf(c, what.state.items[0].is_none(), "AttributeError", "property has no getter");
    return Call(c, what.state.items[0], {object});
  }
  if (what.kind == Kind::Instance && what.cls != nullptr) {
    const Value get = FindInClass(c, what.cls, "__get__");
    const Value self = object.is_undefined() ? Value::None() : object;
    return get.is_undefined() ? attribute : Call(c, get, {attribute, self, Value::Of(cls)});
  }
  return attribute;
}

// Of what has no class that the program could have made: modules, functions, `super()` and the
// like; nothing for other objects.
static std::optional<Value> AttributeOfItsOwn(Context& c, const Value& object,
                                              std::string_view name) {
  if (object.is_unknown()) {
    MayRaise(c);
    return MeantAttribute(c, object, name);
  }
  using Attribute = Value (*)(Context&, Object*, std::string_view);
  constexpr std::pair<Kind, Attribute> kAttributes[] = {{Kind::Module, ModuleAttribute},
                                                        {Kind::External, ExternalAttribute},
                                                        {Kind::Function, FunctionAttribute},
                                                        {Kind::Kernel, KernelAttribute},
                                                        {Kind::Super, SuperAttribute}};
  for (const auto& [kind, attribute] : kAttributes) {
    if (object.is(kind)) {
      return attribute(c, object.object, name);
    }
  }
  if (object.is(Kind::Native)) {
    const std::string_view path = object.text();
    if (const NativeRow* row = FindNative(path, name)) {
      return NativeValue(c, *row);
    }
    // NumPy 2 has another name for it.
    GiveUpIf(c, name == "__name__" && path == "numpy.bool_",
             "is the name of a type that is not followed");
    return name == "__name__" ? c.heap.Str(path.substr(path.rfind('.') + 1))
                              : Lose(c, fmt::format("`{}.{}` is not followed", path, name));
  }
  if (object.is(Kind::Method) && name != "__self__" && name != "__func__" && name != "__class__") {
    if (name == "__call__") {
      return object;
    }
    const Value found = FindAttribute(c, object.items()[1], name);
    if (found.is_unknown()) {
      c.heap.Escape(object, c.where);
    }
    return found;
  }
  if (object.is(Kind::Class) && object.object->state.top) {
    return LoseAttribute(c, *object.object);
  }
  return object.is(Kind::Class) && object.As<ClassInfo>().metaclass == nullptr
             ? std::optional(ClassAttribute(c, object.object, name))
             : std::nullopt;
}

Value FindAttribute(Context& c, const Value& object, std::string_view name) {
  if (const std::optional<Value> own = AttributeOfItsOwn(c, object, name)) {
    return *own;
  }
  Object* cls = ClassOf(c, object);
  const auto find = [&] {
    return object.is(Kind::Class) ? ClassAttribute(c, object.object, name)
                                  : InstanceAttribute(c, object, name);
  };
  if (const Value own_way = FindOwn(c, cls, "__getattribute__"); !own_way.is_undefined()) {
    return Call(c, own_way, {object, c.heap.Str(name)});
  }
  const Value fallback = FindOwn(c, cls, "__getattr__");
  if (fallback.is_undefined()) {
    return find();
  }
  const Value found = Unless(c, {"AttributeError"}, find);
  return found.is_undefined() ? Call(c, fallback, {object, c.heap.Str(name)}) : found;
}

Value GetAttribute(Context& c, const Value& object, std::string_view name) {
  return Guarded(c, {object}, [&] {
    const Value found = FindAttribute(c, object, name);
    if (found.is_undefined()) {
      RaiseMissing(c, name);
    }
    return found;
  });
}

static void SetOfInstance(Context& c, const Value& object, std::string_view name,
                          const Value& value) {
  if (IsNumpy(object)) {
    ArraySetAttribute(c, object, name, value);
    return;
  }
  Object* cls = ClassOf(c, object);
  const Value of_class = FindInClass(c, cls, name);
  if (of_class.is_unknown()) {
    c.heap.Escape(object, c.where);
    c.heap.Escape(value, c.where);
    MayRaise(c);
    return;
  }
  if (of_class.is(Kind::Property)) {
    const Value setter = of_class.items()[1];
    RaiseIf(c, setter.is_none(), "AttributeError", "the property has no setter");
    Call(c, setter, {object, value});
    return;
  }
  if (of_class.is(Kind::Instance) &&
      !CallSpecial(c, of_class, "__set__", {object, value}).is_undefined()) {
    return;
  }
  const bool is_exception = IsSubclass(cls, BuiltinClass(c, "BaseException"));
  if (!object.is_object() || (cls->As<ClassInfo>().is_builtin && !is_exception) ||
      (!is_exception && HasNoPlace(c, *cls, name))) {
    RaiseMissing(c, name);
  }
  StoreName(c, object.object, name, value);
}

bool IsReplaced(const Object& function) {
  return FindEntry(&function, "__code__") != nullptr ||
         FindEntry(&function, "__defaults__") != nullptr ||
         FindEntry(&function, "__kwdefaults__") != nullptr;
}

void SetPlainAttribute(Context& c, const Value& object, std::string_view name, const Value& value) {
  if (name == "__class__" || name == "__bases__" ||
      (name == "__dict__" && !object.is(Kind::Class))) {
    if (name == "__class__" && object.is(Kind::Instance)) {
      // ClassOf looks for it.
      State& state = c.heap.Change(object.object);
      if (!state.attributes) {
        state.attributes = std::make_unique<Table>();
      }
      if (state.attributes->FindName(name) == nullptr) {
        state.attributes->Add(c.heap.Str(name), Table::HashName(name), Value::None());
      }
    }
    GiveUp(c, "has a part of its class replaced");
  }
  if (object.is(Kind::Function) && object.object->state.top &&
      (name == "__code__" || name == "__defaults__" || name == "__kwdefaults__")) {
    // Nothing is kept of it that could say so.
    const FunctionInfo& info = object.As<FunctionInfo>();
    LoseVariables(c, info);
    c.heap.MakeTop(info.module, c.where);
  }
  if (object.is(Kind::Class)) {
    RaiseIf(c, object.As<ClassInfo>().is_builtin, "TypeError", "builtin types are not changed");
    StoreName(c, object.object, name, value);
  } else if (object.is(Kind::Module, Kind::Function, Kind::Kernel)) {
    StoreName(c, object.object, name, value);
  } else {
    SetOfInstance(c, object, name, value);
  }
}

void SetAttribute(Context& c, const Value& object, std::string_view name, const Value& value) {
  Guarded(c, {object, value}, [&]() -> Value {
    CheckKnown(c, object);
    Object* cls = ClassOf(c, object);
    if (const Value own_way = FindOwn(c, cls, "__setattr__"); !own_way.is_undefined()) {
      return Call(c, own_way, {object, c.heap.Str(name), value});
    }
    SetPlainAttribute(c, object, name, value);
    return Value::None();
  });
}

void DeleteAttribute(Context& c, const Value& object, std::string_view name) {
  Guarded(c, {object}, [&]() -> Value {
    if (!object.is_object()) {
      GiveUp(c, object.is_unknown() ? object.why->reason : "has an attribute deleted");
    }
    const Value own_way = FindOwn(c, ClassOf(c, object), "__delattr__");
    if (!own_way.is_undefined()) {
      return Call(c, own_way, {object, c.heap.Str(name)});
    }
    const Value of_class =
        object.is(Kind::Class) ? Value() : FindInClass(c, ClassOf(c, object), name);
    if (of_class.is(Kind::Property) && !of_class.items()[2].is_none()) {
      return Call(c, of_class.items()[2], {object});
    }
    Object* owner = object.object;
    if (owner->state.top) {
      return Value::None();
    }
    if (FindEntry(owner, name) == nullptr) {
      RaiseMissing(c, name);
    }
    Table& table = *c.heap.Change(owner).attributes;
    Entry& entry = *table.FindName(name);
    GiveUpIf(c, entry.value.flags != 0,
             "has an attribute deleted that code that is not known may use");
    table.Remove(entry);
    return Value::None();
  });
}

}  // namespace kernelc::host
