// The command line as data: subcommands and options as CLI11 holds them, and what they set.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "compiler/driver/command_context.h"
#include "compiler/driver/command_options.h"

namespace CLI {
class App;
}

namespace kernelc::driver {

// Everything that the command line can set, and the subcommand that it chose.
struct ParsedCommand {
  std::function<int(CommandContext&)> run;
  GlobalOptions global;
  BuildOptions build;
  RunOptions run_options;
  CacheOptions cache;
  CheckOptions check;
  OccupancyOptions occupancy;
  DevicesOptions devices;
  std::string explain_kind;
  BuiltinsOptions builtins;
};

// Adds every subcommand and option, or `only` one that stands alone: making the options of all takes
// a good part of a small kernel's compile time. Both must outlive the parsing.
void AddCommands(CLI::App& app, ParsedCommand& parsed, std::string_view only = {});
bool StandsAlone(std::string_view name);

}  // namespace kernelc::driver
