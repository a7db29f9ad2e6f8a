#include "tests/arch/source_tree.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>

namespace kernelc::arch {
namespace {

namespace fs = std::filesystem;

bool IsLeftOut(const fs::path& entry) {
  const fs::path folder = entry.lexically_normal();
  const std::string name = folder.filename().string();
  const bool hidden = name.starts_with('.') && name != ".ci";
  return hidden || name == "__pycache__" || folder == Root() / "build" || folder == Root() / "dist";
}

bool IsWordCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

}  // namespace

fs::path Root() { return KERNELC_SOURCE_DIR; }

std::vector<fs::path> FilesBelow(std::string_view folder,
                                 std::vector<std::string_view> extensions) {
  std::vector<fs::path> files;
  if (!fs::exists(Root() / folder)) {
    return files;
  }
  for (auto it = fs::recursive_directory_iterator(Root() / folder);
       it != fs::recursive_directory_iterator(); ++it) {
    if (it->is_directory() && IsLeftOut(it->path())) {
      it.disable_recursion_pending();
      continue;
    }
    const std::string extension = it->path().extension().string();
    const bool wanted = extensions.empty() || std::find(extensions.begin(), extensions.end(),
                                                        extension) != extensions.end();
    // In a further worktree of git .git is a file.
    if (it->is_regular_file() && wanted && it->path().filename() != ".git") {
      files.push_back(it->path().lexically_relative(Root()));
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string TextOf(const fs::path& file) {
  std::ifstream stream(Root() / file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

std::vector<std::string> LinesOf(const fs::path& file) {
  std::ifstream stream(Root() / file, std::ios::binary);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) {
    lines.push_back(std::move(line));
  }
  return lines;
}

bool HoldsWord(std::string_view text, std::string_view word) {
  for (std::size_t at = 0; (at = text.find(word, at)) != std::string_view::npos; ++at) {
    const bool begins = at == 0 || !IsWordCharacter(text[at - 1]);
    const std::size_t end = at + word.size();
    if (begins && (end == text.size() || !IsWordCharacter(text[end]))) {
      return true;
    }
  }
  return false;
}

std::string CodeOf(std::string_view line) {
  std::string code;
  char quote = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (quote != 0) {
      i += line[i] == '\\' ? 1U : 0U;
      quote = line[i] == quote ? '\0' : quote;
    } else if (line.substr(i).starts_with("//")) {
      break;
    } else if (line[i] == '"' || line[i] == '\'') {
      quote = line[i];
    } else {
      code += line[i];
    }
  }
  return code;
}

}  // namespace kernelc::arch
