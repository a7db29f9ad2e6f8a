#include "compiler/base/source.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <mutex>

#include "compiler/base/check.h"

namespace kernelc {

SourceFile::SourceFile(std::string path, std::string text)
    : path_(std::move(path)), text_(std::move(text)) {
  line_begins_.push_back(0);
  for (std::size_t i = 0; i < text_.size(); ++i) {
    const bool lone_cr = text_[i] == '\r' && (i + 1 == text_.size() || text_[i + 1] != '\n');
    if (text_[i] == '\n' || lone_cr) {
      line_begins_.push_back(static_cast<std::uint32_t>(i + 1));
    }
  }
}

LineColumn SourceFile::line_column(std::uint32_t offset) const {
  offset = std::min(offset, static_cast<std::uint32_t>(text_.size()));
  const auto next = std::upper_bound(line_begins_.begin(), line_begins_.end(), offset);
  const auto line = static_cast<std::uint32_t>(next - line_begins_.begin());
  std::uint32_t column = 1;
  for (std::uint32_t i = line_begins_[line - 1]; i < offset; ++i) {
    // Bytes 10xxxxxx continue a code point.
    column += (static_cast<unsigned char>(text_[i]) & 0xc0u) != 0x80u;
  }
  return {line, column};
}

std::uint32_t SourceFile::line_begin(std::uint32_t line) const {
  return line == 0 || line > line_begins_.size() ? static_cast<std::uint32_t>(text_.size())
                                                 : line_begins_[line - 1];
}

std::string_view SourceFile::line_text(std::uint32_t line) const {
  if (line == 0 || line > line_begins_.size()) {
    return {};
  }
  const std::uint32_t begin = line_begins_[line - 1];
  std::uint32_t end = line == line_begins_.size() ? static_cast<std::uint32_t>(text_.size())
                                                  : line_begins_[line];
  while (end > begin && (text_[end - 1] == '\n' || text_[end - 1] == '\r')) {
    --end;
  }
  return std::string_view(text_).substr(begin, end - begin);
}

FileId SourceManager::AddText(std::string path, std::string text) {
  SourceFile file(std::move(path), std::move(text));
  const std::unique_lock lock(mutex_);
  files_.push_back(std::move(file));
  return FileId(files_.size() - 1);
}

Result<FileId> SourceManager::AddFile(const std::string& path) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"),
                                                            &std::fclose);
  if (!file) {
    return Failure{fmt::format("cannot open `{}`: {}", path, std::strerror(errno))};
  }
  std::string text;
  char buffer[1 << 16];
  while (const std::size_t count = std::fread(buffer, 1, sizeof(buffer), file.get())) {
    text.append(buffer, count);
  }
  if (std::ferror(file.get()) != 0) {
    return Failure{fmt::format("cannot read `{}`: {}", path, std::strerror(errno))};
  }
  return AddText(path, std::move(text));
}

void SourceManager::ReplaceText(FileId id, std::string text) {
  const std::unique_lock lock(mutex_);
  KC_CHECK(id.index < files_.size(), "no file {}", id.index);
  files_[id.index] = SourceFile(files_[id.index].path(), std::move(text));
}

const SourceFile& SourceManager::file(FileId id) const {
  const std::shared_lock lock(mutex_);
  KC_CHECK(id.index < files_.size(), "no file {}", id.index);
  return files_[id.index];
}

std::string_view SourceManager::text(SourceRange range) const {
  return range.has_value() ? file(range.file).text().substr(range.begin, range.end - range.begin)
                           : std::string_view();
}

std::vector<FileId> SourceManager::files() const {
  const std::shared_lock lock(mutex_);
  std::vector<FileId> ids;
  for (std::size_t i = 0; i < files_.size(); ++i) {
    ids.push_back(FileId(i));
  }
  return ids;
}

}  // namespace kernelc
