// Which warnings are wanted: what options say, and comments in the program.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/base/result.h"
#include "compiler/base/source.h"
#include "compiler/diag/diagnostic.h"

namespace kernelc::diag {

// How warnings are treated, as `-W` and the JIT API's options say it.
class WarningOptions {
 public:
  // One value of `-W`: `no-KIND` silences a kind, `error=KIND` makes it an error; `none` and `error` do so to all kinds.
  // Later values win. Fails, naming what is near, for a kind that is no warning.
  Result<bool> Add(std::string_view flag);

  // Severity::Note: not reported at all.
  Severity SeverityOf(Kind kind) const;
  // What was added, in order.
  const std::vector<std::string>& flags() const { return flags_; }

 private:
  std::vector<std::string> flags_;
  Severity all_ = Severity::Warning;
  std::map<Kind, Severity> kinds_;
};

// The comments `# kernelc: ignore[Kind, ...]` of a file; without brackets they mean every warning. One counts for its own
// line, and on the line of a `def` or of its decorator for the whole function.
class IgnoreComments {
 public:
  explicit IgnoreComments(const SourceFile& file);

  bool Ignores(Kind kind, std::uint32_t first_line, std::uint32_t last_line) const;

 private:
  struct Comment {
    std::uint32_t first_line = 0;
    std::uint32_t last_line = 0;
    // Names of kinds; none stands for all.
    std::vector<std::string_view> kinds;
  };
  std::vector<Comment> comments_;
};

// Decides what becomes of a warning. `options` and `sources` must outlive it.
class WarningFilter {
 public:
  WarningFilter(const WarningOptions& options, const SourceManager& sources)
      : options_(&options), sources_(&sources) {}

  // The severity that `diagnostic`, a warning, is reported with; none when it is silenced.
  std::optional<Severity> Apply(const Diagnostic& diagnostic);

 private:
  const WarningOptions* options_;
  const SourceManager* sources_;
  std::map<std::uint32_t, IgnoreComments> comments_;
};

}  // namespace kernelc::diag
