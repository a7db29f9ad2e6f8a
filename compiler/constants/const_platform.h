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

// What a call of the function at `path` gives: `platform.system`,
// `packaging.version.Version`. Null for other functions, and where the value is not known.
std::optional<Object> PlatformCall(std::string_view path, const std::vector<Object>& arguments);

// `Version(numba.__version__) >= Version("0.57")`, part by part as numbers; null where one of them is no release of digits.
std::optional<bool> CompareVersions(ast::CompareOperator op, const Object& left, const Object& right);

}  // namespace kernelc::constants
