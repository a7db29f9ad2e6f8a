// The word that was most likely meant where an unknown one was given.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kernelc::driver {

// The one of `choices` that differs in the case of its letters alone; for words of two letters or
// more also the one that is a slip or two away, or the only one that begins with `word`. Empty for
// none.
std::string NearWord(std::string_view word, const std::vector<std::string>& choices);

// "; did you mean `near`?", or nothing where no word is near.
std::string DidYouMean(std::string_view word, const std::vector<std::string>& choices);

}  // namespace kernelc::driver
