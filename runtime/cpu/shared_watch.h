// What checked code tells of its use of shared memory (abi::CpuHooks::access): races between threads
// of a block, and reads of what nothing was stored to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "runtime/abi/cpu_abi.h"

namespace kernelc::cpu {

// Epochs are ordered by barriers; threads of one, the order of whose accesses nothing says, are seen
// one after the other here, so that what is found does not depend on a schedule.
struct SharedWatch {
  // When an access was, and whose.
  struct Mark {
    static constexpr std::uint32_t kNobody = 0xffffffff;
    std::uint64_t epoch = 0;
    std::uint64_t warp_epoch = 0;
    std::uint32_t thread = kNobody;
    std::uint32_t location = 0;
  };
  // The last accesses of a byte: the last write, and readers of its epoch, two different ones if
  // there are as many.
  struct Shadow {
    Mark write;
    bool write_is_atomic = false;
    Mark reads[2];
  };

  std::vector<Shadow> bytes;
  // Of the block so far; blocks and launches count on.
  std::uint64_t epoch = 1;
  std::uint64_t warp_epoch = 1;
  std::uint64_t block_start = 1;
};

std::int32_t WatchAccess(abi::CpuWorker* worker, const std::byte* address, const std::byte* array,
                         std::uint32_t size, std::uint32_t what, std::uint32_t thread,
                         std::uint32_t location);
void StartEpoch(abi::CpuWorker* worker, std::uint32_t kind);

}  // namespace kernelc::cpu
