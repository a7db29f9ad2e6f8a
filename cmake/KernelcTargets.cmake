# kernelc_library(NAME folder_name SOURCES ... [LINK ...] [PRIVATE_LINK ...] [PCH header...])
#
# A static library per source folder, target kernelc_<name>, alias kernelc::<name>, with the house warnings. Precompiled
# headers are named as in an include (<compiler/...>): a path would make each checkout's another one for ccache.
function(kernelc_library)
  cmake_parse_arguments(ARG "" "NAME" "SOURCES;LINK;PRIVATE_LINK;PCH" ${ARGN})
  add_library(kernelc_${ARG_NAME} STATIC ${ARG_SOURCES})
  add_library(kernelc::${ARG_NAME} ALIAS kernelc_${ARG_NAME})
  target_link_libraries(kernelc_${ARG_NAME}
    PUBLIC kernelc::settings ${ARG_LINK} PRIVATE kernelc::warnings ${ARG_PRIVATE_LINK})
  if(ARG_PCH)
    target_precompile_headers(kernelc_${ARG_NAME} PRIVATE ${ARG_PCH})
    # ccache cannot follow GCC into a precompiled header without it.
    target_compile_options(kernelc_${ARG_NAME} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)
  endif()
endfunction()

# kernelc_test(NAME test_name SOURCES ... [LINK ...] [LABELS ...])
#
# A GoogleTest program and one ctest entry for it.
function(kernelc_test)
  cmake_parse_arguments(ARG "" "NAME" "SOURCES;LINK;LABELS" ${ARGN})
  add_executable(${ARG_NAME} ${ARG_SOURCES})
  target_link_libraries(${ARG_NAME}
    PRIVATE kernelc::settings kernelc::warnings ${ARG_LINK} GTest::gtest GTest::gtest_main)
  add_test(NAME ${ARG_NAME} COMMAND ${ARG_NAME})
  if(ARG_LABELS)
    set_tests_properties(${ARG_NAME} PROPERTIES LABELS "${ARG_LABELS}")
  endif()
endfunction()
