// Every row of a table is shown by some test. A row that no golden can show has an exemption with its reason, and an
// exemption of a row that is shown is stale.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <sstream>
#include <string>

#include "tests/arch/source_tree.h"

namespace kernelc::arch {
namespace {

namespace fs = std::filesystem;
using Exemptions = std::map<std::string, std::string>;

// Rows of the tables, by the column that tests show.
std::vector<std::string> DiagnosticKinds() {
  return {
#define KC_DIAG(name, severity, format, summary) #name,
#include "compiler/diag/kinds.def"
  };
}

std::vector<std::string> KirOps() {
  return {
#define KIR_OP(name, text, ...) text,
#include "compiler/kir/ops.def"
  };
}

// One string of blank-separated spellings per builtin.
std::vector<std::string> BuiltinSpellings() {
  return {
#define KC_BUILTIN(name, spellings, ...) spellings,
#include "compiler/builtins/builtins.def"
  };
}

void ExpectEachShown(const std::vector<std::string>& rows, const std::set<std::string>& shown,
                     const Exemptions& exemptions, std::string_view what) {
  for (const std::string& row : rows) {
    if (exemptions.contains(row)) {
      EXPECT_FALSE(shown.contains(row)) << what << " " << row << ": stale exemption";
    } else {
      EXPECT_TRUE(shown.contains(row)) << what << " " << row << ": no test shows it";
    }
  }
  const std::set<std::string> known(rows.begin(), rows.end());
  for (const auto& [row, reason] : exemptions) {
    EXPECT_TRUE(known.contains(row)) << what << " " << row << ": exemption without a row";
  }
}

TEST(CoverageTest, EveryDiagnosticHasAGolden) {
  const Exemptions exemptions = {};
  std::set<std::string> shown;
  for (const fs::path& file : FilesBelow("tests", {".py", ".kir", ".cases"})) {
    // In the cases of the parser the expectation is a line of its own; programs hold no such line.
    const bool is_cases = file.extension() == ".cases";
    for (const std::string& line : LinesOf(file)) {
      const std::size_t open = line.rfind('[');
      const bool is_expected = is_cases ? line.find(": ") != std::string::npos : line.find("CHECK") != std::string::npos;
      if (is_expected && open != std::string::npos && line.ends_with(']')) {
        shown.insert(line.substr(open + 1, line.size() - open - 2));
      }
    }
  }
  ExpectEachShown(DiagnosticKinds(), shown, exemptions, "diagnostic");
}

TEST(CoverageTest, EveryKirOperationIsInAKirText) {
  // Parameters and region arguments stand in the heads of functions and loops, not on lines of their own.
  const Exemptions exemptions = {{"param", "printed in the function's head"},
                                 {"region_arg", "printed in the loop's head"}};
  std::set<std::string> shown;
  for (const fs::path& file : FilesBelow("tests", {".py", ".kir"})) {
    std::istringstream words(TextOf(file));
    for (std::string word; words >> word;) {
      shown.insert(word);
    }
  }
  // These two are also words of other texts.
  shown.erase("param");
  shown.erase("region_arg");
  ExpectEachShown(KirOps(), shown, exemptions, "operation");
}

// True when some text uses one of the spellings: by its whole path, by its last name (`from math import sin`),
// or, for a place such as `cuda.grid.x`, by the function that gives it.
bool IsUsed(const std::string& spellings, const std::vector<std::string>& texts) {
  std::istringstream words(spellings);
  for (std::string spelling; words >> spelling;) {
    std::string name = spelling.substr(spelling.find('.') + 1);
    if (spelling.starts_with("cuda.grid") && std::islower(static_cast<unsigned char>(spelling[9])) == 0) {
      name = "grid";
    } else if (spelling.starts_with("cuda.gridsize")) {
      name = "gridsize";
    } else if (spelling == "cuda.cg.GridGroup.sync") {
      name = "this_grid";
    } else if (spelling == "pow.int") {
      name = "**";
    }
    for (const std::string& text : texts) {
      if (name == "**" ? text.find(name) != std::string::npos : HoldsWord(text, name)) {
        return true;
      }
    }
  }
  return false;
}

TEST(CoverageTest, EveryBuiltinIsUsedByAKernelOfATest) {
  const Exemptions exemptions = {};
  std::vector<std::string> texts;
  for (const std::string_view folder : {"tests", "samples"}) {
    for (const fs::path& file : FilesBelow(folder, {".py", ".kir"})) {
      texts.push_back(TextOf(file));
    }
  }
  std::set<std::string> shown;
  for (const std::string& spellings : BuiltinSpellings()) {
    if (IsUsed(spellings, texts)) {
      shown.insert(spellings);
    }
  }
  ExpectEachShown(BuiltinSpellings(), shown, exemptions, "builtin");
}

TEST(CoverageTest, EveryFaultIsInTheDocs) {
  struct Row {
    std::string_view status;
    std::string text;
  };
  const Row rows[] = {
#define KC_FAULT(name, status, text) {#status, text},
#include "compiler/driver/faults.def"
  };
  const std::map<std::string_view, std::string> heads = {
#define KC_EXIT_STATUS(name, number, text) \
  {#name, std::string("**") + #number + ", " + text + ".**"},
#include "compiler/driver/faults.def"
  };
  std::map<std::string, std::set<std::string>> documented;
  std::string head;
  std::size_t count = 0;
  for (const std::string& line : LinesOf("docs/command.md")) {
    if (line.starts_with("**")) {
      head = line;
    } else if (!head.empty() && line.starts_with("- ")) {
      documented[head].insert(line.substr(2));
      ++count;
    }
  }
  for (const Row& row : rows) {
    EXPECT_TRUE(documented[heads.at(row.status)].contains(row.text)) << row.text;
  }
  EXPECT_EQ(count, std::size(rows)) << "docs/command.md has a fault that the table has not";
}

}  // namespace
}  // namespace kernelc::arch
