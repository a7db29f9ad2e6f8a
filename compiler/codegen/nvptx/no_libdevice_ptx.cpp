// What compile_libdevice makes where there is no libdevice.
#include "compiler/codegen/llvm/libdevice_data.h"

extern "C" {
const char kernelc_libdevice_ptx[1] = {};
}

namespace kernelc::codegen {

const LibdevicePiece kLibdeviceFunctions[1] = {};
const std::size_t kLibdeviceFunctionCount = 0;

}  // namespace kernelc::codegen
