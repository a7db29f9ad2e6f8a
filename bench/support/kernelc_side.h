// A problem solved by its kernel through the JIT API, on any device.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bench/suite/case.h"
#include "kernelc/program.h"

namespace kernelc::bench {

// The kernel of an entry of the suite, compiled from the text that the program holds.
JitKernel KernelOf(const SuiteEntry& entry);

// The kernel of an entry from the image that `kernelc build --sig --emit image` makes of it for the
// problem's types, by the command beside this program: what users ship, whose code is chosen at
// each launch. None where there is no such command. Blocks. Throws what is wrong.
std::optional<Kernel> BuiltKernel(const Context& context, const SuiteEntry& entry,
                                  const Problem& problem);

// The types of a problem's arguments in Numba's notation: "float32[::1], int64".
std::string SignatureOf(const Problem& problem);

// Device arrays of a problem and a kernel that solves it. The problem must outlive it.
class KernelcSide {
 public:
  // Uploads the arrays. Throws what the runtime throws.
  KernelcSide(const Context& context, const JitKernel& kernel, const Problem& problem);

  // Starts the kernel; does not wait. The first launch compiles.
  void Launch(StreamRef stream = {}) const;
  // Starts another kernel of the same parameters.
  void LaunchOther(const Kernel& kernel, StreamRef stream = {}) const;
  // The code that LaunchOther() runs.
  Kernel CodeOf(const Kernel& kernel) const;
  // The code that Launch() runs, and that of the problem's types. Blocks while it is compiled.
  Kernel Variant() const;
  Kernel Specialized() const;
  // PTX of the code that Launch() runs. Throws on the CPU device.
  std::string Ptx() const;
  // Gives the arrays that the kernel writes the contents they had at the beginning. Blocks.
  void Reset() const;
  // Array number `index` as it is now. Blocks.
  CaseArray Download(std::size_t index) const;

  const DeviceArrayAny& array(std::size_t index) const { return arrays_[index]; }

 private:
  LaunchConfig ConfigOn(StreamRef stream) const;

  Context context_;
  const Problem* problem_;
  std::vector<DeviceArrayAny> arrays_;
  JitKernel kernel_;
  std::vector<Arg> args_;
};

// The same memory as a host array has, for the runtime.
HostArrayView View(const CaseArray& array);

// A device array with the contents of a host array. Blocks.
DeviceArrayAny Upload(const Context& context, const CaseArray& array);

}  // namespace kernelc::bench
