// Constants that the host gives for names of a file: the VALUE of `--define NAME=VALUE`, and host
// arrays.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/base/result.h"
#include "compiler/sema/sema.h"
#include "kernelc/host_array.h"

namespace kernelc::driver {

sema::StoredArray StoredArrayOf(const HostArrayView& array);

// Whether files that values name are read; a value that names one is None where they are not.
enum class Files : std::uint8_t { Read, Skip };

// Reads one VALUE: what `run` takes for an argument (argument_values.h), `like:` aside, and texts
// in quotes, types, and tuples with these in them. Failures name what was wrong with the text and
// how it should look.
Result<sema::GivenConstant> ParseConstant(std::string_view text, Files files = Files::Read);

// Why kernels cannot have a constant that is made of elements of this type; empty where they can.
std::string FaultOfConstant(const sema::GivenConstant& constant);

// The NAME and VALUE of a definition; fails where the text has no `=` or the name is none of
// Python's.
struct Definition {
  std::string name;
  std::string value;
};
Result<Definition> SplitDefinition(std::string_view text);
// What several definitions give. Fails for a name that is given twice.
Result<sema::GivenConstants> ReadDefinitions(const std::vector<std::string>& texts,
                                             Files files = Files::Read);
// The files that they read.
std::vector<std::string> FilesOfDefinitions(const std::vector<std::string>& texts);

}  // namespace kernelc::driver
