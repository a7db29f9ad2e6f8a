// Work on seeds in child processes, so that a program that hangs or crashes stops neither the run nor the report.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace kernelc::random_programs {

enum class SeedState : std::uint8_t { Same, Differs, TimedOut, Crashed };

// What came of one seed; `text` says what differs or which signal ended the process.
struct SeedResult {
  std::uint64_t seed = 0;
  SeedState state = SeedState::Same;
  std::string text;
};

// A child process's way to say that it lives and what it found.
class Reporter {
 public:
  explicit Reporter(int pipe) : pipe_(pipe) {}
  // The time limit of the seed begins anew.
  void Alive() const;
  void Start(std::uint64_t seed) const;
  // Empty: all ways compute the same.
  void Done(std::uint64_t seed, const std::string& difference) const;

 private:
  void Write(char kind, std::uint64_t seed, const std::string& text) const;

  int pipe_;
};

struct SupervisorOptions {
  std::uint64_t first = 0;
  std::uint64_t count = 0;
  // Processes side by side; each takes every jobs-th seed.
  unsigned jobs = 1;
  // Seconds without a sign of life.
  double limit = 60;
  // Seconds after which the children are stopped and what they have not finished is left out. Zero: no end.
  double seconds = 0;
};

// Runs `work`(reporter, first, step, end) in child processes: it handles the seeds first, first + step and so on
// below end, with a Start and a Done for each. Where it returns early, another child does the rest. A child that is
// silent for longer than the limit is killed, one that dies is noted, and another goes on behind that seed. The caller
// must hold no threads or devices yet. `on_result` hears of every seed that was finished. Throws std::runtime_error when the system
// refuses processes or a child cannot begin.
void Supervise(const SupervisorOptions& options,
               const std::function<void(const Reporter&, std::uint64_t, std::uint64_t,
                                        std::uint64_t)>& work,
               const std::function<void(const SeedResult&)>& on_result);

}  // namespace kernelc::random_programs
