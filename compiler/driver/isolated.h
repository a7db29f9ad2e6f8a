// Work on what others made, in libraries that may not survive it.
#pragma once

#include <functional>
#include <string>

#include "compiler/base/result.h"

namespace kernelc::driver {

struct IsolatedOutput {
  // What the work gave.
  std::string result;
  // What it wrote to its error stream.
  std::string errors;
};

// Runs `work` in a copy of this process, where it may crash, hang or write to the error stream.
// Only the calling thread is there: `work` must not wait for others, nor use what they may be
// changing. Fails, with the reason, where it ended by a signal; where no process can be made it
// runs here. Blocks.
Result<IsolatedOutput> RunIsolated(const std::function<std::string()>& work);

}  // namespace kernelc::driver
