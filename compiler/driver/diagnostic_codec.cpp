#include "compiler/driver/diagnostic_codec.h"

#include <string>
#include <utility>

namespace kernelc::driver {
namespace {

// False for a place in another file.
bool EncodeRange(cache::Encoder& encoder, SourceRange range, FileId file) {
  encoder.Flag(range.has_value()).Number(range.begin).Number(range.end);
  return !range.has_value() || range.file == file;
}

SourceRange DecodeRange(cache::Decoder& decoder, FileId file) {
  SourceRange range;
  range.file = decoder.Flag() ? file : FileId();
  range.begin = decoder.Number32();
  range.end = decoder.Number32();
  return range;
}

}  // namespace

bool EncodeDiagnostics(cache::Encoder& encoder, const std::vector<diag::Diagnostic>& diagnostics,
                       FileId file) {
  bool ok = true;
  encoder.Number(diagnostics.size());
  for (const diag::Diagnostic& diagnostic : diagnostics) {
    const auto& [kind, severity, range, message, labels, notes, help] = diagnostic;
    encoder.Enum(kind).Enum(severity).Text(message).Text(help);
    ok = EncodeRange(encoder, range, file) && ok;
    encoder.Number(labels.size());
    for (const diag::Label& label : labels) {
      ok = EncodeRange(encoder, label.range, file) && ok;
      encoder.Text(label.text);
    }
    encoder.Number(notes.size());
    for (const std::string& note : notes) {
      encoder.Text(note);
    }
  }
  return ok;
}

std::vector<diag::Diagnostic> DecodeDiagnostics(cache::Decoder& decoder, FileId file) {
  std::vector<diag::Diagnostic> diagnostics;
  const std::size_t count = decoder.Count();
  for (std::size_t i = 0; i < count && decoder.ok(); ++i) {
    diag::Diagnostic& diagnostic = diagnostics.emplace_back();
    diagnostic.kind = decoder.Enum<diag::Kind>();
    diagnostic.severity = decoder.Enum<diag::Severity>();
    diagnostic.message = decoder.Text();
    diagnostic.help = decoder.Text();
    diagnostic.range = DecodeRange(decoder, file);
    const std::size_t labels = decoder.Count();
    for (std::size_t l = 0; l < labels && decoder.ok(); ++l) {
      diag::Label& label = diagnostic.labels.emplace_back();
      label.range = DecodeRange(decoder, file);
      label.text = decoder.Text();
    }
    const std::size_t notes = decoder.Count();
    for (std::size_t n = 0; n < notes && decoder.ok(); ++n) {
      diagnostic.notes.push_back(decoder.Text());
    }
  }
  return diagnostics;
}

}  // namespace kernelc::driver
