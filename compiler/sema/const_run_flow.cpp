// Loops, choices, `try` and `with` of the host, followed.
#include <algorithm>

#include "compiler/ast/walk.h"
#include "compiler/sema/const_effects.h"
#include "compiler/sema/const_runner.h"
#include "compiler/sema/extern_functions.h"
#include "compiler/sema/locals.h"

namespace kernelc::sema {

using ast::As;

namespace {

// Whether a dictionary has these keys, in this order.
bool HasKeys(const Object& dict, const std::vector<Object>& keys) {
  if (dict.elements.size() != 2 * keys.size()) {
    return false;
  }
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (ObjectKey(dict.elements[2 * i]) != ObjectKey(keys[i])) {
      return false;
    }
  }
  return true;
}

}  // namespace

// What the end of a loop's body means for the loop.
Evaluator::Runner::Flow Evaluator::Runner::After(Flow flow, bool* stop) {
  const bool leaves = flow == Flow::Return || flow == Flow::Unknown || flow == Flow::Raise;
  *stop = flow == Flow::Break || leaves;
  return leaves ? flow : Flow::Next;
}

// The cells of what an expression names, with their versions.
std::vector<std::pair<const HostCell*, std::uint32_t>> Evaluator::Runner::SourcesOf(
    const ast::Expr* expr) {
  std::vector<std::pair<const HostCell*, std::uint32_t>> sources;
  ForEachName(expr, [&](const ast::Name& name) {
    const Object* followed = evaluator_->Followed(&name, {scope_, nullptr});
    // Rows of arrays are seen as they are.
    const bool has_rows = followed != nullptr && followed->kind == ObjectKind::Array &&
                          followed->cell->value.array->shape.size() > 1;
    if (followed != nullptr && !has_rows) {
      sources.emplace_back(followed->cell.get(), followed->cell->root().version);
    }
  });
  return sources;
}

Evaluator::Runner::Flow Evaluator::Runner::Loop(const ast::For& loop) {
  evaluator_->consumed_ = evaluator_->TakenByLoop(loop.iter, {scope_, nullptr});
  const std::optional<Object> iterable = Eval(loop.iter);
  std::optional<std::vector<Object>> items =
      iterable ? evaluator_->GoThrough(*iterable) : std::nullopt;
  if (!items) {
    return Flow::Unknown;
  }
  // Of zip(a, b) and the like, the list is ours and what it goes through is not followed.
  const bool goes_through = IsOneShot(loop.iter) || IsLiveView(loop.iter) ||
                            iterable->kind == ObjectKind::Array;
  // A list that nobody else refers to stays as it is.
  const bool is_live = iterable->is_list && iterable->cell != nullptr && !goes_through &&
                       iterable->cell.use_count() > 1;
  // Rows lie in the memory of the array.
  const bool has_rows = iterable->kind == ObjectKind::Array && iterable->array->shape.size() > 1;
  const std::vector<std::pair<const HostCell*, std::uint32_t>> sources =
      has_rows ? std::vector<std::pair<const HostCell*, std::uint32_t>>() : SourcesOf(loop.iter);
  const bool has_keys = iterable->kind == ObjectKind::Dict && iterable->cell != nullptr;
  constexpr std::size_t kItemsOfAStep = 8;
  for (std::size_t i = 0; i < items->size(); ++i) {
    if (!Bind(loop.target, Object((*items)[i]))) {
      return Flow::Unknown;
    }
    const std::uint32_t version = has_keys ? iterable->cell->version : 0;
    bool stop = false;
    const Flow flow = After(Run(loop.body), &stop);
    if (stop || evaluator_->stopped_) {
      return flow;
    }
    // Python raises where keys come or go.
    if (has_keys && iterable->cell->version != version &&
        (!iterable->cell->known || !HasKeys(iterable->cell->value, *items))) {
      return Flow::Unknown;
    }
    if (goes_through && std::ranges::any_of(sources, [](const auto& source) {
          return !source.first->is_known() || source.first->root().version != source.second;
        })) {
      return Flow::Unknown;
    }
    if (is_live) {
      evaluator_->steps_ += items->size() / kItemsOfAStep;
      const std::optional<Object> now = evaluator_->Current(*iterable);
      if (!now) {
        return Flow::Unknown;
      }
      items = now->elements;
    }
    if (is_live && !iterable->cell->known) {
      return Flow::Unknown;
    }
  }
  return Run(loop.orelse);
}

Evaluator::Runner::Flow Evaluator::Runner::Loop(const ast::While& loop) {
  while (true) {
    const std::optional<bool> test = Truth(loop.test);
    if (!test) {
      return Flow::Unknown;
    }
    if (!*test) {
      return Run(loop.orelse);
    }
    bool stop = false;
    const Flow flow = After(Run(loop.body), &stop);
    if (stop || evaluator_->stopped_) {
      return flow;
    }
  }
}

Evaluator::Runner::Flow Evaluator::Runner::Branch(const ast::If& branch) {
  if (scope_->kind == ScopeKind::Module && IsMainGuard(&branch)) {
    // Whoever imports the file sees what is there now, and goes another way.
    evaluator_->NoteState(false);
    return Run(scope_->file == evaluator_->index_ ? branch.body : branch.orelse);
  }
  const std::optional<bool> test = Truth(branch.test);
  return test ? Run(*test ? branch.body : branch.orelse) : Flow::Unknown;
}

// What catches a `raise` that was reached.
Evaluator::Runner::Flow Evaluator::Runner::Handle(const ast::Try& attempt) {
  for (const ast::ExceptHandler* handler : attempt.handlers) {
    const std::optional<bool> catches = evaluator_->Catches(handler->type, exception_, scope_);
    if (!catches) {
      return Flow::Unknown;
    }
    if (!*catches) {
      continue;
    }
    raised_ = false;
    // The name of the exception is unbound afterwards.
    const auto forget = [&] {
      if (!handler->name.empty()) {
        frame_->variables[handler->name] = std::nullopt;
      }
    };
    forget();
    const Flow flow = Run(handler->body);
    forget();
    return flow;
  }
  return Flow::Raise;
}

Evaluator::Runner::Flow Evaluator::Runner::Attempt(const ast::Try& attempt) {
  if (evaluator_->TrySucceeds(attempt, scope_) != true) {
    return Flow::Unknown;
  }
  ++evaluator_->attempts_;
  Flow flow = Run(attempt.body);
  --evaluator_->attempts_;
  if (evaluator_->stopped_ || flow == Flow::Unknown) {
    return Flow::Unknown;
  }
  flow = flow == Flow::Raise ? Handle(attempt) : flow == Flow::Next ? Run(attempt.orelse) : flow;
  if (flow == Flow::Unknown) {
    return flow;
  }
  const std::optional<Object> result = std::exchange(result_, std::nullopt);
  const bool raised = std::exchange(raised_, false);
  const std::string_view exception = exception_;
  const Flow last = Run(attempt.finalbody);
  if (last != Flow::Next) {
    return last;
  }
  raised_ = raised;
  exception_ = exception;
  // What is returned may have been changed since.
  result_ = result ? evaluator_->Current(*result) : std::nullopt;
  return flow == Flow::Return && !result_ ? Flow::Unknown : flow;
}

Evaluator::Runner::Flow Evaluator::Runner::Enter(const ast::With& with) {
  bool may_catch = false;
  for (const ast::WithItem* item : with.items) {
    const auto* call = As<ast::Call>(item->context_expr);
    const auto* callee = call == nullptr ? nullptr : As<ast::Attribute>(call->func);
    const std::optional<Object> function = call == nullptr ? std::nullopt : Eval(call->func);
    if (evaluator_->MayChange(item->context_expr, scope_)) {
      return Flow::Unknown;
    }
    may_catch = may_catch || (callee != nullptr ? callee->attr == "suppress" : true);
    // What a manager of the file does is not followed.
    const std::optional<Object> manager =
        call == nullptr ? Eval(item->context_expr) : std::nullopt;
    const std::optional<Object>& known = call == nullptr ? manager : function;
    if (known ? known->kind != ObjectKind::External
              : evaluator_->MayChange(item, scope_)) {
      return Flow::Unknown;
    }
    if (item->optional_vars != nullptr) {
      ForEachBoundName(item->optional_vars,
                       [&](std::string_view name) { frame_->variables[name] = std::nullopt; });
      const auto* name = As<ast::Name>(item->optional_vars);
      const std::optional<Object> given = name == nullptr ? std::nullopt : Eval(item->context_expr);
      if (given && IsOpenFile(*given)) {
        frame_->variables[name->id] = given;
      }
    }
  }
  evaluator_->attempts_ += may_catch ? 1 : 0;
  const Flow flow = Run(with.body);
  evaluator_->attempts_ -= may_catch ? 1 : 0;
  return may_catch && flow == Flow::Raise ? Flow::Unknown : flow;
}

// What a class or an import in `range` binds, where something else is bound to the name as well. Other such names are seen
// as the text defines them.
void Evaluator::Runner::BindReplaced(std::string_view name, SourceRange range) {
  if (scope_->global_names.contains(name)) {
    const Scope& module = scope_->file->module_scope();
    if (evaluator_->frames_.contains(&module)) {
      evaluator_->frames_[&module].variables[name] = std::nullopt;
    }
    return;
  }
  const auto found = scope_->bindings.find(name);
  const Binding* binding = found == scope_->bindings.end() ? nullptr : &found->second;
  if (binding == nullptr || (!binding->rebound && binding->previous == nullptr) || scope_->kind != ScopeKind::Module) {
    return;
  }
  while (binding != nullptr && !(binding->range.begin >= range.begin && binding->range.end <= range.end)) {
    binding = binding->previous;
  }
  // Which of several imports works, the text says where this one is not known to.
  std::optional<Object> value = binding == nullptr ? std::nullopt : evaluator_->Definition(*binding, scope_);
  if (value) {
    frame_->variables[name] = std::move(value);
  } else {
    frame_->variables.erase(name);
  }
}

}  // namespace kernelc::sema
