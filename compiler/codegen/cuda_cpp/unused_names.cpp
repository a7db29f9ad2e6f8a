#include "compiler/codegen/cuda_cpp/unused_names.h"

#include <algorithm>
#include <cstddef>
#include <unordered_map>

#include "compiler/codegen/cuda_cpp/tokens.h"

namespace kernelc::codegen::cuda_cpp {
namespace {

// Where each word of a text is read, by line, without assignments to it alone.
class Reads {
 public:
  explicit Reads(const std::vector<TextLine>& lines) {
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const std::vector<Token> tokens =
          lines[i].is_code ? TokensOf(lines[i].text) : std::vector<Token>();
      for (std::size_t at = lines[i].assigns.empty() ? 0 : 1; at < tokens.size(); ++at) {
        if (tokens[at].kind == TokenKind::Word) {
          lines_[tokens[at].text].push_back(i);
        }
      }
    }
  }
  bool Between(std::string_view word, std::size_t begin, std::size_t end) const {
    const auto found = lines_.find(word);
    if (found == lines_.end()) {
      return false;
    }
    const auto place = std::ranges::lower_bound(found->second, begin);
    return place != found->second.end() && *place < end;
  }

 private:
  std::unordered_map<std::string_view, std::vector<std::size_t>> lines_;
};

}  // namespace

std::string DropUnusedNames(const std::vector<TextLine>& lines) {
  const Reads reads(lines);
  std::string kept;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const TextLine& line = lines[i];
    // The block in which it stands ends there.
    std::size_t end = i + 1;
    bool is_assigned = false;
    while (!line.declares.empty() && end < lines.size() &&
           (!lines[end].is_code || lines[end].indent >= line.indent)) {
      is_assigned |= lines[end++].assigns == line.declares;
    }
    const bool is_unused = !line.declares.empty() && !reads.Between(line.declares, i + 1, end);
    if (!is_unused || line.has_value || is_assigned) {
      kept.append(line.indent, ' ');
      kept += is_unused ? "[[maybe_unused]] " : "";
      kept += line.text + '\n';
    }
  }
  return kept;
}

bool HasWord(std::string_view text, std::string_view name) {
  return std::ranges::any_of(TokensOf(text), [&](const Token& token) {
    return token.kind == TokenKind::Word && token.text == name;
  });
}

}  // namespace kernelc::codegen::cuda_cpp
