// What a name that does not exist may have meant, in words that can be typed in as they stand.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "compiler/advice/files.h"

namespace kernelc::advice {

// The help for a name that nothing binds, read at `range`; empty where nothing is near.
std::string HelpForName(std::string_view name, SourceRange range, const Scope* scope,
                        std::span<const std::string_view> locals);

// The help for a canonical path at which nothing stands; empty where nothing is near.
std::string HelpForPath(std::string_view path, const Scope* scope);

}  // namespace kernelc::advice
