// The functions of libdevice as they lie in the library: modules of bitcode by name.
//
// The number of parts, as 64 bits; for each, in the order of names, where its name and its bitcode begin and how many
// bytes these have, as four times 64 bits; names; bitcode, at multiples of 8 bytes. Offsets are from the beginning.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <string_view>

namespace kernelc::codegen {

inline constexpr std::string_view kLibdevicePrefix = "__nv_";

struct LibdeviceEntry {
  std::uint64_t name = 0;
  std::uint64_t name_size = 0;
  std::uint64_t bitcode = 0;
  std::uint64_t bitcode_size = 0;
};

// Empty where there is no part of this name. `parts` is what LibdeviceWriter made, or nothing.
inline std::string_view FindLibdevicePart(std::string_view parts, std::string_view name) {
  std::uint64_t count = 0;
  if (parts.empty()) {
    return {};
  }
  std::memcpy(&count, parts.data(), sizeof count);
  const auto entry_at = [&](std::uint64_t i) {
    LibdeviceEntry entry;
    std::memcpy(&entry, parts.data() + sizeof count + i * sizeof entry, sizeof entry);
    return entry;
  };
  std::uint64_t low = 0;
  while (low < count) {
    const std::uint64_t middle = low + (count - low) / 2;
    const LibdeviceEntry entry = entry_at(middle);
    const int order = parts.substr(entry.name, entry.name_size).compare(name);
    if (order == 0) {
      return parts.substr(entry.bitcode, entry.bitcode_size);
    }
    (order < 0 ? low : count) = order < 0 ? middle + 1 : middle;
  }
  return {};
}

class LibdeviceWriter {
 public:
  void Add(const std::string& name, std::string_view bitcode) { parts_[name] = bitcode; }

  std::string Bytes() const {
    const std::uint64_t count = parts_.size();
    std::string table(reinterpret_cast<const char*>(&count), sizeof count);
    const std::size_t names_begin = sizeof count + count * sizeof(LibdeviceEntry);
    std::string names;
    for (const auto& [name, bitcode] : parts_) {
      names += name;
    }
    names.resize((names_begin + names.size() + 7) / 8 * 8 - names_begin);
    std::string bitcodes;
    std::size_t name_begin = names_begin;
    for (const auto& [name, bitcode] : parts_) {
      const LibdeviceEntry entry{name_begin, name.size(), names_begin + names.size() + bitcodes.size(),
                                 bitcode.size()};
      table.append(reinterpret_cast<const char*>(&entry), sizeof entry);
      name_begin += name.size();
      bitcodes += bitcode;
      bitcodes.resize((bitcodes.size() + 7) / 8 * 8);
    }
    return table + names + bitcodes;
  }

 private:
  std::map<std::string, std::string> parts_;
};

}  // namespace kernelc::codegen
