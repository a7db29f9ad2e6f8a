#include "tests/docs/page.h"

#include <algorithm>
#include <fstream>
#include <sstream>

namespace kernelc::docs_test {

std::vector<Block> ReadBlocks(std::istream& page) {
  constexpr std::string_view kFence = "```";
  std::vector<Block> blocks;
  bool inside = false;
  std::size_t indent = 0;
  int number = 0;
  for (std::string line; std::getline(page, line);) {
    ++number;
    const std::size_t begin = std::min(line.find_first_not_of(' '), line.size());
    if (std::string_view(line).substr(begin).starts_with(kFence)) {
      inside = !inside;
      if (inside) {
        indent = begin;
        Block& block = blocks.emplace_back();
        block.line = number + 1;
        std::istringstream words(line.substr(begin + kFence.size()));
        words >> block.language >> block.mark;
      }
    } else if (inside) {
      blocks.back().text += line.substr(std::min({indent, begin, line.size()})) + "\n";
    }
  }
  return blocks;
}

std::vector<Block> BlocksOf(const std::string& path) {
  std::ifstream page(path);
  return ReadBlocks(page);
}

std::vector<std::string> LinesOf(std::string_view text) {
  std::istringstream stream{std::string(text)};
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) {
    lines.push_back(line);
  }
  return lines;
}

}  // namespace kernelc::docs_test
