// The `kernelc` command, callable in process.
#pragma once

#include <iosfwd>
#include <span>
#include <string>

#include "kernelc/compiler_export.h"

namespace kernelc::driver {

// Exit statuses of the command.
enum ExitStatus : int {
  kExitDone = 0,
  // The user's program or input is wrong.
  kExitBadInput = 1,
  // The command line is wrong.
  kExitBadCommandLine = 2,
  // The device failed.
  kExitDeviceFailed = 3,
  // A bug in kernelc.
  kExitInternalError = 4,
};

// Runs one command line without the program's name ("build", "k.py", ...). Writes results to `out`,
// diagnostics and progress to `err`; never throws. `terminal` says that `err` is a terminal that
// takes colour, `owns_process` that a launch which crashes may end the process with a message.
KC_COMPILER_API int RunCommand(std::span<const std::string> args, std::ostream& out,
                               std::ostream& err, bool terminal = false,
                               bool owns_process = false);

}  // namespace kernelc::driver
