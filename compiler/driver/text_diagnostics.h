// What is wrong with the text of a unit, as the options for warnings have it.
#pragma once

#include <memory>
#include <vector>

#include "compiler/diag/warnings.h"
#include "compiler/driver/source_unit.h"

namespace kernelc::driver {

class CommandContext;

// SourceUnit::diagnostics() without the warnings that are not wanted; those that are made errors
// are such.
std::vector<diag::Diagnostic> TextDiagnostics(const SourceUnit& unit,
                                              const diag::WarningOptions& warnings);
bool HasErrors(const std::vector<diag::Diagnostic>& diagnostics);

// Adds them to what the command prints. False where there are errors among them.
bool AddText(CommandContext& context, const std::shared_ptr<const SourceUnit>& unit,
             const diag::WarningOptions& warnings);

}  // namespace kernelc::driver
