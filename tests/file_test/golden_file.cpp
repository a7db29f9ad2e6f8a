#include "tests/file_test/golden_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

namespace kernelc::file_test {
namespace {

constexpr std::string_view kBlanks = " \t\f";

struct DirectiveName {
  std::string_view name;
  Directive directive;
};
constexpr DirectiveName kDirectives[] = {
    {"RUN", Directive::Run},
    {"REQUIRES", Directive::Requires},
    {"CHECK-STATUS", Directive::CheckStatus},
    {"CHECK", Directive::CheckOut},
    {"CHECK-ERR", Directive::CheckErr},
    {"CHECK-SUBSET", Directive::CheckSubset},
    {"CHECK-NOT", Directive::CheckNot},
};

std::string_view TrimRight(std::string_view text) {
  const std::size_t last = text.find_last_not_of(" \t\r\n");
  return text.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

std::string_view LineEnd(std::string_view raw) {
  const std::size_t end = raw.find_first_of("\r\n");
  return end == std::string_view::npos ? std::string_view() : raw.substr(end);
}

Line ReadLine(std::string_view raw, std::string_view marker) {
  Line line{std::string(raw), Directive::None, ""};
  std::string_view rest = raw.substr(std::min(raw.find_first_not_of(kBlanks), raw.size()));
  if (!rest.starts_with(marker)) {
    return line;
  }
  rest.remove_prefix(marker.size());
  rest = rest.substr(std::min(rest.find_first_not_of(' '), rest.size()));
  for (const DirectiveName& entry : kDirectives) {
    if (rest.starts_with(entry.name) && rest.substr(entry.name.size()).starts_with(':')) {
      rest.remove_prefix(entry.name.size() + 1);
      rest.remove_prefix(rest.starts_with(' ') ? 1 : 0);
      line.directive = entry.directive;
      line.text = TrimRight(rest);
      return line;
    }
  }
  return line;
}

bool IsWrittenByUpdate(Directive directive) {
  return directive == Directive::CheckStatus || directive == Directive::CheckOut ||
         directive == Directive::CheckErr;
}

std::string ExpandLineReferences(std::string_view text, std::size_t line_number) {
  constexpr std::string_view kOpen = "[[@LINE";
  std::string expanded;
  std::size_t at = 0;
  for (std::size_t found; (found = text.find(kOpen, at)) != std::string_view::npos;) {
    const std::size_t close = text.find("]]", found);
    if (close == std::string_view::npos) {
      break;
    }
    std::string_view offset_text = text.substr(found + kOpen.size(), close - found - kOpen.size());
    offset_text.remove_prefix(offset_text.starts_with('+') ? 1 : 0);
    int offset = 0;
    std::from_chars(offset_text.data(), offset_text.data() + offset_text.size(), offset);
    expanded += text.substr(at, found - at);
    expanded += std::to_string(static_cast<long>(line_number) + offset);
    at = close + 2;
  }
  expanded += text.substr(at);
  return expanded;
}

// A place `name:LINE:` in a line of output.
struct PlaceInText {
  std::size_t number_begin;
  std::size_t number_end;
  std::size_t line;
};

std::optional<PlaceInText> FindPlace(std::string_view text, std::string_view name, std::size_t from) {
  const std::string key = std::string(name) + ":";
  for (std::size_t at = from; (at = text.find(key, at)) != std::string_view::npos; ++at) {
    PlaceInText place{at + key.size(), 0, 0};
    const char* begin = text.data() + place.number_begin;
    const auto [end, error] = std::from_chars(begin, text.data() + text.size(), place.line);
    place.number_end = place.number_begin + static_cast<std::size_t>(end - begin);
    if (error == std::errc() && text.substr(place.number_end).starts_with(':')) {
      return place;
    }
  }
  return std::nullopt;
}

// Builds the new file. Lines of the old one that the update owns are gone; what a command printed about
// "line 7" is kept as "the source line that was line 7", because every insertion moves numbers.
class Updater {
 public:
  Updater(const std::vector<Line>& old_lines, std::string_view marker, std::string_view name)
      : marker_(marker), name_(name) {
    for (const Line& line : old_lines) {
      new_index_of_old_.push_back(source_.size());
      if (!IsWrittenByUpdate(line.directive)) {
        source_.push_back(line);
      }
    }
    above_.resize(source_.size() + 1);
    for (const Line& line : source_) {
      line_end_ = LineEnd(line.raw).empty() ? line_end_ : LineEnd(line.raw);
    }
  }

  void AddErr(const std::vector<std::string>& lines, GoldenFile::Placement placement) {
    std::size_t position = Header();
    for (const std::string& text : lines) {
      const std::optional<PlaceInText> place = FindPlace(text, name_, 0);
      const bool starts_group = place && text.starts_with(name_) &&
                                text.find(": note: ") == std::string::npos;
      if (starts_group && placement == GoldenFile::Placement::NearTheSource) {
        position = std::max(position, SourceIndex(place->line));
      }
      above_[position].push_back({"CHECK-ERR", text});
    }
  }

  void AddOut(const std::vector<std::string>& lines, GoldenFile::Placement placement) {
    const std::size_t position =
        placement == GoldenFile::Placement::NearTheSource ? source_.size() : Header();
    for (const std::string& text : lines) {
      above_[position].push_back({"CHECK", text});
    }
  }

  void AddStatus(int status) {
    above_[Header()].push_back({"CHECK-STATUS", std::to_string(status)});
  }

  std::vector<Line> Build() {
    // Two passes: the first fixes where each source line ends up.
    std::vector<std::size_t> number_of_source(source_.size() + 1);
    std::size_t number = 0;
    for (std::size_t i = 0; i <= source_.size(); ++i) {
      number += above_[i].size();
      number_of_source[i] = ++number;
    }
    std::vector<Line> lines;
    for (std::size_t i = 0; i <= source_.size(); ++i) {
      EndLastLine(lines, i);
      for (const Check& check : above_[i]) {
        lines.push_back(CheckLine(check, lines.size() + 1, Indentation(i), number_of_source));
      }
      if (i < source_.size()) {
        lines.push_back(source_[i]);
      }
    }
    return lines;
  }

 private:
  struct Check {
    std::string directive;
    std::string text;
  };

  // Index of the source line after the last RUN line.
  std::size_t Header() const {
    for (std::size_t i = source_.size(); i > 0; --i) {
      if (source_[i - 1].directive == Directive::Run) {
        return i;
      }
    }
    return 0;
  }

  std::size_t SourceIndex(std::size_t old_line) const {
    return old_line == 0 || old_line > new_index_of_old_.size() ? source_.size()
                                                                : new_index_of_old_[old_line - 1];
  }

  std::string Indentation(std::size_t index) const {
    if (index >= source_.size()) {
      return "";
    }
    const std::string& raw = source_[index].raw;
    const std::size_t end = raw.find_first_not_of(kBlanks);
    return end == std::string::npos || raw[end] == '\n' || raw[end] == '\r' ? "" : raw.substr(0, end);
  }

  // A check cannot follow text that has no line end.
  void EndLastLine(std::vector<Line>& lines, std::size_t index) const {
    if (!above_[index].empty() && !lines.empty() && LineEnd(lines.back().raw).empty()) {
      lines.back().raw += line_end_;
    }
  }

  Line CheckLine(const Check& check, std::size_t number, const std::string& indentation,
                 const std::vector<std::size_t>& number_of_source) const {
    std::string text = check.text;
    std::size_t from = 0;
    while (const std::optional<PlaceInText> place = FindPlace(text, name_, from)) {
      const auto target = static_cast<long>(number_of_source[SourceIndex(place->line)]);
      const std::string reference =
          fmt::format("[[@LINE{:+}]]", target - static_cast<long>(number));
      text.replace(place->number_begin, place->number_end - place->number_begin, reference);
      from = place->number_begin + reference.size();
    }
    const std::string raw = fmt::format("{}{} {}:{}{}{}", indentation, marker_, check.directive,
                                        text.empty() ? "" : " ", text, line_end_);
    return ReadLine(raw, marker_);
  }

  std::string_view marker_;
  std::string_view name_;
  std::string line_end_ = "\n";
  std::vector<Line> source_;
  std::vector<std::size_t> new_index_of_old_;
  // What stands above each source line; the last entry is the end of the file.
  std::vector<std::vector<Check>> above_;
};

}  // namespace

GoldenFile::GoldenFile(std::string_view contents, std::string_view marker) : marker_(marker) {
  std::size_t begin = 0;
  for (std::size_t i = 0; i < contents.size(); ++i) {
    const bool lone_cr = contents[i] == '\r' && !contents.substr(i + 1).starts_with('\n');
    if (contents[i] == '\n' || lone_cr) {
      lines_.push_back(ReadLine(contents.substr(begin, i + 1 - begin), marker_));
      begin = i + 1;
    }
  }
  if (begin < contents.size()) {
    lines_.push_back(ReadLine(contents.substr(begin), marker_));
  }
}

std::string GoldenFile::contents() const {
  std::string contents;
  for (const Line& line : lines_) {
    contents += line.raw;
  }
  return contents;
}

std::vector<std::string> GoldenFile::Texts(Directive directive) const {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    if (lines_[i].directive == directive) {
      texts.push_back(ExpandLineReferences(lines_[i].text, i + 1));
    }
  }
  return texts;
}

bool GoldenFile::Has(Directive directive) const {
  return std::any_of(lines_.begin(), lines_.end(),
                     [&](const Line& line) { return line.directive == directive; });
}

GoldenFile GoldenFile::Updated(std::string_view name, const std::vector<std::string>& out_lines,
                               const std::vector<std::string>& err_lines, int status,
                               Placement placement) const {
  Updater updater(lines_, marker_, name);
  if (status > 1) {
    updater.AddStatus(status);
  }
  updater.AddErr(err_lines, placement);
  // A test that names the parts of stdout that matter keeps doing so.
  if (!Has(Directive::CheckSubset) && !Has(Directive::CheckNot)) {
    updater.AddOut(out_lines, placement);
  }
  return GoldenFile(updater.Build(), marker_);
}

std::vector<std::string> SplitOutput(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.emplace_back(TrimRight(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

}  // namespace kernelc::file_test
