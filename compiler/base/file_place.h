// Where paths lead.
#pragma once

#include <filesystem>
#include <string>

namespace kernelc {

// What stands at a path, and where.
struct FilePlace {
  // Of what stands there when links are followed, `not_found` where nothing does; `none`: it cannot
  // be found out.
  std::filesystem::file_type type = std::filesystem::file_type::none;
  // The path without links, of what is not there as well; empty where it cannot be found out.
  std::string path;
};

// As the file system is now; of an absolute path.
FilePlace PlaceOf(const std::filesystem::path& path);

}  // namespace kernelc
