// KIR as text. The form is described in compiler/docs/kir.md; Parse reads it back.
#pragma once

#include <string>

#include "compiler/kir/kir.h"

namespace kernelc::kir {

struct PrintOptions {
  // Adds `loc(file:begin-end)` to each operation that has a source range.
  bool ranges = false;
};

// The same text for the same module on every machine. Values are numbered in the order of printing,
// so that Print(Parse(Print(m))) == Print(m) for every module that passes Verify. Also prints
// modules that do not.
std::string Print(const Module& module, const PrintOptions& options = {});
std::string Print(const Module& module, const Function& function, const PrintOptions& options = {});

// One operation on one line, its regions left out; for messages.
std::string PrintInst(const Module& module, const Function& function, InstId id);

}  // namespace kernelc::kir
