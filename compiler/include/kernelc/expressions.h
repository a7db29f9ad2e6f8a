// Kernels that are made from expressions: elementwise, reductions and scans.
//
//   const Elementwise saxpy("z = a * x + y");
//   const DeviceArrayAny z = saxpy(2.0, x, y);
//   const Reduction dot("x * y", "+");
//   const DeviceArrayAny sum = dot(x, y);
//   const DeviceArrayAny running = Scan("a + b", "0")(x);
//
// An expression is text of the kernel language in its native mode, with the functions of `math` and
// NumPy under their own names (`exp`, `where`, `maximum`). The names in it that nothing defines are
// its inputs, in the order in which they first stand there; `i` is the place of the element,
// counted in C order over the shape that the inputs broadcast to (int64).
//
// Inputs are device arrays of any layout and C++ numbers. Arrays broadcast as NumPy's do. Types are
// NumPy 2's, with three differences that are the language's own: a signed integer beside a uint64
// is an int64, the sum of two bools is an integer, and `i` takes the type of a float beside it. C++
// numbers have no width of their own, as Python's have none: they take the type of the arrays. An
// array without dimensions keeps its type.
//
// Objects are handles: copies share the compiled code. They may be used by any number of threads.
// Calls are stream-ordered and do not wait, with two exceptions: the first call for new types
// compiles, and an array that has to be copied because the result would overwrite it is freed
// behind the work that reads it. They throw Error{InvalidArgument} for shapes, Error{TypeMismatch}
// for types and numbers of arguments, CompileError, which shows the expression, for what is wrong
// in it.
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernelc/compiler_export.h"
#include "kernelc/program.h"

namespace kernelc {

namespace driver::generate {
class ElementwiseState;
class ReductionState;
class ScanState;
}  // namespace driver::generate

// A number by name: `{"alpha", 2.0}`.
using NamedScalar = std::pair<std::string, ScalarValue>;

// The value that changes nothing: text of the kernel language ("0", "inf", "(0, -1)"), or a number.
class Neutral {
 public:
  // None is given.
  Neutral() = default;
  Neutral(const char* text) : text_(text) {}
  Neutral(std::string text) : text_(std::move(text)) {}
  template <typename T>
  requires std::integral<T> || std::floating_point<T> Neutral(T value)
      : text_(ToString(ScalarValue(value))) {}
  const std::string& text() const noexcept { return text_; }

 private:
  std::string text_;
};

struct ExpressionOptions {
  // The inputs and their order, where it is not that of the text. Every name that the text reads
  // must be here or in `defaults`.
  std::vector<std::string> inputs = {};
  // Elementwise: the results, where not every name that the text assigns is one.
  std::vector<std::string> outputs = {};
  // Inputs that a call need not give: they are not among its arguments, and Call::scalars changes
  // them.
  std::vector<NamedScalar> defaults = {};
  // For the code; `literals` and `constants` are those of the program for functions of a program.
  ProgramOptions program = {};
};

struct ElementwiseCall {
  // Where the results go, one array for each; empty: into new arrays.
  std::span<const DeviceArrayAny> outputs = {};
  std::span<const NamedScalar> scalars = {};
  StreamRef stream = {};
};

// A result for each element.
class KC_COMPILER_API Elementwise {
 public:
  // Statements such as "z = a * x + y", separated by `;` or line ends, whose names on the left are
  // the results; or one expression, or a lambda, whose default values are those of its numbers. A
  // name that is read before it is assigned is an input as well. Throws CompileError for text that
  // is not Python, and Error{InvalidArgument} for names that do not fit it.
  explicit Elementwise(std::string statements, const ExpressionOptions& options = {});
  // A function of a kernel file, which takes numbers and returns one or, for several results, a
  // tuple. Its parameters that have a number as default are `defaults`. Throws Error{NotFound}.
  static Elementwise FromFunction(const Program& program, std::string_view function,
                                  const ExpressionOptions& options = {});
  // CUDA C++ that defines one function, a template of one type or not; with NVRTC on the machine.
  // The function of one result returns it; one of several results is void, and its last parameters
  // are references to these. Arrays are converted to their common type by torch's rules, which is
  // the template's and the results'; `options.inputs` are not needed, `defaults` are the last
  // parameters. Calls on the CPU device throw Error{NotSupported}.
  static Elementwise FromCudaCpp(std::string text, std::size_t outputs = 1,
                                 const ExpressionOptions& options = {});

  // Names, in the order of arguments and results.
  const std::vector<std::string>& inputs() const noexcept;
  const std::vector<std::string>& outputs() const noexcept;

  // The first result, in a new array: in F order where all arrays are, else in C order.
  template <typename... Args>
  DeviceArrayAny operator()(const Args&... args) const {
    return Call({}, args...).front();
  }
  // In place, or into an array that is there: `out` may be one of the inputs.
  template <typename... Args>
  void Into(const DeviceArrayAny& out, const Args&... args) const {
    const Arg list[sizeof...(Args) + 1] = {Arg(args)..., Arg()};
    Launch({.outputs = std::span(&out, 1)}, std::span<const Arg>(list, sizeof...(Args)));
  }
  // All results.
  template <typename... Args>
  std::vector<DeviceArrayAny> Call(const ElementwiseCall& call, const Args&... args) const {
    const Arg list[sizeof...(Args) + 1] = {Arg(args)..., Arg()};
    return CallArgs(call, std::span<const Arg>(list, sizeof...(Args)));
  }
  std::vector<DeviceArrayAny> CallArgs(const ElementwiseCall& call,
                                       std::span<const Arg> args) const;
  // The same for a call that names its outputs.
  void Launch(const ElementwiseCall& call, std::span<const Arg> args) const;

 private:
  explicit Elementwise(std::shared_ptr<driver::generate::ElementwiseState> state) noexcept
      : state_(std::move(state)) {}

  std::shared_ptr<driver::generate::ElementwiseState> state_;
};

struct ReductionCall {
  // The dimensions that are reduced, of the shape that the inputs broadcast to; negative ones count
  // from the end. None: all.
  std::optional<std::vector<int>> axes = std::nullopt;
  // Keep them with extent 1.
  bool keep_dims = false;
  std::span<const DeviceArrayAny> outputs = {};
  std::span<const NamedScalar> scalars = {};
  StreamRef stream = {};
};

// map(inputs) of all elements, put together by an operation that is associative and commutative.
class KC_COMPILER_API Reduction {
 public:
  // `reduce` is an operator (`+ * min max & | ^ and or`) or an expression in `a` and `b`. Each map
  // and neutral may be a tuple, "x, i", which gives as many results; `a` and `b` are tuples then.
  // Operators know their neutral value. Sums and products of integers are int64 or uint64, as NumPy
  // has them; all others have the type of the map.
  Reduction(std::string map, std::string reduce, const Neutral& neutral = {},
            const ExpressionOptions& options = {});
  // The map and the operation are functions at the top of a kernel file; an empty map takes each
  // element as it is. Throws Error{NotFound}.
  static Reduction FromFunctions(const Program& program, std::string_view map,
                                 std::string_view reduce, const Neutral& neutral);

  const std::vector<std::string>& inputs() const noexcept;
  // One for each part of the map; of functions, one.
  const std::vector<std::string>& outputs() const noexcept;

  // Over all elements: an array without dimensions.
  template <typename... Args>
  DeviceArrayAny operator()(const Args&... args) const {
    return Call({}, args...).front();
  }
  // Over some dimensions.
  template <typename... Args>
  DeviceArrayAny Over(std::vector<int> axes, const Args&... args) const {
    return Call({.axes = std::move(axes)}, args...).front();
  }
  template <typename... Args>
  std::vector<DeviceArrayAny> Call(const ReductionCall& call, const Args&... args) const {
    const Arg list[sizeof...(Args) + 1] = {Arg(args)..., Arg()};
    return CallArgs(call, std::span<const Arg>(list, sizeof...(Args)));
  }
  std::vector<DeviceArrayAny> CallArgs(const ReductionCall& call, std::span<const Arg> args) const;

 private:
  explicit Reduction(std::shared_ptr<driver::generate::ReductionState> state) noexcept
      : state_(std::move(state)) {}

  std::shared_ptr<driver::generate::ReductionState> state_;
};

struct ScanCall {
  // The dimension to go along; negative ones count from the end. None: all elements in C order, as
  // one row.
  std::optional<int> axis = std::nullopt;
  std::span<const DeviceArrayAny> outputs = {};
  std::span<const NamedScalar> scalars = {};
  StreamRef stream = {};
};

// Element k of the result puts together the elements 0 to k of the map (exclusive: 0 to k - 1), in
// their order, by an operation that is associative. PyCUDA's InclusiveScanKernel and
// ExclusiveScanKernel.
class KC_COMPILER_API Scan {
 public:
  // As Reduction. A map that is not given takes each element as it is.
  explicit Scan(std::string reduce, const Neutral& neutral = {}, std::string map = {},
                const ExpressionOptions& options = {});
  static Scan Exclusive(std::string reduce, const Neutral& neutral = {}, std::string map = {},
                        const ExpressionOptions& options = {});
  static Scan FromFunctions(const Program& program, std::string_view map, std::string_view reduce,
                            const Neutral& neutral, bool exclusive = false);

  const std::vector<std::string>& inputs() const noexcept;
  const std::vector<std::string>& outputs() const noexcept;

  template <typename... Args>
  DeviceArrayAny operator()(const Args&... args) const {
    return Call({}, args...).front();
  }
  template <typename... Args>
  DeviceArrayAny Along(int axis, const Args&... args) const {
    return Call({.axis = axis}, args...).front();
  }
  template <typename... Args>
  std::vector<DeviceArrayAny> Call(const ScanCall& call, const Args&... args) const {
    const Arg list[sizeof...(Args) + 1] = {Arg(args)..., Arg()};
    return CallArgs(call, std::span<const Arg>(list, sizeof...(Args)));
  }
  std::vector<DeviceArrayAny> CallArgs(const ScanCall& call, std::span<const Arg> args) const;

 private:
  explicit Scan(std::shared_ptr<driver::generate::ScanState> state) noexcept
      : state_(std::move(state)) {}

  std::shared_ptr<driver::generate::ScanState> state_;
};

}  // namespace kernelc
