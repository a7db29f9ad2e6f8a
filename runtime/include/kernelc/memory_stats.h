// What the memory of a context is used for: figures of its current resource
// (kernelc/memory_resource.h), by torch's names.
#pragma once

#include <cstdint>
#include <string>

#include "kernelc/context.h"
#include "kernelc/export.h"

namespace kernelc {

// A quantity that grows and shrinks. At any moment current == added - removed.
struct MemoryCount {
  std::uint64_t current = 0;
  // The highest `current` since the resource was made, or since ResetPeakMemoryStats(). Of a
  // caching resource it is exact while one thread at a time allocates and frees; where several do
  // at once, each of the others puts it off, up or down, by what it keeps for itself at most: 8 MiB
  // of blocks up to 1 MiB, and two blocks of each of eight larger sizes.
  std::uint64_t peak = 0;
  // All that was ever added, and all that was ever removed.
  std::uint64_t added = 0;
  std::uint64_t removed = 0;
};

// At any moment reserved_bytes.current == allocated_bytes.current + held_bytes. Sizes in bytes.
struct MemoryStats {
  // In the program's hands, in blocks as large as the resource makes them.
  MemoryCount allocated_bytes;
  // The same as the program asked for it.
  MemoryCount requested_bytes;
  // Taken from the device (or from the resource below).
  MemoryCount reserved_bytes;
  // Blocks in the program's hands.
  MemoryCount allocations;
  // Pieces taken from the device.
  MemoryCount segments;
  // Reserved and in nobody's hands, and the number of such blocks.
  std::uint64_t held_bytes = 0;
  std::uint64_t held_blocks = 0;
  // Part of held_bytes: freed, while streams that used it are not done.
  std::uint64_t pending_bytes = 0;
  // How often memory ran out, what was held was given back, and the request was tried again; and
  // how often that did not help.
  std::uint64_t retries = 0;
  std::uint64_t out_of_memory = 0;
};

}  // namespace kernelc
