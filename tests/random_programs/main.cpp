// Long runs of random programs: compares, shrinks and keeps what fails. See README.md.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/random_programs/generator.h"
#include "tests/random_programs/runner.h"
#include "tests/random_programs/shrink.h"
#include "tests/random_programs/supervisor.h"

namespace kernelc::random_programs {

namespace {

constexpr unsigned kShrinkBudget = 1500;
// Of programs that hang or crash, each of which takes a process and up to kShrinkLimit seconds.
constexpr unsigned kShrinkBudgetOfProcesses = 150;
constexpr double kShrinkLimit = 5;

struct Options {
  std::uint64_t first = 0;
  std::uint64_t count = 1000;
  std::string device = "cpu";
  std::string keep;
  std::string dump;
  // A stored program, to be compared `count` times instead of random ones.
  std::string program;
  unsigned jobs = 1;
  // Seconds for a program.
  double limit = 60;
  // Seconds for all of them; zero: as long as they take.
  double seconds = 0;
  bool print = false;
  bool ok = true;
};

Options Parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc && options.ok; ++i) {
    const std::string name = argv[i];
    if (name == "--print") {
      options.print = true;
      continue;
    }
    if (i + 1 == argc) {
      options.ok = false;
      break;
    }
    const std::string value = argv[++i];
    if (name == "--first") {
      options.first = std::strtoull(value.c_str(), nullptr, 10);
    } else if (name == "--count") {
      options.count = std::strtoull(value.c_str(), nullptr, 10);
    } else if (name == "--device") {
      options.device = value;
    } else if (name == "--keep") {
      options.keep = value;
    } else if (name == "--program") {
      options.program = value;
    } else if (name == "--dump") {
      options.dump = value;
    } else if (name == "--jobs") {
      options.jobs = static_cast<unsigned>(std::strtoul(value.c_str(), nullptr, 10));
      options.ok = options.jobs > 0 && options.jobs <= 256;
    } else if (name == "--limit") {
      options.limit = std::strtod(value.c_str(), nullptr);
      options.ok = options.limit > 0;
    } else if (name == "--seconds") {
      options.seconds = std::strtod(value.c_str(), nullptr);
      options.ok = options.seconds > 0;
    } else {
      options.ok = false;
    }
  }
  return options;
}

// The program and what it computes, for a comparison with another compiler.
void Dump(const std::string& folder, std::uint64_t seed, const RandomProgram& program,
          const Outcome& outcome) {
  std::filesystem::create_directories(folder);
  const std::string stem = folder + "/" + std::to_string(seed);
  std::ofstream(stem + ".py") << Print(program);
  nlohmann::json data;
  data["serial"] = program.serial;
  data["error"] = outcome.error;
  for (const Result& result : outcome.results) {
    const std::size_t size = abi::scalar_info(result.kind).size;
    nlohmann::json values = nlohmann::json::array();
    for (std::size_t at = 0; at < result.bytes.size(); at += size) {
      values.push_back(ScalarToString(result.kind, result.bytes.data() + at));
    }
    data["results"][result.name] = {{"dtype", abi::scalar_info(result.kind).text},
                                    {"values", values}};
  }
  std::ofstream(stem + ".json") << data << "\n";
}

std::vector<Way> WaysOf(const std::string& device) {
  const Context cpu("cpu");
  std::vector<Way> ways = {{"cpu -O0", cpu, 0}, {"cpu -O3", cpu, 3}};
  if (device != "cpu") {
    ways.push_back({device, Context(device), 3});
    ways.push_back({device + " with the assembler's -O1", Context(device), 3, 1});
  }
  return ways;
}

// Prints the program, or stores it in the folder of --keep.
void Store(const Options& options, std::uint64_t seed, const RandomProgram& program) {
  const std::string text = Print(program);
  if (options.keep.empty()) {
    std::printf("%s\n", text.c_str());
  } else {
    std::filesystem::create_directories(options.keep);
    std::ofstream(options.keep + "/seed_" + std::to_string(seed) + ".py") << text;
  }
  std::fflush(stdout);
}

// As CompareWays(). Throws when the program has made the device unusable: the end of this process,
// which is for the supervisor to report.
std::string CompareOrThrow(const RandomProgram& program, const std::vector<Way>& ways) {
  const std::string difference = CompareWays(Print(program), ways);
  if (!difference.empty() && !AreUsable(ways)) {
    throw std::runtime_error(difference);
  }
  return difference;
}

// The seeds of one child process, or the first of them: up to one whose shrinking loses the device.
void CompareSeeds(const Options& options, const Reporter& reporter, std::uint64_t first,
                  std::uint64_t step, std::uint64_t end) {
  const std::vector<Way> ways = WaysOf(options.device);
  for (std::uint64_t seed = first; seed < end; seed += step) {
    reporter.Start(seed);
    const RandomProgram program = Generate(seed);
    const std::string difference = CompareOrThrow(program, ways);
    bool is_lost = false;
    if (!difference.empty()) {
      std::printf("seed %llu: %s\n", static_cast<unsigned long long>(seed), difference.c_str());
      const auto still_differs = [&](const RandomProgram& candidate) {
        reporter.Alive();
        const bool differs = !is_lost && !CompareWays(Print(candidate), ways).empty();
        // Another failure than the one that is looked for, and the last one of this process.
        is_lost = is_lost || (differs && !AreUsable(ways));
        return differs && !is_lost;
      };
      Store(options, seed, Shrink(program, still_differs, kShrinkBudget));
    }
    reporter.Done(seed, difference);
    if (is_lost) {
      return;
    }
  }
}

// Whether the program still ends its process that way: each try has a process of its own.
bool StillEnds(const Options& options, const RandomProgram& program, SeedState state) {
  SeedState found = SeedState::Same;
  Supervise(
      {0, 1, 1, std::min(options.limit, kShrinkLimit), 0},
      [&](const Reporter& reporter, std::uint64_t seed, std::uint64_t, std::uint64_t) {
        reporter.Start(seed);
        CompareOrThrow(program, WaysOf(options.device));
        reporter.Done(seed, "");
      },
      [&](const SeedResult& result) { found = result.state; });
  return found == state;
}

void ShrinkEnded(const Options& options, const SeedResult& result) {
  const RandomProgram program = Generate(result.seed);
  // What only a slow machine took for a hang is stored as it is.
  const auto still_ends = [&](const RandomProgram& candidate) {
    return StillEnds(options, candidate, result.state);
  };
  Store(options, result.seed,
        still_ends(program) ? Shrink(program, still_ends, kShrinkBudgetOfProcesses) : program);
}

int Compare(const Options& options) {
  std::map<SeedState, std::uint64_t> counts;
  std::vector<SeedResult> ended;
  std::uint64_t finished = 0;
  const auto start = std::chrono::steady_clock::now();
  Supervise(
      {options.first, options.count, options.jobs, options.limit, options.seconds},
      [&](const Reporter& reporter, std::uint64_t first, std::uint64_t step, std::uint64_t end) {
        CompareSeeds(options, reporter, first, step, end);
      },
      [&](const SeedResult& result) {
        ++counts[result.state];
        ++finished;
        if (result.state == SeedState::TimedOut || result.state == SeedState::Crashed) {
          std::printf("seed %llu: %s\n", static_cast<unsigned long long>(result.seed),
                      result.text.c_str());
          ended.push_back(result);
        }
      });
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  std::string ways = "cpu -O0, cpu -O3";
  ways += options.device == "cpu" ? "" : ", " + options.device + " and its assembler's -O1";
  std::printf("%llu programs on %s: %llu equal, %llu differ, %llu hang, %llu crash, %.1f s\n",
              static_cast<unsigned long long>(finished), ways.c_str(),
              static_cast<unsigned long long>(counts[SeedState::Same]),
              static_cast<unsigned long long>(counts[SeedState::Differs]),
              static_cast<unsigned long long>(counts[SeedState::TimedOut]),
              static_cast<unsigned long long>(counts[SeedState::Crashed]), time.count());
  if (finished < options.count) {
    std::printf("The time was up before the other %llu.\n",
                static_cast<unsigned long long>(options.count - finished));
  }
  // Shrinking takes its time, in which the others would seem to hang.
  for (const SeedResult& result : ended) {
    ShrinkEnded(options, result);
  }
  return counts[SeedState::Same] == finished ? 0 : 1;
}

// A program of a file, `count` times: what depends on the order of threads differs now and then.
int Repeat(const Options& options) {
  std::ifstream file(options.program);
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (!file || text.empty()) {
    std::fprintf(stderr, "random_programs: cannot read %s\n", options.program.c_str());
    return 2;
  }
  const std::vector<Way> ways = WaysOf(options.device);
  std::map<std::string, std::uint64_t> differences;
  for (std::uint64_t i = 0; i < options.count; ++i) {
    ++differences[CompareWays(text, ways)];
  }
  for (const auto& [difference, count] : differences) {
    std::printf("%llu times %s\n", static_cast<unsigned long long>(count),
                difference.empty() ? "equal" : difference.c_str());
  }
  return differences.size() == 1 && differences.begin()->first.empty() ? 0 : 1;
}

int Main(const Options& options) {
  if (!options.program.empty()) {
    return Repeat(options);
  }
  if (!options.print && options.dump.empty()) {
    return Compare(options);
  }
  for (std::uint64_t seed = options.first; seed < options.first + options.count; ++seed) {
    const RandomProgram program = Generate(seed);
    if (options.print) {
      std::printf("%s", Print(program).c_str());
    } else {
      Dump(options.dump, seed, program, Run(Print(program), {"cpu -O0", Context("cpu"), 0}));
    }
  }
  return 0;
}

}  // namespace

}  // namespace kernelc::random_programs

int main(int argc, char** argv) {
  // A run that is stopped has printed what it found.
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  const auto options = kernelc::random_programs::Parse(argc, argv);
  if (!options.ok) {
    std::fprintf(stderr,
                 "usage: random_programs [--first SEED] [--count N] [--device cuda] [--keep DIR]\n"
                 "                       [--jobs N] [--limit SECONDS] [--seconds N]\n"
                 "                       [--print | --dump DIR]\n"
                 "       random_programs --program FILE [--count N] [--device cuda]\n");
    return 2;
  }
  try {
    return kernelc::random_programs::Main(options);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "random_programs: %s\n", error.what());
    return 2;
  }
}
