// The kernels of all cases as PTX for every architecture that kernelc knows: each compiles, says the
// right target, and is what the assembler of that architecture takes.
//   architectures [--every=N] [--assemble=N] [--target=NAME] [--opt-level=N]
// One of `every` cases for each architecture, another one for each; one of `assemble` of these through
// `ptxas`, where there is one.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "tests/exec/device_main.h"
#include "tests/exec/expectations.h"

namespace kernelc::exec_test {

const Context& TestContext() {
  static const Context context("cpu");
  return context;
}

ProgramOptions& StoredOptions() {
  static ProgramOptions options;
  return options;
}

const ProgramOptions& TestOptions() { return StoredOptions(); }

std::string DataPath(const std::string& name) {
  return (std::filesystem::path(KERNELC_EXEC_DIR) / name).string();
}

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kArchitectures[] = {
    "sm_75",   "sm_80",  "sm_86",   "sm_87",   "sm_88",  "sm_89",   "sm_90",   "sm_90a",
    "sm_100",  "sm_100a", "sm_100f", "sm_103",  "sm_103a", "sm_103f", "sm_110", "sm_110a",
    "sm_110f", "sm_120", "sm_120a", "sm_120f", "sm_121", "sm_121a", "sm_121f"};

struct Options {
  std::size_t every = 1;
  std::size_t assemble = 1;
  std::string target;
};

std::string FindPtxas() {
  for (const char* path : {"/usr/local/cuda/bin/ptxas", "/usr/bin/ptxas"}) {
    if (fs::exists(path)) {
      return path;
    }
  }
  return {};
}

// What the assembler says; empty when it takes the text.
std::string Assemble(const std::string& ptxas, const std::string& ptx, std::string_view target) {
  const fs::path folder =
      fs::temp_directory_path() / ("kernelc_architectures_" + std::to_string(getpid()));
  fs::create_directories(folder);
  std::ofstream(folder / "kernel.ptx") << ptx;
  const std::string log = (folder / "log").string();
  const std::string command = ptxas + " -c -arch=" + std::string(target) + " -o /dev/null " +
                              (folder / "kernel.ptx").string() + " > " + log + " 2>&1";
  const bool takes = std::system(command.c_str()) == 0;
  std::ifstream file(log);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  fs::remove_all(folder);
  if (takes) {
    return {};
  }
  return text.empty() ? "ptxas fails" : text;
}

// "" or what is wrong.
std::string Judge(const std::string& ptx, std::string_view target) {
  return ptx.find(".target " + std::string(target) + "\n") == std::string::npos &&
                 ptx.find(".target " + std::string(target) + ",") == std::string::npos
             ? "it has another target"
             : "";
}

// Matrix instructions begin with an architecture, as ptx_test knows: false before it. Those of sm_90a are refused for sm_90.
bool MayTake(std::string_view name, std::string_view target) {
  const std::string_view first = name.starts_with("matrices_matrices_float64_wide") ? "sm_90"
                                 : name.starts_with("matrices_matrices_")           ? "sm_80"
                                                                                    : "sm_75";
  return std::ranges::find(kArchitectures, target) >= std::ranges::find(kArchitectures, first);
}

int Main(const Options& options) {
  std::vector<const ExpectedCase*> cases;
  for (const std::vector<ExpectedCase>* list : {&CorpusCases(), &LanguageCases()}) {
    for (const ExpectedCase& expected : *list) {
      // Those that are refused give no code for any target.
      cases.push_back(&expected);
    }
  }
  const std::string ptxas = FindPtxas();
  std::size_t compiled = 0;
  std::size_t assembled = 0;
  std::size_t bad = 0;
  for (std::size_t a = 0; a < std::size(kArchitectures); ++a) {
    const std::string_view target = kArchitectures[a];
    if (!options.target.empty() && options.target != target) {
      continue;
    }
    for (std::size_t i = a % options.every; i < cases.size(); i += options.every) {
      if (!MayTake(cases[i]->name, target)) {
        continue;
      }
      const std::string ptx = CodeOf(*cases[i], CodeForm::Ptx, std::string(target));
      // What is to be refused is refused for every target.
      if (ptx.empty() && CodeOf(*cases[i], CodeForm::Ptx, "sm_90").empty()) {
        continue;
      }
      std::string wrong = ptx.empty() ? "it compiles for sm_90 alone" : Judge(ptx, target);
      if (wrong.empty() && !ptxas.empty() && compiled % options.assemble == 0) {
        wrong = Assemble(ptxas, ptx, target);
        ++assembled;
      }
      ++compiled;
      if (!wrong.empty()) {
        ++bad;
        std::printf("== %s for %s\n%s\n", cases[i]->name.c_str(), std::string(target).c_str(),
                    wrong.c_str());
      }
    }
  }
  std::printf("%zu compiled, %zu assembled, %zu wrong\n", compiled, assembled, bad);
  return bad == 0 && compiled > 0 ? 0 : 1;
}

}  // namespace
}  // namespace kernelc::exec_test

int main(int argc, char** argv) {
  kernelc::exec_test::Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string_view arg = argv[i];
    if (arg.starts_with("--every=")) {
      options.every = std::strtoul(arg.data() + 8, nullptr, 10);
    } else if (arg.starts_with("--assemble=")) {
      options.assemble = std::strtoul(arg.data() + 11, nullptr, 10);
    } else if (arg.starts_with("--target=")) {
      options.target = arg.substr(9);
    } else if (arg.starts_with("--opt-level=")) {
      kernelc::exec_test::StoredOptions().opt_level =
          static_cast<unsigned>(std::strtoul(arg.data() + 12, nullptr, 10));
    }
  }
  options.every = options.every == 0 ? 1 : options.every;
  options.assemble = options.assemble == 0 ? 1 : options.assemble;
  return kernelc::exec_test::Main(options);
}
