// Functions that `cuda.declare_device` declares: they are compiled elsewhere and linked with the kernel.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/constants/files.h"
#include "compiler/constants/object.h"

namespace kernelc::constants {

// Whether an object is what `cuda.declare_device(...)` gives: External, whose elements are the name, the signature, the
// ABI ("numba" or "c") and the files that hold it.
bool IsDeclaredDevice(const Object& object);

// A string, or a tuple or list of strings; null where something else is among them.
std::optional<std::vector<std::string>> ObjectTexts(const Object& object);

// const_paths.cpp: what `__file__` is in a file.
std::string FileOf(const FileIndexImpl& index);
// `os.path.join(...)`, `pathlib.Path(...)`; null for other calls and for arguments that are no strings.
std::optional<Object> PathCall(std::string_view path, const std::vector<Object>& arguments);
// Attributes and methods of a `pathlib.Path`, and `/`.
std::optional<Object> PathMember(const Object& base, std::string_view name);
std::optional<Object> PathMethod(const Object& base, std::string_view name,
                                 const std::vector<Object>& arguments);
std::optional<Object> DividePaths(const Object& left, const Object& right);
// Whether a path names a class of Numba's for code in memory, `cuda.CUSource`.
bool IsLinkableClass(std::string_view path);

}  // namespace kernelc::constants
