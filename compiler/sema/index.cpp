#include "compiler/sema/index.h"

#include <fmt/format.h>

#include <utility>

#include "compiler/ast/walk.h"
#include "compiler/sema/const_eval.h"
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
  Indexer(FileIndexImpl& index, diag::Emitter& emitter) : index_(&index), emitter_(&emitter) {}

  void Run() {
    Scope& module_scope = index_->scopes_.emplace_back();
    IndexBody(index_->module_->body(), module_scope, true);
    // What functions assign through `global` is no constant.
    for (const std::string_view name : global_names_) {
      const auto binding = module_scope.bindings.find(name);
      if (binding != module_scope.bindings.end() && binding->second.kind == BindingKind::Assign) {
        binding->second.ambiguous = true;
      }
    }
    index_->default_literals_ = imports_kernelc_ ? LiteralMode::Weak : LiteralMode::Numba;
    Evaluator evaluator(*index_);
    for (FunctionInfo& function : index_->functions_) {
      if (function.def != nullptr) {
        ReadDecorators(function, evaluator);
        AddEntry(function, evaluator);
      }
    }
    AddAliases(evaluator);
  }

 private:
  void IndexBody(ast::NodeList<ast::Stmt> body, Scope& scope, bool replace) {
    for (const ast::Stmt* stmt : body) {
      IndexStatement(stmt, scope, replace);
    }
  }

  void IndexStatement(const ast::Stmt* stmt, Scope& scope, bool replace) {
    if (const auto* def = As<ast::FunctionDef>(stmt)) {
      IndexFunction(*def, scope, replace);
    } else if (const auto* cls = As<ast::ClassDef>(stmt)) {
      IndexClass(*cls, scope, replace);
    } else if (const auto* import = As<ast::Import>(stmt)) {
      IndexImport(*import, scope, replace);
    } else if (const auto* from = As<ast::ImportFrom>(stmt)) {
      IndexImportFrom(*from, scope, replace);
    } else if (const auto* assign = As<ast::Assign>(stmt)) {
      IndexLambdas(assign->value, scope);
      for (const ast::Expr* target : assign->targets) {
        BindTarget(target, assign->value, {}, scope, replace);
      }
    } else if (const auto* annotated = As<ast::AnnAssign>(stmt)) {
      if (annotated->value != nullptr) {
        IndexLambdas(annotated->value, scope);
        BindTarget(annotated->target, annotated->value, {}, scope, replace);
      }
    } else if (const auto* augmented = As<ast::AugAssign>(stmt)) {
      BindTarget(augmented->target, nullptr, {}, scope, true);
    } else if (const auto* global = As<ast::Global>(stmt)) {
      scope.outer_names.insert(global->names.begin(), global->names.end());
      global_names_.insert(global->names.begin(), global->names.end());
    } else if (const auto* nonlocal = As<ast::Nonlocal>(stmt)) {
      scope.outer_names.insert(nonlocal->names.begin(), nonlocal->names.end());
    } else if (IndexConditional(stmt, scope, replace)) {
      return;
    } else if (const auto* with = As<ast::With>(stmt)) {
      for (const ast::WithItem* item : with->items) {
        if (item->optional_vars != nullptr) {
          BindTarget(item->optional_vars, nullptr, {}, scope, replace);
        }
      }
      IndexBody(with->body, scope, replace);
    }
  }

  // Statements whose bodies may or may not run.
  bool IndexConditional(const ast::Stmt* stmt, Scope& scope, bool replace) {
    ++conditional_depth_;
    bool found = true;
    if (const auto* branch = As<ast::If>(stmt)) {
      IndexBody(branch->body, scope, replace);
      IndexBody(branch->orelse, scope, false);
    } else if (const auto* attempt = As<ast::Try>(stmt)) {
      IndexBody(attempt->body, scope, replace);
      for (const ast::ExceptHandler* handler : attempt->handlers) {
        IndexBody(handler->body, scope, false);
      }
      IndexBody(attempt->orelse, scope, replace);
      IndexBody(attempt->finalbody, scope, replace);
    } else if (const auto* loop = As<ast::For>(stmt)) {
      BindTarget(loop->target, nullptr, {}, scope, replace);
      IndexBody(loop->body, scope, replace);
      IndexBody(loop->orelse, scope, replace);
    } else if (const auto* while_loop = As<ast::While>(stmt)) {
      IndexBody(while_loop->body, scope, replace);
      IndexBody(while_loop->orelse, scope, replace);
    } else {
      found = false;
    }
    --conditional_depth_;
    return found;
  }

  // Null when an earlier binding stays.
  Binding* Bind(std::string_view name, Scope& scope, bool replace) {
    if (scope.outer_names.contains(name)) {
      return nullptr;
    }
    const auto [place, inserted] = scope.bindings.try_emplace(name);
    Binding& binding = place->second;
    // A function inside sees the value at the time of its call.
    const bool ambiguous = !inserted && binding.kind == BindingKind::Assign &&
                           (binding.conditional || conditional_depth_ > 0 ||
                            scope.kind == ScopeKind::Function);
    if (!inserted && !replace) {
      binding.ambiguous = binding.ambiguous || ambiguous;
      return nullptr;
    }
    binding = Binding();
    binding.conditional = conditional_depth_ > 0;
    binding.ambiguous = ambiguous;
    return &binding;
  }

  void BindTarget(const ast::Expr* target, const ast::Expr* value, std::vector<std::uint32_t> path,
                  Scope& scope, bool replace) {
    if (const auto* name = As<ast::Name>(target)) {
      if (Binding* binding = Bind(name->id, scope, replace)) {
        binding->kind = value == nullptr ? BindingKind::Opaque : BindingKind::Assign;
        binding->value = value;
        binding->unpack = std::move(path);
        binding->range = target->range;
      }
      return;
    }
    ast::NodeList<ast::Expr> elements;
    if (const auto* tuple = As<ast::Tuple>(target)) {
      elements = tuple->elts;
    } else if (const auto* list = As<ast::List>(target)) {
      elements = list->elts;
    }
    for (std::uint32_t i = 0; i < elements.size(); ++i) {
      std::vector<std::uint32_t> inner = path;
      inner.push_back(i);
      BindTarget(elements[i], value, std::move(inner), scope, replace);
    }
  }

  void BindParameters(const ast::Arguments& arguments, Scope& scope) {
    const auto bind = [&](const ast::Arg* arg) {
      if (arg != nullptr) {
        if (Binding* binding = Bind(arg->arg, scope, true)) {
          binding->kind = BindingKind::Parameter;
          binding->range = arg->range;
        }
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

  void IndexFunction(const ast::FunctionDef& def, Scope& outer, bool replace) {
    FunctionInfo& function = index_->functions_.emplace_back();
    function.file = index_;
    function.def = &def;
    function.name = Dotted(outer, def.name);
    function.outer = &outer;
    function.range = def.range;
    function.name_range = NameRange(*index_->sources_, def);
    if (Binding* binding = Bind(def.name, outer, replace)) {
      binding->kind = BindingKind::Function;
      binding->function = &function;
      binding->range = function.name_range;
    }
    Scope& scope = index_->scopes_.emplace_back();
    scope.kind = ScopeKind::Function;
    scope.parent = &outer;
    scope.name = function.name;
    function.scope = &scope;
    const unsigned depth = std::exchange(conditional_depth_, 0);
    BindParameters(*def.args, scope);
    IndexBody(def.body, scope, true);
    conditional_depth_ = depth;
  }

  void IndexClass(const ast::ClassDef& cls, Scope& outer, bool replace) {
    Scope& scope = index_->scopes_.emplace_back();
    scope.kind = ScopeKind::Class;
    scope.parent = &outer;
    scope.name = Dotted(outer, cls.name);
    if (Binding* binding = Bind(cls.name, outer, replace)) {
      binding->kind = BindingKind::Class;
      binding->class_scope = &scope;
      binding->range = cls.range;
    }
    IndexBody(cls.body, scope, true);
  }

  void IndexLambdas(const ast::Expr* expr, Scope& scope) {
    if (const auto* lambda = As<ast::Lambda>(expr)) {
      FunctionInfo& function = index_->functions_.emplace_back();
      function.file = index_;
      function.lambda = lambda;
      function.name = Dotted(scope, "lambda");
      function.outer = &scope;
      function.range = lambda->range;
      function.name_range = lambda->range;
      Scope& inner = index_->scopes_.emplace_back();
      inner.kind = ScopeKind::Function;
      inner.parent = &scope;
      inner.name = function.name;
      function.scope = &inner;
      BindParameters(*lambda->args, inner);
      index_->lambdas_.emplace(lambda, &function);
    } else if (const auto* call = As<ast::Call>(expr)) {
      IndexLambdas(call->func, scope);
      for (const ast::Expr* argument : call->args) {
        IndexLambdas(argument, scope);
      }
    }
  }

  void NoteModule(std::string_view dotted) {
    imports_kernelc_ = imports_kernelc_ || dotted == "kernelc" || dotted.starts_with("kernelc.");
  }

  void IndexImport(const ast::Import& import, Scope& scope, bool replace) {
    for (const ast::Alias* alias : import.names) {
      NoteModule(alias->name);
      const std::string_view first = alias->name.substr(0, alias->name.find('.'));
      const std::string_view bound = alias->asname.empty() ? first : alias->asname;
      if (Binding* binding = Bind(bound, scope, replace)) {
        binding->kind = BindingKind::Import;
        binding->path = CanonicalModule(alias->asname.empty() ? first : alias->name);
        binding->range = alias->range;
      }
    }
  }

  void IndexImportFrom(const ast::ImportFrom& from, Scope& scope, bool replace) {
    const std::string dotted = std::string(static_cast<std::size_t>(from.level), '.') +
                               std::string(from.module);
    NoteModule(dotted);
    const std::string module = CanonicalModule(dotted);
    for (const ast::Alias* alias : from.names) {
      if (alias->name == "*") {
        if (!module.starts_with('.')) {
          scope.star_imports.push_back(module);
        }
        continue;
      }
      if (Binding* binding =
              Bind(alias->asname.empty() ? alias->name : alias->asname, scope, replace)) {
        binding->kind = BindingKind::Import;
        binding->path = CanonicalMember(module, alias->name);
        binding->range = alias->range;
      }
    }
  }

  // Later decorators stand above and see the function that the lower ones made.
  void ReadDecorators(FunctionInfo& function, Evaluator& evaluator) {
    const ast::NodeList<ast::Expr> decorators = function.def->decorator_list;
    for (std::size_t i = decorators.size(); i-- > 0;) {
      const ast::Expr* decorator = decorators[i];
      const std::optional<Object> object = evaluator.Eval(decorator, function.outer);
      if (!object) {
        continue;
      }
      if (object->kind == ObjectKind::External && IsDecoratorPath(object->text)) {
        function.is_kernel = object->text == "cuda.jit" || object->text == "cuda.kernel";
        function.options.device = !function.is_kernel;
      } else if (object->kind == ObjectKind::Decorator) {
        function.options = *object->options;
        function.is_kernel = !function.options.device;
        if (const auto* call = As<ast::Call>(decorator)) {
          // Once more, to say what could not be read.
          DecoratorOptions ignored;
          const FunctionInfo* none = nullptr;
          evaluator.ReadDecoratorCall(*call, function.outer, &ignored, &none, emitter_);
        }
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
    entry.is_kernel = function.is_kernel;
    const ast::Arguments& arguments = function.arguments();
    for (const ast::NodeList<ast::Arg> list : {arguments.posonlyargs, arguments.args}) {
      for (const ast::Arg* arg : list) {
        entry.params.emplace_back(arg->arg);
      }
    }
    entry.signatures = function.options.signatures;
    if (entry.signatures.empty()) {
      if (std::optional<std::vector<abi::ArgType>> types = AnnotatedTypes(function, evaluator)) {
        entry.signatures.push_back(std::move(*types));
      }
    }
    index_->entries_.push_back(std::move(entry));
    index_->entry_functions_.push_back(&function);
  }

  // `k = cuda.jit(f)`: another name for f, as a kernel.
  void AddAliases(Evaluator& evaluator) {
    for (const ast::Stmt* stmt : index_->module_->body()) {
      const auto* assign = As<ast::Assign>(stmt);
      const auto* name = assign == nullptr || assign->targets.size() != 1
                             ? nullptr
                             : As<ast::Name>(assign->targets.front());
      if (name == nullptr || As<ast::Call>(assign->value) == nullptr) {
        continue;
      }
      const std::optional<Object> object =
          evaluator.Eval(assign->value, &index_->scopes_.front());
      if (!object || object->kind != ObjectKind::Function || object->options == nullptr) {
        continue;
      }
      FunctionInfo& alias = index_->functions_.emplace_back(*object->function);
      alias.name = name->id;
      alias.name_range = name->range;
      alias.options = *object->options;
      alias.is_kernel = !alias.options.device;
      AddEntry(alias, evaluator);
    }
  }

  FileIndexImpl* index_;
  diag::Emitter* emitter_;
  bool imports_kernelc_ = false;
  std::unordered_set<std::string_view> global_names_;
  unsigned conditional_depth_ = 0;
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

FileIndex IndexFile(const SourceManager& sources, const ast::Module& module,
                    diag::Emitter& emitter) {
  auto index = std::make_shared<FileIndexImpl>(sources, module);
  Indexer(*index, emitter).Run();
  return FileIndex(std::move(index));
}

std::shared_ptr<const FileIndexImpl> IndexLibrary(const SourceManager& sources,
                                                  const ast::Module& module,
                                                  diag::Emitter& emitter) {
  auto index = std::make_shared<FileIndexImpl>(sources, module);
  index->set_is_library();
  Indexer(*index, emitter).Run();
  return index;
}

}  // namespace kernelc::sema
