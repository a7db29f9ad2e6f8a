// Element types in npy headers, and what their bytes need on the way in.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernelc/element_type.h"

namespace kernelc::npy {

// Numbers inside an element that are not yet as device code sees them.
struct Repair {
  // From the start of the element.
  std::size_t offset = 0;
  // Bytes of one number, and how many stand side by side.
  std::size_t size = 0;
  std::size_t count = 1;
  // Truth values become 0 or 1; others have their bytes reversed.
  bool is_bool = false;
};

// The type that a descr string names ("<f4", "|S8", "<U3"); what it needs of `repairs` is added, at
// `offset`. False for types that kernels have not.
bool ParseDescr(std::string_view text, std::size_t offset, ElementType* type,
                std::vector<Repair>* repairs);

// The descr of a type as Python writes it: "'<f4'", "[('x', '<f4'), ('', '|V4')]". Empty for types
// that NumPy has not, and for records whose fields overlap.
std::string FormatDescr(const ElementType& type);

void Apply(std::span<const Repair> repairs, std::size_t element_size, std::span<std::byte> data);

}  // namespace kernelc::npy
