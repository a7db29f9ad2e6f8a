// Contents of lists, dictionaries and collections that statements of the host change while they are
// followed.
#include <algorithm>
#include <functional>

#include "compiler/sema/const_eval.h"
#include "compiler/sema/const_store.h"
#include "compiler/sema/iterators.h"

namespace kernelc::sema {
namespace {

using ast::As;

// The place of a key among key, value, key, value; the number of elements where it is not there,
// null where that is not known.
std::optional<std::size_t> FindKey(const Object& dict, const Object& key) {
  for (std::size_t i = 0; i < dict.elements.size(); i += 2) {
    const std::optional<bool> same = SameValue(dict.elements[i], key);
    if (!same) {
      return std::nullopt;
    }
    if (*same) {
      return i;
    }
  }
  return dict.elements.size();
}

void EraseItem(Object* dict, std::size_t place) {
  const auto first = dict->elements.begin() + static_cast<std::ptrdiff_t>(place);
  dict->elements.erase(first, first + 2);
}

std::optional<std::size_t> PlaceIn(const Object& list, const Object& index) {
  const std::optional<Selection> at =
      SelectIndex(index, static_cast<std::int64_t>(list.elements.size()));
  return at ? std::optional(static_cast<std::size_t>(at->first)) : std::nullopt;
}

void CountParts(Object* object) {
  object->parts = 1;
  for (const Object& element : object->elements) {
    object->parts += element.parts;
  }
}

std::optional<Object> ChangeDict(Object* dict, std::string_view name,
                                 const std::vector<Object>& arguments) {
  if (!arguments.empty() && !IsHashable(arguments[0])) {
    return std::nullopt;
  }
  if (name == "clear" && arguments.empty()) {
    dict->elements.clear();
    return Object();
  }
  if (arguments.empty() || (name != "pop" && name != "setdefault")) {
    return std::nullopt;
  }
  const std::optional<std::size_t> place = FindKey(*dict, arguments[0]);
  if (!place) {
    return std::nullopt;
  }
  const bool found = *place != dict->elements.size();
  if (name == "pop") {
    if (!found) {
      return arguments.size() == 2 ? std::optional(arguments[1]) : std::nullopt;
    }
    Object value = dict->elements[*place + 1];
    EraseItem(dict, *place);
    return value;
  }
  if (!found) {
    dict->elements.push_back(arguments[0]);
    dict->elements.push_back(arguments.size() == 2 ? arguments[1] : Object());
  }
  return dict->elements[*place + 1];
}

// The methods of a deque that lists do not have.
std::optional<Object> ChangeDeque(std::vector<Object>* elements, std::string_view name,
                                  const std::vector<Object>& arguments) {
  if (name == "popleft" && arguments.empty() && !elements->empty()) {
    Object first = elements->front();
    elements->erase(elements->begin());
    return first;
  }
  if (arguments.size() != 1) {
    return std::nullopt;
  }
  if (name == "appendleft") {
    elements->insert(elements->begin(), arguments[0]);
    return Object();
  }
  const auto size = static_cast<std::int64_t>(elements->size());
  if (name == "rotate" && arguments[0].is_int() && size != 0) {
    const auto steps = static_cast<std::int64_t>(arguments[0].number.integer % size);
    std::ranges::rotate(*elements, elements->begin() + ((size - steps) % size));
    return Object();
  }
  return std::nullopt;
}

std::optional<Object> ChangeList(Object* list, std::string_view name,
                                 const std::vector<Object>& arguments) {
  std::vector<Object>& elements = list->elements;
  const bool is_deque = list->flavor == Flavor::Deque;
  if ((list->flavor != Flavor::Plain && !is_deque) ||
      (is_deque && (name == "insert" || (name == "pop" && !arguments.empty())))) {
    return std::nullopt;
  }
  if (is_deque && (name == "popleft" || name == "appendleft" || name == "rotate")) {
    return ChangeDeque(&elements, name, arguments);
  }
  if (arguments.empty()) {
    if (name == "pop" && !elements.empty()) {
      Object last = elements.back();
      elements.pop_back();
      return last;
    }
    if (name == "reverse") {
      std::ranges::reverse(elements);
      return Object();
    }
    if (name == "clear") {
      elements.clear();
      return Object();
    }
    return std::nullopt;
  }
  if (name == "append" && arguments.size() == 1) {
    elements.push_back(arguments[0]);
    return Object();
  }
  if (name == "extend" && arguments.size() == 1) {
    const std::optional<std::vector<Object>> more = ObjectElements(arguments[0]);
    if (!more) {
      return std::nullopt;
    }
    elements.insert(elements.end(), more->begin(), more->end());
    return Object();
  }
  if (name == "insert" && arguments.size() == 2 && arguments[0].is_int()) {
    const auto size = static_cast<std::int64_t>(elements.size());
    const auto given =
        static_cast<std::int64_t>(std::clamp<Int128>(arguments[0].number.integer, -size, size));
    elements.insert(elements.begin() + (given < 0 ? given + size : given), arguments[1]);
    return Object();
  }
  if (name == "pop" && arguments.size() == 1) {
    const std::optional<std::size_t> place = PlaceIn(*list, arguments[0]);
    if (!place) {
      return std::nullopt;
    }
    Object value = elements[*place];
    elements.erase(elements.begin() + static_cast<std::ptrdiff_t>(*place));
    return value;
  }
  if (name == "remove" && arguments.size() == 1) {
    for (std::size_t i = 0; i < elements.size(); ++i) {
      const std::optional<bool> same = SameValue(elements[i], arguments[0]);
      if (!same) {
        return std::nullopt;
      }
      if (*same) {
        elements.erase(elements.begin() + static_cast<std::ptrdiff_t>(i));
        return Object();
      }
    }
  }
  return std::nullopt;
}

}  // namespace

bool Reaches(const Object& object, const HostCell* cell) {
  const std::vector<Object>& elements =
      object.cell != nullptr ? object.cell->value.elements : object.elements;
  return object.cell.get() == cell ||
         std::ranges::any_of(elements, [&](const Object& part) { return Reaches(part, cell); });
}

bool Evaluator::StoreItem(const Object& base, const Object& index, const Object& value) {
  if (value.flavor == Flavor::Lazy) {
    return false;
  }
  HostCell* cell = CellToChange(base);
  if (cell == nullptr || Reaches(value, cell)) {
    return false;
  }
  Object& container = cell->value;
  // Keys are compared one by one.
  constexpr std::size_t kKeysOfAStep = 4;
  steps_ += container.kind == ObjectKind::Dict ? container.elements.size() / kKeysOfAStep : 0;
  if (container.kind == ObjectKind::Dict) {
    const std::optional<std::size_t> place =
        IsHashable(index) ? FindKey(container, index) : std::nullopt;
    if (!place) {
      return false;
    }
    if (*place == container.elements.size()) {
      container.elements.push_back(index);
      container.elements.emplace_back();
    }
    container.elements[*place + 1] = value;
  } else {
    const bool is_list =
        container.is_list &&
        (container.flavor == Flavor::Plain || container.flavor == Flavor::Deque);
    const std::optional<std::size_t> place = is_list ? PlaceIn(container, index) : std::nullopt;
    if (!place) {
      return false;
    }
    container.elements[*place] = value;
  }
  CountParts(&container);
  return container.parts < kMaxConstantParts;
}

// `list[lower:upper] = value`
bool Evaluator::StoreSlice(const Object& list, const ast::Slice& slice, const Object& value,
                           const Context& context) {
  const std::optional<std::vector<Object>> items = GoThrough(value);
  if (!items || Reaches(value, list.cell.get()) || !list.cell->known ||
      list.cell->value.flavor != Flavor::Plain) {
    return false;
  }
  const std::shared_ptr<HostCell> held = list.cell;
  const std::optional<Selection> places =
      SelectSlice(slice, static_cast<std::int64_t>(held->value.elements.size()),
                  [&](const ast::Expr* part) { return EvalIn(part, context); });
  HostCell* cell = places ? CellToChange(list) : nullptr;
  const auto count = static_cast<std::int64_t>(items->size());
  if (cell == nullptr || (places->step != 1 && places->count != count)) {
    return false;
  }
  std::vector<Object>& elements = cell->value.elements;
  if (places->step == 1) {
    // Bounds that cross select the place of the first.
    const auto first = elements.begin() + places->first;
    elements.insert(elements.erase(first, first + places->count), items->begin(), items->end());
  }
  for (std::int64_t i = 0; places->step != 1 && i < count; ++i) {
    elements[static_cast<std::size_t>(places->first + i * places->step)] =
        (*items)[static_cast<std::size_t>(i)];
  }
  CountParts(&cell->value);
  return cell->value.parts < kMaxConstantParts;
}

bool Evaluator::RemoveItem(const Object& base, const ast::Expr* index_expr,
                           const PartValue& value_of) {
  HostCell* cell = CellToChange(base);
  if (cell == nullptr) {
    return false;
  }
  Object& container = cell->value;
  if (const auto* slice = As<ast::Slice>(index_expr)) {
    const std::optional<Selection> places =
        container.is_list && container.flavor == Flavor::Plain
            ? SelectSlice(*slice, static_cast<std::int64_t>(container.elements.size()), value_of)
            : std::nullopt;
    if (!places) {
      return false;
    }
    std::vector<std::int64_t> taken;
    for (std::int64_t i = 0; i < places->count; ++i) {
      taken.push_back(places->first + i * places->step);
    }
    std::ranges::sort(taken, std::greater<>());
    for (const std::int64_t place : taken) {
      container.elements.erase(container.elements.begin() + place);
    }
    return true;
  }
  const std::optional<Object> index = value_of(index_expr);
  if (!index) {
    return false;
  }
  if (container.kind == ObjectKind::Dict) {
    const std::optional<std::size_t> place = FindKey(container, *index);
    if (!place || *place == container.elements.size()) {
      return false;
    }
    EraseItem(&container, *place);
    return true;
  }
  const bool is_list =
      container.is_list && (container.flavor == Flavor::Plain || container.flavor == Flavor::Deque);
  const std::optional<std::size_t> place = is_list ? PlaceIn(container, *index) : std::nullopt;
  if (place) {
    container.elements.erase(container.elements.begin() + static_cast<std::ptrdiff_t>(*place));
  }
  return place.has_value();
}

// A method that changes its object: what it returns, null where that is not followed.
std::optional<Object> Evaluator::ChangeCell(const Object& object, std::string_view name,
                                            const Arguments& arguments) {
  if (object.kind == ObjectKind::Array) {
    return ChangeArrayBy(object, name, arguments);
  }
  HostCell* cell = CellToChange(object);
  if (cell == nullptr) {
    return std::nullopt;
  }
  std::optional<Object> result;
  const std::vector<Object>& positional = arguments.positional;
  const bool goes_through = name == "extend" || name == "update";
  const bool reaches = std::ranges::any_of(positional, [&](const Object& argument) {
    return Reaches(argument, cell) || (argument.flavor == Flavor::Lazy && !goes_through);
  });
  Object& value = cell->value;
  if (reaches) {
    result = std::nullopt;
  } else if (value.flavor == Flavor::Counter && name != "clear") {
    result = std::nullopt;
  } else if (value.kind == ObjectKind::Dict && name == "update") {
    std::optional<Object> more = MakeDict(arguments);
    bool known = more.has_value();
    for (std::size_t i = 0; known && i < more->elements.size(); i += 2) {
      known = PutItem(&value, more->elements[i], more->elements[i + 1]);
    }
    result = known ? std::optional(Object()) : std::nullopt;
  } else if (value.is_list && name == "sort" && value.flavor == Flavor::Plain) {
    Arguments all = arguments;
    all.positional.insert(all.positional.begin(), value);
    std::optional<Object> sorted = CallOrdered("sorted", all);
    if (sorted) {
      value.elements = std::move(sorted->elements);
      result = Object();
    }
  } else if (!arguments.keywords.empty()) {
    result = std::nullopt;
  } else if (value.kind == ObjectKind::Dict) {
    result = ChangeDict(&value, name, positional);
  } else if (value.is_list) {
    result = ChangeList(&value, name, positional);
  } else if (IsIterator(value) && name == "__next__") {
    result = TakeNext(&value);
  }
  if (value.kind == ObjectKind::Dict || value.is_list) {
    CountParts(&value);
  }
  if (!result || value.parts >= kMaxConstantParts) {
    cell->known = false;
    return std::nullopt;
  }
  return result;
}

}  // namespace kernelc::sema
