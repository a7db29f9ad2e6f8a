// NVTX, and marks and ranges in the timeline.
#pragma once

#include <cstdint>
#include <string>

namespace kernelc::trace {

// To a profiler alone; nothing where none is attached. Null-terminated.
void NvtxPush(const char* message);
void NvtxPop();
bool NvtxAttached() noexcept;

}  // namespace kernelc::trace
