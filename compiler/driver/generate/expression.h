// What a text of the user's says: its inputs, results and statements, as a function of the kernel
// language.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/ast/ast.h"
#include "compiler/driver/source_unit.h"
#include "kernelc/expressions.h"

namespace kernelc::driver::generate {

// The inputs of a function, and its results.
struct Interface {
  // Given by each call.
  std::vector<std::string> inputs;
  // Follow them.
  std::vector<NamedScalar> defaults;
  // Names of the results; for expressions and functions one without a name of its own, "out".
  std::vector<std::string> outputs;
  // The place of the element is one more parameter, behind the others.
  bool uses_index = false;
  // Inputs whose bits are used, so that they cannot become floats.
  std::set<std::string, std::less<>> integral;

  // Of inputs and defaults.
  std::size_t parameter_count() const { return inputs.size() + defaults.size(); }
};

struct ParsedExpression {
  Interface interface;
  // The statements of the function, indented by four columns.
  std::string body;
};

// Reads the user's text. `what` stands for the text in messages ("elementwise"). Throws
// CompileError that shows the text, and Error{InvalidArgument} for options that do not fit it.
ParsedExpression ParseStatements(const std::string& text, const ExpressionOptions& options,
                                 const char* what);
// The same for one expression whose value is the result.
ParsedExpression ParseExpression(const std::string& text, const ExpressionOptions& options,
                                 const char* what);
// The body of a function of `a` and `b`: `reduce` is an operator or an expression.
std::string CombineBody(const std::string& reduce);
// The neutral value that an operator has, as text in which `T` is the type; empty where it has
// none.
std::string NeutralOf(const std::string& reduce, ScalarKind kind);
// "+" and "a + b" are sums, "*" and "a * b" products, whose integers widen.
bool WidensIntegers(const std::string& reduce);

// The function called `name` at the top of a file, with the numbers that its last parameters have
// as defaults. Throws Error{NotFound}, and Error{InvalidArgument} for parameters that no element
// can be given to.
Interface InterfaceOf(const SourceUnit& unit, std::string_view name);

[[noreturn]] void ThrowCall(ErrorCode code, std::string object, std::string message);

}  // namespace kernelc::driver::generate
