// The header of an npy file.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "kernelc/host_array.h"
#include "runtime/npy/descr.h"

namespace kernelc::npy {

struct Header {
  ElementType element = ScalarKind::Float64;
  // What the elements need before they are as device code sees them.
  std::vector<Repair> repairs;
  Order order = Order::C;
  Dims shape;
};

// Reads the dictionary. Throws Error{FileFormat} or Error{NotSupported} naming `file`.
Header ParseHeader(std::string_view text, std::string_view file);

// Everything of an npy file before its elements.
std::vector<std::byte> FormatHeader(const HostArrayView& array, std::string_view file);
// The bytes of a view's elements.
std::span<const std::byte> Elements(const HostArrayView& array);

}  // namespace kernelc::npy
