// Which names statements of the host mention and may change, and where the definitions of a file stand.
#pragma once

#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "compiler/ast/ast.h"
#include "compiler/sema/index.h"
#include "compiler/sema/object.h"

namespace kernelc::sema {

class FileIndexImpl;
struct Scope;

using Names = std::set<std::string_view>;

// All names that stand in `node`.
void CollectNames(const ast::Node* node, Names* names);

// The generators of a comprehension; none of other nodes.
ast::NodeList<ast::Comprehension> GeneratorsOf(const ast::Node* node);

// A function or a class.
bool IsDefinition(const ast::Node* node);

// Whether `kernel[grid, block](...)` stands in `node`.
bool HasLaunch(const ast::Node* node);

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

// Whether what an `if` that nobody can decide binds differs, libraries that are not known left out: then it is not known
// which one is meant.
bool AreAlternatives(const std::vector<const Binding*>& candidates, const std::vector<std::optional<Object>>& values);

}  // namespace kernelc::sema
