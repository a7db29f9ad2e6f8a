#include <fstream>
#include <string>

#include "runtime/backend/registry.h"
#include "runtime/cpu/context.h"
#include "runtime/cpu/levels.h"
#include "runtime/cpu/memory.h"
#include "runtime/cpu/thread_pool.h"

namespace kernelc {

namespace cpu {
namespace {

// Limits of a GPU of today, so that what runs here runs there.
constexpr int kMaxThreadsPerBlock = 1024;
constexpr std::size_t kSharedMemoryPerBlock = 48 * 1024;
constexpr std::size_t kSharedMemoryPerBlockOptin = 227 * 1024;

std::string ModelName() {
  std::ifstream file("/proc/cpuinfo");
  std::string line;
  while (std::getline(file, line)) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) {
      return line.substr(colon + 2);
    }
  }
  return "CPU";
}

}  // namespace

CpuDevice::CpuDevice(int ordinal, const Place& place)
    : Device(DeviceKind::Cpu, ordinal), place_(place), pool_(place.threads, place.cores) {
  properties_.name = ModelName();
  properties_.multiprocessors = static_cast<int>(pool_.thread_count());
  properties_.max_threads_per_block = kMaxThreadsPerBlock;
  properties_.max_threads_per_multiprocessor = kMaxThreadsPerBlock;
  properties_.max_blocks_per_multiprocessor = 1;
  properties_.max_block = {1024, 1024, 64};
  properties_.max_grid = {2147483647, 65535, 65535};
  properties_.shared_memory_per_block = kSharedMemoryPerBlock;
  properties_.shared_memory_per_block_optin = kSharedMemoryPerBlockOptin;
  properties_.shared_memory_per_multiprocessor = kSharedMemoryPerBlockOptin;
  properties_.warp_size = 32;
  properties_.total_memory = ReadMemoryInfo().total_bytes;
  properties_.cooperative_launch = true;
  properties_.managed_memory = true;
  properties_.integrated = true;
  properties_.cpu_arch = LevelName(HostLevel());
  arch_ = properties_.cpu_arch;
}

backend::Status CpuDevice::MakeContext(std::shared_ptr<backend::Context>* context) {
  // Before there is a thread that a fork would leave behind.
  backend::WatchForks(DeviceKind::Cpu);
  *context = std::make_shared<CpuContext>(*this);
  return {};
}

// All CPU devices are this machine.
backend::Status CpuDevice::CanAccessPeer(backend::Device& /*peer*/, bool* can) {
  *can = true;
  return {};
}

}  // namespace cpu

namespace backend {

const std::vector<Device*>& CpuDevices() {
  // Never destroyed: helpers may still wait in their pools when the process ends.
  static const std::vector<Device*>& devices = *[] {
    auto* found = new std::vector<Device*>;
    for (const cpu::Place& place : cpu::Places()) {
      found->push_back(new cpu::CpuDevice(static_cast<int>(found->size()), place));
    }
    return found;
  }();
  return devices;
}

}  // namespace backend

}  // namespace kernelc
