// The trees of the files of stdlib/, embedded by compiler/parse/embed_trees.cpp.
#pragma once

#include <span>
#include <string_view>

namespace kernelc::constants {

struct LibraryTree {
  // Without the folder and `.py`.
  std::string_view name;
  // See ast/stored.h.
  std::string_view tree;
};

std::span<const LibraryTree> library_trees();

}  // namespace kernelc::constants
