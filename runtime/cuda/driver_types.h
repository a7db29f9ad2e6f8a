// The part of the CUDA driver's ABI that the runtime uses, declared here so that it builds without
// a toolkit. Handles are opaque pointers; structures have the driver's layout. Where a toolkit is
// found, a test compares all of it with cuda.h.
#pragma once

#include <cstddef>

namespace kernelc::cuda {

using Result = int;
using DeviceOrdinal = int;
using DriverPointer = unsigned long long;
using ContextHandle = struct ContextHandleTag*;
using StreamHandle = struct StreamHandleTag*;
using EventHandle = struct EventHandleTag*;
using LibraryHandle = struct LibraryHandleTag*;
using LinkHandle = struct LinkHandleTag*;
using ModuleHandle = struct ModuleHandleTag*;
using FunctionHandle = struct FunctionHandleTag*;
using ArrayHandle = struct ArrayHandleTag*;
using MemPoolHandle = struct MemPoolHandleTag*;
using GraphHandle = struct GraphHandleTag*;
using GraphNodeHandle = struct GraphNodeHandleTag*;
using GraphExecHandle = struct GraphExecHandleTag*;
using ConditionHandle = unsigned long long;
using HostFunction = void (*)(void* user);
using SharedSizeFunction = std::size_t (*)(int threads);

struct Uuid {
  unsigned char bytes[16];
};

struct IpcMemHandle {
  char bytes[64];
};

// CUmemPoolProps.
struct MemPoolProps {
  int kind = 0;
  int handle_kinds = 0;
  int location_kind = 0;
  int location = 0;
  void* security = nullptr;
  std::size_t max_bytes = 0;
  unsigned char reserved[56] = {};
};

// CUDA_MEMCPY2D.
struct Copy2d {
  std::size_t from_x = 0;
  std::size_t from_y = 0;
  unsigned from_kind = 0;
  const void* from_host = nullptr;
  DriverPointer from_device = 0;
  ArrayHandle from_array = nullptr;
  std::size_t from_pitch = 0;
  std::size_t to_x = 0;
  std::size_t to_y = 0;
  unsigned to_kind = 0;
  void* to_host = nullptr;
  DriverPointer to_device = 0;
  ArrayHandle to_array = nullptr;
  std::size_t to_pitch = 0;
  std::size_t width = 0;
  std::size_t height = 0;
};

// CUDA_KERNEL_NODE_PARAMS_v1.
struct KernelNodeParams {
  FunctionHandle function = nullptr;
  unsigned grid_x = 1;
  unsigned grid_y = 1;
  unsigned grid_z = 1;
  unsigned block_x = 1;
  unsigned block_y = 1;
  unsigned block_z = 1;
  unsigned shared_bytes = 0;
  void** params = nullptr;
  void** extra = nullptr;
};

// CUgraphNodeParams of a conditional node.
struct ConditionNodeParams {
  int type = 0;
  int zero[3] = {};
  ConditionHandle handle = 0;
  int condition_type = 0;
  unsigned body_count = 1;
  // The driver's, which gives it.
  GraphHandle* bodies = nullptr;
  ContextHandle context = nullptr;
  long long unused[26] = {};
};

// CUgraphEdgeData, which is never given.
struct GraphEdgeData;

#define KC_DRIVER_CONSTANT(name, value, spelling) inline constexpr int name = value;
#include "runtime/cuda/driver_constants.def"

// Flags that cuda.h has as macros, which the table cannot name.
inline constexpr unsigned kHostAllocPortable = 1;
inline constexpr unsigned kHostAllocMapped = 2;
inline constexpr unsigned kHostAllocWriteCombined = 4;
inline constexpr unsigned kHostRegisterPortable = 1;
inline constexpr unsigned kHostRegisterMapped = 2;

}  // namespace kernelc::cuda
