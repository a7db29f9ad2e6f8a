// Functions that `cuda.declare_device` declares: they are compiled elsewhere and linked with the kernel.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/constants/files.h"
#include "compiler/constants/object.h"

namespace kernelc::constants {

// A string, or a tuple or list of strings; null where something else is among them.
std::optional<std::vector<std::string>> ObjectTexts(const Object& object);

// What `__file__` is in a file.
std::string FileOf(const FileIndexImpl& index);
// Whether a path names a class of Numba's for code in memory, `cuda.CUSource`.
bool IsLinkableClass(std::string_view path);

}  // namespace kernelc::constants
