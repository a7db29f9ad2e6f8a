// Device memory of the CPU: aligned host memory.
#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <string>

#include "runtime/backend/text.h"
#include "runtime/cpu/context.h"
#include "runtime/cpu/memory.h"

namespace kernelc::cpu {
namespace {

constexpr std::size_t kAlignment = 256;

// The number after `key` in a file of "key: 123 kB" lines; 0 when it is missing.
std::uint64_t KilobytesOf(const std::string& text, std::string_view key) {
  const std::size_t place = text.find(key);
  if (place == std::string::npos) {
    return 0;
  }
  const std::size_t digit = text.find_first_of("0123456789", place + key.size());
  std::uint64_t value = 0;
  if (digit != std::string::npos) {
    std::from_chars(text.data() + digit, text.data() + text.size(), value);
  }
  return value;
}

std::string ReadAll(const char* path) {
  std::ifstream file(path);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

// A number alone in a file; the highest one when there is no such file or it says "max".
std::uint64_t NumberIn(const char* path) {
  const std::string text = ReadAll(path);
  std::uint64_t value = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
  return parsed.ec == std::errc() ? value : std::numeric_limits<std::uint64_t>::max();
}

}  // namespace

MemoryInfo ReadMemoryInfo() {
  const std::string meminfo = ReadAll("/proc/meminfo");
  MemoryInfo info;
  info.total_bytes = KilobytesOf(meminfo, "MemTotal:") * 1024;
  info.free_bytes = KilobytesOf(meminfo, "MemAvailable:") * 1024;
  // A container may have less than the machine.
  const std::uint64_t limit = NumberIn("/sys/fs/cgroup/memory.max");
  if (limit < info.total_bytes) {
    const std::uint64_t used = NumberIn("/sys/fs/cgroup/memory.current");
    info.total_bytes = limit;
    info.free_bytes = std::min(info.free_bytes, used < limit ? limit - used : 0);
  }
  return info;
}

backend::Status CpuContext::GetMemoryInfo(MemoryInfo* info) {
  KC_USE_CONTEXT(*this);
  *info = ReadMemoryInfo();
  return {};
}

backend::Status CpuContext::Allocate(std::size_t bytes, DevicePointer* data) {
  KC_USE_CONTEXT(*this);
  // The system promises more memory than it has; a request beyond all of it would fail at first
  // touch.
  void* memory = nullptr;
  if (bytes <= device().properties().total_memory) {
    memory = std::aligned_alloc(kAlignment, (bytes + kAlignment - 1) / kAlignment * kAlignment);
  }
  if (memory == nullptr) {
    const MemoryInfo memory_now = ReadMemoryInfo();
    ErrorInfo info;
    info.code = ErrorCode::OutOfMemory;
    info.operation = "allocate";
    info.object = device().name();
    info.requested_bytes = bytes;
    info.free_bytes = memory_now.free_bytes;
    info.total_bytes = memory_now.total_bytes;
    info.message = backend::Concat(bytes, " bytes requested, ", memory_now.free_bytes, " of ",
                                   memory_now.total_bytes, " free");
    return backend::Status(std::move(info));
  }
  *data = std::bit_cast<DevicePointer>(memory);
  core_->Own(*data);
  return {};
}

backend::Status CpuContext::Free(DevicePointer data) {
  if (!gone()) {
    core_->Free(data);
  }
  return {};
}

}  // namespace kernelc::cpu
