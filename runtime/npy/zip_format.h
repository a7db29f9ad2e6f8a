// Constants of the ZIP format (APPNOTE.TXT 6.3).
#pragma once

#include <cstddef>
#include <cstdint>

namespace kernelc::npy {

inline constexpr std::uint32_t kLocalMark = 0x04034b50;
inline constexpr std::uint32_t kDirectoryMark = 0x02014b50;
inline constexpr std::uint32_t kEndRecordMark = 0x06054b50;
inline constexpr std::uint32_t kEnd64RecordMark = 0x06064b50;
inline constexpr std::uint32_t kEnd64LocatorMark = 0x07064b50;
inline constexpr std::size_t kEndRecordSize = 22;
inline constexpr std::size_t kEnd64LocatorSize = 20;
inline constexpr std::uint16_t kZip64ExtraId = 1;
inline constexpr std::uint16_t kMethodStored = 0;
inline constexpr std::uint16_t kMethodDeflated = 8;

}  // namespace kernelc::npy
