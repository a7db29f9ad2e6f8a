// Words that are near to each other: misspellings, and other cases of the same letters.
#pragma once

#include <span>
#include <string_view>

namespace kernelc {

// The word nearest to a misspelt one, empty when none is near.
std::string_view NearestWord(std::string_view word, std::span<const std::string_view> choices);

bool SameButForCase(std::string_view left, std::string_view right);

// Number of edits from `left` to `right`, of one letter or two that change places, at most `limit`
// + 1.
unsigned EditDistance(std::string_view left, std::string_view right, unsigned limit);

}  // namespace kernelc
