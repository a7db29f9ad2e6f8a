// The rules of operations on records, tuples and vectors. Private to the verifier.
#pragma once

#include <string>

#include "compiler/kir/kir.h"

namespace kernelc::kir {

// What is wrong with the types of a field_ptr or record_copy; empty where nothing is.
std::string RecordFault(const Module& module, const Function& function, const Inst& inst);
// The same for a tuple_get, tuple_index or tuple_make.
std::string TupleFault(const Module& module, const Function& function, const Inst& inst);

}  // namespace kernelc::kir
