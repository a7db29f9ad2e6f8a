// Handles of cuBLAS, by a library of our own and the fake driver.
#include "kernelc/blas.h"

#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <thread>

#include "tests/fake_driver/fake.h"
#include "tests/fake_driver/fake_cublas.h"
#include "tests/runtime/support.h"

namespace kernelc::fake_driver {
namespace {

using runtime_test::ErrorOf;
using runtime_test::Reports;
using runtime_test::RunThreads;

const CublasControls& Cublas() {
  static const CublasControls& controls = *[] {
    ::setenv("KERNELC_CUBLAS", KERNELC_FAKE_CUBLAS, 1);
    void* const library = dlopen(KERNELC_FAKE_CUBLAS, RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
      throw std::runtime_error(dlerror());
    }
    return reinterpret_cast<GetCublasControls>(dlsym(library, "kernelc_fake_cublas_controls"))();
  }();
  return controls;
}

// Each call of cuBLAS must find a context, which it works in.
std::atomic<int> calls_without_context{0};
void Witness() {
  if (Fake().current_context() == nullptr) {
    ++calls_without_context;
  }
}

class Blas : public testing::Test {
 protected:
  void SetUp() override {
    Fake().reset();
    Cublas().set_witness(Witness);
    calls_without_context = 0;
  }
  void TearDown() override {
    Close();
    ReleaseContexts();
    EXPECT_EQ(Cublas().live(), 0);
    EXPECT_EQ(Fake().live(), LiveObjects{});
    EXPECT_EQ(Fake().current_context(), nullptr);
    EXPECT_EQ(calls_without_context, 0);
  }
};

TEST_F(Blas, AHandleForEachStream) {
  const Context context("cuda:0");
  const ContextScope scope(context);
  void* const first = current_blas_handle();
  EXPECT_EQ(current_blas_handle(), first);
  EXPECT_EQ(Cublas().stream_of(first), nullptr);
  const Stream stream(context);
  {
    const StreamScope in_stream(stream);
    void* const second = current_blas_handle();
    EXPECT_NE(second, first);
    EXPECT_EQ(Cublas().stream_of(second), stream.native_handle());
    EXPECT_EQ(blas_handle(stream), second);
    EXPECT_EQ(blas_handle(StreamRef()), second);
  }
  EXPECT_EQ(current_blas_handle(), first);
  EXPECT_EQ(blas_handle(context.default_stream()), first);
  EXPECT_EQ(Cublas().live(), 2);
}

TEST_F(Blas, AHandleForEachDeviceAndThread) {
  const Context first("cuda:0");
  const Context second("cuda:1");
  void* const here = blas_handle(first.default_stream());
  EXPECT_NE(blas_handle(second.default_stream()), here);
  EXPECT_EQ(Fake().current_context(), nullptr);
  std::mutex mutex;
  std::set<void*> handles = {here};
  RunThreads(4, [&](int) {
    void* const mine = blas_handle(first.default_stream());
    EXPECT_EQ(blas_handle(first.default_stream()), mine);
    const std::lock_guard lock(mutex);
    handles.insert(mine);
  });
  EXPECT_GE(handles.size(), 2U);
}

TEST_F(Blas, AResetEndsThem) {
  const Context context("cuda:0");
  const Stream stream(context);
  blas_handle(stream);
  EXPECT_EQ(Cublas().live(), 1);
  context.Reset();
  EXPECT_EQ(Cublas().live(), 0);
  EXPECT_ERROR(blas_handle(stream), ErrorCode::ContextDestroyed, "reset");
  const Context next("cuda:0");
  EXPECT_NE(blas_handle(next.default_stream()), nullptr);
}

TEST_F(Blas, ItsStatusIsAnError) {
  const Context context("cuda:0");
  constexpr std::pair<int, ErrorCode> kCases[] = {{1, ErrorCode::Driver},
                                                  {3, ErrorCode::OutOfMemory},
                                                  {8, ErrorCode::NotSupported},
                                                  {14, ErrorCode::Driver},
                                                  {77, ErrorCode::Driver}};
  for (const auto& [status, code] : kCases) {
    Cublas().fail(status);
    const ErrorInfo error = ErrorOf([&] { blas_handle(context.default_stream()); });
    EXPECT_EQ(error.code, code) << status;
    EXPECT_EQ(error.driver_status, status);
    EXPECT_EQ(error.object, "cuda:0");
  }
  Cublas().fail(14);
  const ErrorInfo error = ErrorOf([&] { blas_handle(context.default_stream()); });
  EXPECT_EQ(error.driver_status_name, "CUBLAS_STATUS_INTERNAL_ERROR");
  EXPECT_EQ(error.operation, "cublasCreate");
  EXPECT_NE(blas_handle(context.default_stream()), nullptr);
  Cublas().fail(7);
  EXPECT_EQ(ErrorOf([&] { blas_handle(context.default_stream()); }).operation, "cublasSetStream");
}

TEST_F(Blas, AFailureAtTheEndIsReported) {
  Reports reports;
  {
    const Context context("cuda:0");
    blas_handle(context.default_stream());
    ReleaseContexts();
    Cublas().fail(14);
  }
  EXPECT_EQ(reports.count(), 1);
  EXPECT_NE(reports.TakeMessages().find("cuBLAS refuses"), std::string::npos);
}

TEST_F(Blas, IsForGpus) {
  const Context cpu("cpu");
  EXPECT_ERROR(blas_handle(cpu.default_stream()), ErrorCode::NotSupported, "cuBLAS is for GPUs");
  const ContextScope scope(cpu);
  EXPECT_ERROR(current_blas_handle(), ErrorCode::NotSupported, "cuBLAS is for GPUs");
}

}  // namespace
}  // namespace kernelc::fake_driver
