// Builtin functions over all elements of something: sums, orders, questions.
#include <algorithm>

#include "compiler/host/integer.h"
#include "compiler/host/natives.h"

namespace kernelc::host {
namespace {

// The elements where their order does not matter.
ValueList InAnyOrder(Context& c, const Value& iterable) {
  if (!IsSet(iterable)) {
    return Elements(c, iterable);
  }
  ValueList keys;
  for (const Entry& entry : KnownKeys(c, iterable.object).entries()) {
    if (!entry.key.is_undefined()) {
      keys.push_back(entry.key);
    }
  }
  return keys;
}

// What min() and max() choose.
Value Extreme(Context& c, const Arguments& a, ast::CompareOperator better) {
  const Value key = Optional(a, 99, "key", Value::None());
  const bool is_one = a.values.size() == 1;
  const bool any_order = is_one && IsSet(a.values[0]);
  const ValueList elements =
      is_one ? InAnyOrder(c, a.values[0]) : ValueList(a.values.begin(), a.values.end());
  if (elements.empty()) {
    const Value fallback = a.Get(99, "default");
    if (fallback.is_undefined()) {
      RaiseError(c, "ValueError", "iterable argument is empty");
    }
    return fallback;
  }
  const auto key_of = [&](const Value& element) {
    return key.is_none() ? element : Call(c, key, {element});
  };
  Value best = elements[0];
  Value best_key = key_of(best);
  for (std::size_t i = 1; i < elements.size(); ++i) {
    Step(c);
    const Value other = key_of(elements[i]);
    if (Truth(c, Compare(c, better, other, best_key))) {
      best = elements[i];
      best_key = other;
    } else if (any_order && !key.is_none() && IsEqual(c, other, best_key)) {
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

Value BuiltinSum(Context& c, const Arguments& a) {
  const Value iterable = Need(c, a, 0, "iterable");
  Value sum = Optional(a, 1, "start", Value::Int(0));
  const ValueList elements = InAnyOrder(c, iterable);
  const bool all_integers = std::ranges::all_of(elements, IsInteger);
  if (IsSet(iterable) && !all_integers && elements.size() > 1) {
    GiveUp(c, "depends on the order of a set");
  }
  for (const Value& element : elements) {
    Step(c);
    sum = Binary(c, ast::BinaryOperator::Add, sum, element);
  }
  return sum;
}

Value BuiltinMin(Context& c, const Arguments& a) { return Extreme(c, a, ast::CompareOperator::Lt); }
Value BuiltinMax(Context& c, const Arguments& a) { return Extreme(c, a, ast::CompareOperator::Gt); }

ValueList Sorted(Context& c, const Value& iterable, const Value& key, bool reverse) {
  std::vector<Keyed> items;
  for (const Value& element : InAnyOrder(c, iterable)) {
    items.push_back({key.is_none() ? element : Call(c, key, {element}), element});
  }
  MergeSort(c, items, 0, items.size(), reverse);
  ValueList sorted;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (IsSet(iterable) && i > 0 && !key.is_none() && IsEqual(c, items[i - 1].key, items[i].key)) {
      GiveUp(c, "depends on the order of a set");
    }
    sorted.push_back(items[i].element);
  }
  return sorted;
}

Value BuiltinSorted(Context& c, const Arguments& a) {
  for (const Keyword& keyword : a.keywords) {
    if (keyword.name != "key" && keyword.name != "reverse") {
      RaiseError(c, "TypeError", "sort() got an unexpected keyword argument");
    }
  }
  const bool reverse = Truth(c, Optional(a, 99, "reverse", Value::Bool(false)));
  return c.heap.List(
      Sorted(c, Need(c, a, 0, "iterable"), Optional(a, 99, "key", Value::None()), reverse));
}

// all and any
Value BuiltinAny(Context& c, const Arguments& a) {
  Iteration iteration(c, Need(c, a, 0, "iterable"));
  const bool wanted = a.native == "any";
  for (Value element; iteration.Next(element);) {
    if (Truth(c, element) == wanted) {
      return Value::Bool(wanted);
    }
  }
  return Value::Bool(!wanted);
}

}  // namespace kernelc::host
