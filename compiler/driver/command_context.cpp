#include "compiler/driver/command_context.h"

#include <ostream>
#include <utility>

#include "compiler/diag/renderer.h"
#include "compiler/driver/compile.h"

namespace kernelc::driver {

void CommandContext::Add(std::shared_ptr<const SourceUnit> unit,
                         const std::vector<diag::Diagnostic>& diagnostics) {
  if (!diagnostics.empty()) {
    pending_.push_back({std::move(unit), diagnostics});
  }
}

int CommandContext::Fail(ExitStatus status, std::string message) {
  failures_.push_back(std::move(message));
  return status;
}

void CommandContext::Flush() {
  diag::Report report;
  for (const UnitDiagnostics& entry : pending_) {
    report.batches.push_back({&entry.unit->sources(), entry.diagnostics});
  }
  report.failures = failures_;
  diag::RenderOptions options;
  options.color = color_;
  options.tool_version = Version();
  *err_ << diag::Render(report, global_.diagnostics, options);
  err_->flush();
}

}  // namespace kernelc::driver
