// Lists, dictionaries, arrays and objects that statements of the host change while they are
// followed: what several names refer to is one cell.
#include <algorithm>

#include "compiler/sema/const_eval.h"
#include "compiler/sema/const_numpy.h"
#include "compiler/sema/const_store.h"
#include "compiler/sema/host_effects.h"
#include "compiler/sema/iterators.h"

namespace kernelc::sema {
namespace {

using ast::As;

bool IsChangeable(const Object& object) {
  return object.kind == ObjectKind::Array || object.kind == ObjectKind::Dict || object.is_list ||
         object.kind == ObjectKind::Instance || IsIterator(object) ||
         (object.fields != nullptr && object.fields->is_mutable);
}

// Calls whose result is what they were given, or a part of it: the rest makes something new.
bool GivesPart(std::string_view callee) {
  static constexpr std::string_view kNames[] = {"get",  "getattr", "max",    "min",
                                                "next", "pop",     "reduce", "setdefault"};
  return std::ranges::find(kNames, callee) != std::end(kNames);
}

bool Reaches(const Object& object, const HostCell* cell) {
  const std::vector<Object>& elements =
      object.cell != nullptr ? object.cell->value.elements : object.elements;
  return object.cell.get() == cell ||
         std::ranges::any_of(elements, [&](const Object& part) { return Reaches(part, cell); });
}

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

std::optional<Object> ChangeList(Object* list, std::string_view name,
                                 const std::vector<Object>& arguments) {
  std::vector<Object>& elements = list->elements;
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

bool IsMutable(const Object& object) {
  return IsChangeable(object) ||
         (object.kind == ObjectKind::Tuple && std::ranges::any_of(object.elements, IsMutable));
}

void Evaluator::GiveCell(Object* object) {
  if (!IsChangeable(*object)) {
    return;
  }
  auto cell = std::make_shared<HostCell>();
  cell->value = *object;
  cell->value.cell = nullptr;
  object->cell = std::move(cell);
}

void Evaluator::ForgetShared() {
  for (const std::shared_ptr<HostCell>& cell : shared_cells_) {
    cell->known = false;
  }
}

void Evaluator::ForgetCells(const Object& object) {
  if (object.cell != nullptr) {
    if (!object.cell->known) {
      return;
    }
    object.cell->known = false;
    if (object.cell->is_shared) {
      ForgetShared();
    }
    for (const Object& part : object.cell->value.elements) {
      ForgetCells(part);
    }
  }
  for (const Object& part : object.elements) {
    ForgetCells(part);
  }
}

std::optional<Object> Evaluator::Current(const Object& object) const {
  Object now = object;
  if (object.cell != nullptr) {
    if (!object.cell->known) {
      return std::nullopt;
    }
    now = object.cell->value;
    now.cell = object.cell;
  }
  for (Object& part : now.elements) {
    if (part.cell == nullptr && part.elements.empty()) {
      continue;
    }
    std::optional<Object> fresh = Current(part);
    if (!fresh) {
      return std::nullopt;
    }
    part = std::move(*fresh);
  }
  return now;
}

// What a name refers to, where its contents are followed: not copied, as Current() would. Its
// `cell` has what it is now.
const Object* Evaluator::Followed(const ast::Expr* expr, const Context& context) {
  const auto* name = As<ast::Name>(expr);
  std::optional<Object> local;
  const bool is_local =
      name == nullptr || (context.locals != nullptr && (*context.locals)(*name, &local));
  const Scope* owner = nullptr;
  if (is_local || running_ == 0 || FindBinding(context.scope, name->id, &owner) == nullptr) {
    return nullptr;
  }
  const auto frame = frames_.find(owner);
  if (frame == frames_.end()) {
    return nullptr;
  }
  const auto found = frame->second.variables.find(name->id);
  const bool is_known = found != frame->second.variables.end() && found->second &&
                        found->second->cell != nullptr && found->second->cell->known;
  return is_known ? &*found->second : nullptr;
}

// From now on arrays that nobody follows lie in the memory of those in `object`.
void Evaluator::ShareArrays(const Object& object) {
  if (object.cell != nullptr && object.kind == ObjectKind::Array) {
    object.cell->is_shared = true;
    shared_cells_.push_back(object.cell);
  }
  for (const Object& part : object.elements) {
    ShareArrays(part);
  }
}

// Gives what an expression made a cell of its own, unless it gave something that is there already.
void Evaluator::Adopt(const ast::Expr* expr, const Context& context, Object* object) {
  const auto* call = As<ast::Call>(expr);
  const auto* attribute = As<ast::Attribute>(call != nullptr ? call->func : expr);
  const auto* subscript = As<ast::Subscript>(expr);
  if (!IsChangeable(*object)) {
    return;
  }
  const auto* called = call == nullptr ? nullptr : As<ast::Name>(call->func);
  const std::string_view callee = attribute != nullptr ? attribute->attr
                                  : called != nullptr  ? called->id
                                                       : std::string_view();
  const std::optional<Object> function =
      call == nullptr || attribute != nullptr ? std::nullopt : EvalIn(call->func, context);
  const bool is_own = call != nullptr && ((function && function->kind != ObjectKind::External) ||
                                          (attribute != nullptr && context.scope != nullptr && context.scope->file->has_method(callee)));
  const bool is_array_part =
      object->kind == ObjectKind::Array &&
      (subscript != nullptr || (call == nullptr && attribute != nullptr && IsArrayMember(callee)) ||
       (call != nullptr && !is_own && MakesViewCall(*call)));
  const bool is_slice =
      subscript != nullptr && (As<ast::Slice>(subscript->slice) != nullptr || is_array_part);
  const bool gives_part = is_own || (call != nullptr && GivesPart(callee)) ||
                          As<ast::Name>(expr) != nullptr || As<ast::IfExp>(expr) != nullptr ||
                          As<ast::BoolOp>(expr) != nullptr ||
                          (call == nullptr && attribute != nullptr) || subscript != nullptr ||
                          As<ast::NamedExpr>(expr) != nullptr;
  if (object->cell != nullptr && gives_part && !is_slice && !is_array_part) {
    return;
  }
  const bool is_foreign = gives_part && !is_slice && !is_array_part && !is_own;
  object->cell = nullptr;
  GiveCell(object);
  // Rows of an array that a list holds lie in its memory.
  const bool holds_arrays = object->kind != ObjectKind::Array && call != nullptr &&
                            std::ranges::any_of(object->elements, [](const Object& part) {
                              return part.kind == ObjectKind::Array && part.cell == nullptr;
                            });
  // Of something that is not followed: whoever changes it makes it unknown.
  object->cell->is_shared = is_array_part || is_foreign || holds_arrays;
  if (is_array_part || holds_arrays) {
    shared_cells_.push_back(object->cell);
    ForEachName(expr, [&](const ast::Name& name) {
      std::optional<Object> base;
      if (context.locals == nullptr || !(*context.locals)(name, &base)) {
        base = NameAt(name.id, context);
      }
      if (base) {
        ShareArrays(*base);
      }
    });
  }
}

// The cell of an object that may be changed now; null where nobody follows that. What is shared
// counts as unknown from then on.
HostCell* Evaluator::CellToChange(const Object& object) {
  if (object.cell == nullptr || !object.cell->known) {
    return nullptr;
  }
  if (object.cell->is_shared) {
    object.cell->known = false;
    ForgetShared();
    return nullptr;
  }
  ++object.cell->version;
  return object.cell.get();
}

bool Evaluator::StoreArray(const Object& array, const std::vector<const ast::Expr*>& slices,
                           const Object& value, const PartValue& value_of) {
  std::vector<Selection> selections;
  ConstArray rest = ConstArray();
  rest.shape = array.array->shape;
  for (std::size_t i = slices.size(); i-- > 0;) {
    const std::optional<std::vector<Selection>> more = SelectPlaces(slices[i], rest, value_of);
    const bool goes_on = more && std::ranges::all_of(*more, &Selection::is_index);
    if (!more || (i != 0 && !goes_on)) {
      return false;
    }
    selections.insert(selections.end(), more->begin(), more->end());
    rest.shape.erase(rest.shape.begin(),
                     rest.shape.begin() + static_cast<std::ptrdiff_t>(more->size()));
  }
  HostCell* cell = CellToChange(array);
  if (cell == nullptr) {
    return false;
  }
  // The array that was looked at, the cell and its own copy.
  const bool is_alone =
      cell->cells != nullptr && cell->value.array == cell->cells && cell->cells.use_count() <= 3;
  const std::shared_ptr<ConstArray> cells =
      is_alone ? cell->cells : std::make_shared<ConstArray>(*cell->value.array);
  if (!StoreElements(cells.get(), std::move(selections), value)) {
    return false;
  }
  cell->cells = cells;
  cell->value.array = cells;
  return true;
}

bool Evaluator::StoreItem(const Object& base, const Object& index, const Object& value) {
  HostCell* cell = CellToChange(base);
  if (cell == nullptr || Reaches(value, cell)) {
    return false;
  }
  Object& container = cell->value;
  // Keys are compared one by one.
  constexpr std::size_t kKeysOfAStep = 4;
  steps_ += container.kind == ObjectKind::Dict ? container.elements.size() / kKeysOfAStep : 0;
  if (container.kind == ObjectKind::Dict) {
    const std::optional<std::size_t> place = FindKey(container, index);
    if (!place) {
      return false;
    }
    if (*place == container.elements.size()) {
      container.elements.push_back(index);
      container.elements.emplace_back();
    }
    container.elements[*place + 1] = value;
  } else {
    const std::optional<std::size_t> place =
        container.is_list ? PlaceIn(container, index) : std::nullopt;
    if (!place) {
      return false;
    }
    container.elements[*place] = value;
  }
  CountParts(&container);
  return container.parts < kMaxConstantParts;
}

bool Evaluator::RemoveItem(const Object& base, const ast::Expr* index_expr,
                           const PartValue& value_of) {
  HostCell* cell = CellToChange(base);
  if (cell == nullptr) {
    return false;
  }
  Object& container = cell->value;
  if (const auto* slice = As<ast::Slice>(index_expr)) {
    ConstArray places;
    places.shape = {static_cast<std::int64_t>(container.elements.size())};
    const std::optional<std::vector<Selection>> selected =
        container.is_list ? SelectPlaces(slice, places, value_of) : std::nullopt;
    if (!selected || selected->front().step != 1) {
      return false;
    }
    const auto first = container.elements.begin() + selected->front().first;
    container.elements.erase(first, first + selected->front().count);
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
  const std::optional<std::size_t> place =
      container.is_list ? PlaceIn(container, *index) : std::nullopt;
  if (place) {
    container.elements.erase(container.elements.begin() + static_cast<std::ptrdiff_t>(*place));
  }
  return place.has_value();
}

// A method that changes its object: what it returns, null where that is not followed.
std::optional<Object> Evaluator::ChangeCell(const Object& object, std::string_view name,
                                            const Arguments& arguments) {
  HostCell* cell = CellToChange(object);
  if (cell == nullptr) {
    return std::nullopt;
  }
  std::optional<Object> result;
  const std::vector<Object>& positional = arguments.positional;
  const bool reaches = std::ranges::any_of(
      positional, [&](const Object& argument) { return Reaches(argument, cell); });
  Object& value = cell->value;
  if (reaches) {
    result = std::nullopt;
  } else if (value.kind == ObjectKind::Dict && name == "update") {
    std::optional<Object> more = MakeDict(arguments);
    bool known = more.has_value();
    for (std::size_t i = 0; known && i < more->elements.size(); i += 2) {
      known = PutItem(&value, more->elements[i], more->elements[i + 1]);
    }
    result = known ? std::optional(Object()) : std::nullopt;
  } else if (value.is_list && name == "sort") {
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
  } else if (value.kind == ObjectKind::Array && name == "fill" && positional.size() == 1 &&
             positional[0].is_number()) {
    result = StoreArray(object, {}, positional[0], {}) ? std::optional(Object()) : std::nullopt;
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

// Variables of files and attributes of their classes, not of calls.
bool Evaluator::IsOfFile(const Scope& scope) {
  return scope.kind == ScopeKind::Module ||
         (scope.kind == ScopeKind::Class && scope.parent->kind == ScopeKind::Module);
}

bool Evaluator::SetVariable(std::string_view name, const Scope* scope, const Object& value) {
  const Scope* owner = scope;
  if (scope->outer_names.contains(name)) {
    if (scope->global_names.contains(name)) {
      while (owner->parent != nullptr) {
        owner = owner->parent;
      }
    } else if (FindBinding(scope->parent, name, &owner) == nullptr) {
      return false;
    }
    // Of a file that is not followed now.
    if (owner->kind == ScopeKind::Module && !frames_.contains(owner)) {
      return false;
    }
  }
  Object kept = value;
  if (kept.cell == nullptr && IsChangeable(kept)) {
    GiveCell(&kept);
    kept.cell->is_shared = true;
    // Of which array it is a part, nobody knows.
    if (kept.kind == ObjectKind::Array) {
      for (const auto& [each, frame] : frames_) {
        for (const auto& [other, variable] : frame.variables) {
          const std::optional<Object> array = variable ? Current(*variable) : std::nullopt;
          ShareArrays(array ? *array : Object());
        }
      }
    }
  }
  if (kept.cell != nullptr) {
    // Its contents are the cell's.
    kept.array = nullptr;
    kept.elements.clear();
  }
  if (owner->kind == ScopeKind::Function) {
    owner->final_values[name] = kept;
  }
  frames_[owner].variables[name] = std::move(kept);
  return true;
}

// `object.name = value`
bool Evaluator::SetMember(const Object& base, std::string_view name, const Object& value) {
  if (base.kind == ObjectKind::Class) {
    frames_[base.class_scope].variables[name] = value;
    return module_runs_ > 0 && base.class_scope->bindings.contains(name);
  }
  if (base.kind != ObjectKind::Instance && (base.fields == nullptr || !base.fields->is_mutable)) {
    return false;
  }
  // @dataclass(frozen=True) refuses it.
  if (base.class_scope != nullptr &&
      std::ranges::any_of(base.class_scope->class_def->decorator_list, [](const ast::Expr* each) {
        return As<ast::Call>(each) != nullptr;
      })) {
    return false;
  }
  HostCell* cell = CellToChange(base);
  if (cell == nullptr || Reaches(value, cell)) {
    return false;
  }
  if (base.kind == ObjectKind::Instance) {
    // A property, or a descriptor.
    const std::optional<Object> member = ClassMember(*base.class_scope, name);
    if (member && (member->kind == ObjectKind::Function || member->kind == ObjectKind::Instance)) {
      return false;
    }
    return PutItem(&cell->value, Object::Str(name), value);
  }
  const std::vector<std::string>& names = base.fields->names;
  const auto place = std::ranges::find(names, name);
  if (place == names.end()) {
    return false;
  }
  cell->value.elements[static_cast<std::size_t>(place - names.begin())] = value;
  return true;
}

}  // namespace kernelc::sema
