#include "compiler/driver/near_word.h"

#include <fmt/format.h>

#include <algorithm>

#include "compiler/base/near_words.h"

namespace kernelc::driver {

std::string NearWord(std::string_view word, const std::vector<std::string>& choices) {
  const auto same = std::ranges::find_if(
      choices, [&](const std::string& choice) { return SameButForCase(word, choice); });
  if (same != choices.end()) {
    return *same;
  }
  // A letter is near to every other one.
  constexpr std::size_t kShort = 1;
  const std::size_t dashes = std::min(word.find_first_not_of('-'), word.size());
  if (word.size() - dashes <= kShort) {
    return "";
  }
  const std::vector<std::string_view> views(choices.begin(), choices.end());
  if (const std::string_view near = NearestWord(word, views); !near.empty()) {
    return std::string(near);
  }
  const auto begins = [&](const std::string& choice) { return choice.starts_with(word); };
  return std::ranges::count_if(choices, begins) == 1 ? *std::ranges::find_if(choices, begins)
                                                     : std::string();
}

std::string DidYouMean(std::string_view word, const std::vector<std::string>& choices) {
  const std::string near = NearWord(word, choices);
  return near.empty() ? near : fmt::format("; did you mean `{}`?", near);
}

}  // namespace kernelc::driver
