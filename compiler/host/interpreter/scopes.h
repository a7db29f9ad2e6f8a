// The names of one scope: of a module, a class body, a function, a lambda or a comprehension.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "compiler/ast/ast.h"

namespace kernelc::host {

// The variable of a generator expression that holds what its first `for` goes through.
inline constexpr std::string_view kFirstIterable = ".0";

enum class ScopeKind : std::uint8_t { Module, Class, Function };

// A few names, each with its place among them.
class NameList {
 public:
  using Place = std::pair<std::string_view, std::uint32_t>;

  const Place* begin() const { return places_.data(); }
  const Place* end() const { return places_.data() + places_.size(); }
  std::size_t size() const { return places_.size(); }
  const Place* find(std::string_view name) const {
    return std::find_if(begin(), end(), [&](const Place& place) { return place.first == name; });
  }
  bool contains(std::string_view name) const { return find(name) != end(); }
  // Of a name that is there.
  std::uint32_t at(std::string_view name) const { return find(name)->second; }
  void Add(std::string_view name) {
    if (!contains(name)) {
      places_.emplace_back(name, static_cast<std::uint32_t>(places_.size()));
    }
  }

 private:
  std::vector<Place> places_;
};

struct Scope {
  ScopeKind kind = ScopeKind::Function;
  // Of functions: the place of each variable in the frame, parameters first.
  NameList slots = {};
  NameList globals = {};
  NameList nonlocals = {};
  bool is_generator = false;
  bool is_async = false;
};

// What makes a function: FunctionDef, AsyncFunctionDef or Lambda, which has no returns and
// decorators.
struct Definition {
  std::string_view name;
  const ast::Arguments* arguments = nullptr;
  const ast::Expr* returns = nullptr;
  ast::NodeList<ast::Expr> decorators;
};
Definition DefinitionOf(const ast::Node* node);

// The scope that `node` makes: FunctionDef, AsyncFunctionDef, Lambda, ClassDef or a comprehension.
Scope FindScope(const ast::Node* node);

// Calls `bind` with each name that the statements or expressions of `node` bind in the scope that
// they stand in.
void ForEachBinding(const ast::Node* node, llvm::function_ref<void(std::string_view)> bind);

// Whether a `yield` or `await` of the scope itself stands in `node`.
bool HasYield(const ast::Node* node);

}  // namespace kernelc::host
