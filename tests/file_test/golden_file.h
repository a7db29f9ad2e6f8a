// A golden test file: source, command and expected output in one file.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace kernelc::file_test {

// What a special comment says.
enum class Directive {
  // A line of the source.
  None,
  // `RUN: kernelc ...`
  Run,
  // `REQUIRES: feature...`: skipped on machines without.
  Requires,
  // `CHECK-STATUS: N`: the exit status of a failing command when it is not 1.
  CheckStatus,
  // `CHECK: text`: one line of stdout. All of stdout is compared.
  CheckOut,
  // `CHECK-ERR: text`: one line of stderr. All of stderr is compared.
  CheckErr,
  // `CHECK-SUBSET: text`: a line of stdout holds this, after the line of the one before. Written by hand.
  CheckSubset,
  // `CHECK-NOT: text`: no line of stdout holds this. Written by hand.
  CheckNot,
};

// One line of the file.
struct Line {
  // With its line end.
  std::string raw;
  Directive directive = Directive::None;
  // What follows the directive's colon and one space; `[[@LINE+N]]` is not yet replaced.
  std::string text;
};

// The lines of a golden file. Lines end with "\n", "\r\n" or "\r", as in compiled sources.
class GoldenFile {
 public:
  // `marker` starts a comment: "#" in Python, "//" in KIR.
  GoldenFile(std::string_view contents, std::string_view marker);

  const std::vector<Line>& lines() const { return lines_; }
  std::string contents() const;
  // The texts of all lines with this directive, in order, with `[[@LINE+N]]` replaced by line numbers.
  std::vector<std::string> Texts(Directive directive) const;
  bool Has(Directive directive) const;

  // Where an update puts what the command printed.
  enum class Placement {
    // Errors above the line that they are about, stdout at the end of the file.
    NearTheSource,
    // All after the last RUN line, for files in which a comment cannot stand just anywhere.
    InTheHeader,
  };

  // A copy of the file in which the lines that an update owns (CHECK-STATUS, CHECK, CHECK-ERR) say what the
  // command printed. `name` is how the output names this file; places `name:LINE:` become relative.
  GoldenFile Updated(std::string_view name, const std::vector<std::string>& out_lines,
                     const std::vector<std::string>& err_lines, int status,
                     Placement placement) const;

 private:
  GoldenFile(std::vector<Line> lines, std::string_view marker)
      : marker_(marker), lines_(std::move(lines)) {}

  std::string marker_;
  std::vector<Line> lines_;
};

// Splits `text` after each "\n"; the pieces have no line end and no trailing blanks.
std::vector<std::string> SplitOutput(std::string_view text);

}  // namespace kernelc::file_test
