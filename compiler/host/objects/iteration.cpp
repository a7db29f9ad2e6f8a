// Iteration.
#include <fmt/format.h>
#include <llvm/ADT/STLExtras.h>

#include <algorithm>

#include "compiler/host/arrays/array.h"
#include "compiler/host/interpreter/generators.h"
#include "compiler/host/objects/iterators.h"
#include "compiler/host/objects/strings.h"

namespace kernelc::host {
namespace {

// The next entry that is there, from `cursor` on; null at the end.
const Entry* NextEntry(const Table& table, std::int64_t& cursor) {
  const Entries& entries = table.entries();
  while (static_cast<std::size_t>(cursor) < entries.size()) {
    const Entry& entry = entries[static_cast<std::size_t>(cursor++)];
    if (!entry.key.is_undefined() && !entry.value.is_undefined()) {
      return &entry;
    }
  }
  return nullptr;
}

// How many keys there were when an iterator was made: `items` behind the container.
void CheckUnchanged(Context& c, const Object& iterator, const Table& keys) {
  const ValueList& items = iterator.state.items;
  RaiseIf(c, items[1].integer != static_cast<std::int64_t>(keys.size()), "RuntimeError",
          "changed size during iteration");
  GiveUpIf(c, items[2].integer != std::ssize(keys.entries()),
           "goes through a container that has got other keys meanwhile");
}

// Elements of a set come in an order that nobody knows.
bool AdvanceSet(Context& c, const Table& keys, std::int64_t& cursor, Value& element) {
  const Entry* entry = NextEntry(keys, cursor);
  if (entry == nullptr) {
    return false;
  }
  element = entry->key;
  if (keys.size() > 1) {
    c.heap.Escape(element, c.where);
    element = Lose(c, "is an element of a set, whose order is not known");
  }
  return true;
}

bool AdvanceKeys(Context& c, const Object& iterator, std::int64_t& cursor, Value& element) {
  const Object& source = *iterator.state.items[0].object;
  CheckContents(c, source);
  const bool is_view = source.kind == Kind::DictView;
  const Table& keys =
      KnownKeys(c, is_view ? source.state.items[0].object : const_cast<Object*>(&source));
  CheckUnchanged(c, iterator, keys);
  if (source.kind == Kind::Set || source.kind == Kind::FrozenSet) {
    return AdvanceSet(c, keys, cursor, element);
  }
  const Entry* entry = NextEntry(keys, cursor);
  if (entry == nullptr) {
    return false;
  }
  const Value value = entry->value.Plain();
  const ViewKind kind = is_view ? source.As<ViewInfo>().kind : ViewKind::Keys;
  element = kind == ViewKind::Keys     ? entry->key
            : kind == ViewKind::Values ? value
                                       : c.heap.Tuple({entry->key, value});
  return true;
}

bool AdvanceContainer(Context& c, const Object& source, std::int64_t& cursor, Value& element) {
  CheckContents(c, source);
  const Value whole = Value::Of(const_cast<Object*>(&source));
  const auto at = static_cast<std::size_t>(cursor);
  if (source.kind == Kind::List || source.kind == Kind::Tuple) {
    if (at >= source.state.items.size()) {
      return false;
    }
    element = source.state.items[at].Plain();
  } else if (source.kind == Kind::Range) {
    if (cursor >= Length(c, whole)) {
      return false;
    }
    element = Value::Int(source.state.items[0].integer + cursor * source.state.items[2].integer);
  } else if (source.kind == Kind::Array) {
    if (cursor >= ArrayLength(c, whole)) {
      return false;
    }
    element = ArrayGetItem(c, whole, Value::Int(cursor));
  } else {
    GiveUp(c, "is gone through in a way that is not followed");
  }
  ++cursor;
  return true;
}

bool AdvanceText(Context& c, const Object& source, std::int64_t& cursor, Value& element) {
  CheckContents(c, source);
  const std::string_view text = BytesIn(source);
  // The cursor counts bytes.
  if (static_cast<std::size_t>(cursor) >= text.size()) {
    return false;
  }
  const auto at = static_cast<std::size_t>(cursor);
  if (source.kind != Kind::Str) {
    element = Value::Int(static_cast<unsigned char>(text[at]));
    ++cursor;
    return true;
  }
  const auto lead = static_cast<unsigned char>(text[at]);
  const std::size_t size = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  element = c.heap.Str(text.substr(at, size));
  cursor += static_cast<std::int64_t>(size);
  return true;
}

// An object of the program with `__next__`; StopIteration ends it.
bool AdvanceOwn(Context& c, const Value& iterator, Value& element) {
  element = Unless(c, {"StopIteration"}, [&] {
    const Value next = CallSpecial(c, iterator, "__next__", {});
    RaiseIf(c, next.is_undefined(), "TypeError", "is no iterator");
    return next;
  });
  return !element.is_undefined();
}

// zip() and map(), which begins with its function; false where one of the iterators has come to its
// end.
bool AdvanceAll(Context& c, const Object& iterator, bool is_map, Value& element) {
  const std::span<const Value> items(iterator.state.items);
  ValueList parts;
  for (const Value& each : items.subspan(is_map ? 1 : 0)) {
    if (!Advance(c, each, parts.emplace_back())) {
      return false;
    }
  }
  if (parts.empty()) {
    return false;
  }
  element = is_map ? Call(c, items[0], Arguments{parts, {}}) : c.heap.Tuple(std::move(parts));
  return true;
}

bool AdvanceFilter(Context& c, const Object& iterator, Value& element) {
  while (Advance(c, iterator.state.items[1], element)) {
    Step(c);
    const Value& test = iterator.state.items[0];
    if (Truth(c, test.is_none() ? element : Call(c, test, {element}))) {
      return true;
    }
  }
  return false;
}

// Once at its end an iterator stays there.
bool StaysAtEnd(Context& c, Object* iterator, bool is_there) {
  if (!is_there) {
    c.heap.Change(iterator).cursor = -1;
  }
  return is_there;
}

bool AdvanceThrough(Context& c, Object* iterator, Value& element) {
  const Object& source = *iterator->state.items[0].object;
  std::int64_t cursor = iterator->state.cursor;
  if (cursor < 0) {
    return false;
  }
  const bool is_text =
      source.kind == Kind::Str || source.kind == Kind::Bytes || source.kind == Kind::ByteArray;
  const bool has_keys = iterator->state.items.size() > 1;
  const bool is_there = is_text    ? AdvanceText(c, source, cursor, element)
                        : has_keys ? AdvanceKeys(c, *iterator, cursor, element)
                                   : AdvanceContainer(c, source, cursor, element);
  c.heap.Change(iterator).cursor = cursor;
  return StaysAtEnd(c, iterator, is_there);
}

bool AdvanceBackwards(Context& c, Object* iterator, Value& element) {
  const std::int64_t left = iterator->state.cursor;
  // A list that has become shorter ends it.
  if (left <= 0 || left > Length(c, iterator->state.items[0])) {
    return StaysAtEnd(c, iterator, false);
  }
  c.heap.Change(iterator).cursor = left - 1;
  element = GetItem(c, iterator->state.items[0], Value::Int(left - 1));
  return true;
}

bool AdvanceIterator(Context& c, Object* iterator, Value& element) {
  GiveUpIf(c, iterator->state.top,
           "comes from an iterator that code that is not known may have advanced");
  switch (iterator->As<IteratorInfo>().kind) {
    case IteratorKind::Container:
      return AdvanceThrough(c, iterator, element);
    case IteratorKind::Reversed:
      return AdvanceBackwards(c, iterator, element);
    case IteratorKind::Sequence: {
      const std::int64_t at = iterator->state.cursor;
      if (at < 0) {
        return false;
      }
      c.heap.Change(iterator).cursor = at + 1;
      element = Unless(c, {"StopIteration", "IndexError"}, [&] {
        return CallOwn(c, iterator->state.items[0], "__getitem__", {Value::Int(at)});
      });
      return StaysAtEnd(c, iterator, !element.is_undefined());
    }
    case IteratorKind::Callable:
      if (iterator->state.cursor < 0) {
        return false;
      }
      element = Unless(c, {"StopIteration"}, [&] { return Call(c, iterator->state.items[0], {}); });
      return StaysAtEnd(c, iterator,
                        !element.is_undefined() && !IsEqual(c, element, iterator->state.items[1]));
    case IteratorKind::Enumerate: {
      Value part;
      if (!Advance(c, iterator->state.items[0], part)) {
        return false;
      }
      const std::int64_t number = iterator->state.cursor;
      c.heap.Change(iterator).cursor = number + 1;
      element = c.heap.Tuple({Value::Int(number), part});
      return true;
    }
    case IteratorKind::Zip:
    case IteratorKind::Map:
      return AdvanceAll(c, *iterator, iterator->As<IteratorInfo>().kind == IteratorKind::Map,
                        element);
    case IteratorKind::Filter:
      return AdvanceFilter(c, *iterator, element);
  }
  return false;
}

}  // namespace

Value MakeIteratorObject(Context& c, IteratorKind kind, ValueList sources, std::int64_t cursor) {
  const Value iterator = c.heap.Of(Kind::Iterator, std::move(sources));
  iterator.object->Attach<IteratorInfo>(kind);
  iterator.object->state.cursor = cursor;
  return iterator;
}

Value MakeIterator(Context& c, const Value& iterable) {
  CheckKnown(c, iterable);
  RaiseIf(c, !iterable.is_object(), "TypeError", "is not iterable");
  if (const Value own = CallOwn(c, iterable, "__iter__", {}); !own.is_undefined()) {
    CheckKnown(c, own);
    RaiseIf(c,
            !own.is_object() || (own.is(Kind::Instance) &&
                                 FindInClass(c, ClassOf(c, own), "__next__").is_undefined()),
            "TypeError", "iter() returned no iterator");
    return own;
  }
  const Kind kind = iterable.object->kind;
  if (kind == Kind::Iterator || kind == Kind::Generator) {
    return iterable;
  }
  constexpr Kind kContainers[] = {Kind::Str,       Kind::Bytes, Kind::Tuple, Kind::List,
                                  Kind::ByteArray, Kind::Array, Kind::Range};
  if (kind == Kind::Dict || kind == Kind::DictView || IsSet(iterable)) {
    Object* owner = kind == Kind::DictView ? iterable.items()[0].object : iterable.object;
    CheckContents(c, *owner);
    const Table& keys = KeysOf(owner);
    return MakeIteratorObject(c, IteratorKind::Container,
                              {iterable, Value::Int(static_cast<std::int64_t>(keys.size())),
                               Value::Int(std::ssize(keys.entries()))});
  }
  if (llvm::is_contained(kContainers, kind)) {
    return MakeIteratorObject(c, IteratorKind::Container, {iterable});
  }
  GiveUpIf(c, kind == Kind::External || kind == Kind::Kernel || kind == Kind::Scalar,
           "is gone through in a way that is not followed");
  if (Object* cls = ClassOf(c, iterable); !FindOwn(c, cls, "__getitem__").is_undefined()) {
    return MakeIteratorObject(c, IteratorKind::Sequence, {iterable});
  }
  RaiseError(c, "TypeError", "is not iterable");
}

bool Advance(Context& c, const Value& iterator, Value& element) {
  Step(c);
  if (iterator.is(Kind::Iterator)) {
    // A function that it calls may raise what ends it.
    const Value is_there = Unless(c, {"StopIteration"}, [&] {
      return Value::Bool(AdvanceIterator(c, iterator.object, element));
    });
    return !is_there.is_undefined() && is_there.as_bool();
  }
  if (iterator.is(Kind::Generator)) {
    return ResumeGenerator(c, iterator.object, Value::None(), element);
  }
  CheckKnown(c, iterator);
  return AdvanceOwn(c, iterator, element);
}

ValueList Elements(Context& c, const Value& iterable) {
  constexpr std::size_t kMost = 1 << 20;
  if (iterable.is(Kind::List, Kind::Tuple) && iterable.object->cls == nullptr &&
      !iterable.object->state.top) {
    return iterable.items();
  }
  ValueList elements;
  const Value iterator = MakeIterator(c, iterable);
  Value element;
  while (Advance(c, iterator, element)) {
    elements.push_back(element);
    GiveUpIf(c, elements.size() > kMost, "is too long a sequence");
  }
  return elements;
}

std::optional<ValueList> Spread(Context& c, const ValueList& elements, std::size_t count,
                                std::size_t star) {
  const bool has_star = star < count;
  if (has_star ? elements.size() + 1 < count : elements.size() != count) {
    return std::nullopt;
  }
  const std::span<const Value> all(elements);
  ValueList parts(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(has_star ? star : count));
  if (has_star) {
    const auto rest = all.subspan(star, elements.size() + 1 - count);
    const auto behind = all.subspan(star + rest.size());
    parts.push_back(c.heap.List({rest.begin(), rest.end()}));
    parts.insert(parts.end(), behind.begin(), behind.end());
  }
  return parts;
}

}  // namespace kernelc::host
