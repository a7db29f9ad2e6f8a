// ValueList of the host program apart from its heap, for those who compile what reads them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "compiler/base/source.h"
#include "compiler/host/objects/number.h"
#include "runtime/abi/arg_type.h"
#include "runtime/abi/record_type.h"

namespace kernelc::ast {
struct Node;
}

namespace kernelc::host {

struct Constant;
using ConstantRef = std::shared_ptr<const Constant>;

enum class ConstantKind : std::uint8_t {
  None,
  Ellipsis,
  // `number`
  Number,
  // The same, a scalar of NumPy of type `scalar`.
  Scalar,
  // `text`: UTF-8, bytes.
  Str,
  Bytes,
  // `elements`; of Dict key, value, key, value.
  Tuple,
  List,
  Set,
  Dict,
  // `scalar` or `record`, `shape`, and the elements' bytes in `text`.
  Array,
  // A type of elements: `scalar` or `record`.
  Type,
  // What Numba makes of a type, `types`: one, and None's as the second where it may be None.
  NumbaType,
  // `types` are the parameters', and with `has_result` the result's behind them.
  Signature,
  // An object of a class of the program or of Python's library: `text` is the name of the class,
  // `names` and `elements` are its attributes; of a named tuple, its fields.
  Object,
  // The same, of an enumeration: `names` has the member's, `elements` its value.
  EnumMember,
  // A thing of a library: `text` is its canonical path.
  Library,
  // A file of the program: `text` is its path.
  Module,
  // A function or class of the program: `node` and `frame`; a named tuple's class has its fields'
  // `names`, and the defaults of the last ones as `elements`.
  Function,
  Class,
  // What else kernels do not read as a value.
  Code,
};

// A call of a function of the program, by whose variables functions inside of it were made; see
// Outcome.
using FrameId = std::int64_t;
inline constexpr FrameId kNoFrame = -1;

// Immutable.
struct Constant {
  ConstantKind kind = ConstantKind::None;
  Number number;
  abi::ScalarKind scalar = abi::ScalarKind::Int64;
  abi::RecordRef record;
  std::string text;
  std::vector<ConstantRef> elements;
  std::vector<std::string> names;
  std::vector<std::int64_t> shape;
  std::vector<abi::ArgType> types;
  bool has_result = false;
  // The FunctionDef, Lambda or ClassDef of a function or class, of an object's class, or of what
  // code of another sort is made of; null where it is none of the program's.
  const ast::Node* node = nullptr;
  // In which it was defined; kNoFrame outside of functions.
  FrameId frame = kNoFrame;
  // Function: what makes kernels and functions of the device was applied to it.
  bool is_decorated = false;
  bool is_kernel = false;
  // With it: where the function is defined, and nowhere else.
  bool is_own = false;
  // With it: of several kernels of one function of a file, which; see Inputs::number. -1: the only
  // one, and of other functions.
  int which = -1;
  // With it, and of the Code of a decorator that waits for its function or describes code outside
  // of the program: the call that did so, whose text is `node`. `text` is the path of the
  // decorator, `elements` its arguments, those that are not known null, with the names of the last
  // ones in `names`.
  ConstantRef decorator;

  // Array: how many elements it has, and the bytes of one.
  std::int64_t size() const;
  std::size_t element_size() const { return record ? record->size : abi::scalar_info(scalar).size; }

  // Function: what its definition made of it, and nothing else did.
  bool is_made_by_definition() const { return is_decorated && is_own && which < 0; }

  // Object: fields of a data class or a namespace.
  bool is_record = false;
  // Class, Object: of a named tuple.
  bool is_named_tuple = false;
  // EnumMember: an integer as well.
  bool is_int = false;
  // Of a decorator's call: the statement that called it.
  SourceRange where;
  // Of an array: its elements lie in Fortran's order, in the program and in `text`; else in C's.
  bool is_fortran = false;
  bool on_device = false;
  // Containers and objects: the same number for what is the same thing, also in what is evaluated
  // over constants; else 0.
  std::uint64_t identity = 0;
  // Str: an object of pathlib.
  bool is_path = false;
};

bool IsEqual(const Constant& a, const Constant& b);

}  // namespace kernelc::host
