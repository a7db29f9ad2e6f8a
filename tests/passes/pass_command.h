// The command of this folder's goldens.
#pragma once

#include <iosfwd>
#include <span>
#include <string>

namespace kernelc::passes {

// `PASS... FILE`: parses KIR text, runs the passes of passes.def that are named one after the other (`PASS:cpu` is the
// CPU's where both devices have one) and prints the module. The
// pass "ranges" prints the range of every integer operand of element_ptr and store instead. Faults,
// and modules that are not valid after a pass, go to `err` with status 1.
int RunPassCommand(std::span<const std::string> args, std::ostream& out, std::ostream& err);

// Folder of the goldens, and whether to rewrite them instead of comparing.
std::string GoldenFolder();
bool& update_goldens();

}  // namespace kernelc::passes
