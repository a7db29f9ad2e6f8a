#include "compiler/driver/command_context.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
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

bool CommandContext::FlushOutput() {
  // What is lost is told here, whatever the stream does about it.
  out_->exceptions(std::ios::goodbit);
  errno = 0;
  if (out_->flush()) {
    return true;
  }
  if (errno == 0) {
    // The write that failed was an earlier one, and its reason is gone: one more write meets it
    // again.
    out_->clear();
    *out_ << '\n' << std::flush;
  }
  const int error = errno;
  if (error == EPIPE) {
    return true;
  }
  failures_.push_back(fmt::format("cannot write the output: {}",
                                  error == 0 ? "the stream has failed" : std::strerror(error)));
  return false;
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
