#include "tests/fuzz/isolate.h"

#include <execinfo.h>
#include <fmt/format.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstring>
#include <ctime>
#include <exception>
#include <new>
#include <stdexcept>
#include <thread>
#include <vector>

#include "tests/fuzz/mutator.h"

namespace kernelc::fuzz {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kExitFailed = 70;
constexpr std::size_t kFrames = 24;
// Frames of the handler itself and of the C library's signal return.
constexpr std::size_t kHandlerFrames = 2;
constexpr std::size_t kFramesInSignature = 3;
constexpr auto kPollInterval = std::chrono::milliseconds(2);

// What a child tells its parent; lives in memory that both map.
struct Progress {
  std::atomic<std::uint64_t> current;
  std::atomic<std::uint32_t> frame_count;
  std::array<std::uintptr_t, kFrames> frames;
  std::array<char, 1024> message;
};

Progress* progress = nullptr;

std::uintptr_t LoadAddress() {
  std::uintptr_t address = 0;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* result) {
        *static_cast<std::uintptr_t*>(result) = info->dlpi_addr;
        // The first object is the program.
        return 1;
      },
      &address);
  return address;
}

const std::uintptr_t kLoadAddress = LoadAddress();

extern "C" void OnChildSignal(int signal) {
  void* frames[kFrames];
  const int count = backtrace(frames, static_cast<int>(kFrames));
  for (int i = 0; i < count; ++i) {
    progress->frames[static_cast<std::size_t>(i)] =
        reinterpret_cast<std::uintptr_t>(frames[i]) - kLoadAddress;
  }
  progress->frame_count = static_cast<std::uint32_t>(count);
  std::signal(signal, SIG_DFL);
  raise(signal);
}

// Signals run on a stack of their own, since the usual one may have run over.
void CatchSignals() {
  static std::array<char, 1 << 16> stack;
  stack_t alternate{};
  alternate.ss_sp = stack.data();
  alternate.ss_size = stack.size();
  sigaltstack(&alternate, nullptr);
  struct sigaction action{};
  action.sa_handler = OnChildSignal;
  action.sa_flags = SA_ONSTACK | SA_NODEFER;
  for (const int signal : {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL}) {
    sigaction(signal, &action, nullptr);
  }
  // The first call loads a library, which a handler must not do.
  void* frame = nullptr;
  backtrace(&frame, 1);
}

[[noreturn]] void RunChild(Target target, std::uint64_t first, std::uint64_t end,
                           const std::function<std::string(std::uint64_t)>& make,
                           const IsolateOptions& options) {
  CatchSignals();
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  if (options.max_bytes > 0) {
    const rlimit memory{options.max_bytes, options.max_bytes};
    setrlimit(RLIMIT_AS, &memory);
  }
  try {
    for (std::uint64_t i = first; i < end; ++i) {
      progress->current = i;
      target(make(i), i);
    }
  } catch (const std::exception& exception) {
    std::strncpy(progress->message.data(), exception.what(), progress->message.size() - 1);
    _exit(kExitFailed);
  }
  // Destructors of statics are not what is tested.
  _exit(0);
}

// Words of a message that differ from input to input would make each failure its own.
std::string Generalized(std::string message) {
  message = message.substr(0, message.find('\n'));
  std::string general;
  bool in_quotes = false;
  for (const char c : message) {
    if (c == '`') {
      in_quotes = !in_quotes;
    }
    if ((c < '0' || c > '9') && (!in_quotes || c == '`')) {
      general += c;
    }
  }
  return general;
}

std::string SignatureOf(int wait_status) {
  if (WIFEXITED(wait_status)) {
    return WEXITSTATUS(wait_status) == kExitFailed ? Generalized(progress->message.data())
                                                   : fmt::format("exit {}", WEXITSTATUS(wait_status));
  }
  std::string signature = strsignal(WTERMSIG(wait_status));
  const std::size_t count = std::min<std::size_t>(progress->frame_count, kHandlerFrames + kFramesInSignature);
  for (std::size_t i = kHandlerFrames; i < count; ++i) {
    signature += fmt::format(" {:#x}", progress->frames[i]);
  }
  return signature;
}

struct WaitResult {
  bool hung;
  int status;
};

// Processor time that a process has used so far.
double ProcessorSeconds(pid_t process) {
  clockid_t clock{};
  timespec time{};
  if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &time) != 0) {
    return 0;
  }
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

// A child hangs when an input takes it the limit of processor time, whatever else the machine does; one that
// waits for something takes none, and gets more of everybody's time.
WaitResult WaitFor(pid_t child, const IsolateOptions& options) {
  constexpr double kOfEverybody = 10;
  const auto longest = std::chrono::duration<double>(kOfEverybody * options.seconds_per_input);
  std::uint64_t last_seen = progress->current;
  Clock::time_point last_change = Clock::now();
  double last_used = 0;
  int status = 0;
  while (waitpid(child, &status, WNOHANG) == 0) {
    if (progress->current != last_seen) {
      last_seen = progress->current;
      last_change = Clock::now();
      last_used = ProcessorSeconds(child);
    } else if (ProcessorSeconds(child) - last_used > options.seconds_per_input ||
               Clock::now() - last_change > longest) {
      kill(child, SIGKILL);
      waitpid(child, &status, 0);
      return {true, status};
    }
    std::this_thread::sleep_for(kPollInterval);
  }
  return {false, status};
}

// Takes runs of pieces away while the text still fails in the same way.
std::string MinimizePieces(std::vector<std::string> pieces,
                           const std::function<bool(const std::string&)>& still_fails) {
  const auto join = [](const std::vector<std::string>& list) {
    std::string text;
    for (const std::string& piece : list) {
      text += piece;
    }
    return text;
  };
  for (std::size_t run = std::max<std::size_t>(pieces.size() / 2, 1); run > 0; run /= 2) {
    for (std::size_t begin = 0; begin < pieces.size();) {
      std::vector<std::string> fewer = pieces;
      const auto from = fewer.begin() + static_cast<std::ptrdiff_t>(begin);
      fewer.erase(from, from + static_cast<std::ptrdiff_t>(std::min(run, pieces.size() - begin)));
      if (still_fails(join(fewer))) {
        pieces = std::move(fewer);
      } else {
        begin += run;
      }
    }
  }
  return join(pieces);
}

}  // namespace

std::optional<Failure> RunBatch(Target target, std::uint64_t first, std::uint64_t end,
                                const std::function<std::string(std::uint64_t)>& make,
                                const IsolateOptions& options) {
  if (progress == nullptr) {
    void* memory = mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
      throw std::runtime_error("cannot map shared memory");
    }
    progress = new (memory) Progress{};
  }
  progress->current = first;
  progress->frame_count = 0;
  progress->message.fill(0);
  const pid_t child = fork();
  if (child == 0) {
    RunChild(target, first, end, make, options);
  }
  const WaitResult result = WaitFor(child, options);
  if (result.hung) {
    return Failure{progress->current, "hang"};
  }
  if (WIFEXITED(result.status) && WEXITSTATUS(result.status) == 0) {
    return std::nullopt;
  }
  return Failure{progress->current, SignatureOf(result.status)};
}

std::string Minimize(Target target, std::string text, std::uint64_t seed_index,
                     const std::string& signature, const IsolateOptions& options) {
  const auto still_fails = [&](const std::string& candidate) {
    const auto failure = RunBatch(target, seed_index, seed_index + 1,
                                  [&](std::uint64_t) { return candidate; }, options);
    return failure && failure->signature == signature;
  };
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
    lines.push_back(text.substr(begin, end - begin));
    begin = end;
  }
  text = MinimizePieces(lines, still_fails);
  return MinimizePieces(SplitIntoTokens(text), still_fails);
}

}  // namespace kernelc::fuzz
