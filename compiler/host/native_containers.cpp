// Methods of containers and numbers.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "compiler/host/array.h"
#include "compiler/host/integer.h"
#include "compiler/host/iterators.h"
#include "compiler/host/natives.h"

namespace kernelc::host {
namespace {

// The object that the method is called of, which must be of this kind.
Value Self(Context& c, const Arguments& a, Kind kind) {
  const Value self = Need(c, a, 0, "self");
  if (!self.is(kind)) {
    GiveUp(c, "is a method of another object");
  }
  return self;
}

ValueList& ChangedItems(Context& c, const Value& list) {
  CheckContents(c, list);
  return c.heap.Change(list.object).items;
}

// For what is stored into a list whose contents are not known any more.
bool GoesAway(Context& c, const Value& container, const Value& value) {
  if (container.object->state.top) {
    c.heap.Escape(value, c.where);
    return true;
  }
  return false;
}

std::int64_t IndexOf(Context& c, const ValueList& items, const Value& value) {
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (IsEqual(c, items[i], value)) {
      return static_cast<std::int64_t>(i);
    }
  }
  return -1;
}

// Of the methods that lists and tuples share.
Value SelfSequence(Context& c, const Arguments& a) {
  const Value self = Need(c, a, 0, "self");
  if (!self.is(Kind::List) && !self.is(Kind::Tuple)) {
    GiveUp(c, "is a method of another object");
  }
  CheckContents(c, self);
  return self;
}

Value RemoveKey(Context& c, const Value& container, const Value& key) {
  Object* owner = KeysOwner(container.object);
  CheckContents(c, Value::Of(owner));
  Entry* entry = FindKey(c, KeysOf(container.object), key);
  if (entry == nullptr || entry->value.is_undefined()) {
    return Value();
  }
  if (entry->value.flags != 0) {
    GiveUp(c, "may be a key that is not there");
  }
  c.heap.Change(owner);
  entry = FindKey(c, KeysOf(container.object), key);
  const Value value = entry->value;
  KeysOf(container.object).Remove(*entry);
  return value;
}

[[noreturn]] void RaiseKey(Context& c, const Value& key) {
  throw Raised{Call(c, Value::Of(BuiltinClass(c, "KeyError")), {key})};
}

// A set of any iterable.
Value AsSet(Context& c, const Value& value) {
  return value.is(Kind::Set) || value.is(Kind::FrozenSet)
             ? value
             : Call(c, Value::Of(BuiltinClass(c, "set")), {value});
}

Value Combine(Context& c, const Arguments& a, ast::BinaryOperator op) {
  const AsBuiltin plain(c, Need(c, a, 0, "self"));
  // The result is a copy also where there is nothing to combine with.
  Value result = Binary(c, ast::BinaryOperator::BitOr, a.values[0], AsSet(c, c.heap.Tuple({})));
  for (std::size_t i = 1; i < a.values.size(); ++i) {
    result = Binary(c, op, result, AsSet(c, a.values[i]));
  }
  return result;
}

ast::BinaryOperator CombinationOf(std::string_view method) {
  return method.starts_with("intersection") ? ast::BinaryOperator::BitAnd
         : method.starts_with("difference") ? ast::BinaryOperator::Sub
         : method.starts_with("symmetric")  ? ast::BinaryOperator::BitXor
                                            : ast::BinaryOperator::BitOr;
}

}  // namespace

Value ListAppend(Context& c, const Arguments& a) {
  const Value self = Self(c, a, Kind::List);
  const Value value = Need(c, a, 1, "object");
  if (!GoesAway(c, self, value)) {
    c.heap.Change(self.object).items.push_back(value);
    self.object->state.items.back().flags = 0;
  }
  return Value::None();
}

Value ListExtend(Context& c, const Arguments& a) {
  const Value self = Self(c, a, Kind::List);
  const ValueList elements = Elements(c, Need(c, a, 1, "iterable"));
  ValueList& items = ChangedItems(c, self);
  items.insert(items.end(), elements.begin(), elements.end());
  return Value::None();
}

Value ListInsert(Context& c, const Arguments& a) {
  const Value self = Self(c, a, Kind::List);
  std::int64_t at = AsIndex(c, Need(c, a, 1, "index"));
  ValueList& items = ChangedItems(c, self);
  const auto size = static_cast<std::int64_t>(items.size());
  at = std::clamp<std::int64_t>(at < 0 ? at + size : at, 0, size);
  items.insert(items.begin() + static_cast<std::ptrdiff_t>(at), Need(c, a, 2, "object"));
  return Value::None();
}

Value ListPop(Context& c, const Arguments& a) {
  const Value self = Self(c, a, Kind::List);
  const std::int64_t index = AsIndex(c, Optional(a, 1, "index", Value::Int(-1)));
  CheckContents(c, self);
  const auto size = static_cast<std::int64_t>(self.object->state.items.size());
  const std::int64_t at = index < 0 ? index + size : index;
  if (at < 0 || at >= size) {
    RaiseError(c, "IndexError", size == 0 ? "pop from empty list" : "pop index out of range");
  }
  ValueList& items = c.heap.Change(self.object).items;
  const Value value = items[static_cast<std::size_t>(at)];
  items.erase(items.begin() + static_cast<std::ptrdiff_t>(at));
  return value;
}

Value ListRemove(Context& c, const Arguments& a) {
  const Value self = Self(c, a, Kind::List);
  CheckContents(c, self);
  const std::int64_t at = IndexOf(c, ValueList(self.object->state.items), Need(c, a, 1, "value"));
  if (at < 0) {
    RaiseError(c, "ValueError", "list.remove(x): x not in list");
  }
  ValueList& items = ChangedItems(c, self);
  items.erase(items.begin() + static_cast<std::ptrdiff_t>(at));
  return Value::None();
}

Value ListClear(Context& c, const Arguments& a) {
  const Value self = Self(c, a, Kind::List);
  if (!self.object->state.top) {
    c.heap.Change(self.object).items.clear();
  }
  return Value::None();
}

Value ListCopy(Context& c, const Arguments& a) {
  const Value self = Self(c, a, Kind::List);
  CheckContents(c, self);
  return c.heap.List(self.object->state.items);
}

Value ListReverse(Context& c, const Arguments& a) {
  std::ranges::reverse(ChangedItems(c, Self(c, a, Kind::List)));
  return Value::None();
}

Value ListSort(Context& c, const Arguments& a) {
  const Value self = Self(c, a, Kind::List);
  CheckContents(c, self);
  const bool reverse = Truth(c, Optional(a, 99, "reverse", Value::Bool(false)));
  ValueList sorted = Sorted(c, c.heap.List(self.object->state.items),
                            Optional(a, 99, "key", Value::None()), reverse);
  ChangedItems(c, self) = std::move(sorted);
  return Value::None();
}

Value SequenceIndex(Context& c, const Arguments& a) {
  const Value self = SelfSequence(c, a);
  if (a.values.size() > 2) {
    GiveUp(c, "is an index in a part of a sequence");
  }
  const std::int64_t at = IndexOf(c, ValueList(self.object->state.items), Need(c, a, 1, "value"));
  if (at < 0) {
    RaiseError(c, "ValueError",
               self.is(Kind::List) ? "value is not in list" : "tuple.index(x): x not in tuple");
  }
  return Value::Int(at);
}

Value SequenceCount(Context& c, const Arguments& a) {
  const ValueList items = SelfSequence(c, a).object->state.items;
  const Value value = Need(c, a, 1, "value");
  return Value::Int(
      std::ranges::count_if(items, [&](const Value& item) { return IsEqual(c, item, value); }));
}

Value DictGet(Context& c, const Arguments& a) {
  const Value self = Self(c, a, Kind::Dict);
  CheckContents(c, Value::Of(KeysOwner(self.object)));
  const Entry* entry = FindKey(c, KeysOf(self.object), Need(c, a, 1, "key"));
  if (entry == nullptr || entry->value.is_undefined()) {
    return Optional(a, 2, "default", Value::None());
  }
  if ((entry->value.flags & kMaybe) != 0) {
    GiveUp(c, "may be a key that is not there");
  }
  Value value = entry->value;
  value.flags = 0;
  return value;
}

Value DictView(Context& c, const Arguments& a) {
  Object* view = c.heap.New(Kind::DictView);
  view->state.items = {Self(c, a, Kind::Dict)};
  view->Attach<ViewInfo>(a.native == "keys"     ? ViewKind::Keys
                         : a.native == "values" ? ViewKind::Values
                                                : ViewKind::Items);
  return Value::Of(view);
}

Value DictSetDefault(Context& c, const Arguments& a) {
  const Value self = Self(c, a, Kind::Dict);
  CheckContents(c, Value::Of(KeysOwner(self.object)));
  const Value key = Need(c, a, 1, "key");
  const Entry* entry = FindKey(c, KeysOf(self.object), key);
  if (entry != nullptr && !entry->value.is_undefined()) {
    if ((entry->value.flags & kMaybe) != 0) {
      GiveUp(c, "may be a key that is not there");
    }
    return entry->value;
  }
  const Value value = Optional(a, 2, "default", Value::None());
  StoreKey(c, self.object, key, value);
  return value;
}

Value DictPop(Context& c, const Arguments& a) {
  const Value self = Self(c, a, Kind::Dict);
  const Value key = Need(c, a, 1, "key");
  const Value value = RemoveKey(c, self, key);
  if (value.is_undefined()) {
    if (a.values.size() < 3) {
      RaiseKey(c, key);
    }
    return a.values[2];
  }
  return value;
}

Value DictPopItem(Context& c, const Arguments& a) {
  const Value self = Self(c, a, Kind::Dict);
  const Entries& entries = KnownKeys(c, self.object).entries();
  for (std::size_t i = entries.size(); i-- > 0;) {
    if (!entries[i].key.is_undefined()) {
      const Value key = entries[i].key;
      const Value value = RemoveKey(c, self, key);
      return c.heap.Tuple({key, value});
    }
  }
  RaiseError(c, "KeyError", "popitem(): dictionary is empty");
}

Value DictUpdate(Context& c, const Arguments& a) {
  const Value self = Self(c, a, Kind::Dict);
  if (a.values.size() > 1) {
    UpdateDict(c, self.object, a.values[1]);
  }
  for (const Keyword& keyword : a.keywords) {
    StoreKey(c, self.object, c.heap.Str(keyword.name), keyword.value);
  }
  return Value::None();
}

Value DictClear(Context& c, const Arguments& a) {
  const Value self = Self(c, a, Kind::Dict);
  if (KeysOwner(self.object) != self.object) {
    GiveUp(c, "are attributes cleared all at once");
  }
  if (!self.object->state.top) {
    Table& table = *c.heap.Change(self.object).table;
    table.Clear();
    table.is_uncertain = false;
  }
  return Value::None();
}

Value DictCopy(Context& c, const Arguments& a) {
  const Value self = Self(c, a, Kind::Dict);
  Object* copy = c.heap.NewDict();
  UpdateDict(c, copy, self);
  return Value::Of(copy);
}

Value DictFromKeys(Context& c, const Arguments& a) {
  Object* dict = c.heap.NewDict();
  for (const Value& key : Elements(c, Need(c, a, 0, "iterable"))) {
    StoreKey(c, dict, key, Optional(a, 1, "value", Value::None()));
  }
  return Value::Of(dict);
}

Value SetAdd(Context& c, const Arguments& a) {
  StoreKey(c, Self(c, a, Kind::Set).object, Need(c, a, 1, "element"), Value::None());
  return Value::None();
}

Value SetDiscard(Context& c, const Arguments& a) {
  RemoveKey(c, Self(c, a, Kind::Set), Need(c, a, 1, "element"));
  return Value::None();
}

Value SetRemove(Context& c, const Arguments& a) {
  if (RemoveKey(c, Self(c, a, Kind::Set), Need(c, a, 1, "element")).is_undefined()) {
    RaiseKey(c, a.values[1]);
  }
  return Value::None();
}

Value SetPop(Context& c, const Arguments& a) {
  const Value self = Self(c, a, Kind::Set);
  const Table& keys = KnownKeys(c, self.object);
  if (keys.size() > 1) {
    GiveUp(c, "depends on the order of a set");
  }
  for (const Entry& entry : keys.entries()) {
    if (!entry.key.is_undefined()) {
      const Value key = entry.key;
      RemoveKey(c, self, key);
      return key;
    }
  }
  RaiseError(c, "KeyError", "pop from an empty set");
}

Value SetClear(Context& c, const Arguments& a) {
  const Value self = Self(c, a, Kind::Set);
  if (!self.object->state.top) {
    c.heap.Change(self.object).table->Clear();
  }
  return Value::None();
}

// union, intersection and so on, and copy.
Value SetCombine(Context& c, const Arguments& a) { return Combine(c, a, CombinationOf(a.native)); }

Value SetCombineInPlace(Context& c, const Arguments& a) {
  const Value self = Self(c, a, Kind::Set);
  const Value result = Combine(c, a, CombinationOf(a.native));
  if (result.is_unknown()) {
    c.heap.MakeTop(self.object, c.where);
    return Value::None();
  }
  *c.heap.Change(self.object).table = *result.object->state.table;
  return Value::None();
}

Value SetIsPart(Context& c, const Arguments& a) {
  return Compare(c, a.native == "issubset" ? ast::CompareOperator::LtE : ast::CompareOperator::GtE,
                 Need(c, a, 0, "self"), AsSet(c, Need(c, a, 1, "other")));
}

Value SetIsDisjoint(Context& c, const Arguments& a) {
  return Value::Bool(Length(c, Combine(c, a, ast::BinaryOperator::BitAnd)) == 0);
}

Value IntBitLength(Context& c, const Arguments& a) {
  const Value number = PlainNumber(Need(c, a, 0, "self"));
  const llvm::APInt value = ToBig(number);
  return Value::Int(value.sext(value.getBitWidth() + 1).abs().getActiveBits());
}

Value IntBitCount(Context& c, const Arguments& a) {
  const llvm::APInt value = ToBig(PlainNumber(Need(c, a, 0, "self")));
  return Value::Int(value.sext(value.getBitWidth() + 1).abs().popcount());
}

Value NumberReal(Context& c, const Arguments& a) {
  const Value number = PlainNumber(Need(c, a, 0, "self"));
  return number.is(Kind::Complex) ? Value::Float(number.object->As<ComplexNumber>().real)
                                  : Unary(c, ast::UnaryOperator::UAdd, number);
}

Value NumberImag(Context& c, const Arguments& a) {
  const Value number = PlainNumber(Need(c, a, 0, "self"));
  return number.is(Kind::Complex) ? Value::Float(number.object->As<ComplexNumber>().imag)
         : number.is_float()      ? Value::Float(0.0)
                                  : Value::Int(0);
}

Value NumberConjugate(Context& c, const Arguments& a) {
  const Value number = PlainNumber(Need(c, a, 0, "self"));
  if (!number.is(Kind::Complex)) {
    return Unary(c, ast::UnaryOperator::UAdd, number);
  }
  return MakeComplex(c, number.object->As<ComplexNumber>().real,
                     -number.object->As<ComplexNumber>().imag);
}

Value IntDenominator(Context&, const Arguments&) { return Value::Int(1); }

Value FloatIsInteger(Context& c, const Arguments& a) {
  const Value number = PlainNumber(Need(c, a, 0, "self"));
  return Value::Bool(number.is_float() && std::isfinite(number.real) &&
                     number.real == std::floor(number.real));
}

Value FloatAsRatio(Context& c, const Arguments& a) {
  const Value number = PlainNumber(Need(c, a, 0, "self"));
  if (!number.is_float() || !std::isfinite(number.real)) {
    GiveUp(c, "is a ratio that is not followed");
  }
  int exponent = 0;
  double mantissa = std::frexp(number.real, &exponent);
  for (int i = 0; i < 300 && mantissa != std::floor(mantissa); ++i) {
    mantissa *= 2;
    --exponent;
  }
  const Value top = IntegerOfDouble(c, mantissa);
  const Value scale = IntegerOperation(c, ast::BinaryOperator::LShift, Value::Int(1),
                                       Value::Int(std::abs(exponent)));
  return exponent > 0 ? c.heap.Tuple({IntegerOperation(c, ast::BinaryOperator::Mult, top, scale),
                                      Value::Int(1)})
                      : c.heap.Tuple({top, scale});
}

Value GeneratorSend(Context& c, const Arguments& a) {
  Value element;
  if (ResumeGenerator(c, Self(c, a, Kind::Generator).object, Need(c, a, 1, "value"), element)) {
    return element;
  }
  throw Raised{Call(c, Value::Of(BuiltinClass(c, "StopIteration")), {element})};
}

Value GeneratorThrow(Context& c, const Arguments& a) {
  Value element;
  const Value thrown = MakeException(
      c, a.values.size() > 2 && !a.values[2].is_none() ? a.values[2] : Need(c, a, 1, "type"));
  if (ResumeGenerator(c, Self(c, a, Kind::Generator).object, Value::None(), element, thrown)) {
    return element;
  }
  throw Raised{Call(c, Value::Of(BuiltinClass(c, "StopIteration")), {element})};
}

Value GeneratorClose(Context& c, const Arguments& a) {
  Object* generator = Self(c, a, Kind::Generator).object;
  Value element;
  const Value exit = Call(c, Value::Of(BuiltinClass(c, "GeneratorExit")), {});
  try {
    ResumeGenerator(c, generator, Value::None(), element, exit);
  } catch (const Raised& raised) {
    if (!IsInstance(c, raised.exception, exit.object->cls) &&
        !IsInstance(c, raised.exception, BuiltinClass(c, "StopIteration"))) {
      throw;
    }
  }
  return Value::None();
}

}  // namespace kernelc::host
