// Names and scopes in the syntax tree of a function, and nothing about values: local names, what
// inner functions read, the versions of variables, loops written out.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "compiler/ast/ast.h"
#include "compiler/ast/walk.h"
#include "compiler/base/id.h"

namespace kernelc {
KC_DECLARE_ID(VersionId);
KC_DECLARE_ID(JoinId);
}  // namespace kernelc

namespace kernelc::scopes {

// Which names a function's body binds.

struct LocalNames {
  std::vector<std::string_view> names;
  std::unordered_map<std::string_view, std::uint32_t> index;
  // How many places bind each name.
  std::vector<std::uint32_t> bindings;
};

// Functions, lambdas, classes and comprehensions bind their names for themselves.
bool HasOwnScope(const ast::Node* node);
// Making the class cannot raise: it has methods and constants.
bool IsPlainClass(const ast::ClassDef& cls);

// Calls `visit(expr)` for what `node`, which has a scope of its own, computes in the scope around
// it: defaults, annotations, decorators, bases. Of comprehensions, all: a `:=` inside binds around
// them.
template <typename Visit>
void ForEachOuterPart(const ast::Node* node, const Visit& visit) {
  const auto* lambda = ast::As<ast::Lambda>(node);
  ast::ForEachChild(node, [&](const ast::Node* child) {
    if (ast::node_class(child->kind) != ast::NodeClass::Stmt &&
        (lambda == nullptr || child != lambda->body)) {
      visit(child);
    }
  });
}

// Calls `add(name)` for every name that a `:=` in `node` binds in the scope around it.
template <typename Add>
void ForEachWalrusName(const ast::Node* node, const Add& add) {
  const auto* named = ast::As<ast::NamedExpr>(node);
  const auto* name = named == nullptr ? nullptr : ast::As<ast::Name>(named->target);
  if (name != nullptr) {
    add(name->id);
  }
  const auto visit = [&](const ast::Node* child) { ForEachWalrusName(child, add); };
  if (HasOwnScope(node)) {
    ForEachOuterPart(node, visit);
  } else {
    ast::ForEachChild(node, visit);
  }
}

// Calls `add(name)` for every name that `node` binds in the scope around it by assignment, loop or
// walrus.
template <typename Add>
void ForEachBoundName(const ast::Node* node, const Add& add) {
  if (const auto* name = ast::As<ast::Name>(node)) {
    if (name->ctx == ast::ExprContext::Store) {
      add(name->id);
    }
  } else if (const auto* def = ast::As<ast::FunctionDef>(node)) {
    add(def->name);
    ForEachWalrusName(node, add);
  } else if (const auto* pattern = ast::As<ast::MatchAs>(node); pattern != nullptr) {
    if (!pattern->name.empty()) {
      add(pattern->name);
    }
    ast::ForEachChild(node, [&](const ast::Node* child) { ForEachBoundName(child, add); });
  } else if (const auto* star = ast::As<ast::MatchStar>(node); star != nullptr) {
    if (!star->name.empty()) {
      add(star->name);
    }
  } else if (const auto* mapping = ast::As<ast::MatchMapping>(node); mapping != nullptr) {
    if (!mapping->rest.empty()) {
      add(mapping->rest);
    }
    ast::ForEachChild(node, [&](const ast::Node* child) { ForEachBoundName(child, add); });
  } else if (HasOwnScope(node)) {
    ForEachWalrusName(node, add);
  } else {
    ast::ForEachChild(node, [&](const ast::Node* child) { ForEachBoundName(child, add); });
  }
}

// Calls `add(name)` for every name that imports in `node` bind, those of star imports left out.
template <typename Add>
void ForEachImportedName(const ast::Node* node, const Add& add) {
  if (const auto* alias = ast::As<ast::Alias>(node)) {
    const std::string_view name =
        alias->asname.empty() ? alias->name.substr(0, alias->name.find('.')) : alias->asname;
    if (name != "*") {
      add(name);
    }
  } else if (ast::node_class(node->kind) != ast::NodeClass::Expr && !HasOwnScope(node)) {
    ast::ForEachChild(node, [&](const ast::Node* child) { ForEachImportedName(child, add); });
  }
}

// Adds the names that a FunctionDef or Lambda reads from around it, with those of the functions
// inside it.
void CollectFreeNames(const ast::Node* function, std::set<std::string_view>* names);

// The parameters first, then the names that the body binds, without those declared global or
// nonlocal.
LocalNames CollectLocals(const ast::Arguments& arguments, ast::NodeList<ast::Stmt> body,
                         const ast::Expr* expression);

// Which local names of a function may hold functions that are defined in it, and what those read.

// By local name: the variables around that a call of what the name holds may read.
using ClosureNames = std::map<std::string_view, std::set<std::string_view>>;

ClosureNames FindClosures(const LocalNames& locals, ast::NodeList<ast::Stmt> body,
                          const ast::Expr* expression);

// Adds what the functions that `expr` names or defines may read. What calls in it give is no
// function.
void AddClosureNames(const ast::Node* expr, const ClosureNames& closures,
                     std::set<std::string_view>* names);

// Names in pieces of text, without what they stand for.

// The last part of what a call calls: `c` of `a.b.c`; empty where it has no name.
std::string_view LastPart(const ast::Expr* callee);
// The name that `a.b[0].c` begins with; null where it begins with none.
const ast::Name* FirstName(const ast::Expr* expr);
// Calls `visit` for every name that stands in `node`.
void ForEachName(const ast::Node* node, const std::function<void(const ast::Name&)>& visit);
// Whether a decorator is one of those that make kernels, device functions and the like, by its
// spelling.
bool IsKernelDecoratorText(const ast::Expr* decorator);

// Statements that do nothing but name literals.

// `name = 3`, `name = (1, "text")`: gives one name a number, a text or a display of these, and does
// nothing else. What looks for launches, kernels or changes finds nothing in it but the name.
bool BindsLiteral(const ast::Stmt* stmt);

// Versions of local variables: SSA renaming over the structured tree.
//
// Every assignment makes a new version of its variable. Where control flow joins (after `if`, at
// the head and the exit of a loop), a variable whose version depends on the way gets a phi version.
// Branches whose condition is known are pruned first, and phis that nobody reads are dead. Types
// come later: a version has one type, which is why a variable may change its type in a function.

enum class VersionKind : std::uint8_t { Parameter, Assigned, Phi };

struct Version {
  VersionKind kind = VersionKind::Assigned;
  std::uint32_t variable = 0;
  // The assignment; none for a phi.
  SourceRange range;
  // Phi: the version on each edge of its join; none where the variable is undefined.
  std::vector<VersionId> operands;
  // Phi: some use depends on it.
  bool live = false;
  // Its value must be in a slot: it is a live phi, an operand of one, or is used outside the region
  // that assigns it.
  bool slotted = false;
  std::uint32_t region = 0;
};

// A place where control flow meets.
struct Join {
  std::vector<VersionId> phis;
};

// One way into a join: operand number `index` of its phis.
struct Edge {
  JoinId join;
  std::uint32_t index = 0;
};

// What a Name node that is read refers to.
struct Use {
  // None: the variable is undefined on every path.
  VersionId version;
  // The assignment stands in a region around the use, so that its value can be used directly.
  bool visible = false;
};

// What renaming found about a node that steers control flow.
//   If, IfExp                      edges: end of body, end of else
//   an operand of BoolOp or a      edges: the operand is evaluated, it is skipped
//   later comparison of a chain
//   For, While                     edges: entry and back edge to the header, normal exit
//   Break, Continue                edges: the jump
struct Flow {
  // The condition is known: only that branch is compiled.
  std::optional<bool> constant;
  // The condition is known from an earlier walk; it is evaluated all the same.
  bool learned = false;
  std::array<Edge, 3> edges;
  // For, While.
  bool has_break = false;
  JoinId exit;
};

struct Renaming {
  std::vector<std::string_view> variables;
  std::vector<Version> versions;
  std::vector<Join> joins;
  std::unordered_map<NodeId, Use> uses;
  // By the Name node (or ast::Arg) that is assigned.
  std::unordered_map<NodeId, VersionId> definitions;
  std::unordered_map<NodeId, Flow> flows;
  // Variables of functions around this one.
  std::vector<VersionId> captures;
  // By Call node that may call a function defined here: the variables that such functions read.
  std::unordered_map<NodeId, std::map<std::string_view, Use>> closure_uses;

  const Version& version(VersionId id) const { return versions[id.index]; }
};

// What a static condition may ask about a local name.
struct LocalFacts {
  bool is_local = false;
  // Its parameter while it has not been reassigned, else null.
  const ast::Arg* parameter = nullptr;
  // `n = a.ndim`, `n = len(args)`, `DEBUG = False`: what was assigned, else null. Its names must be
  // asked for as parameters alone.
  const ast::Expr* value = nullptr;
};
using ParameterLookup = std::function<LocalFacts(const ast::Name&)>;
// A condition that is known before typing, or was found by an earlier walk; then it is evaluated
// all the same.
struct Decision {
  bool truth = false;
  bool learned = false;
};
using StaticCondition =
    std::function<std::optional<Decision>(const ast::Expr*, const ParameterLookup&)>;

// Renames a function that reads `captures` from around it. Exactly one of `body` and `expression`
// (a lambda's) is given.
Renaming Rename(const ast::Arguments& arguments, ast::NodeList<ast::Stmt> body,
                const ast::Expr* expression, const StaticCondition& condition,
                const std::vector<std::string_view>& captures = {});

// Loops written out: a loop over values of several types becomes one copy of its body for each of
// them, in the syntax tree, before its variables are renamed. Every copy has nodes, versions and
// types of its own.

// Nodes that all copies in one function may have together.
inline constexpr std::size_t kMaxUnrolledNodes = 60'000;
// What a loop in such a body counts for: LLVM takes time for each loop with each other loop around
// it or near it.
inline constexpr std::size_t kLoopNodes = 100;
// Iterations of one loop that is written out.
inline constexpr std::int64_t kMaxUnrolledIterations = 512;

// What a loop that is written out runs over.
struct UnrollSource {
  enum class Kind : std::uint8_t {
    // A tuple: its expression is evaluated once.
    Tuple,
    // Numbers first, first + step, ...
    Range,
    // enumerate(parts[0], first).
    Enumerate,
    // zip(parts...).
    Zip,
    // reversed(parts[0]).
    Reversed,
  };
  Kind kind = Kind::Tuple;
  std::int64_t count = 0;
  std::int64_t first = 0;
  std::int64_t step = 1;
  // Tuple.
  const ast::Expr* expr = nullptr;
  std::vector<UnrollSource> parts;
};

// The loops of a function to write out, by their nodes.
using UnrollRequests = std::map<NodeId, UnrollSource>;

// The nodes of `node` and what is below it, loops as `kLoopNodes` each, without what has a scope of
// its own.
std::size_t CountNodes(const ast::Node* node);

// A function's body with loops written out. Owns the nodes that it makes.
class UnrolledBody {
 public:
  // `first_node`: above the ids of all nodes of the file.
  UnrolledBody(FileId file, std::uint32_t first_node) : nodes_(file, first_node) {}

  // `body` with the loops of `requests` written out. Everything else keeps its nodes.
  ast::NodeList<ast::Stmt> Apply(ast::NodeList<ast::Stmt> body, const UnrollRequests& requests);

  // The node of the file that a function or lambda is a copy of; itself where it is none.
  const ast::Node* Original(const ast::Node* node) const;

  std::size_t copied_nodes() const { return copied_nodes_; }

 private:
  friend class Unroller;

  ast::Module nodes_;
  std::unordered_map<const ast::Node*, const ast::Node*> originals_;
  std::size_t copied_nodes_ = 0;
  unsigned names_ = 0;
};

// What walks over a function have learned about its code.
struct LearnedCode {
  // A condition that types decide.
  struct Condition {
    bool truth = false;
    unsigned changes = 0;
  };
  // By expression; and those whose truth changes too often.
  std::unordered_map<NodeId, Condition> conditions;
  std::unordered_set<NodeId> undecided;
  // The body with loops written out; null where there are none.
  std::unique_ptr<UnrolledBody> unrolled;
  ast::NodeList<ast::Stmt> body;
  // This walk: it learned what changes the code, so that only what it learned counts.
  bool restart = false;
  UnrollRequests requests;
  std::size_t requested_nodes = 0;
  // The loop whose elements are looked for, where it could be written out.
  const ast::For* candidate = nullptr;
  // The iterations of a loop that is too long for that, or 0.
  std::int64_t refused = 0;
};

}  // namespace kernelc::scopes
