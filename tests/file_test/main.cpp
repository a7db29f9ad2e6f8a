// file_test [--update] PATH...: runs the golden tests at and below the paths, in this process.
//
// Paths are relative to the caller's folder or to the root of the checkout. Prints a summary in GoogleTest's
// form, so that scripts/count_tests counts each file.
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

#include <unistd.h>

#include "compiler/driver/command.h"
#include "tests/file_test/runner.h"

namespace {

namespace fs = std::filesystem;
namespace file_test = kernelc::file_test;

// A test that takes longer hangs.
constexpr unsigned kSecondsPerTest = 120;

// Name of the test that runs, for the signal handler.
char current_test[4096];

extern "C" void OnFatalSignal(int signal) {
  const char* text = signal == SIGALRM ? "\nfile_test: took too long: " : "\nfile_test: crashed in: ";
  // Nothing can be done about a failed write here.
  [[maybe_unused]] ssize_t written = write(STDERR_FILENO, text, std::strlen(text));
  written = write(STDERR_FILENO, current_test, std::strlen(current_test));
  written = write(STDERR_FILENO, "\n", 1);
  std::signal(signal, SIG_DFL);
  raise(signal);
}

void SetUpSignals() {
  for (const int signal : {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGALRM}) {
    std::signal(signal, OnFatalSignal);
  }
}

int RunInProcess(std::span<const std::string> args, std::ostream& out, std::ostream& err) {
  return kernelc::driver::RunCommand(args, out, err);
}

fs::path CudaFile(const char* folder, const char* name) {
  const char* home = std::getenv("CUDA_HOME");
  return fs::path(home != nullptr ? home : "/usr/local/cuda") / folder / name;
}

fs::path CudaTool(const char* name) { return CudaFile("bin", name); }

// What a REQUIRES line may name.
std::set<std::string> MachineFeatures() {
  std::set<std::string> features;
  if (fs::exists(CudaTool("ptxas"))) {
    features.insert("ptxas");
  }
  if (fs::exists(CudaTool("nvdisasm"))) {
    features.insert("nvdisasm");
  }
  if (fs::exists(CudaFile("lib64", "libnvrtc.so"))) {
    features.insert("nvrtc");
  }
  if (fs::exists(CudaFile("lib64", "libnvJitLink.so"))) {
    features.insert("nvjitlink");
  }
  if (std::string_view(KERNELC_TEST_LIBDEVICE) == "1") {
    features.insert("libdevice");
  }
  features.insert(fs::exists("/dev/nvidiactl") ? "gpu" : "no-gpu");
  return features;
}

// A path of the command line, relative to the root of the checkout, which becomes the current folder.
fs::path FromRoot(const fs::path& caller_folder, const std::string& argument) {
  const fs::path root = KERNELC_SOURCE_DIR;
  const fs::path from_caller = fs::weakly_canonical(caller_folder / argument);
  const fs::path full = fs::exists(from_caller) ? from_caller : root / argument;
  return full.lexically_proximate(root);
}

struct Summary {
  int passed = 0;
  std::vector<std::string> failed;
  std::vector<std::string> skipped;
};

void PrintSummary(const Summary& summary) {
  const std::size_t total =
      static_cast<std::size_t>(summary.passed) + summary.failed.size() + summary.skipped.size();
  std::cout << "[==========] " << total << " tests from 1 test suite ran.\n";
  std::cout << "[  PASSED  ] " << summary.passed << " tests.\n";
  if (!summary.skipped.empty()) {
    std::cout << "[  SKIPPED ] " << summary.skipped.size() << " tests, listed below:\n";
    for (const std::string& name : summary.skipped) {
      std::cout << "[  SKIPPED ] " << name << "\n";
    }
  }
  if (!summary.failed.empty()) {
    std::cout << "[  FAILED  ] " << summary.failed.size() << " tests, listed below:\n";
    for (const std::string& name : summary.failed) {
      std::cout << "[  FAILED  ] " << name << "\n";
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  SetUpSignals();
  const fs::path self = fs::weakly_canonical("/proc/self/exe");
  const fs::path caller_folder = fs::current_path();
  std::vector<fs::path> tests;
  bool update = false;
  for (int i = 1; i < argc; ++i) {
    if (std::string_view(argv[i]) == "--update") {
      update = true;
      continue;
    }
    for (fs::path& test : file_test::FindTests(KERNELC_SOURCE_DIR / FromRoot(caller_folder, argv[i]))) {
      tests.push_back(test.lexically_proximate(KERNELC_SOURCE_DIR));
    }
  }
  fs::current_path(KERNELC_SOURCE_DIR);

  file_test::RunnerOptions options;
  options.features = MachineFeatures();
  options.temporary_folder =
      fs::temp_directory_path() / ("kernelc_file_test." + std::to_string(getpid()));
  Summary summary;
  for (const fs::path& test : tests) {
    test.string().copy(current_test, sizeof(current_test) - 1);
    current_test[std::min(test.string().size(), sizeof(current_test) - 1)] = 0;
    alarm(kSecondsPerTest);
    const file_test::Verdict verdict = update
                                           ? file_test::UpdateFile(test, RunInProcess, options)
                                           : file_test::RunFile(test, RunInProcess, options);
    alarm(0);
    switch (verdict.outcome) {
      case file_test::Outcome::Passed:
        ++summary.passed;
        break;
      case file_test::Outcome::Skipped:
        summary.skipped.push_back(test.string() + ": " + verdict.reason);
        break;
      case file_test::Outcome::Failed:
        summary.failed.push_back(test.string());
        std::cout << "FAILED " << test.string() << "\n" << verdict.reason;
        std::cout << "TIP: rerun:  " << self.string() << " " << test.string() << "\n";
        std::cout << "TIP: update: " << self.string() << " --update " << test.string() << "\n\n";
        break;
    }
  }
  std::error_code ignored;
  fs::remove_all(options.temporary_folder, ignored);
  PrintSummary(summary);
  if (tests.empty()) {
    std::cout << "no test found\n";
  }
  return summary.failed.empty() && !tests.empty() ? 0 : 1;
}
