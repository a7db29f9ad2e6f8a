// How an image starts, in every version of the format.
//
//   offset  bytes
//        0      8  kMagic
//        8      4  version of the format
//       12      4  zero
//       16      8  size of the whole in bytes
//       24     16  checksum of bytes 0 to 23, exclusive or that of everything from byte 40 on
//       40         the body: what writer.cpp writes, in its order
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "kernelc/image.h"

namespace kernelc::image {

// The first byte is no text, and the last two show a transfer that changed the ends of lines.
inline constexpr std::array<unsigned char, 8> kMagic = {0x8b, 'K', 'C', 'I', 'M', 'G', '\r', '\n'};
inline constexpr std::size_t kVersionOffset = 8;
inline constexpr std::size_t kSizeOffset = 16;
inline constexpr std::size_t kChecksumOffset = 24;
inline constexpr std::size_t kHeaderBytes = 40;

// Types within types go no deeper than this.
inline constexpr unsigned kMaxTypeDepth = 64;

// `bytes` has at least kHeaderBytes.
inline Checksum ImageChecksum(std::span<const std::byte> bytes) {
  const Checksum head = ChecksumOf(bytes.first(kChecksumOffset));
  const Checksum body = ChecksumOf(bytes.subspan(kHeaderBytes));
  return {head.low ^ body.low, head.high ^ body.high};
}

}  // namespace kernelc::image
