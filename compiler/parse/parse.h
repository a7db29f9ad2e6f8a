// Text to syntax tree, for all of Python 3.12.
#pragma once

#include <memory>

#include "compiler/ast/ast.h"
#include "compiler/base/source.h"
#include "compiler/diag/emitter.h"

namespace kernelc::parse {

struct ParseOptions {
  // The text came as UTF-8 from a program rather than from a file's bytes: a coding declaration
  // (PEP 263) in it is ignored, as CPython does for `str` sources.
  bool is_decoded = false;
  // Where given, takes the faults of statements that were understood all the same: what CPython's
  // parser reads and its compiler refuses, such as a `return` outside of functions. They matter
  // where the statement runs, which the caller knows. Null: they are errors like the others.
  diag::Emitter* misuses = nullptr;
  // Plain tokens and assignments of literals take the way of all others, through the generated lexer
  // and parser. The result is the same, later; tests compare the two.
  bool by_grammar_alone = false;
};

// Parses `file`. Always returns a module: of a file with errors it holds the statements that could
// be understood. Errors go to `emitter` in the order of their places, at most limits.h's
// kMaxSyntaxErrors.
//
// A file in another encoding than UTF-8 is decoded first, and its text in `sources` is replaced by
// the decoded one, which is what the ranges of nodes and diagnostics refer to; the same happens
// when bytes that are not text are replaced by U+FFFD. References to the SourceFile stay valid,
// views of its text do not.
//
// May be called from several threads for different SourceManagers; the calls take turns.
std::unique_ptr<ast::Module> Parse(SourceManager& sources, FileId file, diag::Emitter& emitter,
                                   const ParseOptions& options = {});

}  // namespace kernelc::parse
