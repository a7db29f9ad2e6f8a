# cmake -DFOLDER=<folder> -DSUFFIX=py|md -DHEADER=<header.h> -DNAMESPACE=<name> -DROW=<Type> -DFUNCTION=<name>
#       -DOUTPUT=<file.cpp> -P EmbedFiles.cmake
#
# Writes the table behind HEADER: FUNCTION() gives one ROW {name, text} for each file of the folder but README.
file(GLOB files ${FOLDER}/*.${SUFFIX})
list(SORT files)
list(FILTER files EXCLUDE REGEX "/README\\.md$")

set(rows "")
set(count 0)
foreach(file IN LISTS files)
  get_filename_component(name ${file} NAME_WE)
  file(READ ${file} text)
  string(APPEND rows "    {\"${name}\", R\"kctext(${text})kctext\"},\n")
  math(EXPR count "${count} + 1")
endforeach()

file(WRITE ${OUTPUT} "// Generated from ${FOLDER}; edits are lost.
#include \"${HEADER}\"

#include <array>

namespace kernelc::${NAMESPACE} {
namespace {

constexpr std::array<${ROW}, ${count}> kFiles = {{
${rows}}};

}  // namespace

std::span<const ${ROW}> ${FUNCTION}() { return kFiles; }

}  // namespace kernelc::${NAMESPACE}
")
