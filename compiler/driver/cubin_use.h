// What a kernel's machine code takes of a multiprocessor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "compiler/base/result.h"

namespace kernelc::driver {

struct CubinUse {
  // Of a thread.
  std::uint32_t registers = 0;
  // Of a block, without what the driver keeps for itself.
  std::uint64_t static_shared_bytes = 0;
};

// Reads them for the kernel `symbol`. Fails for bytes that are no cubin, and for one without this
// kernel.
Result<CubinUse> ReadCubinUse(std::span<const std::byte> cubin, const std::string& symbol);

}  // namespace kernelc::driver
