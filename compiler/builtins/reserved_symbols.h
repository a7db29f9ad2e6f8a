// Symbols that generated code, LLVM or PTX has already.
#pragma once

#include <string>
#include <string_view>

namespace kernelc::builtins {

// Whether generated code declares a function of this name with types of its own.
bool IsCalledByName(std::string_view symbol);

// Whether a function of a program that had this symbol would meet another one: what IsCalledByName
// and reserved_symbols.def say, and names of parameters in PTX.
bool IsReservedSymbol(std::string_view symbol);

// `symbol` with another beginning or end where all names with the one that it has are reserved: a
// number behind it makes a free one of the result.
std::string WithFreeForm(std::string_view symbol);

}  // namespace kernelc::builtins
