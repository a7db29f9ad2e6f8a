#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "bench/suite/side.h"

namespace kernelc::bench {

namespace {

// The share of the threads that a multiprocessor has room for.
double Occupancy(const GpuMachine& machine, const Problem& problem, int blocks) {
  const Extent3& block = problem.block;
  const double threads = static_cast<double>(block.x) * block.y * block.z;
  return blocks * threads / machine.context.device().properties().max_threads_per_multiprocessor;
}

nlohmann::json ResourcesOf(const GpuMachine& machine, const Problem& problem,
                           const Kernel& kernel) {
  const KernelAttributes& needs = kernel.attributes();
  const Extent3& block = problem.block;
  return {{"registers", needs.registers},
          {"local_bytes", needs.local_bytes},
          {"shared_bytes", needs.static_shared_bytes},
          {"occupancy",
           Occupancy(machine, problem, kernel.max_active_blocks(block.x * block.y * block.z))}};
}

// The CUDA C++ kernel of an entry, on the other side's arrays: where an array lies may decide how
// fast it is.
class NvccSide {
 public:
  NvccSide(const GpuMachine& machine, const SuiteEntry& entry, const Problem& problem,
           const KernelcSide& other)
      : machine_(&machine),
        problem_(&problem),
        function_(machine.modules->Find(std::string(entry.name))),
        arguments_(problem.cuda_args, Pointers(problem, other)) {}

  void Launch() {
    function_.Launch(problem_->grid, problem_->block, arguments_.params(),
                     machine_->stream.native_handle());
  }

  nlohmann::json Resources() const {
    const CudaFunctionAttributes needs = function_.attributes();
    const Extent3& block = problem_->block;
    const auto threads = static_cast<int>(block.x * block.y * block.z);
    return {{"registers", needs.registers},
            {"local_bytes", needs.local_bytes},
            {"shared_bytes", needs.shared_bytes},
            {"occupancy", Occupancy(*machine_, *problem_, function_.max_active_blocks(threads))}};
  }

 private:
  static std::vector<DevicePointer> Pointers(const Problem& problem, const KernelcSide& other) {
    std::vector<DevicePointer> pointers;
    for (std::size_t i = 0; i < problem.arrays.size(); ++i) {
      pointers.push_back(other.array(i).data());
    }
    return pointers;
  }

  const GpuMachine* machine_;
  const Problem* problem_;
  CudaFunction function_;
  CudaArguments arguments_;
};

// Short kernels are batched, so that the gap between launches does not count.
int RepeatFor(double once) {
  return std::clamp(static_cast<int>(std::ceil(1e-3 / std::max(once, 1e-6))), 1, 20);
}

Side MakeSide(const GpuMachine& machine, std::string name, std::function<void()> launch) {
  Side side;
  side.name = std::move(name);
  side.run = [&machine, launch] {
    const ContextScope scope(machine.context);
    launch();
    machine.stream.Synchronize();
  };
  auto repeat = std::make_shared<int>(0);
  side.seconds = [&machine, launch, repeat] {
    const ContextScope scope(machine.context);
    if (*repeat == 0) {
      *repeat = RepeatFor(GpuSeconds(machine, 1, launch));
    }
    return GpuSeconds(machine, *repeat, launch);
  };
  return side;
}

}  // namespace

GpuMachine::GpuMachine(const Device& device)
    : context(device), stream(context), start(context), end(context) {
  if (CudaModules::available()) {
    const ContextScope scope(context);
    modules.emplace();
  }
}

double GpuSeconds(const GpuMachine& machine, int repeat, const std::function<void()>& launch) {
  machine.start.Record(machine.stream);
  for (int i = 0; i < repeat; ++i) {
    launch();
  }
  machine.end.Record(machine.stream);
  machine.end.Synchronize();
  const auto milliseconds = static_cast<double>(ElapsedMilliseconds(machine.start, machine.end));
  return milliseconds * 1e-3 / repeat;
}

std::vector<Side> GpuSides(const GpuMachine& machine, const SuiteEntry& entry,
                           const Problem& problem) {
  const auto ours = std::make_shared<KernelcSide>(machine.context, KernelOf(entry), problem);
  std::vector<Side> sides;
  sides.push_back(MakeSide(machine, "kernelc", [&machine, ours] { ours->Launch(machine.stream); }));
  sides.back().resources = ResourcesOf(machine, problem, ours->Variant());
  sides.back().ptx = [ours] { return ours->Ptx(); };
  std::vector<std::pair<std::string, Kernel>> others = {{"kernelc_sig", ours->Specialized()}};
  if (const std::optional<Kernel> built = BuiltKernel(machine.context, entry, problem)) {
    others.emplace_back("kernelc_build", *built);
  }
  for (const auto& [name, kernel] : others) {
    sides.push_back(MakeSide(machine, name, [&machine, ours, kernel = kernel] {
      ours->LaunchOther(kernel, machine.stream);
    }));
    sides.back().resources = ResourcesOf(machine, problem, ours->CodeOf(kernel));
  }
  if (machine.modules) {
    const ContextScope scope(machine.context);
    const auto nvcc = std::make_shared<NvccSide>(machine, entry, problem, *ours);
    sides.push_back(MakeSide(machine, "nvcc", [ours, nvcc] { nvcc->Launch(); }));
    sides.back().resources = nvcc->Resources();
  }
  for (Side& side : sides) {
    side.reset = [ours] { ours->Reset(); };
    side.result = [ours](std::size_t index) { return ours->Download(index); };
  }
  return sides;
}

}  // namespace kernelc::bench
