#include "compiler/driver/text_diagnostics.h"

#include <algorithm>

#include "compiler/diag/emitter.h"

namespace kernelc::driver {

std::vector<diag::Diagnostic> TextDiagnostics(const SourceUnit& unit,
                                              const diag::WarningOptions& warnings) {
  diag::CollectingConsumer consumer;
  diag::Emitter emitter(consumer);
  diag::WarningFilter filter(warnings, unit.sources());
  emitter.set_filter(&filter);
  for (const diag::Diagnostic& diagnostic : unit.diagnostics()) {
    emitter.Emit(diagnostic);
  }
  return consumer.Take();
}

bool HasErrors(const std::vector<diag::Diagnostic>& diagnostics) {
  return std::ranges::any_of(diagnostics, [](const diag::Diagnostic& diagnostic) {
    return diagnostic.severity == diag::Severity::Error;
  });
}

}  // namespace kernelc::driver
