// The fuzzer: fuzz TARGET [option...], or fuzz TARGET FILE to run one saved input in this process.
//
//   --inputs N     how many inputs (1000)
//   --first N      number of the first one (0); input N is the same text in every run with the same seed
//   --seed N       (1)
//   --jobs N       processes (1)
//   --timeout S    seconds of processor time for one input (10)
//   --print        writes input number --first to standard output instead of running anything
//   --save FOLDER  where inputs that fail are written, minimised (none)
//
// Exits with 1 when an input failed.
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/fuzz/isolate.h"
#include "tests/fuzz/mutator.h"
#include "tests/fuzz/targets.h"

namespace kernelc::fuzz {
namespace {

namespace fs = std::filesystem;

// Inputs a child runs before a fresh one takes over.
constexpr std::uint64_t kBatch = 500;
constexpr std::uint64_t kMaxChildBytes = 6ull << 30;
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif

struct Options {
  std::string target;
  std::string file;
  std::uint64_t inputs = 1000;
  std::uint64_t first = 0;
  std::uint64_t seed = 1;
  std::uint64_t jobs = 1;
  std::uint64_t timeout = 10;
  std::string save;
  bool print = false;
};

std::uint64_t ReadNumber(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) {
    throw std::invalid_argument("not a number: " + std::string(text));
  }
  return number;
}

Options ReadOptions(int argc, char** argv) {
  Options options;
  const std::map<std::string_view, std::uint64_t*> numbers = {{"--inputs", &options.inputs},
                                                              {"--first", &options.first},
                                                              {"--seed", &options.seed},
                                                              {"--jobs", &options.jobs},
                                                              {"--timeout", &options.timeout}};
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    const bool has_value = i + 1 < argc;
    if (const auto number = numbers.find(argument); number != numbers.end() && has_value) {
      *number->second = ReadNumber(argv[++i]);
    } else if (argument == "--save" && has_value) {
      options.save = argv[++i];
    } else if (argument == "--print") {
      options.print = true;
    } else if (argument.starts_with("--")) {
      throw std::invalid_argument("unknown option " + std::string(argument));
    } else {
      (options.target.empty() ? options.target : options.file) = argument;
    }
  }
  return options;
}

std::string ReadBytes(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

// Every Python file of the samples and the tests.
std::vector<std::string> ReadCorpus() {
  std::vector<fs::path> files;
  for (const char* folder : {"samples", "stdlib", "tests"}) {
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(KERNELC_SOURCE_DIR) / folder)) {
      if (entry.path().extension() == ".py") {
        files.push_back(entry.path());
      }
    }
  }
  std::sort(files.begin(), files.end());
  std::vector<std::string> corpus;
  for (const fs::path& file : files) {
    corpus.push_back(ReadBytes(file));
  }
  return corpus;
}

// One process's share of a run.
class Worker {
 public:
  Worker(const Options& options, Target target, const Mutator& mutator)
      : options_(options), target_(target), mutator_(mutator) {
    isolate_.seconds_per_input = static_cast<double>(options.timeout);
    isolate_.max_bytes = kSanitized ? 0 : kMaxChildBytes;
  }

  // True when no input of [first, end) failed.
  bool Run(std::uint64_t first, std::uint64_t end) {
    const auto make = [this](std::uint64_t index) { return mutator_.Make(options_.seed, index); };
    bool passed = true;
    while (first < end) {
      const std::uint64_t batch_end = std::min(end, first + kBatch);
      const std::optional<Failure> failure = RunBatch(target_, first, batch_end, make, isolate_);
      first = failure ? failure->index + 1 : batch_end;
      if (failure) {
        passed = false;
        Handle(*failure);
      }
    }
    return passed;
  }

 private:
  void Handle(const Failure& failure) {
    if (seen_[failure.signature]++ > 0) {
      return;
    }
    std::cout << "input " << failure.index << " of seed " << options_.seed << ": " << failure.signature
              << std::endl;
    if (options_.save.empty()) {
      return;
    }
    std::string text = mutator_.Make(options_.seed, failure.index);
    // Whether a hang stays one takes the whole timeout to find out.
    if (failure.signature != "hang") {
      text = Minimize(target_, std::move(text), failure.index, failure.signature, isolate_);
    }
    fs::create_directories(options_.save);
    const fs::path file = fs::path(options_.save) / (options_.target + "_" + std::to_string(options_.seed) +
                                                     "_" + std::to_string(failure.index) + ".py");
    std::ofstream(file, std::ios::binary) << text;
    std::cout << "  saved as " << file.string() << std::endl;
  }

  const Options& options_;
  Target target_;
  const Mutator& mutator_;
  IsolateOptions isolate_;
  std::map<std::string, int> seen_;
};

// Numbers in a saved input's name choose the argument types, as they did in the run that found it.
int RunOneFile(const Options& options, Target target) {
  const std::string stem = fs::path(options.file).stem().string();
  const std::size_t underscore = stem.rfind('_');
  std::uint64_t seed = options.first;
  if (underscore != std::string::npos && stem.find_first_not_of("0123456789", underscore + 1) == std::string::npos) {
    seed = ReadNumber(std::string_view(stem).substr(underscore + 1));
  }
  target(ReadBytes(options.file), seed);
  std::cout << "passed\n";
  return 0;
}

int RunAll(const Options& options, Target target) {
  const std::vector<std::string> corpus = ReadCorpus();
  const Mutator mutator(corpus);
  if (options.print) {
    std::cout << mutator.Make(options.seed, options.first);
    return 0;
  }
  // Tables that the parser fills as it goes are filled once here, and children get them by copy on write. Whatever goes wrong
  // with an untouched file is for the tests of that file to say.
  FindTarget("parse")(corpus.front(), 0);
  const std::uint64_t share = (options.inputs + options.jobs - 1) / options.jobs;
  const std::uint64_t end = options.first + options.inputs;
  std::vector<pid_t> workers;
  for (std::uint64_t job = 0; job < options.jobs; ++job) {
    const pid_t worker = fork();
    if (worker == 0) {
      const std::uint64_t first = std::min(end, options.first + job * share);
      const bool passed = Worker(options, target, mutator).Run(first, std::min(end, first + share));
      std::cout.flush();
      _exit(passed ? 0 : 1);
    }
    workers.push_back(worker);
  }
  bool passed = true;
  for (const pid_t worker : workers) {
    int status = 0;
    waitpid(worker, &status, 0);
    passed = passed && WIFEXITED(status) && WEXITSTATUS(status) == 0;
  }
  std::cout << options.inputs << " inputs for " << options.target << ": " << (passed ? "no failure" : "failures")
            << "\n";
  return passed ? 0 : 1;
}

int Main(int argc, char** argv) {
  const Options options = ReadOptions(argc, argv);
  const Target target = FindTarget(options.target);
  if (target == nullptr) {
    std::string names;
    for (const std::string_view name : target_names()) {
      names += " " + std::string(name);
    }
    throw std::invalid_argument("usage: fuzz TARGET [FILE | option...]; targets:" + names);
  }
  return options.file.empty() ? RunAll(options, target) : RunOneFile(options, target);
}

}  // namespace
}  // namespace kernelc::fuzz

int main(int argc, char** argv) {
  try {
    return kernelc::fuzz::Main(argc, argv);
  } catch (const std::invalid_argument& exception) {
    std::cerr << exception.what() << "\n";
    return 2;
  } catch (const std::exception& exception) {
    std::cerr << "failed: " << exception.what() << "\n";
    return 1;
  }
}
