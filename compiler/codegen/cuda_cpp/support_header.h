// The support header of CUDA C++ that kernelc writes, as it was when this was built.
#pragma once

#include <span>
#include <string_view>

namespace kernelc::codegen::cuda_cpp {

struct SupportFile {
  std::string_view name;
  std::string_view text;
};

// support/*.cuh
std::span<const SupportFile> support_files();

}  // namespace kernelc::codegen::cuda_cpp
