#include <cstring>
#include <memory>

#include "bench/suite/side.h"
#include "bench/support/stats.h"

namespace kernelc::bench {

namespace {

// The problem's arrays, for a side that works in host memory.
std::vector<CaseArray> ClonesOf(const Problem& problem) {
  std::vector<CaseArray> arrays;
  for (const CaseArray& array : problem.arrays) {
    arrays.push_back(array.Clone());
  }
  return arrays;
}

Side MakeSide(std::string name, std::function<void()> run) {
  Side side;
  side.name = std::move(name);
  side.run = run;
  side.seconds = [run] { return SecondsOf(run); };
  return side;
}

Side OpenMpSide(const SuiteEntry& entry, const Problem& problem) {
  const auto arrays = std::make_shared<std::vector<CaseArray>>(ClonesOf(problem));
  const auto solve = entry.test->openmp;
  Side side = MakeSide("openmp", [arrays, solve, &problem] { solve(problem, *arrays); });
  side.reset = [arrays, &problem] {
    for (std::size_t i = 0; i < arrays->size(); ++i) {
      std::memcpy((*arrays)[i].raw(), problem.arrays[i].raw(), problem.arrays[i].bytes());
    }
  };
  side.result = [arrays](std::size_t index) { return (*arrays)[index].Clone(); };
  return side;
}

}  // namespace

std::vector<Side> CpuSides(const Context& context, const SuiteEntry& entry,
                           const Problem& problem) {
  const auto ours = std::make_shared<KernelcSide>(context, KernelOf(entry), problem);
  std::vector<Side> sides;
  sides.push_back(MakeSide("kernelc", [context, ours] {
    ours->Launch();
    context.Synchronize();
  }));
  std::vector<std::pair<std::string, Kernel>> others = {{"kernelc_sig", ours->Specialized()}};
  if (const std::optional<Kernel> built = BuiltKernel(context, entry, problem)) {
    others.emplace_back("kernelc_build", *built);
  }
  for (const auto& [name, kernel] : others) {
    sides.push_back(MakeSide(name, [context, ours, kernel = kernel] {
      ours->LaunchOther(kernel);
      context.Synchronize();
    }));
  }
  for (Side& side : sides) {
    side.reset = [ours] { ours->Reset(); };
    side.result = [ours](std::size_t index) { return ours->Download(index); };
  }
  sides.push_back(OpenMpSide(entry, problem));
  if (std::optional<Side> opencl = OpenClSide(entry, problem)) {
    sides.push_back(std::move(*opencl));
  }
  return sides;
}

}  // namespace kernelc::bench
