// What checked code tells of its use of shared memory (abi::CpuHooks::access): races between threads
// of a block, and reads of what nothing was stored to.
#pragma once

#include "runtime/abi/cpu_abi.h"

namespace kernelc::cpu {

std::int32_t WatchAccess(abi::CpuWorker* worker, const std::byte* address, const std::byte* array,
                         std::uint32_t size, std::uint32_t what, std::uint32_t thread,
                         std::uint32_t location);
void StartEpoch(abi::CpuWorker* worker, std::uint32_t kind);

}  // namespace kernelc::cpu
