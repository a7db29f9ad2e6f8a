// How phases report: `emitter.Build(range, Kind::CallArity, "math.sin", 1, 2).Help("...").Emit();`
#pragma once

#include <fmt/format.h>

#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "compiler/diag/diagnostic.h"
#include "compiler/diag/warnings.h"

namespace kernelc::diag {

// Receives finished diagnostics.
class Consumer {
 public:
  virtual ~Consumer() = default;
  virtual void Consume(Diagnostic diagnostic) = 0;
};

// Keeps diagnostics in the order of their emission.
class CollectingConsumer : public Consumer {
 public:
  void Consume(Diagnostic diagnostic) override { diagnostics_.push_back(std::move(diagnostic)); }
  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }
  std::vector<Diagnostic> Take() { return std::exchange(diagnostics_, {}); }

 private:
  std::vector<Diagnostic> diagnostics_;
};

class Emitter;

// A diagnostic under construction. Nothing is reported before Emit().
class [[nodiscard]] Builder {
 public:
  Builder(Emitter& emitter, Diagnostic diagnostic)
      : emitter_(&emitter), diagnostic_(std::move(diagnostic)) {}

  Builder&& Label(SourceRange range, std::string text) &&;
  Builder&& Note(std::string text) &&;
  Builder&& Help(std::string text) &&;
  void Emit() &&;

 private:
  Emitter* emitter_;
  Diagnostic diagnostic_;
};

// Counts errors and hands diagnostics to a consumer. Exact repeats (same kind, range and message)
// are dropped, so that a phase may visit a place twice.
class Emitter {
 public:
  explicit Emitter(Consumer& consumer) : consumer_(&consumer) {}

  template <typename... Args>
  Builder Build(SourceRange range, Kind kind, const Args&... args) {
    return BuildMessage(range, kind,
                        fmt::vformat(kind_info(kind).format, fmt::make_format_args(args...)));
  }
  Builder BuildMessage(SourceRange range, Kind kind, std::string message);

  void Emit(Diagnostic diagnostic);
  // Warnings from now on are silenced or made errors as `filter`, which must outlive them, says; null for none.
  void set_filter(WarningFilter* filter) { filter_ = filter; }
  int error_count() const { return error_count_; }
  bool has_errors() const { return error_count_ > 0; }

 private:
  // Kind, file, begin, end and message of what has been emitted.
  using Seen = std::tuple<Kind, FileId, std::uint32_t, std::uint32_t, std::string>;
  Consumer* consumer_;
  WarningFilter* filter_ = nullptr;
  int error_count_ = 0;
  std::set<Seen> seen_;
};

}  // namespace kernelc::diag
