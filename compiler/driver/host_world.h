// The files and the environment that a host program sees while its constants are found.
#pragma once

#include <string>
#include <vector>

#include "compiler/host/host.h"

namespace kernelc::driver {

// Modules are looked for beside the importing file, beside the main file, then in the folders of
// the include path.
class HostWorld : public host::World {
 public:
  HostWorld(std::string main_path, std::vector<std::string> include_path);

  std::optional<host::ModuleFile> FindModule(const std::string& importer, unsigned level,
                                             std::string_view dotted) override;
  FileBytes ReadFile(const std::string& path) override;
  std::optional<std::string> Variable(const std::string& name) override;

 private:
  std::string main_path_;
  std::vector<std::string> include_path_;
};

// What `--define NAME=VALUE` gives as expressions of Python, by name.
std::map<std::string, std::string> DefinesAsPython(const std::vector<std::string>& texts);

}  // namespace kernelc::driver
