// Runs golden test files against a command, and rewrites them.
#pragma once

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace kernelc::file_test {

// The command under test: arguments without the program's name, stdout, stderr; gives the exit status.
using Command =
    std::function<int(std::span<const std::string> args, std::ostream& out, std::ostream& err)>;

enum class Outcome { Passed, Failed, Skipped };

struct Verdict {
  Outcome outcome;
  // Why, for the reader; empty when passed.
  std::string reason;
};

struct RunnerOptions {
  // What the machine has; a test that REQUIRES anything else is skipped.
  std::set<std::string> features;
  // An empty folder that `%t` in a RUN line names. Each test gets its own below it.
  std::filesystem::path temporary_folder;
};

// Runs the test in `file` and compares. Never throws for a bad test file: that is a failure of it.
Verdict RunFile(const std::filesystem::path& file, const Command& command,
                const RunnerOptions& options);

// Runs the test and rewrites its CHECK lines. Fails, and leaves the file as it is, when the rewritten test would
// not pass: its output depends on its own comments, or changes from run to run.
Verdict UpdateFile(const std::filesystem::path& file, const Command& command,
                   const RunnerOptions& options);

// `path` itself, or the tests below that folder, sorted: .py and .kir files that have a RUN line or a name that starts with
// `fail_`. Folders named `inputs` hold what tests read, and no tests.
std::vector<std::filesystem::path> FindTests(const std::filesystem::path& path);

// Splits a command line as a shell does, with single and double quotes and backslashes.
std::vector<std::string> SplitCommandLine(std::string_view line);

// A readable difference: lines with "-" are expected only, lines with "+" were printed only.
std::string Difference(const std::vector<std::string>& expected,
                       const std::vector<std::string>& actual);

}  // namespace kernelc::file_test
