// The part of CUPTI's binary interface that is used (CUPTI API reference, "Activity"). Records only
// ever grew at their ends; tests compare these with the toolkit's.
#pragma once

#include <cstddef>
#include <cstdint>

namespace kernelc::trace {

using CuptiResult = int;
using CuptiActivityKind = int;

inline constexpr CuptiResult kCuptiSuccess = 0;

inline constexpr CuptiActivityKind kCuptiMemcpy = 1;
inline constexpr CuptiActivityKind kCuptiMemset = 2;
inline constexpr CuptiActivityKind kCuptiConcurrentKernel = 10;
inline constexpr CuptiActivityKind kCuptiMemcpyPeer = 22;

struct CuptiRecord {
  CuptiActivityKind kind;
};

// The beginning of CUpti_ActivityKernel4 and all later ones.
struct CuptiKernel {
  CuptiActivityKind kind;
  std::uint8_t cache_config;
  std::uint8_t shared_memory_config;
  std::uint16_t registers;
  std::int32_t cache_requested;
  std::int32_t cache_executed;
  std::uint64_t start;
  std::uint64_t end;
  std::uint64_t completed;
  std::uint32_t device;
  std::uint32_t context;
  std::uint32_t stream;
  std::int32_t grid[3];
  std::int32_t block[3];
  std::int32_t static_shared;
  std::int32_t dynamic_shared;
  std::uint32_t local_per_thread;
  std::uint32_t local_total;
  std::uint32_t correlation;
  std::int64_t grid_id;
  const char* name;
};

// The beginning of CUpti_ActivityMemcpy, CUpti_ActivityMemcpyPtoP and CUpti_ActivityMemset.
struct CuptiTransfer {
  CuptiActivityKind kind;
  // Copies: their kind as CuptiCopyKind, first byte. Fills: the value.
  std::uint8_t copy_kind;
  std::uint8_t others[3];
  std::uint64_t bytes;
  std::uint64_t start;
  std::uint64_t end;
  std::uint32_t device;
  std::uint32_t context;
  std::uint32_t stream;
};

// CUpti_ActivityMemcpyKind.
enum CuptiCopyKind : std::uint8_t {
  kCuptiHostToDevice = 1,
  kCuptiDeviceToHost = 2,
  kCuptiDeviceToDevice = 8,
  kCuptiPeerToPeer = 10,
};

using CuptiRequestBuffer = void (*)(std::uint8_t** buffer, std::size_t* bytes,
                                    std::size_t* max_records);
using CuptiTakeBuffer = void (*)(void* context, std::uint32_t stream, std::uint8_t* buffer,
                                 std::size_t bytes, std::size_t valid_bytes);

}  // namespace kernelc::trace
