// GPU times by CUPTI's activity records, where the library is.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "runtime/trace/timeline.h"

namespace kernelc::trace {

// Begins to gather records of all GPUs into the timeline. Empty, or why not: opens the library that
// KERNELC_CUPTI names, else the toolkit's.
std::string StartCupti(Timeline& timeline);
// What kernels with this symbol are called in the source.
void NameKernel(const std::string& symbol, const std::string& name);
// All that was gathered is in the timeline. The devices' work is done.
void StopCupti();

}  // namespace kernelc::trace
