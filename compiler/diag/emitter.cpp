#include "compiler/diag/emitter.h"

namespace kernelc::diag {
namespace {

constexpr KindInfo kKinds[] = {
#define KC_DIAG(name, severity, format, summary) {#name, Severity::severity, format, summary},
#include "compiler/diag/kinds.def"
};
static_assert(std::size(kKinds) == static_cast<std::size_t>(Kind::kCount));

}  // namespace

const KindInfo& kind_info(Kind kind) { return kKinds[static_cast<std::size_t>(kind)]; }

Builder&& Builder::Label(SourceRange range, std::string text) && {
  diagnostic_.labels.push_back({range, std::move(text)});
  return std::move(*this);
}

Builder&& Builder::Note(std::string text) && {
  diagnostic_.notes.push_back(std::move(text));
  return std::move(*this);
}

Builder&& Builder::Help(std::string text) && {
  diagnostic_.help = std::move(text);
  return std::move(*this);
}

void Builder::Emit() && { emitter_->Emit(std::move(diagnostic_)); }

Builder Emitter::BuildMessage(SourceRange range, Kind kind, std::string message) {
  Diagnostic diagnostic;
  diagnostic.kind = kind;
  diagnostic.severity = kind_info(kind).severity;
  diagnostic.range = range;
  diagnostic.message = std::move(message);
  return Builder(*this, std::move(diagnostic));
}

void Emitter::Emit(Diagnostic diagnostic) {
  if (diagnostic.severity == Severity::Warning && filter_ != nullptr) {
    const std::optional<Severity> severity = filter_->Apply(diagnostic);
    if (!severity) {
      return;
    }
    diagnostic.severity = *severity;
  }
  const SourceRange& range = diagnostic.range;
  const bool is_new =
      seen_.insert({diagnostic.kind, range.file, range.begin, range.end, diagnostic.message}).second;
  if (!is_new) {
    return;
  }
  error_count_ += diagnostic.severity == Severity::Error;
  consumer_->Consume(std::move(diagnostic));
}

}  // namespace kernelc::diag
