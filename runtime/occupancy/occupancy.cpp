// Blocks on a multiprocessor, by the rules of the CUDA Occupancy Calculator.
#include <algorithm>

#include "kernelc/context.h"
#include "kernelc/occupancy.h"
#include "runtime/backend/status.h"
#include "runtime/backend/text.h"

namespace kernelc {
namespace {

using backend::Concat;
using backend::ThrowError;

constexpr const char* kOperation = "occupancy";

template <typename T>
constexpr T RoundedUp(T value, T multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

void CheckThreads(std::string_view what, int threads, int most) {
  if (threads < 1) {
    ThrowError(ErrorCode::InvalidArgument, kOperation, std::string(what),
               Concat("a block has at least 1 thread, not ", threads));
  }
  if (threads > most) {
    ThrowError(ErrorCode::LaunchLimit, kOperation, std::string(what),
               Concat("a block of ", threads, " threads: the limit is ", most));
  }
}

int LimitOfRegisters(const DeviceData& device, int warps, int registers) {
  if (registers == 0 || device.registers_per_mp == 0) {
    return OccupancyRecord::kUnlimited;
  }
  const int of_warp = RoundedUp(registers * device.warp_size, device.register_alloc_granularity);
  // A launch is checked as if each part of the multiprocessor took as many of its warps.
  if (of_warp * RoundedUp(warps, device.warp_alloc_granularity) > device.registers) {
    return 0;
  }
  // Each part has its own registers, for whole warps.
  const int parts = device.warp_alloc_granularity;
  return device.registers_per_mp / parts / of_warp * parts / warps;
}

int LimitOfSharedMemory(const DeviceData& device, std::size_t shared_mem) {
  if (shared_mem > device.shared_memory_optin) {
    return 0;
  }
  const std::size_t taken =
      RoundedUp(shared_mem + device.reserved_shared_memory, device.smem_alloc_granularity);
  return taken == 0 ? OccupancyRecord::kUnlimited
                    : static_cast<int>(device.shared_memory_per_mp / taken);
}

constexpr std::size_t PlaceOf(OccupancyLimit limit) { return static_cast<std::size_t>(limit); }

}  // namespace

std::string_view occupancy_limit_name(OccupancyLimit limit) noexcept {
  constexpr std::string_view kNames[] = {"device", "regs", "smem", "warps"};
  return kNames[PlaceOf(limit)];
}

OccupancyRecord::OccupancyRecord(const DeviceData& device, int block_threads,
                                 std::size_t shared_mem, int registers)
    : threads(block_threads) {
  CheckThreads(device.arch, threads, device.max_threads);
  const bool has_registers = device.registers_per_thread > 0;
  if (registers < 0 || (has_registers && registers > device.registers_per_thread)) {
    ThrowError(ErrorCode::InvalidArgument, kOperation, device.arch,
               Concat(registers, " registers: a thread has 0 to ", device.registers_per_thread));
  }
  const int warps = RoundedUp(threads, device.warp_size) / device.warp_size;
  tb_per_mp_limits[PlaceOf(OccupancyLimit::Device)] = device.thread_blocks_per_mp;
  tb_per_mp_limits[PlaceOf(OccupancyLimit::Registers)] = LimitOfRegisters(device, warps, registers);
  tb_per_mp_limits[PlaceOf(OccupancyLimit::SharedMemory)] = LimitOfSharedMemory(device, shared_mem);
  tb_per_mp_limits[PlaceOf(OccupancyLimit::Warps)] = device.warps_per_mp / warps;
  const auto least = std::ranges::min_element(tb_per_mp_limits);
  tb_per_mp = *least;
  limited_by = static_cast<OccupancyLimit>(least - tb_per_mp_limits.begin());
  warps_per_mp = tb_per_mp * warps;
  occupancy = static_cast<double>(warps_per_mp) / device.warps_per_mp;
}

OccupancyRecord::OccupancyRecord(const Kernel& kernel, int block_threads,
                                 std::size_t dynamic_shared_bytes)
    : OccupancyRecord([&] {
        const KernelAttributes& attributes = kernel.attributes();
        CheckThreads(Concat("kernel `", kernel.name(), "`"), block_threads,
                     attributes.max_threads_per_block);
        const DeviceData device(kernel.context().device());
        // More than there is stays more when the sum would not fit.
        const std::size_t dynamic = std::min(dynamic_shared_bytes, device.shared_memory_optin + 1);
        return OccupancyRecord(device, block_threads, attributes.static_shared_bytes + dynamic,
                               attributes.registers);
      }()) {}

std::vector<OccupancyRecord> OccupancyCurve(const DeviceData& device, std::size_t shared_mem,
                                            int registers, int most_threads) {
  const int most = most_threads == 0 ? device.max_threads : most_threads;
  CheckThreads(device.arch, most, device.max_threads);
  std::vector<OccupancyRecord> curve;
  for (int threads = device.warp_size; threads <= most; threads += device.warp_size) {
    curve.emplace_back(device, threads, shared_mem, registers);
  }
  return curve;
}

std::optional<OccupancyRecord> BestOccupancy(std::span<const OccupancyRecord> curve) {
  const OccupancyRecord* best = nullptr;
  for (const OccupancyRecord& record : curve) {
    const int resident = record.tb_per_mp * record.threads;
    const int most = best == nullptr ? 0 : best->tb_per_mp * best->threads;
    if (resident > 0 && (resident > most || (resident == most && record.threads > best->threads))) {
      best = &record;
    }
  }
  return best == nullptr ? std::nullopt : std::optional(*best);
}

}  // namespace kernelc
