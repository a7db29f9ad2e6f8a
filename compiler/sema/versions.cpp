// Variables: what their versions hold, the slots they live in, and what happens where control flow meets.
#include <algorithm>

#include "compiler/ast/walk.h"
#include "compiler/sema/advice.h"
#include "compiler/sema/choices.h"
#include "compiler/sema/function_emitter.h"

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

}  // namespace

std::optional<types::NumericType> FunctionEmitter::UnifyTypes(types::NumericType left,
                                                              types::NumericType right) {
  if (left.type == right.type) {
    return types::NumericType{left.type, left.weak && right.weak};
  }
  if (types::IsScalar(left.type) && types::IsScalar(right.type)) {
    return types::UnifyScalars(rules(), left, right);
  }
  types::TypeStore& store = program_->types();
  const types::Type& a = store.get(left.type);
  const types::Type& b = store.get(right.type);
  const auto may_be_none = [](const types::Type& type) {
    return type.kind == types::TypeKind::None || type.kind == types::TypeKind::Optional;
  };
  if (may_be_none(a) || may_be_none(b)) {
    return UnifyOptional(left, right);
  }
  if (a.kind == types::TypeKind::Array && b.kind == types::TypeKind::Array &&
      a.element == b.element && a.ndim == b.ndim) {
    const types::Layout layout = a.layout == b.layout ? a.layout : types::Layout::A;
    const types::AddressSpace space =
        a.space == b.space ? a.space : types::AddressSpace::Generic;
    types::Type unified = a;
    unified.layout = layout;
    unified.space = space;
    unified.readonly = a.readonly || b.readonly;
    unified.unaligned = a.unaligned || b.unaligned;
    return types::NumericType{store.Intern(unified), false};
  }
  if (a.kind == types::TypeKind::Pointer && b.kind == types::TypeKind::Pointer &&
      a.element == b.element) {
    const types::AddressSpace space =
        a.space == b.space ? a.space : types::AddressSpace::Generic;
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
    const bool same_names = a.name == b.name && a.field_names == b.field_names;
    const bool is_opaque = IsBoundsType(a) || IsBoundsType(b) || IsIteratorType(a) || IsIteratorType(b);
    if (is_opaque && !same_names) {
      return std::nullopt;
    }
    const std::string name = a.name;
    const std::vector<std::string> field_names = a.field_names;
    std::vector<TypeId> elements;
    for (std::size_t i = 0; i < a.elements.size(); ++i) {
      const std::optional<types::NumericType> element =
          UnifyTypes({a.elements[i], false}, {b.elements[i], false});
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
  return std::nullopt;
}

bool FunctionEmitter::Unify(const VersionState& left, const VersionState& right,
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
                      ObjectKey(*left.value.object) == ObjectKey(*right.value.object);
    if (same) {
      *result = left;
      return true;
    }
  }
  // None joins any type.
  const auto type_of_state = [this](const VersionState& state) {
    return state.type.has_value() ? state.type : TypeOrNone(state.value);
  };
  const types::NumericType left_type{type_of_state(left),
                                     left.value.is_none() ? right.weak : left.weak};
  const types::NumericType right_type{type_of_state(right),
                                      right.value.is_none() ? left.weak : right.weak};
  if (!left_type.type.has_value() || !right_type.type.has_value()) {
    return false;
  }
  const std::optional<types::NumericType> unified = UnifyTypes(left_type, right_type);
  if (!unified) {
    return false;
  }
  *result = VersionState();
  result->known = true;
  result->type = unified->type;
  result->weak = unified->weak;
  return true;
}

VersionState FunctionEmitter::StateOf(VersionId version) {
  if (renaming_.version(version).kind == VersionKind::Phi) {
    return PhiState(version);
  }
  return states_[version.index];
}

// The type that this pass assumes for a phi: what earlier passes found joined with what is known so far.
VersionState FunctionEmitter::PhiState(VersionId phi) {
  VersionState& state = states_[phi.index];
  if (state.known) {
    return state;
  }
  state = phi_states_[phi.index];
  for (const VersionId operand : renaming_.version(phi).operands) {
    if (operand.has_value() && states_[operand.index].known) {
      VersionState merged;
      if (Unify(state, states_[operand.index], &merged)) {
        state = merged;
      }
    }
  }
  return state;
}

SourceRange FunctionEmitter::DefinitionOf(VersionId version, unsigned depth) const {
  if (!version.has_value() || depth > renaming_.versions.size()) {
    return SourceRange();
  }
  const Version& found = renaming_.version(version);
  if (found.kind != VersionKind::Phi) {
    return found.range;
  }
  // Where the operand that gave the phi its type was assigned.
  for (const VersionId operand : found.operands) {
    if (operand.has_value() && operand != version && states_[operand.index].known &&
        renaming_.version(operand).kind != VersionKind::Phi) {
      return renaming_.version(operand).range;
    }
  }
  for (const VersionId operand : found.operands) {
    if (operand.has_value() && operand.index < version.index) {
      return DefinitionOf(operand, depth + 1);
    }
  }
  return SourceRange();
}

void FunctionEmitter::ReportConflict(VersionId phi, const VersionState& left,
                                     const VersionState& right, VersionId left_version,
                                     VersionId right_version) {
  conflicts_.push_back(phi);
  const auto describe = [&](const VersionState& state) {
    return state.type.has_value() ? Spell(state.type) : Describe(state.value);
  };
  const std::string_view name = renaming_.variables[renaming_.version(phi).variable];
  const SourceRange first = DefinitionOf(left_version);
  const SourceRange second = DefinitionOf(right_version);
  const SourceRange place = second.has_value() ? second : function_->name_range;
  if (left.value.is_object(ObjectKind::Function) && right.value.is_object(ObjectKind::Function)) {
    ReportFunctionChoice(left.value, right.value, first, place);
    return;
  }
  diag::Builder builder =
      Report(place, diag::Kind::CannotUnify, name, describe(left), describe(right));
  if (first.has_value()) {
    static_cast<void>(std::move(builder).Label(first, fmt::format("{} here", describe(left))));
  }
  std::move(builder)
      .Label(place, fmt::format("{} here", describe(right)))
      .Help("use two variables, or give the variable the same type on every way")
      .Emit();
}

void FunctionEmitter::Define(VersionId id, const Value& value) {
  VersionState& state = states_[id.index];
  state = VersionState();
  state.value = value;
  if (value.is_poison()) {
    return;
  }
  const Version& version = renaming_.version(id);
  if (value.kind == ValueKind::Runtime) {
    NameValue(value.inst, version.variable);
  }
  state.known = true;
  state.weak = value.weak;
  state.type = RuntimeType(value);
  // Known numbers are stored where the ways meet, in the type that is needed there.
  if (version.slotted && state.type.has_value() && !value.is_number()) {
    builder_.SlotStore(SlotOf(version.variable, state.type), ConvertTo(value, state.type));
  }
}

void FunctionEmitter::NameValue(kir::InstId value, std::uint32_t variable) {
  kir::Function& function = builder_.function();
  const kir::Op op = function.inst(value).op;
  if (op == kir::Op::Param || op == kir::Op::ConstInt || op == kir::Op::ConstFloat) {
    return;
  }
  const auto [text, inserted] = variable_texts_.try_emplace(variable, 0u);
  if (inserted) {
    text->second = function.AddString(renaming_.variables[variable]);
  }
  function.value_names.push_back({value, text->second});
}

void FunctionEmitter::DefineName(const ast::Name& name, const Value& value) {
  const auto found = renaming_.definitions.find(static_cast<const ast::Node&>(name).id);
  if (found == renaming_.definitions.end()) {
    CheckGlobalWrite(name);
    return;
  }
  Define(found->second, value);
}

Value FunctionEmitter::ReadVersion(const Use& use, const ast::Name& name) {
  if (use.version.has_value()) {
    if (const VersionState state = StateOf(use.version); state.known) {
      NoteRead(name, use.version, state.type);
    }
  }
  return ReadVersion(use, name.id, name.range);
}

Value FunctionEmitter::ReadVersion(const Use& use, std::string_view name, SourceRange range) {
  if (!use.version.has_value()) {
    if (const std::optional<Value> zero = UndefinedAsZero(name, range)) {
      return *zero;
    }
    Report(range, diag::Kind::UndefinedVariable, name)
        .Help(HelpForUndefined(name))
        .Emit();
    return Value();
  }
  const VersionState state = StateOf(use.version);
  if (!state.known) {
    if (undefined_is_zero_) {
      if (const std::optional<Value> zero = UndefinedAsZero(name, range)) {
        return *zero;
      }
    }
    if (state.value.is_poison() && !has_error_) {
      NotePending(range);
    }
    return Value::Pending();
  }
  const Version& version = renaming_.version(use.version);
  const bool is_constant = version.kind != VersionKind::Phi && state.value.is_number();
  if (use.visible || is_constant || !state.type.has_value()) {
    return state.value;
  }
  const kir::InstId inst = builder_.SlotLoad(SlotOf(version.variable, state.type));
  Value value = Value::Runtime(inst, state.type, state.weak);
  value.nonnegative = value.nonnegative ||
                      (version.kind != VersionKind::Phi && state.value.nonnegative);
  return value;
}

std::optional<Value> FunctionEmitter::UndefinedAsZero(std::string_view name, SourceRange range) {
  const auto deletes = [name](const ast::Stmt* stmt) { return Deletes(stmt, name); };
  if (function_->lambda == nullptr && std::ranges::any_of(Body(), deletes)) {
    return std::nullopt;
  }
  bool is_assigned = false;
  for (std::size_t i = 0; i < renaming_.versions.size(); ++i) {
    const Version& version = renaming_.versions[i];
    if (version.kind != VersionKind::Assigned || renaming_.variables[version.variable] != name ||
        version.range.begin >= range.begin) {
      continue;
    }
    is_assigned = true;
    if (const VersionState& state = states_[i]; state.known && state.type.has_value()) {
      if (!HasZero(program_->types(), state.type)) {
        return std::nullopt;
      }
      return Value::Runtime(builder_.Zero(state.type), state.type, state.weak);
    }
  }
  if (!is_assigned) {
    return std::nullopt;
  }
  NotePending(range);
  return Value::Pending();
}

// The first one in the text: the others may follow from it.
void FunctionEmitter::NotePending(SourceRange range) {
  const bool is_first = !saw_pending_ || range.begin < pending_range_.begin;
  saw_pending_ = true;
  pending_range_ = is_first ? range : pending_range_;
}

kir::InstId FunctionEmitter::SlotOf(std::uint32_t variable, TypeId type) {
  const auto [place, inserted] = slots_.try_emplace({variable, type});
  if (inserted) {
    place->second = builder_.Slot(type, renaming_.variables[variable]);
  }
  return place->second;
}

void FunctionEmitter::EmitEdge(const Edge& edge) {
  if (!edge.join.has_value()) {
    return;
  }
  for (const VersionId phi : renaming_.joins[edge.join.index].phis) {
    const Version& version = renaming_.version(phi);
    if (!version.live) {
      continue;
    }
    const VersionState state = PhiState(phi);
    if (!state.known || !state.type.has_value()) {
      continue;
    }
    const VersionId operand = version.operands[edge.index];
    if (!operand.has_value()) {
      // Undefined on this way reads as zero.
      builder_.SlotStore(SlotOf(version.variable, state.type), builder_.Zero(state.type));
      continue;
    }
    const VersionState from = StateOf(operand);
    if (from.known && from.value.is_none()) {
      builder_.SlotStore(SlotOf(version.variable, state.type), MakeOptional(from.value, state.type));
      continue;
    }
    if (from.known && IsPlainText(from.value)) {
      const types::TypeStore& types = program_->types();
      const types::Type& whole = types.get(state.type);
      if (!IsChoiceType(whole.kind == types::TypeKind::Optional ? types.get(whole.element)
                                                                : whole)) {
        // The ways do not agree, which is told when all of them are known.
        continue;
      }
      builder_.SlotStore(SlotOf(version.variable, state.type), ConvertTo(from.value, state.type));
      continue;
    }
    if (!from.known || !from.type.has_value()) {
      continue;
    }
    const bool is_number =
        renaming_.version(operand).kind != VersionKind::Phi && from.value.is_number();
    if (!is_number && from.type == state.type) {
      continue;
    }
    const Value value =
        is_number ? from.value
                  : Value::Runtime(builder_.SlotLoad(SlotOf(version.variable, from.type)),
                                   from.type, from.weak);
    if (IsConvertible(value, state.type)) {
      builder_.SlotStore(SlotOf(version.variable, state.type), ConvertTo(value, state.type));
    }
  }
}

bool FunctionEmitter::EdgeNeedsCopies(const Edge& edge) {
  if (!edge.join.has_value()) {
    return false;
  }
  return std::ranges::any_of(renaming_.joins[edge.join.index].phis, [&](VersionId phi) {
    const Version& version = renaming_.version(phi);
    if (!version.live) {
      return false;
    }
    const VersionState state = PhiState(phi);
    const VersionId operand = version.operands[edge.index];
    if (!operand.has_value()) {
      return true;
    }
    const VersionState from = StateOf(operand);
    const bool is_number =
        renaming_.version(operand).kind != VersionKind::Phi && from.value.is_number();
    return from.known && state.known && (is_number || from.type != state.type);
  });
}

}  // namespace kernelc::sema
