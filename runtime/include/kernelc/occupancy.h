// Occupancy: how many blocks of a kernel a multiprocessor holds at once, and why not more; by
// arithmetic, for devices that are here and for architectures that are not. The names are those of
// PyCUDA's tools.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernelc/device.h"
#include "kernelc/export.h"
#include "kernelc/kernel.h"

namespace kernelc {

// What a block and a multiprocessor of a device or architecture have. On the CPU a multiprocessor
// is a thread that runs blocks, one at a time, and there are no registers (0: no limit).
struct KC_RUNTIME_API DeviceData {
  // Of "sm_75" to "sm_121", with the suffix `a` or `f` where the architecture has it: the largest
  // figures of that compute capability. Throws Error{InvalidArgument} naming those that there are.
  explicit DeviceData(std::string_view name);
  // What the driver says of the device.
  explicit DeviceData(const Device& device);
  // As by name, but nothing for an architecture that is not there.
  static std::optional<DeviceData> Find(std::string_view name);
  // "sm_75", ...: those that DeviceData(arch) knows, suffixes left away.
  static std::vector<std::string> architectures();

  // The distance in bytes between addresses from which a half warp's accesses of `word_size` bytes
  // go at once: 64 for 4, 128 for 8 and 16. Throws Error{InvalidArgument} for other sizes, as do
  // all of these.
  std::size_t align_bytes(std::size_t word_size = 4) const;
  // `bytes` rounded up to a multiple of align_bytes(word_size).
  std::size_t align(std::size_t bytes, std::size_t word_size = 4) const;
  // align_bytes(word_size) in words, which it is a multiple of.
  std::size_t align_words(std::size_t word_size) const;
  // `elements` of `dtype_size` bytes rounded up to a multiple of align_words(dtype_size).
  std::size_t align_dtype(std::size_t elements, std::size_t dtype_size) const;
  // The smallest of 1, 2 and 4, the channels that a texture can have, that is at least `size`.
  // Throws Error{InvalidArgument} for 0 and more than 4.
  static int make_valid_tex_channel_count(std::size_t size);

  // "sm_90"; on the CPU the name of its level.
  std::string arch;
  // Of a block.
  int max_threads = 0;
  int warp_size = 0;
  // Resident on a multiprocessor.
  int warps_per_mp = 0;
  int thread_blocks_per_mp = 0;
  // Of a block, of a multiprocessor, and of a thread.
  int registers = 0;
  int registers_per_mp = 0;
  int registers_per_thread = 0;
  // Bytes of a block without and with opting in, which a launch does by itself, and of a
  // multiprocessor.
  std::size_t shared_memory = 0;
  std::size_t shared_memory_optin = 0;
  std::size_t shared_memory_per_mp = 0;
  // Bytes of each block's shared memory that the driver keeps for itself, on top of what it asks
  // for.
  std::size_t reserved_shared_memory = 0;
  // Threads whose accesses to shared memory go at once.
  int smem_granularity = 0;
  // Shared memory is given out in multiples of these bytes, registers to warps in multiples of
  // these registers; a block's warps are counted in multiples of these against `registers`.
  std::size_t smem_alloc_granularity = 0;
  int register_alloc_granularity = 0;
  int warp_alloc_granularity = 0;

 private:
  DeviceData() = default;
};

// What keeps more blocks from a multiprocessor. Where several do equally, PyCUDA names the first by
// the alphabet, and so does this order.
enum class OccupancyLimit : std::uint8_t { Device, Registers, SharedMemory, Warps };
// PyCUDA's words: "device" (the number of blocks), "regs", "smem", "warps".
KC_RUNTIME_API std::string_view occupancy_limit_name(OccupancyLimit limit) noexcept;

// How many blocks of a kernel run at once on a multiprocessor: what the driver's
// cuOccupancyMaxActiveBlocksPerMultiprocessor says, with the reason. A kernel that cannot run in
// blocks of this size has 0, where PyCUDA throws.
struct KC_RUNTIME_API OccupancyRecord {
  // Blocks of `threads` threads that use `shared_mem` bytes each, static and dynamic together, and
  // `registers` a thread. Throws Error{LaunchLimit} for more threads than a block has, and
  // Error{InvalidArgument} for fewer than one and for registers that no thread has.
  OccupancyRecord(const DeviceData& device, int threads, std::size_t shared_mem = 0,
                  int registers = 0);
  // Of a kernel that is loaded: its registers and static shared memory, its device. Throws
  // Error{LaunchLimit} for more threads than the kernel takes.
  explicit OccupancyRecord(const Kernel& kernel, int threads, std::size_t dynamic_shared_bytes = 0);

  static constexpr int kUnlimited = std::numeric_limits<int>::max();

  int threads = 0;
  // Blocks and warps on a multiprocessor; the warps of those that it can hold, from 0 to 1.
  int tb_per_mp = 0;
  int warps_per_mp = 0;
  double occupancy = 0;
  OccupancyLimit limited_by = OccupancyLimit::Device;
  // Blocks that each limit alone would allow, by OccupancyLimit; kUnlimited for what is not used.
  std::array<int, 4> tb_per_mp_limits{};
};

// The records for blocks of one warp, two warps and so on, up to `most_threads` (0: as many as a
// block has). Throws as OccupancyRecord does.
KC_RUNTIME_API std::vector<OccupancyRecord> OccupancyCurve(const DeviceData& device,
                                                           std::size_t shared_mem = 0,
                                                           int registers = 0, int most_threads = 0);

// The record with the most resident threads; of several the one with the largest blocks, as the
// driver's cuOccupancyMaxPotentialBlockSize chooses. Nothing where no block fits.
KC_RUNTIME_API std::optional<OccupancyRecord> BestOccupancy(std::span<const OccupancyRecord> curve);

}  // namespace kernelc
