// What is wrong with the words of a command line that CLI11 refuses.
#pragma once

#include <string>
#include <vector>

#include "compiler/driver/faults.h"

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace kernelc::driver {

struct WordFault {
  Fault fault;
  // Names the word, what may have been meant, and the help that says more.
  std::string message;
};

// `app` is left as the parsing that ended with `error` left it.
WordFault ExplainWords(const CLI::App& app, const CLI::ParseError& error);

// The subcommand that was chosen, and the one of it that was, down to the last.
const CLI::App& ChosenCommand(const CLI::App& app);
// "kernelc cache prune".
std::string CommandPath(const CLI::App& command);
// Those that `--help` shows.
std::vector<const CLI::App*> ShownSubcommands(const CLI::App& command);
// "--emit", "-k" and so on: the options that `--help` of the command shows.
std::vector<std::string> OptionNames(const CLI::App& command);

}  // namespace kernelc::driver
