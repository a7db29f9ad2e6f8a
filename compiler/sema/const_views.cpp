// Arrays of the host that lie in the memory of others, and what writes to arrays: what is assigned
// to a view is seen in the array, and the other way round.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "compiler/sema/const_eval.h"
#include "compiler/sema/const_numpy.h"
#include "compiler/sema/const_store.h"
#include "compiler/sema/host_effects.h"
#include "compiler/sema/iterators.h"

namespace kernelc::sema {
namespace {

using ast::As;

std::vector<std::int64_t> AllPlaces(const ConstArray& array) {
  std::vector<std::int64_t> places(static_cast<std::size_t>(array.size()));
  std::iota(places.begin(), places.end(), 0);
  return places;
}

// The places of the transposed array.
std::vector<std::int64_t> Transposed(const ConstArray& array) {
  std::vector<std::int64_t> places(static_cast<std::size_t>(array.size()));
  const std::size_t dims = array.shape.size();
  std::vector<std::int64_t> strides(dims, 1);
  for (std::size_t d = dims; d-- > 1;) {
    strides[d - 1] = strides[d] * array.shape[d];
  }
  for (std::size_t i = 0; i < places.size(); ++i) {
    auto rest = static_cast<std::int64_t>(i);
    std::int64_t place = 0;
    // The last dimension of the result is the first one of the array.
    for (std::size_t d = 0; d < dims; ++d) {
      place += rest % array.shape[d] * strides[d];
      rest /= array.shape[d];
    }
    places[i] = place;
  }
  return places;
}

// Whether elements lie one after the other, in C order.
bool AreInRow(const std::vector<std::int64_t>& places) {
  return std::ranges::adjacent_find(
             places, [](std::int64_t a, std::int64_t b) { return b != a + 1; }) == places.end();
}

// Whether NumPy assigns such elements to such an array without a loss that it refuses.
bool IsSameKind(abi::ScalarKind from, abi::ScalarKind to) {
  const auto rank = [](abi::ScalarKind kind) {
    switch (abi::scalar_info(kind).cls) {
      case abi::ScalarClass::Bool:
        return 0;
      case abi::ScalarClass::Unsigned:
        return 1;
      case abi::ScalarClass::Signed:
        return 2;
      case abi::ScalarClass::Float:
      case abi::ScalarClass::Float8:
        return 3;
      case abi::ScalarClass::Complex:
        return 4;
    }
    return 4;
  };
  return rank(from) <= rank(to);
}

bool IsUfuncPath(std::string_view path) {
  static constexpr std::string_view kNames[] = {
      "np.abs",      "np.absolute", "np.add",        "np.ceil", "np.clip",    "np.cos",
      "np.divide",   "np.exp",      "np.floor",      "np.log",  "np.maximum", "np.minimum",
      "np.multiply", "np.negative", "np.power",      "np.sin",  "np.sqrt",    "np.square",
      "np.subtract", "np.tanh",     "np.true_divide"};
  return std::ranges::find(kNames, path) != std::end(kNames);
}

}  // namespace

// Makes `view` one of elements of `base`: of the memory that this lies in.
void Evaluator::MakeView(const Object& base, std::vector<std::int64_t> places, Object* view) {
  auto cell = std::make_shared<HostCell>();
  if (base.cell->base != nullptr) {
    for (std::int64_t& place : places) {
      place = base.cell->places[static_cast<std::size_t>(place)];
    }
  }
  cell->base = base.cell->base != nullptr ? base.cell->base : base.cell;
  cell->places = std::move(places);
  cell->seen = cell->base->version;
  cell->value = *view;
  cell->value.cell = nullptr;
  view->cell = std::move(cell);
}

// What `array.T`, `array.reshape(...)` and the like give: a view where the elements lie in a row.
void Evaluator::ViewWhole(const Object& base, std::string_view method,
                          const std::vector<Object>& arguments, Object* view) {
  const bool is_array = running_ > 0 && base.kind == ObjectKind::Array && base.cell != nullptr &&
                        base.cell->is_known() && view->kind == ObjectKind::Array &&
                        view->array != nullptr && view->cell == nullptr &&
                        base.array->size() == view->array->size() && !base.array->record &&
                        base.array->size() <= kMaxArrayElements;
  // Of an order that is named as well.
  if (!is_array || std::ranges::any_of(arguments, [](const Object& each) {
        return each.kind == ObjectKind::Str;
      })) {
    return;
  }
  if (method == "T") {
    MakeView(base, Transposed(*base.array), view);
    return;
  }
  // Arrays of more dimensions may lie in another order than C's.
  const ConstArray& whole = *base.cell->root().value.array;
  const bool is_in_row = !whole.fortran && whole.shape.size() <= 2 &&
                         (base.cell->base == nullptr || AreInRow(base.cell->places));
  if (!is_in_row || (method != "reshape" && method != "ravel" && method != "squeeze")) {
    return;
  }
  // Of what nobody else refers to than who calls, `np.arange(6).reshape(2, 3)`.
  constexpr long kOwnReferences = 1;
  if (base.cell->base == nullptr && base.cell.use_count() <= kOwnReferences) {
    GiveCell(view);
  } else {
    MakeView(base, AllPlaces(*base.array), view);
  }
}

bool Evaluator::StorePlaces(const Object& array, const std::vector<std::int64_t>& shape,
                            const std::vector<std::int64_t>& places, const Object& given) {
  const std::optional<Object> value = Current(given);
  if (!value) {
    return false;
  }
  const std::vector<std::int64_t> of_base = array.cell->places;
  const bool is_view = array.cell->base != nullptr;
  HostCell* cell = CellToChange(array);
  if (cell == nullptr) {
    return false;
  }
  // The cell, its own copy and the array that was looked at.
  const long alone = 2 + (array.array == cell->cells ? 1 : 0);
  const bool is_alone = cell->cells != nullptr && cell->value.array == cell->cells &&
                        cell->cells.use_count() <= alone;
  const std::shared_ptr<ConstArray> cells =
      is_alone ? cell->cells : std::make_shared<ConstArray>(*cell->value.array);
  std::vector<std::int64_t> in_memory = places;
  for (std::int64_t& place : in_memory) {
    place = is_view ? of_base[static_cast<std::size_t>(place)] : place;
  }
  if (!StoreElements(cells.get(), shape, in_memory, *value)) {
    return false;
  }
  cell->cells = cells;
  cell->value.array = cells;
  return true;
}

// `array[...] = value`
bool Evaluator::StoreWhole(const Object& array, const Object& value) {
  return array.kind == ObjectKind::Array && array.array->size() <= kMaxArrayElements &&
         StorePlaces(array, array.array->shape, AllPlaces(*array.array), value);
}

// np.add(a, b, out=c): what it would give, stored.
std::optional<Object> Evaluator::CallWithOut(const ast::Call& call, const Object& callee,
                                             const Arguments& given, const Context& context) {
  if (callee.kind != ObjectKind::External || !IsUfuncPath(callee.text) ||
      MayChange(OutArgument(call, context.scope), context.scope)) {
    return std::nullopt;
  }
  const ast::Expr* out_expr = OutArgument(call, context.scope);
  Arguments arguments = given;
  std::optional<Object> out;
  for (std::size_t i = 0; i < call.args.size(); ++i) {
    if (call.args[i] == out_expr && i + 1 == call.args.size() &&
        arguments.positional.size() == call.args.size()) {
      out = arguments.positional.back();
      arguments.positional.pop_back();
    }
  }
  const auto keyword = std::ranges::find(arguments.keywords, "out", &Keyword::name);
  if (keyword != arguments.keywords.end()) {
    out = keyword->value;
    arguments.keywords.erase(keyword);
  }
  if (!out || out->kind != ObjectKind::Array || out->cell == nullptr ||
      !arguments.keywords.empty()) {
    return std::nullopt;
  }
  const std::optional<Object> value = EvalExternalCall(callee, arguments);
  const bool fits = value && value->kind == ObjectKind::Array &&
                    value->array->shape == out->array->shape &&
                    value->array->element == out->array->element && value->array->has_values();
  if (!fits || !StoreWhole(*out, *value)) {
    return std::nullopt;
  }
  return Current(*out);
}

// np.copyto(array, value), np.fill_diagonal(matrix, value), array.sort()
std::optional<Object> Evaluator::ChangeArray(std::string_view name,
                                             const std::vector<Object>& arguments) {
  const Object& array = arguments.front();
  if (array.kind != ObjectKind::Array || array.cell == nullptr || !array.array->has_values() ||
      array.array->record || array.array->size() > kMaxArrayElements) {
    return std::nullopt;
  }
  const auto done = [](bool stored) { return stored ? std::optional(Object()) : std::nullopt; };
  if (name == "sort" && arguments.size() == 1 && array.array->shape.size() == 1) {
    ConstArray sorted = *array.array;
    sorted.values.clear();
    for (std::int64_t i = 0; i < array.array->size(); ++i) {
      const Number& number = array.array->at(i);
      if (number.kind == NumberKind::Complex || std::isnan(number.as_double())) {
        return std::nullopt;
      }
      sorted.values.push_back(number);
    }
    std::ranges::stable_sort(sorted.values, [](const Number& a, const Number& b) {
      return a.is_integral() && b.is_integral() ? a.integer < b.integer
                                                : a.as_double() < b.as_double();
    });
    return done(StoreWhole(array, ArrayObject(std::move(sorted))));
  }
  if (arguments.size() != 2) {
    return std::nullopt;
  }
  const Object& value = arguments[1];
  if (name == "np.copyto") {
    const std::optional<Object> source = value.is_list ? ArrayFrom(value, std::nullopt) : value;
    const bool fits = source && (source->kind == ObjectKind::Array
                                     ? IsSameKind(source->array->element, array.array->element)
                                     : source->is_int() && !source->typed);
    return fits ? done(StoreWhole(array, *source)) : std::nullopt;
  }
  const std::vector<std::int64_t>& shape = array.array->shape;
  if (name != "np.fill_diagonal" || shape.size() != 2 || shape[0] < shape[1] ||
      shape[0] > shape[1] || !value.is_number()) {
    return std::nullopt;
  }
  std::vector<std::int64_t> places;
  for (std::int64_t i = 0; i < shape[0]; ++i) {
    places.push_back(i * shape[1] + i);
  }
  return done(StorePlaces(array, {shape[0]}, places, value));
}

// array.fill(x), array.sort()
std::optional<Object> Evaluator::ChangeArrayBy(const Object& given, std::string_view method,
                                               const Arguments& arguments) {
  const std::optional<Object> array = Current(given);
  if (!array || !arguments.keywords.empty()) {
    return std::nullopt;
  }
  if (method == "fill" && arguments.positional.size() == 1 && arguments.positional[0].is_number()) {
    return StoreWhole(*array, arguments.positional[0]) ? std::optional(Object()) : std::nullopt;
  }
  return method == "sort" && arguments.positional.empty() ? ChangeArray(method, {*array})
                                                          : std::nullopt;
}

}  // namespace kernelc::sema
