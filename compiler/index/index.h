// What the text of a file says of its names: scopes, bindings, imports, functions, classes and their
// decorators. Depends on the syntax tree alone; what the names stand for is asked of constants.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "compiler/ast/ast.h"
#include "compiler/base/source.h"
#include "compiler/diag/diagnostic.h"
#include "compiler/index/decorator_options.h"

namespace kernelc::index {

class File;
struct FunctionInfo;
struct Scope;

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

// Under which condition a statement runs.
struct Condition {
  // In a branch, a loop or a `try`: maybe not, or several times.
  bool is_open = false;
  // What the innermost of these tests, where it is an `if`.
  const ast::Expr* test = nullptr;
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
  // In a copy of a scope: `bound`.
  Value,
  // Bound by something whose value is not followed: a loop, `with`, `global`.
  Opaque,
};

// What a name has in one call of its function; known to whoever binds it.
struct BoundValue {
  virtual ~BoundValue() = default;
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
  std::shared_ptr<const BoundValue> bound;
  Condition condition;
  // Counts the bindings of a file in the order of the text.
  std::uint32_t order = 0;
  // The binding of the same name before this one.
  Binding* previous = nullptr;
  SourceRange range;
};

enum class ScopeKind : std::uint8_t { Module, Function, Class };

struct Scope {
  ScopeKind kind = ScopeKind::Module;
  const Scope* parent = nullptr;
  const File* file = nullptr;
  // Dotted, empty for the module.
  std::string name;
  std::unordered_map<std::string_view, Binding> bindings;
  // `from x import *`.
  std::vector<ImportRef> star_imports;
  // A function that returns a value somewhere.
  bool returns_value = false;
  // Of a class.
  const ast::ClassDef* class_def = nullptr;
  // Of a function: its FunctionDef or Lambda.
  const ast::Node* node = nullptr;
  // Of a copy: the call of the function that it stands for, by the number that the run of the program gave it.
  std::int64_t frame = -1;
  // Lambdas of a scope that is a copy.
  std::unordered_map<const ast::Lambda*, const FunctionInfo*> lambda_copies;
  // Declared global or nonlocal: bound in a scope around.
  std::unordered_set<std::string_view> outer_names;
  // Of these, the ones declared global.
  std::unordered_set<std::string_view> global_names;
};

struct FunctionInfo {
  // The file that defines it.
  const File* file = nullptr;
  const ast::FunctionDef* def = nullptr;
  // A lambda bound to a name has no FunctionDef.
  const ast::Lambda* lambda = nullptr;
  std::string name;
  // Where it is defined, and what it defines.
  const Scope* outer = nullptr;
  const Scope* scope = nullptr;
  SourceRange range;
  SourceRange name_range;

  // What its decorators say, once somebody who knows their values has read them.
  bool is_kernel = false;
  DecoratorOptions options;
  // What is wrong with the decorators; reported where the function is compiled.
  std::vector<diag::Diagnostic> decorator_errors;
  // A copy whose decorators have not been read.
  bool decorators_pending = false;
  // A copy for what a decorator made of it in another place than its definition: the function there.
  const FunctionInfo* undecorated = nullptr;
  // Of several kernels that the program makes of it, which, in the order in which it makes them; -1: any of them.
  int number = -1;

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
  // Its FunctionDef or Lambda.
  const ast::Node* node() const {
    return def != nullptr ? static_cast<const ast::Node*>(def) : lambda;
  }
  // Whether it is compiled for a device: a kernel, or what kernels call by its decorator.
  bool is_for_devices() const { return is_kernel || options.device; }
};

// Owns what an index, or a copy of a part of it, consists of.
struct CodeArena {
  std::deque<Scope> scopes;
  std::deque<FunctionInfo> functions;
  // Bindings that a later one of the same name has replaced.
  std::deque<Binding> bindings;
};

// The names of one file. Refers to `sources` and `module`, which must outlive it. Thread-safe while nobody uses
// mutable_arena().
class File {
 public:
  // `module_name` is Python's `__name__` in the file. `is_library`: a file of stdlib/, whose functions have native rules
  // whatever the options say, and whose code has no place of its own.
  File(const SourceManager& sources, const ast::Module& module, std::string module_name, bool is_library = false);
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  const SourceManager& sources() const { return *sources_; }
  const ast::Module& module() const { return *module_; }
  // The file's path as diagnostics print it.
  const std::string& path() const { return sources_->file(module_->file()).path(); }
  const std::string& module_name() const { return module_name_; }
  bool is_library() const { return is_library_; }
  // Whether it imports something of kernelc.
  bool imports_kernelc() const { return imports_kernelc_; }
  const Scope& module_scope() const { return arena_.scopes.front(); }
  // That of the module first.
  const std::deque<Scope>& scopes() const { return arena_.scopes; }
  // The scope that a FunctionDef, Lambda or ClassDef of the file makes; null for other nodes.
  const Scope* scope_of(const ast::Node* node) const {
    const auto found = scopes_.find(node);
    return found == scopes_.end() ? nullptr : found->second;
  }
  // The function that stands for a lambda outside functions' bodies, or null.
  const FunctionInfo* lambda_function(const ast::Lambda* lambda) const {
    const auto found = lambdas_.find(lambda);
    return found == lambdas_.end() ? nullptr : found->second;
  }
  const std::unordered_map<const ast::Lambda*, const FunctionInfo*>& lambdas() const { return lambdas_; }
  // Whether a function of this name launches kernels.
  bool launches(std::string_view name) const { return launchers_.contains(name); }
  // Whether a function of this name has a decorator that makes kernels and the like, by its spelling.
  bool names_kernel(std::string_view name) const { return kernels_.contains(name); }

  // For whoever reads decorators, and adds what calls of the program make.
  CodeArena& mutable_arena() { return arena_; }

 private:
  friend class Indexer;

  const SourceManager* sources_;
  const ast::Module* module_;
  std::string module_name_;
  bool is_library_;
  bool imports_kernelc_ = false;
  CodeArena arena_;
  std::unordered_map<const ast::Node*, const Scope*> scopes_;
  std::unordered_map<const ast::Lambda*, const FunctionInfo*> lambdas_;
  std::unordered_set<std::string_view> launchers_;
  std::unordered_set<std::string_view> kernels_;
};

// Which place binds a name.

// The binding that `name` has in `scope` or around it (class scopes are seen from themselves alone), with the scope
// that holds it; null when there is none. Star imports are the caller's.
const Binding* FindBinding(const Scope* scope, std::string_view name, const Scope** owner);

// Whether a name seen from `scope` is none of a kernel's own: one of a file, of a function of the host around kernels, or of
// nothing yet.
bool IsOuterName(std::string_view name, const Scope* scope);

// Calls `visit(binding)` for every binding of the file, in no order.
template <typename Visit>
void ForEachBinding(const File& file, const Visit& visit) {
  for (const Scope& scope : file.scopes()) {
    for (const auto& [name, last] : scope.bindings) {
      for (const Binding* each = &last; each != nullptr; each = each->previous) {
        visit(*each);
      }
    }
  }
}

// The line of the last statement that gives a variable of the file a value; null for other names.
std::optional<std::uint32_t> LineOfVariable(const File& file, std::string_view name);

// What may define or change names beside the statements that bind them.

// The first place of the file that may define names which the text does not say, by `exec` or `globals()`; none where there is
// none.
SourceRange HiddenDefinition(const ast::Module& module);

// Whether the text has something with which names can get values that it does not give them: `globals()`, `setattr`,
// attributes that are assigned, star imports.
bool MayRebindNames(const ast::Module& module);

// Whether a kernel or device function of the file may write to the array that `name` stands for in `owner`, also by handing
// it on.
bool ChangesOnDevice(std::string_view name, const Scope& owner);

// What the text says about kernels.

// Whether `kernel[grid, block](...)` stands in `node`.
bool HasLaunch(const ast::Node* node);

// The last parts of what the file launches: `k[grid, block]`, `k.forall(n)`.
std::set<std::string_view> LaunchedNames(const ast::Module& module);

// A variable of the file and what a statement makes of it.
struct Assignment {
  const ast::Name* name;
  const ast::Expr* value;
  // Runs again, or gives the name a part of the value: the last value counts.
  bool is_indirect;
  // Of the part, where it is one of the value's elements.
  std::optional<std::size_t> place = {};
};

// The assignments of names that run when the file is imported, as far as nobody knows otherwise.
std::vector<Assignment> FileAssignments(const ast::Module& module);

// Whether the text has kernels that are made by calls, made in functions, or handed on: else no variable of the file is another
// name for one, unless it is imported.
bool MakesKernels(const File& file);

// Functions that Numba calls on the host for whole arrays: @vectorize, @guvectorize and cuda.reduce.

// What the decorator at a canonical path makes of its function; Kernel for all others.
LaunchForm LaunchFormOf(std::string_view path);

// The names of a function's parameters, but for the one that has its object.
std::vector<std::string> OwnParams(const FunctionInfo& function);

// The names of what a launch of the function passes, and how many of the last of them may be left out.
std::vector<std::string> LaunchParams(const FunctionInfo& function);
std::size_t OptionalLaunchParams(const FunctionInfo& function);

// A layout "(m,n),(n,p)->(m,p)": the names of each parameter's own dimensions, results last.
struct Layout {
  std::vector<std::vector<std::string>> parts;
  std::size_t results = 0;
};

// Null where it is none.
std::optional<Layout> ReadLayout(std::string_view text);

// What statements mention.

using Names = std::set<std::string_view>;

// Adds all names that stand in `node`.
void CollectNames(const ast::Node* node, Names* names);

// The generators of a comprehension; none of other nodes.
ast::NodeList<ast::Comprehension> GeneratorsOf(const ast::Node* node);

// A function or a class.
bool IsDefinition(const ast::Node* node);

// What statements of a file mention, with what the functions and classes mention that they may use.
class Mentions {
 public:
  explicit Mentions(ast::NodeList<ast::Stmt> body);

  struct Found {
    // Names and attributes.
    Names names;
    // Declared global or nonlocal by functions among them.
    Names outer;
  };
  const Found& Of(const ast::Node* node);
  // Functions and classes of a name, wherever they stand.
  const std::vector<const ast::Node*>& DefinitionsOf(std::string_view name) const;

 private:
  void Close(Found* found);
  void AddDefinitions(const ast::Node* node);

  std::unordered_map<std::string_view, std::vector<const ast::Node*>> definitions_;
  std::unordered_map<const ast::Node*, Found> found_;
};

// Canonical paths of the outside world: what `from numba import cuda`, `import numpy as np` and the like bind.
//
//   cuda.x     numba.cuda's x, and kernelc's
//   numba.x    numba's x        math.x  cmath.x  np.x   those modules'
//   x          a builtin of Python
//   .x.y       a module that kernels know nothing of

// The canonical path of module `dotted` ("numba.cuda" -> "cuda").
std::string CanonicalModule(std::string_view dotted);

// The canonical path of attribute `name` of the thing at `path`.
std::string CanonicalMember(std::string_view path, std::string_view name);

// Whether the path lies in a module whose members kernels can use.
bool IsKnownPath(std::string_view path);

// Whether the path is that of a module, or of a namespace inside one ("cuda.atomic").
bool IsModulePath(std::string_view path);

// cuda.threadIdx and the like.
bool IsThreadPlace(std::string_view path);

// Whether `path` is that of a decorator that makes kernels or device functions.
bool IsDecoratorPath(std::string_view path);

// All of each of these, for suggestions.
std::span<const std::string_view> NamespacePaths();
std::span<const std::string_view> ThreadPlaces();
std::span<const std::string_view> DecoratorPaths();

}  // namespace kernelc::index
