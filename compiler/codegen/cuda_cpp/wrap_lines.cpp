#include "compiler/codegen/cuda_cpp/wrap_lines.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "compiler/codegen/cuda_cpp/tokens.h"

namespace kernelc::codegen::cuda_cpp {

namespace {

constexpr std::size_t kWidth = 100;
constexpr std::size_t kContinuation = 4;

struct Break {
  // The blank that ends the line.
  std::size_t at = 0;
  // How many parentheses are open there.
  std::size_t depth = 0;
};

// Whether an operator with blanks around it begins at token number `at`.
bool IsOperator(const std::vector<Token>& tokens, std::size_t at) {
  std::size_t end = at;
  while (end < tokens.size() && tokens[end].text != " ") {
    if (tokens[end].text.find_first_not_of("+-*/%&|^<>=?:!") != std::string_view::npos) {
      return false;
    }
    ++end;
  }
  const bool assigns = end == at + 1 && tokens[at].text == "=";
  return end > at && end < tokens.size() && !assigns;
}

// Where to break a line that begins with `depth` open parentheses.
std::optional<Break> BreakOf(std::string_view line, std::size_t indent, std::size_t depth) {
  const std::vector<Token> tokens = TokensOf(line);
  std::optional<Break> best;
  std::size_t at = 0;
  for (std::size_t i = 0; i < tokens.size() && at < kWidth; ++i) {
    const std::string_view text = tokens[i].text;
    const std::string_view before = i == 0 ? "" : tokens[i - 1].text;
    const std::string_view after = i + 1 < tokens.size() ? tokens[i + 1].text : "";
    const bool opens_types =
        text == "<" && i > 0 && tokens[i - 1].kind == TokenKind::Word && after != " ";
    const bool closes_types =
        text == ">" && before != " " && before != "-" && before != ">" && before != "=";
    if (text == "(" || text == "[" || text == "{" || opens_types) {
      ++depth;
    } else if ((text == ")" || text == "]" || text == "}" || closes_types) && depth > 0) {
      --depth;
    }
    const bool may_break =
        text == " " && at > indent &&
        (before == "," || before == ";" || before == "=" || IsOperator(tokens, i + 1));
    if (may_break && (!best || depth <= best->depth)) {
      best = {at, depth};
    }
    at += text.size();
  }
  return best;
}

}  // namespace

std::string WrapLines(const std::string& body) {
  std::string wrapped;
  for (std::size_t at = 0; at < body.size();) {
    const std::size_t end = std::min(body.find('\n', at), body.size());
    std::string line = body.substr(at, end - at);
    at = end + 1;
    const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
    const bool is_code =
        !std::string_view(line).substr(indent).starts_with("//") && !line.starts_with('#');
    std::size_t depth = 0;
    for (std::size_t used = indent; is_code && line.size() > kWidth;) {
      const std::optional<Break> place = BreakOf(line, used, depth);
      if (!place) {
        break;
      }
      depth = place->depth;
      used = indent + kContinuation * std::max<std::size_t>(depth, 1);
      wrapped += line.substr(0, place->at) + "\n";
      line = std::string(used, ' ') + line.substr(place->at + 1);
    }
    wrapped += line + "\n";
  }
  return wrapped;
}

}  // namespace kernelc::codegen::cuda_cpp
