// Methods of containers and numbers.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "compiler/host/arrays/array.h"
#include "compiler/host/interpreter/generators.h"
#include "compiler/host/library/natives.h"
#include "compiler/host/library/parameters.h"
#include "compiler/host/objects/integer.h"
#include "compiler/host/objects/iterators.h"

namespace kernelc::host {
namespace {

ValueList& ChangedItems(Context& c, const Value& list) {
  CheckContents(c, list);
  return c.heap.Change(list.object).items;
}

std::int64_t IndexOf(Context& c, const ValueList& items, const Value& value) {
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (IsEqual(c, items[i], value)) {
      return static_cast<std::int64_t>(i);
    }
  }
  return -1;
}

// A set of any iterable.
Value AsSet(Context& c, const Value& value) {
  return value.is(Kind::Set, Kind::FrozenSet) ? value
                                              : Call(c, Value::Of(BuiltinClass(c, "set")), {value});
}

Value Combine(Context& c, const Value& set, const Rest& others, ast::BinaryOperator op) {
  const AsBuiltin plain(set);
  // The result is a copy also where there is nothing to combine with.
  Value result = Binary(c, ast::BinaryOperator::BitOr, set, AsSet(c, c.heap.Tuple({})));
  for (const Value& other : others) {
    result = Binary(c, op, result, AsSet(c, other));
  }
  return result;
}

ast::BinaryOperator CombinationOf(std::string_view method) {
  return method.starts_with("intersection") ? ast::BinaryOperator::BitAnd
         : method.starts_with("difference") ? ast::BinaryOperator::Sub
         : method.starts_with("symmetric")  ? ast::BinaryOperator::BitXor
                                            : ast::BinaryOperator::BitOr;
}

// Goes on behind a `yield`.
Value Resumed(Context& c, const Value& generator, const Value& sent, const Value& thrown) {
  Value element;
  if (!ResumeGenerator(c, generator.object, sent, element, thrown)) {
    RaiseWith(c, "StopIteration", {element});
  }
  return element;
}

}  // namespace

KC_NATIVE(ListAppend, Any<Kind::List> self, Value object) {
  if (self.object->state.top) {
    c.heap.Escape(object, c.where);
    return Value::None();
  }
  c.heap.Change(self.object).items.push_back(object.Plain());
  return Value::None();
}

KC_NATIVE(ListExtend, Any<Kind::List> self, ValueList iterable) {
  ValueList& items = ChangedItems(c, self);
  items.insert(items.end(), iterable.begin(), iterable.end());
  return Value::None();
}

KC_NATIVE(ListInsert, Any<Kind::List> self, std::int64_t index, Value object) {
  ValueList& items = ChangedItems(c, self);
  const std::int64_t at =
      std::clamp<std::int64_t>(index < 0 ? index + std::ssize(items) : index, 0, std::ssize(items));
  items.insert(items.begin() + at, object);
  return Value::None();
}

KC_NATIVE(ListPop, Any<Kind::List> self, std::optional<std::int64_t> index) {
  CheckContents(c, self);
  const std::int64_t at = CheckedIndex(c, index.value_or(-1), std::ssize(self.items()));
  ValueList& items = c.heap.Change(self.object).items;
  const Value value = items[static_cast<std::size_t>(at)];
  items.erase(items.begin() + at);
  return value;
}

KC_NATIVE(ListRemove, Of<Kind::List> self, Value value) {
  const std::int64_t at = IndexOf(c, ValueList(self.items()), value);
  RaiseIf(c, at < 0, "ValueError", "list.remove(x): x not in list");
  ValueList& items = ChangedItems(c, self);
  items.erase(items.begin() + at);
  return Value::None();
}

KC_NATIVE(ListClear, Any<Kind::List> self) {
  if (!self.object->state.top) {
    c.heap.Change(self.object).items.clear();
  }
  return Value::None();
}

KC_NATIVE(ListCopy, Of<Kind::List> self) { return c.heap.List(self.items()); }

KC_NATIVE(ListReverse, Of<Kind::List> self) {
  std::ranges::reverse(ChangedItems(c, self));
  return Value::None();
}

KC_NATIVE(ListSort, Of<Kind::List> self, Named<OrNone<Value>> key,
          Named<std::optional<bool>> reverse) {
  ValueList sorted =
      Sorted(c, c.heap.List(self.items()), key.value_or(Value::None()), reverse.value_or(false));
  RaiseIf(c, self.items().size() != sorted.size(), "ValueError", "list modified during sort");
  ChangedItems(c, self) = std::move(sorted);
  return Value::None();
}

KC_NATIVE(SequenceIndex, Of<Kind::List, Kind::Tuple> self, Value value) {
  const std::int64_t at = IndexOf(c, ValueList(self.items()), value);
  RaiseIf(c, at < 0, "ValueError", "the value is not there");
  return Value::Int(at);
}

KC_NATIVE(SequenceCount, Of<Kind::List, Kind::Tuple> self, Value value) {
  const ValueList items = self.items();
  return Value::Int(
      std::ranges::count_if(items, [&](const Value& item) { return IsEqual(c, item, value); }));
}

KC_NATIVE(DictGet, Any<Kind::Dict> self, Value key, Given fallback) {
  const Entry* entry = KnownEntry(c, self, key);
  return entry != nullptr          ? entry->value.Plain()
         : fallback.is_undefined() ? Value::None()
                                   : fallback;
}

KC_NATIVE(DictView, Called name, Any<Kind::Dict> self) {
  const Value view = c.heap.Of(Kind::DictView, {self});
  view.object->Attach<ViewInfo>(name == "keys"     ? ViewKind::Keys
                                : name == "values" ? ViewKind::Values
                                                   : ViewKind::Items);
  return view;
}

KC_NATIVE(DictSetDefault, Any<Kind::Dict> self, Value key, Given fallback) {
  if (const Entry* entry = KnownEntry(c, self, key)) {
    return entry->value;
  }
  const Value value = fallback.is_undefined() ? Value::None() : fallback;
  StoreKey(c, self.object, key, value);
  return value;
}

KC_NATIVE(DictPop, Any<Kind::Dict> self, Value key, Given fallback) {
  const Value value = RemoveKey(c, self, key);
  if (value.is_undefined() && fallback.is_undefined()) {
    RaiseWith(c, "KeyError", {key});
  }
  return value.is_undefined() ? fallback : value;
}

KC_NATIVE(DictPopItem, Any<Kind::Dict> self) {
  const Table& keys = KnownKeys(c, self.object);
  RaiseIf(c, keys.size() == 0, "KeyError", "popitem(): dictionary is empty");
  const Value key = (keys.live() | std::views::reverse).front().key;
  return c.heap.Tuple({key, RemoveKey(c, self, key)});
}

KC_NATIVE(DictUpdate, Any<Kind::Dict> self, Given other, Keywords keywords) {
  if (!other.is_undefined()) {
    UpdateDict(c, self.object, other);
  }
  for (const Keyword& keyword : keywords) {
    StoreKey(c, self.object, c.heap.Str(keyword.name), keyword.value);
  }
  return Value::None();
}

KC_NATIVE(DictClear, Any<Kind::Dict> self) {
  GiveUpIf(c, KeysOwner(self.object) != self.object, "are attributes cleared all at once");
  if (!self.object->state.top) {
    Table& table = *c.heap.Change(self.object).table;
    table.Clear();
    table.is_uncertain = false;
  }
  return Value::None();
}

KC_NATIVE(DictCopy, Any<Kind::Dict> self) {
  Object* copy = c.heap.NewDict();
  UpdateDict(c, copy, self);
  return Value::Of(copy);
}

KC_NATIVE(DictFromKeys, ValueList iterable, Given value) {
  Object* dict = c.heap.NewDict();
  for (const Value& key : iterable) {
    StoreKey(c, dict, key, value.is_undefined() ? Value::None() : value);
  }
  return Value::Of(dict);
}

KC_NATIVE(SetAdd, Any<Kind::Set> self, Value element) {
  StoreKey(c, self.object, element, Value::None());
  return Value::None();
}

// discard and remove
KC_NATIVE(SetRemove, Called name, Any<Kind::Set> self, Value element) {
  GiveUpIf(c, element.is(Kind::Set), "is a search that is not followed");
  if (RemoveKey(c, self, element).is_undefined() && name == "remove") {
    RaiseWith(c, "KeyError", {element});
  }
  return Value::None();
}

KC_NATIVE(SetPop, Any<Kind::Set> self) {
  const Table& keys = KnownKeys(c, self.object);
  GiveUpIf(c, keys.size() > 1, "depends on the order of a set");
  RaiseIf(c, keys.size() == 0, "KeyError", "pop from an empty set");
  const Value key = keys.live().front().key;
  RemoveKey(c, self, key);
  return key;
}

KC_NATIVE(SetClear, Any<Kind::Set> self) {
  if (!self.object->state.top) {
    c.heap.Change(self.object).table->Clear();
  }
  return Value::None();
}

// union, intersection and so on, and copy.
KC_NATIVE(SetCombine, Called name, Value self, Rest others) {
  return Combine(c, self, others, CombinationOf(name));
}

KC_NATIVE(SetCombineInPlace, Called name, Any<Kind::Set> self, Rest others) {
  const Value result = Combine(c, self, others, CombinationOf(name));
  if (result.is_unknown()) {
    c.heap.MakeTop(self.object, c.where);
    return Value::None();
  }
  *c.heap.Change(self.object).table = *result.object->state.table;
  return Value::None();
}

KC_NATIVE(SetIsPart, Called name, Value self, Value other) {
  return Compare(c, name == "issubset" ? ast::CompareOperator::LtE : ast::CompareOperator::GtE,
                 self, AsSet(c, other));
}

KC_NATIVE(SetIsDisjoint, Value self, Rest others) {
  return Value::Bool(Length(c, Combine(c, self, others, ast::BinaryOperator::BitAnd)) == 0);
}

// Bits of the number without its sign.
KC_NATIVE(IntBits, Called name, Plain self) {
  const llvm::APInt value = ToBig(self);
  const llvm::APInt size = value.sext(value.getBitWidth() + 1).abs();
  return Value::Int(name == "bit_count" ? size.popcount() : size.getActiveBits());
}

// conjugate, imag, numerator, real
KC_NATIVE(NumberPart, Called name, Plain self) {
  if (!self.is(Kind::Complex)) {
    return name != "imag"    ? Unary(c, ast::UnaryOperator::UAdd, self)
           : self.is_float() ? Value::Float(0.0)
                             : Value::Int(0);
  }
  const ComplexNumber& number = self.As<ComplexNumber>();
  return name == "conjugate" ? MakeComplex(c, number.real, -number.imag)
                             : Value::Float(name == "imag" ? number.imag : number.real);
}

KC_NATIVE(IntDenominator, Value) { return Value::Int(1); }

KC_NATIVE(FloatIsInteger, Plain self) {
  return Value::Bool(self.is_float() && std::isfinite(self.real) &&
                     self.real == std::floor(self.real));
}

KC_NATIVE(NumberAsRatio, Plain self) {
  if (self.is_bool() || IsInteger(self)) {
    return c.heap.Tuple({self.is_bool() ? Value::Int(self.as_bool()) : self, Value::Int(1)});
  }
  GiveUpIf(c, !self.is_float() || !std::isfinite(self.real), "is a ratio that is not followed");
  int exponent = 0;
  double mantissa = std::frexp(self.real, &exponent);
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

KC_NATIVE(GeneratorSend, Any<Kind::Generator> self, Value value) {
  return Resumed(c, self, value, Value());
}

KC_NATIVE(GeneratorThrow, Any<Kind::Generator> self, Value type, OrNone<Value> value) {
  return Resumed(c, self, Value::None(), MakeException(c, value.value_or(type)));
}

KC_NATIVE(GeneratorClose, Any<Kind::Generator> self) {
  const Value exit = Call(c, Value::Of(BuiltinClass(c, "GeneratorExit")), {});
  Unless(c, {"GeneratorExit", "StopIteration"}, [&] {
    Value element;
    ResumeGenerator(c, self.object, Value::None(), element, exit);
    return element;
  });
  return Value::None();
}

}  // namespace kernelc::host
