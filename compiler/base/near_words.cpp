#include "compiler/base/near_words.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace kernelc {

std::string_view NearestWord(std::string_view word, std::span<const std::string_view> choices) {
  unsigned best = word.size() < 5 ? 2 : 3;
  std::string_view nearest;
  for (const std::string_view choice : choices) {
    const unsigned distance = EditDistance(word, choice, best);
    if (distance < best) {
      best = distance;
      nearest = choice;
    }
  }
  return nearest;
}

bool SameButForCase(std::string_view left, std::string_view right) {
  return std::ranges::equal(left, right, [](unsigned char a, unsigned char b) {
    return std::tolower(a) == std::tolower(b);
  });
}

unsigned EditDistance(std::string_view left, std::string_view right, unsigned limit) {
  const std::size_t difference =
      left.size() > right.size() ? left.size() - right.size() : right.size() - left.size();
  constexpr std::size_t kLongest = 64;
  if (difference > limit || left.size() > kLongest || right.size() > kLongest) {
    return limit + 1;
  }
  // The rows of `left` without its last two letters, without its last one, and with it.
  std::array<std::array<unsigned, kLongest + 1>, 3> rows{};
  for (std::size_t j = 0; j <= right.size(); ++j) {
    rows[0][j] = static_cast<unsigned>(j);
  }
  for (std::size_t i = 1; i <= left.size(); ++i) {
    auto& row = rows[i % 3];
    const auto& before = rows[(i + 2) % 3];
    row[0] = static_cast<unsigned>(i);
    for (std::size_t j = 1; j <= right.size(); ++j) {
      const unsigned replace = before[j - 1] + (left[i - 1] == right[j - 1] ? 0 : 1);
      row[j] = std::min({before[j] + 1, row[j - 1] + 1, replace});
      const bool swapped =
          i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1];
      if (swapped) {
        row[j] = std::min(row[j], rows[(i + 1) % 3][j - 2] + 1);
      }
    }
  }
  return std::min(rows[left.size() % 3][right.size()], limit + 1);
}

}  // namespace kernelc
