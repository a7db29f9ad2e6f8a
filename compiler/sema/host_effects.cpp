// What code of the host may change, from the text alone.
#include "compiler/sema/host_effects.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <span>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "compiler/ast/walk.h"
#include "compiler/sema/const_effects.h"
#include "compiler/sema/effect_marker.h"
#include "compiler/sema/host_calls.h"
#include "compiler/sema/literal_statements.h"
#include "compiler/sema/locals.h"

namespace kernelc::sema {
namespace {

using ast::As;

class EffectFinder : EffectMarker {
 public:
  EffectFinder(const ScopesByNode& scopes, CodeArena& arena) : EffectMarker(scopes, arena) {}

  HostEffects Find(ast::NodeList<ast::Stmt> body) {
    // What runs in scripts alone is looked at behind all that files run which are imported.
    std::vector<const ast::Stmt*> main;
    for (const ast::Stmt* stmt : body) {
      if (IsMainGuard(stmt)) {
        main.push_back(stmt);
      } else if (!BindsLiteral(stmt)) {
        Walk(stmt, &arena_->scopes.front());
      }
    }
    WalkMentioned();
    effects_.is_wild_imported = effects_.is_wild;
    is_script_ = true;
    WalkBody(main, &arena_->scopes.front());
    WalkMentioned();
    // What nobody calls here may be called by other files: it changes its own variables.
    is_reached_ = false;
    while (!pending_.empty()) {
      const ast::FunctionDef* def = pending_.back();
      pending_.pop_back();
      WalkDefinition(*def);
    }
    LinkUnknownCalls();
    Mark();
    return std::move(effects_);
  }

 private:
  // Functions that are mentioned mention others.
  void WalkMentioned() {
    for (bool grows = true; grows;) {
      grows = false;
      for (std::size_t i = 0; i < pending_.size(); ++i) {
        const ast::FunctionDef* def = pending_[i];
        const bool is_special = def->name.starts_with("__");
        if (!is_special && !calls_by_text_ && !mentioned_.contains(def->name)) {
          continue;
        }
        pending_.erase(pending_.begin() + static_cast<std::ptrdiff_t>(i--));
        WalkDefinition(*def);
        grows = true;
      }
    }
  }

  // What variables refer to may be any function that is not only called.
  void LinkUnknownCalls() {
    for (const auto& [call, scope] : unknown_calls_) {
      for (const FunctionInfo* function : taken_) {
        variables_.PassArguments(*function, *call, scope);
      }
      for (const FunctionInfo& function : arena_->functions) {
        if (function.lambda != nullptr) {
          variables_.PassArguments(function, *call, scope);
        }
      }
    }
  }

  // `self.name = value` in a constructor makes the object.
  bool MakesObject(const ast::Expr* target, const Scope* scope) {
    const auto* attribute = As<ast::Attribute>(target);
    const auto* self = attribute == nullptr ? nullptr : As<ast::Name>(attribute->value);
    const bool is_constructor =
        scope->parent != nullptr && scope->parent->kind == ScopeKind::Class &&
        (scope->name.ends_with(".__init__") || scope->name.ends_with(".__post_init__"));
    return is_constructor && self != nullptr && self->id == "self";
  }
  void Change(const ast::Expr* target, const Scope* scope) {
    if (MakesObject(target, scope) || SetsFlags(target)) {
      return;
    }
    const auto* subscript = As<ast::Subscript>(target);
    const auto* of = subscript == nullptr ? nullptr : As<ast::Call>(subscript->value);
    if (of != nullptr && LastPart(of->func) == "globals") {
      const auto* key = As<ast::Constant>(subscript->slice);
      ChangeLate(key == nullptr ? std::string_view() : std::string_view(key->value.text));
      if (is_reached_) {
        NoteHidden(target->range);
        RebindGlobal(key == nullptr ? std::string_view() : std::string_view(key->value.text), target->range, true);
        return;
      }
    }
    const Nodes roots = variables_.RootsOf(target, scope);
    ChangeAll(roots, target->range);
    // `module.name = value`, `module.name.append(value)`, also of what comes from a module.
    for (const ast::Expr* part = target; part != nullptr && As<ast::Name>(part) == nullptr;) {
      const auto* member = As<ast::Attribute>(part);
      const auto* element = As<ast::Subscript>(part);
      if (member != nullptr && IsImportCall(member->value, scope)) {
        effects_.foreign_members.insert(member->attr);
      }
      if (member != nullptr) {
        member_changes_.emplace_back(roots, member->attr == "__dict__" ? std::string_view()
                                                                       : std::string_view(member->attr));
      }
      // `vars(module).update(...)`, `vars(module)["name"][0] = 1`
      if (As<ast::Call>(part) != nullptr) {
        member_changes_.emplace_back(roots, std::string_view());
      }
      part = member != nullptr ? member->value : element != nullptr ? element->value : nullptr;
    }
    // `Class.attribute = value`, `module.name = value`: of the class, not of what is made of it.
    if (const auto* attribute = As<ast::Attribute>(target)) {
      if (is_reached_) {
        ChangeAttribute(*attribute, scope);
      }
      ChangeLate(attribute->attr);
    }
  }
  void ChangeAll(const Nodes& roots, SourceRange range) {
    if (is_hidden_) {
      hidden_changes_.insert(hidden_changes_.end(), roots.begin(), roots.end());
    }
    for (const std::size_t root : roots) {
      const bool is_of_call = variables_.owner(root)->kind == ScopeKind::Function;
      if (is_reached_ || is_of_call) {
        changes_.push_back({root, range});
      }
      if (IsLate() && !is_of_call) {
        late_changes_.push_back(root);
        effects_.late_functions.insert(current_->name);
      }
    }
  }
  // Functions that the file has called for all who import it, decorators among them, have done so by then.
  bool IsLate() const { return current_ != nullptr && (!is_reached_ || is_script_); }
  // What a function changes when other files call it, all names of the file where the name is empty; the file's own
  // statements are none.
  void ChangeLate(std::string_view name) {
    if (!IsLate()) {
      return;
    }
    effects_.late_functions.insert(current_->name);
    if (!name.empty()) {
      effects_.late_names.insert(name);
      return;
    }
    for (const auto& [each, binding] : arena_->scopes.front().bindings) {
      effects_.late_names.insert(each);
    }
  }
  void RebindOuter(std::string_view name, Scope* scope, SourceRange range) {
    if (!scope->outer_names.contains(name)) {
      return;
    }
    effects_.hidden_changes = effects_.hidden_changes || is_hidden_;
    if (scope->global_names.contains(name)) {
      if (is_reached_) {
        RebindGlobal(name, range);
      }
      // A counter goes on with each call.
      if (current_ != nullptr) {
        effects_.late_functions.insert(current_->name);
        effects_.late_names.insert(name);
      }
      return;
    }
    for (Scope& each : arena_->scopes) {
      for (const Scope* around = scope->parent; around != nullptr; around = around->parent) {
        const auto found = each.bindings.find(name);
        if (around == &each && each.kind == ScopeKind::Function && found != each.bindings.end()) {
          Rebind(&found->second, range);
          nonlocals_.emplace_back(&found->second, scope);
          return;
        }
      }
    }
  }

  void WalkBody(std::span<const ast::Stmt* const> body, Scope* scope) {
    for (const ast::Stmt* stmt : body) {
      Walk(stmt, scope);
    }
  }
  void WalkChildren(const ast::Node* node, Scope* scope) {
    ast::ForEachChild(node, [&](const ast::Node* child) { Walk(child, scope); });
  }

  // The body of a function, whose calls may not be seen in the text: those of operators and properties.
  void WalkDefinition(const ast::FunctionDef& def) {
    static constexpr std::string_view kSeen[] = {"__enter__", "__exit__", "__init__", "__new__",
                                                 "__post_init__"};
    static constexpr std::string_view kProperties[] = {"cached_property", "deleter", "getter",
                                                       "property", "setter"};
    const bool is_special =
        def.name.starts_with("__") && std::ranges::find(kSeen, def.name) == std::end(kSeen);
    is_hidden_ = is_special ||
                 std::ranges::any_of(def.decorator_list, [](const ast::Expr* each) {
                   return std::ranges::find(kProperties, LastPart(each)) != std::end(kProperties);
                 });
    const std::size_t before = hidden_changes_.size();
    const ast::FunctionDef* const around = std::exchange(current_, &def);
    WalkBody(def.body, variables_.ScopeOf<Scope>(&def, nullptr));
    // When objects go, nobody follows.
    effects_.is_wild =
        effects_.is_wild || (def.name == "__del__" && hidden_changes_.size() != before);
    is_hidden_ = false;
    current_ = around;
  }

  void WalkFunction(const ast::FunctionDef& def, Scope* scope) {
    RebindOuter(def.name, scope, def.range);
    WalkChildren(def.args, scope);
    if (def.returns != nullptr) {
      Walk(def.returns, scope);
    }
    for (const ast::Expr* decorator : def.decorator_list) {
      Walk(decorator, scope);
      const auto* name = As<ast::Name>(decorator);
      const auto* call = As<ast::Call>(decorator);
      // What the decorator calls when it likes.
      if ((name != nullptr && !variables_.Callees(name, scope).empty()) ||
          (call != nullptr && !variables_.Callees(call->func, scope).empty())) {
        mentioned_.insert(def.name);
      }
    }
    const Scope* inner = variables_.ScopeOf<Scope>(&def, nullptr);
    const bool is_for_devices = std::ranges::any_of(def.decorator_list, [&](const ast::Expr* each) {
      return MakesDeviceCode(each) && variables_.Callees(each, scope).empty();
    });
    if (inner == nullptr || is_for_devices) {
      return;
    }
    JoinDefaults(*def.args, inner, scope);
    // `f.__defaults__`
    for (const std::size_t node : variables_.VariableOf(def.name, scope)) {
      for (const ast::Expr* each : def.args->defaults) {
        variables_.Join(node, variables_.RootsOf(each, scope));
      }
    }
    pending_.push_back(&def);
  }

  // What a call is given, and what its method or function belongs to.
  void ChangeGiven(const ast::Call& call, const Scope* scope, CallChange change) {
    const auto* attribute = As<ast::Attribute>(call.func);
    const auto* of = attribute == nullptr ? nullptr : As<ast::Name>(attribute->value);
    const Scope* owner = nullptr;
    const Binding* binding = of == nullptr ? nullptr : FindBinding(scope, of->id, &owner);
    const bool is_module =
        binding != nullptr && binding->kind == BindingKind::Import && binding->import.name.empty();
    if (attribute == nullptr) {
      ChangeAll(variables_.RootsOf(call.func, scope), call.range);
    } else if (!is_module) {
      ChangeAll(variables_.RootsOf(attribute->value, scope), call.range);
    }
    if (change == CallChange::Receiver) {
      return;
    }
    for (const ast::Expr* argument : call.args) {
      ChangeAll(variables_.RootsOf(argument, scope), call.range);
    }
    for (const ast::Keyword* keyword : call.keywords) {
      ChangeAll(variables_.RootsOf(keyword->value, scope), call.range);
    }
  }

  void WalkCall(const ast::Call& call, const Scope* scope) {
    const std::string_view callee = LastPart(call.func);
    const auto* attribute = As<ast::Attribute>(call.func);
    if (SetsFlags(call.func)) {
      return;
    }
    if (attribute != nullptr && IsChangingMethod(callee) && !IsNumpyModule(attribute->value, scope)) {
      Change(attribute->value, scope);
      const auto* of = As<ast::Call>(attribute->value);
      if (of != nullptr && LastPart(of->func) == "globals") {
        RebindGlobal({}, call.range, true);
        ChangeLate({});
        NoteHidden(call.range);
      }
      // What a list takes in may be reached through it.
      for (const std::size_t root : variables_.RootsOf(attribute->value, scope)) {
        for (const ast::Expr* argument : call.args) {
          variables_.Join(root, variables_.RootsOf(argument, scope));
        }
        for (const ast::Keyword* keyword : call.keywords) {
          variables_.Join(root, variables_.RootsOf(keyword->value, scope));
        }
      }
    }
    const CallChange change = ChangeBy(call, scope);
    if (change != CallChange::Nothing) {
      ChangeGiven(call, scope, change);
    }
    if (RunsText(call)) {
      RebindGlobal({}, call.range);
      if (BindsNamesOfFile(call, scope)) {
        NoteHidden(call.range);
      }
    }
    SetAttribute(call, scope);
    NoteCallByText(call, scope);
    for (const FunctionInfo* function : variables_.Callees(call.func, scope)) {
      variables_.PassArguments(*function, call, scope);
    }
    variables_.PassToHandedOn(call, scope);
    if (variables_.IsVariableCall(call.func, scope)) {
      unknown_calls_.emplace_back(&call, scope);
    }
  }

  // `getattr(self, "init_" + kind)()`, `globals()["fill"]()`, `eval("fill")()`, `methodcaller("fill")(c)`
  void NoteCallByText(const ast::Call& call, const Scope* scope) {
    const ast::Expr* key = nullptr;
    const auto* made = As<ast::Call>(call.func);
    const auto* part = As<ast::Subscript>(call.func);
    if (made != nullptr && !made->args.empty()) {
      const std::string_view maker = LastPart(made->func);
      const auto* method = As<ast::Attribute>(made->func);
      const auto* names = method == nullptr ? nullptr : As<ast::Call>(method->value);
      const bool is_get = maker == "get" && names != nullptr && LastPart(names->func) == "globals";
      const bool is_member = maker == "getattr" && made->args.size() > 1 && !IsImported(made->args[0], scope);
      key = is_member                                              ? made->args[1]
            : is_get || maker == "eval" || maker == "methodcaller" ? made->args[0]
                                                                   : nullptr;
    } else if (part != nullptr) {
      const auto* names = As<ast::Call>(part->value);
      key = names != nullptr && LastPart(names->func) == "globals" ? part->slice : nullptr;
    }
    if (const auto* text = As<ast::Constant>(key)) {
      mentioned_.insert(text->value.text);
    } else if (key != nullptr) {
      calls_by_text_ = true;
    }
  }

  // What one method keeps in the object, others find there.
  void JoinObjects(const ast::ClassDef& cls, const Scope* scope) {
    std::vector<const FunctionInfo*> around;
    for (const ast::Expr* base : cls.bases) {
      const auto* name = As<ast::Name>(base);
      const Scope* owner = nullptr;
      const Binding* binding = name == nullptr ? nullptr : FindBinding(scope, name->id, &owner);
      const bool is_class = binding != nullptr && binding->kind == BindingKind::Class;
      for (const FunctionInfo& each : arena_->functions) {
        if (is_class && each.outer == binding->class_scope) {
          around.push_back(&each);
        }
      }
    }
    const Scope* own = variables_.ScopeOf<Scope>(&cls, nullptr);
    Nodes objects;
    for (const FunctionInfo& each : arena_->functions) {
      if (each.outer == own && own != nullptr) {
        around.push_back(&each);
      }
    }
    for (const FunctionInfo* each : around) {
      const ast::Arguments& parameters = each->arguments();
      const ast::NodeList<ast::Arg> first =
          parameters.posonlyargs.empty() ? parameters.args : parameters.posonlyargs;
      if (!first.empty() && each->def != nullptr) {
        objects.push_back(variables_.Node(each->scope, first.front()->arg));
      }
    }
    for (const std::size_t object : objects) {
      variables_.Join(objects.front(), {object});
    }
  }

  void WalkTarget(const ast::Expr* target, const Nodes& roots, Scope* scope) {
    if (const auto* name = As<ast::Name>(target)) {
      for (const std::size_t node : variables_.VariableOf(name->id, scope)) {
        variables_.Join(node, roots);
      }
      return;
    }
    if (As<ast::Subscript>(target) != nullptr || As<ast::Attribute>(target) != nullptr) {
      Change(target, scope);
      for (const std::size_t node : variables_.RootsOf(target, scope)) {
        variables_.Join(node, roots);
      }
      return;
    }
    ast::ForEachChild(target, [&](const ast::Node* child) {
      if (ast::node_class(child->kind) == ast::NodeClass::Expr) {
        WalkTarget(static_cast<const ast::Expr*>(child), roots, scope);
      }
    });
  }

  void FindWild(const ast::Node* node, Scope* scope, bool is_called) {
    const bool is_wild = wild_.Visit(node, scope, is_called);
    if (is_wild) {
      ChangeLate({});
    }
    if (is_wild && is_reached_) {
      effects_.is_wild = true;
      RebindGlobal({}, node->range);
    }
    if (scope->kind == ScopeKind::Function && ReachesLocals(node)) {
      for (const auto& [name, binding] : scope->bindings) {
        ChangeAll({variables_.Node(scope, name)}, node->range);
      }
    }
  }

  void WalkStatement(const ast::Node* node, Scope* scope) {
    if (const auto* assign = As<ast::Assign>(node)) {
      Nodes roots = variables_.RootsOf(assign->value, scope);
      for (const ast::Expr* target : assign->targets) {
        WalkTarget(target, roots, scope);
        // `a = b = []`
        variables_.AddRoots(target, scope, &roots);
      }
    } else if (const auto* annotated = As<ast::AnnAssign>(node)) {
      WalkTarget(annotated->target, variables_.RootsOf(annotated->value, scope), scope);
    } else if (const auto* augmented = As<ast::AugAssign>(node)) {
      // Lists and arrays change where they are.
      Change(augmented->target, scope);
      WalkTarget(augmented->target, variables_.RootsOf(augmented->value, scope), scope);
    } else if (const auto* loop = As<ast::For>(node)) {
      WalkTarget(loop->target, variables_.RootsOfTaken(loop->iter, scope), scope);
    } else if (const auto* item = As<ast::WithItem>(node); item != nullptr && item->optional_vars) {
      WalkTarget(item->optional_vars, variables_.RootsOfTaken(item->context_expr, scope), scope);
    } else if (const auto* named = As<ast::NamedExpr>(node)) {
      WalkTarget(named->target, variables_.RootsOf(named->value, scope), scope);
    } else if (const auto* removal = As<ast::Delete>(node)) {
      for (const ast::Expr* target : removal->targets) {
        if (As<ast::Name>(target) == nullptr) {
          Change(target, scope);
        }
      }
    } else if (const auto* result = As<ast::Return>(node)) {
      variables_.Join(variables_.Node(scope, "return"), variables_.RootsOf(result->value, scope));
    } else if (const auto* given = As<ast::Yield>(node)) {
      variables_.Join(variables_.Node(scope, "return"), variables_.RootsOf(given->value, scope));
    } else if (const auto* all = As<ast::YieldFrom>(node)) {
      variables_.Join(variables_.Node(scope, "return"), variables_.RootsOf(all->value, scope));
    } else if (const auto* match = As<ast::Match>(node)) {
      // Names in patterns are other names for parts of the subject.
      for (const ast::MatchCase* each : match->cases) {
        ForEachBoundName(each->pattern, [&](std::string_view name) {
          RebindOuter(name, scope, each->pattern->range);
          for (const std::size_t bound : variables_.VariableOf(name, scope)) {
            variables_.Join(bound, variables_.RootsOf(match->subject, scope));
          }
        });
      }
    } else if (const auto* raise = As<ast::Raise>(node)) {
      variables_.Join(variables_.Node(&arena_->scopes.front(), kRaised),
                      variables_.RootsOf(raise->exc, scope));
    } else if (const auto* handler = As<ast::ExceptHandler>(node)) {
      for (const std::size_t bound : variables_.VariableOf(handler->name, scope)) {
        variables_.Join(bound, {variables_.Node(&arena_->scopes.front(), kRaised)});
      }
    }
  }

  void Walk(const ast::Node* node, Scope* scope) {
    if (const auto* name = As<ast::Name>(node)) {
      mentioned_.insert(name->id);
      FindWild(node, scope, is_callee_);
      if (name->ctx != ast::ExprContext::Load) {
        RebindOuter(name->id, scope, name->range);
      } else if (!is_callee_) {
        for (const FunctionInfo* function : variables_.Callees(name, scope)) {
          taken_.insert(function);
        }
      }
      is_callee_ = false;
      return;
    }
    const bool is_called = std::exchange(is_callee_, false);
    if (const auto* def = As<ast::FunctionDef>(node)) {
      WalkFunction(*def, scope);
      return;
    }
    if (const auto* cls = As<ast::ClassDef>(node)) {
      RebindOuter(cls->name, scope, cls->range);
      for (const ast::Expr* base : cls->bases) {
        Walk(base, scope);
      }
      for (const ast::Expr* decorator : cls->decorator_list) {
        Walk(decorator, scope);
      }
      JoinObjects(*cls, scope);
      WalkBody(cls->body, variables_.ScopeOf(cls, scope));
      return;
    }
    if (const auto* lambda = As<ast::Lambda>(node)) {
      WalkChildren(lambda->args, scope);
      Scope* inner = variables_.ScopeOf(lambda, scope);
      if (inner != scope) {
        JoinDefaults(*lambda->args, inner, scope);
      }
      Walk(lambda->body, inner);
      return;
    }
    if (const ast::NodeList<ast::Comprehension> generators = GeneratorsOf(node);
        !generators.empty()) {
      FindWild(node, scope, false);
      const std::size_t count = variables_.hidden_count();
      for (const ast::Comprehension* generator : generators) {
        const Nodes roots = variables_.RootsOfTaken(generator->iter, scope);
        variables_.Hide(generator->target, roots);
        // `for a[0] in rows`
        if (As<ast::Name>(generator->target) == nullptr) {
          WalkTarget(generator->target, roots, scope);
        }
      }
      WalkChildren(node, scope);
      variables_.DropHidden(count);
      return;
    }
    if (const auto* attribute = As<ast::Attribute>(node)) {
      mentioned_.insert(attribute->attr);
      // `add = table.append`; the module that the file itself is.
      if (!is_called && IsChangingMethod(attribute->attr) &&
          !IsImported(attribute->value, scope)) {
        Change(attribute->value, scope);
      }
    } else if (const auto* call = As<ast::Call>(node)) {
      WalkCall(*call, scope);
      FindWild(node, scope, false);
      ast::ForEachChild(node, [&](const ast::Node* child) {
        is_callee_ = child == call->func;
        Walk(child, scope);
      });
      return;
    } else if (const auto* alias = As<ast::Alias>(node)) {
      const std::string_view bound = alias->asname.empty() ? alias->name : alias->asname;
      RebindOuter(bound, scope, alias->range);
    }
    FindWild(node, scope, is_called);
    WalkStatement(node, scope);
    WalkChildren(node, scope);
  }

  // The variable that exceptions are handed over by.
  static constexpr std::string_view kRaised = "raise";

  // The function whose body is looked at; none for the statements of the file.
  const ast::FunctionDef* current_ = nullptr;
  // The function that is looked at may be called by the file's own statements.
  bool is_reached_ = true;
  // What is looked at runs below the file's main guard alone.
  bool is_script_ = false;
  std::unordered_set<std::string_view> mentioned_;
  // Functions are called by names that are computed: any may be.
  bool calls_by_text_ = false;
  std::vector<const ast::FunctionDef*> pending_;
  std::vector<std::pair<const ast::Call*, const Scope*>> unknown_calls_;
  bool is_callee_ = false;
  WildFinder wild_;
  // The function that is looked at runs where the text has no call.
  bool is_hidden_ = false;
};

}  // namespace

const ast::Name* FirstName(const ast::Expr* expr) {
  while (true) {
    if (const auto* attribute = As<ast::Attribute>(expr)) {
      expr = attribute->value;
    } else if (const auto* subscript = As<ast::Subscript>(expr)) {
      expr = subscript->value;
    } else {
      return As<ast::Name>(expr);
    }
  }
}

HostEffects MarkHostEffects(ast::NodeList<ast::Stmt> body, const ScopesByNode& scopes,
                            CodeArena& arena) {
  return EffectFinder(scopes, arena).Find(body);
}

}  // namespace kernelc::sema
