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

// Threads that run tasks beside those that asked for them, all callers' together.
std::atomic<std::size_t> helpers_in_use = 0;

// The threads that help one caller.
class Helpers {
 public:
  // `work` takes tasks until none is left; it outlives this.
  explicit Helpers(const std::function<void()>& work) : work_(&work), most_(CompileThreads() - 1) {}
  // Waits for them.
  ~Helpers() {
    for (std::thread& thread : threads_) {
      thread.join();
    }
  }
  Helpers(const Helpers&) = delete;
  Helpers& operator=(const Helpers&) = delete;

  // Has as many as `wanted`, as far as the process may have them now; where the system has no
  // thread left there are fewer.
  void GrowTo(std::size_t wanted) {
    while (threads_.size() < wanted && Take()) {
      try {
        threads_.emplace_back([this] {
          (*work_)();
          --helpers_in_use;
        });
      } catch (const std::system_error&) {
        --helpers_in_use;
        return;
      }
    }
  }

 private:
  bool Take() const {
    std::size_t used = helpers_in_use;
    while (used < most_) {
      if (helpers_in_use.compare_exchange_weak(used, used + 1)) {
        return true;
      }
    }
    return false;
  }

  const std::function<void()>* work_;
  std::size_t most_;
  std::vector<std::thread> threads_;
};

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
  std::atomic<std::size_t> next{0};
  std::vector<std::exception_ptr> failures(count);
  const auto run = [&](std::size_t i) {
    try {
      task(i);
    } catch (...) {
      failures[i] = std::current_exception();
    }
  };
  const std::function<void()> work = [&] {
    for (std::size_t i = next++; i < count; i = next++) {
      run(i);
    }
  };
  {
    Helpers helpers(work);
    for (std::size_t i = next++; i < count; i = next++) {
      // Others may have ended that there was no room beside before.
      helpers.GrowTo(count - i - 1);
      run(i);
    }
  }
  const auto failed =
      std::ranges::find_if(failures, [](const auto& one) { return one != nullptr; });
  if (failed != failures.end()) {
    std::rethrow_exception(*failed);
  }
}

}  // namespace kernelc::driver
