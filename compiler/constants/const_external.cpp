// Calls whose values the interpreter of the host program does not know.
#include "compiler/constants/const_eval.h"

namespace kernelc::constants {

std::optional<Object> Evaluator::EvalExternalCall(const Object& callee, const Arguments& given) {
  const std::string_view path = callee.text;
  const std::vector<Object>& arguments = given.positional;
  if (path == "cuda.const.array_like") {
    return arguments.size() == 1 && arguments[0].kind == ObjectKind::Array
               ? std::optional(arguments[0])
               : std::nullopt;
  }
  // An object of it has no state that matters: kernels call its from_buffer alone.
  if (path == "cffi.FFI") {
    return Object::External("cffi.ffi");
  }
  // Of arrays whose elements are not known as well.
  const bool is_length = path == "len" && arguments.size() == 1 && given.keywords.empty() &&
                         arguments[0].kind == ObjectKind::Array &&
                         !arguments[0].array->shape.empty();
  return is_length ? std::optional(Object::Of(Number::Int(arguments[0].array->shape.front())))
                   : std::nullopt;
}

}  // namespace kernelc::constants
