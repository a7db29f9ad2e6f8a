// ZIP archives, as far as npz files use them: stored and deflated members, ZIP64.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kernelc::npy {

struct ZipMember {
  std::string name;
  std::uint16_t method = 0;
  std::uint16_t flags = 0;
  std::uint32_t crc = 0;
  std::uint64_t compressed_size = 0;
  std::uint64_t size = 0;
  std::uint64_t header_offset = 0;
};

// The central directory. Throws Error{FileFormat} naming `file`.
std::vector<ZipMember> ReadZipDirectory(std::span<const std::byte> archive, std::string_view file);
// A member's bytes, decompressed and checked against its CRC. Error{FileFormat}, or
// Error{NotSupported} for encryption and other compression methods.
std::vector<std::byte> ReadZipMember(std::span<const std::byte> archive, const ZipMember& member,
                                     std::string_view file);

// Builds an archive in memory.
class ZipWriter {
 public:
  // The parts together are the member's contents.
  void Add(const std::string& name, std::span<const std::span<const std::byte>> parts,
           bool deflate);
  // The archive; the writer is empty after it.
  std::vector<std::byte> Finish();

 private:
  std::vector<std::byte> bytes_;
  std::vector<ZipMember> members_;
};

}  // namespace kernelc::npy
