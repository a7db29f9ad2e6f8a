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

// Statements that other statements stand in.
bool IsCompound(const ast::Stmt* stmt) {
  return As<ast::If>(stmt) != nullptr || As<ast::For>(stmt) != nullptr ||
         As<ast::While>(stmt) != nullptr || As<ast::Try>(stmt) != nullptr ||
         As<ast::With>(stmt) != nullptr || HasOwnScope(stmt);
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
  if (is_late || evaluator_->stopped_ || evaluator_->attempts_ != 0 || MayLeave(stmt, false) ||
      HasYield(stmt)) {
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
    } else {
      // What was bound first may have changed it.
      const std::optional<Object> part = evaluator_->Current((*parts)[next++]);
      if (!part || !Bind(each, *part)) {
        return false;
      }
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

// `base[i] = value`
bool Evaluator::Runner::Store(const ast::Subscript& target, const Object& value) {
  // A list is not copied.
  const Object* list = evaluator_->Followed(target.value, {scope_, nullptr});
  if (list != nullptr && list->is_list) {
    Object holder;
    holder.cell = list->cell;
    holder.is_list = true;
    return StoreIn(holder, target.slice, value);
  }
  const std::optional<Object> base = Eval(target.value);
  return base && StoreIn(*base, target.slice, value);
}

bool Evaluator::Runner::StoreIn(const Object& base, const ast::Expr* slice, const Object& value) {
  const Context context{scope_, nullptr};
  if (base.kind == ObjectKind::Instance) {
    const std::optional<Object> index = Eval(slice);
    return index && evaluator_->CallSpecial(base, "__setitem__", {*index, value});
  }
  if (base.cell == nullptr) {
    return false;
  }
  if (base.kind == ObjectKind::Array) {
    if (evaluator_->attempts_ > 0 &&
        evaluator_->MayRaiseInstead(ast::BinaryOperator::Add, base, value)) {
      return false;
    }
    const std::optional<ArrayPlaces> places = evaluator_->PlacesOf(*base.array, slice, context);
    return places && evaluator_->StorePlaces(base, places->shape, places->places, value);
  }
  if (const auto* part = As<ast::Slice>(slice)) {
    return base.is_list && evaluator_->StoreSlice(base, *part, value, context);
  }
  const std::optional<Object> index = Eval(slice);
  return index && evaluator_->StoreItem(base, *index, value);
}

Evaluator::Runner::Flow Evaluator::Runner::Fail(std::string_view exception) {
  exception_ = exception;
  raised_ = true;
  return Flow::Raise;
}

// `n, t = 4, time.time()`: the parts that have a value have it. False, with nothing done, where another form is meant.
bool Evaluator::Runner::AssignParts(const ast::Expr* target, const ast::Expr* expr) {
  const auto* names = As<ast::Tuple>(target);
  const auto* parts = As<ast::Tuple>(expr);
  const auto is_name = [&](const ast::Expr* each) {
    const auto* name = As<ast::Name>(each);
    return name != nullptr && !scope_->outer_names.contains(name->id);
  };
  const bool is_plain = names != nullptr && parts != nullptr && names->elts.size() == parts->elts.size() &&
                        std::ranges::all_of(names->elts, is_name) && !HasWalrus(expr) &&
                        !evaluator_->MayChange(expr, scope_);
  if (!is_plain) {
    return false;
  }
  std::vector<std::optional<Object>> values;
  for (const ast::Expr* part : parts->elts) {
    values.push_back(IsOneShot(part) ? std::nullopt : Eval(part));
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!values[i] || !Bind(names->elts[i], *values[i])) {
      frame_->variables[As<ast::Name>(names->elts[i])->id] = std::nullopt;
    }
  }
  return true;
}

Evaluator::Runner::Flow Evaluator::Runner::Assign(ast::NodeList<ast::Expr> targets,
                                                  const ast::Expr* expr) {
  const std::optional<Object> value = Eval(expr);
  if (!value && targets.size() == 1 && evaluator_->attempts_ == 0 && AssignParts(targets.front(), expr)) {
    return Flow::Next;
  }
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

Evaluator::Runner::Flow Evaluator::Runner::Remove(const ast::Delete& removal) {
  for (const ast::Expr* target : removal.targets) {
    if (const auto* name = As<ast::Name>(target)) {
      // Nobody knows whether it was bound.
      if (evaluator_->attempts_ > 0 && !Eval(name)) {
        return Flow::Unknown;
      }
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
    // `callbacks[0](x)` does anything.
    if (As<ast::Tuple>(config->slice) == nullptr) {
      return false;
    }
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
    const auto* starred = As<ast::Starred>(argument);
    const std::optional<Object> value = Eval(starred != nullptr ? starred->value : argument);
    if (value) {
      evaluator_->ForgetCells(*value);
    } else {
      evaluator_->ForgetChanges(argument, scope_);
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
  const bool does_nothing = !may_fail && !HasWalrus(expr) && !evaluator_->MayChange(expr, scope_);
  return Eval(expr) || does_nothing ? Flow::Next : Flow::Unknown;
}

// `def f(x=table.append(3))`, `@register(3)`
bool Evaluator::Runner::ChangesByDefaults(const ast::FunctionDef& def) {
  const auto changes = [&](const ast::Expr* expr) {
    return expr != nullptr && (HasWalrus(expr) || evaluator_->MayChange(expr, scope_));
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
    BindReplaced(def.name, def.range);
    return Flow::Next;
  }
  evaluator_->decorated_.erase(function);
  const std::optional<Object> value = evaluator_->Decorated(*function);
  return value && evaluator_->SetVariable(def.name, scope_, *value) ? Flow::Next : Flow::Unknown;
}

// `yield value` as a statement.
Evaluator::Runner::Flow Evaluator::Runner::Give(const ast::Expr* expr) {
  if (const auto* all = As<ast::YieldFrom>(expr)) {
    const std::optional<Object> value = Eval(all->value);
    const bool is_fixed = value && (value->flavor == Flavor::View || value->flavor == Flavor::Lazy || !IsMutable(*value));
    const std::optional<std::vector<Object>> items =
        is_fixed ? evaluator_->GoThrough(*value) : std::nullopt;
    if (!items || std::ranges::any_of(*items, IsMutable)) {
      return Flow::Unknown;
    }
    yields_.insert(yields_.end(), items->begin(), items->end());
    return Flow::Next;
  }
  const auto* one = As<ast::Yield>(expr);
  const std::optional<Object> value =
      one->value == nullptr ? std::optional(Object()) : Eval(one->value);
  // Who takes it may change it before the next one is made.
  if (!value || IsMutable(*value) || yields_.size() >= kMaxConstantParts) {
    return Flow::Unknown;
  }
  yields_.push_back(*value);
  return Flow::Next;
}

Evaluator::Runner::Flow Evaluator::Runner::RunOne(const ast::Stmt* stmt) {
  if (++evaluator_->steps_ > evaluator_->max_steps_) {
    return Flow::Unknown;
  }
  const bool was_doubtful = std::exchange(evaluator_->is_doubtful_, is_doubtful_);
  evaluator_->raising_ = {};
  const Flow flow = Follow(stmt);
  // What Python raises by itself is none of the file's classes.
  const Scope* owner = nullptr;
  const bool raises = flow == Flow::Unknown && !evaluator_->raising_.empty() && !IsCompound(stmt) &&
                      FindBinding(scope_, evaluator_->raising_, &owner) == nullptr;
  evaluator_->is_doubtful_ = was_doubtful || (evaluator_->is_doubtful_ && flow == Flow::Unknown);
  return raises ? Fail(std::exchange(evaluator_->raising_, {})) : flow;
}

Evaluator::Runner::Flow Evaluator::Runner::Follow(const ast::Stmt* stmt) {
  if (const auto* assign = As<ast::Assign>(stmt)) {
    return Assign(assign->targets, assign->value);
  }
  if (const auto* annotated = As<ast::AnnAssign>(stmt)) {
    if (evaluator_->MayChange(annotated->annotation, scope_)) {
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
    const bool gives = As<ast::Yield>(expression->value) != nullptr ||
                       As<ast::YieldFrom>(expression->value) != nullptr;
    return gives ? Give(expression->value) : Call(expression->value);
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
    const std::optional<Object> test = Eval(check->test);
    const std::optional<bool> holds = test ? ObjectTruth(*test) : std::nullopt;
    if (holds) {
      return *holds ? Flow::Next : Fail("AssertionError");
    }
    return test && test->kind == ObjectKind::Instance ? Flow::Unknown : Call(check->test);
  }
  // What the body of a class, its decorators and defaults of functions do.
  bool binds_outside = false;
  ForEachWalrusName(stmt, [&](std::string_view) { binds_outside = HasOwnScope(stmt); });
  if (binds_outside || (HasOwnScope(stmt) && evaluator_->MayChange(stmt, scope_))) {
    return Flow::Unknown;
  }
  if (const auto* cls = As<ast::ClassDef>(stmt)) {
    // What its body and decorators raise, as data classes do for some defaults, is not followed.
    if (evaluator_->attempts_ > 0 && !IsPlainClass(*cls)) {
      return Flow::Unknown;
    }
    evaluator_->AddClassVariables(*cls, scope_);
    BindReplaced(cls->name, stmt->range);
    return Flow::Next;
  }
  if (const auto* raise = As<ast::Raise>(stmt)) {
    // What it is given may change something, or raise by itself.
    const auto* call = As<ast::Call>(raise->exc);
    if (call != nullptr && evaluator_->attempts_ > 0 &&
        !(std::ranges::all_of(call->args,
                              [&](const ast::Expr* each) { return Eval(each).has_value(); }) &&
          call->keywords.empty())) {
      return Flow::Unknown;
    }
    return Fail(ExceptionName(raise->exc));
  }
  ForEachImportedName(stmt, [&](std::string_view name) { BindReplaced(name, stmt->range); });
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
  // A call of a generator runs nothing yet; who goes through it runs it.
  const bool is_generator = function.def != nullptr && IsGenerator(*function.def);
  if (function.def == nullptr || (is_generator && (!takes_all_ || attempts_ > 0))) {
    return std::nullopt;
  }
  takes_all_ = false;
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
  if (flow == Runner::Flow::Raise && attempts_ > 0 && !is_doubtful_ &&
      !runner.exception().empty()) {
    return Raise(runner.exception());
  }
  if (flow == Runner::Flow::Next || flow == Runner::Flow::Return) {
    if (!makes_functions) {
      frames_.erase(&scope);
    }
    return is_generator                 ? Object::List(std::move(runner.yields()))
           : flow == Runner::Flow::Next ? Object()
                                        : runner.result();
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
