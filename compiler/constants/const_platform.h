// What host code asks of the machine and of its libraries before it chooses: operating system, versions, environment,
// command line.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "compiler/ast/ast.h"
#include "compiler/constants/object.h"

namespace kernelc::constants {

// `sys.platform`, `sys.version_info`, `sys.argv`, `os.name`, `numba.__version__` and the like, by canonical path; null for
// other paths. kernelc runs on Linux, follows the language of one release of Numba and NumPy, and is given no command line.
std::optional<Object> FindPlatformValue(std::string_view path);

}  // namespace kernelc::constants
