// Loops written out: a loop over values of several types becomes one copy of its body for each of them, in the syntax
// tree, before its variables are renamed. Every copy has nodes, versions and types of its own.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "compiler/ast/ast.h"

namespace kernelc::sema {

// Nodes that all copies in one function may have together.
inline constexpr std::size_t kMaxUnrolledNodes = 60'000;
// What a loop in such a body counts for: LLVM takes time for each loop with each other loop around it or near it.
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

// The nodes of `node` and what is below it, loops as `kLoopNodes` each, without what has a scope of its own.
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

}  // namespace kernelc::sema
