// The values that outer names of kernels have when the program launches the kernel first: the program is run by
// compiler/host, and what is not known there is no constant.
#pragma once

#include <optional>

#include "compiler/host/constant.h"
#include "compiler/sema/object.h"

namespace kernelc::sema {

// Numbers, strings, sequences, arrays, objects: what a kernel reads as a value. Not modules, functions, classes and types.
bool IsData(const Object& object);

// The constant as sema has it; null for objects of classes, and for code.
std::optional<Object> ObjectOf(const host::Constant& constant);

// What both are: `object`, as the text of the file says it, as far as the run says the same. Null where they differ.
std::optional<Object> Agreed(const Object& object, const host::Constant& constant);

}  // namespace kernelc::sema
