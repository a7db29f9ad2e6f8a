// The fenced blocks of a page of Markdown.
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace kernelc::docs_test {

// A block opens with "```LANGUAGE" or "```LANGUAGE MARK". A mark with a dot is the name of the file
// that the block is; README.md lists the others.
struct Block {
  // Of the first line inside.
  int line = 0;
  std::string language;
  std::string mark;
  // Without the indentation of the fence.
  std::string text;

  bool is_file() const { return mark.find('.') != std::string::npos; }
};

std::vector<Block> ReadBlocks(std::istream& page);
std::vector<Block> BlocksOf(const std::string& path);

std::vector<std::string> LinesOf(std::string_view text);

}  // namespace kernelc::docs_test
