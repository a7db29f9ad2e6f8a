#include "tests/kir/case_file.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>

namespace kernelc::kir {

std::vector<std::string> FindCaseFiles(const std::string& folder) {
  std::vector<std::string> paths;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::string(KC_KIR_TEST_DIR) + "/inputs/" + folder)) {
    if (entry.path().extension() == ".kir") {
      paths.push_back(entry.path().string());
    }
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::string ReadCaseFile(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return std::move(text).str();
}

std::vector<Case> ReadCases(const std::string& path) {
  constexpr std::string_view kExpect = "// expect: ";
  std::vector<Case> cases;
  std::istringstream lines(ReadCaseFile(path));
  bool in_head = false;
  for (std::string line; std::getline(lines, line);) {
    const bool is_expect = line.starts_with(kExpect);
    if (is_expect && !in_head) {
      cases.emplace_back();
    }
    in_head = is_expect;
    if (is_expect) {
      cases.back().expected.push_back(line.substr(kExpect.size()));
    } else if (!cases.empty()) {
      cases.back().text += line + "\n";
    }
  }
  return cases;
}

}  // namespace kernelc::kir
