// Machine code of GPUs in the cache: what the toolkit's assembler makes, and what the driver's linker makes where the
// driver keeps nothing itself. Loading it takes a hundredth of the time that the driver needs for PTX.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/base/result.h"
#include "compiler/cache/store.h"
#include "kernelc/context.h"
#include "runtime/abi/kernel_image.h"

namespace kernelc::driver {

enum class MachineCode : std::uint8_t {
  // The image has no PTX, or there is no assembler; nothing was changed.
  None,
  Cached,
  Assembled,
};

// Whether the driver keeps what it compiles of the PTX that it loads, by the environment (CUDA programming guide, "CUDA
// Environment Variables"). That is better code than its linker makes, for which the functions behind divisions and roots are
// code of others: calls and more registers.
bool DriverKeepsCode();

// Puts machine code for the device of `context` before the PTX of `image`: from `store`, null for none, or where that has
// none or `anew` is set, from the driver at optimisation level `level`, and then it is kept. The PTX stays, for a driver
// that cannot load the code.
MachineCode AddMachineCode(const Context& context, const cache::Store* store, unsigned level,
                           bool anew, abi::KernelImage* image);

// The file of nvJitLink; empty where there is none. Opens it.
std::string NvJitLinkFile();

// AssembleCubin(), whose result is kept in `store`, null for none, by the text and the assembler's file.
Result<std::vector<std::byte>> AssembleCubinOnce(const cache::Store* store, std::string_view ptx,
                                                 const std::string& arch);

}  // namespace kernelc::driver
