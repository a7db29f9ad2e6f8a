#include "samples/support/find_kernel.h"

#include <filesystem>
#include <stdexcept>

namespace sample {

std::string FindKernel(const std::string& name) {
  const std::string relative = "samples/" + name + "/kernel.py";
  const auto program = std::filesystem::read_symlink("/proc/self/exe").parent_path();
  const std::filesystem::path candidates[] = {
      std::filesystem::path(KERNELC_SOURCE_DIR) / relative,
      program / ".." / relative,
      program / relative,
      relative,
  };
  for (const auto& path : candidates) {
    if (std::filesystem::exists(path)) {
      return path.string();
    }
  }
  throw std::runtime_error("cannot find " + relative + " in the source tree, beside " +
                           program.string() + " or in the current folder");
}

}  // namespace sample
