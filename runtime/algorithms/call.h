// What calls of all algorithms share: checks, temporary memory, launches.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernelc/algorithms.h"
#include "kernelc/current_stream.h"
#include "kernelc/error.h"
#include "kernelc/kernel.h"
#include "runtime/algorithms/kernels.h"

namespace kernelc::algorithms {

[[noreturn]] inline void Throw(ErrorCode code, const char* operation, std::string message) {
  ErrorInfo info;
  info.code = code;
  info.operation = operation;
  info.message = std::move(message);
  throw Error(std::move(info));
}

inline std::uint64_t Divided(std::uint64_t n, std::uint64_t by) { return (n + by - 1) / by; }

// A new array whose memory is taken in the order of the call's stream.
DeviceArrayAny NewArray(const DeviceArrayAny& like, ScalarKind kind, const Dims& shape,
                        const Options& options);

// One call: where it runs and what it may use. Its stream is the current one meanwhile, so that temporary memory is taken and given back
// in its order.
class Call {
 public:
  // Throws Error{InvalidArgument} for an array without memory, where it has elements.
  Call(const char* operation, const DeviceArrayAny& x, const Options& options);
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  const char* operation() const { return operation_; }
  const Context& context() const { return context_; }
  StreamRef stream() const { return options_.stream; }
  bool on_gpu() const { return on_gpu_; }
  std::uint32_t multiprocessors() const;

  // One-dimensional and contiguous: a view, or a copy that lives as long as the call.
  DeviceArrayAny Flat(const DeviceArrayAny& x) const;
  // Checks an array to write: same context, contiguous, one of these types, `size` elements, and
  // not a part of the input's memory and of other memory. As one dimension.
  DeviceArrayAny Output(const char* name, const DeviceArrayAny& out,
                        std::initializer_list<ScalarKind> kinds, std::int64_t size) const;
  // Arrays of temporary memory, one after the other: all have to be asked for at once.
  std::vector<DeviceArrayAny> Temporary(
      std::initializer_list<std::pair<ScalarKind, std::int64_t>> arrays) const;

  // Starts a kernel, `blocks` of `threads`; nothing where there are none.
  template <typename... Args>
  void Launch(std::string_view kernel, std::initializer_list<ScalarKind> arrays, std::uint64_t blocks,
              std::uint32_t threads, const Args&... args) const {
    LaunchWith(0, kernel, arrays, blocks, threads, args...);
  }
  // The same with so many bytes of shared memory.
  template <typename... Args>
  void LaunchWith(std::uint64_t shared_bytes, std::string_view kernel,
                  std::initializer_list<ScalarKind> arrays, std::uint64_t blocks,
                  std::uint32_t threads, const Args&... args) const {
    LaunchConfig config = Config(blocks, threads);
    config.dynamic_shared_bytes = shared_bytes;
    Find(context_, kernel, arrays).Launch(config, args...);
  }

 private:
  LaunchConfig Config(std::uint64_t blocks, std::uint32_t threads) const;

  const char* operation_;
  // What the input takes, where it is read where it lies.
  DevicePointer input_ = 0;
  std::size_t input_bytes_ = 0;
  Context context_;
  Options options_;
  bool on_gpu_;
  std::optional<StreamScope> scope_;
};

// bool and signed integers as what they are computed in.
ScalarKind SumKind(const char* operation, ScalarKind kind);
// A view as another type of the same size.
inline DeviceArrayAny As(const DeviceArrayAny& array, ScalarKind kind) {
  return array.kind() == kind ? array : array.ViewedAs(kind);
}

}  // namespace kernelc::algorithms
