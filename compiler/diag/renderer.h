// Turns diagnostics into what the user reads: text with carets, JSON or SARIF.
//
// All renderers sort by place and give the same bytes for the same report. The JSON schema is
// documented in compiler/docs/diagnostics_style.md and is stable.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/base/source.h"
#include "compiler/diag/diagnostic.h"

namespace kernelc::diag {

// Diagnostics and the files that their ranges point into. Both must outlive the batch.
struct Batch {
  const SourceManager* sources;
  std::span<const Diagnostic> diagnostics;
};

// Something to know that is nobody's fault.
struct Remark {
  std::string message;
  // Empty where there is nothing to do.
  std::string help;
};

// Everything that one command has to say.
struct Report {
  std::vector<Batch> batches;
  // Faults without a place in a source file (a missing file, no driver), each one sentence.
  std::vector<std::string> failures;
  std::vector<Remark> remarks = {};
};

enum class Format { Text, Json, Sarif };

// Gives the format of that name (`text`, `json`, `sarif`), or false for any other name.
bool ParseFormat(std::string_view name, Format& format);

struct RenderOptions {
  // ANSI colours; text only.
  bool color = false;
  // How many errors, and how many warnings, text shows before "N more"; 0 shows all.
  int max_shown = 50;
  // What SARIF names as the version of the tool.
  std::string_view tool_version = "0";
};

// Gives the whole output. Text of an empty report is empty; JSON and SARIF always give
// one document. Never fails: invalid UTF-8 and ranges past the end are shown as well as can be.
std::string Render(const Report& report, Format format, const RenderOptions& options = {});

std::string RenderText(const Report& report, const RenderOptions& options = {});
std::string RenderJson(const Report& report);
std::string RenderSarif(const Report& report, const RenderOptions& options = {});

// Sorts by file, then by place, and keeps the order of emission among equals; diagnostics without a
// place come first.
std::vector<Diagnostic> SortedByPlace(std::span<const Diagnostic> diagnostics);

// Gives the kind of that name, whatever the case of its letters; Kind::kCount when there is none.
Kind FindKind(std::string_view name);

}  // namespace kernelc::diag
