// What the tests of the parser share: text in; tree and diagnostics out as text.
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "compiler/ast/printer.h"
#include "compiler/parse/parse.h"

namespace kernelc {

struct Parsed {
  Parsed(std::string text, const parse::ParseOptions& options)
      : file(sources.AddText("test.py", std::move(text))) {
    diag::CollectingConsumer consumer;
    diag::Emitter emitter(consumer);
    module = parse::Parse(sources, file, emitter, options);
    diagnostics = consumer.Take();
  }

  SourceManager sources;
  FileId file;
  std::vector<diag::Diagnostic> diagnostics;
  std::unique_ptr<ast::Module> module;

  std::string tree() const { return ast::Print(*module); }
  std::string_view text(SourceRange range) const { return sources.text(range); }

  // "line:column-line:column: message [Kind]" for each, labels and help below it.
  std::string report() const {
    std::string out;
    for (const diag::Diagnostic& diagnostic : diagnostics) {
      out += fmt::format("{}: {} [{}]\n", Place(diagnostic.range), diagnostic.message,
                         diag::kind_info(diagnostic.kind).name);
      for (const diag::Label& label : diagnostic.labels) {
        out += fmt::format("  {}: {}\n", Place(label.range), label.text);
      }
      for (const std::string& note : diagnostic.notes) {
        out += fmt::format("  note: {}\n", note);
      }
      if (!diagnostic.help.empty()) {
        out += fmt::format("  help: {}\n", diagnostic.help);
      }
    }
    return out;
  }

  std::string Place(SourceRange range) const {
    const LineColumn begin = sources.file(file).line_column(range.begin);
    const LineColumn end = sources.file(file).line_column(range.end);
    return begin.line == end.line
               ? fmt::format("{}:{}-{}", begin.line, begin.column, end.column)
               : fmt::format("{}:{}-{}:{}", begin.line, begin.column, end.line, end.column);
  }
};

inline Parsed ParseString(std::string text, const parse::ParseOptions& options = {}) {
  return Parsed(std::move(text), options);
}

}  // namespace kernelc
