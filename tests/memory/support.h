// What the tests of memory resources share.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "kernelc/runtime.h"

namespace kernelc::memory_test {

// A shared object with C functions that allocate; empty where none was named.
extern std::string plugin;

template <typename Action>
ErrorInfo ErrorOf(Action action) {
  try {
    action();
  } catch (const Error& error) {
    return error.info();
  }
  ADD_FAILURE() << "nothing was thrown";
  return {};
}

#define EXPECT_ERROR(statement, error_code, text)                                               \
  do {                                                                                          \
    const ErrorInfo kc_info = ErrorOf([&] { statement; });                                      \
    EXPECT_EQ(error_code_name(kc_info.code), error_code_name(error_code)) << kc_info.message;   \
    EXPECT_NE(kc_info.message.find(text), std::string::npos) << "message: " << kc_info.message; \
  } while (false)

inline std::unique_ptr<Context> ContextFor(const std::string& device) {
  return device == "cuda" && !cuda_available() ? nullptr : std::make_unique<Context>(device);
}

// A test on "cpu" and "cuda"; skipped where there is none.
class OnDevice : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    context = ContextFor(GetParam());
    if (context == nullptr) {
      GTEST_SKIP() << why_cuda_is_unavailable();
    }
  }
  bool is_cpu() const { return context->device().kind() == DeviceKind::Cpu; }

  std::unique_ptr<Context> context;
};

#define KC_ON_EACH_DEVICE(suite)                                           \
  INSTANTIATE_TEST_SUITE_P(Devices, suite, testing::Values("cpu", "cuda"), \
                           [](const auto& device) { return std::string(device.param); })

// Runs `body(number)` on `count` threads.
inline void OnThreads(int count, const std::function<void(int)>& body) {
  std::vector<std::thread> threads;
  std::atomic<int> failures{0};
  std::atomic<int> waiting{count};
  for (int i = 0; i < count; ++i) {
    threads.emplace_back([&, i] {
      // All begin at once.
      --waiting;
      while (waiting != 0) {
        std::this_thread::yield();
      }
      try {
        body(i);
      } catch (const std::exception& error) {
        ++failures;
        std::fprintf(stderr, "thread %d: %s\n", i, error.what());
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(failures, 0);
}

// Work in a stream that is not done before Release().
class Gate {
 public:
  explicit Gate(StreamRef stream) {
    stream.AddCallback([open = open_] { open->wait(false); });
  }
  ~Gate() { Release(); }
  void Release() {
    open_->store(true);
    open_->notify_all();
  }

 private:
  std::shared_ptr<std::atomic<bool>> open_ = std::make_shared<std::atomic<bool>>(false);
};

// A resource without memory, for figures: addresses are given out and never used.
inline MemoryResource NoMemory(const Context& context,
                               std::uint64_t bytes = std::uint64_t{1} << 40) {
  struct State {
    std::atomic<std::uint64_t> next{std::uint64_t{1} << 30};
    std::atomic<std::uint64_t> left;
  };
  const auto state = std::make_shared<State>();
  state->left = bytes;
  return CallbackResource(
      context,
      [state](std::size_t size, StreamRef) -> DevicePointer {
        if (size > state->left.load()) {
          return 0;
        }
        state->left -= size;
        return state->next.fetch_add((size + 4095) / 4096 * 4096);
      },
      [state](DevicePointer, std::size_t size, StreamRef) { state->left += size; },
      {.name = "nothing"});
}

}  // namespace kernelc::memory_test
