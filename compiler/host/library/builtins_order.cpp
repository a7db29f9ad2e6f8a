// Builtin functions over all elements of something: sums, orders, questions.
#include <algorithm>
#include <list>

#include "compiler/host/library/natives.h"
#include "compiler/host/library/parameters.h"
#include "compiler/host/objects/integer.h"

namespace kernelc::host {
namespace {

// The elements where their order does not matter.
ValueList InAnyOrder(Context& c, const Value& iterable) {
  return IsSet(iterable) ? ListOf(KnownKeys(c, iterable.object).live(),
                                  [](const Entry& entry) { return entry.key; })
                         : Elements(c, iterable);
}

// What min() and max() choose.
Value Extreme(Context& c, const Rest& given, const OrNone<Value>& key, const Given& fallback,
              ast::CompareOperator better) {
  const bool is_one = given.size() == 1;
  const bool any_order = is_one && IsSet(given[0]);
  const ValueList elements =
      is_one ? InAnyOrder(c, given[0]) : ValueList(given.begin(), given.end());
  if (elements.empty()) {
    RaiseIf(c, fallback.is_undefined(), "ValueError", "iterable argument is empty");
    return fallback;
  }
  const auto key_of = [&](const Value& element) {
    return key ? Call(c, *key, {element}) : element;
  };
  Value best = elements[0];
  Value best_key = key_of(best);
  for (std::size_t i = 1; i < elements.size(); ++i) {
    Step(c);
    const Value other = key_of(elements[i]);
    if (Truth(c, Compare(c, better, other, best_key))) {
      best = elements[i];
      best_key = other;
    } else if (any_order && key && IsEqual(c, other, best_key)) {
      GiveUp(c, "depends on the order of a set");
    }
  }
  return best;
}

struct Keyed {
  Value key;
  Value element;
};

}  // namespace

KC_NATIVE_BY_NAME(BuiltinSum, Value iterable, Given start) {
  Value sum = start.is_undefined() ? Value::Int(0) : start;
  const ValueList elements = InAnyOrder(c, iterable);
  const bool all_integers = std::ranges::all_of(elements, IsInteger);
  GiveUpIf(c, IsSet(iterable) && !all_integers && elements.size() > 1,
           "depends on the order of a set");
  for (const Value& element : elements) {
    Step(c);
    sum = Binary(c, ast::BinaryOperator::Add, sum, element);
  }
  return sum;
}

// min and max
KC_NATIVE(BuiltinMin, Called name, Rest given, Named<OrNone<Value>> key, Named<Given> default_) {
  return Extreme(c, given, key, default_,
                 name == "min" ? ast::CompareOperator::Lt : ast::CompareOperator::Gt);
}

ValueList Sorted(Context& c, const Value& iterable, const Value& key, bool reverse) {
  // A list is merged, which is stable, and safe whatever the program's comparisons say.
  std::list<Keyed> items;
  for (const Value& element : InAnyOrder(c, iterable)) {
    items.push_back({key.is_none() ? element : Call(c, key, {element}), element});
  }
  const auto is_less = [&](const Keyed& a, const Keyed& b) {
    Step(c);
    return Truth(c, reverse ? Compare(c, ast::CompareOperator::Lt, b.key, a.key)
                            : Compare(c, ast::CompareOperator::Lt, a.key, b.key));
  };
  items.sort(is_less);
  ValueList sorted;
  const Keyed* before = nullptr;
  for (const Keyed& item : items) {
    if (before != nullptr && !item.key.is(Kind::Instance) && !is_less(*before, item)) {
      // NaN, or sets of which none holds the other.
      GiveUpIf(c, !IsEqual(c, before->key, item.key), "depends on how Python sorts");
    }
    GiveUpIf(
        c,
        IsSet(iterable) && before != nullptr && !key.is_none() && IsEqual(c, before->key, item.key),
        "depends on the order of a set");
    sorted.push_back(item.element);
    before = &item;
  }
  return sorted;
}

KC_NATIVE(BuiltinSorted, Value iterable, Named<OrNone<Value>> key,
          Named<std::optional<bool>> reverse) {
  return c.heap.List(Sorted(c, iterable, key.value_or(Value::None()), reverse.value_or(false)));
}

// all and any
KC_NATIVE(BuiltinAny, Called name, Value iterable) {
  const Value iterator = MakeIterator(c, iterable);
  const bool wanted = name == "any";
  for (Value element; Advance(c, iterator, element);) {
    if (Truth(c, element) == wanted) {
      return Value::Bool(wanted);
    }
  }
  return Value::Bool(!wanted);
}

}  // namespace kernelc::host
