// Types as programs write them: names, dtype strings, records as NumPy and Numba lay fields out,
// and the spellings of signatures.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/abi/arg_type.h"

namespace kernelc::types {

// A scalar type by any name that numba, NumPy or a dtype string has for it ("float32", "f4",
// "double", "intp").
std::optional<abi::ScalarKind> FindScalarType(std::string_view name);

// The names of type_names.def, which are further ones beside those of the scalars themselves.
std::span<const std::string_view> ScalarNames();

// The type of numbers that Python's own `int`, `float`, `complex` and `bool` are in kernels.
std::optional<abi::ScalarKind> FindPythonNumber(std::string_view name);

// The type as the user writes it: "float32[::1]", "int32".
std::string SpellArgType(const abi::ArgType& type);

// The type of a field: a scalar or record, with extents an array of it.
struct FieldType {
  abi::ArgType element;
  std::vector<std::uint32_t> extents;
};

struct FieldSpec {
  std::string name;
  FieldType type;
  // Where the type says it; else behind the fields before.
  std::optional<std::uint32_t> offset;
};

// Fields, one after the other; `align` puts each where its type asks for, as a C compiler does.
// `size` is that of the whole record where it is given. Null when names repeat, a field does not
// fit, or the record is too large.
std::optional<abi::ArgType> MakeRecord(const std::vector<FieldSpec>& fields, bool align,
                                       std::optional<std::uint32_t> size = std::nullopt);

// NumPy's dtype strings: "<f4", "3f4", "(2,3)i8", "S8", "float32", "i4,f8". Null for others, among
// them types in the other byte order.
std::optional<FieldType> ParseDType(std::string_view text);

// An element of an array of `S8` or `U4`.
abi::ArgType StringType(abi::RecordKind kind, std::uint32_t characters);

// "M8[D]", "datetime64[D]", "timedelta64[ns]", "m8". Null for others.
std::optional<abi::ArgType> ParseTimeType(std::string_view text);

// The vector types of CUDA: "float32x4", "float4", "uchar3", "fp8x2_e4m3".
struct VectorName {
  std::string name;
  abi::ScalarKind kind;
  unsigned lanes;
};
const std::vector<VectorName>& VectorNames();
std::optional<abi::ArgType> FindVectorType(std::string_view name);

// The type at a canonical path of a library (index.h): "numba.types.float32", "cuda.fp16.half". Null for
// others.
std::optional<abi::ArgType> FindLibraryType(std::string_view path);

// The last part of a path in a namespace that holds types; empty for other paths.
std::string_view TypeMember(std::string_view path);

// As Numba prints it: "Record(x[type=float32;offset=0];4;False)".
std::string SpellRecord(const abi::RecordType& record);

}  // namespace kernelc::types
