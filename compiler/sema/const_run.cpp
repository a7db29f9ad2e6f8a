// Host code that computes constants: the statements of a file, or of a function that is called
// while compiling, followed one after the other. What they leave behind is what a kernel sees.
//
// A statement that cannot be followed makes unknown what it may change. Lists, dictionaries, arrays
// and objects have a cell (Object::cell) that all who refer to them share.
#include <algorithm>

#include "compiler/ast/walk.h"
#include "compiler/sema/const_effects.h"
#include "compiler/sema/const_eval.h"
#include "compiler/sema/const_runner.h"
#include "compiler/sema/const_store.h"
#include "compiler/sema/host_effects.h"
#include "compiler/sema/locals.h"

namespace kernelc::sema {
namespace {

using ast::As;

// Whether control may leave `node` for somewhere else than the statement after it.
bool MayLeave(const ast::Node* node, bool in_loop) {
  if (HasOwnScope(node) || ast::node_class(node->kind) == ast::NodeClass::Expr) {
    return false;
  }
  if (As<ast::Return>(node) != nullptr || As<ast::Raise>(node) != nullptr) {
    return true;
  }
  if (As<ast::Break>(node) != nullptr || As<ast::Continue>(node) != nullptr) {
    return !in_loop;
  }
  const bool is_loop = As<ast::For>(node) != nullptr || As<ast::While>(node) != nullptr;
  bool leaves = false;
  ast::ForEachChild(node, [&](const ast::Node* child) {
    leaves = leaves || MayLeave(child, in_loop || is_loop);
  });
  return leaves;
}

bool HasYield(const ast::Node* node) {
  bool found = As<ast::Yield>(node) != nullptr || As<ast::YieldFrom>(node) != nullptr;
  if (!HasOwnScope(node)) {
    ast::ForEachChild(node, [&](const ast::Node* child) { found = found || HasYield(child); });
  }
  return found;
}

}  // namespace

std::string_view ExceptionName(const ast::Expr* expr) {
  const auto* call = As<ast::Call>(expr);
  const auto* name = As<ast::Name>(call != nullptr ? call->func : expr);
  return name == nullptr ? std::string_view() : name->id;
}

Evaluator::Runner::Flow Evaluator::Runner::Run(ast::NodeList<ast::Stmt> body) {
  for (const ast::Stmt* stmt : body) {
    Flow flow = RunOne(stmt);
    if (flow == Flow::Unknown && Recover(stmt)) {
      flow = Flow::Next;
    }
    if (flow != Flow::Next || evaluator_->stopped_) {
      return flow;
    }
  }
  return Flow::Next;
}

bool Evaluator::Runner::Recover(const ast::Stmt* stmt) {
  const bool is_late = evaluator_->steps_ > evaluator_->max_steps_;
  if (is_late || evaluator_->stopped_ || evaluator_->attempts_ != 0 || MayLeave(stmt, false)) {
    return false;
  }
  evaluator_->ForgetWrites(stmt, scope_);
  return true;
}

bool Evaluator::Runner::BindParts(ast::NodeList<ast::Expr> targets, const Object& value) {
  const std::optional<std::vector<Object>> parts = ObjectElements(value);
  if (!parts) {
    return false;
  }
  const auto star = std::ranges::find_if(
      targets, [](const ast::Expr* each) { return As<ast::Starred>(each) != nullptr; });
  const bool has_star = star != targets.end();
  if (has_star ? targets.size() > parts->size() + 1 : targets.size() != parts->size()) {
    return false;
  }
  const std::size_t extra = has_star ? parts->size() + 1 - targets.size() : 0;
  std::size_t next = 0;
  for (const ast::Expr* each : targets) {
    const auto* starred = As<ast::Starred>(each);
    if (starred != nullptr) {
      const auto first = parts->begin() + static_cast<std::ptrdiff_t>(next);
      next += extra;
      Object rest = Object::List({first, first + static_cast<std::ptrdiff_t>(extra)});
      evaluator_->GiveCell(&rest);
      if (!Bind(starred->value, rest)) {
        return false;
      }
    } else if (!Bind(each, (*parts)[next++])) {
      return false;
    }
  }
  return true;
}

bool Evaluator::Runner::Bind(const ast::Expr* target, const Object& value) {
  if (const auto* name = As<ast::Name>(target)) {
    return evaluator_->SetVariable(name->id, scope_, value);
  }
  if (const auto* subscript = As<ast::Subscript>(target)) {
    return Store(*subscript, value);
  }
  if (const auto* attribute = As<ast::Attribute>(target)) {
    const std::optional<Object> base = Eval(attribute->value);
    return base && evaluator_->SetMember(*base, attribute->attr, value);
  }
  const auto* tuple = As<ast::Tuple>(target);
  const auto* list = As<ast::List>(target);
  return (tuple != nullptr || list != nullptr) &&
         BindParts(tuple != nullptr ? tuple->elts : list->elts, value);
}

// `base[i] = value`, `array[i][j] = value`.
bool Evaluator::Runner::Store(const ast::Subscript& target, const Object& value) {
  std::vector<const ast::Expr*> slices{target.slice};
  const ast::Expr* base_expr = target.value;
  const bool is_index = As<ast::Slice>(target.slice) == nullptr;
  if (const Object* list = evaluator_->Followed(base_expr, {scope_, nullptr});
      list != nullptr && list->is_list && is_index) {
    Object holder;
    holder.cell = list->cell;
    const std::optional<Object> index = Eval(target.slice);
    return index && evaluator_->StoreItem(holder, *index, value);
  }
  std::optional<Object> base = Eval(base_expr);
  // Rows of arrays are views of them.
  while (base && base->kind == ObjectKind::Array && As<ast::Subscript>(base_expr) != nullptr) {
    const auto* outer = As<ast::Subscript>(base_expr);
    std::optional<Object> whole = Eval(outer->value);
    if (!whole || whole->kind != ObjectKind::Array) {
      break;
    }
    slices.push_back(outer->slice);
    base = std::move(whole);
    base_expr = outer->value;
  }
  if (!base || base->cell == nullptr) {
    return false;
  }
  const auto value_of = [this](const ast::Expr* part) { return Eval(part); };
  if (base->kind == ObjectKind::Array) {
    return evaluator_->StoreArray(*base, slices, value, value_of);
  }
  const std::optional<Object> index = is_index ? Eval(target.slice) : std::nullopt;
  return index && slices.size() == 1 && evaluator_->StoreItem(*base, *index, value);
}

Evaluator::Runner::Flow Evaluator::Runner::Fail(std::string_view exception) {
  exception_ = exception;
  raised_ = true;
  return Flow::Raise;
}

Evaluator::Runner::Flow Evaluator::Runner::Assign(ast::NodeList<ast::Expr> targets,
                                                  const ast::Expr* expr) {
  const std::optional<Object> value = Eval(expr);
  if (!value || IsOneShot(expr) || ShowsLaterChanges(expr, scope_)) {
    return Flow::Unknown;
  }
  for (const ast::Expr* target : targets) {
    if (!Bind(target, *value)) {
      return Flow::Unknown;
    }
  }
  return Flow::Next;
}

// Whether an index or the base of a target changes something when it is evaluated.
bool Evaluator::Runner::TargetChanges(const ast::Expr* target) {
  bool changes = false;
  ast::ForEachChild(target, [&](const ast::Node* child) {
    changes = changes || evaluator_->MayChange(child, scope_, false);
  });
  return changes;
}

Evaluator::Runner::Flow Evaluator::Runner::Augment(const ast::AugAssign& augmented) {
  // A part of an array that is changed where it is becomes no other name for it.
  const auto* part = As<ast::Subscript>(augmented.target);
  // What stands in the target is evaluated once.
  if (As<ast::Name>(augmented.target) == nullptr &&
      TargetChanges(augmented.target)) {
    return Flow::Unknown;
  }
  const std::optional<Object> whole = part == nullptr ? std::nullopt : Eval(part->value);
  const bool was_shared = whole && whole->cell && whole->cell->is_shared;
  const std::size_t shared = evaluator_->shared_cells_.size();
  const std::optional<Object> before = Eval(augmented.target);
  if (whole && whole->kind == ObjectKind::Array && whole->cell && !was_shared) {
    whole->cell->is_shared = false;
    evaluator_->shared_cells_.resize(shared);
  }
  const std::optional<Object> value = before ? Eval(augmented.value) : std::nullopt;
  if (!value) {
    return Flow::Unknown;
  }
  // Lists and arrays change where they are: whoever shares them sees it.
  if (before->is_list && augmented.op == ast::BinaryOperator::Add) {
    const std::optional<std::vector<Object>> more = ObjectElements(*value);
    return more && before->cell && evaluator_->ChangeCell(*before, "extend", {{*value}, {}})
               ? Flow::Next
               : Flow::Unknown;
  }
  std::optional<Object> after = FoldObjects(augmented.op, *before, *value);
  if (!after) {
    return Flow::Unknown;
  }
  if (before->kind == ObjectKind::Array && part != nullptr && whole &&
      whole->kind == ObjectKind::Array) {
    return Store(*part, *after) ? Flow::Next : Flow::Unknown;
  }
  if (before->kind == ObjectKind::Array) {
    // NumPy refuses to lose the fraction.
    const auto is_whole = [](const Object& array) {
      const abi::ScalarClass cls = abi::scalar_info(array.array->element).cls;
      return cls != abi::ScalarClass::Float && cls != abi::ScalarClass::Complex;
    };
    const bool fits = after->kind == ObjectKind::Array &&
                      after->array->shape == before->array->shape &&
                      (is_whole(*after) || !is_whole(*before));
    return fits && before->cell && evaluator_->StoreArray(*before, {}, *after, {}) ? Flow::Next
                                                                                   : Flow::Unknown;
  }
  return !IsMutable(*before) && Bind(augmented.target, *after) ? Flow::Next : Flow::Unknown;
}

Evaluator::Runner::Flow Evaluator::Runner::Remove(const ast::Delete& removal) {
  for (const ast::Expr* target : removal.targets) {
    if (const auto* name = As<ast::Name>(target)) {
      frame_->variables[name->id] = std::nullopt;
      continue;
    }
    const auto* subscript = As<ast::Subscript>(target);
    const std::optional<Object> base = subscript == nullptr ? std::nullopt : Eval(subscript->value);
    const auto value_of = [this](const ast::Expr* part) { return Eval(part); };
    if (!base || !evaluator_->RemoveItem(*base, subscript->slice, value_of)) {
      return Flow::Unknown;
    }
  }
  return Flow::Next;
}

// `kernel[grid, block](...)` of the kernel that is watched; where it may be another one, what it
// would see is noted.
bool Evaluator::Runner::IsLaunch(const ast::Expr* expr) {
  const auto* call = As<ast::Call>(expr);
  const auto* config = call == nullptr ? nullptr : As<ast::Subscript>(call->func);
  if (config == nullptr) {
    return false;
  }
  const std::optional<Object> kernel = Eval(config->value);
  // `actions["a"]()` is a call.
  if (kernel && kernel->kind != ObjectKind::Function && kernel->kind != ObjectKind::External) {
    return false;
  }
  if (!kernel) {
    evaluator_->NoteState(true);
  } else if (kernel->kind == ObjectKind::Function && evaluator_->watched_ != nullptr &&
             evaluator_->MayRun(*kernel->function, *evaluator_->watched_)) {
    // A kernel of a factory may be another one of the same text.
    const bool is_certain = kernel->function->outer->kind == ScopeKind::Module;
    if (is_certain) {
      evaluator_->stopped_ = true;
      return true;
    }
    evaluator_->NoteState(true);
  }
  // Host arrays are copied back.
  for (const ast::Expr* argument : call->args) {
    const std::optional<Object> value = Eval(argument);
    if (value) {
      evaluator_->ForgetCells(*value);
    }
  }
  return true;
}

// A call for what it does: `list.append(x)`, `array.fill(x)`, `print(x)`.
Evaluator::Runner::Flow Evaluator::Runner::Call(const ast::Expr* expr) {
  if (IsLaunch(expr)) {
    return Flow::Next;
  }
  // In `try`, it may be what raises.
  const bool may_fail = evaluator_->attempts_ != 0;
  return Eval(expr) || (!may_fail && !evaluator_->MayChange(expr, scope_, true)) ? Flow::Next
                                                                                 : Flow::Unknown;
}

// `def f(x=table.append(3))`, `@register(3)`
bool Evaluator::Runner::ChangesByDefaults(const ast::FunctionDef& def) {
  const auto changes = [&](const ast::Expr* expr) {
    return expr != nullptr && evaluator_->MayChange(expr, scope_, false);
  };
  const auto is_annotated = [&](const ast::Arg* each) {
    return each != nullptr && changes(each->annotation);
  };
  return std::ranges::any_of(def.args->defaults, changes) ||
         std::ranges::any_of(def.args->kw_defaults, changes) || changes(def.returns) ||
         std::ranges::any_of(def.args->args, is_annotated) ||
         std::ranges::any_of(def.args->kwonlyargs, is_annotated) ||
         std::ranges::any_of(def.decorator_list, [&](const ast::Expr* each) {
           return As<ast::Name>(each) == nullptr && !IsKernelDecoratorText(each) && changes(each);
         });
}

Evaluator::Runner::Flow Evaluator::Runner::Define(const ast::FunctionDef& def) {
  const FunctionInfo* function = evaluator_->FunctionAt(&def, scope_);
  if (function == nullptr) {
    return Flow::Next;
  }
  evaluator_->decorated_.erase(function);
  const std::optional<Object> value = evaluator_->Decorated(*function);
  return value && evaluator_->SetVariable(def.name, scope_, *value) ? Flow::Next : Flow::Unknown;
}

Evaluator::Runner::Flow Evaluator::Runner::RunOne(const ast::Stmt* stmt) {
  if (++evaluator_->steps_ > evaluator_->max_steps_) {
    return Flow::Unknown;
  }
  if (const auto* assign = As<ast::Assign>(stmt)) {
    return Assign(assign->targets, assign->value);
  }
  if (const auto* annotated = As<ast::AnnAssign>(stmt)) {
    if (evaluator_->MayChange(annotated->annotation, scope_, false)) {
      return Flow::Unknown;
    }
    return annotated->value == nullptr ? Flow::Next
                                       : Assign({&annotated->target, 1}, annotated->value);
  }
  if (const auto* augmented = As<ast::AugAssign>(stmt)) {
    return Augment(*augmented);
  }
  if (const auto* loop = As<ast::For>(stmt)) {
    return Loop(*loop);
  }
  if (const auto* loop = As<ast::While>(stmt)) {
    return Loop(*loop);
  }
  if (const auto* branch = As<ast::If>(stmt)) {
    return Branch(*branch);
  }
  if (const auto* attempt = As<ast::Try>(stmt)) {
    return Attempt(*attempt);
  }
  if (const auto* with = As<ast::With>(stmt)) {
    return Enter(*with);
  }
  if (const auto* removal = As<ast::Delete>(stmt)) {
    return Remove(*removal);
  }
  if (const auto* expression = As<ast::ExprStmt>(stmt)) {
    return Call(expression->value);
  }
  if (const auto* result = As<ast::Return>(stmt)) {
    result_ = result->value == nullptr ? Object() : Eval(result->value);
    return result_ ? Flow::Return : Flow::Unknown;
  }
  if (const auto* def = As<ast::FunctionDef>(stmt)) {
    if (ChangesByDefaults(*def)) {
      return Flow::Unknown;
    }
    return Define(*def);
  }
  if (As<ast::Break>(stmt) != nullptr) {
    return Flow::Break;
  }
  if (As<ast::Continue>(stmt) != nullptr) {
    return Flow::Continue;
  }
  if (const auto* check = As<ast::Assert>(stmt)) {
    if (const std::optional<bool> holds = Truth(check->test)) {
      return *holds ? Flow::Next : Fail("AssertionError");
    }
    return Call(check->test);
  }
  // What the body of a class, its decorators and defaults of functions do.
  if (HasOwnScope(stmt) && evaluator_->MayChange(stmt, scope_, false)) {
    return Flow::Unknown;
  }
  if (const auto* raise = As<ast::Raise>(stmt)) {
    return Fail(ExceptionName(raise->exc));
  }
  const bool does_nothing = HasOwnScope(stmt) || As<ast::Pass>(stmt) != nullptr ||
                            As<ast::Import>(stmt) != nullptr ||
                            As<ast::ImportFrom>(stmt) != nullptr ||
                            As<ast::Global>(stmt) != nullptr || As<ast::Nonlocal>(stmt) != nullptr;
  return does_nothing ? Flow::Next : Flow::Unknown;
}

bool Evaluator::IsGenerator(const ast::FunctionDef& def) {
  const auto [place, inserted] = generators_.try_emplace(&def);
  if (inserted) {
    place->second =
        std::ranges::any_of(def.body, [](const ast::Stmt* stmt) { return HasYield(stmt); });
  }
  return place->second;
}

std::optional<Object> Evaluator::RunFunction(const FunctionInfo& function, const Scope& scope,
                                             bool* raises) {
  // A call of a generator runs nothing yet.
  if (function.def == nullptr || IsGenerator(*function.def)) {
    return std::nullopt;
  }
  Runner runner(*this, scope);
  for (const auto& [name, binding] : scope.bindings) {
    const Binding* first = &binding;
    while (first->previous != nullptr) {
      first = first->previous;
    }
    if (first->kind == BindingKind::Value && !SetVariable(name, &scope, *first->object)) {
      return std::nullopt;
    }
  }
  const Runner::Flow flow = runner.Run(function.def->body);
  scope.was_followed = true;
  // Nobody looks into a call that has ended but functions that were made in it.
  const bool makes_functions =
      !scope.lambda_copies.empty() ||
      std::ranges::any_of(scope.bindings, [](const auto& entry) {
        return entry.second.kind == BindingKind::Function || entry.second.kind == BindingKind::Class;
      });
  *raises = *raises || runner.raised();
  if (stopped_) {
    return std::nullopt;
  }
  if (flow == Runner::Flow::Next || flow == Runner::Flow::Return) {
    if (!makes_functions) {
      frames_.erase(&scope);
    }
    return flow == Runner::Flow::Next ? Object() : runner.result();
  }
  // Whatever it would have done from there on.
  for (const ast::Stmt* stmt : function.def->body) {
    ForgetWrites(stmt, &scope);
  }
  return std::nullopt;
}

template <typename Follow>
void Evaluator::ModuleRun::Watch(bool mentions_kernel, Follow follow) {
  std::optional<Object> before;
  const bool was_bound = mentions_kernel && Find(&before);
  follow();
  if (evaluator_->stopped_) {
    return;
  }
  if (was_bound) {
    launch_notes_.push_back(before);
  }
  is_kept_ = is_kept_ || mentions_kernel;
  if (is_kept_) {
    Note(true);
  }
}

std::optional<Object> Evaluator::FinalValue(std::string_view name, const Scope& owner) {
  const Scope* module = &owner;
  while (module->kind != ScopeKind::Module && module->parent != nullptr) {
    module = module->parent;
  }
  const FunctionInfo* reader = running_ == 0 ? reader_ : nullptr;
  const auto key = std::make_tuple(&owner, name, reader, now_);
  const auto [known, inserted] = finals_.try_emplace(key);
  if (!inserted || module_runs_ > 0) {
    return known->second;
  }
  // What is found out in between holds for the time in between.
  ModuleRun run(*this, *module, owner, name, reader);
  if (IsInside(run.until(), name, *module)) {
    return std::nullopt;
  }
  const std::size_t max_steps = max_steps_;
  // Nothing inside is outermost, where steps are counted anew.
  ++depth_;
  const std::size_t steps = steps_;
  const std::size_t rest = kAllHostSteps - std::min(kAllHostSteps, followed_steps_);
  max_steps_ = std::min(max_steps, steps + std::min(kMaxHostSteps, rest));
  {
    Runner runner(*this, *module, reader);
    for (const FileStatement* statement : NeededStatements(name, owner, *module)) {
      const ast::Stmt* stmt = statement->stmt;
      if (module->file->statement_order(stmt) >= run.until()) {
        break;
      }
      const bool may_keep = reader != nullptr && MayKeep(*statement, *reader, *module);
      run.Watch(may_keep, [&] {
        if (runner.RunOne(stmt) != Runner::Flow::Next && !stopped_) {
          ForgetWrites(stmt, module);
        }
      });
      if (stopped_) {
        break;
      }
    }
  }
  std::optional<Object> value = run.Finish();
  max_steps_ = max_steps;
  --depth_;
  followed_steps_ += steps_ - steps;
  finals_[key] = value;
  return value;
}

}  // namespace kernelc::sema
