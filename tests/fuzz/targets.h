// What is fuzzed. A target takes any text, and throws or crashes only for a bug of ours.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kernelc::fuzz {

// The names that FindTarget takes.
std::vector<std::string_view> target_names();

// `seed` chooses what the text does not say: argument types, options. Throws std::logic_error that names a broken promise:
// an internal error, a failure without a diagnostic, a diagnostic outside of the text, a KIR module that does not verify.
using Target = void (*)(const std::string& text, std::uint64_t seed);

// Null for an unknown name.
Target FindTarget(std::string_view name);

}  // namespace kernelc::fuzz
