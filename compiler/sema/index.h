// What IndexFile finds in a file: scopes, bindings and functions. Private to sema.
#pragma once

#include <deque>
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

enum class BindingKind : std::uint8_t {
  // `import x.y as z`, `from x import y`: `path` is canonical.
  Import,
  // `name = value`; with `unpack`, an element of the value.
  Assign,
  Function,
  Class,
  // A parameter of an enclosing function.
  Parameter,
  // Bound by something whose value is not followed: a loop, `with`, `global`.
  Opaque,
};

struct Binding {
  BindingKind kind = BindingKind::Opaque;
  std::string path;
  const ast::Expr* value = nullptr;
  // Indices into nested tuples, outermost first.
  std::vector<std::uint32_t> unpack;
  const FunctionInfo* function = nullptr;
  // The class's scope.
  const Scope* class_scope = nullptr;
  // Bound under a condition or in a loop.
  bool conditional = false;
  // Assigned in several places of which some are conditional: its value is not followed.
  bool ambiguous = false;
  SourceRange range;
};

enum class ScopeKind : std::uint8_t { Module, Function, Class };

struct Scope {
  ScopeKind kind = ScopeKind::Module;
  const Scope* parent = nullptr;
  // Dotted, empty for the module.
  std::string name;
  std::unordered_map<std::string_view, Binding> bindings;
  // `from x import *`: canonical paths.
  std::vector<std::string> star_imports;
  // Declared global or nonlocal: bound in a scope around.
  std::unordered_set<std::string_view> outer_names;
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
  bool is_kernel = false;
  DecoratorOptions options;

  const ast::Arguments& arguments() const { return def != nullptr ? *def->args : *lambda->args; }
};

class FileIndexImpl {
 public:
  FileIndexImpl(const SourceManager& sources, const ast::Module& module)
      : sources_(&sources), module_(&module) {}

  const SourceManager& sources() const { return *sources_; }
  const ast::Module& module() const { return *module_; }
  const Scope& module_scope() const { return scopes_.front(); }
  const std::vector<FunctionEntry>& entries() const { return entries_; }
  // The function behind entry number `index`.
  const FunctionInfo& entry_function(std::size_t index) const { return *entry_functions_[index]; }
  // How literals are typed where the options say Auto.
  LiteralMode default_literals() const { return default_literals_; }
  // A file of stdlib/: its functions have native rules whatever the options say, and their code has no place of its own.
  bool is_library() const { return is_library_; }
  void set_is_library() { is_library_ = true; }
  // The function that stands for a lambda outside functions' bodies, or null.
  const FunctionInfo* lambda_function(const ast::Lambda* lambda) const {
    const auto found = lambdas_.find(lambda);
    return found == lambdas_.end() ? nullptr : found->second;
  }

 private:
  friend class Indexer;

  const SourceManager* sources_;
  const ast::Module* module_;
  std::deque<Scope> scopes_;
  std::deque<FunctionInfo> functions_;
  std::unordered_map<const ast::Lambda*, const FunctionInfo*> lambdas_;
  std::vector<FunctionEntry> entries_;
  std::vector<const FunctionInfo*> entry_functions_;
  LiteralMode default_literals_ = LiteralMode::Numba;
  bool is_library_ = false;
};

// Indexes a file of stdlib/.
std::shared_ptr<const FileIndexImpl> IndexLibrary(const SourceManager& sources,
                                                  const ast::Module& module,
                                                  diag::Emitter& emitter);

// The binding that `name` has in `scope` or around it (class scopes are seen from themselves alone), with the scope
// that holds it; null when there is none. Star imports are the caller's.
const Binding* FindBinding(const Scope* scope, std::string_view name, const Scope** owner);

}  // namespace kernelc::sema
