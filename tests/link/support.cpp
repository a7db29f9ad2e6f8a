#include "tests/link/support.h"

#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace kernelc::link_test {
namespace {

namespace fs = std::filesystem;

std::string Existing(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored) ? path.string() : std::string();
}

}  // namespace

Folder::Folder() {
  std::string pattern = (fs::temp_directory_path() / "kernelc-link-XXXXXX").string();
  path_ = mkdtemp(pattern.data()) == nullptr ? std::string() : pattern;
}

Folder::~Folder() {
  std::error_code ignored;
  if (!path_.empty()) {
    fs::remove_all(path_, ignored);
  }
}

std::string Folder::Write(std::string_view name, std::string_view text) const {
  std::ofstream(Path(name), std::ios::binary) << text;
  return Path(name);
}

Outcome RunCommand(const std::string& command) {
  Outcome outcome;
  std::FILE* pipe = popen((command + " 2>&1").c_str(), "r");
  if (pipe == nullptr) {
    return {127, "cannot run " + command};
  }
  std::array<char, 4096> part{};
  while (std::size_t count = std::fread(part.data(), 1, part.size(), pipe)) {
    outcome.text.append(part.data(), count);
  }
  const int status = pclose(pipe);
  outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128;
  return outcome;
}

std::string CudaTool(const std::string& name) {
  const char* home = std::getenv("CUDA_HOME");
  return Existing(fs::path(home != nullptr ? home : "/usr/local/cuda") / "bin" / name);
}

std::string HostCompiler() { return RunCommand("cc --version").status == 0 ? "cc" : ""; }

std::string Kernelc() {
  return Existing(fs::read_symlink("/proc/self/exe").parent_path() / "kernelc");
}

std::string ReadFile(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

}  // namespace kernelc::link_test
