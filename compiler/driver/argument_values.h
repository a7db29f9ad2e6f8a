// The VALUE of `kernelc run ... NAME=VALUE`: text to scalars and arrays.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/base/result.h"
#include "compiler/sema/sema.h"
#include "kernelc/host_array.h"
#include "kernelc/scalar.h"
#include "runtime/abi/arg_type.h"

namespace kernelc::driver {

// One kernel argument in host memory. Move-only, as arrays are.
struct ArgumentValue {
  abi::ArgKind kind = abi::ArgKind::None;
  // Scalar.
  ScalarValue scalar;
  // Array; Record: without dimensions.
  HostArray array;
  // Tuple; with a class it is a named tuple.
  std::vector<ArgumentValue> elements;
  std::string tuple_class;
  std::vector<std::string> field_names;
  // Scalar: what it counts, where it is a time.
  RecordRef time;
};

// Whether the type of `value` says more than that of the Arg it becomes: named tuples and times.
bool HasDeclaredType(const ArgumentValue& value);
// `type`, the type of the Arg, with what the value knows beyond it.
abi::ArgType DeclaredType(const ArgumentValue& value, abi::ArgType type);

// What stands after the `=`.
struct ParsedValue {
  // Set for `like:NAME`, and `value` is empty then.
  std::string like;
  ArgumentValue value;
};

// Reads one VALUE as cli.md has it: scalars (`2.5`, `int32:7`, `1+2j`, `none`), arrays from files
// (`@f.npy`,
// `@f.npz:name`), arrays made here (`zeros:float32:4x4`, `random:float32:1000:SEED`, ...), and
// tuples of all these (`(1, 2.5)`, `(zeros:int32:4, (true,))`), named tuples of the file (`Point(1,
// y=2.5)`), times
// (`datetime64[D]:2024-02-29`, `timedelta64[ms]:250`), and numbers that the file names
// (`Color.RED`, `TILE`). Failures name what was wrong with the text and how it should look. Throws
// Error for a file that cannot be read, or holds no array. `names` knows what the kernel's file
// calls by a name.
struct FileNames {
  // Element types: records, times.
  std::function<std::optional<ElementType>(std::string_view name)> types;
  // Classes of named tuples, and numbers.
  std::function<std::optional<sema::NamedOnCommandLine>(std::string_view name)> values;
};
Result<ParsedValue> ParseArgumentValue(std::string_view text, const FileNames& names = {});

// Zeros of the shape and type of `model`.
ArgumentValue ZerosLike(const ArgumentValue& model);

// Element number `index` of `random:DTYPE:...:SEED`: SplitMix64 (Steele, Lea, Flood 2014) at
// position `index` of the sequence that starts at `seed`, so that the numbers are the same on every
// machine.
std::uint64_t RandomBits(std::uint64_t seed, std::uint64_t index);

}  // namespace kernelc::driver
