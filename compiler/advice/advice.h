// What is said of files, names and syntax, whatever the types of arguments are.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "compiler/constants/constants.h"
#include "compiler/diag/emitter.h"

namespace kernelc::advice {

using constants::FileIndex;

// Checks names, constructs and constants of function number `function` of the index without types.
// Reports to `emitter`.
void CheckUntyped(const FileIndex& index, std::size_t function, diag::Emitter& emitter);

// Faults of statements that were understood all the same (parse::ParseOptions::misuses): what to say of `misuses`, which are
// those of the index's file: errors where a kernel, a device function or a function that these may call holds them; elsewhere
// they are warnings, since the host's text says nothing about kernels.
std::vector<diag::Diagnostic> JudgeMisuses(const FileIndex& index,
                                           std::vector<diag::Diagnostic> misuses);

// Of `warnings` of the above, those that function number `function` holds, or one that it may call:
// as errors. For functions that are compiled though nothing in the file says so.
std::vector<diag::Diagnostic> MisusesOf(const FileIndex& index, std::size_t function,
                                        const std::vector<diag::Diagnostic>& warnings);

// The same of a file that is imported: others may call any of its functions, and what stands
// outside of them is not spoken of.
std::vector<diag::Diagnostic> JudgeImportedMisuses(const FileIndex& index,
                                                   std::vector<diag::Diagnostic> misuses);

// What to say of a function whose argument types nobody has named.
struct MissingTypes {
  // Which parameter lacks a type where others have one, at its annotation or itself; may be empty.
  std::optional<diag::Diagnostic> fault;
  // The text of a signature to begin with, by what the function does with its parameters.
  std::string example;
};

MissingTypes ExplainMissingTypes(const FileIndex& index, std::size_t function);

// The warning that a kernel is left out of what is built of the file, since nothing known says for which types: the
// signature in its decorator has no value; or that it is one: the decorator has none. Null for other functions.
std::optional<diag::Diagnostic> ExplainLeftOut(const FileIndex& index, std::size_t function);

// Warns of constants that the host gives and no kernel reads, in the file and those that it
// imports.
void ReportUnusedConstants(const FileIndex& index, diag::Emitter& emitter);

}  // namespace kernelc::advice
