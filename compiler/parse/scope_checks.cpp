#include "compiler/parse/scope_checks.h"

#include <algorithm>
#include <deque>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "compiler/ast/walk.h"

namespace kernelc::parse {
namespace {

// What a scope has done with a name so far, in the order of the text.
struct Symbol {
  bool is_parameter = false;
  bool is_used = false;
  bool is_bound = false;
  bool is_annotated = false;
  bool is_global = false;
  bool is_nonlocal = false;
  // Bound by the `for` of a comprehension; bound by `:=` inside it, for a scope outside.
  bool is_loop_target = false;
  bool is_walrus_target = false;
};

enum class ScopeKind : std::uint8_t { Module, Class, Function, Comprehension };

struct Scope {
  ScopeKind kind;
  Scope* parent;
  // Inside what a comprehension runs over.
  bool in_iterable;
  std::unordered_map<std::string_view, Symbol> symbols = {};
};

// A list, so that the large frame of ForEachChild is not part of the recursion.
[[gnu::noinline]] std::vector<const ast::Node*> Children(const ast::Node* node) {
  std::vector<const ast::Node*> children;
  ast::ForEachChild(node, [&](const ast::Node* child) { children.push_back(child); });
  return children;
}

class ScopeChecker {
 public:
  explicit ScopeChecker(diag::Emitter& emitter) : emitter_(&emitter) {}

  void CheckModule(const ast::Module& module) {
    Enter(ScopeKind::Module);
    VisitAll(module.body());
    for (const auto& [scope, statement] : nonlocals_) {
      CheckBound(*scope, *statement);
    }
  }

 private:
  void Error(SourceRange range, std::string message) {
    emitter_->Build(range, diag::Kind::SyntaxError, message).Emit();
  }

  void Enter(ScopeKind kind) {
    scopes_.push_back({kind, current_, current_ != nullptr && current_->in_iterable});
    current_ = &scopes_.back();
  }
  void Leave() { current_ = current_->parent; }

  Symbol& Find(std::string_view name) { return current_->symbols[name]; }

  template <typename T>
  void VisitAll(const ast::NodeList<T>& nodes) {
    for (const T* node : nodes) {
      Visit(node);
    }
  }

  void Visit(const ast::Node* node) {
    if (node == nullptr) {
      return;
    }
    if (const auto* function = ast::As<ast::FunctionDef>(node)) {
      VisitFunction(*function);
    } else if (const auto* async = ast::As<ast::AsyncFunctionDef>(node)) {
      VisitFunction(*async);
    } else if (const auto* lambda = ast::As<ast::Lambda>(node)) {
      VisitParameters(*lambda->args);
      Enter(ScopeKind::Function);
      BindParameters(*lambda->args);
      Visit(lambda->body);
      Leave();
    } else if (const auto* cls = ast::As<ast::ClassDef>(node)) {
      VisitClass(*cls);
    } else if (const auto* list = ast::As<ast::ListComp>(node)) {
      VisitComprehension(list->generators, list->elt, nullptr);
    } else if (const auto* set = ast::As<ast::SetComp>(node)) {
      VisitComprehension(set->generators, set->elt, nullptr);
    } else if (const auto* generator = ast::As<ast::GeneratorExp>(node)) {
      VisitComprehension(generator->generators, generator->elt, nullptr);
    } else if (const auto* dict = ast::As<ast::DictComp>(node)) {
      VisitComprehension(dict->generators, dict->key, dict->value);
    } else {
      VisitName(node);
    }
  }

  // Nodes that name things without a scope of their own.
  void VisitName(const ast::Node* node) {
    if (const auto* name = ast::As<ast::Name>(node)) {
      Symbol& symbol = Find(name->id);
      (name->ctx == ast::ExprContext::Load ? symbol.is_used : symbol.is_bound) = true;
    } else if (const auto* named = ast::As<ast::NamedExpr>(node)) {
      VisitWalrus(*named);
    } else if (const auto* global = ast::As<ast::Global>(node)) {
      Declare(*global, global->names, "global", &Symbol::is_global);
    } else if (const auto* nonlocal = ast::As<ast::Nonlocal>(node)) {
      Declare(*nonlocal, nonlocal->names, "nonlocal", &Symbol::is_nonlocal);
      if (current_->kind != ScopeKind::Module) {
        nonlocals_.emplace_back(current_, nonlocal);
      }
    } else if (const auto* annotated = ast::As<ast::AnnAssign>(node)) {
      VisitAnnotated(*annotated);
    } else {
      VisitOther(node);
    }
  }

  [[gnu::noinline]] void VisitOther(const ast::Node* node) {
    BindOther(node);
    for (const ast::Node* child : Children(node)) {
      Visit(child);
    }
  }

  // Names that are no Name nodes.
  [[gnu::noinline]] void BindOther(const ast::Node* node) {
    const std::string_view name = ast::NameBoundBy(node);
    if (!name.empty() && name != "*") {
      Find(name).is_bound = true;
    }
  }

  template <typename Function>
  void VisitFunction(const Function& function) {
    Find(function.name).is_bound = true;
    VisitAll(function.decorator_list);
    VisitParameters(*function.args);
    Visit(function.returns);
    Enter(ScopeKind::Function);
    BindParameters(*function.args);
    VisitAll(function.body);
    Leave();
  }

  void VisitClass(const ast::ClassDef& cls) {
    Find(cls.name).is_bound = true;
    VisitAll(cls.decorator_list);
    VisitAll(cls.bases);
    VisitAll(cls.keywords);
    Enter(ScopeKind::Class);
    VisitAll(cls.body);
    Leave();
  }

  // Defaults and annotations belong to the scope around the function.
  void VisitParameters(const ast::Arguments& arguments) {
    ast::ForEachChild(&arguments, [&](const ast::Node* child) {
      const auto* arg = ast::As<ast::Arg>(child);
      Visit(arg != nullptr ? arg->annotation : child);
    });
  }

  void BindParameters(const ast::Arguments& arguments) {
    ast::ForEachChild(&arguments, [&](const ast::Node* child) {
      if (const auto* arg = ast::As<ast::Arg>(child)) {
        Find(arg->arg).is_parameter = true;
      }
    });
  }

  void VisitIterable(const ast::Expr* iterable) {
    const bool before = std::exchange(current_->in_iterable, true);
    Visit(iterable);
    current_->in_iterable = before;
  }

  void VisitComprehension(const ast::NodeList<ast::Comprehension>& loops, const ast::Expr* first,
                          const ast::Expr* second) {
    VisitIterable(loops[0]->iter);
    Enter(ScopeKind::Comprehension);
    for (const ast::Comprehension* loop : loops) {
      BindLoopTargets(loop->target);
      if (loop != loops[0]) {
        VisitIterable(loop->iter);
      }
      VisitAll(loop->ifs);
    }
    Visit(first);
    Visit(second);
    Leave();
  }

  void BindLoopTargets(const ast::Node* target) {
    const auto* name = ast::As<ast::Name>(target);
    if (name == nullptr) {
      ast::ForEachChild(target, [&](const ast::Node* child) { BindLoopTargets(child); });
      return;
    }
    if (name->ctx == ast::ExprContext::Load) {
      return;
    }
    Symbol& symbol = Find(name->id);
    if (symbol.is_walrus_target) {
      Error(name->range,
            fmt::format("comprehension inner loop cannot rebind assignment expression target `{}`",
                        name->id));
    }
    symbol.is_loop_target = true;
  }

  // `:=` inside a comprehension binds in the function or module around it.
  void VisitWalrus(const ast::NamedExpr& named) {
    const auto* target = ast::As<ast::Name>(named.target);
    if (target != nullptr && current_->in_iterable) {
      Error(named.range,
            "assignment expression cannot be used in a comprehension iterable expression");
    } else if (target != nullptr && current_->kind == ScopeKind::Comprehension) {
      BindOutside(named, target->id);
    }
    Visit(named.value);
    if (current_->kind != ScopeKind::Comprehension) {
      Visit(named.target);
    }
  }

  void BindOutside(const ast::NamedExpr& named, std::string_view name) {
    Scope* scope = current_;
    for (; scope->kind == ScopeKind::Comprehension; scope = scope->parent) {
      Symbol& symbol = scope->symbols[name];
      if (symbol.is_loop_target) {
        Error(
            named.range,
            fmt::format("assignment expression cannot rebind comprehension iteration variable `{}`",
                        name));
        return;
      }
      symbol.is_walrus_target = true;
    }
    if (scope->kind == ScopeKind::Class) {
      Error(named.range,
            "assignment expression within a comprehension cannot be used in a class body");
      return;
    }
    scope->symbols[name].is_bound = true;
  }

  void VisitAnnotated(const ast::AnnAssign& statement) {
    const auto* name = ast::As<ast::Name>(statement.target);
    if (name != nullptr) {
      Symbol& symbol = Find(name->id);
      const bool declared = symbol.is_global || symbol.is_nonlocal;
      if (declared && current_->kind != ScopeKind::Module) {
        ReportAnnotated(statement.range, name->id, symbol.is_global ? "global" : "nonlocal");
      }
      symbol.is_annotated |= statement.simple != 0;
      symbol.is_bound |= statement.simple != 0 || statement.value != nullptr;
    } else {
      Visit(statement.target);
    }
    Visit(statement.annotation);
    Visit(statement.value);
  }

  void ReportAnnotated(SourceRange range, std::string_view name, std::string_view word) {
    Error(range, fmt::format("annotated name `{}` can't be {}", name, word));
  }

  template <typename Statement>
  void Declare(const Statement& statement, std::span<const std::string_view> names,
               std::string_view word, bool Symbol::*flag) {
    for (const std::string_view name : names) {
      Symbol& symbol = Find(name);
      if (symbol.is_parameter) {
        Error(statement.range, fmt::format("name `{}` is parameter and {}", name, word));
      } else if ((symbol.is_global && flag == &Symbol::is_nonlocal) ||
                 (symbol.is_nonlocal && flag == &Symbol::is_global)) {
        Error(statement.range, fmt::format("name `{}` is nonlocal and global", name));
      } else if (symbol.is_annotated) {
        ReportAnnotated(statement.range, name, word);
      } else if (symbol.is_used) {
        Error(statement.range,
              fmt::format("name `{}` is used prior to {} declaration", name, word));
      } else if (symbol.is_bound) {
        Error(statement.range,
              fmt::format("name `{}` is assigned to before {} declaration", name, word));
      }
      symbol.*flag = true;
    }
  }

  // A nonlocal name must be bound in a function around.
  void CheckBound(const Scope& scope, const ast::Nonlocal& statement) {
    for (const std::string_view name : statement.names) {
      const auto is_binding = [&](const Scope& outer) {
        const auto found = outer.symbols.find(name);
        return outer.kind == ScopeKind::Function && found != outer.symbols.end() &&
               !found->second.is_global &&
               (found->second.is_bound || found->second.is_parameter || found->second.is_nonlocal);
      };
      const Scope* outer = scope.parent;
      while (outer != nullptr && !is_binding(*outer)) {
        outer = outer->parent;
      }
      // Methods see `__class__` without a binding.
      if (outer == nullptr && name != "__class__" && !scope.symbols.at(name).is_parameter) {
        Error(statement.range, fmt::format("no binding for nonlocal `{}` found", name));
      }
    }
  }

  diag::Emitter* emitter_;
  std::deque<Scope> scopes_;
  Scope* current_ = nullptr;
  std::vector<std::pair<const Scope*, const ast::Nonlocal*>> nonlocals_;
};

}  // namespace

void CheckScopes(const ast::Module& module, diag::Emitter& emitter) {
  ScopeChecker(emitter).CheckModule(module);
}

}  // namespace kernelc::parse
