#include "compiler/diag/warnings.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "compiler/diag/renderer.h"

namespace kernelc::diag {
namespace {

constexpr std::string_view kMark = "kernelc: ignore";
constexpr std::string_view kBlanks = " \t";

std::string_view Trim(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) {
    return {};
  }
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

// Where the text of a line begins; none for lines that are blank or hold a comment alone.
std::optional<std::size_t> IndentOf(std::string_view line) {
  const std::size_t indent = line.find_first_not_of(kBlanks);
  if (indent == std::string_view::npos || line[indent] == '#' || line[indent] == '\r') {
    return std::nullopt;
  }
  return indent;
}

bool IsDefinition(std::string_view text) {
  return text.starts_with("def ") || text.starts_with("async def ");
}

// The last line of the function whose `def` or decorator stands on `line`; `line` itself for any
// other one.
std::uint32_t LastLineOf(const SourceFile& file, std::uint32_t line) {
  const std::string_view first = file.line_text(line);
  const std::optional<std::size_t> indent = IndentOf(first);
  if (!indent) {
    return line;
  }
  bool in_head = first.substr(*indent).starts_with("@");
  if (!in_head && !IsDefinition(first.substr(*indent))) {
    return line;
  }
  std::uint32_t last = line;
  for (std::uint32_t next = line + 1; next <= file.line_count(); ++next) {
    const std::string_view text = file.line_text(next);
    const std::optional<std::size_t> own = IndentOf(text);
    if (!own) {
      continue;
    }
    if (*own <= *indent) {
      const std::string_view word = text.substr(*own);
      // Further decorators, the `def` itself, and the end of a head that takes several lines.
      const bool belongs = *own == *indent && (word.starts_with(")") ||
                                               (in_head && (word.starts_with("@") || IsDefinition(word))));
      if (!belongs) {
        break;
      }
      in_head = in_head && word.starts_with("@");
    }
    last = next;
  }
  return last;
}

// The kinds in the brackets behind the mark.
std::vector<std::string_view> KindsIn(std::string_view text) {
  std::vector<std::string_view> kinds;
  text = Trim(text);
  if (!text.starts_with("[")) {
    return kinds;
  }
  text = text.substr(1, text.find(']') == std::string_view::npos ? text.size() : text.find(']') - 1);
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    kinds.push_back(Trim(text.substr(0, comma)));
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return kinds;
}

// Faults of syntax that are warnings in text which no kernel holds.
constexpr Kind kMisuses[] = {Kind::DuplicateArgument, Kind::InvalidTarget, Kind::MisplacedStatement,
                             Kind::RepeatedKeyword, Kind::SyntaxError};

bool MayBeWarning(Kind kind) {
  return kind_info(kind).severity == Severity::Warning ||
         std::ranges::find(kMisuses, kind) != std::end(kMisuses);
}

std::string WarningNames() {
  std::string names;
  for (std::size_t i = 0; i < static_cast<std::size_t>(Kind::kCount); ++i) {
    const KindInfo& info = kind_info(static_cast<Kind>(i));
    if (info.severity == Severity::Warning) {
      names += names.empty() ? "" : ", ";
      names += info.name;
    }
  }
  return names;
}

}  // namespace

Result<bool> WarningOptions::Add(std::string_view flag) {
  flags_.emplace_back(flag);
  if (flag == "none" || flag == "error") {
    all_ = flag == "none" ? Severity::Note : Severity::Error;
    kinds_.clear();
    return true;
  }
  for (const auto& [prefix, severity] : {std::pair<std::string_view, Severity>{"no-", Severity::Note},
                                         {"error=", Severity::Error}}) {
    if (!flag.starts_with(prefix)) {
      continue;
    }
    const std::string_view name = flag.substr(prefix.size());
    const Kind kind = FindKind(name);
    if (kind == Kind::kCount || !MayBeWarning(kind)) {
      return Failure{fmt::format("-W: `{}` is no warning; there are {}", name, WarningNames())};
    }
    kinds_[kind] = severity;
    return true;
  }
  return Failure{fmt::format("-W: `{}` is none of no-KIND, error=KIND, none, error", flag)};
}

Severity WarningOptions::SeverityOf(Kind kind) const {
  const auto found = kinds_.find(kind);
  return found == kinds_.end() ? all_ : found->second;
}

IgnoreComments::IgnoreComments(const SourceFile& file) {
  const std::string_view text = file.text();
  for (std::size_t at = text.find(kMark); at != std::string_view::npos;
       at = text.find(kMark, at + kMark.size())) {
    const std::uint32_t line = file.line_column(static_cast<std::uint32_t>(at)).line;
    const std::string_view line_text = file.line_text(line);
    const std::size_t column = at - file.line_begin(line);
    const std::size_t hash = line_text.rfind('#', column);
    if (hash == std::string_view::npos || !Trim(line_text.substr(hash + 1, column - hash - 1)).empty()) {
      continue;
    }
    comments_.push_back({line, LastLineOf(file, line), KindsIn(line_text.substr(column + kMark.size()))});
  }
}

bool IgnoreComments::Ignores(Kind kind, std::uint32_t first_line, std::uint32_t last_line) const {
  return std::ranges::any_of(comments_, [&](const Comment& comment) {
    return comment.first_line <= last_line && first_line <= comment.last_line &&
           (comment.kinds.empty() ||
            std::ranges::find(comment.kinds, kind_info(kind).name) != comment.kinds.end());
  });
}

std::optional<Severity> WarningFilter::Apply(const Diagnostic& diagnostic) {
  const Severity severity = options_->SeverityOf(diagnostic.kind);
  if (severity == Severity::Note) {
    return std::nullopt;
  }
  const SourceRange& range = diagnostic.range;
  if (range.has_value()) {
    const SourceFile& file = sources_->file(range.file);
    const IgnoreComments& comments = comments_.try_emplace(range.file.index, file).first->second;
    const std::uint32_t last = std::max(range.begin, range.end == 0 ? 0 : range.end - 1);
    if (comments.Ignores(diagnostic.kind, file.line_column(range.begin).line,
                         file.line_column(last).line)) {
      return std::nullopt;
    }
  }
  return severity;
}

}  // namespace kernelc::diag
