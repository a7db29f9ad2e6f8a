// Classes: the builtin types, those of the program, and what they make.
#include <fmt/format.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>

#include <algorithm>

#include "compiler/host/interpreter/context.h"

namespace kernelc::host {
namespace {

Object* NewClass(Context& c, std::string_view name, std::vector<Object*> bases) {
  Object* cls = c.heap.New(Kind::Class);
  cls->text = Pool::current()->Copy(name);
  cls->state.attributes = std::make_unique<Table>();
  ClassInfo& info = cls->Attach<ClassInfo>();
  info.bases = std::move(bases);
  info.qualified_name = name;
  return cls;
}

// C3, as Python orders the bases; empty where there is no such order.
std::vector<Object*> Linearize(Object* cls, const std::vector<Object*>& bases) {
  std::vector<std::vector<Object*>> lists;
  for (Object* base : bases) {
    lists.push_back(base->As<ClassInfo>().mro);
  }
  lists.push_back(bases);
  std::vector<Object*> order = {cls};
  while (true) {
    std::erase_if(lists, [](const auto& list) { return list.empty(); });
    if (lists.empty()) {
      return order;
    }
    Object* next = nullptr;
    for (const auto& list : lists) {
      Object* candidate = list.front();
      const bool in_tail = std::ranges::any_of(lists, [&](const auto& other) {
        return std::find(other.begin() + 1, other.end(), candidate) != other.end();
      });
      if (!in_tail) {
        next = candidate;
        break;
      }
    }
    if (next == nullptr) {
      return {};
    }
    order.push_back(next);
    for (auto& list : lists) {
      if (list.front() == next) {
        list.erase(list.begin());
      }
    }
  }
}

// `__set_name__` of what the class holds, then `__init_subclass__` of its bases.
void FinishClass(Context& c, Object* cls, std::span<const Keyword> keywords) {
  std::vector<std::pair<Value, Value>> named;
  for (const Entry& entry : cls->state.attributes->entries()) {
    if (entry.value.is(Kind::Instance)) {
      named.emplace_back(entry.key, entry.value);
    }
  }
  for (const auto& [name, value] : named) {
    CallSpecial(c, value, "__set_name__", {Value::Of(cls), name});
  }
  const std::vector<Object*> mro = cls->As<ClassInfo>().mro;
  for (std::size_t i = 1; i < mro.size(); ++i) {
    Value hook =
        mro[i]->As<ClassInfo>().is_builtin ? Value() : FindInOne(c, mro[i], "__init_subclass__");
    if (hook.is_undefined()) {
      continue;
    }
    if (hook.is(Kind::ClassMethod)) {
      hook = hook.items()[0];
    }
    const Value self = Value::Of(cls);
    Call(c, hook, Arguments{{&self, 1}, keywords});
    return;
  }
}

}  // namespace

void MakeBuiltins(Context& c) {
  const Heap::Lasting lasting(c.heap);
  Library& library = *c.library;
  const auto add = [&](std::string_view name, Object* base, Kind kind) {
    Object* cls = NewClass(c, name, {base});
    ClassInfo& info = cls->As<ClassInfo>();
    info.mro = base->As<ClassInfo>().mro;
    info.mro.insert(info.mro.begin(), cls);
    info.is_builtin = true;
    info.instance_kind = kind;
    library.classes.emplace(name, cls);
  };
  Object* object = NewClass(c, "object", {});
  object->As<ClassInfo>().mro = {object};
  object->As<ClassInfo>().is_builtin = true;
  library.classes.emplace("object", object);
  for (std::size_t i = 0; i < std::size(library.kind_classes); ++i) {
    const auto kind = static_cast<Kind>(i);
    if (BuiltinClass(c, ClassNameOf(kind)) == nullptr) {
      // Those of subclasses of int hold their number.
      add(ClassNameOf(kind), object, kind == Kind::BigInt ? Kind::Instance : kind);
    }
    library.kind_classes[i] = BuiltinClass(c, ClassNameOf(kind));
  }
  const auto add_all = [&](std::string_view base, std::string_view names) {
    Object* of = library.classes.at(base);
    for (const llvm::StringRef name : llvm::split(names, ' ')) {
      add(name, of, of->As<ClassInfo>().instance_kind);
    }
  };
#define HOST_CLASSES(base, names) add_all(base, names);
#include "compiler/host/objects/host_classes.def"
  for (const auto& [tag, name] : {std::pair<Tag, std::string_view>{Tag::Bool, "bool"},
                                  {Tag::Int, "int"},
                                  {Tag::Float, "float"},
                                  {Tag::None, "types.NoneType"},
                                  {Tag::Ellipsis, "types.EllipsisType"},
                                  {Tag::NotImplemented, "types.NotImplementedType"}}) {
    library.tag_classes[static_cast<std::size_t>(tag)] = BuiltinClass(c, name);
  }
}

Object* BuiltinClass(Context& c, std::string_view name) {
  const auto found = c.library->classes.find(name);
  return found == c.library->classes.end() ? nullptr : found->second;
}

Object* ClassOf(Context& c, const Value& value) {
  if (!value.is_object()) {
    Object* cls = c.library->tag_classes[static_cast<std::size_t>(value.tag)];
    if (cls == nullptr) {
      GiveUp(c, value.is_unknown() ? value.why->reason : "has no value");
    }
    return cls;
  }
  if (value.object->kind == Kind::Class) {
    Object* metaclass = value.As<ClassInfo>().metaclass;
    return metaclass != nullptr ? metaclass : BuiltinClass(c, "type");
  }
  const State& state = value.object->state;
  GiveUpIf(c,
           state.top && value.object->kind == Kind::Instance && state.attributes &&
               state.attributes->FindName("__class__") != nullptr,
           "has a class that was replaced");
  return value.object->cls != nullptr
             ? value.object->cls
             : c.library->kind_classes[static_cast<std::size_t>(value.object->kind)];
}

bool IsSubclass(const Object* cls, const Object* base) {
  const std::vector<Object*>& mro = cls->As<ClassInfo>().mro;
  return llvm::is_contained(mro, base);
}

bool IsInstance(Context& c, const Value& value, const Object* cls) {
  return IsSubclass(ClassOf(c, value), cls);
}

bool IsOneOf(Context& c, const Value& exception, std::initializer_list<std::string_view> classes) {
  return !exception.is_unknown() && std::ranges::any_of(classes, [&](std::string_view name) {
    return IsInstance(c, exception, BuiltinClass(c, name));
  });
}

Value MakeClass(Context& c, std::string_view name, std::vector<Object*> bases, Object* metaclass,
                const Table& attributes, std::span<const Keyword> keywords) {
  if (bases.empty()) {
    bases.push_back(BuiltinClass(c, "object"));
  }
  for (const std::string_view closed : {"bool", "range", "slice", "types.NoneType"}) {
    RaiseIf(c, std::ranges::find(bases, BuiltinClass(c, closed)) != bases.end(), "TypeError",
            "is not an acceptable base type");
  }
  if (const Entry* end = attributes.FindName("__del__")) {
    c.heap.Escape(end->value, c.where);
  }
  Object* cls = NewClass(c, name, bases);
  ClassInfo& info = cls->As<ClassInfo>();
  info.mro = Linearize(cls, bases);
  RaiseIf(c, info.mro.empty(), "TypeError", "the bases have no common order");
  for (const Object* base : info.mro) {
    const Kind kind = base == cls ? Kind::Instance : base->As<ClassInfo>().instance_kind;
    if (kind != Kind::Instance) {
      info.instance_kind = kind;
      break;
    }
  }
  info.metaclass = metaclass == BuiltinClass(c, "type") ? nullptr : metaclass;
  const FrameInfo& here = c.frame->As<FrameInfo>();
  info.module = here.module;
  // A class of the program may be made by a metaclass of the library: then its own `__module__`
  // tells.
  const Entry* module_name = attributes.FindName("__module__");
  info.module_name = module_name != nullptr && module_name->value.is(Kind::Str)
                         ? module_name->value.text()
                         : here.module->text;
  info.is_library = c.heap.is_lasting();
  info.where = c.where;
  for (const Entry& entry : attributes.named()) {
    Value value = entry.value;
    const std::string_view key = entry.key.text();
    if (value.is(Kind::Function) &&
        (key == "__new__" || key == "__init_subclass__" || key == "__class_getitem__")) {
      value = c.heap.Of(key == "__new__" ? Kind::StaticMethod : Kind::ClassMethod, {value});
    }
    if (key == "__qualname__" && value.is(Kind::Str)) {
      info.qualified_name = value.text();
      continue;
    }
    Entry& added = cls->state.attributes->Add(entry.key, entry.hash, value);
    added.where = entry.where;
  }
  if (const Entry* cell = attributes.FindName("__classcell__");
      cell != nullptr && cell->value.is_object()) {
    c.heap.Change(cell->value.object).items = {Value::Of(cls)};
    if (Entry* own = cls->state.attributes->FindName("__classcell__")) {
      cls->state.attributes->Remove(*own);
    }
  }
  FinishClass(c, cls, keywords);
  return Value::Of(cls);
}

Value InstantiateClass(Context& c, Object* cls, const Arguments& arguments) {
  ValueList values = {Value::Of(cls)};
  values.insert(values.end(), arguments.values.begin(), arguments.values.end());
  Value make = FindInClass(c, cls, "__new__");
  if (make.is(Kind::StaticMethod)) {
    make = make.items()[0];
  }
  if (make.is_undefined()) {
    GiveUp(c, "is an object of `{}`, which is not followed", cls->text);
  }
  const Value init = FindInClass(c, cls, "__init__");
  const Value made = Call(c, make, Arguments{values, arguments.keywords});
  if (made.is_unknown() || !IsInstance(c, made, cls) || init.is_undefined()) {
    return made;
  }
  if (!FindOwn(c, cls, "__del__").is_undefined()) {
    // It runs whenever the object goes.
    c.heap.Escape(made, c.where);
  }
  if (init.is(Kind::Native) && init.text() == "object.__init__") {
    const bool is_plain_new = make.is(Kind::Native) && make.text() == "object.__new__";
    RaiseIf(c, is_plain_new && (!arguments.values.empty() || !arguments.keywords.empty()),
            "TypeError", "the class takes no arguments");
    return made;
  }
  values[0] = made;
  const Value done = Call(c, init, Arguments{values, arguments.keywords});
  return done.is_unknown() && init.is_unknown() ? done : made;
}

bool IsPartialItself(const Object* cls) {
  return cls->As<ClassInfo>().is_library && OwnAttribute(*cls, "_host_whole").is_undefined();
}

bool IsPartial(const Object* cls) {
  return std::ranges::any_of(cls->As<ClassInfo>().mro, IsPartialItself);
}

bool IsHiddenType(std::string_view name) {
  constexpr std::string_view kHidden[] = {"dict_keys", "external", "iterator", "kernel"};
  return llvm::is_contained(kHidden, name);
}

// Types of Python that have no name in its builtins are not called as they are here, and some of
// them are one for several.
Value NameOfClass(Context& c, const Object& cls) {
  using Name = std::pair<std::string_view, std::string_view>;
  constexpr Name kNames[] = {{"types.FunctionType", "function"},
                             {"types.ModuleType", "module"},
                             {"types.NoneType", "NoneType"},
                             {"types.EllipsisType", "ellipsis"},
                             {"types.GeneratorType", "generator"},
                             {"numpy.ndarray", "ndarray"},
                             {"numpy.UFuncTypeError", "UFuncTypeError"}};
  const auto* found = std::ranges::find(kNames, cls.text, &Name::first);
  if (found != std::end(kNames)) {
    return c.heap.Str(found->second);
  }
  const bool is_other = cls.As<ClassInfo>().is_builtin &&
                        (cls.text.find('.') != std::string_view::npos || IsHiddenType(cls.text));
  GiveUpIf(c, is_other || IsPartialItself(&cls), "is the name of a type that is not followed");
  return c.heap.Str(cls.text.substr(cls.text.rfind('.') + 1));
}

}  // namespace kernelc::host
