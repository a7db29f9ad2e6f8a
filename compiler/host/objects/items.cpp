// Elements of containers.
#include <fmt/format.h>

#include <cstdlib>

#include "compiler/base/unicode.h"
#include "compiler/host/arrays/array.h"
#include "compiler/host/interpreter/numba_types.h"
#include "compiler/host/objects/integer.h"
#include "compiler/host/objects/strings.h"

namespace kernelc::host {

void CheckContents(Context& c, const Object& object) {
  GiveUpIf(c, object.state.top, "has contents that code that is not known may have changed");
}

namespace {

// Elements of range(start, stop, step).
std::int64_t StepsBetween(std::int64_t start, std::int64_t stop, std::int64_t step) {
  const std::int64_t distance = step > 0 ? stop - start : start - stop;
  return distance > 0 ? (distance - 1) / std::abs(step) + 1 : 0;
}

ValueList Slice(const ValueList& items, const SliceRange& range) {
  ValueList result;
  result.reserve(static_cast<std::size_t>(range.count));
  for (std::int64_t i = 0; i < range.count; ++i) {
    result.push_back(items[static_cast<std::size_t>(range.start + i * range.step)].Plain());
  }
  return result;
}

Value GetFromText(Context& c, const Object& object, const Value& index) {
  const Characters characters(BytesIn(object), object.kind == Kind::Str);
  if (index.is(Kind::Slice)) {
    const SliceRange range = ResolveSlice(c, *index.object, characters.size());
    std::string text;
    for (std::int64_t i = 0; i < range.count; ++i) {
      text += characters.at(range.start + i * range.step);
    }
    return LikeText(c, object.kind, text);
  }
  const std::int64_t at = CheckedIndex(c, AsIndex(c, index), characters.size());
  const std::string_view character = characters.at(at);
  return object.kind == Kind::Str ? c.heap.Str(character)
                                  : Value::Int(static_cast<unsigned char>(character[0]));
}

Value GetFromSequence(Context& c, const Object& object, const Value& index) {
  const ValueList& items = object.state.items;
  if (index.is(Kind::Slice)) {
    const SliceRange range = ResolveSlice(c, *index.object, std::ssize(items));
    return c.heap.Of(object.kind, Slice(items, range));
  }
  const std::int64_t at = AsIndex(c, index);
  return items[static_cast<std::size_t>(CheckedIndex(c, at, std::ssize(items)))];
}

Value GetFromRange(Context& c, const Object& range, const Value& index) {
  const std::int64_t start = range.state.items[0].integer;
  const std::int64_t step = range.state.items[2].integer;
  const std::int64_t length = Length(c, Value::Of(const_cast<Object*>(&range)));
  if (index.is(Kind::Slice)) {
    const SliceRange part = ResolveSlice(c, *index.object, length);
    const std::int64_t first = start + part.start * step;
    return c.heap.Of(Kind::Range,
                     {Value::Int(first), Value::Int(first + part.count * part.step * step),
                      Value::Int(part.step * step)});
  }
  return Value::Int(start + CheckedIndex(c, AsIndex(c, index), length) * step);
}

Value GetFromDict(Context& c, const Value& dict, const Value& key) {
  if (const Entry* entry = KnownEntry(c, dict, key)) {
    return entry->value;
  }
  GiveUpIf(c, KeysOf(dict.object).is_uncertain && dict.object != KeysOwner(dict.object),
           "depends on something that is not known");
  const Value own = CallOwn(c, dict, "__missing__", {key});
  if (own.is_undefined()) {
    RaiseWith(c, "KeyError", {key});
  }
  return own;
}

void SetInList(Context& c, Object* list, const Value& index, const Value& value) {
  const auto length = std::ssize(list->state.items);
  if (!index.is(Kind::Slice)) {
    const std::int64_t at = CheckedIndex(c, AsIndex(c, index), length);
    c.heap.Change(list).items[static_cast<std::size_t>(at)] = value.Plain();
    return;
  }
  const ValueList values = Elements(c, value);
  const SliceRange range = ResolveSlice(c, *index.object, length);
  ValueList& items = c.heap.Change(list).items;
  if (range.step == 1) {
    const auto first = items.begin() + static_cast<std::ptrdiff_t>(range.start);
    const auto at = items.erase(first, first + static_cast<std::ptrdiff_t>(range.count));
    items.insert(at, values.begin(), values.end());
    return;
  }
  RaiseIf(c, std::ssize(values) != range.count, "ValueError", "the slice has another size");
  for (std::int64_t i = 0; i < range.count; ++i) {
    items[static_cast<std::size_t>(range.start + i * range.step)] =
        values[static_cast<std::size_t>(i)];
  }
}

void DeleteInList(Context& c, Object* list, const Value& index) {
  ValueList& items = c.heap.Change(list).items;
  const auto length = std::ssize(items);
  if (!index.is(Kind::Slice)) {
    items.erase(items.begin() +
                static_cast<std::ptrdiff_t>(CheckedIndex(c, AsIndex(c, index), length)));
    return;
  }
  const SliceRange range = ResolveSlice(c, *index.object, length);
  for (std::int64_t i = 0; i < range.count; ++i) {
    const std::int64_t turn = range.step > 0 ? range.count - 1 - i : i;
    items.erase(items.begin() + static_cast<std::ptrdiff_t>(range.start + turn * range.step));
  }
}

}  // namespace

std::int64_t CheckedIndex(Context& c, std::int64_t index, std::int64_t length) {
  const std::int64_t at = index < 0 ? index + length : index;
  RaiseIf(c, at < 0 || at >= length, "IndexError", "index out of range");
  return at;
}

std::string_view BytesIn(const Object& object) {
  return object.kind == Kind::ByteArray ? std::string_view(*object.state.bytes) : object.text;
}

Value LikeText(Context& c, Kind kind, std::string_view text) {
  if (kind != Kind::ByteArray) {
    return kind == Kind::Str ? c.heap.Str(text) : c.heap.Bytes(text);
  }
  Object* made = c.heap.New(Kind::ByteArray);
  made->state.bytes.Make(text);
  return Value::Of(made);
}

Object* KeysOwner(Object* dict) {
  return dict->kind == Kind::Dict && !dict->state.items.empty() ? dict->state.items[0].object
                                                                : dict;
}

Table& KeysOf(Object* dict) {
  Object* owner = KeysOwner(dict);
  return owner == dict ? *dict->state.table : *owner->state.attributes;
}

const Table& KnownKeys(Context& c, Object* dict) {
  CheckContents(c, *KeysOwner(dict));
  const Table& table = KeysOf(dict);
  GiveUpIf(c, table.is_uncertain, "has keys that depend on something that is not known");
  return table;
}

const Entry* KnownEntry(Context& c, const Value& dict, const Value& key) {
  CheckContents(c, *KeysOwner(dict.object));
  const Entry* entry = FindKey(c, KeysOf(dict.object), key);
  if (entry == nullptr || entry->value.is_undefined()) {
    return nullptr;
  }
  GiveUpIf(c, (entry->value.flags & kMaybe) != 0, "may be a key that is not there");
  return entry;
}

void StoreKey(Context& c, Object* dict, const Value& key, const Value& value) {
  Object* owner = KeysOwner(dict);
  if (owner->state.top) {
    c.heap.Escape(key, c.where);
    c.heap.Escape(value, c.where);
    return;
  }
  if (owner != dict && key.is(Kind::Str)) {
    StoreName(c, owner, key.text(), value);
    return;
  }
  if (key.is_unknown()) {
    c.heap.MakeTop(owner, c.where);
    c.heap.Escape(value, c.where);
    return;
  }
  c.heap.Change(owner);
  Table& table = KeysOf(dict);
  const std::uint64_t hash = HashOf(c, key);
  Entry* entry = FindKey(c, table, key, hash);
  if (entry == nullptr) {
    entry = &table.Add(key, hash, Value());
  }
  entry->where = c.where;
  StorePlace(c, entry->value, value);
}

Value RemoveKey(Context& c, const Value& container, const Value& key) {
  Object* owner = KeysOwner(container.object);
  CheckContents(c, *owner);
  Entry* entry = FindKey(c, KeysOf(container.object), key);
  GiveUpIf(c, entry != nullptr && entry->value.flags != 0, "may be a key that is not there");
  if (entry == nullptr || entry->value.is_undefined()) {
    return Value();
  }
  c.heap.Change(owner);
  entry = FindKey(c, KeysOf(container.object), key);
  const Value value = entry->value;
  KeysOf(container.object).Remove(*entry);
  return value;
}

void UpdateDict(Context& c, Object* dict, const Value& other) {
  if (other.is(Kind::Dict) && FindOwn(c, ClassOf(c, other), "__iter__").is_undefined()) {
    const Entries entries = KnownKeys(c, other.object).entries();
    for (const Entry& entry : entries) {
      if (!entry.key.is_undefined() && !entry.value.is_undefined()) {
        StoreKey(c, dict, entry.key, entry.value);
      }
    }
    return;
  }
  if (const Value keys = (other.is(Kind::Dict) ? CallSpecial : CallOwn)(c, other, "keys", {});
      !keys.is_undefined()) {
    for (const Value& key : Elements(c, keys)) {
      StoreKey(c, dict, key, GetItem(c, other, key));
    }
    return;
  }
  for (const Value& pair : Elements(c, other)) {
    const ValueList parts = Elements(c, pair);
    RaiseIf(c, parts.size() != 2, "ValueError", "a key and its value are two");
    StoreKey(c, dict, parts[0], parts[1]);
  }
}

bool IsIndex(Context& c, const Value& value) {
  const Value plain = PlainNumber(value);
  return IsInteger(plain) || plain.is(Kind::Scalar) ||
         (value.is(Kind::Instance) && !FindOwn(c, ClassOf(c, value), "__index__").is_undefined());
}

std::int64_t AsIndex(Context& c, const Value& value) {
  const Value plain = PlainNumber(value);
  if (plain.is_small_int()) {
    return plain.integer;
  }
  CheckKnown(c, plain);
  if (plain.is(Kind::Scalar) && !plain.object->state.top) {
    if (const Value number = ScalarNumber(c, plain); number.tag == Tag::Int) {
      return number.integer;
    }
  }
  GiveUpIf(c, plain.is(Kind::BigInt), "is an index of too many digits");
  GiveUpIf(c, plain.is(Kind::Array), "is an array as an integer");
  if (const Value index = CallOwn(c, value, "__index__", {}); !index.is_undefined()) {
    return AsIndex(c, index);
  }
  RaiseError(c, "TypeError", "is no integer");
}

SliceRange ResolveSlice(Context& c, const Object& slice, std::int64_t length) {
  SliceRange range;
  const ValueList& parts = slice.state.items;
  range.step = parts[2].is_none() ? 1 : AsIndex(c, parts[2]);
  RaiseIf(c, range.step == 0, "ValueError", "slice step cannot be zero");
  const bool forward = range.step > 0;
  const std::int64_t lowest = forward ? 0 : -1;
  const std::int64_t highest = forward ? length : length - 1;
  const auto bound = [&](const Value& part, std::int64_t fallback) {
    if (part.is_none()) {
      return fallback;
    }
    std::int64_t at = AsIndex(c, part);
    at = at < 0 ? std::max(at + length, lowest) : std::min(at, highest);
    return at;
  };
  range.start = bound(parts[0], forward ? lowest : highest);
  range.stop = bound(parts[1], forward ? highest : lowest);
  range.count = StepsBetween(range.start, range.stop, range.step);
  return range;
}

std::int64_t Length(Context& c, const Value& container) {
  CheckKnown(c, container);
  if (const Value own = CallOwn(c, container, "__len__", {}); !own.is_undefined()) {
    const std::int64_t length = AsIndex(c, own);
    RaiseIf(c, length < 0, "ValueError", "__len__() should return >= 0");
    return length;
  }
  RaiseIf(c, !container.is_object(), "TypeError", "has no length");
  Object& object = *container.object;
  CheckContents(c, object);
  const Kind kind = object.kind;
  if (kind == Kind::Str || kind == Kind::Bytes || kind == Kind::ByteArray) {
    return Characters(BytesIn(object), kind == Kind::Str).size();
  }
  if (kind == Kind::Tuple || kind == Kind::List) {
    return std::ssize(object.state.items);
  }
  if (kind == Kind::Dict || IsSet(container) || kind == Kind::DictView) {
    Object* keys = kind == Kind::DictView ? object.state.items[0].object : &object;
    const Table& table = KnownKeys(c, keys);
    // Names that wait for a value are none yet.
    const auto is_there = [](const Entry& entry) { return !entry.value.is_undefined(); };
    return KeysOwner(keys) == keys ? static_cast<std::int64_t>(table.size())
                                   : std::ranges::count_if(table.live(), is_there);
  }
  if (kind == Kind::Range) {
    const ValueList& parts = object.state.items;
    return StepsBetween(parts[0].integer, parts[1].integer, parts[2].integer);
  }
  if (kind == Kind::Array) {
    return ArrayLength(c, container);
  }
  GiveUpIf(c, container.is(Kind::Kernel, Kind::External, Kind::Module, Kind::DType),
           "has a length that is not followed");
  RaiseError(c, "TypeError", "has no length");
}

Value GetItem(Context& c, const Value& container, const Value& index) {
  return Guarded(c, {container, index}, [&]() -> Value {
    CheckKnown(c, container, index);
    if (container.is(Kind::Class)) {
      return GetClassItem(c, container, index);
    }
    if (container.is(Kind::Kernel, Kind::External)) {
      return ConfigureKernel(c, container, index);
    }
    // `np.float32[:]`, and the types that an expression is given.
    if (container.is(Kind::Native) || (c.is_expression && container.is(Kind::DType))) {
      if (const Value type = MakeArrayType(c, container, index); !type.is_undefined()) {
        return type;
      }
    }
    if (const Value own = CallOwn(c, container, "__getitem__", {index}); !own.is_undefined()) {
      return own;
    }
    RaiseIf(c, !container.is_object(), "TypeError", "has no elements");
    const Object& object = *container.object;
    CheckContents(c, object);
    const Kind kind = object.kind;
    if (kind == Kind::Str || kind == Kind::Bytes || kind == Kind::ByteArray) {
      return GetFromText(c, object, index);
    }
    if (kind == Kind::Tuple || kind == Kind::List) {
      return GetFromSequence(c, object, index);
    }
    if (kind == Kind::Dict) {
      return GetFromDict(c, container, index);
    }
    if (kind == Kind::Range) {
      return GetFromRange(c, object, index);
    }
    if (kind == Kind::Array || kind == Kind::Scalar || kind == Kind::DType) {
      return ArrayGetItem(c, container, index);
    }
    GiveUpIf(c, kind == Kind::Native, "is a type with parameters");
    RaiseError(c, "TypeError", "has no elements");
  });
}

void SetItem(Context& c, const Value& container, const Value& index, const Value& value) {
  Guarded(c, {container, index, value}, [&]() -> Value {
    CheckKnown(c, container);
    const Value own = CallOwn(c, container, "__setitem__", {index, value});
    if (!own.is_undefined()) {
      return own;
    }
    CheckKnown(c, index);
    if (container.is(Kind::Dict)) {
      StoreKey(c, container.object, index, value);
    } else if (container.is(Kind::List)) {
      CheckContents(c, *container.object);
      SetInList(c, container.object, index, value);
    } else if (container.is(Kind::Array)) {
      ArraySetItem(c, container, index, value);
    } else if (container.is(Kind::ByteArray) && !index.is(Kind::Slice)) {
      CheckContents(c, *container.object);
      const auto length = static_cast<std::int64_t>(container.object->state.bytes->size());
      const std::int64_t at = CheckedIndex(c, AsIndex(c, index), length);
      const auto byte = static_cast<char>(AsIndex(c, value));
      c.heap.Change(container.object).bytes.Written().data()[at] = byte;
    } else if (container.is(Kind::ByteArray, Kind::External, Kind::Kernel)) {
      GiveUp(c, "has an element set that is not followed");
    } else {
      RaiseError(c, "TypeError", "has no elements that are set");
    }
    return Value::None();
  });
}

void DeleteItem(Context& c, const Value& container, const Value& index) {
  Guarded(c, {container, index}, [&]() -> Value {
    CheckKnown(c, container, index);
    if (const Value own = CallOwn(c, container, "__delitem__", {index}); !own.is_undefined()) {
      return own;
    }
    if (container.is(Kind::List)) {
      CheckContents(c, *container.object);
      DeleteInList(c, container.object, index);
    } else if (container.is(Kind::Dict)) {
      if (RemoveKey(c, container, index).is_undefined()) {
        RaiseWith(c, "KeyError", {index});
      }
    } else if (container.is_object()) {
      GiveUp(c, "has an element deleted that is not followed");
    }
    return Value::None();
  });
}

}  // namespace kernelc::host
