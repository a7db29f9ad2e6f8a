// Assignment to elements of constants, while statements of the host are followed.
#include "compiler/sema/const_store.h"

#include <algorithm>

#include "compiler/sema/const_eval.h"
#include "compiler/sema/const_numpy.h"
#include "compiler/sema/fold.h"

namespace kernelc::sema {
namespace {

// What is assigned, as numbers of the array's type: `shape` empty for a number.
struct Source {
  std::vector<std::int64_t> shape;
  std::vector<Number> values;
};

std::optional<Source> SourceOf(const Object& value, abi::ScalarKind element) {
  std::optional<Object> object = value;
  if (!value.is_number()) {
    object = ArrayFrom(value, std::nullopt);
  }
  if (!object) {
    return std::nullopt;
  }
  Source source;
  std::vector<Number> numbers;
  if (object->is_number()) {
    numbers.push_back(object->number);
  } else {
    const ConstArray& array = *object->array;
    if (!array.has_values() || array.record || array.size() > kMaxArrayElements) {
      return std::nullopt;
    }
    source.shape = array.shape;
    for (std::int64_t i = 0; i < array.size(); ++i) {
      numbers.push_back(array.at(i));
    }
  }
  for (const Number& number : numbers) {
    const std::optional<Number> cast = CastNumber(number, element);
    if (!cast) {
      return std::nullopt;
    }
    source.values.push_back(*cast);
  }
  return source;
}

// The element of `source` for each one of `target`, where NumPy broadcasts the one to the other;
// null where it does not.
std::optional<std::vector<std::int64_t>> Broadcast(std::vector<std::int64_t> source,
                                                   const std::vector<std::int64_t>& target) {
  while (source.size() > target.size() && source.front() == 1) {
    source.erase(source.begin());
  }
  if (source.size() > target.size()) {
    return std::nullopt;
  }
  source.insert(source.begin(), target.size() - source.size(), 1);
  std::int64_t count = 1;
  for (std::size_t d = 0; d < target.size(); ++d) {
    if (source[d] != target[d] && source[d] != 1) {
      return std::nullopt;
    }
    count *= target[d];
  }
  std::vector<std::int64_t> elements(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < elements.size(); ++i) {
    auto rest = static_cast<std::int64_t>(i);
    std::int64_t stride = 1;
    for (std::size_t d = target.size(); d-- > 0;) {
      elements[i] += source[d] == 1 ? 0 : rest % target[d] * stride;
      rest /= target[d];
      stride *= source[d];
    }
  }
  return elements;
}

}  // namespace

std::optional<Selection> SelectSlice(const ast::Slice& slice, std::int64_t extent,
                                     const PartValue& value_of) {
  bool known = true;
  const auto bound = [&](const ast::Expr* expr) -> std::optional<std::int64_t> {
    if (expr == nullptr || !known) {
      return std::nullopt;
    }
    const std::optional<Object> value = value_of(expr);
    if (value && value->kind == ObjectKind::None) {
      return std::nullopt;
    }
    known = value && value->is_int();
    return known ? std::optional(static_cast<std::int64_t>(std::clamp(
                       value->number.integer, Int128(-1) << 40, Int128(1) << 40)))
                 : std::nullopt;
  };
  const std::optional<std::int64_t> lower = bound(slice.lower);
  const std::optional<std::int64_t> upper = bound(slice.upper);
  const std::int64_t step = bound(slice.step).value_or(1);
  if (!known || step == 0) {
    return std::nullopt;
  }
  const std::int64_t low = step > 0 ? 0 : -1;
  const std::int64_t high = step > 0 ? extent : extent - 1;
  const auto clip = [&](std::optional<std::int64_t> place, std::int64_t absent) {
    return place ? std::clamp(*place < 0 ? *place + extent : *place, low, high) : absent;
  };
  const std::int64_t first = clip(lower, step > 0 ? 0 : extent - 1);
  const std::int64_t last = clip(upper, step > 0 ? extent : -1);
  const std::int64_t span = step > 0 ? last - first : first - last;
  const std::int64_t size = step > 0 ? step : -step;
  return Selection{first, step, span <= 0 ? 0 : (span + size - 1) / size, false};
}

bool StoreElements(ConstArray* array, const std::vector<std::int64_t>& shape,
                   const std::vector<std::int64_t>& places, const Object& value) {
  const std::int64_t size = array->size();
  if (array->record || (array->values.empty() && size != 0) || size > kMaxArrayElements) {
    return false;
  }
  const std::optional<Source> source = SourceOf(value, array->element);
  const std::optional<std::vector<std::int64_t>> elements =
      source ? Broadcast(source->shape, shape) : std::nullopt;
  if (!elements || elements->size() != places.size()) {
    return false;
  }
  if (array->values.size() == 1) {
    array->values.assign(static_cast<std::size_t>(size), Number(array->values.front()));
  }
  for (std::size_t i = 0; i < places.size(); ++i) {
    array->values[static_cast<std::size_t>(places[i])] =
        source->values[static_cast<std::size_t>((*elements)[i])];
  }
  return true;
}

std::optional<Selection> SelectIndex(const Object& index, std::int64_t extent) {
  if (!index.is_int()) {
    return std::nullopt;
  }
  const Int128 given = index.number.integer;
  const Int128 position = given + (given < 0 ? Int128(extent) : Int128(0));
  if (position < 0 || position >= Int128(extent)) {
    return std::nullopt;
  }
  return Selection{static_cast<std::int64_t>(position), 1, 1, true};
}

}  // namespace kernelc::sema
