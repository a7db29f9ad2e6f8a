#include "compiler/sema/index.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "compiler/ast/walk.h"
#include "compiler/sema/const_eval.h"
#include "compiler/sema/launch_forms.h"
#include "compiler/sema/locals.h"
#include "compiler/sema/paths.h"

namespace kernelc::sema {
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
  explicit Indexer(FileIndexImpl& index) : index_(&index) {}

  void IndexNames() {
    Scope& module_scope = NewScope(ScopeKind::Module, nullptr, "");
    IndexBody(index_->module_->body(), module_scope);
    // What functions assign through `global` is no constant.
    for (const std::string_view name : written_globals_) {
      const auto binding = module_scope.bindings.find(name);
      if (binding != module_scope.bindings.end() && binding->second.kind == BindingKind::Assign) {
        binding->second.written_elsewhere = true;
      }
    }
    for (const auto& [scope, target] : changes_) {
      MarkChanged(*scope, target);
    }
    index_->default_literals_ = imports_kernelc_ ? LiteralMode::Weak : LiteralMode::Numba;
  }

  void ReadFunctions() {
    Evaluator evaluator(*index_, index_->arena_);
    // Calls of factories add functions while this runs; those are no functions of the text.
    const std::size_t count = index_->arena_.functions.size();
    for (std::size_t i = 0; i < count; ++i) {
      FunctionInfo& function = index_->arena_.functions[i];
      if (function.def != nullptr) {
        ReadDecorators(function, evaluator);
        AddEntry(function, evaluator);
      }
    }
    AddAliases(evaluator);
  }

 private:
  // What is wrong waits until somebody uses the function.
  static void ReadDecorators(FunctionInfo& function, Evaluator& evaluator) {
    diag::CollectingConsumer consumer;
    diag::Emitter emitter(consumer);
    evaluator.ReadDecorators(function, &emitter);
    function.decorator_errors = consumer.Take();
  }

  Scope& NewScope(ScopeKind kind, const Scope* parent, std::string name) {
    Scope& scope = index_->arena_.scopes.emplace_back();
    scope.kind = kind;
    scope.parent = parent;
    scope.file = index_;
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
    if (!HasOwnScope(stmt)) {
      ast::ForEachChild(stmt, [&](const ast::Node* child) { IndexLambdas(child, scope); });
    }
    if (const auto* def = As<ast::FunctionDef>(stmt)) {
      IndexFunction(*def, scope);
    } else if (const auto* cls = As<ast::ClassDef>(stmt)) {
      IndexClass(*cls, scope);
    } else if (const auto* import = As<ast::Import>(stmt)) {
      IndexImport(*import, scope);
    } else if (const auto* from = As<ast::ImportFrom>(stmt)) {
      IndexImportFrom(*from, scope);
    } else if (const auto* assign = As<ast::Assign>(stmt)) {
      // The value is computed before any target has it: `a, b = b, a`.
      assignment_order_ = ++order_;
      for (const ast::Expr* target : assign->targets) {
        NoteChange(target, scope);
        BindTarget(target, assign->value, {}, scope);
      }
      assignment_order_ = 0;
    } else if (const auto* annotated = As<ast::AnnAssign>(stmt)) {
      if (annotated->value != nullptr) {
        BindTarget(annotated->target, annotated->value, {}, scope);
      }
    } else if (const auto* augmented = As<ast::AugAssign>(stmt)) {
      NoteChange(augmented->target, scope);
      BindAugmented(*augmented, scope);
    } else if (const auto* global = As<ast::Global>(stmt)) {
      scope.outer_names.insert(global->names.begin(), global->names.end());
    } else if (const auto* nonlocal = As<ast::Nonlocal>(stmt)) {
      scope.outer_names.insert(nonlocal->names.begin(), nonlocal->names.end());
    } else if (const auto* result = As<ast::Return>(stmt)) {
      scope.returns.push_back({result->value, guard_, ++order_});
    } else if (As<ast::Raise>(stmt) != nullptr) {
      scope.returns.push_back({nullptr, guard_, ++order_, true});
    } else if (const auto* expression = As<ast::ExprStmt>(stmt)) {
      NoteMethod(expression->value, scope);
    } else if (IndexConditional(stmt, scope)) {
      return;
    } else if (const auto* with = As<ast::With>(stmt)) {
      for (const ast::WithItem* item : with->items) {
        if (item->optional_vars != nullptr) {
          BindTarget(item->optional_vars, nullptr, {}, scope);
        }
      }
      IndexBody(with->body, scope);
    }
  }

  // `x[i] = ...`, `x.y = ...`: what x was made as is not what kernels see. Kernels themselves change no constants.
  void NoteChange(const ast::Expr* target, Scope& scope) {
    const bool changes = As<ast::Subscript>(target) != nullptr ||
                         As<ast::Attribute>(target) != nullptr;
    if (changes && !in_decorated_) {
      changes_.emplace_back(&scope, target);
    }
  }

  // `x.append(...)`
  void NoteMethod(const ast::Expr* expr, Scope& scope) {
    static constexpr std::string_view kChanging[] = {
        "append", "clear",   "extend", "fill",       "insert", "itemset", "pop",
        "put",    "reverse", "remove", "setdefault", "sort",   "update"};
    const auto* call = As<ast::Call>(expr);
    const auto* method = call == nullptr ? nullptr : As<ast::Attribute>(call->func);
    if (method != nullptr &&
        std::ranges::find(kChanging, method->attr) != std::end(kChanging) && !in_decorated_) {
      changes_.emplace_back(&scope, method);
    }
  }

  void MarkChanged(const Scope& from, const ast::Expr* target) {
    const ast::Attribute* attribute = nullptr;
    while (As<ast::Name>(target) == nullptr) {
      if (const auto* subscript = As<ast::Subscript>(target)) {
        target = subscript->value;
      } else if ((attribute = As<ast::Attribute>(target)) != nullptr) {
        target = attribute->value;
      } else {
        return;
      }
    }
    const std::string_view name = As<ast::Name>(target)->id;
    const Scope* owner = nullptr;
    const Binding* found = FindBinding(&from, name, &owner);
    if (found == nullptr) {
      return;
    }
    std::string_view changed = name;
    if (found->kind == BindingKind::Class && attribute != nullptr) {
      owner = found->class_scope;
      changed = attribute->attr;
    }
    for (Scope& scope : index_->arena_.scopes) {
      const auto binding = scope.bindings.find(changed);
      if (&scope != owner || binding == scope.bindings.end()) {
        continue;
      }
      for (Binding* each = &binding->second; each != nullptr; each = each->previous) {
        each->written_elsewhere = true;
      }
    }
  }

  // Indexes `body` as what runs under `guard`.
  void IndexGuarded(Guard guard, ast::NodeList<ast::Stmt> body, Scope& scope) {
    guard.outer = guard_;
    guard.order = ++order_;
    index_->arena_.guards.push_back(guard);
    guard_ = &index_->arena_.guards.back();
    IndexBody(body, scope);
    guard_ = guard.outer;
  }

  // Statements whose bodies may or may not run.
  bool IndexConditional(const ast::Stmt* stmt, Scope& scope) {
    Guard guard;
    if (const auto* branch = As<ast::If>(stmt)) {
      guard.test = branch->test;
      IndexGuarded(guard, branch->body, scope);
      guard.negated = true;
      IndexGuarded(guard, branch->orelse, scope);
    } else if (const auto* attempt = As<ast::Try>(stmt)) {
      guard.kind = Guard::Kind::Try;
      guard.attempt = attempt;
      IndexGuarded(guard, attempt->body, scope);
      IndexGuarded(guard, attempt->orelse, scope);
      guard.negated = true;
      for (const ast::ExceptHandler* handler : attempt->handlers) {
        IndexGuarded(guard, handler->body, scope);
      }
      IndexBody(attempt->finalbody, scope);
    } else if (const auto* loop = As<ast::For>(stmt)) {
      guard.kind = Guard::Kind::Loop;
      BindTarget(loop->target, nullptr, {}, scope);
      IndexGuarded(guard, loop->body, scope);
      IndexGuarded(guard, loop->orelse, scope);
    } else if (const auto* while_loop = As<ast::While>(stmt)) {
      guard.kind = Guard::Kind::Loop;
      IndexGuarded(guard, while_loop->body, scope);
      IndexGuarded(guard, while_loop->orelse, scope);
    } else {
      return false;
    }
    return true;
  }

  // Null for a name of another scope.
  Binding* Bind(std::string_view name, Scope& scope, BindingKind kind, SourceRange range) {
    if (scope.outer_names.contains(name)) {
      written_globals_.insert(name);
      return nullptr;
    }
    const auto [place, inserted] = scope.bindings.try_emplace(name);
    Binding& binding = place->second;
    Binding* previous = nullptr;
    if (!inserted) {
      index_->arena_.bindings.push_back(std::move(binding));
      previous = &index_->arena_.bindings.back();
    }
    binding = Binding();
    binding.kind = kind;
    binding.range = range;
    binding.guard = guard_;
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
        binding->order = assignment_order_ == 0 ? binding->order : assignment_order_;
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
    FunctionInfo& function = index_->arena_.functions.emplace_back();
    function.file = index_;
    function.def = &def;
    function.name = Dotted(outer, def.name);
    function.outer = &outer;
    function.range = def.range;
    function.name_range = NameRange(*index_->sources_, def);
    if (Binding* binding = Bind(def.name, outer, BindingKind::Function, function.name_range)) {
      binding->function = &function;
    }
    Scope& scope = NewScope(ScopeKind::Function, &outer, function.name);
    function.scope = &scope;
    const Guard* guard = std::exchange(guard_, nullptr);
    const bool outer_decorated =
        std::exchange(in_decorated_, in_decorated_ || !def.decorator_list.empty());
    BindParameters(*def.args, scope);
    IndexDefaults(*def.args, outer);
    IndexBody(def.body, scope);
    in_decorated_ = outer_decorated;
    guard_ = guard;
  }

  void IndexClass(const ast::ClassDef& cls, Scope& outer) {
    Scope& scope = NewScope(ScopeKind::Class, &outer, Dotted(outer, cls.name));
    scope.class_def = &cls;
    if (Binding* binding = Bind(cls.name, outer, BindingKind::Class, cls.range)) {
      binding->class_scope = &scope;
    }
    const Guard* guard = std::exchange(guard_, nullptr);
    IndexBody(cls.body, scope);
    guard_ = guard;
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
    FunctionInfo& function = index_->arena_.functions.emplace_back();
    function.file = index_;
    function.lambda = lambda;
    function.name = Dotted(scope, "lambda");
    function.outer = &scope;
    function.range = lambda->range;
    function.name_range = lambda->range;
    Scope& inner = NewScope(ScopeKind::Function, &scope, function.name);
    function.scope = &inner;
    BindParameters(*lambda->args, inner);
    index_->lambdas_.emplace(lambda, &function);
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
    imports_kernelc_ = imports_kernelc_ || dotted == "kernelc" || dotted.starts_with("kernelc.");
  }

  void IndexImport(const ast::Import& import, Scope& scope) {
    for (const ast::Alias* alias : import.names) {
      NoteModule(alias->name);
      const std::string_view first = alias->name.substr(0, alias->name.find('.'));
      const std::string_view bound = alias->asname.empty() ? first : alias->asname;
      if (Binding* binding = Bind(bound, scope, BindingKind::Import, alias->range)) {
        binding->import.module = alias->asname.empty() ? first : alias->name;
      }
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
        continue;
      }
      const std::string_view bound = alias->asname.empty() ? alias->name : alias->asname;
      if (Binding* binding = Bind(bound, scope, BindingKind::Import, alias->range)) {
        binding->import = import;
        binding->import.name = alias->name;
      }
    }
  }

  // Types of every parameter by their annotations, where all are annotated with a type.
  std::optional<std::vector<abi::ArgType>> AnnotatedTypes(const FunctionInfo& function,
                                                          Evaluator& evaluator) {
    std::vector<abi::ArgType> types;
    const ast::Arguments& arguments = function.arguments();
    const auto add = [&](const ast::Arg* arg) {
      const std::optional<Object> object =
          arg->annotation == nullptr ? std::nullopt
                                     : evaluator.Eval(arg->annotation, function.outer);
      const std::optional<abi::ArgType> type = object ? Evaluator::AsType(*object) : std::nullopt;
      if (type) {
        types.push_back(*type);
      }
      return type.has_value();
    };
    for (const ast::NodeList<ast::Arg> list : {arguments.posonlyargs, arguments.args}) {
      for (const ast::Arg* arg : list) {
        if (!add(arg)) {
          return std::nullopt;
        }
      }
    }
    return types.empty() ? std::nullopt : std::optional(std::move(types));
  }

  void AddEntry(const FunctionInfo& function, Evaluator& evaluator) {
    FunctionEntry entry;
    entry.name = function.name;
    entry.line = index_->sources_->begin(function.name_range).line;
    entry.name_range = function.name_range;
    entry.params = LaunchParams(function);
    entry.optional_params = OptionalLaunchParams(function);
    entry.no_opt = function.options.no_opt;
    entry.line_info = function.options.lineinfo;
    entry.links = function.options.links;
    // Other launches take arrays of any shape, whatever the types of one call.
    const bool launches_itself = function.options.launch == LaunchForm::Kernel;
    entry.is_kernel = function.is_kernel || !launches_itself;
    if (launches_itself) {
      entry.signatures = function.options.signatures;
      entry.results = function.options.results;
    }
    if (launches_itself && entry.signatures.empty()) {
      if (std::optional<std::vector<abi::ArgType>> types = AnnotatedTypes(function, evaluator)) {
        entry.signatures.push_back(std::move(*types));
        entry.results.emplace_back();
        entry.from_annotations = index_->default_literals_ == LiteralMode::Numba;
      }
    }
    index_->entries_.push_back(std::move(entry));
    index_->entry_functions_.push_back(&function);
  }

  // The assignments of one name that run when the file is imported, as far as nobody knows otherwise.
  void CollectAssignments(ast::NodeList<ast::Stmt> body,
                          std::vector<std::pair<const ast::Name*, const ast::Call*>>* found) {
    for (const ast::Stmt* stmt : body) {
      const auto* assign = As<ast::Assign>(stmt);
      const auto* annotated = As<ast::AnnAssign>(stmt);
      const ast::Expr* target = annotated != nullptr                              ? annotated->target
                                : assign != nullptr && assign->targets.size() == 1 ? assign->targets[0]
                                                                                   : nullptr;
      const ast::Expr* value = annotated != nullptr ? annotated->value
                               : assign != nullptr  ? assign->value
                                                    : nullptr;
      // `k = cuda.jit(f) if HAVE_GPU else None`
      if (const auto* choice = value == nullptr ? nullptr : As<ast::IfExp>(value)) {
        value = As<ast::Call>(choice->body) != nullptr ? choice->body : choice->orelse;
      }
      const auto* name = target == nullptr ? nullptr : As<ast::Name>(target);
      const auto* call = value == nullptr ? nullptr : As<ast::Call>(value);
      if (name != nullptr && call != nullptr) {
        found->emplace_back(name, call);
      }
      if (const auto* branch = As<ast::If>(stmt)) {
        CollectAssignments(branch->body, found);
        CollectAssignments(branch->orelse, found);
      } else if (const auto* attempt = As<ast::Try>(stmt)) {
        CollectAssignments(attempt->body, found);
      }
    }
  }

  // `k = cuda.jit(f)`: another name for f, as a kernel; `k = make(16)`: a kernel from a factory.
  void AddAliases(Evaluator& evaluator) {
    std::vector<std::pair<const ast::Name*, const ast::Call*>> assignments;
    CollectAssignments(index_->module_->body(), &assignments);
    const Scope* scope = &index_->module_scope();
    for (const auto& [name, call] : assignments) {
      // NumPy and the like give no kernels: no need to follow the call.
      const std::optional<Object> callee = evaluator.Eval(call->func, scope);
      if (callee && callee->kind == ObjectKind::External && !IsDecoratorPath(callee->text) &&
          callee->text != ".functools.partial") {
        continue;
      }
      const std::optional<Object> object = evaluator.Eval(call, scope);
      if (!object || object->kind != ObjectKind::Function ||
          (object->options == nullptr && !object->function->is_kernel &&
           object->function->options.launch == LaunchForm::Kernel)) {
        continue;
      }
      FunctionInfo& alias = index_->arena_.functions.emplace_back(*object->function);
      alias.name = name->id;
      alias.name_range = name->range;
      if (object->options != nullptr) {
        alias.options = *object->options;
        alias.is_kernel = !alias.options.device;
      }
      AddEntry(alias, evaluator);
    }
  }

  FileIndexImpl* index_;
  bool imports_kernelc_ = false;
  std::unordered_set<std::string_view> written_globals_;
  // Inside a function with decorators.
  bool in_decorated_ = false;
  std::vector<std::pair<const Scope*, const ast::Expr*>> changes_;
  const Guard* guard_ = nullptr;
  std::uint32_t order_ = 0;
  // Of all targets of the assignment that is indexed; 0 outside of one.
  std::uint32_t assignment_order_ = 0;
};

const Binding* FindBinding(const Scope* scope, std::string_view name, const Scope** owner) {
  for (const Scope* around = scope; around != nullptr; around = around->parent) {
    // The names of a class are seen from its own body alone.
    if (around != scope && around->kind == ScopeKind::Class) {
      continue;
    }
    const auto found = around->bindings.find(name);
    if (found != around->bindings.end()) {
      *owner = around;
      return &found->second;
    }
  }
  return nullptr;
}

const std::vector<FunctionEntry>& FileIndex::functions() const { return impl_->entries(); }

const std::vector<diag::Diagnostic>& FileIndex::decorator_errors(std::size_t function) const {
  return impl_->entry_function(function).decorator_errors;
}

FileIndex IndexNames(const SourceManager& sources, const ast::Module& module,
                     const IndexOptions& options) {
  auto index = std::make_shared<FileIndexImpl>(sources, module, options);
  Indexer(*index).IndexNames();
  return FileIndex(std::move(index));
}

void IndexFunctions(FileIndex& index) {
  Indexer(index.mutable_impl()).ReadFunctions();
}

FileIndex IndexFile(const SourceManager& sources, const ast::Module& module,
                    const IndexOptions& options) {
  FileIndex index = IndexNames(sources, module, options);
  IndexFunctions(index);
  return index;
}

std::shared_ptr<const FileIndexImpl> IndexLibrary(const SourceManager& sources,
                                                  const ast::Module& module) {
  auto index = std::make_shared<FileIndexImpl>(sources, module, IndexOptions());
  index->set_is_library();
  Indexer indexer(*index);
  indexer.IndexNames();
  indexer.ReadFunctions();
  return index;
}

}  // namespace kernelc::sema
