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

// Whether `source` broadcasts to `target` by repetition of whole blocks.
bool Repeats(const std::vector<std::int64_t>& source, const std::vector<std::int64_t>& target) {
  return source.size() <= target.size() &&
         std::equal(source.rbegin(), source.rend(), target.rbegin());
}

// Gives the dimensions that are not written a selection of all. Returns how many places there are; `shape` becomes that
// of what they select.
std::int64_t Complete(const ConstArray& array, std::vector<Selection>* selections,
                      std::vector<std::int64_t>* shape) {
  for (std::size_t d = selections->size(); d < array.shape.size(); ++d) {
    selections->push_back({0, 1, array.shape[d], false});
  }
  std::int64_t count = 1;
  for (const Selection& selection : *selections) {
    count *= selection.count;
    if (!selection.is_index) {
      shape->push_back(selection.count);
    }
  }
  return count;
}

// Place number `i` of those selected, among the elements in C order.
std::int64_t PlaceOf(const ConstArray& array, const std::vector<Selection>& selections,
                     std::int64_t i) {
  std::int64_t place = 0;
  std::int64_t stride = 1;
  for (std::size_t d = selections.size(); d-- > 0;) {
    const Selection& selection = selections[d];
    place += (selection.first + i % selection.count * selection.step) * stride;
    i /= selection.count;
    stride *= array.shape[d];
  }
  return place;
}

std::optional<Selection> SelectSlice(const ast::Slice& slice, std::int64_t extent,
                                     const PartValue& value_of) {
  bool known = true;
  const auto bound = [&](const ast::Expr* expr) -> std::optional<std::int64_t> {
    if (expr == nullptr) {
      return std::nullopt;
    }
    const std::optional<Object> value = value_of(expr);
    known = known && value && value->is_int();
    return known ? std::optional(static_cast<std::int64_t>(std::clamp(
                       value->number.integer, Int128(-1) << 40, Int128(1) << 40)))
                 : std::nullopt;
  };
  const std::int64_t step = bound(slice.step).value_or(1);
  const std::optional<std::int64_t> lower = bound(slice.lower);
  const std::optional<std::int64_t> upper = bound(slice.upper);
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

}  // namespace

bool StoreElements(ConstArray* array, std::vector<Selection> selections, const Object& value) {
  const std::int64_t size = array->size();
  if (array->record || array->values.empty() || size > kMaxArrayElements ||
      selections.size() > array->shape.size()) {
    return false;
  }
  std::vector<std::int64_t> target;
  const std::int64_t count = Complete(*array, &selections, &target);
  const std::optional<Source> source = SourceOf(value, array->element);
  if (!source || (count != 0 && source->values.empty()) || !Repeats(source->shape, target)) {
    return false;
  }
  if (array->values.size() == 1) {
    array->values.assign(static_cast<std::size_t>(size), Number(array->values.front()));
  }
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t place = PlaceOf(*array, selections, i);
    array->values[static_cast<std::size_t>(place)] =
        source->values[static_cast<std::size_t>(i) % source->values.size()];
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

std::optional<std::vector<Selection>> SelectPlaces(const ast::Expr* slice, const ConstArray& array,
                                                   const PartValue& value_of) {
  std::vector<const ast::Expr*> items{slice};
  if (const auto* tuple = ast::As<ast::Tuple>(slice)) {
    items.assign(tuple->elts.begin(), tuple->elts.end());
  }
  if (items.size() > array.shape.size()) {
    return std::nullopt;
  }
  std::vector<Selection> selections;
  for (std::size_t d = 0; d < items.size(); ++d) {
    std::optional<Selection> selection;
    if (const auto* part = ast::As<ast::Slice>(items[d])) {
      selection = SelectSlice(*part, array.shape[d], value_of);
    } else if (const std::optional<Object> index = value_of(items[d])) {
      selection = SelectIndex(*index, array.shape[d]);
    }
    if (!selection) {
      return std::nullopt;
    }
    selections.push_back(*selection);
  }
  return selections;
}

std::optional<Object> ElementsAt(const ConstArray& array, std::vector<Selection> selections) {
  if (array.record || array.values.empty() || array.size() > kMaxArrayElements) {
    return std::nullopt;
  }
  ConstArray result;
  result.element = array.element;
  const std::int64_t count = Complete(array, &selections, &result.shape);
  for (std::int64_t i = 0; i < count; ++i) {
    result.values.push_back(array.at(PlaceOf(array, selections, i)));
  }
  return ArrayObject(std::move(result));
}

}  // namespace kernelc::sema
