// The files and texts that a program links its kernels with, as they stand among the strings of a function.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kernelc::constants {

// `link="file.cu"`: a name alone. `cuda.CUSource("...")`: a type and a text. `cuda.LTOIR(open("f", "rb").read())`: a type and
// the name of the file that is read.
struct LinkItem {
  // Numba's name of the class, "CUSource"; empty: by the file's name.
  std::string type;
  std::string name;
  std::optional<std::string> text;
};

// One string for an item, and back. A plain file is its own name.
std::string EncodeLink(const LinkItem& item);
LinkItem DecodeLink(std::string_view text);

}  // namespace kernelc::constants
