// Types by their canonical paths in libraries.
#include "compiler/types/written_types.h"

namespace kernelc::types {

std::string_view TypeMember(std::string_view path) {
  if (path == "cuda.bf16.nv_bfloat16" || path == "ml_dtypes.bfloat16") {
    return "bfloat16";
  }
  if (path.starts_with("cuda.fp8.fp8_") || path.starts_with("cuda.fp8.fp8x") ||
      path.starts_with("ml_dtypes.float8_")) {
    return path.substr(path.rfind('.') + 1);
  }
  if (path == "cuda.fp16.half" || path == "cuda.fp16.nv_half") {
    return "float16";
  }
  for (const std::string_view prefix : {"numba.types.", "cuda.bf16.", "cuda.fp16.", "cuda.fp8.",
                                        "cuda.random.", "numba.", "cuda.", "np."}) {
    if (path.starts_with(prefix)) {
      const std::string_view name = path.substr(prefix.size());
      return name.find('.') == std::string_view::npos ? name : std::string_view();
    }
  }
  return {};
}

std::optional<abi::ArgType> FindLibraryType(std::string_view path) {
  if (path == "cuda.random.xoroshiro128p_type" || path == "cuda.random.xoroshiro128p_dtype") {
    const FieldType state{abi::ArgType::Scalar(abi::ScalarKind::UInt64), {}};
    return MakeRecord({{"s0", state, std::nullopt}, {"s1", state, std::nullopt}}, true);
  }
  const std::string_view name = TypeMember(path);
  // The one name that means different types in NumPy and in Numba.
  if (path == "np.byte") {
    return abi::ArgType::Scalar(abi::ScalarKind::Int8);
  }
  // np.int and the like went away, and np.long is no Python name of a kernel type; `bool`, `int`
  // and `float` stand there for Python's own.
  if (const std::optional<abi::ScalarKind> scalar = FindScalarType(name)) {
    return abi::ArgType::Scalar(*scalar);
  }
  return name.empty() || path.starts_with("np.") ? std::nullopt : FindVectorType(name);
}

}  // namespace kernelc::types
