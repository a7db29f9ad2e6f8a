#include "compiler/base/file_place.h"

#include <system_error>

namespace kernelc {

namespace fs = std::filesystem;

FilePlace PlaceOf(const fs::path& path) {
  std::error_code error;
  if (const fs::path real = fs::canonical(path, error); !error) {
    return {fs::status(real, error).type(), real.string()};
  }
  // A link that leads nowhere, and `..` behind what is not there, are nothing that programs ask for.
  const fs::path name = path.filename();
  if (fs::symlink_status(path, error).type() != fs::file_type::not_found || name.empty() || name == ".." || name == ".") {
    return {};
  }
  const FilePlace above = PlaceOf(path.parent_path());
  return above.path.empty() ? FilePlace() : FilePlace{fs::file_type::not_found, (above.path / name).string()};
}

}  // namespace kernelc
