#include "compiler/codegen/cuda_cpp/comments.h"

#include <algorithm>

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

}  // namespace

Comments::Comments(const SourceManager* sources, SourceRange function) {
  if (sources == nullptr || !function.has_value()) {
    return;
  }
  file_ = &sources->file(function.file);
  id_ = function.file;
  next_line_ = file_->line_column(function.begin).line + 1;
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
