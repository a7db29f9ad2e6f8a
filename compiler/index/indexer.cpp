// The walk that finds the scopes and bindings of a file.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "compiler/ast/walk.h"
#include "compiler/index/index.h"
#include "compiler/scopes/scopes.h"

namespace kernelc::index {
namespace {

using ast::As;

bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\\' || c == '\n' || c == '\r'; }

// The range of a function's name after `def`.
SourceRange NameRange(const SourceManager& sources, const ast::FunctionDef& def) {
  const std::string_view text = sources.file(def.range.file).text();
  std::uint32_t begin = def.range.begin + 3;
  while (begin < text.size() && begin < def.range.end && IsBlank(text[begin])) {
    ++begin;
  }
  const auto end = static_cast<std::uint32_t>(begin + def.name.size());
  return {def.range.file, begin, std::min(end, def.range.end)};
}

}  // namespace

class Indexer {
 public:
  explicit Indexer(File& file) : file_(&file) {}

  void IndexNames() {
    Scope& module_scope = NewScope(ScopeKind::Module, nullptr, "");
    for (const ast::Stmt* stmt : file_->module_->body()) {
      IndexStatement(stmt, module_scope);
    }
    // Names that functions alone bind.
    for (const auto& [name, range] : written_globals_) {
      if (!module_scope.bindings.contains(name)) {
        Bind(name, module_scope, BindingKind::Opaque, range);
      }
    }
    file_->scopes_.insert(scopes_.begin(), scopes_.end());
  }

 private:
  Scope& NewScope(ScopeKind kind, const Scope* parent, std::string name) {
    Scope& scope = file_->arena_.scopes.emplace_back();
    scope.kind = kind;
    scope.parent = parent;
    scope.file = file_;
    scope.name = std::move(name);
    return scope;
  }

  void IndexBody(ast::NodeList<ast::Stmt> body, Scope& scope) {
    for (const ast::Stmt* stmt : body) {
      IndexStatement(stmt, scope);
    }
  }

  void IndexStatement(const ast::Stmt* stmt, Scope& scope) {
    // Functions and classes index what is inside them.
    if (!scopes::HasOwnScope(stmt)) {
      ast::ForEachChild(stmt, [&](const ast::Node* child) { IndexLambdas(child, scope); });
      BindInside(stmt, scope);
    } else {
      scopes::ForEachOuterPart(stmt, [&](const ast::Node* part) { BindInside(part, scope); });
    }
    if (const auto* def = As<ast::FunctionDef>(stmt)) {
      IndexFunction(*def, scope);
    } else if (const auto* async_def = As<ast::AsyncFunctionDef>(stmt)) {
      Bind(async_def->name, scope, BindingKind::Opaque, async_def->range);
    } else if (const auto* cls = As<ast::ClassDef>(stmt)) {
      IndexClass(*cls, scope);
    } else if (const auto* import = As<ast::Import>(stmt)) {
      IndexImport(*import, scope);
    } else if (const auto* from = As<ast::ImportFrom>(stmt)) {
      IndexImportFrom(*from, scope);
    } else if (const auto* assign = As<ast::Assign>(stmt)) {
      for (const ast::Expr* target : assign->targets) {
        BindTarget(target, assign->value, {}, scope);
      }
    } else if (const auto* annotated = As<ast::AnnAssign>(stmt)) {
      if (annotated->value != nullptr) {
        BindTarget(annotated->target, annotated->value, {}, scope);
      }
    } else if (const auto* augmented = As<ast::AugAssign>(stmt)) {
      BindAugmented(*augmented, scope);
    } else if (const auto* global = As<ast::Global>(stmt)) {
      if (scope.kind == ScopeKind::Module) {
        return;
      }
      scope.outer_names.insert(global->names.begin(), global->names.end());
      scope.global_names.insert(global->names.begin(), global->names.end());
    } else if (const auto* nonlocal = As<ast::Nonlocal>(stmt)) {
      scope.outer_names.insert(nonlocal->names.begin(), nonlocal->names.end());
    } else if (const auto* result = As<ast::Return>(stmt)) {
      scope.returns_value = scope.returns_value || result->value != nullptr;
    } else if (IndexConditional(stmt, scope)) {
      return;
    } else if (const auto* with = As<ast::With>(stmt)) {
      IndexWith(*with, scope);
    }
  }

  void IndexWith(const ast::With& with, Scope& scope) {
    bool may_catch = false;
    for (const ast::WithItem* item : with.items) {
      may_catch = may_catch || MayCatch(*item, scope);
      if (item->optional_vars != nullptr) {
        // A file is what `open` gives; of others, `__enter__` says what it is.
        const auto* call = As<ast::Call>(item->context_expr);
        const auto* maker = call == nullptr ? nullptr : As<ast::Name>(call->func);
        const bool is_file = maker != nullptr && maker->id == "open" &&
                             As<ast::Name>(item->optional_vars) != nullptr;
        BindTarget(item->optional_vars, is_file ? item->context_expr : nullptr, {}, scope);
      }
    }
    if (may_catch) {
      // How much of it runs is not known.
      IndexOpen(with.body, scope);
    } else {
      IndexBody(with.body, scope);
    }
  }

  // Whether a manager may swallow what its body raises: those of libraries do not, but for a few.
  static bool MayCatch(const ast::WithItem& item, const Scope& scope) {
    const auto* call = As<ast::Call>(item.context_expr);
    const ast::Expr* maker = call != nullptr ? call->func : item.context_expr;
    const ast::Name* first = scopes::FirstName(maker);
    const Scope* owner = nullptr;
    const Binding* binding = first == nullptr ? nullptr : FindBinding(&scope, first->id, &owner);
    const std::string_view last = scopes::LastPart(maker);
    const bool is_foreign = first != nullptr && (binding == nullptr || binding->kind == BindingKind::Import);
    return !is_foreign || last == "suppress" || last == "raises" || last == "ExitStack";
  }

  // Indexes `body` as what may or may not run, by the test of an `if`.
  void IndexOpen(ast::NodeList<ast::Stmt> body, Scope& scope, const ast::Expr* test = nullptr) {
    const Condition outer = std::exchange(condition_, {true, test});
    IndexBody(body, scope);
    condition_ = outer;
  }

  // Statements whose bodies may or may not run.
  bool IndexConditional(const ast::Stmt* stmt, Scope& scope) {
    if (const auto* branch = As<ast::If>(stmt)) {
      IndexOpen(branch->body, scope, branch->test);
      IndexOpen(branch->orelse, scope, branch->test);
    } else if (const auto* attempt = As<ast::Try>(stmt)) {
      IndexOpen(attempt->body, scope);
      IndexOpen(attempt->orelse, scope);
      for (const ast::ExceptHandler* handler : attempt->handlers) {
        if (!handler->name.empty()) {
          Bind(handler->name, scope, BindingKind::Opaque, handler->range);
        }
        IndexOpen(handler->body, scope);
      }
      IndexBody(attempt->finalbody, scope);
    } else if (const auto* loop = As<ast::For>(stmt)) {
      BindTarget(loop->target, nullptr, {}, scope);
      IndexOpen(loop->body, scope);
      IndexOpen(loop->orelse, scope);
    } else if (const auto* while_loop = As<ast::While>(stmt)) {
      IndexOpen(while_loop->body, scope);
      IndexOpen(while_loop->orelse, scope);
    } else if (const auto* match = As<ast::Match>(stmt)) {
      for (const ast::MatchCase* each : match->cases) {
        BindPattern(each->pattern, scope);
        IndexOpen(each->body, scope);
      }
    } else {
      return false;
    }
    return true;
  }

  void BindPattern(const ast::Node* pattern, Scope& scope) {
    scopes::ForEachBoundName(pattern, [&](std::string_view name) {
      Bind(name, scope, BindingKind::Opaque, pattern->range);
    });
  }

  // The names that `:=` binds in an expression, and those of `del`: their values are not followed.
  void BindInside(const ast::Node* node, Scope& scope) {
    const auto* named = As<ast::NamedExpr>(node);
    const auto* name = named == nullptr ? As<ast::Name>(node) : As<ast::Name>(named->target);
    if (name != nullptr && (named != nullptr || name->ctx == ast::ExprContext::Del)) {
      Bind(name->id, scope, BindingKind::Opaque, name->range);
    }
    ast::ForEachChild(node, [&](const ast::Node* child) {
      if (ast::node_class(child->kind) != ast::NodeClass::Stmt &&
          child->kind != ast::NodeKind::ExceptHandler && child->kind != ast::NodeKind::MatchCase &&
          child->kind != ast::NodeKind::Lambda) {
        BindInside(child, scope);
      } else if (child->kind == ast::NodeKind::Lambda) {
        scopes::ForEachOuterPart(child, [&](const ast::Node* part) { BindInside(part, scope); });
      }
    });
  }

  // Null for a name of another scope.
  Binding* Bind(std::string_view name, Scope& scope, BindingKind kind, SourceRange range) {
    if (scope.outer_names.contains(name)) {
      if (scope.global_names.contains(name)) {
        written_globals_.emplace(name, range);
      }
      return nullptr;
    }
    const auto [place, inserted] = scope.bindings.try_emplace(name);
    Binding& binding = place->second;
    Binding* previous = nullptr;
    if (!inserted) {
      file_->arena_.bindings.push_back(std::move(binding));
      previous = &file_->arena_.bindings.back();
    }
    binding = Binding();
    binding.kind = kind;
    binding.range = range;
    binding.condition = condition_;
    binding.order = ++order_;
    binding.previous = previous;
    return &binding;
  }

  void BindTarget(const ast::Expr* target, const ast::Expr* value, std::vector<std::uint32_t> path,
                  Scope& scope) {
    if (const auto* name = As<ast::Name>(target)) {
      const BindingKind kind = value == nullptr ? BindingKind::Opaque : BindingKind::Assign;
      if (Binding* binding = Bind(name->id, scope, kind, target->range)) {
        binding->value = value;
        binding->unpack = std::move(path);
      }
      return;
    }
    ast::NodeList<ast::Expr> elements;
    if (const auto* tuple = As<ast::Tuple>(target)) {
      elements = tuple->elts;
    } else if (const auto* list = As<ast::List>(target)) {
      elements = list->elts;
    }
    const bool has_star = std::ranges::any_of(
        elements, [](const ast::Expr* element) { return As<ast::Starred>(element) != nullptr; });
    for (std::uint32_t i = 0; i < elements.size(); ++i) {
      const auto* starred = As<ast::Starred>(elements[i]);
      if (has_star) {
        BindTarget(starred != nullptr ? starred->value : elements[i], nullptr, {}, scope);
        continue;
      }
      std::vector<std::uint32_t> inner = path;
      inner.push_back(i);
      BindTarget(elements[i], value, std::move(inner), scope);
    }
  }

  void BindAugmented(const ast::AugAssign& augmented, Scope& scope) {
    const auto* name = As<ast::Name>(augmented.target);
    Binding* binding = name == nullptr
                           ? nullptr
                           : Bind(name->id, scope, BindingKind::Assign, name->range);
    if (binding != nullptr) {
      binding->value = augmented.value;
      binding->augmented = augmented.op;
    }
  }

  void BindParameters(const ast::Arguments& arguments, Scope& scope) {
    const auto bind = [&](const ast::Arg* arg) {
      if (arg != nullptr) {
        Bind(arg->arg, scope, BindingKind::Parameter, arg->range);
      }
    };
    for (const ast::Arg* arg : arguments.posonlyargs) bind(arg);
    for (const ast::Arg* arg : arguments.args) bind(arg);
    for (const ast::Arg* arg : arguments.kwonlyargs) bind(arg);
    bind(arguments.vararg);
    bind(arguments.kwarg);
  }

  static std::string Dotted(const Scope& scope, std::string_view name) {
    return scope.name.empty() ? std::string(name) : fmt::format("{}.{}", scope.name, name);
  }

  void IndexFunction(const ast::FunctionDef& def, Scope& outer) {
    FunctionInfo& function = file_->arena_.functions.emplace_back();
    function.file = file_;
    function.def = &def;
    function.name = Dotted(outer, def.name);
    function.outer = &outer;
    function.range = def.range;
    function.name_range = NameRange(*file_->sources_, def);
    if (Binding* binding = Bind(def.name, outer, BindingKind::Function, function.name_range)) {
      binding->function = &function;
    }
    Scope& scope = NewScope(ScopeKind::Function, &outer, function.name);
    function.scope = &scope;
    scope.node = &def;
    const Condition condition = std::exchange(condition_, Condition());
    scopes_[&def] = &scope;
    if (HasLaunch(&def)) {
      file_->launchers_.insert(def.name);
    }
    if (std::ranges::any_of(def.decorator_list, scopes::IsKernelDecoratorText)) {
      file_->kernels_.insert(def.name);
    }
    BindParameters(*def.args, scope);
    IndexDefaults(*def.args, outer);
    IndexBody(def.body, scope);
    condition_ = condition;
  }

  void IndexClass(const ast::ClassDef& cls, Scope& outer) {
    Scope& scope = NewScope(ScopeKind::Class, &outer, Dotted(outer, cls.name));
    scope.class_def = &cls;
    scopes_[&cls] = &scope;
    if (Binding* binding = Bind(cls.name, outer, BindingKind::Class, cls.range)) {
      binding->class_scope = &scope;
    }
    const Condition condition = std::exchange(condition_, Condition());
    IndexBody(cls.body, scope);
    condition_ = condition;
  }

  // The lambdas of an expression, and of what helps a statement; statements inside have their own turn.
  void IndexLambdas(const ast::Node* node, Scope& scope) {
    if (ast::node_class(node->kind) == ast::NodeClass::Stmt ||
        node->kind == ast::NodeKind::ExceptHandler || node->kind == ast::NodeKind::MatchCase) {
      return;
    }
    const auto* lambda = As<ast::Lambda>(node);
    if (lambda == nullptr) {
      ast::ForEachChild(node, [&](const ast::Node* child) { IndexLambdas(child, scope); });
      return;
    }
    FunctionInfo& function = file_->arena_.functions.emplace_back();
    function.file = file_;
    function.lambda = lambda;
    function.name = Dotted(scope, "lambda");
    function.outer = &scope;
    function.range = lambda->range;
    function.name_range = lambda->range;
    Scope& inner = NewScope(ScopeKind::Function, &scope, function.name);
    function.scope = &inner;
    inner.node = lambda;
    scopes_[lambda] = &inner;
    BindParameters(*lambda->args, inner);
    file_->lambdas_.emplace(lambda, &function);
    IndexDefaults(*lambda->args, scope);
    IndexLambdas(lambda->body, inner);
  }

  void IndexDefaults(const ast::Arguments& arguments, Scope& outer) {
    for (const ast::NodeList<ast::Expr> list : {arguments.defaults, arguments.kw_defaults}) {
      for (const ast::Expr* value : list) {
        if (value != nullptr) {
          IndexLambdas(value, outer);
        }
      }
    }
  }

  void NoteModule(std::string_view dotted) {
    file_->imports_kernelc_ = file_->imports_kernelc_ || dotted == "kernelc" || dotted.starts_with("kernelc.");
  }

  void AddImport(std::string_view bound, const ImportRef& import, Scope& scope, SourceRange range) {
    if (Binding* binding = Bind(bound, scope, BindingKind::Import, range)) {
      binding->import = import;
    }
  }

  void IndexImport(const ast::Import& import, Scope& scope) {
    for (const ast::Alias* alias : import.names) {
      NoteModule(alias->name);
      const std::string_view first = alias->name.substr(0, alias->name.find('.'));
      const std::string_view bound = alias->asname.empty() ? first : alias->asname;
      AddImport(bound, {0, alias->asname.empty() ? first : alias->name, {}}, scope, alias->range);
    }
  }

  void IndexImportFrom(const ast::ImportFrom& from, Scope& scope) {
    ImportRef import;
    import.level = static_cast<unsigned>(from.level);
    import.module = from.module;
    if (from.level == 0) {
      NoteModule(from.module);
    }
    for (const ast::Alias* alias : from.names) {
      if (alias->name == "*") {
        scope.star_imports.push_back(import);
        scope.star_imports.back().order = ++order_;
        continue;
      }
      const std::string_view bound = alias->asname.empty() ? alias->name : alias->asname;
      import.name = alias->name;
      AddImport(bound, import, scope, alias->range);
    }
  }

  File* file_;
  // Assigned by functions that declare them global, and where.
  std::map<std::string_view, SourceRange> written_globals_;
  std::unordered_map<const ast::Node*, Scope*> scopes_;
  Condition condition_;
  std::uint32_t order_ = 0;
};

File::File(const SourceManager& sources, const ast::Module& module, std::string module_name, bool is_library)
    : sources_(&sources), module_(&module), module_name_(std::move(module_name)), is_library_(is_library) {
  Indexer(*this).IndexNames();
}

}  // namespace kernelc::index
