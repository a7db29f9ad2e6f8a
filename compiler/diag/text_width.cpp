#include "compiler/diag/text_width.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace kernelc::diag {
namespace {

struct Interval {
  char32_t first;
  char32_t last;
};

// Unicode 15 blocks of combining marks, joiners and variation selectors. Sorted.
constexpr Interval kZeroWidth[] = {
    {0x0300, 0x036f},   {0x0483, 0x0489},   {0x0591, 0x05bd},   {0x0610, 0x061a},
    {0x064b, 0x065f},   {0x06d6, 0x06dc},   {0x0730, 0x074a},   {0x0900, 0x0902},
    {0x093a, 0x093a},   {0x093c, 0x093c},   {0x0941, 0x0948},   {0x094d, 0x094d},
    {0x0e31, 0x0e31},   {0x0e34, 0x0e3a},   {0x0e47, 0x0e4e},   {0x1ab0, 0x1aff},
    {0x1dc0, 0x1dff},   {0x200b, 0x200d},   {0x20d0, 0x20ff},   {0x302a, 0x302d},
    {0x3099, 0x309a},   {0xfe00, 0xfe0f},   {0xfe20, 0xfe2f},   {0xfeff, 0xfeff},
    {0xe0100, 0xe01ef},
};

// East Asian wide and full-width characters, and emoji. Sorted.
constexpr Interval kWide[] = {
    {0x1100, 0x115f},   {0x231a, 0x231b},   {0x23e9, 0x23ec},   {0x25fd, 0x25fe},
    {0x2614, 0x2615},   {0x26a1, 0x26a1},   {0x2705, 0x2705},   {0x274c, 0x274c},
    {0x2e80, 0x303e},   {0x3041, 0x33ff},   {0x3400, 0x4dbf},   {0x4e00, 0x9fff},
    {0xa000, 0xa4cf},   {0xa960, 0xa97f},   {0xac00, 0xd7a3},   {0xf900, 0xfaff},
    {0xfe30, 0xfe6f},   {0xff00, 0xff60},   {0xffe0, 0xffe6},   {0x1f300, 0x1f64f},
    {0x1f680, 0x1f6ff}, {0x1f900, 0x1f9ff}, {0x1fa70, 0x1faff}, {0x20000, 0x3fffd},
};

template <std::size_t kCount>
bool Contains(const Interval (&intervals)[kCount], char32_t code_point) {
  const auto* next =
      std::upper_bound(std::begin(intervals), std::end(intervals), code_point,
                       [](char32_t value, const Interval& interval) { return value < interval.first; });
  return next != std::begin(intervals) && code_point <= std::prev(next)->last;
}

struct Decoded {
  char32_t code_point;
  // 0 for a byte that is not UTF-8.
  std::uint32_t length;
};

// Decodes the code point at the front of `text`, which is not empty.
Decoded Decode(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  if (first < 0x80) {
    return {first, 1};
  }
  const std::uint32_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < length) {
    return {first, 0};
  }
  char32_t code_point = first & (0xffu >> (length + 1));
  for (std::uint32_t i = 1; i < length; ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((byte & 0xc0u) != 0x80u) {
      return {first, 0};
    }
    code_point = (code_point << 6) | (byte & 0x3fu);
  }
  constexpr char32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code_point >= 0xd800 && code_point <= 0xdfff;
  const bool valid = code_point >= kSmallest[length] && code_point <= 0x10ffff && !surrogate;
  return {valid ? code_point : first, valid ? length : 0};
}

bool IsControl(char32_t code_point) {
  return code_point < 0x20 || (code_point >= 0x7f && code_point < 0xa0);
}

// Characters that reorder the text around them can make code read as something else.
bool ChangesDirection(char32_t code_point) {
  return (code_point >= 0x202a && code_point <= 0x202e) ||
         (code_point >= 0x2066 && code_point <= 0x2069) || code_point == 0x200e ||
         code_point == 0x200f;
}

}  // namespace

std::uint32_t CodePointWidth(char32_t code_point) {
  if (code_point < 0x300) {
    return 1;
  }
  return Contains(kZeroWidth, code_point) ? 0 : Contains(kWide, code_point) ? 2 : 1;
}

std::vector<Cell> SplitIntoCells(std::string_view line, std::uint32_t tab_width) {
  std::vector<Cell> cells;
  std::uint32_t column = 0;
  for (std::size_t i = 0; i < line.size();) {
    const Decoded decoded = Decode(line.substr(i));
    Cell cell;
    cell.offset = static_cast<std::uint32_t>(i);
    cell.length = std::max(decoded.length, 1u);
    if (decoded.code_point == '\t') {
      cell.text.assign(tab_width - column % tab_width, ' ');
    } else if (decoded.length == 0 || IsControl(decoded.code_point)) {
      cell.text = fmt::format("\\x{:02x}", static_cast<std::uint32_t>(decoded.code_point));
    } else if (ChangesDirection(decoded.code_point)) {
      cell.text = fmt::format("\\u{:04x}", static_cast<std::uint32_t>(decoded.code_point));
    } else {
      cell.text = std::string(line.substr(i, cell.length));
    }
    const bool as_it_is = cell.text == line.substr(i, cell.length);
    cell.width = as_it_is ? CodePointWidth(decoded.code_point)
                          : static_cast<std::uint32_t>(cell.text.size());
    column += cell.width;
    i += cell.length;
    cells.push_back(std::move(cell));
  }
  return cells;
}

}  // namespace kernelc::diag
