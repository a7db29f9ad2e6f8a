// From the words of a command line to what they ask for.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <new>
#include <optional>
#include <ostream>
#include <utility>

#include "compiler/driver/command_line.h"
#include "compiler/driver/command_pages.h"
#include "compiler/driver/command_words.h"
#include "compiler/driver/compile.h"
#include "compiler/driver/option_uses.h"

namespace kernelc::driver {
namespace {

// The options of a command that were given.
std::vector<std::string> GivenOptions(const CLI::App& command) {
  std::vector<std::string> given;
  for (const CLI::Option* option : command.get_options()) {
    if (option->count() > 0) {
      given.push_back(option->get_name());
    }
  }
  return given;
}

std::optional<std::string> FindUseless(const CLI::App& app, const ParsedCommand& parsed) {
  const CLI::App& command = ChosenCommand(app);
  if (command.get_name() == "build") {
    return FindUselessOption(GivenOptions(command), PurposeOf(parsed.build));
  }
  if (command.get_name() == "occupancy") {
    return FindUselessOption(GivenOptions(command), PurposeOf(parsed.occupancy));
  }
  return command.get_name() == "run"
             ? FindUselessOption(GivenOptions(command), PurposeOf(parsed.run_options))
             : std::nullopt;
}

constexpr const char* kDescription =
    "GPU kernels in Python syntax, compiled for CUDA and CPU devices";

// As CLI11 takes them.
std::vector<std::string> Reversed(std::span<const std::string> args) {
  std::vector<std::string> reversed;
  for (const std::string& arg : args) {
    // CLI11 takes the next word for the value of `--sig=`.
    const bool is_empty = arg.starts_with("--") && arg.find('=') + 1 == arg.size();
    reversed.push_back(is_empty ? arg.substr(0, arg.size() - 1) : arg);
    if (is_empty) {
      reversed.emplace_back();
    }
  }
  std::ranges::reverse(reversed);
  return reversed;
}

int RunParsed(const CLI::App& app, const ParsedCommand& parsed, CommandContext& context) {
  context.global() = parsed.global;
  if (std::optional<std::string> useless = FindUseless(app, parsed)) {
    return context.Fail(Fault::UselessOption, std::move(*useless));
  }
  return parsed.run(context);
}

// What words that begin with a subcommand and are in order ask for. What is wrong with others is told
// with all subcommands at hand.
std::optional<int> RunAlone(std::span<const std::string> args, CommandContext& context) {
  if (args.empty() || !StandsAlone(args.front())) {
    return std::nullopt;
  }
  ParsedCommand parsed;
  CLI::App app(kDescription, "kernelc");
  AddCommands(app, parsed, args.front());
  try {
    app.parse(Reversed(args));
  } catch (const CLI::Error&) {
    return std::nullopt;
  }
  return RunParsed(app, parsed, context);
}

int ParseAndRun(std::span<const std::string> args, CommandContext& context) {
  if (const std::optional<int> status = RunAlone(args, context)) {
    return *status;
  }
  ParsedCommand parsed;
  CLI::App app(kDescription, "kernelc");
  AddCommands(app, parsed);
  if (std::optional<std::string> page = MakePage(app, args)) {
    context.out() << *page;
    return kExitDone;
  }
  try {
    app.parse(Reversed(args));
  } catch (const CLI::Success& success) {
    app.exit(success, context.out(), context.err());
    return kExitDone;
  } catch (const CLI::ParseError& error) {
    context.global() = parsed.global;
    const RunOptions& run = parsed.run_options;
    const OccupancyOptions& occupancy = parsed.occupancy;
    WordFault fault = ExplainWords(app, error);
    if (fault.fault == Fault::MissingWord &&
        dynamic_cast<const CLI::RequiredError*>(&error) != nullptr) {
      // The error for a missing KERNEL names those that the file has.
      if (app.got_subcommand("run") && !run.file.empty() && run.kernel.empty()) {
        return RunKernel(context, run);
      }
      if (app.got_subcommand("occupancy") && !occupancy.file.empty() && occupancy.kernel.empty()) {
        return RunOccupancy(context, occupancy);
      }
    }
    return context.Fail(fault.fault, std::move(fault.message));
  }
  return RunParsed(app, parsed, context);
}

}  // namespace

int RunCommand(std::span<const std::string> args, std::ostream& out, std::ostream& err,
               bool terminal, bool owns_process) {
  CommandContext context(out, err, terminal, owns_process);
  int status = kExitInternal;
  try {
    status = ParseAndRun(args, context);
  } catch (const std::bad_alloc&) {
    status = context.Fail(Fault::DeviceFailure, "there is not enough memory");
  } catch (const std::exception& error) {
    status = context.Fail(
        Fault::InternalError,
        fmt::format(
            "internal compiler error: {}\nThis is a bug in kernelc {}; please report it with "
            "the command line and the kernel file.",
            error.what(), Version()));
  }
  try {
    if (!context.FlushOutput() && status == kExitDone) {
      status = StatusOf(Fault::UnwritableFile);
    }
    context.Flush();
  } catch (const std::exception&) {
    // A stream that throws has nobody left to tell.
    status = StatusOf(Fault::InternalError);
  }
  return status;
}

}  // namespace kernelc::driver
