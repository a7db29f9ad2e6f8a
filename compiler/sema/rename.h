// Versions of local variables: SSA renaming over the structured tree.
//
// Every assignment makes a new version of its variable. Where control flow joins (after `if`, at the head and the exit of
// a loop), a variable whose version depends on the way gets a phi version. Branches whose condition is known are
// pruned first, and phis that nobody reads are dead. Types come later: a version has one type, which is why a variable
// may change its type in a function.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "compiler/ast/ast.h"
#include "compiler/base/id.h"

namespace kernelc {
KC_DECLARE_ID(VersionId);
KC_DECLARE_ID(JoinId);
}  // namespace kernelc

namespace kernelc::sema {

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
  // Its value must be in a slot: it is a live phi, an operand of one, or is used outside the region that assigns it.
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
  // `n = a.ndim`, `n = len(args)`, `DEBUG = False`: what was assigned, else null. Its names must be asked for as parameters alone.
  const ast::Expr* value = nullptr;
};
using ParameterLookup = std::function<LocalFacts(const ast::Name&)>;
// A condition that is known before typing, or was found by an earlier walk; then it is evaluated all the same.
struct Decision {
  bool truth = false;
  bool learned = false;
};
using StaticCondition =
    std::function<std::optional<Decision>(const ast::Expr*, const ParameterLookup&)>;

// Renames a function that reads `captures` from around it. Exactly one of `body` and `expression` (a lambda's) is given.
Renaming Rename(const ast::Arguments& arguments, ast::NodeList<ast::Stmt> body,
                const ast::Expr* expression, const StaticCondition& condition,
                const std::vector<std::string_view>& captures = {});

}  // namespace kernelc::sema
