// Characters beyond ASCII that are taken for others.
#pragma once

#include <string>
#include <string_view>

namespace kernelc {

// What `text` looks like in ASCII; empty where a character of it looks like nothing there.
std::string LooksLike(std::string_view text);

}  // namespace kernelc
