// Faults of statements that were understood all the same; see parse::ParseOptions::misuses.
#pragma once

#include <cstddef>
#include <vector>

#include "compiler/diag/diagnostic.h"
#include "compiler/sema/sema.h"

namespace kernelc::sema {

// What to say of `misuses`, which are those of the index's file: errors where a kernel, a device
// function or a function that these may call holds them; elsewhere they are warnings, since the
// host's text says nothing about kernels.
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

}  // namespace kernelc::sema
