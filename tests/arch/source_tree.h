// The files of the checkout, for tests that read them as text.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace kernelc::arch {

// The root of the checkout.
std::filesystem::path Root();

// Paths relative to the root, sorted, of the files below `folder` that end in one of `extensions` (all files for
// none). Build folders and hidden folders other than .ci are left out.
std::vector<std::filesystem::path> FilesBelow(std::string_view folder,
                                              std::vector<std::string_view> extensions = {});

// The lines of a file given relative to the root, without line ends.
std::vector<std::string> LinesOf(const std::filesystem::path& file);
std::string TextOf(const std::filesystem::path& file);

// True when `text` holds `word` with no letter, digit or underscore beside it.
bool HoldsWord(std::string_view text, std::string_view word);

// `line` of C++ without its comment, strings and characters.
std::string CodeOf(std::string_view line);

}  // namespace kernelc::arch
