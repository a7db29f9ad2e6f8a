// A kernel with its arguments.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

#include "kernelc/export.h"
#include "kernelc/kernel.h"

namespace kernelc {

// A kernel whose arguments were checked and packed once, for launches that repeat: such a launch
// costs the same whatever the number of arguments. Made by Kernel::Bind() and JitKernel::Bind().
// Keeps the memory of its arrays alive. Move-only; one thread at a time.
class KC_RUNTIME_API BoundKernel {
 public:
  // Throws as Kernel::LaunchArgs() does where an argument does not fit.
  BoundKernel(Kernel kernel, std::span<const Arg> args);
  ~BoundKernel();
  BoundKernel(BoundKernel&&) noexcept;
  BoundKernel& operator=(BoundKernel&&) noexcept;

  const Kernel& kernel() const noexcept;

  // Starts the kernel; does not wait for it. Throws Error{LaunchLimit} naming limit, value and
  // kernel, and Error{InvalidArgument} for a stream of another context than the arguments'.
  void Launch(const LaunchConfig& config) const;

  // Replaces one argument, by its place or the name of its parameter, for launches from now on;
  // those before keep the old one. Throws Error{TypeMismatch} when the value does not fit the code,
  // also where the code was specialised for facts (alignment, sizes, no overlap) that the new array
  // does not have, and Error{InvalidArgument} for a parameter that the kernel does not have; the
  // old argument stays then.
  void Set(std::size_t index, const Arg& arg);
  void Set(std::string_view name, const Arg& arg);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

template <typename... Args>
BoundKernel Kernel::Bind(const Args&... args) const {
  const Arg list[sizeof...(Args) + 1] = {Arg(args)..., Arg()};
  return BindArgs(std::span<const Arg>(list, sizeof...(Args)));
}

}  // namespace kernelc
