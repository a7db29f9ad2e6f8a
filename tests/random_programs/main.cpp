// Long runs of random programs: compares, shrinks and keeps what fails. See README.md.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/random_programs/generator.h"
#include "tests/random_programs/runner.h"
#include "tests/random_programs/shrink.h"

namespace kernelc::random_programs {

namespace {

constexpr unsigned kShrinkBudget = 1500;

struct Options {
  std::uint64_t first = 0;
  std::uint64_t count = 1000;
  std::string device = "cpu";
  std::string keep;
  std::string dump;
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
    } else if (name == "--dump") {
      options.dump = value;
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

void Keep(const Options& options, std::uint64_t seed, const RandomProgram& program,
          const std::string& difference, const std::vector<Way>& ways) {
  std::printf("seed %llu: %s\n", static_cast<unsigned long long>(seed), difference.c_str());
  const RandomProgram small = Shrink(
      program,
      [&](const RandomProgram& candidate) { return !CompareWays(Print(candidate), ways).empty(); },
      kShrinkBudget);
  const std::string text = Print(small);
  if (options.keep.empty()) {
    std::printf("%s\n", text.c_str());
  } else {
    std::filesystem::create_directories(options.keep);
    std::ofstream(options.keep + "/seed_" + std::to_string(seed) + ".py") << text;
  }
  std::fflush(stdout);
}

int Main(const Options& options) {
  const Context cpu("cpu");
  std::vector<Way> ways = {{"cpu -O0", cpu, 0}, {"cpu -O3", cpu, 3}};
  if (options.device != "cpu") {
    ways.push_back({options.device, Context(options.device), 3});
  }
  std::uint64_t failed = 0;
  const auto start = std::chrono::steady_clock::now();
  for (std::uint64_t seed = options.first; seed < options.first + options.count; ++seed) {
    const RandomProgram program = Generate(seed);
    if (options.print) {
      std::printf("%s", Print(program).c_str());
      continue;
    }
    if (!options.dump.empty()) {
      Dump(options.dump, seed, program, Run(Print(program), cpu, 0));
      continue;
    }
    const std::string difference = CompareWays(Print(program), ways);
    if (!difference.empty()) {
      ++failed;
      Keep(options, seed, program, difference, ways);
    }
  }
  if (!options.print) {
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    std::printf("%llu programs, %llu failed, %.1f s\n",
                static_cast<unsigned long long>(options.count),
                static_cast<unsigned long long>(failed), time.count());
  }
  return failed == 0 ? 0 : 1;
}

}  // namespace

}  // namespace kernelc::random_programs

int main(int argc, char** argv) {
  const auto options = kernelc::random_programs::Parse(argc, argv);
  if (!options.ok) {
    std::fprintf(stderr,
                 "usage: random_programs [--first SEED] [--count N] [--device cuda] [--keep DIR]\n"
                 "                       [--print | --dump DIR]\n");
    return 2;
  }
  return kernelc::random_programs::Main(options);
}
