# Target kernelc::antlr4_runtime, what the generated lexer and parser stand on.
#
# Debian's static archive is not position independent, so it cannot go into libkernelc, and its shared library would be
# one more file that a product has to ship. With KERNELC_ANTLR4_SOURCE, a folder with the sources of Debian's
# package (scripts/antlr4_source fetches them), the runtime is built here and becomes a part of libkernelc; without, the
# shared library is used.
set(KERNELC_ANTLR4_SOURCE "" CACHE PATH
  "Sources of the ANTLR 4 C++ runtime, to link it into libkernelc; empty: the system's shared library")

add_library(kernelc_antlr4_runtime INTERFACE)
add_library(kernelc::antlr4_runtime ALIAS kernelc_antlr4_runtime)

if(KERNELC_ANTLR4_SOURCE)
  set(ANTLR4_FOLDER ${KERNELC_ANTLR4_SOURCE}/runtime/src)
  if(NOT EXISTS ${ANTLR4_FOLDER}/antlr4-runtime.h)
    message(FATAL_ERROR "KERNELC_ANTLR4_SOURCE=${KERNELC_ANTLR4_SOURCE} holds no runtime/src/antlr4-runtime.h")
  endif()
  file(GLOB_RECURSE ANTLR4_FILES CONFIGURE_DEPENDS ${ANTLR4_FOLDER}/*.cpp)
  # Paths through trees, which nobody here asks for, have a lexer whose tables every process would build.
  list(FILTER ANTLR4_FILES EXCLUDE REGEX "/XPathLexer[.]cpp$")
  set(ANTLR4_PATHS ${CMAKE_CURRENT_BINARY_DIR}/XPathLexer.cpp)
  configure_file(${ANTLR4_FOLDER}/tree/xpath/XPathLexer.cpp ${ANTLR4_PATHS}.made COPYONLY)
  execute_process(
    COMMAND ${CMAKE_COMMAND} -DFILE=${ANTLR4_PATHS}.made -DNAME=XPathLexer -P ${PROJECT_SOURCE_DIR}/cmake/LazyParserTables.cmake
    COMMAND_ERROR_IS_FATAL ANY)
  configure_file(${ANTLR4_PATHS}.made ${ANTLR4_PATHS} COPYONLY)
  list(APPEND ANTLR4_FILES ${ANTLR4_PATHS})
  add_library(kernelc_antlr4_static STATIC ${ANTLR4_FILES})
  # Its own language level and no warnings of ours. A few large units build in a fifth of the time.
  set_target_properties(kernelc_antlr4_static PROPERTIES
    CXX_STANDARD 11
    CXX_VISIBILITY_PRESET hidden
    POSITION_INDEPENDENT_CODE ON
    UNITY_BUILD ON
    UNITY_BUILD_BATCH_SIZE 25)
  # Sections are dropped where nothing needs them, and with newGuid() the need of libuuid.
  target_compile_options(kernelc_antlr4_static PRIVATE -w -O2 -ffunction-sections -fdata-sections)
  target_include_directories(kernelc_antlr4_static SYSTEM PUBLIC ${ANTLR4_FOLDER} PRIVATE ${ANTLR4_FOLDER}/tree/xpath)
  target_link_options(kernelc_antlr4_runtime INTERFACE LINKER:--gc-sections)
  target_link_libraries(kernelc_antlr4_runtime INTERFACE kernelc_antlr4_static)
else()
  find_path(KERNELC_ANTLR4_INCLUDE antlr4-runtime.h PATH_SUFFIXES antlr4-runtime REQUIRED)
  find_library(KERNELC_ANTLR4_LIBRARY NAMES antlr4-runtime REQUIRED)
  target_include_directories(kernelc_antlr4_runtime SYSTEM INTERFACE ${KERNELC_ANTLR4_INCLUDE})
  target_link_libraries(kernelc_antlr4_runtime INTERFACE ${KERNELC_ANTLR4_LIBRARY})
endif()
