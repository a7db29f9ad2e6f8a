// Lists, dictionaries, arrays and objects that statements of the host change while they are
// followed: what several names refer to is one cell.
#include <algorithm>

#include "compiler/sema/const_eval.h"
#include "compiler/sema/const_numpy.h"
#include "compiler/sema/const_store.h"
#include "compiler/sema/host_calls.h"
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
  static constexpr std::string_view kNames[] = {"field", "get",  "getattr", "max",        "min",
                                                "next",  "pop",  "popitem", "popleft",    "reduce",
                                                "setdefault", "vars"};
  return std::ranges::find(kNames, callee) != std::end(kNames);
}

// Fetches what a view shows where the array has changed since.
void UpdateView(HostCell* cell) {
  if (cell->base == nullptr || cell->seen == cell->base->version) {
    return;
  }
  const ConstArray& whole = *cell->base->value.array;
  auto part = std::make_shared<ConstArray>(*cell->value.array);
  part->values.clear();
  for (const std::int64_t place : cell->places) {
    part->values.push_back(whole.at(place));
  }
  cell->value.array = std::move(part);
  cell->seen = cell->base->version;
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
    HostCell& cell = object.cell->root();
    if (!cell.known) {
      return;
    }
    cell.known = false;
    ++changes_;
    if (cell.is_shared) {
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
    if (!object.cell->is_known()) {
      return std::nullopt;
    }
    UpdateView(object.cell.get());
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

bool Evaluator::Refresh(std::uint32_t changes, std::vector<Object>* objects) const {
  for (Object& object : *objects) {
    if (running_ == 0 || changes == changes_) {
      return true;
    }
    std::optional<Object> now = Current(object);
    if (!now) {
      return false;
    }
    object = std::move(*now);
  }
  return true;
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
                        found->second->cell != nullptr && found->second->cell->is_known();
  return is_known ? &*found->second : nullptr;
}

// From now on arrays that nobody follows lie in the memory of those in `object`; false where it has none.
bool Evaluator::ShareArrays(const Object& object) {
  bool found = object.kind == ObjectKind::Array;
  if (object.cell != nullptr && found) {
    const std::shared_ptr<HostCell>& cell =
        object.cell->base != nullptr ? object.cell->base : object.cell;
    cell->is_shared = true;
    shared_cells_.push_back(cell);
  }
  for (const Object& part : object.elements) {
    found = ShareArrays(part) || found;
  }
  return found;
}

// Gives what an expression made a cell of its own, unless it gave something that is there already.
void Evaluator::Adopt(const ast::Expr* expr, const Context& context, Object* object) {
  const auto* call = As<ast::Call>(expr);
  const auto* attribute = As<ast::Attribute>(call != nullptr ? call->func : expr);
  const auto* subscript = As<ast::Subscript>(expr);
  // What lies in the memory of what is known, and parts that are copies.
  const bool is_arranged =
      attribute != nullptr &&
      (attribute->attr == "reshape" || attribute->attr == "ravel" || attribute->attr == "squeeze" ||
       attribute->attr == "transpose" || attribute->attr == "T");
  const bool is_placed = object->kind == ObjectKind::Array && object->cell != nullptr &&
                         (subscript != nullptr || is_arranged ||
                          (call != nullptr && OutArgument(*call, context.scope) != nullptr));
  if (!IsChangeable(*object) || is_placed) {
    return;
  }
  const auto* called = call == nullptr ? nullptr : As<ast::Name>(call->func);
  const std::string_view callee = attribute != nullptr ? attribute->attr
                                  : called != nullptr  ? called->id
                                                       : std::string_view();
  const std::optional<Object> function =
      call == nullptr || attribute != nullptr ? std::nullopt : EvalIn(call->func, context);
  const bool is_method = attribute != nullptr && context.scope != nullptr &&
                         context.scope->file->has_method(callee);
  const bool is_own =
      call != nullptr && ((function && function->kind != ObjectKind::External) || is_method);
  // What an operator of a class gives may be there already.
  if (As<ast::BinOp>(expr) != nullptr && object->cell != nullptr) {
    return;
  }
  // What a container gives back is what it was given.
  if (call != nullptr && object->cell != nullptr && object->kind == ObjectKind::Array && !is_own &&
      GivesPart(callee)) {
    return;
  }
  // Of an array, `copy` is one.
  const bool is_copy = call != nullptr && attribute != nullptr && callee == "copy";
  const bool is_array_part =
      object->kind == ObjectKind::Array && !is_copy &&
      (subscript != nullptr || (call == nullptr && attribute != nullptr && IsArrayMember(callee)) ||
       (call != nullptr && !is_own && !GivesFresh(*call, context.scope)));
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
  bool has_arrays = false;
  if (is_array_part || holds_arrays) {
    ForEachName(expr, [&](const ast::Name& name) {
      std::optional<Object> base;
      if (context.locals == nullptr || !(*context.locals)(name, &base)) {
        base = NameAt(name.id, context);
      }
      has_arrays = !base || ShareArrays(*base) || has_arrays;
    });
  }
  object->cell->is_shared = has_arrays || is_foreign;
  if (is_foreign && object->kind == ObjectKind::Array && !has_arrays) {
    ShareAllArrays();
    shared_cells_.push_back(object->cell);
  }
  if (has_arrays) {
    shared_cells_.push_back(object->cell);
  }
}

// The cell of an object that may be changed now; null where nobody follows that. What is shared
// counts as unknown from then on.
HostCell* Evaluator::CellToChange(const Object& object) {
  if (object.cell == nullptr || !object.cell->is_known()) {
    return nullptr;
  }
  HostCell& cell = object.cell->root();
  if (cell.is_shared) {
    cell.known = false;
    ForgetShared();
    return nullptr;
  }
  ++cell.version;
  ++changes_;
  return &cell;
}

// Variables of files and attributes of their classes, not of calls.
bool Evaluator::IsOfFile(const Scope& scope) {
  return scope.kind == ScopeKind::Module ||
         (scope.kind == ScopeKind::Class && scope.parent->kind == ScopeKind::Module);
}

// Of which array another one is a part, nobody knows.
void Evaluator::ShareAllArrays() {
  for (const auto& [each, frame] : frames_) {
    for (const auto& [other, variable] : frame.variables) {
      const std::optional<Object> array = variable ? Current(*variable) : std::nullopt;
      ShareArrays(array ? *array : Object());
    }
  }
}

bool Evaluator::SetVariable(std::string_view name, const Scope* scope, const Object& value) {
  if (value.flavor == Flavor::Lazy) {
    return false;
  }
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
    if (kept.kind == ObjectKind::Array) {
      ShareAllArrays();
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

// Whether objects of a class may have such an attribute. Those of classes with `__slots__` have no
// others.
bool Evaluator::HasSlotFor(const Scope& cls, std::string_view name) {
  if (!cls.bindings.contains("__slots__")) {
    return true;
  }
  const std::optional<Object> slots = ClassMember(cls, "__slots__");
  const std::optional<std::vector<Object>> names =
      slots && cls.class_def->bases.empty() && slots->kind == ObjectKind::Tuple
          ? ObjectElements(*slots)
          : std::nullopt;
  return names && std::ranges::any_of(*names, [&](const Object& each) {
           return each.kind == ObjectKind::Str && each.text == name;
         });
}

// `object.name = value`
bool Evaluator::SetMember(const Object& base, std::string_view name, const Object& value) {
  if (base.kind == ObjectKind::Class) {
    if (KindOf(*base.class_scope) != ClassKind::Plain) {
      return false;
    }
    frames_[base.class_scope].variables[name] = value;
    return module_runs_ > 0;
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
    if (!HasSlotFor(*base.class_scope, name)) {
      return false;
    }
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
