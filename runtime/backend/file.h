// Whole files as bytes.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace kernelc::backend {

// `operation` is what an error names. Throws Error{FileAccess} with the system's reason.
std::vector<std::byte> ReadFile(const char* operation, const std::string& path);
// The parts one after the other. An ordinary file is replaced only when all could be written; a
// link's target is replaced, a device or pipe is written to. Throws Error{FileAccess}.
void WriteFile(const char* operation, const std::string& path,
               std::span<const std::span<const std::byte>> parts);

}  // namespace kernelc::backend
