// The files of stdlib/algorithms, embedded by cmake/EmbedFiles.cmake.
#pragma once

#include <span>
#include <string_view>

namespace kernelc::driver::generate {

struct AlgorithmFile {
  // Without the folder and `.py`.
  std::string_view name;
  std::string_view text;
};

std::span<const AlgorithmFile> algorithm_files();

}  // namespace kernelc::driver::generate
