// Iteration.
#include <fmt/format.h>

#include <algorithm>

#include "compiler/host/array.h"
#include "compiler/host/iterators.h"
#include "compiler/host/strings.h"

namespace kernelc::host {
namespace {

void CheckContents(Context& c, const Object& object) {
  if (object.state.top) {
    GiveUp(c, "has contents that code that is not known may have changed");
  }
}

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

// Elements of a set come in an order that nobody knows.
bool AdvanceSet(Context& c, const Object& set, std::int64_t& cursor, Value& element) {
  const Table& keys = KnownKeys(c, const_cast<Object*>(&set));
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

bool AdvanceContainer(Context& c, const Object& source, std::int64_t& cursor, Value& element) {
  CheckContents(c, source);
  switch (source.kind) {
    case Kind::List:
    case Kind::Tuple:
      if (static_cast<std::size_t>(cursor) >= source.state.items.size()) {
        return false;
      }
      element = source.state.items[static_cast<std::size_t>(cursor++)];
      element.flags = 0;
      return true;
    case Kind::Dict: {
      const Entry* entry = NextEntry(KnownKeys(c, const_cast<Object*>(&source)), cursor);
      element = entry != nullptr ? entry->key : Value();
      return entry != nullptr;
    }
    case Kind::DictView: {
      const Entry* entry = NextEntry(KnownKeys(c, source.state.items[0].object), cursor);
      if (entry == nullptr) {
        return false;
      }
      const ViewKind kind = source.As<ViewInfo>().kind;
      Value value = entry->value;
      value.flags = 0;
      element = kind == ViewKind::Keys     ? entry->key
                : kind == ViewKind::Values ? value
                                           : c.heap.Tuple({entry->key, value});
      return true;
    }
    case Kind::Set:
    case Kind::FrozenSet:
      return AdvanceSet(c, source, cursor, element);
    case Kind::Range: {
      const std::int64_t length = Length(c, Value::Of(const_cast<Object*>(&source)));
      element = Value::Int(source.state.items[0].integer + cursor * source.state.items[2].integer);
      return cursor++ < length;
    }
    case Kind::ByteArray:
      if (static_cast<std::size_t>(cursor) >= source.state.bytes->size()) {
        return false;
      }
      element = Value::Int(
          static_cast<unsigned char>((*source.state.bytes)[static_cast<std::size_t>(cursor++)]));
      return true;
    case Kind::Array:
      if (cursor >= ArrayLength(c, Value::Of(const_cast<Object*>(&source)))) {
        return false;
      }
      element = ArrayGetItem(c, Value::Of(const_cast<Object*>(&source)), Value::Int(cursor++));
      return true;
    case Kind::BigInt:
    case Kind::Complex:
    case Kind::Str:
    case Kind::Bytes:
    case Kind::Slice:
    case Kind::External:
    case Kind::DType:
    case Kind::Scalar:
    case Kind::Storage:
    case Kind::Function:
    case Kind::Method:
    case Kind::Native:
    case Kind::Kernel:
    case Kind::StaticMethod:
    case Kind::ClassMethod:
    case Kind::Property:
    case Kind::Super:
    case Kind::Class:
    case Kind::Instance:
    case Kind::Module:
    case Kind::Frame:
    case Kind::Iterator:
    case Kind::Generator:
      GiveUp(c, "is gone through in a way that is not followed");
  }
  return false;
}

bool AdvanceText(Context& c, const Object& source, std::int64_t& cursor, Value& element) {
  // The cursor counts bytes.
  if (static_cast<std::size_t>(cursor) >= source.text.size()) {
    return false;
  }
  const auto at = static_cast<std::size_t>(cursor);
  if (source.kind == Kind::Bytes) {
    element = Value::Int(static_cast<unsigned char>(source.text[at]));
    ++cursor;
    return true;
  }
  const auto lead = static_cast<unsigned char>(source.text[at]);
  const std::size_t size = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  element = c.heap.Str(std::string_view(source.text).substr(at, size));
  cursor += static_cast<std::int64_t>(size);
  return true;
}

// An object of the program with `__next__`; StopIteration ends it.
bool AdvanceOwn(Context& c, const Value& iterator, Value& element) {
  const Value next = FindInClass(c, ClassOf(c, iterator), "__next__");
  if (next.is_undefined()) {
    RaiseError(c, "TypeError",
               fmt::format("'{}' object is not an iterator", ClassOf(c, iterator)->text));
  }
  return CallUntilStop(c, Bind(c, next, iterator, ClassOf(c, iterator)), {}, element);
}

bool AdvanceZip(Context& c, const Object& iterator, Value& element) {
  ValueList parts;
  for (const Value& source : iterator.state.items) {
    Value part;
    if (!Advance(c, source, part)) {
      return false;
    }
    parts.push_back(part);
  }
  element = c.heap.Tuple(std::move(parts));
  return !iterator.state.items.empty();
}

bool AdvanceMap(Context& c, const Object& iterator, Value& element) {
  ValueList parts;
  for (std::size_t i = 1; i < iterator.state.items.size(); ++i) {
    Value part;
    if (!Advance(c, iterator.state.items[i], part)) {
      return false;
    }
    parts.push_back(part);
  }
  element = Call(c, iterator.state.items[0], Arguments{parts, {}});
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

bool AdvanceIterator(Context& c, Object* iterator, Value& element) {
  if (iterator->state.top) {
    GiveUp(c, "comes from an iterator that code that is not known may have advanced");
  }
  switch (iterator->As<IteratorInfo>().kind) {
    case IteratorKind::Container: {
      const Object& source = *iterator->state.items[0].object;
      std::int64_t cursor = iterator->state.cursor;
      if (cursor < 0) {
        return false;
      }
      const bool is_text = source.kind == Kind::Str || source.kind == Kind::Bytes;
      const bool is_there = is_text ? AdvanceText(c, source, cursor, element)
                                    : AdvanceContainer(c, source, cursor, element);
      // Once at its end it stays there.
      c.heap.Change(iterator).cursor = is_there ? cursor : -1;
      return is_there;
    }
    case IteratorKind::Reversed: {
      const std::int64_t left = iterator->state.cursor;
      if (left <= 0) {
        return false;
      }
      c.heap.Change(iterator).cursor = left - 1;
      element = GetItem(c, iterator->state.items[0], Value::Int(left - 1));
      return true;
    }
    case IteratorKind::Sequence: {
      const std::int64_t at = iterator->state.cursor;
      c.heap.Change(iterator).cursor = at + 1;
      const Value get = FindOwn(c, ClassOf(c, iterator->state.items[0]), "__getitem__");
      return CallUntilStop(
          c, Bind(c, get, iterator->state.items[0], ClassOf(c, iterator->state.items[0])),
          {Value::Int(at)}, element);
    }
    case IteratorKind::Callable:
      element = Call(c, iterator->state.items[0], {});
      return !IsEqual(c, element, iterator->state.items[1]);
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
      return AdvanceZip(c, *iterator, element);
    case IteratorKind::Map:
      return AdvanceMap(c, *iterator, element);
    case IteratorKind::Filter:
      return AdvanceFilter(c, *iterator, element);
  }
  return false;
}

Value ContainerIterator(Context& c, const Value& source) {
  return MakeIteratorObject(c, IteratorKind::Container, {source});
}

}  // namespace

Value MakeIteratorObject(Context& c, IteratorKind kind, ValueList sources, std::int64_t cursor) {
  Object* iterator = c.heap.New(Kind::Iterator);
  iterator->Attach<IteratorInfo>(kind);
  iterator->state.items = std::move(sources);
  iterator->state.cursor = cursor;
  return Value::Of(iterator);
}

bool CallUntilStop(Context& c, const Value& function, std::initializer_list<Value> values,
                   Value& element) {
  try {
    element = Call(c, function, values);
    return true;
  } catch (const Raised& raised) {
    if (raised.exception.is_unknown()) {
      throw;
    }
    if (IsInstance(c, raised.exception, BuiltinClass(c, "StopIteration")) ||
        (values.size() != 0 && IsInstance(c, raised.exception, BuiltinClass(c, "IndexError")))) {
      return false;
    }
    throw;
  }
}

Value MakeIterator(Context& c, const Value& iterable) {
  if (iterable.is_unknown()) {
    GiveUp(c, iterable.why->reason);
  }
  if (!iterable.is_object()) {
    RaiseError(c, "TypeError",
               fmt::format("'{}' object is not iterable", ClassOf(c, iterable)->text));
  }
  Object* cls = ClassOf(c, iterable);
  const Value own = FindOwn(c, cls, "__iter__");
  if (!own.is_undefined()) {
    const Value iterator = Call(c, Bind(c, own, iterable, cls), {});
    if (iterator.is_unknown()) {
      GiveUp(c, iterator.why->reason);
    }
    return iterator;
  }
  switch (iterable.object->kind) {
    case Kind::Iterator:
    case Kind::Generator:
      return iterable;
    case Kind::Str:
    case Kind::Bytes:
    case Kind::Tuple:
    case Kind::List:
    case Kind::Dict:
    case Kind::Set:
    case Kind::FrozenSet:
    case Kind::Range:
    case Kind::ByteArray:
    case Kind::DictView:
    case Kind::Array:
      return ContainerIterator(c, iterable);
    case Kind::External:
    case Kind::Kernel:
    case Kind::Scalar:
      GiveUp(c, "is gone through in a way that is not followed");
    case Kind::BigInt:
    case Kind::Complex:
    case Kind::Slice:
    case Kind::DType:
    case Kind::Storage:
    case Kind::Function:
    case Kind::Method:
    case Kind::Native:
    case Kind::StaticMethod:
    case Kind::ClassMethod:
    case Kind::Property:
    case Kind::Super:
    case Kind::Class:
    case Kind::Instance:
    case Kind::Module:
    case Kind::Frame:
      break;
  }
  if (!FindOwn(c, cls, "__getitem__").is_undefined()) {
    return MakeIteratorObject(c, IteratorKind::Sequence, {iterable});
  }
  RaiseError(c, "TypeError", fmt::format("'{}' object is not iterable", cls->text));
}

bool Advance(Context& c, const Value& iterator, Value& element) {
  Step(c);
  if (iterator.is(Kind::Iterator)) {
    return AdvanceIterator(c, iterator.object, element);
  }
  if (iterator.is(Kind::Generator)) {
    return ResumeGenerator(c, iterator.object, Value::None(), element);
  }
  if (iterator.is_unknown()) {
    GiveUp(c, iterator.why->reason);
  }
  return AdvanceOwn(c, iterator, element);
}

Iteration::Iteration(Context& c, const Value& iterable)
    : context_(&c), iterator_(MakeIterator(c, iterable)) {}

bool Iteration::Next(Value& element) { return Advance(*context_, iterator_, element); }

ValueList Elements(Context& c, const Value& iterable) {
  constexpr std::size_t kMost = 1 << 20;
  if ((iterable.is(Kind::List) || iterable.is(Kind::Tuple)) && iterable.object->cls == nullptr &&
      !iterable.object->state.top) {
    return iterable.object->state.items;
  }
  ValueList elements;
  Iteration iteration(c, iterable);
  Value element;
  while (iteration.Next(element)) {
    elements.push_back(element);
    if (elements.size() > kMost) {
      GiveUp(c, "is too long a sequence");
    }
  }
  return elements;
}

}  // namespace kernelc::host
