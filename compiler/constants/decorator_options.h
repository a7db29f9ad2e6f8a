// What decorators say: their options, as values.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "compiler/constants/object.h"

namespace kernelc::constants {

// Unknown: there is no such option. Open: it has no value, and changes no result.
enum class OptionState : std::uint8_t { Done, NotUnderstood, Unknown, Open };

// `value` null: not known. `is_set`: it is a set that is not empty.
OptionState SetOption(std::string_view name, const std::optional<Object>& value, bool is_set,
                      DecoratorOptions* options);

// One that changes nothing here, or that the launch side reads.
bool IsIgnoredOption(std::string_view name);

// The types of a tuple of types; null where something else is among them.
std::optional<std::vector<abi::ArgType>> AllTypes(const std::vector<Object>& elements);

bool IsSignatureOption(std::string_view name);

// Of kernels, not of functions that they call.
bool IsKernelDecorator(std::string_view path);

}  // namespace kernelc::constants
