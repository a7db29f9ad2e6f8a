// The names of one scope: of a module, a class body, a function, a lambda or a comprehension.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "compiler/ast/ast.h"

namespace kernelc::host {

// The variable of a generator expression that holds what its first `for` goes through.
inline constexpr std::string_view kFirstIterable = ".0";

enum class ScopeKind : std::uint8_t { Module, Class, Function };

struct Scope {
  ScopeKind kind = ScopeKind::Function;
  // Of functions: the place of each variable in the frame, parameters first.
  std::unordered_map<std::string_view, std::uint32_t> slots;
  std::unordered_set<std::string_view> globals;
  std::unordered_set<std::string_view> nonlocals;
  bool is_generator = false;
  bool is_async = false;
};

// The scope that `node` makes: FunctionDef, AsyncFunctionDef, Lambda, ClassDef or a comprehension.
Scope FindScope(const ast::Node* node);

// Calls `bind` with each name that the statements or expressions of `node` bind in the scope that
// they stand in.
void ForEachBinding(const ast::Node* node, llvm::function_ref<void(std::string_view)> bind);

// Whether a `yield` or `await` of the scope itself stands in `node`.
bool HasYield(const ast::Node* node);

}  // namespace kernelc::host
