// A handle of the machine's cuBLAS, where it has one, does work in order with kernels of its
// stream.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <vector>

#include "kernelc/runtime.h"

namespace kernelc {
namespace {

using Scale = int (*)(void* handle, int count, const float* factor, float* x, int stride);

// Of the library that the runtime has opened.
Scale FindScale() {
  for (const char* name : {"libcublas.so.13", "libcublas.so.12", "libcublas.so.11", "libcublas.so",
                           "/usr/local/cuda/lib64/libcublas.so"}) {
    if (void* const library = dlopen(name, RTLD_NOW | RTLD_NOLOAD)) {
      return reinterpret_cast<Scale>(dlsym(library, "cublasSscal_v2"));
    }
  }
  return nullptr;
}

TEST(BlasTest, WorksInTheCurrentStream) {
  if (!cuda_available()) {
    GTEST_SKIP() << why_cuda_is_unavailable();
  }
  const Context context("cuda");
  const Stream stream(context);
  const StreamScope scope(stream);
  void* handle = nullptr;
  try {
    handle = current_blas_handle();
  } catch (const Error& error) {
    if (error.code() == ErrorCode::NotFound) {
      GTEST_SKIP() << error.message();
    }
    throw;
  }
  EXPECT_EQ(current_blas_handle(), handle);
  EXPECT_NE(blas_handle(context.default_stream()), handle);
  const Scale scale = FindScale();
  if (scale == nullptr) {
    GTEST_SKIP() << "the library was opened by another name";
  }
  const DeviceArray<float> x(context, Dims{1 << 20});
  const float factor = 3;
  for (int i = 0; i < 10; ++i) {
    x.Fill(2);
    ASSERT_EQ(scale(handle, 1 << 20, &factor, reinterpret_cast<float*>(x.data()), 1), 0);
    const std::vector<float> result = x.ToVector();
    EXPECT_EQ(result.front(), 6.0F);
    EXPECT_EQ(result.back(), 6.0F);
  }
}

TEST(BlasTest, IsCapturedWithItsStream) {
  if (!cuda_available()) {
    GTEST_SKIP() << why_cuda_is_unavailable();
  }
  const Context context("cuda");
  const Stream stream(context);
  void* handle = nullptr;
  try {
    handle = blas_handle(stream);
  } catch (const Error& error) {
    if (error.code() == ErrorCode::NotFound) {
      GTEST_SKIP() << error.message();
    }
    throw;
  }
  const Scale scale = FindScale();
  if (scale == nullptr) {
    GTEST_SKIP() << "the library was opened by another name";
  }
  const DeviceArray<float> x(context, Dims{1 << 10});
  const float factor = 3;
  const Graph graph(context);
  {
    GraphCapture capture(graph, stream);
    x.Fill(2);
    ASSERT_EQ(blas_handle(stream), handle);
    ASSERT_EQ(scale(handle, 1 << 10, &factor, reinterpret_cast<float*>(x.data()), 1), 0);
    ASSERT_EQ(scale(handle, 1 << 10, &factor, reinterpret_cast<float*>(x.data()), 1), 0);
    const DeviceArray<float> copy(context, Dims{1 << 10});
    copy.CopyFrom(x);
    capture.End();
  }
  EXPECT_EQ(graph.ToString(),
            "0: fill\n1: work of another library after 0\n2: copy on device after 1\n");
  const GraphExec exec = graph.Instantiate();
  exec.Launch(stream);
  exec.Launch(stream);
  EXPECT_EQ(x.ToVector(stream).back(), 18.0F);
}

}  // namespace
}  // namespace kernelc
