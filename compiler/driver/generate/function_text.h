// Text of the kernel language around a function of numbers: what generated kernels begin with, and
// the types of what the function gives.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/driver/generate/expression.h"
#include "kernelc/program.h"

namespace kernelc::driver::generate {

// A file that generated functions and kernels are appended to. In it `_kc` is numba.cuda, `_np`
// NumPy.
struct FileText {
  // What diagnostics print.
  std::string path;
  std::string text;
  ProgramOptions options;
  // Inputs are converted where NumPy's types are wider than those of the language.
  bool converts = false;
};

// A new file in native mode, with the functions of math and NumPy.
FileText ExpressionFile(const char* what, const ProgramOptions& options);
// The program's file, whose lines keep their numbers.
FileText ProgramFile(const SourceUnit& unit, const ProgramOptions& options);

// "def name(a, b, i):\n" and the body.
std::string FunctionText(std::string_view name, const Interface& interface, std::string_view body);

// "_np.float32", "_ml.bfloat16", "bool".
std::string TypeText(ScalarKind kind);

// The types of the results of the function that the text calls `call`, for numbers of these types:
// one, or those of the tuple. Throws CompileError, and Error{TypeMismatch} where it gives something
// else.
std::vector<ScalarKind> ResultKinds(const FileText& file, const std::string& call,
                                    std::span<const ScalarKind> kinds, const char* what);

// The types that a call's numbers and arrays have as parameters, and how the text converts them.
struct ParameterTypes {
  // As they are passed to the kernel, in the order of inputs and defaults.
  std::vector<ScalarKind> passed;
  // As they are passed to the function.
  std::vector<ScalarKind> converted;
};
// `kinds`: those of the arrays, and what C++ made of the numbers, for which `is_weak` holds.
ParameterTypes TypesOfParameters(const Interface& interface, std::span<const ScalarKind> kinds,
                                 const std::vector<bool>& is_weak, bool converts);

// The type that the language gives all kinds together, less those of `ignored`; nothing where none
// is left.
std::optional<ScalarKind> CommonKind(std::span<const ScalarKind> kinds,
                                     const std::vector<bool>& ignored);
// The type of a sum of numbers of this type: NumPy's.
ScalarKind WidenInteger(ScalarKind kind);
// Whether NumPy's rule "same_kind" allows the conversion.
bool CanStore(ScalarKind from, ScalarKind to);

}  // namespace kernelc::driver::generate
