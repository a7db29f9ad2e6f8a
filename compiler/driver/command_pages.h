// What a package holds beside `--help`, made of the same options: the man page, and what the shells
// complete.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace kernelc::driver {

// The answer to `man` and to `complete LINE`, which the build and the shells ask for and `--help`
// does not show; nothing for all other words.
std::optional<std::string> MakePage(const CLI::App& app, std::span<const std::string> args);

// kernelc(1), in the language of troff.
std::string ManPage(const CLI::App& app);

// The words that can stand at the end of `line`, which is a command line up to the cursor. Names of
// kernels and arguments are read from the file that it names. None where the shell should complete
// names of files.
std::vector<std::string> Complete(const CLI::App& app, std::string_view line);

}  // namespace kernelc::driver
