// Code of others in kernels: files and texts with device functions, and linking them with a
// kernel's code.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/base/result.h"
#include "compiler/cache/file_facts.h"
#include "compiler/codegen/codegen.h"
#include "compiler/codegen/target_options.h"
#include "kernelc/link.h"

namespace kernelc::driver {

// What a kernel is linked with on one target, by the time at which it is.
struct LinkInputs {
  // With the LLVM module, before it is optimised.
  std::vector<codegen::LinkedBitcode> bitcode;
  // With the machine code; on the CPU device when it is loaded.
  std::vector<LinkInput> code;
  // Names of inputs that are of no use on this target.
  std::vector<std::string> unused;

  bool empty() const { return bitcode.empty() && code.empty(); }
};

// The number that nvJitLink has for a kind of input; -1 for what it does not take.
int NvJitLinkNumber(LinkKind kind);

// Reads one file, of a kind by its suffix, for `--link` and hosts. Fails with the file's name and
// the reason.
Result<LinkInput> ReadLinkFile(const std::string& file);

// What was found of what code is linked with.
struct GatheredInputs {
  std::vector<LinkInput> found;
  // Why the first of the others was not; and the first that is LLVM bitcode.
  std::optional<Failure> missing;
  std::optional<Failure> missing_bitcode;
};

// Reads `items`, encoded as by constants::EncodeLink; files are looked for in `folder`, that of the
// kernel's file, and then here. A file that is of no use on `device` is not read. Blocks.
GatheredInputs ReadLinkItems(const std::vector<std::string>& items, const std::string& folder,
                             abi::DeviceKind device);

// What reading `items` depends on: which files are there, and what they hold.
std::vector<cache::FileFact> FactsOfLinkItems(const std::vector<std::string>& items,
                                              const std::string& folder, abi::DeviceKind device);

// Puts `inputs` in their place for a target; NVRTC compiles those in CUDA C++. Fails where a
// damaged file shows. Blocks.
Result<LinkInputs> PrepareLinkInputs(std::vector<LinkInput> inputs,
                                     const codegen::TargetOptions& target);

// Machine code for exactly one GPU architecture from PTX and `inputs`, by nvJitLink, or by the CUDA
// driver's linker where the machine has that alone. Fails with what the linker says, the files
// named. Blocks.
Result<std::vector<std::byte>> LinkCubin(std::string_view ptx, const std::string& arch,
                                         const std::vector<LinkInput>& inputs);

}  // namespace kernelc::driver
