// What a `raise` says, for both checks.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "compiler/advice/files.h"
#include "compiler/ast/ast.h"
#include "compiler/base/source.h"
#include "compiler/diag/emitter.h"

namespace kernelc::advice {

// "ValueError: too small" of a `raise` whose exception is one of Python's or bound by the file; it is
// not evaluated. Else null, with a report.
std::optional<std::string> ReadRaise(const ast::Raise& node, const Scope* scope,
                                     std::span<const std::string_view> locals,
                                     const SourceManager& sources, diag::Emitter& emitter);

// The text of a message: of a string as it is, of anything else as it is written.
std::string MessageText(const ast::Expr* expr, const SourceManager& sources);

}  // namespace kernelc::advice
