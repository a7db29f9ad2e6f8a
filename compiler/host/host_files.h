// The files of stdlib/host/, embedded by compiler/parse/embed_trees.cpp.
#pragma once

#include <span>
#include <string_view>

namespace kernelc::host {

struct HostFile {
  // Without the folder and `.py`.
  std::string_view name;
  // See ast/stored.h.
  std::string_view tree;
};

std::span<const HostFile> host_files();

}  // namespace kernelc::host
