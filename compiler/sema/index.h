// What IndexFile finds in a file: scopes, bindings and functions. Private to sema.
#pragma once

#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "compiler/ast/ast.h"
#include "compiler/sema/object.h"
#include "compiler/sema/sema.h"

namespace kernelc::sema {

struct Scope;
struct HostRun;
class FileIndexImpl;

// What an import names: `from ..module import name`.
struct ImportRef {
  // Leading dots of a relative import.
  unsigned level = 0;
  std::string_view module;
  // Empty: the module itself.
  std::string_view name;
  // Of a star import; see Binding::order.
  std::uint32_t order = 0;
};

// A condition under which statements run; those outside it hold as well.
struct Guard {
  enum class Kind : std::uint8_t {
    // `if test`, or with `negated` its `else`.
    Test,
    // The body of a loop.
    Loop,
    // The body of a `try`, and with `negated` what handles its exceptions.
    Try,
  };
  Kind kind = Kind::Test;
  bool negated = false;
  const Guard* outer = nullptr;
  const ast::Expr* test = nullptr;
  const ast::Try* attempt = nullptr;
  // The test sees what is bound before this; see Binding::order.
  std::uint32_t order = 0;
};

enum class BindingKind : std::uint8_t {
  // `import x.y as z`, `from x import y`: `path` is canonical.
  Import,
  // `name = value`; with `unpack`, an element of the value.
  Assign,
  Function,
  Class,
  // A parameter of an enclosing function.
  Parameter,
  // `object`: a parameter of a function that was called while compiling.
  Value,
  // Bound by something whose value is not followed: a loop, `with`, `global`.
  Opaque,
};

// One place that binds a name. The last one of the text stands in Scope::bindings.
struct Binding {
  BindingKind kind = BindingKind::Opaque;
  ImportRef import;
  const ast::Expr* value = nullptr;
  // `name += value`, and the like.
  std::optional<ast::BinaryOperator> augmented;
  // Indices into nested tuples, outermost first.
  std::vector<std::uint32_t> unpack;
  const FunctionInfo* function = nullptr;
  // The class's scope.
  const Scope* class_scope = nullptr;
  std::shared_ptr<const Object> object;
  // Null: whenever the statements around it run.
  const Guard* guard = nullptr;
  // Counts the bindings of a file in the order of the text.
  std::uint32_t order = 0;
  // The binding of the same name before this one.
  Binding* previous = nullptr;
  SourceRange range;
};

// `return value` of a function, or a `raise`.
struct ReturnPlace {
  const ast::Expr* value = nullptr;
  const Guard* guard = nullptr;
  std::uint32_t order = 0;
  bool raises = false;
};

enum class ScopeKind : std::uint8_t { Module, Function, Class };

struct Scope {
  ScopeKind kind = ScopeKind::Module;
  const Scope* parent = nullptr;
  const FileIndexImpl* file = nullptr;
  // Dotted, empty for the module.
  std::string name;
  std::unordered_map<std::string_view, Binding> bindings;
  // `from x import *`.
  std::vector<ImportRef> star_imports;
  // Of a function, in the order of the text.
  std::vector<ReturnPlace> returns;
  // Of a class.
  const ast::ClassDef* class_def = nullptr;
  // Of a function: its FunctionDef or Lambda.
  const ast::Node* node = nullptr;
  // Of a copy: the call of the function that it stands for; see host_names.h.
  std::int64_t frame = -1;
  // Lambdas of a scope that is a copy; see Evaluator::Call.
  std::unordered_map<const ast::Lambda*, const FunctionInfo*> lambda_copies;
  // Declared global or nonlocal: bound in a scope around.
  std::unordered_set<std::string_view> outer_names;
  // Of these, the ones declared global.
  std::unordered_set<std::string_view> global_names;
};

class FileIndexImpl;

struct FunctionInfo {
  // The file that defines it.
  const FileIndexImpl* file = nullptr;
  const ast::FunctionDef* def = nullptr;
  // A lambda bound to a name has no FunctionDef.
  const ast::Lambda* lambda = nullptr;
  std::string name;
  // Where it is defined, and what it defines.
  const Scope* outer = nullptr;
  const Scope* scope = nullptr;
  SourceRange range;
  SourceRange name_range;
  // See Binding::order.
  std::uint32_t order = 0;
  bool is_kernel = false;
  DecoratorOptions options;
  // What is wrong with the decorators; reported where the function is compiled.
  std::vector<diag::Diagnostic> decorator_errors;
  // A copy whose decorators have not been read; see Evaluator::CallFunction.
  bool decorators_pending = false;

  // A method: its first parameter is no argument of a launch.
  bool has_self() const {
    if (def == nullptr || outer == nullptr || outer->kind != ScopeKind::Class) {
      return false;
    }
    const ast::NodeList<ast::Arg> first =
        def->args->posonlyargs.empty() ? def->args->args : def->args->posonlyargs;
    return !first.empty() && (first.front()->arg == "self" || first.front()->arg == "cls");
  }
  const ast::Arguments& arguments() const { return def != nullptr ? *def->args : *lambda->args; }
};

// Owns what an index, or a call while compiling, makes.
struct CodeArena {
  std::deque<Scope> scopes;
  std::deque<FunctionInfo> functions;
  // Bindings that a later one of the same name has replaced.
  std::deque<Binding> bindings;
  std::deque<Guard> guards;
};

class FileIndexImpl {
 public:
  FileIndexImpl(const SourceManager& sources, const ast::Module& module,
                const IndexOptions& options)
      : sources_(&sources), module_(&module), options_(options) {}

  const SourceManager& sources() const { return *sources_; }
  const ast::Module& module() const { return *module_; }
  // The file's path as diagnostics print it.
  const std::string& path() const { return sources_->file(module_->file()).path(); }
  // Finds the modules that the file imports; null where there is nothing to look in.
  ModuleResolver* resolver() const { return options_.resolver; }
  // Python's `__name__`.
  const std::string& module_name() const { return options_.module_name; }
  const Scope& module_scope() const { return arena_.scopes.front(); }
  // That of the module first.
  const std::deque<Scope>& scopes() const { return arena_.scopes; }
  const std::vector<FunctionEntry>& entries() const { return entries_; }
  // The function behind entry number `index`.
  const FunctionInfo& entry_function(std::size_t index) const { return *entry_functions_[index]; }
  // How literals are typed where the options say Auto.
  LiteralMode default_literals() const { return default_literals_; }
  // What the file, run as a program, leaves for a kernel when that is launched first, or, for null, at its end; see
  // host_names.h. Made once for each kernel; thread-safe. Null where there is nobody to ask for files.
  std::shared_ptr<const HostRun> RunFor(const FunctionInfo* kernel) const;
  // Whether names that its text binds once keep their values whatever runs; see plain_names.cpp.
  bool is_plain() const;
  // No file of the program is imported.
  bool imports_libraries_alone() const;
  // The scope that a FunctionDef, Lambda or ClassDef of the file makes; null for other nodes.
  const Scope* scope_of(const ast::Node* node) const {
    const auto found = scopes_.find(node);
    return found == scopes_.end() ? nullptr : found->second;
  }
  // A file of stdlib/: its functions have native rules whatever the options say, and their code has no place of its own.
  bool is_library() const { return is_library_; }
  void set_is_library() { is_library_ = true; }
  // The function that stands for a lambda outside functions' bodies, or null.
  const FunctionInfo* lambda_function(const ast::Lambda* lambda) const {
    const auto found = lambdas_.find(lambda);
    return found == lambdas_.end() ? nullptr : found->second;
  }
  // Counts like Binding::order: what a statement of the file binds comes before this.
  std::uint32_t statement_order(const ast::Stmt* stmt) const { return statement_orders_.at(stmt); }
  // The first place that may define names which the text does not say, by `exec` or `globals()`; none where there is none.
  SourceRange hidden_definition() const;
  // Whether a class of the file has a method of this name.
  bool has_method(std::string_view name) const { return methods_.contains(name); }
  // Whether a function of this name launches kernels.
  bool launches(std::string_view name) const { return launchers_.contains(name); }
  // What a function of the file imports for a name that it declares global; null where none does.
  const ImportRef* global_import(std::string_view name) const {
    const auto found = global_imports_.find(name);
    return found == global_imports_.end() ? nullptr : &found->second;
  }
  // Whether a function of this name has a decorator that makes kernels and the like.
  bool names_kernel(std::string_view name) const { return kernels_.contains(name); }
  const std::unordered_map<const ast::Lambda*, const FunctionInfo*>& lambdas() const {
    return lambdas_;
  }

 private:
  friend class EntryFinder;
  friend class Indexer;

  const SourceManager* sources_;
  const ast::Module* module_;
  IndexOptions options_;
  mutable std::once_flag plain_once_;
  mutable bool is_plain_ = false;
  mutable std::once_flag imports_once_;
  mutable bool imports_libraries_alone_ = false;
  mutable std::mutex runs_mutex_;
  mutable std::unordered_map<const ast::Node*, std::shared_ptr<const HostRun>> runs_;
  std::unordered_map<const ast::Node*, const Scope*> scopes_;
  CodeArena arena_;
  std::unordered_map<const ast::Lambda*, const FunctionInfo*> lambdas_;
  std::unordered_map<const ast::Stmt*, std::uint32_t> statement_orders_;
  std::unordered_set<std::string_view> methods_;
  std::unordered_set<std::string_view> launchers_;
  std::unordered_map<std::string_view, ImportRef> global_imports_;
  std::unordered_set<std::string_view> kernels_;
  std::vector<FunctionEntry> entries_;
  std::vector<const FunctionInfo*> entry_functions_;
  LiteralMode default_literals_ = LiteralMode::Numba;
  bool is_library_ = false;
};

// Adds the functions and kernels of a file whose names are indexed (index_entries.cpp).
void IndexFunctions(FileIndexImpl& index);

// Indexes a file of stdlib/.
std::shared_ptr<const FileIndexImpl> IndexLibrary(const SourceManager& sources,
                                                  const ast::Module& module);

// The binding that `name` has in `scope` or around it (class scopes are seen from themselves alone), with the scope
// that holds it; null when there is none. Star imports are the caller's.
const Binding* FindBinding(const Scope* scope, std::string_view name, const Scope** owner);

// const_given.cpp: whether a name seen from `scope` is none of a kernel's own: one of a file, of a
// function of the host around kernels, or of nothing yet. Such names the host may give a constant
// for.
bool IsOuterName(std::string_view name, const Scope* scope);

}  // namespace kernelc::sema
