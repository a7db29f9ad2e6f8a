// What the command says when a launch on the CPU device ends the process.
#pragma once

#include <string>

namespace kernelc::driver {

// From now on a crash of any thread (an address that is not there, a heap that was written over)
// writes `text` to stderr and ends the process with `status`. For the command alone: hosts have
// handlers of their own. Called once.
void ReportCrashes(std::string text, int status);

}  // namespace kernelc::driver
