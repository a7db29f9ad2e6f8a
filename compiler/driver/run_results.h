// What `kernelc run` does with the arguments after the kernel has run: --print, --expect and --out.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "compiler/base/result.h"
#include "compiler/driver/command_context.h"
#include "compiler/driver/command_options.h"
#include "compiler/driver/expected_value.h"
#include "compiler/driver/run_arguments.h"

namespace kernelc::driver {

// The options of results, read before the kernel runs, so that a slip in them costs no run. Refers
// to the arguments.
struct RunResults {
  struct Expectation {
    NamedPart got;
    // As it was written.
    std::string reference;
    ArgumentValue expected;
  };
  std::vector<NamedPart> prints;
  std::vector<Expectation> expectations;
  // Arguments and the files they go to.
  std::vector<std::pair<const ArgumentValue*, std::string>> outputs;
};

// Fails naming the option at fault; `signature` is what the user calls the kernel's.
Result<RunResults> ReadResults(const RunOptions& options, RunArguments& arguments,
                               const std::string& signature, const FileNames& names);

// After the arguments were fetched. Prints, writes files, then compares. Gives the exit status.
// Throws Error where a file cannot be written.
int ShowResults(CommandContext& context, const RunOptions& options, const RunResults& results);

}  // namespace kernelc::driver
