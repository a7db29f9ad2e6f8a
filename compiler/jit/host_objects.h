// Objects and libraries of the host that kernels of the CPU device are linked with.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "compiler/base/result.h"
#include "runtime/abi/loader.h"

namespace kernelc::jit {

enum class HostKind : std::uint8_t { Object, Archive, SharedLibrary };

struct HostInput {
  HostKind kind = HostKind::Object;
  // Of a shared library its path, which is opened where the code runs.
  std::string name;
  std::string bytes;
};

// Those of `symbols` that no input defines. Fails, naming the file, for one that cannot be read or is for another
// machine, and for a symbol that two objects define. Opens shared libraries.
Result<std::vector<std::string>> MissingSymbols(std::span<const HostInput> inputs,
                                                std::span<const std::string> symbols);

// One piece of code of a kernel's object and what it needs: an archive that MakeObjectLoader() loads. The bytes depend
// on nothing else.
std::vector<std::byte> PackObjects(std::span<const std::byte> kernel,
                                   std::span<const HostInput> inputs);
// Whether `code` is such an archive.
bool IsPacked(std::span<const std::byte> code);
// The kernel's own object of code that PackObjects() made, and other code as it is. Lies in `code`.
std::span<const std::byte> KernelObject(std::span<const std::byte> code);
// Null with `*error` set when it cannot be linked. What is loaded finds the kernel object's own functions.
std::unique_ptr<abi::LoadedObject> LoadPacked(std::span<const std::byte> code, std::string* error);

}  // namespace kernelc::jit
