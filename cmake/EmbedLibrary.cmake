# cmake -DFOLDER=<folder of NAME.py> -DOUTPUT=<file.cpp> -P EmbedLibrary.cmake
#
# Writes the table behind compiler/sema/library_files.h: one row per file.
file(GLOB files ${FOLDER}/*.py)
list(SORT files)

set(rows "")
set(count 0)
foreach(file IN LISTS files)
  get_filename_component(name ${file} NAME_WE)
  file(READ ${file} text)
  string(APPEND rows "    {\"${name}\", R\"kclib(${text})kclib\"},\n")
  math(EXPR count "${count} + 1")
endforeach()

file(WRITE ${OUTPUT} "// Generated from ${FOLDER}; edits are lost.
#include \"compiler/sema/library_files.h\"

#include <array>

namespace kernelc::sema {
namespace {

constexpr std::array<LibraryFile, ${count}> kFiles = {{
${rows}}};

}  // namespace

std::span<const LibraryFile> library_files() { return kFiles; }

}  // namespace kernelc::sema
")
