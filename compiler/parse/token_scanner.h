// From text to the tokens of whole Python: drives the generated lexer and adds what its grammar
// cannot say. Indentation becomes INDENT and DEDENT, lines inside brackets are joined, names become
// keywords where they are ones, f-strings are taken apart as PEP 701 has it.
#pragma once

#include <vector>

#include "compiler/diag/emitter.h"
#include "compiler/parse/token.h"

namespace kernelc::parse {

// The tokens of `source` (valid UTF-8), closed by NEWLINE, DEDENTs and the end of the file. Faults
// are reported to `emitter`; each leaves a BROKEN token in its logical line, by which the parser
// knows that this line has been spoken of. `by_grammar_alone`: see ParseOptions.
std::vector<Token> ScanTokens(FileId file, const SourceFile& source, diag::Emitter& emitter,
                              bool by_grammar_alone);

}  // namespace kernelc::parse
