// One file with diagnostics in it, for the tests of the renderers.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "compiler/diag/emitter.h"
#include "compiler/diag/renderer.h"

namespace kernelc::diag {

class SampleReport {
 public:
  explicit SampleReport(std::string text, std::string path = "k.py")
      : file_(sources_.AddText(std::move(path), std::move(text))) {}

  // The range of the first occurrence of `words`.
  SourceRange Find(std::string_view words) const {
    const auto begin = static_cast<std::uint32_t>(sources_.file(file_).text().find(words));
    return {file_, begin, begin + static_cast<std::uint32_t>(words.size())};
  }
  SourceRange Range(std::uint32_t begin, std::uint32_t end) const { return {file_, begin, end}; }

  Builder Error(SourceRange range, std::string message) {
    return emitter_.BuildMessage(range, Kind::SyntaxError, std::move(message));
  }

  Report report() const { return {{{&sources_, consumer_.diagnostics()}}, {}}; }
  std::string Text(const RenderOptions& options = {}) const { return RenderText(report(), options); }

 private:
  SourceManager sources_;
  FileId file_;
  CollectingConsumer consumer_;
  Emitter emitter_{consumer_};
};

}  // namespace kernelc::diag
