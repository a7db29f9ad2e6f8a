// libdevice in pieces (split_libdevice.cpp): a module for each function and table, in which what it
// mentions is declared; and its functions as PTX (nvptx/compile_libdevice.cpp). There are none when this build has no
// libdevice.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

// The bytes of all pieces.
extern "C" const char kernelc_libdevice[];
extern "C" const char kernelc_libdevice_ptx[];

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
extern const LibdevicePiece kLibdeviceFunctions[];
extern const std::size_t kLibdeviceFunctionCount;

// Null where `pieces` have no such name.
const LibdevicePiece* FindPiece(std::span<const LibdevicePiece> pieces, std::string_view name);

}  // namespace kernelc::codegen
