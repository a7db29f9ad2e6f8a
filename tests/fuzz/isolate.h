// Runs targets in child processes, so that a crash or a hang is a result.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "tests/fuzz/targets.h"

namespace kernelc::fuzz {

// How an input broke the target.
struct Failure {
  std::uint64_t index = 0;
  // Equal for inputs that break the same thing: the message of the exception, or the signal with the frames that raised it.
  std::string signature;
};

struct IsolateOptions {
  // Of processor time: a child that spends more on one input hangs.
  double seconds_per_input = 10;
  // Address space of a child; 0 for no limit (sanitizers reserve much).
  std::uint64_t max_bytes = 0;
};

// Runs inputs first, first + 1, ... until one fails or `end` is reached, all in one child. Gives the failure; nothing when
// all passed. `make` is called in the child.
std::optional<Failure> RunBatch(Target target, std::uint64_t first, std::uint64_t end,
                                const std::function<std::string(std::uint64_t)>& make,
                                const IsolateOptions& options);

// Takes away lines, then tokens, then characters of `text` while the failure stays the same.
std::string Minimize(Target target, std::string text, std::uint64_t seed_index,
                     const std::string& signature, const IsolateOptions& options);

}  // namespace kernelc::fuzz
