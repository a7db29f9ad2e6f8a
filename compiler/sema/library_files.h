// The files of stdlib/, embedded by cmake/EmbedFiles.cmake.
#pragma once

#include <span>
#include <string_view>

namespace kernelc::sema {

struct LibraryFile {
  // Without the folder and `.py`.
  std::string_view name;
  std::string_view text;
};

std::span<const LibraryFile> library_files();

}  // namespace kernelc::sema
