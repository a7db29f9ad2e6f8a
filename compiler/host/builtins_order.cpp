// Builtin functions over all elements of something: sums, orders, questions.
#include <algorithm>

#include "compiler/host/integer.h"
#include "compiler/host/natives.h"
#include "compiler/host/parameters.h"

namespace kernelc::host {
namespace {

// The elements where their order does not matter.
ValueList InAnyOrder(Context& c, const Value& iterable) {
  if (!IsSet(iterable)) {
    return Elements(c, iterable);
  }
  ValueList keys;
  for (const Entry& entry : KnownKeys(c, iterable.object).live()) {
    keys.push_back(entry.key);
  }
  return keys;
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

// Stable, and safe whatever the program's comparisons say.
void MergeSort(Context& c, std::vector<Keyed>& items, std::size_t first, std::size_t last,
               bool reverse) {
  if (last - first < 2) {
    return;
  }
  const std::size_t middle = (first + last) / 2;
  MergeSort(c, items, first, middle, reverse);
  MergeSort(c, items, middle, last, reverse);
  std::vector<Keyed> merged;
  std::size_t left = first;
  std::size_t right = middle;
  while (left < middle && right < last) {
    Step(c);
    const bool takes_right =
        Truth(c, reverse ? Compare(c, ast::CompareOperator::Lt, items[left].key, items[right].key)
                         : Compare(c, ast::CompareOperator::Lt, items[right].key, items[left].key));
    merged.push_back(takes_right ? items[right++] : items[left++]);
  }
  merged.insert(merged.end(), items.begin() + static_cast<std::ptrdiff_t>(left),
                items.begin() + static_cast<std::ptrdiff_t>(middle));
  merged.insert(merged.end(), items.begin() + static_cast<std::ptrdiff_t>(right),
                items.begin() + static_cast<std::ptrdiff_t>(last));
  std::ranges::copy(merged, items.begin() + static_cast<std::ptrdiff_t>(first));
}

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
  std::vector<Keyed> items;
  for (const Value& element : InAnyOrder(c, iterable)) {
    items.push_back({key.is_none() ? element : Call(c, key, {element}), element});
  }
  MergeSort(c, items, 0, items.size(), reverse);
  ValueList sorted;
  for (std::size_t i = 0; i < items.size(); ++i) {
    GiveUpIf(
        c, IsSet(iterable) && i > 0 && !key.is_none() && IsEqual(c, items[i - 1].key, items[i].key),
        "depends on the order of a set");
    sorted.push_back(items[i].element);
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
