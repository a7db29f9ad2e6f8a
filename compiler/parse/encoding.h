// Source encodings (PEP 263): from the bytes of a file to UTF-8.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "compiler/diag/emitter.h"

namespace kernelc::parse {

// The text of a file whose bytes are `bytes`, or nothing when the bytes are the text already.
// Faults are reported to `emitter`; bytes that are no text become U+FFFD, so that the result is
// always valid UTF-8. With `is_decoded`, a coding declaration is ignored.
std::optional<std::string> DecodeSource(FileId file, std::string_view bytes, bool is_decoded,
                                        diag::Emitter& emitter);

}  // namespace kernelc::parse
