// Diagnostics are values: what is wrong with the user's program, where, and the way out.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/base/source.h"

namespace kernelc::diag {

enum class Severity : std::uint8_t { Note, Warning, Error };

// One enumerator per row of kinds.def.
enum class Kind : std::uint16_t {
#define KC_DIAG(name, severity, format, summary) name,
#include "compiler/diag/kinds.def"
  kCount,
};

// The row of kinds.def for a kind.
struct KindInfo {
  std::string_view name;
  Severity severity;
  std::string_view format;
  std::string_view summary;
};
const KindInfo& kind_info(Kind kind);

// A second place that explains the first one.
struct Label {
  SourceRange range;
  std::string text;
};

struct Diagnostic {
  Kind kind;
  Severity severity;
  SourceRange range;
  std::string message;
  std::vector<Label> labels;
  // Facts without a place.
  std::vector<std::string> notes;
  // What to write instead; empty when there is nothing useful to say.
  std::string help;
};

}  // namespace kernelc::diag
