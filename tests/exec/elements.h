// Elements of arrays as data files describe them: numbers, bytes, and their comparison.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "kernelc/element_type.h"

namespace kernelc::exec_test {

// A number inside an element: the whole of a scalar, one half of a complex number, a field of a
// record.
struct Leaf {
  abi::ScalarClass cls;
  std::size_t size;
  // From the start of the element, in bytes.
  std::size_t offset;
  // Its field's path ("pos[2]", "in.x"), or empty.
  std::string name;
};

struct ElementType {
  std::size_t size = 0;
  std::vector<Leaf> leaves;
  // A record has no kind.
  bool is_record = false;
  ScalarKind kind = ScalarKind::Int64;
  // As the runtime has it.
  kernelc::ElementType element;
};

// The type that a data file calls `dtype`: a name, or the fields of a record. Throws
// std::runtime_error for one that is unknown.
ElementType ElementTypeOf(const nlohmann::json& dtype);

// The elements in `description`: "base" (numbers), "data" (bytes in base64) or "zeros" (how many).
std::vector<std::byte> ReadElements(const ElementType& type, const nlohmann::json& description);

// "" when all elements agree, floats within `tolerance` relative to the larger of their size and 1,
// everything else exactly; else a text that names the first few that do not.
std::string Compare(const ElementType& type, std::span<const std::byte> actual,
                    std::span<const std::byte> expected, double tolerance);

}  // namespace kernelc::exec_test
