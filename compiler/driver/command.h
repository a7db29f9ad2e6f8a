// The `kernelc` command, callable in process.
#pragma once

#include <iosfwd>
#include <span>
#include <string>

#include "kernelc/compiler_export.h"

namespace kernelc::driver {

// Exit statuses of the command; faults.h says which fault has which.
enum ExitStatus : int {
#define KC_EXIT_STATUS(name, number, text) kExit##name = number,
#include "compiler/driver/faults.def"
};

// Runs one command line without the program's name ("build", "k.py", ...). Writes results to `out`,
// diagnostics and progress to `err`; never throws. `terminal` says that `err` is a terminal that
// takes colour, `owns_process` that a launch which crashes may end the process with a message.
KC_COMPILER_API int RunCommand(std::span<const std::string> args, std::ostream& out,
                               std::ostream& err, bool terminal = false,
                               bool owns_process = false);

}  // namespace kernelc::driver
