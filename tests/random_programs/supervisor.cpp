#include "tests/random_programs/supervisor.h"

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <vector>

namespace kernelc::random_programs {

namespace {

using Clock = std::chrono::steady_clock;

constexpr char kAlive = 'a';
constexpr char kStart = 's';
constexpr char kDone = 'd';
// Of a text that comes with a message; what is beyond is cut off.
constexpr std::size_t kMaxText = 4000;

struct Message {
  char kind = kAlive;
  std::uint64_t seed = 0;
  std::uint32_t length = 0;
};

[[noreturn]] void ThrowSystem(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

// False at the end of the pipe.
bool ReadAll(int pipe, void* to, std::size_t size) {
  auto* bytes = static_cast<char*>(to);
  while (size > 0) {
    const ssize_t count = read(pipe, bytes, size);
    if (count <= 0) {
      if (count < 0 && errno == EINTR) {
        continue;
      }
      return false;
    }
    bytes += count;
    size -= static_cast<std::size_t>(count);
  }
  return true;
}

// One child and the seeds that are left for it.
struct Worker {
  pid_t process = 0;
  int pipe = -1;
  std::uint64_t next = 0;
  // Where its process began.
  std::uint64_t begun = 0;
  std::optional<std::uint64_t> current;
  Clock::time_point last_sign;
};

class Supervisor {
 public:
  using Work = std::function<void(const Reporter&, std::uint64_t, std::uint64_t, std::uint64_t)>;

  Supervisor(const SupervisorOptions& options, const Work& work,
             const std::function<void(const SeedResult&)>& on_result)
      : options_(options), work_(work), on_result_(on_result), workers_(options.jobs) {}

  void Run() {
    for (std::size_t i = 0; i < workers_.size(); ++i) {
      workers_[i].next = options_.first + i;
      Spawn(workers_[i]);
    }
    const Clock::time_point begun = Clock::now();
    while (HandleEvents()) {
      const std::chrono::duration<double> time = Clock::now() - begun;
      if (options_.seconds > 0 && time.count() > options_.seconds) {
        StopAll();
        return;
      }
    }
  }

 private:
  std::uint64_t end() const { return options_.first + options_.count; }

  void Spawn(Worker& worker) {
    if (worker.next >= end()) {
      return;
    }
    int pipes[2];
    if (pipe(pipes) != 0) {
      ThrowSystem("pipe");
    }
    // What is buffered must not be printed by both.
    std::fflush(nullptr);
    worker.process = fork();
    if (worker.process < 0) {
      ThrowSystem("fork");
    }
    if (worker.process == 0) {
      close(pipes[0]);
      _exit(RunChild(Reporter(pipes[1]), worker.next));
    }
    close(pipes[1]);
    worker.begun = worker.next;
    worker.pipe = pipes[0];
    worker.last_sign = Clock::now();
  }

  // Ends without leaving devices in order: the exit status.
  int RunChild(const Reporter& reporter, std::uint64_t first) const {
    int status = 0;
    try {
      work_(reporter, first, options_.jobs, end());
    } catch (const std::exception& error) {
      std::fprintf(stderr, "random_programs: %s\n", error.what());
      status = 1;
    }
    std::fflush(nullptr);
    return status;
  }

  // False when no child is left.
  bool HandleEvents() {
    std::vector<pollfd> polls;
    std::vector<Worker*> polled;
    for (Worker& worker : workers_) {
      if (worker.pipe >= 0) {
        polls.push_back({worker.pipe, POLLIN, 0});
        polled.push_back(&worker);
      }
    }
    if (polls.empty()) {
      return false;
    }
    if (poll(polls.data(), polls.size(), 200) < 0 && errno != EINTR) {
      ThrowSystem("poll");
    }
    for (std::size_t i = 0; i < polls.size(); ++i) {
      const std::chrono::duration<double> silence = Clock::now() - polled[i]->last_sign;
      if ((polls[i].revents & (POLLIN | POLLHUP)) != 0) {
        Receive(*polled[i]);
      } else if (silence.count() > options_.limit) {
        End(*polled[i], true);
      }
    }
    return true;
  }

  void Receive(Worker& worker) {
    Message message;
    std::string text;
    bool read = ReadAll(worker.pipe, &message, sizeof message);
    if (read && message.length > 0) {
      text.resize(message.length);
      read = ReadAll(worker.pipe, text.data(), text.size());
    }
    if (!read) {
      End(worker, false);
      return;
    }
    worker.last_sign = Clock::now();
    if (message.kind == kStart) {
      worker.current = message.seed;
    } else if (message.kind == kDone) {
      worker.current.reset();
      worker.next = message.seed + options_.jobs;
      on_result_({message.seed, text.empty() ? SeedState::Same : SeedState::Differs, text});
    }
  }

  void StopAll() {
    for (Worker& worker : workers_) {
      if (worker.pipe >= 0) {
        kill(worker.process, SIGKILL);
        Reap(worker);
      }
    }
  }

  // Waits for the end of a child: its status.
  static int Reap(Worker& worker) {
    int status = 0;
    while (waitpid(worker.process, &status, 0) < 0 && errno == EINTR) {
    }
    close(worker.pipe);
    worker.pipe = -1;
    return status;
  }

  // The child is gone or goes now; another takes the seeds behind the one that it was at.
  void End(Worker& worker, bool timed_out) {
    if (timed_out) {
      kill(worker.process, SIGKILL);
    }
    const int status = Reap(worker);
    const bool well = !timed_out && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (well && !worker.current) {
      // At its end, or it leaves the rest to another: its device may be lost.
      if (worker.next != worker.begun) {
        Spawn(worker);
      }
      return;
    }
    if (!worker.current) {
      throw std::runtime_error("a process ended before its first program");
    }
    const std::uint64_t seed = *worker.current;
    if (timed_out) {
      on_result_({seed, SeedState::TimedOut, "no end within the time limit"});
    } else {
      on_result_({seed, SeedState::Crashed,
                  WIFSIGNALED(status) ? std::string("ended by ") + strsignal(WTERMSIG(status))
                                      : "exit status " + std::to_string(WEXITSTATUS(status))});
    }
    worker.current.reset();
    worker.next = seed + options_.jobs;
    Spawn(worker);
  }

  const SupervisorOptions& options_;
  const Work& work_;
  const std::function<void(const SeedResult&)>& on_result_;
  std::vector<Worker> workers_;
};

}  // namespace

void Reporter::Alive() const { Write(kAlive, 0, ""); }

void Reporter::Start(std::uint64_t seed) const { Write(kStart, seed, ""); }

void Reporter::Done(std::uint64_t seed, const std::string& difference) const {
  Write(kDone, seed, difference.substr(0, kMaxText));
}

// A message is shorter than what a pipe takes at once.
void Reporter::Write(char kind, std::uint64_t seed, const std::string& text) const {
  Message message;
  message.kind = kind;
  message.seed = seed;
  message.length = static_cast<std::uint32_t>(text.size());
  std::string bytes(reinterpret_cast<const char*>(&message), sizeof message);
  bytes += text;
  if (write(pipe_, bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size())) {
    // Nobody listens any more.
    _exit(1);
  }
}

void Supervise(const SupervisorOptions& options,
               const std::function<void(const Reporter&, std::uint64_t, std::uint64_t,
                                        std::uint64_t)>& work,
               const std::function<void(const SeedResult&)>& on_result) {
  Supervisor(options, work, on_result).Run();
}

}  // namespace kernelc::random_programs
