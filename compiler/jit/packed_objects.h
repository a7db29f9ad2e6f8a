// The archive that holds a kernel's object and what it is linked with.
#pragma once

#include <string_view>

namespace kernelc::jit {

// The first member: a line for each input, its kind and its name. The second one is the kernel's object; then one for each
// input, empty for shared libraries.
inline constexpr std::string_view kPackedManifest = "kernelc.link";
inline constexpr std::string_view kPackedMagic = "!<arch>\n";
// By HostKind.
inline constexpr std::string_view kPackedKinds[] = {"object", "archive", "library"};

}  // namespace kernelc::jit
