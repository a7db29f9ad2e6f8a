// `fail` as ordinary control flow.
#pragma once

#include "compiler/kir/kir.h"

namespace kernelc::passes {

// A `fail` becomes a return from its function, behind a `report_error` where the module's checks ask
// for errors and it has a code. A device function that may fail gives back whether it did: its result becomes a bool,
// or the tuple of a bool and the old result, and every call of it returns from the caller when the
// bool is true. So a failure ends its thread through any number of calls, recursive ones too, and
// nothing behind this pass needs to know of it.
//
// Stands before inlining and everything that looks at control flow. Keeps all else as it is.
void LowerFailures(kir::Module& module);

}  // namespace kernelc::passes
