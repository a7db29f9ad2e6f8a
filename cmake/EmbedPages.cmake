# cmake -DFOLDER=<folder of NAME.md> -DOUTPUT=<file.cpp> -P EmbedPages.cmake
#
# Writes the table behind compiler/diag/explain_pages.h: one row per page.
file(GLOB pages ${FOLDER}/*.md)
list(SORT pages)
list(FILTER pages EXCLUDE REGEX "/README\\.md$")

set(rows "")
set(count 0)
foreach(page IN LISTS pages)
  get_filename_component(name ${page} NAME_WE)
  file(READ ${page} text)
  string(APPEND rows "    {\"${name}\", R\"kcpage(${text})kcpage\"},\n")
  math(EXPR count "${count} + 1")
endforeach()

file(WRITE ${OUTPUT} "// Generated from ${FOLDER}; edits are lost.
#include \"compiler/diag/explain_pages.h\"

#include <array>

namespace kernelc::diag {
namespace {

constexpr std::array<ExplainPageRow, ${count}> kPages = {{
${rows}}};

}  // namespace

std::span<const ExplainPageRow> explain_pages() { return kPages; }

}  // namespace kernelc::diag
")
