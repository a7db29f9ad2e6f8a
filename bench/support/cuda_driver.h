// The few driver functions that the CUDA C++ side of a comparison needs, called directly: the
// opponent's cost must not contain the runtime that is measured against it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "bench/suite/case.h"
#include "kernelc/runtime.h"

namespace kernelc::bench {

// What machine code needs, as the driver says it.
struct CudaFunctionAttributes {
  int registers = 0;
  // Bytes of a thread in local memory: spills, and arrays that are not in registers.
  int local_bytes = 0;
  int shared_bytes = 0;
};

// A function of a module made by nvcc, in a context of the runtime.
class CudaFunction {
 public:
  // Starts it with pointers to the arguments' values, as `<<<>>>` does.
  void Launch(const Extent3& grid, const Extent3& block, void** params, void* stream) const;
  // Starts it with one buffer that holds all arguments.
  void LaunchPacked(const Extent3& grid, const Extent3& block, std::span<std::byte> params,
                    void* stream) const;
  CudaFunctionAttributes attributes() const;
  // Blocks of `threads` that fit on one multiprocessor at once.
  int max_active_blocks(int threads) const;

 private:
  friend class CudaModules;
  explicit CudaFunction(void* function) : function_(function) {}
  void* function_;
};

// The modules of bench/cuda, loaded into a context.
class CudaModules {
 public:
  // True when this program was built with nvcc.
  static bool available();
  // Throws std::runtime_error when the driver refuses one. The context must stay current.
  CudaModules();
  // Throws std::runtime_error when no module has it.
  CudaFunction Find(const std::string& name) const;

 private:
  std::vector<void*> modules_;
};

// The driver's own functions, each checked. The context must be current.
class DriverCalls {
 public:
  static void* CreateEvent();
  static void RecordEvent(void* event, void* stream);
  // Blocks.
  static void SynchronizeEvent(void* event);
  static float ElapsedMilliseconds(void* start, void* end);
  static void DestroyEvent(void* event);
  static void* CreateStream();
  static void DestroyStream(void* stream);
  static DevicePointer Allocate(std::size_t bytes);
  static void Free(DevicePointer data);
};

// A graph of the driver's, of what `work` asks the stream for by whatever means.
class DriverGraph {
 public:
  DriverGraph(void* stream, const std::function<void()>& work);
  ~DriverGraph();
  DriverGraph(const DriverGraph&) = delete;
  DriverGraph& operator=(const DriverGraph&) = delete;
  void Launch(void* stream) const;

 private:
  void* graph_ = nullptr;
  void* exec_ = nullptr;
};

// A case's arguments for its CUDA C++ kernel.
class CudaArguments {
 public:
  // `pointers` has one address for each array of the problem.
  CudaArguments(const std::vector<CaseArg>& args, const std::vector<DevicePointer>& pointers);
  // For cuLaunchKernel. Valid as long as this object.
  void** params() { return params_.data(); }

 private:
  std::vector<std::uint64_t> values_;
  std::vector<void*> params_;
};

}  // namespace kernelc::bench
