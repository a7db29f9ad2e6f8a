#include "compiler/diag/renderer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <tuple>

#include "compiler/base/check.h"
#include "compiler/diag/text_width.h"

namespace kernelc::diag {
namespace {

constexpr std::uint32_t kTabWidth = 4;
// A range over more lines than this shows its first and its last one.
constexpr std::uint32_t kMaxLinesShown = 3;
// A longer line is cut around the place; a generated file may be one line.
constexpr std::uint32_t kMaxColumns = 160;
// What stays visible in front of the place when a line is cut.
constexpr std::uint32_t kContextColumns = 40;

namespace color {
constexpr std::string_view kBold = "\033[1m";
constexpr std::string_view kError = "\033[1;31m";
constexpr std::string_view kWarning = "\033[1;35m";
constexpr std::string_view kNote = "\033[1;36m";
constexpr std::string_view kCaret = "\033[1;32m";
constexpr std::string_view kReset = "\033[0m";
}  // namespace color

std::string_view SeverityName(Severity severity) {
  switch (severity) {
    case Severity::Note:
      return "note";
    case Severity::Warning:
      return "warning";
    case Severity::Error:
      return "error";
  }
  KC_FATAL("severity {}", static_cast<int>(severity));
}

std::string_view SeverityColor(Severity severity) {
  switch (severity) {
    case Severity::Note:
      return color::kNote;
    case Severity::Warning:
      return color::kWarning;
    case Severity::Error:
      return color::kError;
  }
  KC_FATAL("severity {}", static_cast<int>(severity));
}

// The part of one line that is drawn: what is in front of it is replaced by "...".
struct Window {
  std::size_t first;
  std::size_t last;
};

// Chooses the cells to show, so that cell `place` is among them.
Window ChooseWindow(const std::vector<Cell>& cells, std::size_t place) {
  std::uint32_t total = 0;
  std::uint32_t before = 0;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    total += cells[i].width;
    before += i < place ? cells[i].width : 0;
  }
  if (total <= kMaxColumns) {
    return {0, cells.size()};
  }
  Window window{0, 0};
  if (before + kContextColumns > kMaxColumns) {
    for (std::uint32_t skipped = 0; skipped + kContextColumns < before; ++window.first) {
      skipped += cells[window.first].width;
    }
  }
  window.last = window.first;
  for (std::uint32_t shown = 0; window.last < cells.size() && shown < kMaxColumns; ++window.last) {
    shown += cells[window.last].width;
  }
  return window;
}

class TextRenderer {
 public:
  explicit TextRenderer(const RenderOptions& options) : options_(options) {}

  std::string Take() { return std::move(text_); }

  // Shows diagnostics up to the limit and counts the rest.
  void AddAll(const SourceManager& sources, std::span<const Diagnostic> diagnostics) {
    for (const Diagnostic& diagnostic : SortedByPlace(diagnostics)) {
      Tally& tally = diagnostic.severity == Severity::Error ? errors_ : warnings_;
      if (options_.max_shown > 0 && tally.shown >= options_.max_shown) {
        ++tally.left_out;
        continue;
      }
      ++tally.shown;
      Add(sources, diagnostic);
    }
  }

  void AddRemark(const Remark& remark) {
    Head(Severity::Note, "note", remark.message);
    text_ += '\n';
    if (!remark.help.empty()) {
      Head(Severity::Note, "help", remark.help);
      text_ += '\n';
    }
  }

  void AddFailure(std::string_view message) {
    Head(Severity::Error, "error", message);
    text_ += '\n';
  }

  void AddLeftOut() {
    AddLeftOut(errors_, "error");
    AddLeftOut(warnings_, "warning");
  }

 private:
  struct Tally {
    int shown = 0;
    int left_out = 0;
  };

  void AddLeftOut(const Tally& tally, std::string_view noun) {
    if (tally.left_out > 0) {
      text_ += fmt::format("{} more {}{}\n", tally.left_out, noun, tally.left_out == 1 ? "" : "s");
    }
  }

  void Colored(std::string_view color, std::string_view text) {
    text_ += options_.color ? fmt::format("{}{}{}", color, text, color::kReset) : std::string(text);
  }

  // "error: text", without the line end.
  void Head(Severity severity, std::string_view title, std::string_view message) {
    Colored(SeverityColor(severity), fmt::format("{}:", title));
    text_ += ' ';
    Colored(severity == Severity::Note ? color::kReset : color::kBold, message);
  }

  void Place(const SourceManager& sources, SourceRange range) {
    if (!range.has_value()) {
      return;
    }
    const LineColumn begin = sources.begin(range);
    Colored(color::kBold,
            fmt::format("{}:{}:{}:", sources.file(range.file).path(), begin.line, begin.column));
    text_ += ' ';
  }

  void Add(const SourceManager& sources, const Diagnostic& diagnostic) {
    Place(sources, diagnostic.range);
    Head(diagnostic.severity, SeverityName(diagnostic.severity), diagnostic.message);
    text_ += fmt::format(" [{}]\n", kind_info(diagnostic.kind).name);
    Snippet(sources, diagnostic.range, '^');
    for (const Label& label : diagnostic.labels) {
      Place(sources, label.range);
      Head(Severity::Note, "note", label.text);
      text_ += '\n';
      Snippet(sources, label.range, '~');
    }
    for (const std::string& note : diagnostic.notes) {
      Head(Severity::Note, "note", note);
      text_ += '\n';
    }
    if (!diagnostic.help.empty()) {
      Head(Severity::Note, "help", diagnostic.help);
      text_ += '\n';
    }
  }

  // The source lines of a range, each with its underline; the first column of it is `mark`.
  void Snippet(const SourceManager& sources, SourceRange range, char mark) {
    if (!range.has_value()) {
      return;
    }
    const SourceFile& file = sources.file(range.file);
    const std::uint32_t first = file.line_column(range.begin).line;
    // A range that ends with a line's end does not reach into the next line.
    const std::uint32_t last_byte = range.end > range.begin ? range.end - 1 : range.begin;
    const std::uint32_t last = std::max(first, file.line_column(last_byte).line);
    for (std::uint32_t line = first; line <= last; ++line) {
      if (last - first >= kMaxLinesShown && line == first + 1) {
        text_ += "...\n";
        line = last;
      }
      Line(file, line, range, line == first ? mark : '~');
    }
  }

  void Line(const SourceFile& file, std::uint32_t line, SourceRange range, char mark) {
    const std::uint32_t line_begin = file.line_begin(line);
    const std::vector<Cell> cells = SplitIntoCells(file.line_text(line), kTabWidth);
    const auto is_before = [&](const Cell& cell, std::uint32_t offset) {
      return line_begin + cell.offset + cell.length <= offset;
    };
    // Cells [begin, end) are underlined; the indentation of a continued range is not.
    std::size_t begin = 0;
    while (begin < cells.size() && is_before(cells[begin], range.begin)) {
      ++begin;
    }
    if (line_begin > range.begin) {
      while (begin < cells.size() && (cells[begin].text[0] == ' ')) {
        ++begin;
      }
    }
    std::size_t end = begin;
    while (end < cells.size() && line_begin + cells[end].offset < range.end) {
      ++end;
    }
    const Window window = ChooseWindow(cells, begin);
    std::string shown = window.first > 0 ? "..." : "";
    std::string marks(shown.size(), ' ');
    std::uint32_t underlined = 0;
    for (std::size_t i = window.first; i < window.last; ++i) {
      shown += cells[i].text;
      if (i < begin) {
        marks.append(cells[i].width, ' ');
      } else if (i < end) {
        underlined += cells[i].width;
      }
    }
    text_ += shown;
    text_ += window.last < cells.size() ? "...\n" : "\n";
    marks += mark;
    marks.append(underlined > 1 ? underlined - 1 : 0, '~');
    Underline(marks);
  }

  void Underline(const std::string& marks) {
    const std::size_t first = marks.find_first_not_of(' ');
    text_.append(first, ' ');
    Colored(color::kCaret, std::string_view(marks).substr(first));
    text_ += '\n';
  }

  const RenderOptions& options_;
  std::string text_;
  Tally errors_;
  Tally warnings_;
};

}  // namespace

bool ParseFormat(std::string_view name, Format& format) {
  constexpr std::pair<std::string_view, Format> kFormats[] = {
      {"text", Format::Text}, {"json", Format::Json}, {"sarif", Format::Sarif}};
  for (const auto& [format_name, value] : kFormats) {
    if (format_name == name) {
      format = value;
      return true;
    }
  }
  return false;
}

std::vector<Diagnostic> SortedByPlace(std::span<const Diagnostic> diagnostics) {
  std::vector<Diagnostic> sorted(diagnostics.begin(), diagnostics.end());
  std::stable_sort(sorted.begin(), sorted.end(), [](const Diagnostic& a, const Diagnostic& b) {
    const auto key = [](const SourceRange& range) {
      // "No file" is the largest id; adding one makes it zero.
      return std::tuple(range.file.index + 1u, range.begin, range.end);
    };
    return key(a.range) < key(b.range);
  });
  return sorted;
}

Kind FindKind(std::string_view name) {
  const auto same = [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
  };
  for (std::uint16_t i = 0; i < static_cast<std::uint16_t>(Kind::kCount); ++i) {
    const std::string_view candidate = kind_info(static_cast<Kind>(i)).name;
    if (std::equal(candidate.begin(), candidate.end(), name.begin(), name.end(), same)) {
      return static_cast<Kind>(i);
    }
  }
  return Kind::kCount;
}

std::string RenderText(const Report& report, const RenderOptions& options) {
  TextRenderer renderer(options);
  for (const Batch& batch : report.batches) {
    renderer.AddAll(*batch.sources, batch.diagnostics);
  }
  renderer.AddLeftOut();
  for (const Remark& remark : report.remarks) {
    renderer.AddRemark(remark);
  }
  for (const std::string& failure : report.failures) {
    renderer.AddFailure(failure);
  }
  return renderer.Take();
}

std::string Render(const Report& report, Format format, const RenderOptions& options) {
  switch (format) {
    case Format::Text:
      return RenderText(report, options);
    case Format::Json:
      return RenderJson(report);
    case Format::Sarif:
      return RenderSarif(report, options);
  }
  KC_FATAL("format {}", static_cast<int>(format));
}

}  // namespace kernelc::diag
