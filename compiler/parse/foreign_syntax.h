// Lines that are written as other languages write them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/parse/token.h"

namespace kernelc::parse {

// What a line says in another language, and how Python says it.
struct ForeignSyntax {
  // Offsets in the text.
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::string message;
  std::string help;
};

// A logical line, `tokens[begin]` up to `tokens[end]`, its layout, in which the token at `error` does not fit.
struct BrokenLine {
  const std::vector<Token>& tokens;
  std::string_view text;
  std::size_t begin;
  std::size_t end;
  std::size_t error;
};

// Null where the line is like no other language that is known here.
std::optional<ForeignSyntax> FindForeignSyntax(const BrokenLine& line);

// The type of Python that C calls `name`, in quotes: "float32" for `float`; empty for what is no type of C.
std::string_view TypeOfC(std::string_view name);

}  // namespace kernelc::parse
