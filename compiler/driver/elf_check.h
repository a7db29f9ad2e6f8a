// Whether a file that begins as an ELF object is whole: linkers that are given half of one may crash.
#pragma once

#include <string>
#include <string_view>

namespace kernelc::driver {

// Empty for bytes of a whole 64-bit little-endian ELF file, for which every table and section lies inside; else what is wrong.
std::string ElfDamage(std::string_view bytes);

}  // namespace kernelc::driver
