// Files of KIR text for the tests of this folder.
#pragma once

#include <string>
#include <vector>

namespace kernelc::kir {

// Paths of the `.kir` files in a folder beside the tests, sorted.
std::vector<std::string> FindCaseFiles(const std::string& folder);
std::string ReadCaseFile(const std::string& path);

// One example of a file: the faults that it must show, in any order, and its text.
struct Case {
  std::vector<std::string> expected;
  std::string text;
};

// A file holds examples one after the other; each starts with its `// expect: fault` lines.
std::vector<Case> ReadCases(const std::string& path);

}  // namespace kernelc::kir
