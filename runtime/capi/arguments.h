// What C programs give to launches.
#pragma once

#include <cstddef>
#include <deque>
#include <span>
#include <vector>

#include "kernelc/kernel.h"
#include "kernelc/kernelc_runtime.h"
#include "kernelc/launch.h"

namespace kernelc::capi {

// The arguments of a launch in the runtime's form. Throws Failure for what is no argument.
class Arguments {
 public:
  Arguments(const char* function, const kernelc_arg* args, std::size_t count);
  // As long as this lives.
  std::span<const Arg> list() const { return list_; }

 private:
  void Convert(std::span<const kernelc_arg> args, std::vector<Arg>& out, unsigned depth);
  Arg Convert(const kernelc_arg& arg, unsigned depth);
  Arg Tuple(const kernelc_arg& arg, unsigned depth);

  const char* function_;
  std::vector<Arg> list_;
  // A deque, because its elements stay where they are.
  std::deque<std::vector<Arg>> tuples_;
};

LaunchConfig ConfigOf(const char* function, const kernelc_launch_config* given);

}  // namespace kernelc::capi
