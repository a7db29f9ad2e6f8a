// The files of stdlib/host/, embedded by cmake/EmbedFiles.cmake.
#pragma once

#include <span>
#include <string_view>

namespace kernelc::host {

struct HostFile {
  // Without the folder and `.py`.
  std::string_view name;
  std::string_view text;
};

std::span<const HostFile> host_files();

}  // namespace kernelc::host
