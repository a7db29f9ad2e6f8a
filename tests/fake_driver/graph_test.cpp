// What graphs ask of the driver, and drivers that are too old for them.
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>

#include "tests/fake_driver/fake.h"

namespace kernelc::fake_driver {
namespace {

// Ends the process: what `prepare` did to the driver counts when it is opened.
[[noreturn]] void InstantiateWithout(const char* function) {
  Fake().hide(function);
  const Context context("cuda:0");
  const DeviceArray<float> x(context, Dims{4});
  const auto go = DeviceArray<std::int32_t>(context, Dims{1});
  const Graph graph(context);
  const GraphBranch branch = graph.AddIf({}, go);
  branch.body.AddFill({}, x, 1.0f);
  try {
    static_cast<void>(graph.Instantiate());
  } catch (const Error& error) {
    std::cerr << error.what() << std::endl;
    std::_Exit(error.code() == ErrorCode::NotSupported ? 0 : 1);
  }
  std::_Exit(2);
}

TEST(OldDriver, GraphsNameTheFunctionThatIsMissing) {
  for (const char* function :
       {"cuStreamBeginCapture", "cuStreamUpdateCaptureDependencies", "cuStreamGetCaptureInfo",
        "cuGraphConditionalHandleCreate", "cuGraphAddNode", "cuGraphInstantiateWithFlags"}) {
    EXPECT_EXIT(InstantiateWithout(function), testing::ExitedWithCode(0),
                std::string(function) + ".*too old");
  }
}

TEST(GraphCalls, AReplayAsksTheDriverTwice) {
  EXPECT_EXIT(
      {
        Fake();
        const Context context("cuda:0");
        const ContextScope scope(context);
        const Kernel scale = Module(context, ScaleImage()).kernel("scale");
        const DeviceArray<float> x(context, Dims{4});
        const Graph graph(context);
        for (int i = 0; i < 50; ++i) {
          graph.AddKernel({}, scale, {.grid = 1, .block = 32}, x, 2.0f);
        }
        const GraphExec exec = graph.Instantiate();
        exec.Launch();
        Fake().reset();
        exec.Launch();
        std::cerr << Fake().calls(nullptr) << " calls, " << Fake().calls("cuGraphLaunch")
                  << " launches" << std::endl;
        std::_Exit(0);
      },
      testing::ExitedWithCode(0), "2 calls, 1 launches");
}

// As another library does, that knows the handle of a stream alone.
int SetBytes(void* stream, DevicePointer data, unsigned char value, std::size_t bytes) {
  void* const library = dlopen(KERNELC_FAKE_DRIVER, RTLD_NOW | RTLD_NOLOAD);
  using Get = int (*)(const char*, void**, int, unsigned long long, int*);
  const auto get = reinterpret_cast<Get>(dlsym(library, "cuGetProcAddress_v2"));
  void* function = nullptr;
  int found = 0;
  get("cuMemsetD8Async", &function, 3020, 0, &found);
  using Memset = int (*)(DevicePointer, unsigned char, std::size_t, void*);
  return reinterpret_cast<Memset>(function)(data, value, bytes, stream);
}

TEST(GraphCalls, WorkOfOtherLibrariesIsCaptured) {
  EXPECT_EXIT(
      {
        Fake();
        const Context context("cuda:0");
        const ContextScope scope(context);
        const DeviceArrayAny x = DeviceArrayAny::Zeros(context, ScalarKind::UInt8, {4});
        const DeviceArrayAny y = DeviceArrayAny::Zeros(context, ScalarKind::UInt8, {4});
        const Graph graph(context);
        {
          GraphCapture capture(graph);
          SetBytes(capture.stream().native_handle(), x.data(), 1, 4);
          SetBytes(capture.stream().native_handle(), x.data(), 2, 1);
          y.CopyFrom(x);
          SetBytes(capture.stream().native_handle(), x.data(), 3, 4);
          capture.End();
        }
        std::cerr << graph.ToString();
        const GraphExec exec = graph.Instantiate();
        exec.Launch();
        std::cerr << int{DeviceArray<std::uint8_t>(y).ToVector()[0]}
                  << int{DeviceArray<std::uint8_t>(y).ToVector()[1]}
                  << int{DeviceArray<std::uint8_t>(x).ToVector()[0]} << std::endl;
        std::_Exit(0);
      },
      testing::ExitedWithCode(0),
      "0: work of another library\n1: copy on device after 0\n"
      "2: work of another library after 1\n213");
}

TEST(GraphCalls, NothingIsLeft) {
  EXPECT_EXIT(
      {
        Fake();
        {
          const Context context("cuda:0");
          const auto go = DeviceArray<std::int32_t>(context, Dims{1});
          const Graph graph(context);
          const GraphBranch branch = graph.AddWhile({}, go);
          branch.body.AddFill({}, go, 0);
          const GraphExec exec = graph.Instantiate();
          exec.Launch();
          const LiveObjects live = Fake().live();
          std::cerr << live.graphs << " graph, " << live.graph_execs << " exec, ";
        }
        ReleaseContexts();
        std::cerr << (Fake().live() == LiveObjects{} ? "nothing left" : "something left")
                  << std::endl;
        std::_Exit(0);
      },
      testing::ExitedWithCode(0), "1 graph, 1 exec, nothing left");
}

}  // namespace
}  // namespace kernelc::fake_driver
