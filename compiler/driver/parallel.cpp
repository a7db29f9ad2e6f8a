#include "compiler/driver/parallel.h"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cstdlib>
#include <exception>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

#include "runtime/cpu/usable_cores.h"

namespace kernelc::driver {
namespace {

constexpr std::size_t kMostThreads = 1024;

// Of a thread that runs tasks: theirs do not start threads as well.
thread_local bool runs_tasks = false;

class TaskScope {
 public:
  TaskScope() { runs_tasks = true; }
  ~TaskScope() { runs_tasks = false; }
  TaskScope(const TaskScope&) = delete;
  TaskScope& operator=(const TaskScope&) = delete;
};

// A thread more, unless the system has none left: then there are fewer.
void AddThread(std::vector<std::thread>& threads, const std::function<void()>& work) {
  try {
    threads.emplace_back(work);
  } catch (const std::system_error&) {
  }
}

}  // namespace

std::size_t CompileThreads() {
  if (const char* const text = std::getenv("KERNELC_COMPILE_THREADS"); text != nullptr) {
    const std::string_view digits = text;
    std::size_t threads = 0;
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), threads);
    if (error == std::errc() && end == digits.data() + digits.size() && threads > 0) {
      return std::min(threads, kMostThreads);
    }
  }
  return cpu::UsableCores();
}

void ForEachInParallel(std::size_t count, const std::function<void(std::size_t)>& task) {
  const std::size_t wanted = runs_tasks || count < 2 ? 1 : std::min(count, CompileThreads());
  if (wanted == 1) {
    for (std::size_t i = 0; i < count; ++i) {
      task(i);
    }
    return;
  }
  std::atomic<std::size_t> next{0};
  std::vector<std::exception_ptr> failures(count);
  const auto work = [&] {
    const TaskScope scope;
    for (std::size_t i = next++; i < count; i = next++) {
      try {
        task(i);
      } catch (...) {
        failures[i] = std::current_exception();
      }
    }
  };
  std::vector<std::thread> threads;
  for (std::size_t i = 1; i < wanted; ++i) {
    AddThread(threads, work);
  }
  work();
  for (std::thread& thread : threads) {
    thread.join();
  }
  const auto failed =
      std::ranges::find_if(failures, [](const auto& one) { return one != nullptr; });
  if (failed != failures.end()) {
    std::rethrow_exception(*failed);
  }
}

}  // namespace kernelc::driver
