// What walks over the trees of files have found, kept for all runs of them: a file with many
// kernels is run for each.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "compiler/ast/ast.h"

namespace kernelc::host {

// What a piece of the program names.
struct CodeNames {
  std::unordered_set<std::string_view> reads;
  // Those of which it reads these attributes and nothing else: `config.block`.
  std::unordered_map<std::string_view, std::unordered_set<std::string_view>> members;
  // Both in order.
  std::vector<std::string_view> sorted_reads;
  // Declared global or nonlocal in it, with the functions inside.
  std::unordered_set<std::string_view> writes;
  std::unordered_set<std::string_view> globals;
  std::unordered_set<std::string> modules;
  // Modules of which it imports these names and nothing else: `from config import block`.
  std::unordered_map<std::string, std::unordered_set<std::string_view>> parts_of_modules;
  // It can reach every name of its file.
  bool is_wild = false;
};
CodeNames FindNames(const ast::Node* node);

// Of trees that outlive it. Not thread-safe: one run at a time uses it.
class TreeWalks {
 public:
  // Of a function's node.
  const CodeNames& NamesOf(const ast::Node* node);
  // Names and attributes in a piece of text, each once.
  const std::vector<std::string_view>& IdentifiersOf(const ast::Node* node);

 private:
  std::unordered_map<const ast::Node*, CodeNames> names_;
  std::unordered_map<const ast::Node*, std::vector<std::string_view>> identifiers_;
};

}  // namespace kernelc::host
