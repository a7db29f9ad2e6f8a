// What the tests of the JIT API share.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "kernelc/program.h"

namespace kernelc::program_test {

// The description of what `action` throws; a test failure when it throws nothing.
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

  std::unique_ptr<Context> context;
};

#define KC_ON_EACH_DEVICE(suite)                                           \
  INSTANTIATE_TEST_SUITE_P(Devices, suite, testing::Values("cpu", "cuda"), \
                           [](const auto& device) { return std::string(device.param); })

}  // namespace kernelc::program_test
