// Printed values as the printf family takes them: the same for every target.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "compiler/codegen/llvm/function_context.h"

namespace kernelc::codegen {

struct PrintCall {
  // Ends in no zero.
  std::string format;
  // As variadic arguments: int64, double, pointers.
  std::vector<llvm::Value*> values;
};

// The call that a print operation asks for. `text_constant` gives a pointer to a text with its zero.
PrintCall MakePrintCall(FunctionContext& fn, const kir::Inst& inst,
                        const std::function<llvm::Value*(llvm::StringRef)>& text_constant);

}  // namespace kernelc::codegen
