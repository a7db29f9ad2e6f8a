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

// The number after `key` in a text; 0 when it is missing.
std::uint64_t NumberAfter(const std::string& text, std::string_view key) {
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

std::string ReadAll(const std::string& path) {
  std::ifstream file(path);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

// A number alone in a file; the highest one when there is no such file or it says "max".
std::uint64_t NumberIn(const std::string& path) {
  const std::string text = ReadAll(path);
  std::uint64_t value = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
  return parsed.ec == std::errc() ? value : std::numeric_limits<std::uint64_t>::max();
}

// The path of this process in a hierarchy of control groups, from /proc/self/cgroup, whose lines are
// "number:controllers:path"; empty where it is in none.
std::string GroupPath(std::string_view controllers) {
  std::ifstream file("/proc/self/cgroup");
  std::string line;
  while (std::getline(file, line)) {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (second != std::string::npos &&
        std::string_view(line).substr(first + 1, second - first - 1) == controllers) {
      return line.substr(second + 1);
    }
  }
  return "";
}

// Narrows `info` to what a control group may use. Files that it only caches count as free.
void ApplyGroup(const std::string& limit_file, const std::string& usage_file,
                const std::string& stat_file, std::string_view cache_key, MemoryInfo* info) {
  const std::uint64_t limit = NumberIn(limit_file);
  if (limit >= info->total_bytes) {
    return;
  }
  const std::uint64_t usage = NumberIn(usage_file);
  const std::string stat = ReadAll(stat_file);
  const std::uint64_t cache = NumberAfter(stat, cache_key);
  const std::uint64_t used = usage > cache ? usage - cache : 0;
  info->total_bytes = limit;
  info->free_bytes = std::min(info->free_bytes, used < limit ? limit - used : 0);
}

// Calls `visit` with the folder of each group from the process's own up to the root. In a container
// the path may be one that is not seen inside it: there the root is the container's own.
template <typename Visit>
void ForEachGroup(const std::string& root, std::string path, Visit visit) {
  while (!path.empty() && path != "/") {
    visit(root + path);
    const std::size_t slash = path.rfind('/');
    path.resize(slash == std::string::npos ? 0 : slash);
  }
  visit(root);
}

backend::Status NotOurs(const CpuContext& context, DevicePointer data) {
  return backend::Fail(ErrorCode::InvalidArgument, "free", context.device().name(),
                       backend::Concat("address ", data,
                                       " was freed before, or was not allocated in this context"));
}

class FreeOperation final : public Operation {
 public:
  explicit FreeOperation(DevicePointer data) : data_(data) {}
  void Run(Queue&) override { std::free(std::bit_cast<void*>(data_)); }

 private:
  DevicePointer data_;
};

// Memory is allocated at once and freed in the order of a stream.
class CpuPool final : public backend::AsyncPool {
 public:
  explicit CpuPool(CpuContext& context) : context_(context) {}

  backend::Status Allocate(std::size_t bytes, backend::Stream&, DevicePointer* data) override {
    return context_.Allocate(bytes, data);
  }
  backend::Status Free(DevicePointer data, backend::Stream& stream) override {
    const backend::ContextUse use(context_);
    if (context_.gone()) {
      return {};
    }
    if (!context_.core().Disown(data)) {
      return NotOurs(context_, data);
    }
    static_cast<CpuStream&>(stream).queue().Submit(FreeOperation(data), true);
    return {};
  }
  backend::Status Trim() override { return {}; }
  backend::Status GetReserved(std::uint64_t* bytes) override {
    *bytes = 0;
    return {};
  }

 private:
  CpuContext& context_;
};

}  // namespace

MemoryInfo ReadMemoryInfo() {
  const std::string meminfo = ReadAll("/proc/meminfo");
  MemoryInfo info;
  info.total_bytes = NumberAfter(meminfo, "MemTotal:") * 1024;
  info.free_bytes = NumberAfter(meminfo, "MemAvailable:") * 1024;
  // A container may have less than the machine: version 2 of control groups, then version 1.
  ForEachGroup("/sys/fs/cgroup", GroupPath(""), [&](const std::string& group) {
    ApplyGroup(group + "/memory.max", group + "/memory.current", group + "/memory.stat",
               "inactive_file ", &info);
  });
  ForEachGroup("/sys/fs/cgroup/memory", GroupPath("memory"), [&](const std::string& group) {
    ApplyGroup(group + "/memory.limit_in_bytes", group + "/memory.usage_in_bytes",
               group + "/memory.stat", "total_inactive_file ", &info);
  });
  return info;
}

backend::Status CpuContext::GetMemoryInfo(MemoryInfo* info) {
  KC_USE_CONTEXT(*this);
  *info = ReadMemoryInfo();
  return {};
}

backend::Status CpuContext::DoAllocate(std::size_t bytes, DevicePointer* data) {
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
  PlaceMemory(memory, bytes, core_->place().node);
  *data = std::bit_cast<DevicePointer>(memory);
  core_->Own(*data);
  return {};
}

backend::Status CpuContext::DoFree(DevicePointer data) {
  const backend::ContextUse use(*this);
  if (gone()) {
    return {};
  }
  if (!core_->Disown(data)) {
    return NotOurs(*this, data);
  }
  core_->Free(data);
  return {};
}

backend::Status CpuContext::Adopt(DevicePointer data) {
  KC_USE_CONTEXT(*this);
  core_->Own(data);
  return {};
}

backend::Status CpuContext::CreatePool(std::unique_ptr<backend::AsyncPool>* pool) {
  KC_USE_CONTEXT(*this);
  *pool = std::make_unique<CpuPool>(*this);
  return {};
}

}  // namespace kernelc::cpu
