// Tests on each kind of device.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "kernelc/context.h"
#include "kernelc/device.h"
#include "kernelc/error.h"

namespace kernelc {

// A test that runs on "cpu" and "cuda"; skipped where there is none.
class OnDevice : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (std::string(GetParam()) == "cuda" && !cuda_available()) {
      GTEST_SKIP() << why_cuda_is_unavailable();
    }
    context = std::make_unique<Context>(GetParam());
  }

  std::unique_ptr<Context> context;
};

#define KC_ON_EACH_DEVICE(suite)                                           \
  INSTANTIATE_TEST_SUITE_P(Devices, suite, testing::Values("cpu", "cuda"), \
                           [](const auto& device) { return std::string(device.param); })

// What `action` throws: code and message. A test failure where it throws nothing.
template <typename Action>
std::pair<ErrorCode, std::string> ThrownBy(Action action) {
  try {
    action();
  } catch (const Error& error) {
    return {error.code(), error.message()};
  }
  ADD_FAILURE() << "nothing was thrown";
  return {};
}

#define EXPECT_ERROR(statement, error_code, text)                                     \
  do {                                                                                \
    const auto [kc_code, kc_message] = ThrownBy([&] { statement; });                  \
    EXPECT_EQ(error_code_name(kc_code), error_code_name(error_code)) << kc_message;   \
    EXPECT_NE(kc_message.find(text), std::string::npos) << "message: " << kc_message; \
  } while (false)

}  // namespace kernelc
