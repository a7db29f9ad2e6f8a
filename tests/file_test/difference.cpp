#include <algorithm>

#include "tests/file_test/runner.h"

namespace kernelc::file_test {
namespace {

constexpr std::size_t kContextLines = 3;
// Longer outputs are compared line by line instead of aligned.
constexpr std::size_t kMaxTable = 4'000'000;

struct Edit {
  char sign;
  const std::string* line;
};

// Aligns two lists by their longest common subsequence.
std::vector<Edit> Align(std::span<const std::string> a, std::span<const std::string> b) {
  const std::size_t columns = b.size() + 1;
  std::vector<std::uint32_t> length((a.size() + 1) * columns, 0);
  for (std::size_t i = a.size(); i-- > 0;) {
    for (std::size_t j = b.size(); j-- > 0;) {
      length[i * columns + j] =
          a[i] == b[j] ? length[(i + 1) * columns + j + 1] + 1
                       : std::max(length[(i + 1) * columns + j], length[i * columns + j + 1]);
    }
  }
  std::vector<Edit> edits;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() || j < b.size()) {
    if (i < a.size() && j < b.size() && a[i] == b[j]) {
      edits.push_back({' ', &a[i++]});
      ++j;
    } else if (j == b.size() || (i < a.size() && length[(i + 1) * columns + j] >=
                                                     length[i * columns + j + 1])) {
      edits.push_back({'-', &a[i++]});
    } else {
      edits.push_back({'+', &b[j++]});
    }
  }
  return edits;
}

std::vector<Edit> ReplaceAll(std::span<const std::string> a, std::span<const std::string> b) {
  std::vector<Edit> edits;
  for (const std::string& line : a) {
    edits.push_back({'-', &line});
  }
  for (const std::string& line : b) {
    edits.push_back({'+', &line});
  }
  return edits;
}

}  // namespace

std::string Difference(const std::vector<std::string>& expected,
                       const std::vector<std::string>& actual) {
  const auto [a_end, b_end] =
      std::mismatch(expected.begin(), expected.end(), actual.begin(), actual.end());
  const auto common = static_cast<std::size_t>(a_end - expected.begin());
  const std::size_t begin = common - std::min(common, kContextLines);
  const auto a = std::span(expected).subspan(begin);
  const auto b = std::span(actual).subspan(begin);
  const std::vector<Edit> edits =
      a.size() * b.size() <= kMaxTable ? Align(a, b) : ReplaceAll(a, b);
  std::string text;
  std::size_t quiet = 0;
  for (std::size_t i = 0; i < edits.size(); ++i) {
    const std::size_t until = std::min(edits.size(), i + kContextLines + 1);
    const bool near_change =
        std::any_of(edits.begin() + static_cast<std::ptrdiff_t>(i - std::min(i, kContextLines)),
                    edits.begin() + static_cast<std::ptrdiff_t>(until),
                    [](const Edit& edit) { return edit.sign != ' '; });
    if (!near_change) {
      text += quiet++ == 0 ? "  ...\n" : "";
      continue;
    }
    quiet = 0;
    text += edits[i].sign;
    text += ' ';
    text += *edits[i].line;
    text += '\n';
  }
  return text;
}

}  // namespace kernelc::file_test
