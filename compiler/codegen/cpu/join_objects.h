// Relocatable objects as one.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace kernelc::codegen {

struct JoinedObject {
  // As WriteObject() gives it.
  std::span<const std::byte> bytes;
  // With a value, what the object defines for others is seen by the joined ones alone, by its name
  // and this behind it.
  std::optional<std::string> internal_suffix = std::nullopt;
};

// One x86-64 object: sections of the same name and kind become one, in the order of `objects`, and
// what one declares and another defines is resolved. The same bytes for the same objects. At least
// one.
std::vector<std::byte> JoinRelocatable(const std::vector<JoinedObject>& objects);

}  // namespace kernelc::codegen
