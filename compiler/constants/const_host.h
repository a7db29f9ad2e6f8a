// Functions of Python's library that host code computes constants with.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "compiler/constants/object.h"

namespace kernelc::constants {

// A text of the `string` module or of the platform (const_platform.h), by its canonical path; null for other paths.
std::optional<Object> FindHostText(std::string_view path);

bool IsAscii(std::string_view text);

// Whether the name is that of a module of Python's library that the compiler knows something of. A folder of that name
// without an __init__.py does not hide it.
bool IsHostModule(std::string_view dotted);

// Whether the name is a builtin function of Python that HostCall knows and kernels do not.
bool IsHostBuiltin(std::string_view name);

// What a call of the function at `path` gives: divmod, round, sorted, all, any, set,
// int with a base, itertools, what const_platform.h knows. Null for other functions, and where the value is not known.
std::optional<Object> HostCall(std::string_view path, const std::vector<Object>& arguments);

// np.frombuffer(bytes, dtype)
std::optional<Object> ArrayFromBytes(const Object& bytes, abi::ScalarKind kind);

}  // namespace kernelc::constants
