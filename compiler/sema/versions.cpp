#include "compiler/sema/versions.h"

#include <algorithm>

#include "compiler/ast/walk.h"
#include "compiler/sema/choices.h"
#include "compiler/sema/emit_closure.h"
#include "compiler/sema/emit_optional.h"
#include "compiler/sema/emit_stmt.h"
#include "compiler/sema/emit_unroll.h"
#include "compiler/sema/emit_value.h"
#include "compiler/sema/help_texts.h"
#include "compiler/sema/origins.h"

namespace kernelc::sema {
namespace {

// Whether the statement, or one in it, deletes the variable.
bool Deletes(const ast::Node* node, std::string_view name) {
  if (const auto* del = ast::As<ast::Delete>(node)) {
    return std::ranges::any_of(del->targets, [name](const ast::Expr* target) {
      const auto* variable = ast::As<ast::Name>(target);
      return variable != nullptr && variable->id == name;
    });
  }
  bool found = false;
  ast::ForEachChild(node, [&](const ast::Node* child) { found = found || Deletes(child, name); });
  return found;
}

// Whether zero is a value that can be used: that of an array or a record would be memory that is
// not there.
bool HasZero(const types::TypeStore& store, TypeId id) {
  const types::Type& type = store.get(id);
  return type.kind == types::TypeKind::Tuple
             ? std::ranges::all_of(type.elements,
                                   [&](TypeId element) { return HasZero(store, element); })
             : type.kind != types::TypeKind::Array && type.kind != types::TypeKind::Pointer;
}

// The type that this pass assumes for a phi: what earlier passes found joined with what is known so
// far.
VersionState PhiState(FunctionContext& fn, VersionId phi) {
  VersionState& state = fn.states[phi.index];
  if (state.known) {
    return state;
  }
  state = fn.phi_states[phi.index];
  for (const VersionId operand : fn.renaming.version(phi).operands) {
    if (operand.has_value() && fn.states[operand.index].known) {
      VersionState merged;
      if (Unify(fn, state, fn.states[operand.index], &merged)) {
        state = merged;
      }
    }
  }
  return state;
}

VersionState StateOf(FunctionContext& fn, VersionId version) {
  if (fn.renaming.version(version).kind == scopes::VersionKind::Phi) {
    return PhiState(fn, version);
  }
  return fn.states[version.index];
}

void NameValue(FunctionContext& fn, kir::InstId value, std::uint32_t variable) {
  kir::Function& function = fn.builder.function();
  const kir::Op op = function.inst(value).op;
  if (op == kir::Op::Param || op == kir::Op::ConstInt || op == kir::Op::ConstFloat) {
    return;
  }
  const auto [text, inserted] = fn.variable_texts.try_emplace(variable, 0u);
  if (inserted) {
    text->second = function.AddString(fn.renaming.variables[variable]);
  }
  function.value_names.push_back({value, text->second});
}

// The first one in the text: the others may follow from it.
void NotePending(FunctionContext& fn, SourceRange range) {
  const bool is_first = !fn.saw_pending || range.begin < fn.pending_range.begin;
  fn.saw_pending = true;
  fn.pending_range = is_first ? range : fn.pending_range;
}

// The zero that a variable reads as on ways that never assign it, of the type that it has where the
// text before `range` does assign it (in a branch that returns, say). None when nothing there does:
// a mistake, for Numba as well.
std::optional<Value> UndefinedAsZero(FunctionContext& fn, std::string_view name,
                                     SourceRange range) {
  const auto deletes = [name](const ast::Stmt* stmt) { return Deletes(stmt, name); };
  if (fn.function.lambda == nullptr && std::ranges::any_of(Body(fn), deletes)) {
    return std::nullopt;
  }
  bool is_assigned = false;
  for (std::size_t i = 0; i < fn.renaming.versions.size(); ++i) {
    const scopes::Version& version = fn.renaming.versions[i];
    if (version.kind != scopes::VersionKind::Assigned ||
        fn.renaming.variables[version.variable] != name || version.range.begin >= range.begin) {
      continue;
    }
    is_assigned = true;
    if (const VersionState& state = fn.states[i]; state.known && state.type.has_value()) {
      if (!HasZero(fn.program.types(), state.type)) {
        return std::nullopt;
      }
      return Value::Runtime(fn.builder.Zero(state.type), state.type, state.weak);
    }
  }
  if (!is_assigned) {
    return std::nullopt;
  }
  NotePending(fn, range);
  return Value::Pending();
}

kir::InstId SlotOf(FunctionContext& fn, std::uint32_t variable, TypeId type) {
  const auto [place, inserted] = fn.slots.try_emplace({variable, type});
  if (inserted) {
    place->second = fn.builder.Slot(type, fn.renaming.variables[variable]);
  }
  return place->second;
}

// Of as many elements.
std::optional<types::NumericType> UnifyTuples(FunctionContext& fn, const types::Type& a,
                                              const types::Type& b) {
  types::TypeStore& store = fn.program.types();
  const bool same_names = a.name == b.name && a.field_names == b.field_names;
  const bool is_opaque =
      IsBoundsType(a) || IsBoundsType(b) || IsIteratorType(a) || IsIteratorType(b);
  if (is_opaque && !same_names) {
    return std::nullopt;
  }
  const std::string name = a.name;
  const std::vector<std::string> field_names = a.field_names;
  std::vector<TypeId> elements;
  for (std::size_t i = 0; i < a.elements.size(); ++i) {
    const std::optional<types::NumericType> element =
        UnifyTypes(fn, {a.elements[i], false}, {b.elements[i], false});
    if (!element) {
      return std::nullopt;
    }
    elements.push_back(element->type);
  }
  return types::NumericType{same_names && !field_names.empty()
                                ? store.NamedTuple(name, field_names, std::move(elements))
                                : store.Tuple(std::move(elements)),
                            false};
}

}  // namespace

std::optional<types::NumericType> UnifyTypes(FunctionContext& fn, types::NumericType left,
                                             types::NumericType right) {
  if (left.type == right.type) {
    return types::NumericType{left.type, left.weak && right.weak};
  }
  if (types::IsScalar(left.type) && types::IsScalar(right.type)) {
    return types::UnifyScalars(fn.rules(), left, right);
  }
  types::TypeStore& store = fn.program.types();
  const types::Type& a = store.get(left.type);
  const types::Type& b = store.get(right.type);
  const auto may_be_none = [](const types::Type& type) {
    return type.kind == types::TypeKind::None || type.kind == types::TypeKind::Optional;
  };
  if (may_be_none(a) || may_be_none(b)) {
    return UnifyOptional(fn, left, right);
  }
  if (a.kind == types::TypeKind::Array && b.kind == types::TypeKind::Array &&
      a.element == b.element && a.ndim == b.ndim) {
    const types::Layout layout = a.layout == b.layout ? a.layout : types::Layout::A;
    const types::AddressSpace space = a.space == b.space ? a.space : types::AddressSpace::Generic;
    types::Type unified = a;
    unified.layout = layout;
    unified.space = space;
    unified.readonly = a.readonly || b.readonly;
    unified.unaligned = a.unaligned || b.unaligned;
    return types::NumericType{store.Intern(unified), false};
  }
  if (a.kind == types::TypeKind::Pointer && b.kind == types::TypeKind::Pointer &&
      a.element == b.element) {
    const types::AddressSpace space = a.space == b.space ? a.space : types::AddressSpace::Generic;
    return types::NumericType{store.Pointer(a.element, space, a.unaligned || b.unaligned), false};
  }
  if (const std::optional<TypeId> choice = UnifyChoices(store, left.type, right.type)) {
    return types::NumericType{*choice, false};
  }
  if (IsChoiceType(a) || IsChoiceType(b)) {
    return std::nullopt;
  }
  if (a.kind == types::TypeKind::Tuple && b.kind == types::TypeKind::Tuple &&
      a.elements.size() == b.elements.size()) {
    return UnifyTuples(fn, a, b);
  }
  return std::nullopt;
}

bool Unify(FunctionContext& fn, const VersionState& left, const VersionState& right,
           VersionState* result) {
  if (!left.known || !right.known) {
    *result = left.known ? left : right;
    return true;
  }
  // Objects have no type: the same one on every way, or none.
  if (!left.type.has_value() || !right.type.has_value()) {
    const bool same = !left.type.has_value() && !right.type.has_value() &&
                      left.value.kind == ValueKind::Object &&
                      right.value.kind == ValueKind::Object &&
                      constants::ObjectKey(*left.value.object) == constants::ObjectKey(*right.value.object);
    if (same) {
      *result = left;
      return true;
    }
  }
  // None joins any type.
  const auto type_of_state = [&fn](const VersionState& state) {
    return state.type.has_value() ? state.type : TypeOrNone(fn, state.value);
  };
  const types::NumericType left_type{type_of_state(left),
                                     left.value.is_none() ? right.weak : left.weak};
  const types::NumericType right_type{type_of_state(right),
                                      right.value.is_none() ? left.weak : right.weak};
  if (!left_type.type.has_value() || !right_type.type.has_value()) {
    return false;
  }
  const std::optional<types::NumericType> unified = UnifyTypes(fn, left_type, right_type);
  if (!unified) {
    return false;
  }
  *result = VersionState();
  result->known = true;
  result->type = unified->type;
  result->weak = unified->weak;
  return true;
}

SourceRange DefinitionOf(const FunctionContext& fn, VersionId version, unsigned depth) {
  if (!version.has_value() || depth > fn.renaming.versions.size()) {
    return SourceRange();
  }
  const scopes::Version& found = fn.renaming.version(version);
  if (found.kind != scopes::VersionKind::Phi) {
    return found.range;
  }
  // Where the operand that gave the phi its type was assigned.
  for (const VersionId operand : found.operands) {
    if (operand.has_value() && operand != version && fn.states[operand.index].known &&
        fn.renaming.version(operand).kind != scopes::VersionKind::Phi) {
      return fn.renaming.version(operand).range;
    }
  }
  for (const VersionId operand : found.operands) {
    if (operand.has_value() && operand.index < version.index) {
      return DefinitionOf(fn, operand, depth + 1);
    }
  }
  return SourceRange();
}

void ReportConflict(FunctionContext& fn, VersionId phi, const VersionState& left,
                    const VersionState& right, VersionId left_version, VersionId right_version) {
  fn.conflicts.push_back(phi);
  const auto describe = [&](const VersionState& state) {
    return state.type.has_value() ? fn.Spell(state.type) : Describe(fn, state.value);
  };
  const std::string_view name = fn.renaming.variables[fn.renaming.version(phi).variable];
  const SourceRange first = DefinitionOf(fn, left_version);
  const SourceRange second = DefinitionOf(fn, right_version);
  const SourceRange place = second.has_value() ? second : fn.function.name_range;
  if (left.value.is_object(ObjectKind::Function) && right.value.is_object(ObjectKind::Function)) {
    ReportFunctionChoice(fn, left.value, right.value, first, place);
    return;
  }
  diag::Builder builder =
      fn.Report(place, diag::Kind::CannotUnify, name, describe(left), describe(right));
  if (first.has_value()) {
    static_cast<void>(std::move(builder).Label(first, fmt::format("{} here", describe(left))));
  }
  std::move(builder)
      .Label(place, fmt::format("{} here", describe(right)))
      .Help("use two variables, or give the variable the same type on every way")
      .Emit();
}

void Define(FunctionContext& fn, VersionId id, const Value& value) {
  VersionState& state = fn.states[id.index];
  state = VersionState();
  state.value = value;
  if (value.is_poison()) {
    return;
  }
  const scopes::Version& version = fn.renaming.version(id);
  if (value.kind == ValueKind::Runtime) {
    NameValue(fn, value.inst, version.variable);
  }
  state.known = true;
  state.weak = value.weak;
  state.type = RuntimeType(fn, value);
  // Known numbers are stored where the ways meet, in the type that is needed there.
  if (version.slotted && state.type.has_value() && !value.is_number()) {
    fn.builder.SlotStore(SlotOf(fn, version.variable, state.type),
                         ConvertTo(fn, value, state.type));
  }
}

void DefineName(FunctionContext& fn, const ast::Name& name, const Value& value) {
  const auto found = fn.renaming.definitions.find(static_cast<const ast::Node&>(name).id);
  if (found == fn.renaming.definitions.end()) {
    CheckGlobalWrite(fn, name);
    return;
  }
  Define(fn, found->second, value);
}

Value ReadVersion(FunctionContext& fn, const scopes::Use& use, const ast::Name& name) {
  if (use.version.has_value()) {
    if (const VersionState state = StateOf(fn, use.version); state.known) {
      NoteRead(fn, name, use.version, state.type);
    }
  }
  return ReadVersion(fn, use, name.id, name.range);
}

Value ReadVersion(FunctionContext& fn, const scopes::Use& use, std::string_view name,
                  SourceRange range) {
  if (!use.version.has_value()) {
    if (const std::optional<Value> zero = UndefinedAsZero(fn, name, range)) {
      return *zero;
    }
    fn.Report(range, diag::Kind::UndefinedVariable, name).Help(HelpForUndefined(name)).Emit();
    return Value();
  }
  const VersionState state = StateOf(fn, use.version);
  if (!state.known) {
    if (fn.undefined_is_zero) {
      if (const std::optional<Value> zero = UndefinedAsZero(fn, name, range)) {
        return *zero;
      }
    }
    if (state.value.is_poison() && !fn.has_error) {
      NotePending(fn, range);
    }
    return Value::Pending();
  }
  const scopes::Version& version = fn.renaming.version(use.version);
  const bool is_constant = version.kind != scopes::VersionKind::Phi && state.value.is_number();
  if (use.visible || is_constant || !state.type.has_value()) {
    return state.value;
  }
  const kir::InstId inst = fn.builder.SlotLoad(SlotOf(fn, version.variable, state.type));
  Value value = Value::Runtime(inst, state.type, state.weak);
  value.nonnegative =
      value.nonnegative || (version.kind != scopes::VersionKind::Phi && state.value.nonnegative);
  return value;
}

void EmitEdge(FunctionContext& fn, const scopes::Edge& edge) {
  if (!edge.join.has_value()) {
    return;
  }
  for (const VersionId phi : fn.renaming.joins[edge.join.index].phis) {
    const scopes::Version& version = fn.renaming.version(phi);
    if (!version.live) {
      continue;
    }
    const VersionState state = PhiState(fn, phi);
    if (!state.known || !state.type.has_value()) {
      continue;
    }
    const VersionId operand = version.operands[edge.index];
    if (!operand.has_value()) {
      // Undefined on this way reads as zero.
      fn.builder.SlotStore(SlotOf(fn, version.variable, state.type), fn.builder.Zero(state.type));
      continue;
    }
    const VersionState from = StateOf(fn, operand);
    if (from.known && from.value.is_none()) {
      fn.builder.SlotStore(SlotOf(fn, version.variable, state.type),
                           MakeOptional(fn, from.value, state.type));
      continue;
    }
    if (from.known && IsPlainText(from.value)) {
      const types::TypeStore& types = fn.program.types();
      const types::Type& whole = types.get(state.type);
      if (!IsChoiceType(whole.kind == types::TypeKind::Optional ? types.get(whole.element)
                                                                : whole)) {
        // The ways do not agree, which is told when all of them are known.
        continue;
      }
      fn.builder.SlotStore(SlotOf(fn, version.variable, state.type),
                           ConvertTo(fn, from.value, state.type));
      continue;
    }
    if (!from.known || !from.type.has_value()) {
      continue;
    }
    const bool is_number =
        fn.renaming.version(operand).kind != scopes::VersionKind::Phi && from.value.is_number();
    if (!is_number && from.type == state.type) {
      continue;
    }
    const Value value =
        is_number ? from.value
                  : Value::Runtime(fn.builder.SlotLoad(SlotOf(fn, version.variable, from.type)),
                                   from.type, from.weak);
    if (IsConvertible(fn, value, state.type)) {
      fn.builder.SlotStore(SlotOf(fn, version.variable, state.type),
                           ConvertTo(fn, value, state.type));
    }
  }
}

bool EdgeNeedsCopies(FunctionContext& fn, const scopes::Edge& edge) {
  if (!edge.join.has_value()) {
    return false;
  }
  return std::ranges::any_of(fn.renaming.joins[edge.join.index].phis, [&](VersionId phi) {
    const scopes::Version& version = fn.renaming.version(phi);
    if (!version.live) {
      return false;
    }
    const VersionState state = PhiState(fn, phi);
    const VersionId operand = version.operands[edge.index];
    if (!operand.has_value()) {
      return true;
    }
    const VersionState from = StateOf(fn, operand);
    const bool is_number =
        fn.renaming.version(operand).kind != scopes::VersionKind::Phi && from.value.is_number();
    return from.known && state.known && (is_number || from.type != state.type);
  });
}

}  // namespace kernelc::sema
