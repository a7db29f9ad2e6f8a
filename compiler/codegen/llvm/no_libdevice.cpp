// What split_libdevice makes where there is no libdevice.
#include "compiler/codegen/llvm/libdevice_data.h"

extern "C" {
const char kernelc_libdevice[1] = {};
}

namespace kernelc::codegen {

const LibdevicePiece kLibdevicePieces[1] = {};
const std::size_t kLibdevicePieceCount = 0;

}  // namespace kernelc::codegen
