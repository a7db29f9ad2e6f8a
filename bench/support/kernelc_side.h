// A problem solved by its kernel through the JIT API, on any device.
#pragma once

#include <string>
#include <vector>

#include "bench/cases/case.h"
#include "kernelc/program.h"

namespace kernelc::bench {

// Device arrays of a problem and the kernel of samples/ that solves it. The problem must outlive
// it.
class KernelcSide {
 public:
  // Uploads the arrays and reads the kernel's file. Throws what the runtime and the compiler throw.
  KernelcSide(const Context& context, std::string_view name, const Problem& problem);

  // Starts the kernel; does not wait.
  void Launch(StreamRef stream = {}) const;
  // Gives the arrays that the kernel writes the contents they had at the beginning. Blocks.
  void Reset() const;
  // Array number `index` as it is now. Blocks.
  CaseArray Download(std::size_t index) const;
  // The same for an array that lives elsewhere but has the shape of array number `index`.
  CaseArray Download(std::size_t index, const DeviceArrayAny& from) const;

  const DeviceArrayAny& array(std::size_t index) const { return arrays_[index]; }
  const JitKernel& kernel() const { return kernel_; }

 private:
  const Problem* problem_;
  std::vector<DeviceArrayAny> arrays_;
  JitKernel kernel_;
  LaunchConfig config_;
  std::vector<Arg> args_;
};

// A device array with the contents of a host array. Blocks.
DeviceArrayAny Upload(const Context& context, const CaseArray& array);

}  // namespace kernelc::bench
