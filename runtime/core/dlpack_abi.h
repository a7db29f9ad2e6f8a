// DLPack's structs, as its specification (version 1.0) lays them out.
#pragma once

#include <cstdint>

namespace kernelc::dlpack {

inline constexpr std::uint32_t kMajorVersion = 1;
inline constexpr std::uint32_t kMinorVersion = 0;
inline constexpr std::uint64_t kReadOnlyFlag = 1;

enum DeviceType : std::int32_t { kCpu = 1, kCuda = 2, kCudaHost = 3, kCudaManaged = 13 };
enum TypeCode : std::uint8_t {
  kInt = 0,
  kUInt = 1,
  kFloat = 2,
  kBfloat = 4,
  kComplex = 5,
  kBool = 6,
  kFloat8E4M3 = 10,
  kFloat8E5M2 = 12,
  kFloat8E8M0 = 14,
};

struct Device {
  std::int32_t type = 0;
  std::int32_t id = 0;
};

struct DataType {
  std::uint8_t code = 0;
  std::uint8_t bits = 0;
  std::uint16_t lanes = 0;
};

struct Tensor {
  void* data = nullptr;
  Device device;
  std::int32_t ndim = 0;
  DataType type;
  std::int64_t* shape = nullptr;
  // In elements; null means C order.
  std::int64_t* strides = nullptr;
  std::uint64_t byte_offset = 0;
};

struct Version {
  std::uint32_t major = 0;
  std::uint32_t minor = 0;
};

}  // namespace kernelc::dlpack

struct DLManagedTensor {
  kernelc::dlpack::Tensor tensor;
  void* manager = nullptr;
  void (*deleter)(DLManagedTensor* self) = nullptr;
};

struct DLManagedTensorVersioned {
  kernelc::dlpack::Version version;
  void* manager = nullptr;
  void (*deleter)(DLManagedTensorVersioned* self) = nullptr;
  std::uint64_t flags = 0;
  kernelc::dlpack::Tensor tensor;
};
