// How many columns of a terminal a text takes, and how text that a terminal cannot show is spelled.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kernelc::diag {

// One unit of output: a code point, or the escape that stands for it.
struct Cell {
  // Byte offset in the line, and how many bytes of it the cell stands for.
  std::uint32_t offset;
  std::uint32_t length;
  // 0 for a combining mark, 2 for a wide character.
  std::uint32_t width;
  std::string text;
};

// Splits a line into cells. Tabs become spaces up to the next multiple of `tab_width` columns; control
// characters, characters that change the direction of text, and invalid UTF-8 become escapes such as
// `\x1b`, so that a source file cannot write to the user's terminal.
std::vector<Cell> SplitIntoCells(std::string_view line, std::uint32_t tab_width);

// Columns that one code point takes: 0, 1 or 2.
std::uint32_t CodePointWidth(char32_t code_point);

}  // namespace kernelc::diag
