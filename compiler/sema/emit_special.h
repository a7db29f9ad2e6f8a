// One function for each row of specials.def, in the files of their families (emit_*.cpp): a row
// without one does not link. Each gives the call's value; poison after an error, which it reports.
#pragma once

#include "compiler/sema/function_context.h"

namespace kernelc::sema {

#define KC_SPECIAL(name, paths, parameters, required) \
  Value Emit##name(FunctionContext& fn, const ast::Call& call, const Arguments& arguments);
#include "compiler/functions/specials.def"

}  // namespace kernelc::sema
