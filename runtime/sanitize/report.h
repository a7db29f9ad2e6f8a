// A conflict in words.
#pragma once

#include "kernelc/sanitize.h"
#include "runtime/sanitize/shadow.h"

namespace kernelc::sanitize {

StreamRace Describe(const Conflict& conflict);

}  // namespace kernelc::sanitize
