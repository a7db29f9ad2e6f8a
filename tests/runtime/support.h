// What the runtime's tests share: kernels for both devices without a compiler.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "kernelc/runtime.h"
#include "runtime/abi/cpu_abi.h"

namespace kernelc::runtime_test {

// The kernels of data/kernels.cu: PTX for CUDA, C++ functions behind a loader of ours for the CPU.
//   add(a, b, c: float32[::1])        scale(x: float32[:], factor: float32)   where(out:
//   int32[::1]) shared(out: int32[::1], words)    spin(microseconds) fault(block) scalars(bool,
//   int8, uint16, int32, float32, float64, complex64, complex128, uint64, out: float64[::1])
std::shared_ptr<const abi::KernelImage> TestImage();
// A kernel print() of the CPU alone: each block prints its number.
std::shared_ptr<const abi::KernelImage> PrintImage();
// A kernel call(x: float32[::1], value: float32) of the CPU alone, with which one thread adds eleven
// times the value to x[0], and calls `kernel_hook`, which is then empty, meanwhile.
std::shared_ptr<const abi::KernelImage> CallImage();
extern std::function<void()> kernel_hook;
// The kernel add() as if its code were made for arrays that are aligned to 16 bytes and do not overlap.
std::shared_ptr<const abi::KernelImage> DisjointImage();

// The message that `action` throws; a test failure and "" when it throws none.
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

// Gathers what goes to the error sink, until the end of a scope.
class Reports {
 public:
  Reports() {
    SetErrorSink([](const Error& error, void* user) { static_cast<Reports*>(user)->Add(error); },
                 this);
  }
  ~Reports() { SetErrorSink(after); }
  Reports(const Reports&) = delete;
  Reports& operator=(const Reports&) = delete;
  // The sink after the scope; null is the default one.
  static inline ErrorSink after = nullptr;
  // Of all scopes so far.
  static int total() { return total_.load(); }
  // Joined by newlines.
  std::string TakeMessages() {
    const std::lock_guard lock(mutex_);
    return std::exchange(messages_, {});
  }
  int count() {
    const std::lock_guard lock(mutex_);
    return count_;
  }

 private:
  void Add(const Error& error) {
    total_.fetch_add(1);
    const std::lock_guard lock(mutex_);
    ++count_;
    messages_ += (messages_.empty() ? "" : "\n") + error.message();
  }
  static inline std::atomic<int> total_{0};
  std::mutex mutex_;
  int count_ = 0;
  std::string messages_;
};

// What a test says of itself, or its class in SetUp(), for the runs in which calls of the driver
// fail (emulated_main.cpp).
namespace faults {
// Results of calls: any, out of memory, an illegal address.
inline constexpr int kAny = 0;
inline constexpr int kOutOfMemory = 2;
inline constexpr int kIllegalAddress = 700;
inline std::string LeftOutKey(int result) { return "left_out_" + std::to_string(result); }
inline constexpr const char* kUntoldKey = "untold";
// No runs in which a call answers this.
inline void LeaveOut(int result) { testing::Test::RecordProperty(LeftOutKey(result), 1); }
// Nobody need be told when this function of the driver fails.
inline void MayBeUntold(const char* function) {
  testing::Test::RecordProperty(kUntoldKey, function);
}
}  // namespace faults

// The C++ function that is the kernel of this symbol on the CPU; null for another symbol.
abi::CpuEntry FindKernel(std::string_view symbol);

// A test that runs on "cpu" and "cuda"; skipped where there is none.
class OnDevice : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (std::string(GetParam()) == "cuda" && !cuda_available()) {
      GTEST_SKIP() << why_cuda_is_unavailable();
    }
    context = std::make_unique<Context>(GetParam());
  }
  bool is_cpu() const { return context->device().kind() == DeviceKind::Cpu; }
  Kernel kernel(const char* name) const { return Module(*context, TestImage()).kernel(name); }

  std::unique_ptr<Context> context;
};

#define KC_ON_EACH_DEVICE(suite)                                           \
  INSTANTIATE_TEST_SUITE_P(Devices, suite, testing::Values("cpu", "cuda"), \
                           [](const auto& device) { return std::string(device.param); })

// Runs `body(number)` on `count` threads, and throws the first exception that one of them threw.
template <typename Body>
void RunThreads(int count, Body body) {
  std::mutex mutex;
  std::exception_ptr first;
  std::vector<std::thread> threads;
  for (int i = 0; i < count; ++i) {
    threads.emplace_back([&, i] {
      try {
        body(i);
      } catch (...) {
        const std::lock_guard lock(mutex);
        first = first != nullptr ? first : std::current_exception();
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  if (first != nullptr) {
    std::rethrow_exception(first);
  }
}

// 0, 1, 2, ... as floats.
inline std::vector<float> Iota(std::size_t count) {
  std::vector<float> values(count);
  for (std::size_t i = 0; i < count; ++i) {
    values[i] = static_cast<float>(i);
  }
  return values;
}

}  // namespace kernelc::runtime_test
