// The launch that `kernelc run` makes where --grid and --block do not say it.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compiler/diag/emitter.h"
#include "compiler/driver/argument_values.h"
#include "compiler/driver/source_unit.h"
#include "compiler/kir/analysis/launch_shape.h"
#include "compiler/kir/kir.h"
#include "compiler/sema/sema.h"
#include "kernelc/launch.h"

namespace kernelc::driver {

// A kernel and its arguments, as far as a launch depends on them.
struct LaunchSubject {
  std::shared_ptr<const SourceUnit> unit;
  // Null where the kernel could not be looked at.
  std::optional<kir::Module> module;
  std::vector<kir::LaunchArgument> arguments;
  // Of the file's own launches, the first whose block is known.
  std::optional<sema::FileLaunch> file_launch;
  // Elements of the largest array.
  std::int64_t most_elements = 1;

  const kir::Function& kernel() const { return module->functions.front(); }
};

// `types` are those of the values.
LaunchSubject FindLaunchSubject(std::shared_ptr<const SourceUnit> unit, std::size_t function,
                                const std::vector<abi::ArgType>& types,
                                const sema::Options& options,
                                const std::vector<ArgumentValue>& values);

// What the command line says, and what the device answers.
struct LaunchRequest {
  std::optional<Dim3> grid;
  std::optional<Dim3> block;
  // Threads of a block by the occupancy calculator.
  std::function<std::uint32_t()> suggest;
  // Threads that a block of the kernel may have.
  std::uint32_t most_threads = 1024;
  // Blocks that may run where all of them wait for each other; 0 for any number.
  std::function<std::uint64_t(std::uint32_t threads)> most_blocks;
};

struct LaunchChoice {
  Dim3 grid;
  Dim3 block;
  // What was chosen and by what, as options of the command; empty where both were given.
  std::string chosen;
};

LaunchChoice ChooseLaunch(const LaunchSubject& subject, const LaunchRequest& request);

// Warns of arrays that such a launch reaches beyond.
void WarnOfLaunch(const LaunchSubject& subject, Dim3 grid, Dim3 block, diag::Emitter& emitter);
// The same for the launches of the file itself, whose grids are not looked at.
void WarnOfFileLaunches(const kir::Module& module, const SourceUnit& unit, std::size_t function,
                        diag::Emitter& emitter);

}  // namespace kernelc::driver
