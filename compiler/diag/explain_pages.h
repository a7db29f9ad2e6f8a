// The embedded pages; their source is generated from compiler/diag/explain by cmake/EmbedFiles.cmake.
#pragma once

#include <span>
#include <string_view>

namespace kernelc::diag {

struct ExplainPageRow {
  std::string_view name;
  std::string_view text;
};

// Every page, in the order of the names.
std::span<const ExplainPageRow> explain_pages();

}  // namespace kernelc::diag
