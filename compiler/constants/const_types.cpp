// What signatures name beside types: void, and parameters that may be None.
#include "compiler/constants/const_objects.h"

namespace kernelc::constants {
namespace {

// Parameters of a signature that may be None; each doubles the signatures.
constexpr std::size_t kMaxOptionals = 6;

// Where a word of a signature that calls something begins, `optional(`, and where its parenthesis closes.
struct OptionalWord {
  std::size_t begin;
  std::size_t inside;
  std::size_t close;
};

std::optional<OptionalWord> FindOptional(std::string_view text) {
  for (const std::string_view word : {"types.optional(", "types.Optional(", "optional(", "Optional("}) {
    const std::size_t begin = text.find(word);
    if (begin == std::string_view::npos) {
      continue;
    }
    unsigned depth = 1;
    for (std::size_t at = begin + word.size(); at < text.size(); ++at) {
      depth += text[at] == '(' ? 1U : 0U;
      depth -= text[at] == ')' ? 1U : 0U;
      if (depth == 0) {
        return OptionalWord{begin, begin + word.size(), at};
      }
    }
  }
  return std::nullopt;
}

}  // namespace

bool IsVoid(const Object& object) {
  return object.kind == ObjectKind::None ||
         (object.kind == ObjectKind::External &&
          (object.text.ends_with(".void") || object.text.ends_with(".none")));
}

std::vector<std::string> WithoutOptionals(std::string_view text) {
  std::vector<std::string> done;
  std::vector<std::string> open{std::string(text)};
  while (!open.empty() && open.size() + done.size() <= std::size_t{1} << kMaxOptionals) {
    const std::string one = std::move(open.back());
    open.pop_back();
    const std::optional<OptionalWord> word = FindOptional(one);
    if (!word) {
      done.push_back(one);
      continue;
    }
    const std::string before = one.substr(0, word->begin);
    const std::string inside = one.substr(word->inside, word->close - word->inside);
    const std::string after = one.substr(word->close + 1);
    const std::size_t next = after.find_first_not_of(' ');
    if (next != std::string::npos && after[next] == '(') {
      open.push_back(before + after);
      continue;
    }
    open.push_back(before + "none" + after);
    open.push_back(before + inside + after);
  }
  // What is left over would be lost: the text as it stands is no signature, and told as such.
  return open.empty() ? done : std::vector{std::string(text)};
}

}  // namespace kernelc::constants
