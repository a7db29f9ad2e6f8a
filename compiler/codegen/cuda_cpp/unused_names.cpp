#include "compiler/codegen/cuda_cpp/unused_names.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <unordered_map>
#include <vector>

namespace kernelc::codegen::cuda_cpp {
namespace {

bool IsWordCharacter(char c) {
  return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

std::string_view WithoutComment(std::string_view line) { return line.substr(0, line.find("//")); }

std::vector<std::string_view> WordsOf(std::string_view line) {
  std::vector<std::string_view> words;
  const std::string_view code = WithoutComment(line);
  for (std::size_t i = 0; i < code.size();) {
    std::size_t end = i;
    while (end < code.size() && IsWordCharacter(code[end])) {
      ++end;
    }
    if (end > i) {
      words.push_back(code.substr(i, end - i));
    }
    i = end > i ? end : i + 1;
  }
  return words;
}

std::vector<std::string_view> LinesOf(std::string_view text) {
  std::vector<std::string_view> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    const std::size_t next = end == std::string_view::npos ? text.size() : end + 1;
    lines.push_back(text.substr(at, next - at));
    at = next;
  }
  return lines;
}

struct Declaration {
  std::string_view name;
  // What stands behind `=`; empty for nothing.
  std::string_view value;
};

// `const int64_t name = value;`, `float name[3];`: a type, a blank and a name before `=`, `[` or the end. No line of control
// flow looks like that.
std::optional<Declaration> DeclarationIn(std::string_view line) {
  std::string_view code = line;
  while (!code.empty() && (code.back() == '\n' || code.back() == ' ')) {
    code.remove_suffix(1);
  }
  const std::size_t first = code.find_first_not_of(' ');
  if (first == std::string_view::npos || !code.ends_with(';')) {
    return std::nullopt;
  }
  code = code.substr(first, code.size() - first - 1);
  for (const std::string_view word : {"return", "else", "for", "if", "while", "asm", "break"}) {
    if (code.starts_with(word) &&
        (code.size() == word.size() || !IsWordCharacter(code[word.size()]))) {
      return std::nullopt;
    }
  }
  const std::size_t equals = code.find(" = ");
  Declaration declaration;
  declaration.value = equals == std::string_view::npos ? "" : code.substr(equals + 3);
  std::string_view head = code.substr(0, equals);
  head = head.substr(0, head.find('['));
  std::size_t begin = head.size();
  while (begin > 0 && IsWordCharacter(head[begin - 1])) {
    --begin;
  }
  const bool has_type = begin > 1 && head[begin - 1] == ' ' && begin < head.size() &&
                        (IsWordCharacter(head[begin - 2]) || head[begin - 2] == '>' ||
                         head[begin - 2] == '*' || head[begin - 2] == ')');
  // Inside brackets that are open stands an argument: `f(x * a[i]);`.
  const bool is_argument = std::ranges::count(head, '(') != std::ranges::count(head, ')');
  if (!has_type || is_argument || head.find_first_of("+-/.") != std::string_view::npos) {
    return std::nullopt;
  }
  declaration.name = head.substr(begin);
  return declaration;
}

// The name that a line assigns to and does nothing else with: `name = value;`.
std::string_view AssignedIn(std::string_view line) {
  const std::size_t first = line.find_first_not_of(' ');
  std::size_t end = first;
  while (end < line.size() && IsWordCharacter(line[end])) {
    ++end;
  }
  return first != std::string_view::npos && line.substr(end).starts_with(" = ")
             ? line.substr(first, end - first)
             : std::string_view();
}

// Where each word of a text is read, by line, without assignments to it alone.
class Reads {
 public:
  explicit Reads(const std::vector<std::string_view>& lines) {
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const std::string_view assigned = AssignedIn(lines[i]);
      bool is_target = true;
      for (const std::string_view word : WordsOf(lines[i])) {
        if (!is_target || word != assigned) {
          lines_[word].push_back(i);
        }
        is_target = false;
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

// Behind the last line of the block in which line number `at` stands.
std::size_t EndOfBlock(const std::vector<std::string_view>& lines, std::size_t at) {
  const std::size_t indent = lines[at].find_first_not_of(' ');
  std::size_t end = at + 1;
  while (end < lines.size() &&
         (lines[end].starts_with('#') || lines[end].find_first_not_of(' ') >= indent)) {
    ++end;
  }
  return end;
}

}  // namespace

std::string DropUnusedNames(const std::string& body) {
  const std::vector<std::string_view> lines = LinesOf(body);
  const Reads reads(lines);
  std::string kept;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view line = lines[i];
    const std::optional<Declaration> declaration = DeclarationIn(line);
    const std::size_t end = declaration ? EndOfBlock(lines, i) : i;
    if (!declaration || reads.Between(declaration->name, i + 1, end)) {
      kept += line;
      continue;
    }
    if (declaration->value.empty() || declaration->value == "{}") {
      // Assignments to it, if there are any, need it.
      const std::string_view rest(
          line.data() + line.size(),
          static_cast<std::size_t>(lines[end - 1].data() + lines[end - 1].size() -
                                   (line.data() + line.size())));
      if (rest.find(std::string(declaration->name) + " = ") == std::string_view::npos) {
        continue;
      }
    }
    const std::size_t indent = line.find_first_not_of(' ');
    kept += std::string(line.substr(0, indent)) + "[[maybe_unused]] ";
    kept += line.substr(indent);
  }
  return kept;
}

bool HasWord(std::string_view text, std::string_view name) {
  for (const std::string_view line : LinesOf(text)) {
    for (const std::string_view word : WordsOf(line)) {
      if (word == name) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace kernelc::codegen::cuda_cpp
