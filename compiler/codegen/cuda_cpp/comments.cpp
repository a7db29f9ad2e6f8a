#include "compiler/codegen/cuda_cpp/comments.h"

#include <algorithm>
#include <utility>

namespace kernelc::codegen::cuda_cpp {

namespace {

// The comment of a line without its mark; `alone`: nothing stands before it.
std::string CommentOf(std::string_view line, bool* alone) {
  *alone = true;
  char quote = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quote != 0) {
      i += c == '\\' ? 1 : 0;
      quote = c == quote ? '\0' : quote;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '#') {
      std::string_view text = line.substr(i + 1);
      while (!text.empty() && (text.front() == ' ' || text.front() == '#')) {
        text.remove_prefix(1);
      }
      while (!text.empty() && (text.back() == ' ' || text.back() == '\\' || text.back() == '\r')) {
        text.remove_suffix(1);
      }
      return std::string(text);
    }
    *alone = *alone && (c == ' ' || c == '\t' || c == '\f');
  }
  return {};
}

std::string_view Stripped(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(" \t\f");
  const std::size_t end = line.find_last_not_of(" \t\f\r\n\\");
  return begin == std::string_view::npos || end == std::string_view::npos || end < begin
             ? std::string_view()
             : line.substr(begin, end + 1 - begin);
}

// A head of a function holds no `#` but a comment's, unless in a default's string.
std::string_view WithoutComment(std::string_view line) { return line.substr(0, line.find('#')); }

}  // namespace

Comments::Comments(const SourceManager* sources, SourceRange function) {
  if (sources == nullptr || !function.has_value()) {
    return;
  }
  file_ = &sources->file(function.file);
  id_ = function.file;
  first_line_ = file_->line_column(function.begin).line;
  next_line_ = first_line_ + 1;
}

std::vector<std::string> Comments::OfFunction() {
  std::vector<std::string> found;
  if (file_ == nullptr) {
    return found;
  }
  bool alone = false;
  std::uint32_t line = first_line_;
  while (line > 1 && Stripped(file_->line_text(line - 1)).starts_with('@')) {
    --line;
  }
  while (line > 1 && Stripped(file_->line_text(line - 1)).starts_with('#')) {
    --line;
    found.insert(found.begin(), CommentOf(file_->line_text(line), &alone));
  }
  for (std::string& text : Docstring()) {
    found.push_back(std::move(text));
  }
  return found;
}

// Notes where the body begins.
std::vector<std::string> Comments::Docstring() {
  constexpr std::uint32_t kLongestHead = 40;
  const std::uint32_t lines = file_->line_count();
  // Behind the colon of the head, which ends a line unless the body stands there too.
  std::uint32_t line = first_line_;
  while (line <= lines && !Stripped(WithoutComment(file_->line_text(line))).ends_with(':')) {
    if (++line > first_line_ + kLongestHead) {
      return {};
    }
  }
  ++line;
  const std::string_view first =
      line <= lines ? Stripped(file_->line_text(line)) : std::string_view();
  for (const std::string_view quote : {R"(""")", "'''", R"(")", "'"}) {
    if (!first.starts_with(quote)) {
      continue;
    }
    std::vector<std::string> found;
    std::string_view text = first.substr(quote.size());
    while (text.find(quote) == std::string_view::npos) {
      found.emplace_back(text);
      if (quote.size() == 1 || ++line > lines) {
        return {};
      }
      text = Stripped(file_->line_text(line));
    }
    text = text.substr(0, text.find(quote));
    if (!text.empty()) {
      found.emplace_back(text);
    }
    while (!found.empty() && found.back().empty()) {
      found.pop_back();
    }
    next_line_ = line + 1;
    return found;
  }
  return {};
}

std::vector<std::string> Comments::Before(SourceRange place) {
  std::vector<std::string> found;
  if (file_ == nullptr || !place.has_value() || place.file != id_) {
    return found;
  }
  const std::uint32_t line = file_->line_column(place.begin).line;
  for (; next_line_ <= line; ++next_line_) {
    bool alone = false;
    std::string text = CommentOf(file_->line_text(next_line_), &alone);
    // Lines of code that gave no statement keep their comments to themselves.
    if (!text.empty() && (alone || next_line_ == line)) {
      found.push_back(std::move(text));
    }
  }
  return found;
}

}  // namespace kernelc::codegen::cuda_cpp
