// `kernelc check --constants`.
#pragma once

#include "compiler/driver/command_context.h"

namespace kernelc::driver {

// Prints each outer name that the kernels of the file read: its value and the line that gave it, or
// why it has none. As text, or a line of JSON for a file where diagnostics are JSON or SARIF.
void PrintConstants(CommandContext& context, const SourceUnit& unit);

}  // namespace kernelc::driver
