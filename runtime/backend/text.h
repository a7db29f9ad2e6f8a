// Text for messages, joined from strings and numbers. The runtime has no formatting library to stay
// small.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace kernelc::backend {

inline void Append(std::string& out, std::string_view text) { out += text; }
inline void Append(std::string& out, char text) { out += text; }
template <std::integral T>
requires(!std::same_as<T, char> && !std::same_as<T, bool>) void Append(std::string& out, T value) {
  out += std::to_string(value);
}

// The parts one after the other.
template <typename... Parts>
std::string Concat(const Parts&... parts) {
  std::string out;
  (Append(out, parts), ...);
  return out;
}

// "(x, y, z)".
inline std::string TripleText(const std::uint32_t (&v)[3]) {
  return Concat('(', v[0], ", ", v[1], ", ", v[2], ')');
}

}  // namespace kernelc::backend
