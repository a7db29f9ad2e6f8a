// The command line as data: subcommands and options as CLI11 holds them, and what they set.
#pragma once

#include <functional>
#include <string>

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

// Adds every subcommand and option. Both must outlive the parsing.
void AddCommands(CLI::App& app, ParsedCommand& parsed);

}  // namespace kernelc::driver
