#include "compiler/driver/command_context.h"

#include <algorithm>
#include <ostream>
#include <utility>

#include "compiler/driver/compile.h"
#include "compiler/driver/text_diagnostics.h"

namespace kernelc::driver {

void CommandContext::Add(std::shared_ptr<const SourceUnit> unit,
                         const std::vector<diag::Diagnostic>& diagnostics) {
  if (!diagnostics.empty()) {
    pending_.push_back({std::move(unit), diagnostics});
  }
}

bool AddText(CommandContext& context, const std::shared_ptr<const SourceUnit>& unit,
             const diag::WarningOptions& warnings) {
  const std::vector<diag::Diagnostic> diagnostics = TextDiagnostics(*unit, warnings);
  context.Add(unit, diagnostics);
  return !HasErrors(diagnostics);
}

int CommandContext::Fail(Fault fault, std::string message) {
  failures_.push_back(std::move(message));
  return StatusOf(fault);
}

void CommandContext::Remark(std::string message, std::string help) {
  remarks_.push_back({std::move(message), std::move(help)});
}

void CommandContext::Flush() {
  *err_ << Render(failures_);
  err_->flush();
}

std::string CommandContext::Rendered(const std::string& failure) const {
  std::vector<std::string> failures = failures_;
  failures.push_back(failure);
  return Render(failures);
}

std::string CommandContext::Render(const std::vector<std::string>& failures) const {
  diag::Report report;
  for (const UnitDiagnostics& entry : pending_) {
    report.batches.push_back({&entry.unit->sources(), entry.diagnostics});
  }
  report.failures = failures;
  report.remarks = remarks_;
  diag::RenderOptions options;
  options.color = color_;
  options.tool_version = Version();
  return diag::Render(report, global_.diagnostics, options);
}

}  // namespace kernelc::driver
