// The reference of everything that kernels can call, made of the tables: as text for the command, as Markdown for docs/, as
// declarations for type checkers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kernelc::driver {

struct ReferenceRow {
  // The heading that it stands under.
  std::string group;
  // As programs write it with the usual imports: "cuda.grid", "np.add", "abs".
  std::string name;
  // Other spellings.
  std::vector<std::string> aliases;
  // Names of the operands; none, and is_attribute, for what is not called.
  std::vector<std::string> operands;
  // How many of them a call must give.
  std::size_t required = 0;
  bool is_attribute = false;
  // Types of result and operands, or other conditions, as far as a table says them.
  std::string types;
  // What it does beside giving a value.
  std::string effects;
  std::string text;

  // "cuda.grid(ndim)", with brackets around what may be left out.
  std::string Call() const;
  // A line that uses it.
  std::string Example() const;
};

// All rows, by group and name.
const std::vector<ReferenceRow>& Reference();

// Rows of reference.def for things that no table has. Empty in a correct build.
std::vector<std::string> StrayReferenceRows();

// The rows whose name or alias is `name`, also without its module and with the module's full name.
std::vector<const ReferenceRow*> FindReference(std::string_view name);

std::string ReferenceText(const ReferenceRow& row);
std::string ReferenceMarkdown();
// kernelc/__init__.pyi: the native names.
std::string ReferencePyi();

}  // namespace kernelc::driver
