// Source files and places in them.
#pragma once

#include <cstdint>
#include <deque>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/base/id.h"
#include "compiler/base/result.h"

namespace kernelc {

KC_DECLARE_ID(FileId);

// A half-open range of bytes [begin, end) of one file's text as decoded to UTF-8.
// A default-constructed range is "no place".
struct SourceRange {
  FileId file;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  bool has_value() const { return file.has_value(); }
  friend bool operator==(const SourceRange&, const SourceRange&) = default;
};

// Line and column count from 1; columns count Unicode code points, as editors do.
struct LineColumn {
  std::uint32_t line = 1;
  std::uint32_t column = 1;
};

// One source text, kept whole. Immutable after construction.
class SourceFile {
 public:
  // `path` is what diagnostics print. `text` is UTF-8 with the line ends as they stood in the file.
  SourceFile(std::string path, std::string text);

  const std::string& path() const { return path_; }
  std::string_view text() const { return text_; }
  // Offsets past the end count as the end.
  LineColumn line_column(std::uint32_t offset) const;
  // The text of line `line` (from 1) without its line end; empty for a line that does not exist.
  std::string_view line_text(std::uint32_t line) const;
  std::uint32_t line_begin(std::uint32_t line) const;
  std::uint32_t line_count() const { return static_cast<std::uint32_t>(line_begins_.size()); }

 private:
  std::string path_;
  std::string text_;
  std::vector<std::uint32_t> line_begins_;
};

// Owns the source files of one compilation. References stay valid as files are added. Files may be added and read by
// several threads.
class SourceManager {
 public:
  FileId AddText(std::string path, std::string text);
  // Reads the file's bytes as they are; decoding (PEP 263) is the parser's work.
  Result<FileId> AddFile(const std::string& path);

  // Gives a file the text that its bytes decode to. References to the SourceFile stay valid, views of
  // its old text do not.
  void ReplaceText(FileId id, std::string text);

  const SourceFile& file(FileId id) const;
  std::string_view text(SourceRange range) const;
  // What was added so far, in the order of adding.
  std::vector<FileId> files() const;
  LineColumn begin(SourceRange range) const { return file(range.file).line_column(range.begin); }

 private:
  mutable std::shared_mutex mutex_;
  std::deque<SourceFile> files_;
};

}  // namespace kernelc
