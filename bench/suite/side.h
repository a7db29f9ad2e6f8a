// One way of solving a problem, to be measured against others.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "bench/suite/case.h"
#include "bench/support/cuda_driver.h"
#include "bench/support/kernelc_side.h"

namespace kernelc::bench {

struct Side {
  // "kernelc" (code for the launch), "kernelc_sig" (for the types alone), "kernelc_build" (an image
  // with variants, chosen at the launch), "nvcc", "openmp", "pocl".
  std::string name;
  // Starts it once and waits.
  std::function<void()> run;
  // Seconds for one call.
  std::function<double()> seconds;
  // Gives the arrays that it writes the contents they had at the beginning; before a run that is
  // looked at.
  std::function<void()> reset;
  // Array number `index` as it is now.
  std::function<CaseArray(std::size_t)> result;
  // PTX, where the device has it.
  std::function<std::string()> ptx;
  // Registers, bytes of local and shared memory, occupancy, where the device says so.
  nlohmann::json resources;
};

// What the sides on a GPU share.
struct GpuMachine {
  Context context;
  Stream stream;
  Event start;
  Event end;
  // None when the program was built without nvcc.
  std::optional<CudaModules> modules;

  explicit GpuMachine(const Device& device);
};

// Seconds on the GPU for one call of `launch`, from `repeat` calls between two events.
double GpuSeconds(const GpuMachine& machine, int repeat, const std::function<void()>& launch);

// The sides that there are; the problem and the machine must outlive them. Those of kernelc come
// first. Compiles.
std::vector<Side> GpuSides(const GpuMachine& machine, const SuiteEntry& entry,
                           const Problem& problem);
std::vector<Side> CpuSides(const Context& context, const SuiteEntry& entry, const Problem& problem);
// OpenCL C on the CPU device of PoCL; none where there is no PoCL or the kernel has no text in
// OpenCL C.
std::optional<Side> OpenClSide(const SuiteEntry& entry, const Problem& problem);
// The platform's and the device's name; empty where there is none.
std::string OpenClDevice();

}  // namespace kernelc::bench
