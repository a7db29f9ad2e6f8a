// What architectures and devices have: a table for the ones, the driver for the others.
#include <algorithm>
#include <charconv>
#include <limits>
#include <utility>

#include "kernelc/occupancy.h"
#include "runtime/backend/status.h"
#include "runtime/backend/text.h"

namespace kernelc {
namespace {

using backend::Concat;
using backend::ThrowError;

struct Row {
  int number;
  int warps;
  int blocks;
  int shared_kib;
  int reserved_kib;
  int shared_unit;
};

constexpr Row kRows[] = {
#define KC_OCCUPANCY_ARCH(number, warps, blocks, shared_kib, reserved_kib, shared_unit) \
  {number, warps, blocks, shared_kib, reserved_kib, shared_unit},
#include "runtime/occupancy/architectures.def"
};

constexpr int kMaxThreads = 1024;
constexpr int kWarpSize = 32;
constexpr int kRegisters = 65536;
constexpr int kRegistersPerThread = 255;
constexpr int kRegisterUnit = 256;
constexpr int kWarpUnit = 4;
constexpr std::size_t kKib = 1024;
// What every kernel may use without opting in.
constexpr std::size_t kPortableSharedKib = 48;

// Architectures came with accelerated code at 9.0, with that of a family at 10.0.
bool HasSuffix(int number, std::string_view suffix) {
  return suffix.empty() || (suffix == "a" && number >= 90) || (suffix == "f" && number >= 100);
}

const Row* FindRow(std::string_view arch) {
  constexpr std::string_view kPrefix = "sm_";
  int number = 0;
  if (!arch.starts_with(kPrefix)) {
    return nullptr;
  }
  const char* const end = arch.data() + arch.size();
  const auto [rest, error] = std::from_chars(arch.data() + kPrefix.size(), end, number);
  const bool is_number = error == std::errc() && arch[kPrefix.size()] != '-';
  for (const Row& row : kRows) {
    if (is_number && row.number == number &&
        HasSuffix(number, std::string_view(rest, static_cast<std::size_t>(end - rest)))) {
      return &row;
    }
  }
  return nullptr;
}

std::string KnownArchitectures() {
  std::string list;
  for (const std::string& arch : DeviceData::architectures()) {
    list += (list.empty() ? "" : " ") + arch;
  }
  return list;
}

[[noreturn]] void ThrowTooLarge(const char* operation, std::size_t value) {
  ThrowError(ErrorCode::InvalidArgument, operation, {},
             Concat(value, " cannot be rounded up: the result does not fit in 64 bits"));
}

std::size_t RoundedUp(const char* operation, std::size_t value, std::size_t multiple) {
  if (value > std::numeric_limits<std::size_t>::max() - (multiple - 1)) {
    ThrowTooLarge(operation, value);
  }
  return (value + multiple - 1) / multiple * multiple;
}

}  // namespace

std::optional<DeviceData> DeviceData::Find(std::string_view name) {
  const Row* const row = FindRow(name);
  if (row == nullptr) {
    return std::nullopt;
  }
  DeviceData data;
  data.arch = name;
  data.max_threads = kMaxThreads;
  data.warp_size = kWarpSize;
  data.warps_per_mp = row->warps;
  data.thread_blocks_per_mp = row->blocks;
  data.registers = kRegisters;
  data.registers_per_mp = kRegisters;
  data.registers_per_thread = kRegistersPerThread;
  data.shared_memory = kPortableSharedKib * kKib;
  data.shared_memory_per_mp = static_cast<std::size_t>(row->shared_kib) * kKib;
  data.reserved_shared_memory = static_cast<std::size_t>(row->reserved_kib) * kKib;
  data.shared_memory_optin = data.shared_memory_per_mp - data.reserved_shared_memory;
  data.smem_granularity = kWarpSize;
  data.smem_alloc_granularity = static_cast<std::size_t>(row->shared_unit);
  data.register_alloc_granularity = kRegisterUnit;
  data.warp_alloc_granularity = kWarpUnit;
  return data;
}

std::vector<std::string> DeviceData::architectures() {
  std::vector<std::string> names;
  for (const Row& row : kRows) {
    names.push_back(Concat("sm_", row.number));
  }
  return names;
}

DeviceData::DeviceData(std::string_view name) {
  std::optional<DeviceData> found = Find(name);
  if (!found) {
    ThrowError(ErrorCode::InvalidArgument, "DeviceData", std::string(name),
               Concat("`", name, "` is no GPU architecture whose occupancy is known: there are ",
                      KnownArchitectures(), ", with the suffixes a and f where GPUs have them"));
  }
  *this = std::move(*found);
}

DeviceData::DeviceData(const Device& device) {
  const DeviceProperties& properties = device.properties();
  const bool is_cpu = device.kind() == DeviceKind::Cpu;
  arch = device.arch();
  max_threads = properties.max_threads_per_block;
  warp_size = properties.warp_size;
  warps_per_mp = properties.max_threads_per_multiprocessor / properties.warp_size;
  thread_blocks_per_mp = properties.max_blocks_per_multiprocessor;
  registers = properties.max_registers_per_block;
  registers_per_mp = properties.max_registers_per_multiprocessor;
  registers_per_thread = is_cpu ? 0 : kRegistersPerThread;
  shared_memory = properties.shared_memory_per_block;
  shared_memory_optin =
      std::max(properties.shared_memory_per_block, properties.shared_memory_per_block_optin);
  shared_memory_per_mp = properties.shared_memory_per_multiprocessor;
  reserved_shared_memory = properties.reserved_shared_memory_per_block;
  smem_granularity = properties.warp_size;
  // The driver does not say; a GPU that is newer than the table has what the last row has.
  const Row* const row = FindRow(arch);
  constexpr int kNewest = kRows[std::size(kRows) - 1].shared_unit;
  constexpr int kOldest = kRows[0].shared_unit;
  const int unit = row != nullptr                 ? row->shared_unit
                   : properties.compute_major < 8 ? kOldest
                                                  : kNewest;
  smem_alloc_granularity = is_cpu ? 1 : static_cast<std::size_t>(unit);
  register_alloc_granularity = is_cpu ? 1 : kRegisterUnit;
  warp_alloc_granularity = is_cpu ? 1 : kWarpUnit;
}

std::size_t DeviceData::align_bytes(std::size_t word_size) const {
  switch (word_size) {
    case 4:
      return 64;
    case 8:
    case 16:
      return 128;
    default:
      ThrowError(ErrorCode::InvalidArgument, "align_bytes", arch,
                 Concat("there is no alignment for accesses of ", word_size,
                        " bytes: they have 4, 8 or 16"));
  }
}

std::size_t DeviceData::align(std::size_t bytes, std::size_t word_size) const {
  return RoundedUp("align", bytes, align_bytes(word_size));
}

std::size_t DeviceData::align_words(std::size_t word_size) const {
  const std::size_t bytes = align_bytes(word_size);
  if (bytes % word_size != 0) {
    ThrowError(ErrorCode::InvalidArgument, "align_words", arch,
               Concat("an alignment of ", bytes, " bytes is no multiple of words of ", word_size));
  }
  return bytes / word_size;
}

std::size_t DeviceData::align_dtype(std::size_t elements, std::size_t dtype_size) const {
  return RoundedUp("align_dtype", elements, align_words(dtype_size));
}

int DeviceData::make_valid_tex_channel_count(std::size_t size) {
  if (size == 0 || size > 4) {
    ThrowError(ErrorCode::InvalidArgument, "make_valid_tex_channel_count", {},
               Concat("textures have 1, 2 or 4 channels, not ", size));
  }
  return size == 3 ? 4 : static_cast<int>(size);
}

}  // namespace kernelc
