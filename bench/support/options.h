// The command line that the benchmarks share.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace kernelc::bench {

// The exit status that says "this machine cannot run it"; ctest takes it as skipped.
inline constexpr int kSkipped = 77;

struct Options {
  // Tiny sizes and few rounds: a test that the benchmark works, not a measurement.
  bool smoke = false;
  // File for the JSON report, "-" for standard output; empty: none.
  std::string json;
  // Only what has this text in its name.
  std::string filter;
  // Time for one row of the table.
  double seconds = 0.5;
  // The device to measure, where the benchmark has a choice.
  std::string device;

  bool Selects(std::string_view name) const { return name.find(filter) != std::string_view::npos; }
};

// An option with a value that one benchmark has beside the shared ones.
struct ExtraOption {
  std::string_view name;
  std::string* value;
};

// Null, with a message on stderr, when the command line is wrong.
std::optional<Options> ParseOptions(int argc, char** argv,
                                    std::initializer_list<ExtraOption> extra = {});

}  // namespace kernelc::bench
