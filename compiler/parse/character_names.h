// Names of Unicode characters, for `\N{...}`.
#pragma once

#include <optional>
#include <string_view>

namespace kernelc::parse {

// The character called `name` in any case, aliases included; none for an unknown name.
std::optional<char32_t> FindCharacter(std::string_view name);

}  // namespace kernelc::parse
