// bisect and heapq: lists in order.
#include "compiler/host/library/natives.h"
#include "compiler/host/library/parameters.h"

namespace kernelc::host {
namespace {

bool IsLess(Context& c, const Value& a, const Value& b) {
  return Truth(c, Compare(c, ast::CompareOperator::Lt, a, b));
}

// The list as a heap, with the moves of Python's, so that lists are left in the same order.
struct HeapList {
  Context& c;
  Value list;

  std::size_t size() const { return list.items().size(); }
  Value At(std::size_t place) const {
    GiveUpIf(c, place >= size(), "is a list that changes while it is ordered");
    return list.items()[place];
  }
  void Put(std::size_t place, const Value& value) const {
    GiveUpIf(c, place >= size(), "is a list that changes while it is ordered");
    c.heap.Change(list.object).items[place] = value;
  }
  void Rise(std::size_t start, std::size_t place) const {
    const Value item = At(place);
    while (place > start) {
      const std::size_t parent = (place - 1) / 2;
      if (!IsLess(c, item, At(parent))) {
        break;
      }
      Put(place, At(parent));
      place = parent;
    }
    Put(place, item);
  }
  void Sink(std::size_t place) const {
    const std::size_t start = place;
    const Value item = At(place);
    for (std::size_t child = 2 * place + 1; child < size(); child = 2 * place + 1) {
      Step(c);
      child += child + 1 < size() && !IsLess(c, At(child), At(child + 1)) ? 1U : 0U;
      Put(place, At(child));
      place = child;
    }
    Put(place, item);
    Rise(start, place);
  }
  Value Replace(const Value& item) const {
    RaiseIf(c, size() == 0, "IndexError", "index out of range");
    const Value top = At(0);
    Put(0, item);
    Sink(0);
    return top;
  }
};

}  // namespace

KC_NATIVE(HeapChange, Called name, Of<Kind::List> heap, Given item) {
  const HeapList list{c, heap};
  GiveUpIf(c, item.is_undefined() != (name == "heapify" || name == "heappop"), kOtherArguments);
  if (name == "heapify") {
    for (std::size_t i = list.size() / 2; i-- > 0;) {
      list.Sink(i);
    }
    return Value::None();
  }
  if (name == "heappush") {
    c.heap.Change(heap.object).items.push_back(item);
    list.Rise(0, list.size() - 1);
    return Value::None();
  }
  if (name == "heappushpop") {
    return list.size() > 0 && IsLess(c, list.At(0), item) ? list.Replace(item) : item;
  }
  if (name == "heapreplace") {
    return list.Replace(item);
  }
  RaiseIf(c, list.size() == 0, "IndexError", "index out of range");
  const Value last = list.At(list.size() - 1);
  c.heap.Change(heap.object).items.pop_back();
  return list.size() == 0 ? last : list.Replace(last);
}

KC_NATIVE_BY_NAME(BisectPlace, Called name, Value a, Value x, std::optional<std::int64_t> lo,
                  OrNone<std::int64_t> hi, Named<OrNone<Value>> key) {
  std::int64_t low = lo.value_or(0);
  std::int64_t high = hi ? *hi : Length(c, a);
  RaiseIf(c, low < 0, "ValueError", "lo must be non-negative");
  while (low < high) {
    Step(c);
    const std::int64_t middle = low + (high - low) / 2;
    const Value item = GetItem(c, a, Value::Int(middle));
    const Value each = key ? Call(c, *key, {item}) : item;
    const bool is_before = name == "bisect_left" ? IsLess(c, each, x) : !IsLess(c, x, each);
    (is_before ? low : high) = middle + (is_before ? 1 : 0);
  }
  return Value::Int(low);
}

KC_NATIVE_BY_NAME(BisectInsert, Called name, Value a, Value x, std::optional<std::int64_t> lo,
                  OrNone<std::int64_t> hi, Named<OrNone<Value>> key) {
  const Value wanted = key ? Call(c, *key, {x}) : x;
  const Value given[] = {a, wanted, Value::Int(lo.value_or(0)),
                         hi ? Value::Int(*hi) : Value::None()};
  const Keyword by[] = {{"key", key ? *key : Value::None()}};
  const Value place =
      BisectPlace(c, {given, by, name == "insort_left" ? "bisect_left" : "bisect_right"});
  return Call(c, GetAttribute(c, a, "insert"), {place, x});
}

}  // namespace kernelc::host
