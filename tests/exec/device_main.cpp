#include "tests/exec/device_main.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace kernelc::exec_test {

namespace {

// The exit status that ctest takes as "skipped".
constexpr int kSkipped = 77;

std::optional<Context>& StoredContext() {
  static std::optional<Context> context;
  return context;
}

ProgramOptions& StoredOptions() {
  static ProgramOptions options;
  return options;
}

// Empty where the backend can be used.
std::string WhyNoBackend() {
  if (StoredOptions().backend != Backend::Nvrtc ||
      StoredContext()->device().kind() != DeviceKind::Cuda) {
    return {};
  }
  const Program program = Program::FromSource("from kernelc import *\n\n\n@kernel\ndef k(): pass\n",
                                              "k.py", {.backend = Backend::Nvrtc});
  try {
    static_cast<void>(program.kernel("k").Specialize(*StoredContext(), std::span<const Arg>()));
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

int Main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  constexpr std::string_view kFlag = "--device=";
  constexpr std::string_view kBackend = "--backend=nvrtc";
  constexpr std::string_view kLevel = "--assembler-level=";
  constexpr std::string_view kOptimization = "--opt-level=";
  std::string name = "cpu";
  for (int i = 1; i < argc; ++i) {
    const std::string_view arg = argv[i];
    if (arg == kBackend) {
      StoredOptions().backend = Backend::Nvrtc;
      continue;
    }
    if (arg.starts_with(kLevel) && arg.size() == kLevel.size() + 1) {
      StoredOptions().assembler_level = static_cast<unsigned>(arg.back() - '0');
      continue;
    }
    if (arg.starts_with(kOptimization) && arg.size() == kOptimization.size() + 1) {
      StoredOptions().opt_level = static_cast<unsigned>(arg.back() - '0');
      continue;
    }
    if (!arg.starts_with(kFlag)) {
      std::fprintf(stderr,
                   "usage: %s [--device=cpu|cuda|cuda:N] [--backend=nvrtc] [--assembler-level=N] "
                   "[--opt-level=N] [GoogleTest options]\n",
                   argv[0]);
      return 2;
    }
    name = arg.substr(kFlag.size());
  }
  if (name.starts_with("cuda") && !cuda_available()) {
    std::printf("[  SKIPPED ] no GPU: %s\n", why_cuda_is_unavailable().c_str());
    return kSkipped;
  }
  StoredContext().emplace(name);
  if (const std::string missing = WhyNoBackend(); !missing.empty()) {
    std::printf("[  SKIPPED ] no NVRTC: %s\n", missing.c_str());
    return kSkipped;
  }
  const int status = RUN_ALL_TESTS();
  StoredContext().reset();
  return status;
}

}  // namespace

const Context& TestContext() { return *StoredContext(); }

const ProgramOptions& TestOptions() { return StoredOptions(); }

std::string DataPath(const std::string& name) {
  namespace fs = std::filesystem;
  const fs::path in_tree = fs::path(KERNELC_EXEC_DIR) / name;
  if (fs::exists(in_tree)) {
    return in_tree.string();
  }
  return (fs::read_symlink("/proc/self/exe").parent_path().parent_path() / "tests/exec" / name)
      .string();
}

}  // namespace kernelc::exec_test

int main(int argc, char** argv) { return kernelc::exec_test::Main(argc, argv); }
