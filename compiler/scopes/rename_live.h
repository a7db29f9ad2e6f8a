// Which versions of variables are needed.
#pragma once

#include <vector>

#include "compiler/scopes/scopes.h"

namespace kernelc::scopes {

// Marks the versions that the uses depend on as live, and those whose value must be in a slot.
void MarkLive(const std::vector<Use>& used, Renaming* renaming);

}  // namespace kernelc::scopes
