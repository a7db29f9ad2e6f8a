// Variables of the host that may refer to the same thing, as far as the text of a file tells.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "compiler/ast/ast.h"
#include "compiler/sema/index.h"

namespace kernelc::sema {

// The scope that each FunctionDef, Lambda and ClassDef of a file has.
using ScopesByNode = std::unordered_map<const ast::Node*, Scope*>;

// Each variable is a node; those that may share what they refer to, or parts of it, are joined (union-find).
class HostVariables {
 public:
  using Nodes = std::vector<std::size_t>;

  // Functions of `arena` that are methods are found by their names alone.
  HostVariables(const ScopesByNode& scopes, const CodeArena& arena);

  // The scope that a definition has; `around` where it has none of its own, as lambdas in decorators.
  template <typename S>
  S* ScopeOf(const ast::Node* node, S* around) const {
    const auto found = scopes_->find(node);
    return found == scopes_->end() ? around : found->second;
  }
  // The node of a variable of `scope`; "return" is what a function gives.
  std::size_t Node(const Scope* scope, std::string_view name);
  // Null where nobody asked for the node before.
  const std::size_t* FindNode(const Scope* scope, std::string_view name) const {
    const auto found = nodes_.find({scope, name});
    return found == nodes_.end() ? nullptr : &found->second;
  }
  const Scope* owner(std::size_t node) const { return owners_[node]; }
  // One node for all that are joined.
  std::size_t Root(std::size_t node);
  void Join(std::size_t left, const Nodes& others);

  // The node of what `name` is bound to, seen from `scope`; none where nothing binds it.
  Nodes VariableOf(std::string_view name, const Scope* scope);
  // The variables whose things, or parts of them, may be what `expr` gives.
  Nodes RootsOf(const ast::Expr* expr, const Scope* scope);
  void AddRoots(const ast::Expr* expr, const Scope* scope, Nodes* roots);
  // The same of what a loop or `with` takes from `expr`.
  Nodes RootsOfTaken(const ast::Expr* expr, const Scope* scope);
  // The functions of the file that a call of `callee` may run, by its name.
  std::vector<const FunctionInfo*> Callees(const ast::Expr* callee, const Scope* scope);
  // A call of what a variable refers to, or an element of it.
  static bool IsVariableCall(const ast::Expr* callee, const Scope* scope);
  // Names that a comprehension binds for itself, and what they may refer to: seen until they are dropped.
  std::size_t hidden_count() const { return hidden_.size(); }
  void Hide(const ast::Expr* target, const Nodes& roots);
  void DropHidden(std::size_t count) { hidden_.resize(count); }
  // Joins the parameters of `function` with what a call gives them.
  void PassArguments(const FunctionInfo& function, const ast::Call& call, const Scope* scope);
  // The same for functions that a call is given, which may be called with all else that it is given: `map(f, a)`,
  // `partial(f, a)`, `Thread(target=f, args=(a,))`.
  void PassToHandedOn(const ast::Call& call, const Scope* scope);

 private:
  void AddResults(std::string_view method, Nodes* roots);
  void AddSpecialResults(const ast::Expr* expr, Nodes* roots);
  void AddNodeRoots(const ast::Node* node, const Scope* scope, Nodes* roots);
  void AddCallRoots(const ast::Call& call, const Scope* scope, Nodes* roots);
  void JoinAll(const ast::Arguments& parameters, const Scope* inside, const Nodes& roots);

  const ScopesByNode* scopes_;
  struct VariableHash {
    std::size_t operator()(const std::pair<const Scope*, std::string_view>& variable) const {
      return std::hash<const Scope*>()(variable.first) * 31 +
             std::hash<std::string_view>()(variable.second);
    }
  };
  std::unordered_map<std::pair<const Scope*, std::string_view>, std::size_t, VariableHash> nodes_;
  std::vector<std::size_t> parents_;
  // The scope of each variable.
  std::vector<const Scope*> owners_;
  std::vector<std::pair<std::string_view, Nodes>> hidden_;
  std::map<std::string_view, std::vector<const FunctionInfo*>> methods_;
  // The classes that bind an attribute.
  std::map<std::string_view, std::vector<const Scope*>> members_;
};

// The name of a variable of the file that `globals()["name"]` and `globals().get("name")` give; empty for others.
std::string_view NameThroughGlobals(const ast::Expr* expr);

// A module, or what a library has in one: `np`, `np.random`.
bool IsImported(const ast::Expr* expr, const Scope* scope);

// The names in a text that is evaluated: `eval("a")`.
std::vector<std::string_view> NamesIn(std::string_view text);

// The last part of what a call calls: `c` of `a.b.c`; empty where it has no name.
std::string_view LastPart(const ast::Expr* callee);

}  // namespace kernelc::sema
