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

}  // namespace kernelc::constants
