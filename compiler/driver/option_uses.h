// Which options do nothing for what a command line asks for.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/driver/command_options.h"

namespace kernelc::driver {

// What is made, as sets: an option that does something for one of them is in place.
struct Purpose {
  std::vector<Artifact> forms;
  bool for_cuda = false;
  bool for_cpu = false;
  bool through_nvrtc = false;
  bool device_functions = false;
};

Purpose PurposeOf(const BuildOptions& options);
// A run makes code for its device, and shows what `--emit` names.
Purpose PurposeOf(const RunOptions& options);
// Occupancy is that of machine code for a GPU.
Purpose PurposeOf(const OccupancyOptions& options);

// The first of `given` that does nothing for `purpose`, with what it is for; nothing where all do
// something.
std::optional<std::string> FindUselessOption(const std::vector<std::string>& given,
                                             const Purpose& purpose);

// "ptx" of --emit.
std::string_view artifact_name(Artifact artifact);

}  // namespace kernelc::driver
