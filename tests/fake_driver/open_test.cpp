// Why there is no CUDA: each case opens the driver in a process of its own.
#include <gtest/gtest.h>

#include <functional>
#include <iostream>

#include "tests/fake_driver/fake.h"

namespace kernelc::fake_driver {
namespace {

// Prepares the driver, and ends the process with the reason on stderr; 0 when CUDA can be used.
[[noreturn]] void Explain(const std::function<void()>& prepare) {
  prepare();
  const std::string why = why_cuda_is_unavailable();
  std::cerr << why << std::endl;
  const bool consistent = cuda_available() == why.empty() && devices().back().name() == "cpu:0";
  std::exit(!consistent ? 2 : why.empty() ? 0 : 1);
}

void ExpectReason(const std::function<void()>& prepare, const char* reason) {
  EXPECT_EXIT(Explain(prepare), testing::ExitedWithCode(1), reason);
}

TEST(OpenDriver, Works) {
  EXPECT_EXIT(Explain([] { Fake(); }), testing::ExitedWithCode(0), "");
}

TEST(OpenDriver, NoLibrary) {
  ExpectReason([] { ::setenv("KERNELC_CUDA_DRIVER", "/nowhere/libcuda.so", 1); },
               "cannot be opened: /nowhere/libcuda.so");
}

TEST(OpenDriver, NotADriver) {
  ExpectReason([] { ::setenv("KERNELC_CUDA_DRIVER", "libm.so.6", 1); },
               "libm.so.6 is older than CUDA 11.3");
}

TEST(OpenDriver, MissingFunction) {
  ExpectReason([] { Fake().hide("cuLaunchHostFunc"); }, "has no cuLaunchHostFunc");
}

TEST(OpenDriver, OptionalFunctionMayBeMissing) {
  EXPECT_EXIT(Explain([] { Fake().hide("cuLaunchCooperativeKernel"); }), testing::ExitedWithCode(0),
              "");
}

// Drivers before CUDA 12.
TEST(OpenDriver, WithoutLibrariesPtxIsLoadedAsAModule) {
  EXPECT_EXIT(
      {
        Fake().hide("cuLibraryLoadData");
        {
          const Module module(Context("cuda:0"), ScaleImage());
        }
        const bool as_module = Fake().calls("cuModuleLoadDataEx") == 1 && Fake().calls("cuModuleUnload") == 1;
        std::exit(as_module ? 0 : 1);
      },
      testing::ExitedWithCode(0), "");
}

TEST(OpenDriver, NoGpu) {
  ExpectReason([] { Fake().fail("cuInit", 1, 100); },
               "cannot be initialised: .*CUDA_ERROR_NO_DEVICE .100.");
  ExpectReason([] { Fake().set_device_count(0); }, "finds no GPU");
}

TEST(OpenDriver, EveryCallWhileListing) {
  for (const char* function :
       {"cuDeviceGetCount", "cuDeviceGet", "cuDeviceGetAttribute", "cuDeviceGetName",
        "cuDeviceGetPCIBusId", "cuDeviceTotalMem", "cuDriverGetVersion"}) {
    ExpectReason([=] { Fake().fail(function, 1, 999); }, "cannot describe its devices: cu");
  }
}

TEST(OpenDriver, NamedDeviceSaysWhy) {
  EXPECT_EXIT(
      {
        Fake().set_device_count(0);
        try {
          device("cuda:0");
        } catch (const Error& error) {
          std::cerr << error.what() << std::endl;
          std::exit(error.code() == ErrorCode::DriverUnavailable ? 0 : 1);
        }
      },
      testing::ExitedWithCode(0), "select device on cuda:0: the CUDA driver finds no GPU");
}

// The message of what `action` throws, and whether CUDA was looked at, as far as tests ask.
[[noreturn]] void Tell(const std::function<void()>& action) {
  ::unsetenv("CUDA_DEVICE");
  ::setenv("HOME", "/nowhere", 1);
  try {
    action();
    std::exit(0);
  } catch (const Error& error) {
    std::cerr << error_code_name(error.code()) << ": " << error.message() << std::endl;
  }
  std::exit(1);
}

TEST(DefaultContext, IsTheCpuWhereThereIsNoGpu) {
  EXPECT_EXIT(Tell([] {
                Fake().set_device_count(0);
                std::cerr << MakeDefaultContext().device().name() << ' ' << device_count() << ' '
                          << is_initialized() << std::endl;
              }),
              testing::ExitedWithCode(0), "cpu:0 0 0");
}

TEST(DefaultContext, ANumberIsAGpu) {
  EXPECT_EXIT(Tell([] {
                Fake().set_device_count(0);
                ::setenv("CUDA_DEVICE", "0", 1);
                MakeDefaultContext();
              }),
              testing::ExitedWithCode(1),
              "DriverUnavailable: CUDA_DEVICE says `0`: .*finds no GPU");
}

TEST(DefaultContext, GpusThatRefuseAreNamed) {
  EXPECT_EXIT(Tell([] {
                Fake().set_device_count(1);
                Fake().fail("cuDevicePrimaryCtxRetain", 1, 999);
                MakeDefaultContext();
              }),
              testing::ExitedWithCode(1),
              "NoDevice: no device gives a context: cuda:0: .*CUDA_DEVICE=cpu chooses the CPU");
}

TEST(BlasHandle, SaysWhyThereIsNone) {
  EXPECT_EXIT(Tell([] {
                Fake();
                ::setenv("KERNELC_CUBLAS", "/nowhere/libcublas.so", 1);
                current_blas_handle();
              }),
              testing::ExitedWithCode(1),
              "NotFound: cuBLAS is not on this machine: looked for /nowhere/libcublas.so; install");
  EXPECT_EXIT(Tell([] {
                Fake();
                ::setenv("KERNELC_CUBLAS", "libm.so.6", 1);
                current_blas_handle();
              }),
              testing::ExitedWithCode(1),
              "NotFound: cuBLAS on this machine .libm.so.6. has no cublasCreate_v2");
}

TEST(DefaultContext, InitSaysWhyNot) {
  EXPECT_EXIT(Tell([] {
                Fake().set_device_count(0);
                Init();
              }),
              testing::ExitedWithCode(1), "DriverUnavailable: .*finds no GPU");
}

TEST(DefaultContext, NothingIsInitialisedBeforeItIsUsed) {
  EXPECT_EXIT(Tell([] {
                Fake();
                std::cerr << is_initialized();
                Init();
                std::cerr << is_initialized() << std::endl;
              }),
              testing::ExitedWithCode(0), "01");
}

// Its end comes after that of the thread's own objects.
TEST(DefaultContext, AStaticAutoInitEndsWell) {
  EXPECT_EXIT(Tell([] {
                Fake();
                static const AutoInit init;
                std::cerr << init.device().name() << std::endl;
              }),
              testing::ExitedWithCode(0), "cuda:0");
}

}  // namespace
}  // namespace kernelc::fake_driver
