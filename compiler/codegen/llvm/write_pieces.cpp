#include "compiler/codegen/llvm/write_pieces.h"

#include <algorithm>
#include <fstream>
#include <functional>
#include <iostream>
#include <utility>

namespace kernelc::codegen {

void PieceWriter::Add(std::string name, std::string_view bytes) {
  // Bitcode is read in words.
  bytes_.resize((bytes_.size() + 15) / 16 * 16);
  pieces_.push_back({std::move(name), bytes_.size(), bytes.size()});
  bytes_ += bytes;
}

bool PieceWriter::Write(const Place& place) {
  std::ranges::sort(pieces_, {}, &Piece::name);
  std::ofstream blob(place.blob, std::ios::binary);
  blob << bytes_;
  std::ofstream out(place.source);
  // A cache of compilations sees this file, but not the other.
  out << "// Made when the project is built, of bytes with the hash " << std::hash<std::string>()(bytes_)
      << ".\n"
         "#include \"compiler/codegen/llvm/libdevice_data.h\"\n\n"
         "asm(R\"(\n"
         "  .section .rodata."
      << place.symbol
      << ", \"a\", @progbits\n"
         "  .balign 16\n"
         "  .globl "
      << place.symbol << "\n  .hidden " << place.symbol << "\n"
      << place.symbol << ":\n  .incbin \"" << place.blob
      << "\"\n"
         "  .previous\n"
         ")\");\n\n"
         "namespace kernelc::codegen {\n\n"
         "const LibdevicePiece "
      << place.table << "s[] = {\n";
  for (const Piece& piece : pieces_) {
    out << "    {\"" << piece.name << "\", " << piece.offset << ", " << piece.size << "},\n";
  }
  out << "};\nconst std::size_t " << place.table << "Count = " << pieces_.size()
      << ";\n\n}  // namespace kernelc::codegen\n";
  blob.close();
  out.close();
  if (!blob || !out) {
    std::cerr << "cannot write " << (blob ? place.source : place.blob) << '\n';
  }
  return blob && out;
}

}  // namespace kernelc::codegen
