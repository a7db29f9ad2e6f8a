#include "compiler/driver/crash_report.h"

#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cstddef>
#include <string>
#include <utility>

namespace kernelc::driver {
namespace {

// Made before any crash, and never freed: a handler may neither allocate nor wait.
struct Report {
  std::string text;
  int status = 0;
};
std::atomic<const Report*> crash_report = nullptr;

extern "C" void WriteCrashReport(int number) {
  // The first thread that crashes speaks.
  const Report* report = crash_report.exchange(nullptr);
  if (report == nullptr) {
    for (;;) {
      pause();
    }
  }
  const std::string& text = report->text;
  for (std::size_t at = 0; at < text.size();) {
    const ssize_t written = write(STDERR_FILENO, text.data() + at, text.size() - at);
    if (written <= 0) {
      break;
    }
    at += static_cast<std::size_t>(written);
  }
  static_cast<void>(number);
  _exit(report->status);
}

// A recursion that has used up its stack leaves no room for a handler.
void SetHandlerStack() {
  constexpr std::size_t kBytes = std::size_t{64} << 10;
  stack_t stack = {};
  stack.ss_sp = new char[kBytes];
  stack.ss_size = kBytes;
  sigaltstack(&stack, nullptr);
}

}  // namespace

void ReportCrashes(std::string text, int status) {
  crash_report.store(new Report{std::move(text), status});
  SetHandlerStack();
  struct sigaction action = {};
  action.sa_handler = WriteCrashReport;
  action.sa_flags = SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  for (const int number : {SIGSEGV, SIGBUS, SIGABRT}) {
    sigaction(number, &action, nullptr);
  }
}

}  // namespace kernelc::driver
