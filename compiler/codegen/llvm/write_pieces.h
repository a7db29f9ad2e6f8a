// Tables of bytes by name, which programs of the build make and the library embeds (libdevice_data.h).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kernelc::codegen {

class PieceWriter {
 public:
  struct Place {
    // The file of all bytes, and the source file that embeds it.
    const char* blob = nullptr;
    const char* source = nullptr;
    // What the source defines: the bytes, and with an `s` or `Count` behind `table` the pieces and their number.
    const char* symbol = nullptr;
    const char* table = nullptr;
  };

  void Add(std::string name, std::string_view bytes);
  // Writes both files, the pieces by name; false after saying what cannot be written.
  bool Write(const Place& place);

 private:
  struct Piece {
    std::string name;
    std::size_t offset = 0;
    std::size_t size = 0;
  };

  std::string bytes_;
  std::vector<Piece> pieces_;
};

}  // namespace kernelc::codegen
