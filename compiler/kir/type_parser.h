// Types in KIR text. Private to the parser.
#pragma once

#include "compiler/kir/token_reader.h"
#include "compiler/types/type.h"

namespace kernelc::kir {

// Reads what PrintType writes. False after a fault, which `reader` holds.
bool ParseType(TokenReader& reader, types::TypeStore& store, TypeId* type);

}  // namespace kernelc::kir
