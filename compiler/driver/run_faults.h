// Errors that a kernel's threads met, as the command prints them.
#pragma once

#include <memory>

#include "compiler/driver/command_context.h"
#include "compiler/driver/source_unit.h"
#include "kernelc/error.h"

namespace kernelc::driver {

// Adds the error as a diagnostic at its place in `unit`, with block and thread; as plain text where it
// has no place there. Gives the exit status.
int ReportKernelError(CommandContext& context, const std::shared_ptr<const SourceUnit>& unit,
                      const KernelError& error);

}  // namespace kernelc::driver
