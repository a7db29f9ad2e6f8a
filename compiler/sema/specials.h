// The table of functions that sema lowers itself.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace kernelc::sema {

enum class Special : std::uint8_t {
#define KC_SPECIAL(name, paths, parameters, required) name,
#include "compiler/sema/specials.def"
  kCount,
};

struct SpecialInfo {
  std::string_view name;
  std::vector<std::string_view> parameters;
  std::size_t required = 0;
  // Takes any number of positional arguments.
  bool variadic = false;
};

const SpecialInfo& special_info(Special special);

// By canonical path; false when there is none.
bool FindSpecial(std::string_view path, Special* special);

// The words of a table's field.
std::vector<std::string_view> SplitBlanks(std::string_view text);

// All canonical paths, for suggestions.
const std::vector<std::string_view>& SpecialPaths();

}  // namespace kernelc::sema
