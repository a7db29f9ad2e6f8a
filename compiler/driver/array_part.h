// Parts of arguments, as `--print` and `--expect` name them: `c[0:3, :]`, `p.x`, `p['x'][::2]`,
// `pair[0]`.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "compiler/base/result.h"
#include "compiler/driver/argument_values.h"

namespace kernelc::driver {

// Elements of a host array, at any distance from each other.
struct ArrayPart {
  ElementType type;
  const std::byte* data = nullptr;
  Dims shape;
  // In bytes.
  Dims strides;

  static ArrayPart Of(const HostArray& array);
  // Number of elements.
  std::int64_t size() const;
  // In C order, with the index of each.
  void ForEach(const std::function<void(const Dims& index, const std::byte* element)>& visit) const;
};

// The argument's name at the start of NAME[PART].
std::string_view NameIn(std::string_view text);

// What NAME[PART] names.
struct NamedPart {
  // As it was written.
  std::string text;
  // The whole argument, or the element of a tuple that is named.
  const ArgumentValue* value = nullptr;
  // Of arrays and records: the elements, all of them where `is_whole`.
  ArrayPart part;
  bool is_whole = true;
  // Indices or slices chose them.
  bool is_indexed = false;
};

// What stands behind the name selects from `value`, as NumPy and Python do: indices and slices in
// brackets, negative ones and `...` too, fields of records by `.name` or `['name']`, elements of
// tuples by their number. Refers to `value`. Fails naming what is wrong.
Result<NamedPart> SelectPart(const std::string& text, const ArgumentValue& value);

}  // namespace kernelc::driver
