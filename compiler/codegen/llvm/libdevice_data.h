// libdevice in pieces (split_libdevice.cpp): a module for each function and table, in which what it
// mentions is declared. There are none when this build has no libdevice.
#pragma once

#include <cstddef>

// The bytes of all pieces.
extern "C" const char kernelc_libdevice[];

namespace kernelc::codegen {

// What the names of libdevice begin with in pieces. No kernel has a name with a dot.
inline constexpr char kLibdevicePrefix[] = "libdevice.";

struct LibdevicePiece {
  // Without the prefix.
  const char* name = nullptr;
  std::size_t offset = 0;
  std::size_t size = 0;
};

// By name.
extern const LibdevicePiece kLibdevicePieces[];
extern const std::size_t kLibdevicePieceCount;

}  // namespace kernelc::codegen
