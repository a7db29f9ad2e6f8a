// Fixtures for tests of GPU code with GoogleTest, which the program brings: as PyCUDA's
// mark_cuda_test.
//
//   class Blur : public kernelc::CudaTest {};
//   TEST_F(Blur, KeepsEdges) { const auto x = kernelc::ToDevice(context(), image); ... }
//
//   class Sum : public kernelc::DeviceTest {};
//   KERNELC_ON_EACH_DEVICE(Sum);
//   TEST_P(Sum, OfNothing) { ... context() ... }
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "kernelc/context.h"
#include "kernelc/context_memo.h"
#include "kernelc/current.h"
#include "kernelc/default_context.h"
#include "kernelc/device.h"

namespace kernelc {

namespace detail {

// A context that is current from Begin() to End().
class TestContext {
 public:
  void Begin(const Context& context) {
    context_.emplace(context);
    scope_.emplace(context);
  }
  // Waits for the context's work: what its kernels met fails the test.
  void End() {
    if (context_) {
      try {
        context_->Synchronize();
      } catch (const std::exception& error) {
        ADD_FAILURE() << "the test's work: " << error.what();
      }
    }
    scope_.reset();
    ClearContextCaches();
    context_.reset();
  }
  const Context& context() const { return *context_; }

 private:
  std::optional<Context> context_;
  std::optional<ContextScope> scope_;
};

}  // namespace detail

// Each test has a context of the GPU that MakeDefaultContext() chooses, which is current, and is
// skipped where there is no GPU, or where the user chose the CPU. An error of its kernels that it
// did not wait for fails it. A SetUp() or TearDown() of a derived class calls this one's.
class CudaTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!cuda_available()) {
      GTEST_SKIP() << "no GPU: " << why_cuda_is_unavailable();
    }
    const Context chosen = MakeDefaultContext();
    if (chosen.device().kind() != DeviceKind::Cuda) {
      GTEST_SKIP() << "no GPU: " << chosen.device().name() << " was chosen";
    }
    test_context_.Begin(chosen);
  }
  void TearDown() override { test_context_.End(); }

  const Context& context() const { return test_context_.context(); }

 private:
  detail::TestContext test_context_;
};

// Each test runs on the CPU device and on a GPU, where it is skipped without one.
class DeviceTest : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (std::string(GetParam()) == "cuda" && !cuda_available()) {
      GTEST_SKIP() << "no GPU: " << why_cuda_is_unavailable();
    }
    test_context_.Begin(Context(GetParam()));
  }
  void TearDown() override { test_context_.End(); }

  const Context& context() const { return test_context_.context(); }

 private:
  detail::TestContext test_context_;
};

}  // namespace kernelc

// The tests of `suite`, a class derived from DeviceTest, for "cpu" and "cuda".
#define KERNELC_ON_EACH_DEVICE(suite)                                        \
  INSTANTIATE_TEST_SUITE_P(Devices, suite, ::testing::Values("cpu", "cuda"), \
                           [](const auto& device) { return std::string(device.param); })
