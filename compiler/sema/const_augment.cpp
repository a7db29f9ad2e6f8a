// `target += value` of the host, followed.
#include <fmt/format.h>

#include <functional>
#include <string>

#include "compiler/ast/walk.h"
#include "compiler/sema/const_eval.h"
#include "compiler/sema/const_runner.h"

namespace kernelc::sema {
namespace {

using ast::As;

bool IsWhole(const Object& array) {
  const abi::ScalarClass cls = abi::scalar_info(array.array->element).cls;
  return cls != abi::ScalarClass::Float && cls != abi::ScalarClass::Complex;
}

}  // namespace

// Whether an index or the base of a target changes something when it is evaluated.
bool Evaluator::Runner::TargetChanges(const ast::Expr* target) {
  bool changes = false;
  ast::ForEachChild(target, [&](const ast::Node* child) {
    changes = changes || evaluator_->MayChange(child, scope_);
  });
  return changes;
}

// What stands in a target before the operator, as a text that is equal for what is the same; null
// where that is not known.
std::optional<std::string> Evaluator::Runner::PlaceOf(const ast::Expr* target) {
  const auto* part = As<ast::Subscript>(target);
  const auto* attribute = As<ast::Attribute>(target);
  if (part == nullptr && attribute == nullptr) {
    return std::string();
  }
  const std::optional<Object> whole = Eval(part != nullptr ? part->value : attribute->value);
  if (!whole || (whole->cell == nullptr && whole->kind != ObjectKind::Class)) {
    return std::nullopt;
  }
  std::string place = whole->cell != nullptr ? fmt::format("{}", fmt::ptr(whole->cell.get())) : "";
  bool known = true;
  const std::function<void(const ast::Node*)> add = [&](const ast::Node* index) {
    if (As<ast::Slice>(index) != nullptr || As<ast::Tuple>(index) != nullptr) {
      ast::ForEachChild(index, add);
      return;
    }
    const bool is_expr = ast::node_class(index->kind) == ast::NodeClass::Expr;
    const std::optional<Object> value =
        is_expr ? Eval(static_cast<const ast::Expr*>(index)) : std::nullopt;
    known = known && value;
    place += value ? "," + ObjectKey(*value) : "";
  };
  if (part != nullptr) {
    add(part->slice);
  }
  return known ? std::optional(place) : std::nullopt;
}

// Lists and arrays change where they are: whoever shares them sees it. Then they are assigned to
// the target.
Evaluator::Runner::Flow Evaluator::Runner::Keep(const ast::Expr* target, const Object& object) {
  const auto* attribute = As<ast::Attribute>(target);
  const std::optional<Object> owner = attribute == nullptr ? std::nullopt : Eval(attribute->value);
  if (owner && owner->kind == ObjectKind::Class &&
      owner->class_scope->bindings.contains(attribute->attr)) {
    return Flow::Next;
  }
  const std::optional<Object> now = evaluator_->Current(object);
  return now && Bind(target, *now) ? Flow::Next : Flow::Unknown;
}

Evaluator::Runner::Flow Evaluator::Runner::Augment(const ast::AugAssign& augmented) {
  const ast::Expr* target = augmented.target;
  // A part of an array that is changed where it is becomes no other name for it.
  const auto* part = As<ast::Subscript>(target);
  // What stands in the target is evaluated once, before the value.
  const bool is_name = As<ast::Name>(target) != nullptr;
  const bool moves = !is_name && evaluator_->MayChange(augmented.value, scope_);
  const std::optional<std::string> place = moves ? PlaceOf(target) : std::string();
  if ((!is_name && TargetChanges(target)) || !place) {
    return Flow::Unknown;
  }
  const std::optional<Object> whole = part == nullptr ? std::nullopt : Eval(part->value);
  std::optional<Object> before = Eval(target);
  const std::optional<Object> value = before ? Eval(augmented.value) : std::nullopt;
  if (!value || (moves && PlaceOf(target) != place)) {
    return Flow::Unknown;
  }
  before = evaluator_->Current(*before);
  // A part of a list is a list of its own, which takes the part's place.
  if (!before || (before->is_list && part != nullptr && As<ast::Slice>(part->slice) != nullptr)) {
    return Flow::Unknown;
  }
  if (before->is_list && augmented.op == ast::BinaryOperator::Add) {
    const std::optional<std::vector<Object>> more = ObjectElements(*value);
    if (!more || !before->cell || !evaluator_->ChangeCell(*before, "extend", {{*value}, {}})) {
      return Flow::Unknown;
    }
    // The list is changed before the tuple refuses to take it.
    const bool is_refused = whole && whole->kind == ObjectKind::Tuple && !whole->is_list;
    return is_refused ? Fail("TypeError") : Keep(target, *before);
  }
  if (evaluator_->attempts_ > 0 && evaluator_->MayRaiseInstead(augmented.op, *before, *value)) {
    return Flow::Unknown;
  }
  std::optional<Object> after = FoldObjects(augmented.op, *before, *value);
  if (!after) {
    return Flow::Unknown;
  }
  if (before->kind != ObjectKind::Array) {
    return !IsMutable(*before) && Bind(target, *after) ? Flow::Next : Flow::Unknown;
  }
  // NumPy refuses to lose the fraction.
  const bool fits = after->kind == ObjectKind::Array &&
                    after->array->shape == before->array->shape &&
                    (IsWhole(*after) || !IsWhole(*before));
  if (!fits) {
    return Flow::Unknown;
  }
  // What lists of places select is a copy.
  const bool is_copy = part != nullptr && whole && whole->kind == ObjectKind::Array;
  if (is_copy) {
    return StoreIn(*whole, part->slice, *after) ? Flow::Next : Flow::Unknown;
  }
  return before->cell && evaluator_->StoreWhole(*before, *after) ? Keep(target, *before)
                                                                 : Flow::Unknown;
}

}  // namespace kernelc::sema
