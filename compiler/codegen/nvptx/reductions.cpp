#include "compiler/codegen/nvptx/reductions.h"

#include <algorithm>
#include <cctype>
#include <unordered_map>

namespace kernelc::codegen {

namespace {

constexpr std::string_view kAtom = "\tatom.";

// `cas` and `exch` have no form without a result.
bool HasReduction(std::string_view instruction) {
  return instruction.find(".cas.") == std::string_view::npos &&
         instruction.find(".exch.") == std::string_view::npos;
}

bool IsRegisterChar(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// The register at `place` of `text`, "%rd12"; empty where there is none.
std::string_view RegisterAt(std::string_view text, std::size_t place) {
  if (place >= text.size() || text[place] != '%') {
    return {};
  }
  std::size_t end = place + 1;
  while (end < text.size() && IsRegisterChar(text[end])) {
    ++end;
  }
  return text.substr(place, end - place);
}

using Counts = std::unordered_map<std::string_view, unsigned>;

Counts CountRegisters(std::string_view function) {
  Counts counts;
  for (std::size_t place = function.find('%'); place != std::string_view::npos;
       place = function.find('%', place + 1)) {
    ++counts[RegisterAt(function, place)];
  }
  return counts;
}

// One line, an `atom`, as it is or without its result.
std::string Rewritten(std::string_view line, const Counts& counts) {
  const std::size_t result = line.find('%');
  const std::size_t comma = line.find(',');
  if (result == std::string_view::npos || comma == std::string_view::npos || comma < result ||
      !HasReduction(line.substr(0, result))) {
    return std::string(line);
  }
  const std::string_view name = RegisterAt(line, result);
  if (result + name.size() != comma || counts.at(name) != 1) {
    return std::string(line);
  }
  const std::string_view operation = line.substr(kAtom.size(), result - kAtom.size());
  const std::size_t rest = line.find_first_not_of(' ', comma + 1);
  return std::string("\tred.") + std::string(operation) + std::string(line.substr(rest));
}

std::string RewrittenFunction(std::string_view function) {
  if (function.find(kAtom) == std::string_view::npos) {
    return std::string(function);
  }
  const Counts counts = CountRegisters(function);
  std::string out;
  for (std::size_t at = 0; at < function.size();) {
    const std::size_t end = std::min(function.find('\n', at), function.size() - 1) + 1;
    const std::string_view line = function.substr(at, end - at);
    out += line.starts_with(kAtom) ? Rewritten(line, counts) : std::string(line);
    at = end;
  }
  return out;
}

}  // namespace

std::string DropOldValues(std::string_view ptx) {
  // A function's body ends with a brace at the beginning of a line.
  constexpr std::string_view kEnd = "\n}";
  std::string out;
  for (std::size_t at = 0; at < ptx.size();) {
    const std::size_t found = ptx.find(kEnd, at);
    const std::size_t end = found == std::string_view::npos ? ptx.size() : found + kEnd.size();
    out += RewrittenFunction(ptx.substr(at, end - at));
    at = end;
  }
  return out;
}

}  // namespace kernelc::codegen
