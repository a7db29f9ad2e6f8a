#include "compiler/driver/command_words.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string_view>
#include <utility>

#include "compiler/driver/near_word.h"

namespace kernelc::driver {
namespace {

std::vector<std::string> NamesOf(const std::vector<const CLI::App*>& commands) {
  std::vector<std::string> names;
  for (const CLI::App* command : commands) {
    names.push_back(command->get_name());
  }
  return names;
}

const CLI::App& Root(const CLI::App& command) {
  const CLI::App* root = &command;
  while (root->get_parent() != nullptr) {
    root = root->get_parent();
  }
  return *root;
}

// Options of `command` and of those above it, which it takes too.
std::vector<std::string> AllOptionNames(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::App* at = &command; at != nullptr; at = at->get_parent()) {
    const std::vector<std::string> own = OptionNames(*at);
    names.insert(names.end(), own.begin(), own.end());
  }
  return names;
}

// "; it is an option of `kernelc run`", for one that another subcommand has.
std::string OwnerOf(const CLI::App& command, const std::string& option) {
  std::vector<const CLI::App*> others = ShownSubcommands(Root(command));
  for (std::size_t i = 0; i < others.size(); ++i) {
    const std::vector<std::string> names = OptionNames(*others[i]);
    if (std::ranges::find(names, option) != names.end()) {
      return fmt::format("; it is an option of `{}`", CommandPath(*others[i]));
    }
    const std::vector<const CLI::App*> below = ShownSubcommands(*others[i]);
    others.insert(others.end(), below.begin(), below.end());
  }
  return "";
}

WordFault UnknownWord(const CLI::App& command, std::string word) {
  const std::string path = CommandPath(command);
  if (word.starts_with('-') && word.size() > 1) {
    word = word.substr(0, word.find('='));
    std::string near = DidYouMean(word, AllOptionNames(command));
    if (near.empty()) {
      near = OwnerOf(command, word);
    }
    return {Fault::UnknownOption, fmt::format("`{}` has no option `{}`{}", path, word, near)};
  }
  const std::vector<std::string> names = NamesOf(ShownSubcommands(command));
  if (names.empty()) {
    return {Fault::ExtraWord, fmt::format("`{}` is one word too many for `{}`", word, path)};
  }
  const std::string near = DidYouMean(word, names);
  return {Fault::UnknownCommand,
          fmt::format("`{}` has no subcommand `{}`{}", path, word,
                      near.empty() ? fmt::format("; there are {}", fmt::join(names, ", ")) : near)};
}

// CLI11 puts an option's name before a colon.
std::pair<std::string, std::string> NameAndRest(const std::string& text) {
  const std::size_t colon = text.find(": ");
  return colon == std::string::npos ? std::pair(std::string(), text)
                                    : std::pair(text.substr(0, colon), text.substr(colon + 2));
}

WordFault Explain(const CLI::App& command, const CLI::ParseError& error) {
  for (const CLI::App* at = &command; at != nullptr; at = at->get_parent()) {
    if (const std::vector<std::string> left = at->remaining(); !left.empty()) {
      return UnknownWord(command, left.front());
    }
  }
  const std::string text = error.what();
  const auto [name, rest] = NameAndRest(text);
  if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr) {
    const std::vector<std::string> names = NamesOf(ShownSubcommands(command));
    return {Fault::MissingWord, names.empty()
                                    ? fmt::format("`{}`: {}", CommandPath(command), text)
                                    : fmt::format("a subcommand of `{}` is required: {}",
                                                  CommandPath(command), fmt::join(names, ", "))};
  }
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr && !name.empty()) {
    // "--sig: 1 required TEXT missing", "--emit: At Most 1 required but received 2"
    const bool is_missing = rest.ends_with("missing");
    return {is_missing ? Fault::MissingWord : Fault::Conflict,
            fmt::format("`{}` {}", name, is_missing ? "needs a value" : "is given more than once")};
  }
  return {Fault::BadOptionValue, text};
}

}  // namespace

const CLI::App& ChosenCommand(const CLI::App& app) {
  const CLI::App* chosen = &app;
  for (auto next = chosen->get_subcommands(); !next.empty(); next = chosen->get_subcommands()) {
    chosen = next.front();
  }
  return *chosen;
}

std::string CommandPath(const CLI::App& command) {
  return command.get_parent() == nullptr
             ? command.get_name()
             : fmt::format("{} {}", CommandPath(*command.get_parent()), command.get_name());
}

std::vector<const CLI::App*> ShownSubcommands(const CLI::App& command) {
  return command.get_subcommands([](const CLI::App* sub) { return !sub->get_group().empty(); });
}

std::vector<std::string> OptionNames(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) {
      names.push_back("--" + name);
    }
    for (const std::string& name : option->get_snames()) {
      names.push_back("-" + name);
    }
  }
  return names;
}

WordFault ExplainWords(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App& command = ChosenCommand(app);
  WordFault fault = Explain(command, error);
  fault.message += fmt::format(" (see `{} --help`)", CommandPath(command));
  return fault;
}

}  // namespace kernelc::driver
