// Which statements of a file are followed for the value of a name, and what becomes unknown by
// those that cannot be.
#include <algorithm>

#include "compiler/ast/walk.h"
#include "compiler/sema/const_effects.h"
#include "compiler/sema/const_eval.h"
#include "compiler/sema/host_calls.h"
#include "compiler/sema/host_effects.h"
#include "compiler/sema/locals.h"
#include "compiler/sema/paths.h"

namespace kernelc::sema {
namespace {

using ast::As;

bool Meets(const Names& left, const Names& right) {
  return std::ranges::any_of(left, [&](std::string_view name) { return right.contains(name); });
}

// Those of `except E as name`.
void AddHandlerNames(const ast::Node* node, Names* names) {
  const auto* handler = As<ast::ExceptHandler>(node);
  if (handler != nullptr && !handler->name.empty()) {
    names->insert(handler->name);
  }
  if (!HasOwnScope(node)) {
    ast::ForEachChild(node, [&](const ast::Node* child) { AddHandlerNames(child, names); });
  }
}

// Names that a statement binds by itself.
void AddClassNames(const ast::Node* node, Names* names) {
  if (const auto* cls = As<ast::ClassDef>(node)) {
    names->insert(cls->name);
  } else if (ast::node_class(node->kind) != ast::NodeClass::Expr && !HasOwnScope(node)) {
    ast::ForEachChild(node, [&](const ast::Node* child) { AddClassNames(child, names); });
  }
}

Names BoundBy(const ast::Node* stmt) {
  Names names;
  ForEachBoundName(stmt, [&](std::string_view name) { names.insert(name); });
  AddClassNames(stmt, &names);
  AddHandlerNames(stmt, &names);
  return names;
}

// Decorators that leave a function as it is, as far as its results are concerned.
bool IsTransparent(std::string_view path) {
  static constexpr std::string_view kPaths[] = {"staticmethod",
                                                "classmethod",
                                                "property",
                                                "numba.njit",
                                                "numba.jit",
                                                ".functools.cache",
                                                ".functools.lru_cache",
                                                ".functools.wraps",
                                                ".functools.cached_property",
                                                ".abc.abstractmethod",
                                                ".typing.no_type_check",
                                                ".typing.overload",
                                                ".typing.final"};
  return std::ranges::find(kPaths, path) != std::end(kPaths);
}

// Whether something is called that is no function of the text by its name: any function that was
// handed on, for all that is known.
bool CallsVariable(const ast::Node* node, const Scope* scope) {
  const auto* call = As<ast::Call>(node);
  // What a manager does that is a variable.
  const auto* item = As<ast::WithItem>(node);
  bool found = (call != nullptr && HostVariables::IsVariableCall(call->func, scope)) ||
               MayRunHidden(node, scope) ||
               (item != nullptr && As<ast::Call>(item->context_expr) == nullptr);
  if (!IsDefinition(node)) {
    ast::ForEachChild(
        node, [&](const ast::Node* child) { found = found || CallsVariable(child, scope); });
  }
  return found;
}

}  // namespace

void ForEachName(const ast::Node* node, const std::function<void(const ast::Name&)>& visit) {
  if (const auto* name = As<ast::Name>(node)) {
    visit(*name);
    return;
  }
  ast::ForEachChild(node, [&](const ast::Node* child) { ForEachName(child, visit); });
}

Mentions& Evaluator::MentionsOf(const FileIndexImpl& file) {
  return mentions_.try_emplace(&file, file.module().body()).first->second;
}

void Evaluator::ForgetWrites(const ast::Node* stmt, const Scope* scope) {
  // Takes its time where loops repeat it.
  constexpr std::size_t kSteps = 100;
  constexpr std::size_t kStepsOfAFrame = 8;
  steps_ += kSteps + frames_.size() * kStepsOfAFrame;
  if (MayChange(stmt, scope)) {
    ForgetChanges(stmt, scope);
  }
  const auto forget = [&](std::string_view name) {
    frames_[scope].variables[name] = std::nullopt;
    scope->final_values[name] = std::nullopt;
  };
  if (IsDefinition(stmt)) {
    ForEachWalrusName(stmt, forget);
  } else {
    std::ranges::for_each(BoundBy(stmt), forget);
    // Which of several imports works, the text says.
    ForEachImportedName(stmt, [&](std::string_view name) { frames_[scope].variables.erase(name); });
  }
}

// The groups of variables that a statement of `scope` names and nobody knows: each may be any of its group.
std::set<std::uint32_t> Evaluator::UnknownGroups(const Names& names, const Scope* scope) const {
  std::set<std::uint32_t> groups;
  for (const std::string_view name : names) {
    const Scope* owner = nullptr;
    const Binding* binding = FindBinding(scope, name, &owner);
    if (binding == nullptr || binding->alias_group == 0) {
      continue;
    }
    const auto frame = frames_.find(owner);
    const bool is_known = frame != frames_.end() && frame->second.variables.contains(name) &&
                          frame->second.variables.at(name);
    if (!is_known) {
      groups.insert(binding->alias_group);
    }
  }
  return groups;
}

void Evaluator::ForgetChanges(const ast::Node* stmt, const Scope* scope) {
  const Mentions::Found& mentions = MentionsOf(*scope->file).Of(stmt);
  steps_ += mentions.names.size();
  const bool is_all = mentions.names.contains("exec") || mentions.names.contains("globals");
  const bool is_any_function = CallsVariable(stmt, scope);
  // A name that is assigned to is given up, not changed.
  const auto* assign = As<ast::Assign>(stmt);
  const bool is_name = assign != nullptr && assign->targets.size() == 1 &&
                       As<ast::Name>(assign->targets.front()) != nullptr;
  const Mentions::Found& read = is_name ? MentionsOf(*scope->file).Of(assign->value) : mentions;
  const std::set<std::uint32_t> groups = UnknownGroups(read.names, scope);
  for (auto& [owner, frame] : frames_) {
    for (auto& [name, value] : frame.variables) {
      const auto found = owner->bindings.find(name);
      const Binding* binding = found == owner->bindings.end() ? nullptr : &found->second;
      const bool is_rebound = is_any_function && binding != nullptr && binding->rebound;
      const bool may_share =
          binding != nullptr && ((is_any_function && binding->contents_changed) ||
                                 groups.contains(binding->alias_group));
      // Which object's attribute is set, the text does not say.
      const bool is_attribute = owner->kind == ScopeKind::Class;
      if (is_all || is_rebound || is_attribute || mentions.outer.contains(name)) {
        value = std::nullopt;
        owner->final_values[name] = std::nullopt;
      } else if (value && (may_share || mentions.names.contains(name))) {
        ForgetCells(*value);
      }
    }
  }
}

// The statements of a file, with what is the same for all names that are looked for.
std::vector<Evaluator::FileStatement>& Evaluator::StatementsOf(const Scope& module) {
  const auto [place, inserted] = statements_.try_emplace(module.file);
  std::vector<FileStatement>& statements = place->second;
  if (!inserted) {
    return statements;
  }
  Mentions& mentions = MentionsOf(*module.file);
  for (const ast::Stmt* stmt : module.file->module().body()) {
    const Mentions::Found& found = mentions.Of(stmt);
    FileStatement statement{stmt, BoundBy(stmt), {}};
    ForEachImportedName(stmt, [&](std::string_view name) { statement.imports.insert(name); });
    statement.is_always_needed = found.names.contains("exec") || found.names.contains("globals");
    if (MayChange(stmt, &module)) {
      statement.writes.insert(found.names.begin(), found.names.end());
    }
    statement.launches = Launches(stmt, *module.file, &mentions);
    statement.may_launch = MayLaunch(stmt, *module.file, &mentions);
    statement.mentions = &mentions.OfRun(stmt).names;
    statements.push_back(std::move(statement));
  }
  return statements;
}

// Whether a moment of a file is in the middle of a statement that may change `name`: an `if`, a
// loop.
bool Evaluator::IsInside(std::uint32_t moment, std::string_view name, const Scope& module) {
  const std::vector<FileStatement>& statements = StatementsOf(module);
  const auto around = std::ranges::find_if(statements, [&](const FileStatement& statement) {
    return module.file->statement_order(statement.stmt) >= moment;
  });
  if (around == statements.end()) {
    return false;
  }
  const ast::Stmt* stmt = around->stmt;
  const bool is_compound = As<ast::If>(stmt) != nullptr || As<ast::For>(stmt) != nullptr ||
                           As<ast::While>(stmt) != nullptr || As<ast::Try>(stmt) != nullptr ||
                           As<ast::With>(stmt) != nullptr;
  return is_compound && around->writes.contains(name);
}

// The statements of a file that may say what a name, or an attribute of a class, stands for.
std::vector<const Evaluator::FileStatement*> Evaluator::NeededStatements(std::string_view name, const Scope& owner,
                                                          const Scope& module) {
  Mentions& mentions = MentionsOf(*module.file);
  Names needed{name};
  if (owner.class_def != nullptr) {
    needed.insert(owner.class_def->name);
  }
  // What many statements mention, a module or its functions, changes nothing of theirs.
  std::set<std::uint32_t> groups;
  const auto need = [&](const Names& more) {
    for (const std::string_view each : more) {
      const auto found = module.bindings.find(each);
      if (found != module.bindings.end() && found->second.kind != BindingKind::Import) {
        needed.insert(each);
        groups.insert(found->second.alias_group);
      }
    }
    groups.erase(0);
  };
  // Other names for the same, however they came about.
  const auto need_groups = [&] {
    const std::size_t before = needed.size();
    for (const auto& [each, binding] : module.bindings) {
      if (binding.kind != BindingKind::Import && groups.contains(binding.alias_group)) {
        needed.insert(each);
      }
    }
    return needed.size() != before;
  };
  need(Names(needed));
  std::vector<FileStatement>& statements = StatementsOf(module);
  for (FileStatement& statement : statements) {
    statement.needed = statement.is_always_needed;
    if (statement.needed) {
      need(mentions.Of(statement.stmt).names);
    }
  }
  for (bool grows = true; grows;) {
    grows = false;
    for (FileStatement& statement : statements) {
      if (!statement.needed && (Meets(statement.writes, needed) || statement.imports.contains(name))) {
        statement.needed = true;
        grows = true;
        need(mentions.Of(statement.stmt).names);
      } else if (!statement.needed && !IsDefinition(statement.stmt) && !statement.writes.empty() &&
                 Meets(mentions.Of(statement.stmt).names, needed)) {
        // Another name for what is needed.
        const std::size_t before = needed.size();
        need(statement.writes);
        grows = grows || needed.size() != before;
      }
    }
    grows = need_groups() || grows;
  }
  std::vector<const FileStatement*> result;
  for (const FileStatement& statement : statements) {
    // What launches says when values count.
    if (statement.needed || statement.may_launch) {
      result.push_back(&statement);
    }
  }
  return result;
}

// Whether a function of another file that changes `name` there when it is called, and is not called
// there, may be called by this file.
bool Evaluator::ChangesLate(const FileIndexImpl& file, std::string_view name) {
  const HostEffects& effects = file.effects();
  if (file.is_library() || !effects.late_names.contains(name)) {
    return false;
  }
  if (own_mentions_.empty()) {
    for (const ast::Stmt* stmt : index_->module().body()) {
      const Names& names = MentionsOf(*index_).Of(stmt).names;
      own_mentions_.insert(names.begin(), names.end());
    }
  }
  for (const auto& [bound, binding] : file.module_scope().bindings) {
    const bool is_definition =
        binding.kind == BindingKind::Function || binding.kind == BindingKind::Class;
    const ast::Node* def =
        !is_definition || binding.function == nullptr ? nullptr : binding.function->def;
    def = binding.kind == BindingKind::Class ? binding.class_scope->class_def : def;
    if (def != nullptr && own_mentions_.contains(bound) &&
        (effects.late_functions.contains(bound) ||
         Meets(MentionsOf(file).Of(def).names, Names(effects.late_functions)))) {
      return true;
    }
  }
  return false;
}

// Whether a statement may launch `kernel` or keep it. What a factory makes is not launched by that, and has the names that
// the file gives it.
bool Evaluator::MayKeep(const FileStatement& statement, const FunctionInfo& kernel,
                        const Scope& module) {
  if (kernel.def == nullptr) {
    return false;
  }
  const bool is_made = kernel.outer->kind == ScopeKind::Function;
  if (!is_made || statement.launches) {
    return statement.mentions->contains(kernel.def->name);
  }
  return std::ranges::any_of(frames_[&module].variables, [&](const auto& variable) {
    const auto& [name, value] = variable;
    return value && value->kind == ObjectKind::Function && value->function->def == kernel.def &&
           statement.mentions->contains(name);
  });
}

// Whether a launch of `kernel` may run `function`.
bool Evaluator::MayRun(const FunctionInfo& kernel, const FunctionInfo& function) {
  if (kernel.def == function.def) {
    return true;
  }
  return kernel.def != nullptr && function.def != nullptr &&
         MentionsOf(*kernel.file).Of(kernel.def).names.contains(function.def->name);
}

Evaluator::ModuleRun::ModuleRun(Evaluator& evaluator, const Scope& module, const Scope& owner,
                                std::string_view name, const FunctionInfo* reader)
    : evaluator_(&evaluator), owner_(&owner), name_(name), until_(evaluator.now_) {
  ++evaluator.module_runs_;
  evaluator.run_ = this;
  evaluator.watched_ = reader;
  evaluator.frames_[&module];
  values_.swap(evaluator.values_);
  names_.swap(evaluator.names_);
}

Evaluator::ModuleRun::~ModuleRun() {
  values_.swap(evaluator_->values_);
  names_.swap(evaluator_->names_);
  std::erase_if(evaluator_->frames_,
                [](const auto& entry) { return entry.first->kind != ScopeKind::Function; });
  evaluator_->run_ = nullptr;
  evaluator_->watched_ = nullptr;
  evaluator_->stopped_ = false;
  --evaluator_->module_runs_;
}

bool Evaluator::ModuleRun::Find(std::optional<Object>* value) const {
  const auto frame = evaluator_->frames_.find(owner_);
  if (frame == evaluator_->frames_.end()) {
    return false;
  }
  const auto found = frame->second.variables.find(name_);
  if (found == frame->second.variables.end()) {
    return false;
  }
  *value = found->second ? evaluator_->Current(*found->second) : std::nullopt;
  return true;
}

void Evaluator::ModuleRun::Note(bool is_launch) {
  std::optional<Object> value;
  if (Find(&value)) {
    (is_launch ? launch_notes_ : notes_).push_back(value);
  }
}

std::optional<Object> Evaluator::ModuleRun::Finish() {
  std::optional<Object> value;
  if (!Find(&value) || !value) {
    return std::nullopt;
  }
  const auto is_same = [&](const std::optional<Object>& note) {
    return note && ObjectKey(*note) == ObjectKey(*value);
  };
  const bool same = std::ranges::all_of(launch_notes_, is_same) &&
                    (evaluator_->stopped_ || std::ranges::all_of(notes_, is_same));
  return same ? value : std::nullopt;
}

void Evaluator::NoteState(bool is_launch) {
  if (run_ != nullptr) {
    run_->Note(is_launch);
  }
}

// What the decorators of the host make of a function; null where one of them is not followed.
std::optional<Object> Evaluator::Decorated(const FunctionInfo& function) {
  Object object = Object::Function(&function);
  object.is_raw = true;
  if (function.def == nullptr || function.def->decorator_list.empty() || function.is_kernel ||
      function.options.device) {
    return object;
  }
  const auto [place, inserted] = decorated_.try_emplace(&function);
  if (!inserted) {
    return place->second;
  }
  std::optional<Object> value = object;
  const ast::NodeList<ast::Expr> decorators = function.def->decorator_list;
  for (std::size_t i = decorators.size(); value && i-- > 0;) {
    if (IsKernelDecoratorText(decorators[i])) {
      continue;
    }
    const auto* call = As<ast::Call>(decorators[i]);
    const auto* word = As<ast::Name>(decorators[i]);
    const Scope* owner = nullptr;
    if (word != nullptr &&
        (word->id == "staticmethod" || word->id == "classmethod" || word->id == "property") &&
        FindBinding(function.outer, word->id, &owner) == nullptr) {
      continue;
    }
    const std::optional<Object> maker =
        EvalIn(call != nullptr ? call->func : decorators[i], {function.outer, nullptr});
    // What a cache has is not followed.
    const bool is_cache =
        maker && maker->text.ends_with("cache") &&
        (NeedsRun(function) || function.file->effects().changed_results.contains(function.def));
    if (maker && maker->kind == ObjectKind::External && IsTransparent(maker->text) && !is_cache) {
      continue;
    }
    const std::optional<Object> decorator =
        call == nullptr ? maker : EvalIn(call, {function.outer, nullptr});
    const bool is_own = decorator && (decorator->kind == ObjectKind::Function ||
                                      decorator->kind == ObjectKind::Instance);
    value = is_own ? CallObject(*decorator, {{*value}, {}}) : std::nullopt;
  }
  return decorated_[&function] = value;
}

}  // namespace kernelc::sema
