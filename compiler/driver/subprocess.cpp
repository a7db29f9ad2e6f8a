#include "compiler/driver/subprocess.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

extern char** environ;

namespace kernelc::driver {
namespace {

// Output of a child goes to files: it may be large, and two pipes would have to be read in turn.
int Spawn(const std::vector<std::string>& command, const std::string& out, const std::string& err,
          int* status) {
  std::vector<char*> argv;
  for (const std::string& word : command) {
    argv.push_back(const_cast<char*>(word.c_str()));
  }
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, out.c_str(), O_WRONLY | O_TRUNC, 0600);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, err.c_str(), O_WRONLY | O_TRUNC, 0600);
  pid_t pid = 0;
  const int error = posix_spawn(&pid, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) {
    return error;
  }
  while (waitpid(pid, status, 0) < 0) {
    if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

}  // namespace

std::string FindTool(const std::string& name) {
  std::vector<std::string> folders;
  if (const char* home = std::getenv("CUDA_HOME")) {
    folders.push_back(std::string(home) + "/bin");
  }
  if (const char* path = std::getenv("PATH")) {
    const std::string text = path;
    for (std::size_t at = 0; at <= text.size();) {
      const std::size_t colon = std::min(text.find(':', at), text.size());
      folders.push_back(text.substr(at, colon - at));
      at = colon + 1;
    }
  }
  folders.emplace_back("/usr/local/cuda/bin");
  for (const std::string& folder : folders) {
    const std::string candidate = folder + "/" + name;
    if (!folder.empty() && access(candidate.c_str(), X_OK) == 0) {
      return candidate;
    }
  }
  return {};
}

Result<std::string> RunTool(const std::vector<std::string>& command) {
  const TemporaryFile out(".out");
  const TemporaryFile err(".err");
  if (out.path().empty() || err.path().empty()) {
    return Failure{"cannot create a file in the temporary folder"};
  }
  int status = 0;
  if (const int error = Spawn(command, out.path(), err.path(), &status); error != 0) {
    return Failure{fmt::format("cannot run `{}`: {}", command.front(), std::strerror(error))};
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    const Result<std::string> text = err.Read();
    return Failure{
        fmt::format("`{}` failed: {}", command.front(), text ? *text : text.failure().message)};
  }
  return out.Read();
}

TemporaryFile::TemporaryFile(const std::string& suffix) {
  std::error_code error;
  const std::filesystem::path folder = std::filesystem::temp_directory_path(error);
  std::string pattern =
      (error ? std::filesystem::path("/tmp") : folder).string() + "/kernelc-XXXXXX" + suffix;
  const int file = mkostemps(pattern.data(), static_cast<int>(suffix.size()), O_CLOEXEC);
  if (file >= 0) {
    close(file);
    path_ = pattern;
  }
}

TemporaryFile::~TemporaryFile() {
  if (!path_.empty()) {
    unlink(path_.c_str());
  }
}

bool TemporaryFile::Write(std::string_view contents) const {
  std::ofstream file(path_, std::ios::binary | std::ios::trunc);
  file.write(contents.data(), static_cast<std::streamsize>(contents.size()));
  file.close();
  return static_cast<bool>(file);
}

Result<std::string> TemporaryFile::Read() const {
  std::ifstream file(path_, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (!file) {
    return Failure{fmt::format("cannot read `{}`", path_)};
  }
  return text;
}

}  // namespace kernelc::driver
