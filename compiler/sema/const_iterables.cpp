// What loops and calls go through, and when what it calls runs.
#include <algorithm>
#include <numeric>

#include "compiler/sema/const_effects.h"
#include "compiler/sema/const_eval.h"
#include "compiler/sema/iterators.h"

namespace kernelc::sema {
namespace {

using ast::As;

// Whether names of the functions and files around are bound once and stay as they are.
bool ReadsFixed(const Names& names, const Scope& scope) {
  return std::ranges::all_of(names, [&](std::string_view name) {
    const Scope* owner = nullptr;
    const Binding* binding = FindBinding(&scope, name, &owner);
    return binding == nullptr || binding->kind == BindingKind::Parameter ||
                   binding->kind == BindingKind::Value || owner->kind == ScopeKind::Function
               ? binding == nullptr || !binding->contents_changed
               : binding->previous == nullptr && !binding->rebound && !binding->contents_changed &&
                     binding->kind != BindingKind::Opaque && !IsInLoop(*binding);
  });
}

}  // namespace

// These go through the first of their arguments at once.
void Evaluator::TakeAll(std::string_view path, const ast::Call& call) {
  static constexpr std::string_view kPaths[] = {"dict", "list", "max",    "min",
                                                "set",  "sum",  "sorted", "tuple"};
  if (running_ > 0 && call.args.size() == 1 &&
      std::ranges::find(kPaths, path) != std::end(kPaths)) {
    consumed_ = call.args.front();
  }
}

// Whether it does not matter when a function is called: it changes nothing, and reads nothing that
// changes.
bool Evaluator::IsClosed(const Object& function) {
  if (function.kind != ObjectKind::Function) {
    return function.kind == ObjectKind::External || function.kind == ObjectKind::Type ||
           function.kind == ObjectKind::None;
  }
  const FunctionInfo& info = *function.function;
  if (!function.elements.empty() || !function.names.empty()) {
    return false;
  }
  if (info.lambda != nullptr) {
    Names names;
    CollectNames(info.lambda->body, &names);
    return !MayChange(info.lambda->body, info.scope) && ReadsFixed(names, *info.scope);
  }
  if (info.def == nullptr) {
    return false;
  }
  const Mentions::Found& found = MentionsOf(*info.file).Of(info.def);
  return found.outer.empty() && info.def->decorator_list.empty() &&
         std::ranges::none_of(
             info.def->body,
             [&](const ast::Stmt* stmt) { return MayChange(stmt, info.scope); }) &&
         ReadsFixed(found.names, *info.outer);
}

// A call of such a function that gives what a loop goes through: null for others.
const ast::Expr* Evaluator::TakenByLoop(const ast::Expr* iterable, const Context& context) {
  const auto* call = As<ast::Call>(iterable);
  const auto* name = call == nullptr ? nullptr : As<ast::Name>(call->func);
  if (running_ == 0 || name == nullptr || !call->keywords.empty()) {
    return nullptr;
  }
  const bool is_fixed = std::ranges::all_of(
      call->args, [&](const ast::Expr* each) { return As<ast::Constant>(each) != nullptr; });
  const std::optional<Object> callee = is_fixed ? EvalIn(name, context) : std::nullopt;
  return callee && callee->kind == ObjectKind::Function && IsClosed(*callee) ? iterable : nullptr;
}

std::optional<std::vector<Object>> Evaluator::GoThrough(const Object& object) {
  if (object.kind == ObjectKind::Class) {
    const ClassKind kind = KindOf(*object.class_scope);
    return kind == ClassKind::Enum || kind == ClassKind::IntEnum ? MembersOf(*object.class_scope)
                                                                 : std::nullopt;
  }
  if (object.kind == ObjectKind::Instance) {
    const std::optional<Object> items = CallSpecial(object, "__iter__", {});
    // What `iter` gives of a list that nobody changes meanwhile.
    return items && IsIterator(*items) && items->names.empty() ? std::optional(items->elements)
                                                               : std::nullopt;
  }
  std::optional<std::vector<Object>> elements = ObjectElements(object);
  const bool has_rows = elements && running_ > 0 && object.kind == ObjectKind::Array &&
                        object.cell != nullptr && object.array->shape.size() > 1;
  const std::int64_t size =
      has_rows && !elements->empty() ? object.array->size() / object.array->shape[0] : 0;
  for (std::size_t i = 0; has_rows && i < elements->size(); ++i) {
    std::vector<std::int64_t> places(static_cast<std::size_t>(size));
    std::iota(places.begin(), places.end(), static_cast<std::int64_t>(i) * size);
    Object& row = (*elements)[i];
    if (row.kind != ObjectKind::Array || row.array->size() != size) {
      return std::nullopt;
    }
    MakeView(object, std::move(places), &row);
  }
  return elements;
}

}  // namespace kernelc::sema
