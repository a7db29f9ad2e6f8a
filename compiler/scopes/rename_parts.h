// What renaming keeps beside the versions: the nesting of regions, and what types may say about local names.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "compiler/scopes/scopes.h"

namespace kernelc::scopes {

// Regions, as the emitter will nest them: numbered in preorder, parents before children.
class Regions {
 public:
  std::uint32_t New(std::uint32_t parent);
  // Whether region `use` is `definition` or lies in it.
  bool Encloses(std::uint32_t definition, std::uint32_t use) const;

 private:
  std::vector<std::uint32_t> parents_{0};
};

// What static conditions may ask about versions.
class KnownVersions {
 public:
  void AddParameter(VersionId version, const ast::Arg* parameter);
  // Keeps `n = a.ndim` and `n = len(args)`, whose values the types of parameters say, and where the function has no other
  // assignment of the name, `DEBUG = False`; nothing else.
  void AddAssignment(VersionId version, const ast::Expr* value, bool is_only);
  LocalFacts Facts(VersionId version) const;

 private:
  std::unordered_map<std::uint32_t, const ast::Arg*> parameters_;
  std::unordered_map<std::uint32_t, const ast::Expr*> values_;
};

// Calls `function` with each parameter, in the order in which they are written.
template <typename Function>
void ForEachParameter(const ast::Arguments& arguments, Function function) {
  for (const ast::Arg* arg : arguments.posonlyargs) function(arg);
  for (const ast::Arg* arg : arguments.args) function(arg);
  if (arguments.vararg != nullptr) function(arguments.vararg);
  for (const ast::Arg* arg : arguments.kwonlyargs) function(arg);
  if (arguments.kwarg != nullptr) function(arguments.kwarg);
}

}  // namespace kernelc::scopes
