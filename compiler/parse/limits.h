// How deep a program may nest. What exceeds a limit is reported as NestingLimit; nothing overflows
// a stack.
#pragma once

#include <cstddef>

namespace kernelc::parse {

// Brackets inside brackets, counting the replacement fields of f-strings (CPython's limit).
inline constexpr std::size_t kMaxBracketDepth = 200;
// Blocks inside blocks (CPython's limit).
inline constexpr std::size_t kMaxBlockDepth = 100;
// Brackets inside brackets of literals that are read without the grammar; deeper ones take its way.
inline constexpr std::size_t kMaxLiteralDepth = 16;
// Grammar rules that are entered at the same time; bounds the recursion of the parser and of the
// builder.
inline constexpr std::size_t kMaxRuleDepth = 3000;
// Nodes on the way from a statement of the file to a leaf of its tree, so that later phases may
// recurse.
inline constexpr std::size_t kMaxTreeDepth = 500;
// Digits of an integer in decimal (CPython's limit for conversions).
inline constexpr std::size_t kMaxIntegerDigits = 4300;
// Syntax errors that are reported for one file.
inline constexpr std::size_t kMaxSyntaxErrors = 100;

}  // namespace kernelc::parse
