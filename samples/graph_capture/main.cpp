// A thousand small launches in replays of one graph, and the same in a loop whose end the device
// decides.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "kernelc/graph.h"
#include "samples/support/sample.h"

namespace {

constexpr int kSteps = 1000;

std::vector<float> Expected(std::vector<float> u) {
  std::vector<float> next = u;
  for (int step = 0; step < kSteps; ++step) {
    for (std::size_t i = 1; i + 1 < u.size(); ++i) {
      next[i] = 0.25f * u[i - 1] + 0.5f * u[i] + 0.25f * u[i + 1];
    }
    std::swap(u, next);
  }
  return u;
}

}  // namespace

int main(int argc, char** argv) {
  return sample::Main(argc, argv, "graph_capture", 1000, [](const sample::Setup& setup) {
    const std::int64_t n = setup.size;
    const std::vector<float> start = sample::RandomFloats(n, 0, 1, 1);
    const kernelc::DeviceArray<float> now(setup.context, start);
    const kernelc::DeviceArray<float> next(setup.context, {n});
    const kernelc::JitKernel smooth = setup.program.kernel("smooth");
    const kernelc::LaunchConfig config = {.grid = {sample::Blocks(n, 256)}, .block = {256}};

    // What this thread launches in the scope becomes the graph; nothing runs.
    const kernelc::Graph graph(setup.context);
    {
      kernelc::GraphCapture capture(graph);
      smooth.Launch(config, now, next);
      smooth.Launch(config, next, now);
    }
    const kernelc::GraphExec exec = graph.Instantiate();
    for (int replay = 0; replay < kSteps / 2; ++replay) {
      exec.Launch();
    }
    const std::vector<float> result = now.ToVector();

    // The same as a loop in the graph, which ends when a kernel says so.
    const kernelc::JitKernel decide = setup.program.kernel("decide");
    const auto again = kernelc::ToDevice(setup.context, std::vector<std::int32_t>{1});
    const auto pairs_left = kernelc::ToDevice(setup.context, std::vector<std::int32_t>{kSteps / 2});
    const kernelc::Graph loop(setup.context);
    {
      kernelc::GraphCapture capture(loop);
      capture.While(again, [&] {
        smooth.Launch(config, now, next);
        smooth.Launch(config, next, now);
        decide.Launch({.grid = 1, .block = 32}, now, next, -1.0f, pairs_left, again);
      });
    }
    now.CopyFrom(kernelc::ToDevice(setup.context, start));
    loop.Instantiate().Launch();
    const std::vector<float> looped = now.ToVector();

    const double milliseconds = sample::TimeLaunch(setup.context, [&] { exec.Launch(); });
    const double error = sample::LargestDifference(result, Expected(start));
    return sample::Outcome{
        .work = fmt::format("{} elements, {} steps", n, kSteps),
        .error = std::max(error, sample::LargestDifference(looped, result)),
        .limit = 1e-5,
        .milliseconds = milliseconds,
    };
  });
}
