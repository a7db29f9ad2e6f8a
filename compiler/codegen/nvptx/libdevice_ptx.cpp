#include "compiler/codegen/nvptx/libdevice_ptx.h"

#include "compiler/codegen/llvm/libdevice_data.h"

namespace kernelc::codegen {

namespace {

const LibdevicePiece* Find(std::string_view name) {
  return FindPiece({kLibdeviceFunctions, kLibdeviceFunctionCount}, name);
}

// At the end of the first line, behind what the function returns.
std::string_view NameOf(std::string_view declaration) {
  declaration = declaration.substr(0, declaration.find('\n'));
  return declaration.substr(declaration.find_last_of(' ') + 1);
}

}  // namespace

bool HasLibdevicePtx(std::string_view name) { return Find(name) != nullptr; }

std::string DefineLibdevice(std::string_view ptx) {
  constexpr std::string_view kBegin = "\n.extern .func ";
  constexpr std::string_view kEnd = "\n;\n";
  std::string text;
  for (std::size_t begin = ptx.find(kBegin); begin != std::string_view::npos; begin = ptx.find(kBegin)) {
    text += ptx.substr(0, begin + 1);
    ptx.remove_prefix(begin + 1);
    const std::string_view declaration = ptx.substr(0, ptx.find(kEnd) + kEnd.size());
    const LibdevicePiece* const piece = Find(NameOf(declaration));
    text += piece == nullptr ? declaration : std::string_view(kernelc_libdevice_ptx + piece->offset, piece->size);
    // The line break before the next one.
    ptx.remove_prefix(declaration.size() - 1);
    text.pop_back();
  }
  return text.append(ptx);
}

}  // namespace kernelc::codegen
