#include "compiler/driver/isolated.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace kernelc::driver {
namespace {

// A file without a name, which both processes have.
class SharedFile {
 public:
  explicit SharedFile(const char* name) : file_(memfd_create(name, MFD_CLOEXEC)) {}
  ~SharedFile() {
    if (file_ >= 0) {
      close(file_);
    }
  }
  SharedFile(const SharedFile&) = delete;
  SharedFile& operator=(const SharedFile&) = delete;

  int file() const { return file_; }
  bool Write(const std::string& text) const {
    for (std::size_t at = 0; at < text.size();) {
      const ssize_t written = write(file_, text.data() + at, text.size() - at);
      if (written < 0 && errno != EINTR) {
        return false;
      }
      at += written < 0 ? 0 : static_cast<std::size_t>(written);
    }
    return true;
  }
  std::string Read() const {
    std::string text;
    char part[4096];
    for (off_t at = 0;;) {
      const ssize_t got = pread(file_, part, sizeof part, at);
      if (got <= 0) {
        return text;
      }
      text.append(part, static_cast<std::size_t>(got));
      at += got;
    }
  }

 private:
  int file_;
};

// The last byte of a result that was written to its end.
constexpr char kWhole = '\x17';
constexpr unsigned kMostSeconds = 300;

[[noreturn]] void RunChild(const std::function<std::string()>& work, const SharedFile& result,
                           const SharedFile& errors) {
  // The host's handlers are for the host's crashes.
  for (const int number : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGALRM, SIGTERM}) {
    signal(number, SIG_DFL);
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  // No core file.
  prctl(PR_SET_DUMPABLE, 0);
  alarm(kMostSeconds);
  dup2(errors.file(), STDERR_FILENO);
  _exit(result.Write(work() + kWhole) ? 0 : 1);
}

}  // namespace

Result<IsolatedOutput> RunIsolated(const std::function<std::string()>& work) {
  const SharedFile result("kernelc-result");
  const SharedFile errors("kernelc-errors");
  const pid_t child = result.file() < 0 || errors.file() < 0 ? -1 : fork();
  if (child == 0) {
    RunChild(work, result, errors);
  }
  if (child < 0) {
    return IsolatedOutput{work(), {}};
  }
  int status = 0;
  pid_t waited = 0;
  do {
    waited = waitpid(child, &status, 0);
  } while (waited < 0 && errno == EINTR);
  IsolatedOutput output{result.Read(), errors.Read()};
  if (!output.result.empty() && output.result.back() == kWhole) {
    output.result.pop_back();
    return output;
  }
  // A host that does not wait for its processes has no status to give.
  if (waited == child && WIFSIGNALED(status)) {
    return Failure{WTERMSIG(status) == SIGALRM
                       ? fmt::format("it did not end in {} seconds", kMostSeconds)
                       : fmt::format("it crashed ({})", strsignal(WTERMSIG(status)))};
  }
  return Failure{"it gave no result"};
}

}  // namespace kernelc::driver
