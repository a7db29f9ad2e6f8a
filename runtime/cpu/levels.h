// Instruction set levels of x86-64: what code for "x86-64-v3" may assume, and what this machine
// has.
#pragma once

#include <string>
#include <string_view>

namespace kernelc::cpu {

// 1 to 4; 0 on another architecture.
int HostLevel();
// "x86-64", "x86-64-v2", ...; the architecture's name where there are no levels.
std::string LevelName(int level);
// The level that a name means; 0 for any other text.
int ParseLevel(std::string_view name);

// The first instruction set extension of an LLVM feature string ("+avx2,-sse4a") that this machine
// lacks; empty when it has all. Extensions that no code of kernelc's uses are not looked for.
std::string MissingFeature(std::string_view features);

}  // namespace kernelc::cpu
